/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two charts of a distribution: how often which value occurs, and which value came when. */
#pragma once

#include "model/lists/dwell-distribution.h"
#include "ui/chart/dwell-chart-view.h"

G_BEGIN_DECLS

/* @limits: by part what is too long, or G_MAXINT64. */
void     dwell_distribution_chart_show_histogram (DwellChartView          *view,
                                                  DwellDistributionAnswer *answer,
                                                  gboolean                 has_log_counts,
                                                  const gint64            *limits);
void     dwell_distribution_chart_show_times     (DwellChartView          *view,
                                                  DwellDistributionAnswer *answer,
                                                  const gint64            *limits);

/* What a point stands for, as dwell_chart_view_set_describe() wants it; (nullable). */
char    *dwell_distribution_chart_describe_bin   (DwellDistributionAnswer *answer,
                                                  guint                    series,
                                                  guint                    point);
/* The span of a dot of the chart over time, or DWELL_NONE. */
guint32  dwell_distribution_chart_get_span       (DwellDistributionAnswer *answer,
                                                  guint                    series,
                                                  guint                    point);

G_END_DECLS
