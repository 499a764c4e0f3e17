/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/comparison/dwell-comparison-rows-page.h"

typedef struct {
  DwellComparisonRows *list; /* the table page owns it */
} DwellComparisonRowsPagePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (DwellComparisonRowsPage, dwell_comparison_rows_page,
                                     DWELL_TYPE_TABLE_PAGE)

static DwellComparisonRows *
get_list (gpointer page)
{
  DwellComparisonRowsPagePrivate *priv = dwell_comparison_rows_page_get_instance_private (page);

  return priv->list;
}

static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_comparison_rows_sort (get_list (page), (guint) by, descending);
}

static gboolean
set_filter (DwellTablePage  *page,
            const char      *text,
            GError         **error)
{
  return dwell_comparison_rows_set_filter (get_list (page), text, error);
}

/* Several rows may be of the area in focus: if one of them is selected, it stays selected. */
static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellComparisonRows *list = get_list (page);
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (page));
  guint position = dwell_table_page_get_selected (page);

  if (position == GTK_INVALID_LIST_POSITION ||
      dwell_comparison_rows_get_area (list, position) != area)
    dwell_table_page_select (page, dwell_comparison_rows_find_area (list, area), scroll);
}

/* An area that only the other recording has cannot be in focus in this tab. */
static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  guint32 area = dwell_comparison_rows_get_area (get_list (page), position);

  if (area != DWELL_NONE)
    dwell_view_focus_area (dwell_view_bin_get_view (DWELL_VIEW_BIN (page)), area);
  return area != DWELL_NONE;
}

static void
dwell_comparison_rows_page_class_init (DwellComparisonRowsPageClass *klass)
{
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  page_class->sort = sort;
  page_class->set_filter = set_filter;
  page_class->follow = follow;
  page_class->focus = focus;
}

static void
dwell_comparison_rows_page_init (DwellComparisonRowsPage *self)
{
}

/**
 * dwell_comparison_rows_page_set_list:
 * @self: a page with its template
 * @list: (transfer full): the list that its table shows
 * @sort_by: the column that it is sorted by, descending, until the user chooses another
 *
 * Sets the list. Call it once, in init.
 */
void
dwell_comparison_rows_page_set_list (DwellComparisonRowsPage *self,
                                     DwellComparisonRows     *list,
                                     guint                    sort_by)
{
  DwellComparisonRowsPagePrivate *priv = dwell_comparison_rows_page_get_instance_private (self);

  g_return_if_fail (priv->list == NULL);

  priv->list = list;
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (list));
  dwell_table_page_set_up (DWELL_TABLE_PAGE (self), list, (int) sort_by, TRUE);
}
