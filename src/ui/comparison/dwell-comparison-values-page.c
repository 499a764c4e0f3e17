/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/comparison/dwell-comparison-values-page.h"

#include "model/comparison/dwell-comparison-values.h"
#include "ui/comparison/dwell-comparison-columns.h"
#include "ui/compat/dwell-names.h"

struct _DwellComparisonValuesPage
{
  DwellTablePage parent_instance;

  DwellComparisonRows *list; /* the table page owns it */
};

G_DEFINE_FINAL_TYPE (DwellComparisonValuesPage, dwell_comparison_values_page,
                     DWELL_TYPE_TABLE_PAGE)

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
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_comparison_rows_sort (DWELL_COMPARISON_VALUES_PAGE (page)->list, (guint) by, descending);
}

static gboolean
set_filter (DwellTablePage  *page,
            const char      *text,
            GError         **error)
{
  return dwell_comparison_rows_set_filter (DWELL_COMPARISON_VALUES_PAGE (page)->list, text, error);
}

static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellComparisonValuesPage *self = DWELL_COMPARISON_VALUES_PAGE (page);
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));
  guint position = dwell_table_page_get_selected (page);

  if (position == GTK_INVALID_LIST_POSITION ||
      dwell_comparison_rows_get_area (self->list, position) != area)
    dwell_table_page_select (page, dwell_comparison_rows_find_area (self->list, area), scroll);
}

/* What only the other recording has cannot be in focus in this tab. */
static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  DwellComparisonValuesPage *self = DWELL_COMPARISON_VALUES_PAGE (page);
  guint32 area = dwell_comparison_rows_get_area (self->list, position);

  if (area != DWELL_NONE)
    dwell_view_focus_area (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)), area);
  return area != DWELL_NONE;
}

static void
dwell_comparison_values_page_class_init (DwellComparisonValuesPageClass *klass)
{
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  page_class->add_columns = add_columns;
  page_class->sort = sort;
  page_class->set_filter = set_filter;
  page_class->follow = follow;
  page_class->focus = focus;
  dwell_table_page_class_set_up (page_class, "comparison-values");
}

static void
dwell_comparison_values_page_init (DwellComparisonValuesPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));

  self->list = dwell_comparison_values_new ();
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->list));
  dwell_table_page_set_up (DWELL_TABLE_PAGE (self), self->list, DWELL_COMPARISON_VALUE_CHANGE,
                           TRUE);
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "focus-changed",
                          G_CALLBACK (dwell_table_page_follow));
}
