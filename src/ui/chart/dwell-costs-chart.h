/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chart of costs over input sizes, and texts about it. */
#pragma once

#include "model/lists/costs/dwell-cost-plot.h"
#include "ui/chart/dwell-chart-view.h"

G_BEGIN_DECLS

typedef struct {
  gboolean is_x_log;
  gboolean is_y_log;
  gboolean in_bytes; /* shows sizes in bytes, if the trace has the size of a cell */
} DwellCostsChartOptions;

gpointer dwell_costs_chart_make     (DwellCostPlotAnswer          *answer,
                                     const DwellCostsChartOptions *options,
                                     DwellChart                   *chart)
                                    G_GNUC_WARN_UNUSED_RESULT;
void     dwell_costs_chart_free     (gpointer                      data);
void     dwell_costs_chart_show     (DwellChartView               *view,
                                     DwellCostPlotAnswer          *answer,
                                     const DwellCostsChartOptions *options,
                                     gboolean                      keeps_zoom);
char    *dwell_costs_chart_describe (const DwellCostPlotAnswer    *answer,
                                     guint                         series,
                                     guint                         point)
                                    G_GNUC_WARN_UNUSED_RESULT;
char    *dwell_costs_chart_predict  (const DwellCostPlotAnswer    *answer,
                                     const char                   *separator)
                                    G_GNUC_WARN_UNUSED_RESULT;
char    *dwell_costs_chart_classify (const DwellCostPlotAnswer    *answer)
                                    G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
