/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/lists/costs/dwell-cost-list.h"
#include "ui/pages/dwell-cost-plot-view.h"
#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COSTS_PAGE (dwell_costs_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellCostsPage, dwell_costs_page, DWELL, COSTS_PAGE, DwellTablePage)

G_END_DECLS
