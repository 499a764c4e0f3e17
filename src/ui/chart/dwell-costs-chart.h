/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chart of the Costs page, and what is said of its points. */
#pragma once

#include "model/lists/dwell-cost-plot.h"
#include "ui/chart/dwell-chart-view.h"

G_BEGIN_DECLS

typedef struct {
  gboolean is_x_log;
  gboolean is_y_log;
  gboolean in_bytes; /* sizes, where the trace tells what a cell has */
} DwellCostsChartOptions;

/* A chart of @answer, on any thread. Returns what it points to, for dwell_costs_chart_free(). */
gpointer    dwell_costs_chart_make     (DwellCostPlotAnswer          *answer,
                                        const DwellCostsChartOptions *options,
                                        DwellChart                   *chart)
                                       G_GNUC_WARN_UNUSED_RESULT;
void        dwell_costs_chart_free     (gpointer                      data);
void        dwell_costs_chart_show     (DwellChartView               *view,
                                        DwellCostPlotAnswer          *answer,
                                        const DwellCostsChartOptions *options,
                                        gboolean                      keeps_zoom);
/* (nullable): of a band. */
char       *dwell_costs_chart_describe (const DwellCostPlotAnswer    *answer,
                                        guint                         series,
                                        guint                         point)
                                       G_GNUC_WARN_UNUSED_RESULT;
/* What is foretold, in words, of several routines by their names; (nullable): nothing. */
char       *dwell_costs_chart_foretell (const DwellCostPlotAnswer    *answer,
                                        const char                   *separator)
                                       G_GNUC_WARN_UNUSED_RESULT;
/* How costs grow, in words; (nullable): nothing. */
char       *dwell_costs_chart_give_verdict (const DwellCostPlotAnswer *answer)
                                       G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
