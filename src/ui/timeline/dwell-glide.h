/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic of times that stays within int64, and the animation from one range to another. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns @time + @ns, clamped to the range of int64. */
static inline gint64
dwell_time_plus (gint64 time,
                 double ns)
{
  __int128 sum = (__int128) time + (__int128) CLAMP (ns, -2e19, 2e19);

  return (gint64) CLAMP (sum, G_MININT64, G_MAXINT64);
}

gboolean dwell_glide_at (gint64  from_begin,
                         gint64  from_end,
                         gint64  elapsed_us,
                         gint64 *begin,
                         gint64 *end);

G_END_DECLS
