/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of source of both recordings beside each other, matched by where they stand in their
 * routines. */
#include "config.h"

#include "ui/comparison/dwell-comparison-lines-page.h"

#include <glib/gi18n-lib.h>

#include "model/comparison/dwell-comparison-lines.h"
#include "ui/comparison/dwell-comparison-columns.h"
#include "ui/compat/dwell-names.h"

struct _DwellComparisonLinesPage
{
  DwellTablePage parent_instance;

  GtkLabel            *sentence;
  DwellComparisonRows *list; /* the table page owns it */
};

G_DEFINE_FINAL_TYPE (DwellComparisonLinesPage, dwell_comparison_lines_page, DWELL_TYPE_TABLE_PAGE)

/* Where hits are what is compared, they need no columns of their own. */
static void
show_columns (DwellComparisonLinesPage *self,
              gboolean                  are_times)
{
  DwellTableColumns *columns = dwell_table_page_get_columns (DWELL_TABLE_PAGE (self));

  for (int i = DWELL_COMPARISON_LINE_HITS_CHANGE; i <= DWELL_COMPARISON_LINE_HITS_NEW; i++)
    dwell_table_columns_set_available (columns, i, are_times);
}

static void
on_rows_changed (DwellComparisonLinesPage *self)
{
  const DwellLineDifference *difference = dwell_comparison_lines_get (self->list);
  g_autofree char *sentence = dwell_comparison_lines_describe (self->list);

  gtk_label_set_text (self->sentence, sentence);
  gtk_widget_set_visible (GTK_WIDGET (self->sentence), *sentence != '\0');
  if (difference != NULL)
    show_columns (self, difference->are_times);
}

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  static const int widths[DWELL_N_COMPARISON_LINE_COLUMNS] = {
    [DWELL_COMPARISON_LINE_NAME] = 176, [DWELL_COMPARISON_LINE_ROUTINE] = 140,
    [DWELL_COMPARISON_LINE_MODULE] = 140, [DWELL_COMPARISON_LINE_CHANGE] = 132,
  };

  dwell_comparison_columns_add (columns, dwell_comparison_line_columns,
                                DWELL_N_COMPARISON_LINE_COLUMNS, widths,
                                DWELL_COMPARISON_LINE_CHANGE);
}

static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_comparison_rows_sort (DWELL_COMPARISON_LINES_PAGE (page)->list, (guint) by, descending);
}

static gboolean
set_filter (DwellTablePage  *page,
            const char      *text,
            GError         **error)
{
  return dwell_comparison_rows_set_filter (DWELL_COMPARISON_LINES_PAGE (page)->list, text, error);
}

static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellComparisonLinesPage *self = DWELL_COMPARISON_LINES_PAGE (page);
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));
  guint position = dwell_table_page_get_selected (page);

  if (position == GTK_INVALID_LIST_POSITION ||
      dwell_comparison_rows_get_area (self->list, position) != area)
    dwell_table_page_select (page, dwell_comparison_rows_find_area (self->list, area), scroll);
}

/* A line that only the other recording has cannot be in focus in this tab. */
static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  DwellComparisonLinesPage *self = DWELL_COMPARISON_LINES_PAGE (page);
  guint32 area = dwell_comparison_rows_get_area (self->list, position);

  if (area != DWELL_NONE)
    dwell_view_focus_area (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)), area);
  return area != DWELL_NONE;
}

static void
dwell_comparison_lines_page_class_init (DwellComparisonLinesPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  page_class->add_columns = add_columns;
  page_class->sort = sort;
  page_class->set_filter = set_filter;
  page_class->follow = follow;
  page_class->focus = focus;
  dwell_table_page_class_set_up (page_class, "comparison-lines");

  gtk_widget_class_bind_template_child (widget_class, DwellComparisonLinesPage, sentence);
}

static void
dwell_comparison_lines_page_init (DwellComparisonLinesPage *self)
{
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));

  self->list = dwell_comparison_lines_new ();
  dwell_view_bin_add (bin, DWELL_QUERY (self->list));
  dwell_table_page_set_up (DWELL_TABLE_PAGE (self), self->list, DWELL_COMPARISON_LINE_CHANGE,
                           TRUE);
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (on_rows_changed), self,
                           G_CONNECT_SWAPPED);
  on_rows_changed (self);
  dwell_view_bin_connect (bin, "focus-changed", G_CALLBACK (dwell_table_page_follow));
}
