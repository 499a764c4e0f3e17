/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What routines cost in both recordings: a table, and the chart of the selected routine. */
#pragma once

#include "ui/comparison/dwell-comparison-rows-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_COSTS_PAGE (dwell_comparison_costs_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonCostsPage, dwell_comparison_costs_page, DWELL,
                      COMPARISON_COSTS_PAGE, DwellComparisonRowsPage)

G_END_DECLS
