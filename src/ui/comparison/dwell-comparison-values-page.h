/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What variables, states and signals held in both recordings, as a table. */
#pragma once

#include "ui/comparison/dwell-comparison-rows-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_VALUES_PAGE (dwell_comparison_values_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonValuesPage, dwell_comparison_values_page, DWELL,
                      COMPARISON_VALUES_PAGE, DwellComparisonRowsPage)

G_END_DECLS
