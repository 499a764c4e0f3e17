/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The popover in which the user chooses which routines the Costs page shows. */
#pragma once

#include <gtk/gtk.h>

#include "model/lists/costs/dwell-cost-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COST_FILTER_MENU (dwell_cost_filter_menu_get_type ())
G_DECLARE_FINAL_TYPE (DwellCostFilterMenu, dwell_cost_filter_menu, DWELL, COST_FILTER_MENU,
                      GtkPopover)

/* Signal: changed: the user has changed the filter. */

void     dwell_cost_filter_menu_set_costs  (DwellCostFilterMenu *self,
                                            DwellCosts          *costs);
void     dwell_cost_filter_menu_get_filter (DwellCostFilterMenu *self,
                                            DwellCostFilter     *filter);
void     dwell_cost_filter_menu_show_all   (DwellCostFilterMenu *self);

G_END_DECLS
