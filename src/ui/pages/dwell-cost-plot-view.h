/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chart of the routines that are selected on the Costs page, with its settings. */
#pragma once

#include <adwaita.h>

#include "model/lists/costs/dwell-cost-plot.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COST_PLOT_VIEW (dwell_cost_plot_view_get_type ())
G_DECLARE_FINAL_TYPE (DwellCostPlotView, dwell_cost_plot_view, DWELL, COST_PLOT_VIEW, AdwBin)

void           dwell_cost_plot_view_set_routines (DwellCostPlotView          *self,
                                                  const DwellCostPlotRoutine *routines,
                                                  guint                       n_routines,
                                                  gboolean                    is_self);
void           dwell_cost_plot_view_compare      (DwellCostPlotView *self,
                                                  const char        *table_action);
void           dwell_cost_plot_view_change_units (DwellCostPlotView *self);
DwellCostPlot *dwell_cost_plot_view_get_plot     (DwellCostPlotView *self);

G_END_DECLS
