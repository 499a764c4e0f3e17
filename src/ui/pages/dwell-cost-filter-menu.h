/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which routines the Costs page shows: a popover of settings. */
#pragma once

#include <gtk/gtk.h>

#include "model/lists/dwell-cost-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COST_FILTER_MENU (dwell_cost_filter_menu_get_type ())
G_DECLARE_FINAL_TYPE (DwellCostFilterMenu, dwell_cost_filter_menu, DWELL, COST_FILTER_MENU,
                      GtkPopover)

/* Signal: changed (the user wants another filter). */
/* Offers the images of the routines. */
void     dwell_cost_filter_menu_set_costs  (DwellCostFilterMenu *self,
                                            DwellCosts          *costs);
/* All but its only_favourites. */
void     dwell_cost_filter_menu_get_filter (DwellCostFilterMenu *self,
                                            DwellCostFilter     *filter);
/* Shows all routines, whatever is set. */
void     dwell_cost_filter_menu_show_all   (DwellCostFilterMenu *self);

G_END_DECLS
