/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call trees of both recordings as a table: what the flame graph shows, in words and
 * figures. */
#include "config.h"

#include "ui/comparison/dwell-comparison-calls-page.h"

#include <glib/gi18n-lib.h>

#include "model/comparison/dwell-comparison-calls.h"
#include "ui/compat/dwell-names.h"

struct _DwellComparisonCallsPage
{
  DwellTablePage parent_instance;

  DwellComparisonTree  *tree;
  DwellComparisonCalls *list; /* the table page owns it */
};

G_DEFINE_FINAL_TYPE (DwellComparisonCallsPage, dwell_comparison_calls_page, DWELL_TYPE_TABLE_PAGE)

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  const DwellComparisonCallRow *row = dwell_comparison_call_get_row (item);
  g_autofree char *text = dwell_comparison_call_get_text (item, (DwellComparisonCallColumn) id);

  dwell_cell_set_text (cell, text);
  if (id == DWELL_COMPARISON_CALL_NAME)
    {
      guint32 area;
      const DwellTrace *trace = dwell_comparison_call_get_trace (item, &area);

      dwell_table_page_indent (user_data, cell, row->depth);
      dwell_cell_set_expander (cell, !row->has_children ? DWELL_EXPANDER_LEAF
                                     : row->is_unfolded ? DWELL_EXPANDER_UNFOLDED
                                                        : DWELL_EXPANDER_FOLDED);
      dwell_cell_set_area (cell, trace, area);
    }
  else if (id == DWELL_COMPARISON_CALL_CHANGE)
    {
      dwell_cell_set_change (cell, dwell_comparison_call_get_share (item));
    }
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  return is_plain ? dwell_comparison_call_get_plain (item, (DwellComparisonCallColumn) id)
                  : dwell_comparison_call_get_text (item, (DwellComparisonCallColumn) id);
}

static guint
get_depth (gpointer item)
{
  return dwell_comparison_call_get_row (item)->depth;
}

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  for (int i = 0; i < DWELL_N_COMPARISON_CALL_COLUMNS; i++)
    {
      const DwellColumnInfo *info = &dwell_comparison_call_columns[i];
      gboolean is_name = i == DWELL_COMPARISON_CALL_NAME;
      DwellTableColumn column = {
        .title = _(info->title),
        .width = is_name ? 200 : 104,
        .is_number = dwell_column_is_number (info),
        .expands = is_name,
        .id = i,
        .fill = fill,
        .user_data = page,
        .name = info->id,
        .get_text = get_text,
        .get_depth = is_name ? get_depth : NULL,
        .tip = info->summary != NULL ? _(info->summary) : NULL,
        .sort = i == DWELL_COMPARISON_CALL_VERDICT ? DWELL_TABLE_UNSORTED
                : is_name ? DWELL_TABLE_ASCENDING : DWELL_TABLE_DESCENDING,
        .is_fixed = is_name,
      };

      dwell_table_columns_add (columns, &column);
    }
}

static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_comparison_calls_sort (DWELL_COMPARISON_CALLS_PAGE (page)->list,
                               (DwellComparisonCallColumn) by, descending);
}

/* Selects the row of the area in focus, unless a row that calls that area is selected already. */
static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellComparisonCallsPage *self = DWELL_COMPARISON_CALLS_PAGE (page);
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));
  guint32 node = dwell_comparison_calls_get_node (self->list,
                                                  dwell_table_page_get_selected (page));

  if (node != DWELL_NONE && (area == DWELL_NONE ||
                             dwell_comparison_tree_get_area (self->tree, node) == area))
    return;

  node = dwell_comparison_tree_find_area (self->tree, area);
  dwell_table_page_select (page, dwell_comparison_calls_go_to (self->list, node), scroll);
}

/* A call that only the other recording has cannot be in focus in this tab. */
static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  DwellComparisonCallsPage *self = DWELL_COMPARISON_CALLS_PAGE (page);
  guint32 node = dwell_comparison_calls_get_node (self->list, position);
  guint32 area = node != DWELL_NONE ? dwell_comparison_tree_get_area (self->tree, node)
                                    : DWELL_NONE;

  if (area != DWELL_NONE)
    dwell_view_focus_area (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)), area);
  return area != DWELL_NONE;
}

static gboolean
get_row (DwellComparisonCallsPage *self,
         guint                     position,
         DwellComparisonCallRow   *row)
{
  g_autoptr(DwellComparisonCall) item = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  if (item != NULL)
    *row = *dwell_comparison_call_get_row (item);
  return item != NULL;
}

static void
toggle (DwellTablePage *page,
        guint           position)
{
  DwellComparisonCallsPage *self = DWELL_COMPARISON_CALLS_PAGE (page);
  DwellComparisonCallRow row;

  if (get_row (self, position, &row) && row.has_children)
    dwell_comparison_calls_fold (self->list, position, row.is_unfolded);
}

/* As in every tree: folding a row that is folded already goes to its parent, unfolding one that is
 * unfolded to its first child. */
static void
fold_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellComparisonCallsPage *self = DWELL_COMPARISON_CALLS_PAGE (widget);
  guint position = dwell_table_page_get_selected (DWELL_TABLE_PAGE (self));
  gboolean folds = g_str_equal (name, "comparison-calls.fold");
  DwellComparisonCallRow row;

  if (!get_row (self, position, &row))
    return;

  if (row.has_children && row.is_unfolded == folds)
    {
      dwell_comparison_calls_fold (self->list, position, folds);
      dwell_table_page_select (DWELL_TABLE_PAGE (self), position, TRUE);
      return;
    }

  position = folds ? dwell_comparison_calls_get_parent (self->list, position) : position + 1;
  if (position == G_MAXUINT || (!folds && !row.has_children))
    return;

  dwell_table_page_select (DWELL_TABLE_PAGE (self), position, TRUE);
  focus (DWELL_TABLE_PAGE (self), position);
}

static void
dwell_comparison_calls_page_dispose (GObject *object)
{
  DwellComparisonCallsPage *self = DWELL_COMPARISON_CALLS_PAGE (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_object (&self->tree);

  G_OBJECT_CLASS (dwell_comparison_calls_page_parent_class)->dispose (object);
}

static void
dwell_comparison_calls_page_class_init (DwellComparisonCallsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_comparison_calls_page_dispose;
  page_class->add_columns = add_columns;
  page_class->sort = sort;
  page_class->follow = follow;
  page_class->focus = focus;
  page_class->toggle = toggle;
  page_class->get_depth = get_depth;

  gtk_widget_class_install_action (widget_class, "comparison-calls.fold", NULL, fold_action);
  gtk_widget_class_install_action (widget_class, "comparison-calls.unfold", NULL, fold_action);
  dwell_table_page_class_set_up (page_class, "comparison-calls");
}

static void
dwell_comparison_calls_page_init (DwellComparisonCallsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "focus-changed",
                          G_CALLBACK (dwell_table_page_follow));
}

/**
 * dwell_comparison_calls_page_set_tree:
 * @self: a page without a view
 * @tree: the trees of both recordings
 *
 * Sets the trees to show. Call it once.
 */
void
dwell_comparison_calls_page_set_tree (DwellComparisonCallsPage *self,
                                      DwellComparisonTree      *tree)
{
  g_return_if_fail (DWELL_IS_COMPARISON_CALLS_PAGE (self) && self->tree == NULL);
  g_return_if_fail (DWELL_IS_COMPARISON_TREE (tree));

  self->tree = g_object_ref (tree);
  self->list = dwell_comparison_calls_new (tree);
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (tree));
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->list));
  dwell_table_page_set_up (DWELL_TABLE_PAGE (self), self->list, DWELL_COMPARISON_CALL_CHANGE, TRUE);
}
