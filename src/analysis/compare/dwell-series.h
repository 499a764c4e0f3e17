/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trend of a figure along a series of recordings: its slope, whether that may be chance, and
 * since when.
 *
 *   slope   the median of the slopes of all pairs (Theil 1950, Sen 1968), per recording
 *   p       of Mann and Kendall's test, exact: the part of all orders that rise or fall at least as
 *           much; ties are treated as distinct values, which makes p no smaller. From 5 recordings
 *   since   the first recording of the second part, where the split into two parts with the least
 *           p of Mann and Whitney has p · splits ≤ alpha (Bonferroni), and the means of the parts
 *           differ by more than noise. From 8 recordings */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DWELL_SERIES_TREND_MIN 5
#define DWELL_SERIES_SPLIT_MIN 8
#define DWELL_SERIES_MAX       100 /* Mann and Whitney's p is counted up to 50 a side */

typedef struct {
  double slope;
  gint   s;      /* pairs that rise minus pairs that fall */
  double p;      /* NAN: too few */
  guint  since;  /* 0: never */
  double since_ratio; /* the mean since then divided by the mean before; NAN: no ratio */
} DwellTrend;

void dwell_trend_init (DwellTrend   *self,
                       const gint64 *values,
                       guint         n,
                       double        alpha,
                       double        noise);

G_END_DECLS
