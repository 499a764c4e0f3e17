/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variance of costs, from a sum of squares that its writer kept in 64 bits and let wrap.
 *
 * With L = ⌈sum² / n⌉ (Cauchy and Schwarz) and U = n · max² the true sum lies in [L, U]. If the
 * file's sum s does, it is taken; else if s + m · 2^64 does for exactly one m ≥ 1, that is taken;
 * else there is no variance. One activation has the variance 0, whatever the file says. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  DWELL_SQUARES_GOOD,
  DWELL_SQUARES_RECOVERED,   /* it had wrapped */
  DWELL_SQUARES_UNAVAILABLE, /* contradicts the other numbers */
} DwellSquares;

DwellSquares dwell_squares_solve (guint64   n,
                                  guint64   sum,
                                  guint64   max,
                                  guint64   squares,
                                  gboolean  is_double,
                                  double   *variance);

G_END_DECLS
