/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Call tree page: what called what in the view's scope, from above, from below, or around the
 * area in focus, as a table that unfolds. A selected row has its area in focus. */
#include "config.h"

#include "ui/pages/dwell-tree-page.h"

#include <glib/gi18n-lib.h>

#include "analysis/dwell-share.h"
#include "core/dwell-text.h"
#include "ui/dwell-toast.h"
#include "ui/pages/dwell-page-states.h"
#include "ui/pages/dwell-tree-page-private.h"
#include "ui/table/dwell-table-tools.h"
#include "ui/table/dwell-table.h"

#define WEIGHT_WIDTH 116

G_DEFINE_FINAL_TYPE (DwellTreePage, dwell_tree_page, DWELL_TYPE_CALLS_PAGE)

DwellTree *
_dwell_tree_page_get_tree (DwellTreePage *self)
{
  return dwell_calls_page_get_tree (DWELL_CALLS_PAGE (self));
}

/* The figures of the selected row; false if there is none. */
gboolean
_dwell_tree_page_get_selected (DwellTreePage *self,
                               DwellTreeRow  *row)
{
  g_autoptr(DwellTreeItem) item = NULL;

  item = g_list_model_get_item (G_LIST_MODEL (self->list),
                                dwell_tree_list_get_current (self->list));
  if (item != NULL)
    *row = *dwell_tree_item_get_row (item);
  return item != NULL;
}

static void
update_state (DwellTreePage *self)
{
  const char *state = "table";

  if (g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 0)
    {
      if (dwell_asker_get_busy (DWELL_ASKER (self->list)) ||
          dwell_calls_page_get_busy (DWELL_CALLS_PAGE (self)))
        state = "loading";
      else if (dwell_tree_list_get_mode (self->list) == DWELL_TREE_AROUND &&
               dwell_tree_list_get_area (self->list) == DWELL_NONE)
        state = "no-area";
      else
        state = "empty";
    }

  dwell_page_states_show (self->states, state,
                          dwell_asker_has_lacked (DWELL_ASKER (self->list)) ||
                          dwell_calls_page_has_lacked (DWELL_CALLS_PAGE (self)));
}

/* What is selected in the table is the list\'s current row. */
static void
select_current (DwellTreePage *self,
                gboolean       scroll)
{
  guint position = dwell_tree_list_get_current (self->list);

  dwell_table_rows_set_selected (self->rows,
                                 position != G_MAXUINT ? position : GTK_INVALID_LIST_POSITION);
  if (scroll && position != G_MAXUINT)
    {
      dwell_table_scroll_to (self->table, position);
      dwell_table_move_focus (self->table, position);
    }
  _dwell_tree_page_update_actions (self);
}

static void
on_items_changed (DwellTreePage *self)
{
  select_current (self, FALSE);
  update_state (self);
}

static void
on_chosen (DwellTreePage *self,
           guint          position)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  DwellTreeRow row;

  dwell_tree_list_set_current (self->list, position);
  if (view != NULL && _dwell_tree_page_get_selected (self, &row) && row.area != DWELL_NONE)
    {
      self->is_updating = TRUE;
      dwell_view_focus_area (view, row.area);
      self->is_updating = FALSE;
    }
  _dwell_tree_page_update_actions (self);
}

/* The row that the program went to becomes the selected one. */
void
_dwell_tree_page_show_current (DwellTreePage *self,
                               gboolean       is_there)
{
  if (!is_there)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }

  select_current (self, TRUE);
  on_chosen (self, dwell_tree_list_get_current (self->list));
}

static void
on_unfolded_below (DwellTreePage *self,
                   gboolean       is_whole)
{
  if (!is_whole)
    dwell_toast_show (GTK_WIDGET (self), _("There is more below than can be unfolded at once"));
  select_current (self, TRUE);
}

static void
update_titles (DwellTreePage *self)
{
  DwellTree *tree = _dwell_tree_page_get_tree (self);
  const char *unit = tree != NULL && !tree->weights_are_times ? dwell_tree_get_unit (tree) : "";
  g_autofree char *total = NULL;
  g_autofree char *own = NULL;

  /* Translators: %s is what a profile counts, as “samples” */
  total = *unit != '\0' ? g_strdup_printf (_("Total (%s)"), unit) : g_strdup (_("Total"));
  /* Translators: %s is what a profile counts, as “samples” */
  own = *unit != '\0' ? g_strdup_printf (_("Self (%s)"), unit) : g_strdup (_("Self"));
  dwell_table_columns_set_title (self->columns, DWELL_TREE_TOTAL, total);
  dwell_table_columns_set_title (self->columns, DWELL_TREE_SELF, own);
  dwell_table_columns_set_available (self->columns, DWELL_TREE_SELF,
                                     tree == NULL || tree->selves != NULL);
  dwell_table_columns_set_available (self->columns, DWELL_TREE_SELF_SHARE,
                                     tree == NULL || tree->selves != NULL);
  gtk_widget_set_visible (self->scope_bar, tree == NULL || tree->is_of_spans);
}

static void
on_tree_changed (DwellTreePage *self)
{
  dwell_tree_path_show (self->path, _dwell_tree_page_get_tree (self),
                        dwell_tree_list_get_root (self->list));
  update_titles (self);
  _dwell_tree_page_update_actions (self);
  update_state (self);
}

static void
on_match_changed (DwellTreePage *self)
{
  DwellTree *tree = _dwell_tree_page_get_tree (self);
  const DwellTreeMatch *match = dwell_calls_page_get_match (DWELL_CALLS_PAGE (self));

  gtk_widget_set_visible (self->matched, match != NULL);
  if (match != NULL)
    {
      g_autofree char *count = dwell_text_count (match->n_nodes);
      g_autofree char *share =
        dwell_text_percent (dwell_share ((double) match->weight,
                                         dwell_tree_get_whole (tree, DWELL_NONE)));
      g_autofree char *text = NULL;

      if (*share != '\0')
        /* Translators: how many rows a search matched, and which part of all time they hold */
        text = g_strdup_printf (ngettext ("%s match, %s", "%s matches, %s", match->n_nodes), count,
                                share);
      else
        /* Translators: how many rows a search matched */
        text = g_strdup_printf (ngettext ("%s match", "%s matches", match->n_nodes), count);
      gtk_label_set_text (GTK_LABEL (self->matched), text);
    }
  _dwell_tree_page_update_actions (self);
}

static void
on_focus_changed (DwellTreePage *self)
{
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));

  if (!self->is_updating && area != DWELL_NONE)
    dwell_tree_list_set_area (self->list, area);
}

static void
dwell_tree_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_tree_page_parent_class)->map (widget);

  dwell_table_rows_set_shown (DWELL_TREE_PAGE (widget)->rows, TRUE);
  on_items_changed (DWELL_TREE_PAGE (widget));
}

static void
dwell_tree_page_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_tree_page_parent_class)->unmap (widget);

  dwell_table_rows_set_shown (DWELL_TREE_PAGE (widget)->rows, FALSE);
}

static void
fill (DwellCell *cell,
      gpointer   data,
      int        id,
      gpointer   user_data)
{
  DwellTreePage *self = user_data;
  DwellTreeItem *item = data;
  const DwellTreeRow *row = dwell_tree_item_get_row (item);
  g_autofree char *text = dwell_tree_item_get_text (item, (DwellTreeColumn) id);

  dwell_cell_set_text (cell, text);

  if (id == DWELL_TREE_NAME)
    {
      if (self->levels != NULL)
        dwell_table_levels_apply (self->levels, cell, row->depth);
      dwell_cell_set_expander (cell, !row->has_children ? DWELL_EXPANDER_LEAF
                                     : row->is_unfolded ? DWELL_EXPANDER_UNFOLDED
                                                        : DWELL_EXPANDER_FOLDED);
      dwell_cell_set_swatch_of (cell, dwell_tree_item_get_area_name (item));
    }
  else if (id == DWELL_TREE_TOTAL_SHARE)
    {
      dwell_cell_set_fraction (cell, row->total_share);
    }
  else if (id == DWELL_TREE_SELF_SHARE)
    {
      dwell_cell_set_fraction (cell, row->self_share);
    }
}

static guint
get_depth (gpointer item)
{
  return dwell_tree_item_get_row (item)->depth;
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  return is_plain ? dwell_tree_item_get_plain (item, (DwellTreeColumn) id)
                  : dwell_tree_item_get_text (item, (DwellTreeColumn) id);
}

static void
on_sort_changed (DwellTreePage *self,
                 int            by,
                 gboolean       descending)
{
  dwell_tree_list_sort (self->list, (DwellTreeColumn) by, descending);
}

static void
on_mode_toggled (DwellTreePage   *self,
                 GtkToggleButton *button)
{
  DwellTreeMode mode = button == self->bottom_up ? DWELL_TREE_BOTTOM_UP
                       : button == self->around  ? DWELL_TREE_AROUND
                                                 : DWELL_TREE_TOP_DOWN;
  int sorted_by = dwell_table_columns_get_sorted_by (self->columns);
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));

  if (!gtk_toggle_button_get_active (button) || mode == dwell_tree_list_get_mode (self->list))
    return;

  /* From below, what does most itself is looked for. */
  if (mode == DWELL_TREE_BOTTOM_UP && sorted_by == DWELL_TREE_TOTAL)
    dwell_table_columns_sort (self->columns, DWELL_TREE_SELF, TRUE);
  else if (mode != DWELL_TREE_BOTTOM_UP && sorted_by == DWELL_TREE_SELF)
    dwell_table_columns_sort (self->columns, DWELL_TREE_TOTAL, TRUE);
  if (area != DWELL_NONE)
    dwell_tree_list_set_area (self->list, area);
  dwell_tree_list_set_mode (self->list, mode);
  update_state (self);
}

void
_dwell_tree_page_set_root (DwellTreePage *self,
                           guint32        node)
{
  dwell_tree_list_set_root (self->list, node);
  dwell_tree_path_show (self->path, _dwell_tree_page_get_tree (self), node);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->list)) > 0)
    {
      dwell_tree_list_set_current (self->list, 0);
      select_current (self, TRUE);
    }
}

static void
on_path_chosen (DwellTreePage *self,
                guint          node)
{
  _dwell_tree_page_set_root (self, node);
  gtk_widget_grab_focus (GTK_WIDGET (self->table));
}

static void
on_activate (DwellTreePage *self,
             guint          position)
{
  dwell_tree_list_set_current (self->list, position);
  _dwell_tree_page_update_actions (self);
  if (dwell_tree_list_get_mode (self->list) == DWELL_TREE_TOP_DOWN)
    gtk_widget_activate_action (GTK_WIDGET (self), "tree.focus", NULL);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "tree.around", NULL);
}

static void
on_search_changed (DwellTreePage *self)
{
  dwell_calls_page_search (DWELL_CALLS_PAGE (self), self->search, self->search_error);
}

static void
on_search_activated (DwellTreePage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "tree.next-match", NULL);
}

static void
on_search_back (DwellTreePage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "tree.previous-match", NULL);
}

static void
on_press (DwellTreePage *self,
          int            n_press,
          double         x,
          double         y)
{
  g_autoptr(DwellTreeItem) item = NULL;
  guint position;

  if (!dwell_table_pick_expander (self->table, x, y, &position))
    return;

  item = g_list_model_get_item (G_LIST_MODEL (self->list), position);
  if (item != NULL)
    dwell_tree_list_fold (self->list, position, dwell_tree_item_get_row (item)->is_unfolded);
}

static void
on_secondary_press (DwellTreePage *self,
                    int            n_press,
                    double         x,
                    double         y)
{
  dwell_table_popup_menu (self->table, self->row_menu, x, y);
}

static void
dwell_tree_page_take_source (DwellCallsPage  *page,
                             DwellTreeSource *source)
{
  DwellTreePage *self = DWELL_TREE_PAGE (page);

  dwell_tree_list_set_source (self->list, source);
  on_tree_changed (self);
  on_match_changed (self);
}

static void
dwell_tree_page_dispose (GObject *object)
{
  DwellTreePage *self = DWELL_TREE_PAGE (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (self), NULL);
  g_clear_pointer (&self->row_menu, gtk_widget_unparent);
  g_clear_object (&self->columns);
  g_clear_object (&self->levels);
  g_clear_object (&self->rows);
  g_clear_object (&self->list);

  G_OBJECT_CLASS (dwell_tree_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-tree-page.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, scope_bar);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, top_down);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, bottom_up);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, around);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, search);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, search_error);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, matched);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, path);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, states);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, table);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, row_menu);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, columns_button);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_mode_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_path_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_back);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_press);
  gtk_widget_class_bind_template_callback (widget_class, on_secondary_press);
}

static void
dwell_tree_page_class_init (DwellTreePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_tree_page_dispose;
  widget_class->map = dwell_tree_page_map;
  widget_class->unmap = dwell_tree_page_unmap;
  DWELL_CALLS_PAGE_CLASS (klass)->take_source = dwell_tree_page_take_source;

  _dwell_tree_page_install_actions (widget_class);
  bind_template (widget_class);
}

static void
add_columns (DwellTreePage *self)
{
  static const struct {
    const char *name;
    const char *title;
    int         width;
  } infos[DWELL_N_TREE_COLUMNS] = {
    [DWELL_TREE_NAME] = { "name", N_("Name"), 320 },
    [DWELL_TREE_COUNT] = { "count", N_("Count"), 84 },
    [DWELL_TREE_TOTAL] = { "total", N_("Total"), WEIGHT_WIDTH },
    /* xgettext:no-c-format */
    [DWELL_TREE_TOTAL_SHARE] = { "total_share", N_("Total %"), 92 },
    [DWELL_TREE_SELF] = { "self", N_("Self"), WEIGHT_WIDTH },
    /* xgettext:no-c-format */
    [DWELL_TREE_SELF_SHARE] = { "self_share", N_("Self %"), 92 },
  };

  for (int i = 0; i < DWELL_N_TREE_COLUMNS; i++)
    {
      DwellTableColumn column = {
        .title = _(infos[i].title),
        .width = infos[i].width,
        .is_number = i != DWELL_TREE_NAME,
        .expands = i == DWELL_TREE_NAME,
        .id = i,
        .fill = fill,
        .user_data = self,
        .name = infos[i].name,
        .get_text = get_text,
        .sort = i == DWELL_TREE_NAME ? DWELL_TABLE_ASCENDING : DWELL_TABLE_DESCENDING,
        .is_fixed = i == DWELL_TREE_NAME,
      };

      dwell_table_columns_add (self->columns, &column);
    }
}

static void
dwell_tree_page_init (DwellTreePage *self)
{
  DwellCallsPage *page = DWELL_CALLS_PAGE (self);

  g_type_ensure (DWELL_TYPE_TREE_PATH);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_parent (self->row_menu, GTK_WIDGET (self));

  self->list = dwell_tree_list_new ();
  self->rows = dwell_table_rows_new (G_LIST_MODEL (self->list));
  dwell_table_rows_set_max_selected (self->rows, G_MAXUINT);
  dwell_table_add_fold_keys (self->table, "tree.fold", "tree.unfold");
  self->columns = dwell_table_columns_new (self->table, "tree");
  add_columns (self);
  dwell_columns_button_set_columns (self->columns_button, self->columns);
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (self->rows));
  self->levels = dwell_table_levels_new (self->table, self->rows, G_LIST_MODEL (self->list),
                                         get_depth);
  dwell_table_tools_set_up (GTK_WIDGET (self), self->columns, DWELL_LIST (self->list),
                            "call-tree");

  g_signal_connect_object (self->columns, "sort-changed", G_CALLBACK (on_sort_changed), self,
                           G_CONNECT_SWAPPED);
  dwell_table_columns_restore (self->columns, DWELL_TREE_TOTAL, TRUE);
  g_signal_connect_object (self->rows, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "notify::busy", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "arrived", G_CALLBACK (_dwell_tree_page_show_current), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "unfolded-below", G_CALLBACK (on_unfolded_below), self,
                           G_CONNECT_SWAPPED);
  /* After the rows have dropped what is no longer there. */
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (on_items_changed), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);

  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "focus-changed", G_CALLBACK (on_focus_changed));
  dwell_calls_page_connect_source (page, "tree-changed", G_CALLBACK (on_tree_changed));
  dwell_calls_page_connect_source (page, "match-changed", G_CALLBACK (on_match_changed));
  dwell_calls_page_connect_source (page, "notify::busy", G_CALLBACK (update_state));

  _dwell_tree_page_update_actions (self);
  update_state (self);
}
