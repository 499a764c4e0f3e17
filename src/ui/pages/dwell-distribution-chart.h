/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two charts of a distribution: how often each value occurs, and the values over time. */
#pragma once

#include "model/lists/distribution/dwell-distribution.h"
#include "ui/chart/dwell-chart-view.h"

G_BEGIN_DECLS

void     dwell_distribution_chart_show_histogram (DwellChartView          *view,
                                                  DwellDistributionAnswer *answer,
                                                  gboolean                 has_log_counts,
                                                  const DwellSampleLimits *limits);
void     dwell_distribution_chart_show_times     (DwellChartView          *view,
                                                  DwellDistributionAnswer *answer,
                                                  const DwellSampleLimits *limits);

char    *dwell_distribution_chart_describe_bin   (DwellDistributionAnswer *answer,
                                                  guint                    series,
                                                  guint                    point);
guint32  dwell_distribution_chart_get_sample       (DwellDistributionAnswer *answer,
                                                  guint                    series,
                                                  guint                    point);

G_END_DECLS
