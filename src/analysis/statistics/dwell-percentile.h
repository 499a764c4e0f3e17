/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Percentiles by nearest rank: the ⌈p/100 · n⌉th of n sorted values, the smallest that at least p
 * percent of them do not exceed. They are named by a fraction in (0, 1] of up to 15 decimals, a
 * double. This is not exactly the decimal number: its product with n may be just above a whole
 * number, which would be rounded up to the next rank. So ranks are computed from the decimal number
 * that the double stands for. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint64  dwell_percentile_get_rank (double      fraction,
                                    guint64     n);
gboolean dwell_percentile_parse    (const char *text,
                                    double     *fraction);

G_END_DECLS
