/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the durations of a function are distributed in both recordings, as charts and figures. */
#pragma once

#include "model/comparison/dwell-comparison-distribution.h"
#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_CHARTS (dwell_comparison_charts_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonCharts, dwell_comparison_charts, DWELL, COMPARISON_CHARTS,
                      DwellViewBin)

DwellComparisonDistribution *
      dwell_comparison_charts_get_distribution (DwellComparisonCharts *self);

G_END_DECLS
