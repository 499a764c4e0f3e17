/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base class of the pages that show DwellComparisonRows. A subclass fills in add_columns, and
 * sets its list with dwell_comparison_rows_page_set_list() once its template is made. */
#pragma once

#include "model/comparison/dwell-comparison-rows.h"
#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_ROWS_PAGE (dwell_comparison_rows_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (DwellComparisonRowsPage, dwell_comparison_rows_page, DWELL,
                          COMPARISON_ROWS_PAGE, DwellTablePage)

struct _DwellComparisonRowsPageClass
{
  DwellTablePageClass parent_class;
};

void dwell_comparison_rows_page_set_list (DwellComparisonRowsPage *self,
                                          DwellComparisonRows     *list,
                                          guint                    sort_by);

G_END_DECLS
