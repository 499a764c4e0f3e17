/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call trees of two recordings as a table that unfolds. */
#pragma once

#include "model/comparison/dwell-comparison-tree.h"
#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_CALLS_PAGE (dwell_comparison_calls_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonCallsPage, dwell_comparison_calls_page, DWELL,
                      COMPARISON_CALLS_PAGE, DwellTablePage)

void dwell_comparison_calls_page_set_tree (DwellComparisonCallsPage *self,
                                           DwellComparisonTree      *tree);

G_END_DECLS
