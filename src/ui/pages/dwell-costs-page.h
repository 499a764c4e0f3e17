/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/lists/dwell-cost-list.h"
#include "ui/pages/dwell-cost-plot-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COSTS_PAGE (dwell_costs_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellCostsPage, dwell_costs_page, DWELL, COSTS_PAGE, AdwBin)

/* Property: view. */
void           dwell_costs_page_set_view (DwellCostsPage *self,
                                          DwellView      *view);
DwellCostList *dwell_costs_page_get_list (DwellCostsPage *self);

G_END_DECLS
