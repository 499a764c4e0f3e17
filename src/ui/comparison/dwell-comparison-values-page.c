/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/comparison/dwell-comparison-values-page.h"

#include "model/comparison/dwell-comparison-values.h"
#include "ui/comparison/dwell-comparison-columns.h"
#include "ui/compat/dwell-names.h"

struct _DwellComparisonValuesPage
{
  DwellComparisonRowsPage parent_instance;
};

G_DEFINE_FINAL_TYPE (DwellComparisonValuesPage, dwell_comparison_values_page,
                     DWELL_TYPE_COMPARISON_ROWS_PAGE)

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  static const int widths[DWELL_N_COMPARISON_VALUE_COLUMNS] = {
    [DWELL_COMPARISON_VALUE_NAME] = 200, [DWELL_COMPARISON_VALUE_CONTEXT] = 140,
    [DWELL_COMPARISON_VALUE_CHANGE] = 132,
  };

  dwell_comparison_columns_add (columns, dwell_comparison_value_columns,
                                DWELL_N_COMPARISON_VALUE_COLUMNS, widths,
                                DWELL_COMPARISON_VALUE_CHANGE);
}

static void
dwell_comparison_values_page_class_init (DwellComparisonValuesPageClass *klass)
{
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  page_class->add_columns = add_columns;
  dwell_table_page_class_set_up (page_class, "comparison-values");
}

static void
dwell_comparison_values_page_init (DwellComparisonValuesPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));

  dwell_comparison_rows_page_set_list (DWELL_COMPARISON_ROWS_PAGE (self),
                                       dwell_comparison_values_new (),
                                       DWELL_COMPARISON_VALUE_CHANGE);
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "focus-changed",
                          G_CALLBACK (dwell_table_page_follow));
}
