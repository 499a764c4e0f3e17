/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work on all processors: @n jobs, taken in order by as many threads as there are processors, the
 * caller's among them. Returns when all are done. Jobs may call dwell_parallel_for() themselves. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef void (*DwellJobFunc) (guint    job,
                              gpointer user_data);

void  dwell_parallel_for (guint        n,
                          DwellJobFunc func,
                          gpointer     user_data);
guint dwell_parallel_get_n_threads (void);

G_END_DECLS
