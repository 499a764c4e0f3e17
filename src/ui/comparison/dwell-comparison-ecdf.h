/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chart of two cumulated distributions (ECDF): for each value, the share of each recording's
 * values that are at most as large. */
#pragma once

#include "analysis/compare/dwell-distribution-difference.h"
#include "ui/chart/dwell-chart-view.h"

G_BEGIN_DECLS

void  dwell_comparison_ecdf_show     (DwellChartView                    *view,
                                      const DwellDistributionDifference *difference,
                                      const char                        *title);
char *dwell_comparison_ecdf_describe (const DwellDistributionDifference *difference,
                                      guint                              series,
                                      guint                              point)
                                     G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
