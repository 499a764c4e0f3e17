/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/comparison/dwell-comparison-list.h"
#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_PAGE (dwell_comparison_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonPage, dwell_comparison_page, DWELL, COMPARISON_PAGE,
                      DwellTablePage)

G_END_DECLS
