/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Call Tree page: what called what in the view's scope, top-down, bottom-up, or around the area
 * in focus, as a table that unfolds. The area of the selected row is in focus. */
#include "config.h"

#include "ui/pages/dwell-tree-page.h"

#include <glib/gi18n-lib.h>

#include "analysis/statistics/dwell-share.h"
#include "core/dwell-text.h"
#include "ui/pages/dwell-calls.h"
#include "ui/pages/dwell-tree-columns.h"
#include "ui/table/dwell-table.h"
#include "ui/widgets/dwell-toast.h"
#include "ui/widgets/dwell-tree-path.h"

struct _DwellTreePage
{
  DwellTablePage parent_instance;

  GtkWidget       *scope_bar;
  GtkToggleButton *top_down;
  GtkToggleButton *bottom_up;
  GtkToggleButton *around;
  GtkWidget       *search;
  GtkWidget       *search_error;
  GtkWidget       *matched;
  DwellTreePath   *path;

  DwellTreeList *list; /* the table page owns it */
  gboolean       is_updating;
  gboolean       is_following; /* the list is going to the row of the view's focus */
};

G_DEFINE_FINAL_TYPE (DwellTreePage, dwell_tree_page, DWELL_TYPE_TABLE_PAGE)

static DwellTree *
get_tree (DwellTreePage *self)
{
  return dwell_calls_get_tree (DWELL_VIEW_BIN (self));
}

/* Gets the figures of the selected row; returns FALSE if no row is selected. */
static gboolean
get_selected (DwellTreePage *self,
              DwellTreeRow  *row)
{
  g_autoptr(DwellTreeItem) item = NULL;

  item = g_list_model_get_item (G_LIST_MODEL (self->list),
                                dwell_tree_list_get_current (self->list));
  if (item != NULL)
    *row = *dwell_tree_item_get_row (item);
  return item != NULL;
}

static guint32
get_longest (DwellTreePage *self)
{
  DwellTree *tree = get_tree (self);
  DwellTreeRow row;

  if (tree == NULL || tree->longest == NULL || !get_selected (self, &row) ||
      row.node == DWELL_NONE)
    return DWELL_NONE;

  return tree->longest[row.node];
}

static void
update_actions (DwellTreePage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  DwellTreeRow row = { .area = DWELL_NONE, .node = DWELL_NONE };
  gboolean has_row = get_selected (self, &row);
  const DwellTreeMatch *match = dwell_calls_get_match (DWELL_VIEW_BIN (self));
  gboolean has_match = match != NULL && match->n_nodes > 0;

  gtk_widget_action_set_enabled (widget, "tree.focus", row.node != DWELL_NONE && row.has_children);
  gtk_widget_action_set_enabled (widget, "tree.around", row.area != DWELL_NONE);
  gtk_widget_action_set_enabled (widget, "tree.longest", get_longest (self) != DWELL_NONE);
  gtk_widget_action_set_enabled (widget, "tree.unfold-below", has_row && row.has_children);
  gtk_widget_action_set_enabled (widget, "tree.copy-name", has_row);
  gtk_widget_action_set_enabled (widget, "tree.next-match", has_match);
  gtk_widget_action_set_enabled (widget, "tree.previous-match", has_match);
}

static void
update_state (DwellTablePage *page)
{
  DwellTreePage *self = DWELL_TREE_PAGE (page);
  DwellViewBin *bin = DWELL_VIEW_BIN (page);
  DwellQuery *query = DWELL_QUERY (self->list);
  const char *state = "empty";

  if (dwell_list_get_n_items (DWELL_LIST (self->list)) > 0)
    state = "table";
  else if (dwell_query_get_busy (query) || dwell_calls_get_busy (bin))
    state = "loading";
  else if (dwell_tree_list_get_mode (self->list) == DWELL_TREE_AROUND &&
           dwell_tree_list_get_area (self->list) == DWELL_NONE)
    state = "no-area";

  dwell_table_page_show_state (page, state,
                               dwell_query_has_lacked (query) || dwell_calls_has_lacked (bin));
}

/* Selects the current row of the list. */
static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellTreePage *self = DWELL_TREE_PAGE (page);

  dwell_table_page_select (page, dwell_tree_list_get_current (self->list), scroll);
  update_actions (self);
}

static void
go_to_current (DwellTreePage *self)
{
  DwellTablePage *page = DWELL_TABLE_PAGE (self);
  guint position = dwell_tree_list_get_current (self->list);

  follow (page, FALSE);
  if (position == GTK_INVALID_LIST_POSITION)
    return;

  dwell_table_scroll_to (dwell_table_page_get_table (page), position);
  dwell_table_move_focus (dwell_table_page_get_table (page), position);
}

static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  DwellTreePage *self = DWELL_TREE_PAGE (page);
  DwellTreeRow row = { .area = DWELL_NONE };

  dwell_tree_list_set_current (self->list, position);
  if (get_selected (self, &row) && row.area != DWELL_NONE)
    {
      self->is_updating = TRUE;
      dwell_view_focus_area (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)), row.area);
      self->is_updating = FALSE;
    }
  update_actions (self);
  return row.area != DWELL_NONE;
}

/* Selects the row that the list has gone to. */
static void
show_current (DwellTreePage *self,
              gboolean       is_there)
{
  if (self->is_following)
    {
      self->is_following = FALSE;
      if (is_there)
        follow (DWELL_TABLE_PAGE (self), dwell_calls_may_scroll (DWELL_VIEW_BIN (self)));
      return;
    }

  if (!is_there)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }

  go_to_current (self);
  focus (DWELL_TABLE_PAGE (self), dwell_tree_list_get_current (self->list));
}

static void
on_unfolded_below (DwellTreePage *self,
                   gboolean       is_whole)
{
  if (!is_whole)
    dwell_toast_show (GTK_WIDGET (self), _("There is more below than can be unfolded at once"));
  go_to_current (self);
}

static void
update_titles (DwellTreePage *self)
{
  DwellTableColumns *columns = dwell_table_page_get_columns (DWELL_TABLE_PAGE (self));
  DwellTree *tree = get_tree (self);
  const char *unit = tree != NULL && !tree->weights_are_times ? dwell_tree_get_unit (tree) : "";
  g_autofree char *total = NULL;
  g_autofree char *own = NULL;

  /* Translators: %s is what a profile counts, as “samples” */
  total = *unit != '\0' ? g_strdup_printf (_("Total (%s)"), unit) : g_strdup (_("Total"));
  /* Translators: %s is what a profile counts, as “samples” */
  own = *unit != '\0' ? g_strdup_printf (_("Self (%s)"), unit) : g_strdup (_("Self"));
  dwell_table_columns_set_title (columns, DWELL_TREE_TOTAL, total);
  dwell_table_columns_set_title (columns, DWELL_TREE_SELF, own);
  dwell_table_columns_set_available (columns, DWELL_TREE_SELF,
                                     tree == NULL || tree->selves != NULL);
  dwell_table_columns_set_available (columns, DWELL_TREE_SELF_SHARE,
                                     tree == NULL || tree->selves != NULL);
  gtk_widget_set_visible (self->scope_bar, tree == NULL || tree->is_of_spans);
}

static void
on_tree_changed (DwellTreePage *self)
{
  dwell_tree_path_show (self->path, get_tree (self),
                        dwell_tree_list_get_root (self->list));
  update_titles (self);
  update_actions (self);
  dwell_table_page_update_state (DWELL_TABLE_PAGE (self));
}

static void
on_match_changed (DwellTreePage *self)
{
  DwellTree *tree = get_tree (self);
  const DwellTreeMatch *match = dwell_calls_get_match (DWELL_VIEW_BIN (self));

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
  update_actions (self);
}

static void
on_focus_changed (DwellTreePage *self)
{
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));

  if (!self->is_updating && area != DWELL_NONE)
    dwell_tree_list_set_area (self->list, area);
}

static guint
get_depth (gpointer item)
{
  return dwell_tree_item_get_row (item)->depth;
}

static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_tree_list_sort (DWELL_TREE_PAGE (page)->list, (DwellTreeColumn) by, descending);
}

static void
on_mode_toggled (DwellTreePage   *self,
                 GtkToggleButton *button)
{
  DwellTreeMode mode = button == self->bottom_up ? DWELL_TREE_BOTTOM_UP
                       : button == self->around  ? DWELL_TREE_AROUND
                                                 : DWELL_TREE_TOP_DOWN;
  DwellTableColumns *columns = dwell_table_page_get_columns (DWELL_TABLE_PAGE (self));
  int sorted_by = dwell_table_columns_get_sorted_by (columns);
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));

  if (!gtk_toggle_button_get_active (button) || mode == dwell_tree_list_get_mode (self->list))
    return;

  /* The bottom-up tree is for finding what takes the most time itself. */
  if (mode == DWELL_TREE_BOTTOM_UP && sorted_by == DWELL_TREE_TOTAL)
    dwell_table_columns_sort (columns, DWELL_TREE_SELF, TRUE);
  else if (mode != DWELL_TREE_BOTTOM_UP && sorted_by == DWELL_TREE_SELF)
    dwell_table_columns_sort (columns, DWELL_TREE_TOTAL, TRUE);
  if (area != DWELL_NONE)
    dwell_tree_list_set_area (self->list, area);
  dwell_tree_list_set_mode (self->list, mode);
  dwell_table_page_update_state (DWELL_TABLE_PAGE (self));
}

static void
set_root (DwellTreePage *self,
          guint32        node)
{
  dwell_tree_list_set_root (self->list, node);
  dwell_tree_path_show (self->path, get_tree (self), node);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->list)) > 0)
    {
      dwell_tree_list_set_current (self->list, 0);
      go_to_current (self);
    }
}

static void
on_path_chosen (DwellTreePage *self,
                guint          node)
{
  set_root (self, node);
  gtk_widget_grab_focus (GTK_WIDGET (dwell_table_page_get_table (DWELL_TABLE_PAGE (self))));
}

/* The longest span of a row is the longest one with the callers of that row. If the tree is not
 * made from spans, activating a row moves to its part of the tree. */
static void
activated (DwellTablePage *page,
           guint           position)
{
  DwellTreePage *self = DWELL_TREE_PAGE (page);

  focus (page, position);
  if (get_longest (self) != DWELL_NONE)
    dwell_view_zoom_to_span (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)), get_longest (self));
  else if (dwell_tree_list_get_mode (self->list) == DWELL_TREE_TOP_DOWN)
    gtk_widget_activate_action (GTK_WIDGET (self), "tree.focus", NULL);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "tree.around", NULL);
}

static void
on_search_changed (DwellTreePage *self)
{
  dwell_calls_search (DWELL_VIEW_BIN (self), self->search, self->search_error);
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
toggle (DwellTablePage *page,
        guint           position)
{
  DwellTreePage *self = DWELL_TREE_PAGE (page);
  g_autoptr(DwellTreeItem) item = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  if (item != NULL)
    dwell_tree_list_fold (self->list, position, dwell_tree_item_get_row (item)->is_unfolded);
}

/* --- Actions --- */

static void
focus_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);
  DwellTreeRow row;

  if (get_selected (self, &row) && row.node != DWELL_NONE)
    set_root (self, row.node);
}

/* One level up. */
static void
back_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);
  DwellTree *tree = get_tree (self);
  guint32 root = dwell_tree_list_get_root (self->list);

  if (tree == NULL || root == DWELL_NONE)
    return;

  set_root (self, DWELL_NONE);
  self->is_following = FALSE;
  if (dwell_tree_list_get_mode (self->list) == DWELL_TREE_TOP_DOWN)
    dwell_tree_list_go_to_node (self->list, root);
}

static void
around_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);
  DwellTreeRow row;

  if (!get_selected (self, &row) || row.area == DWELL_NONE)
    return;

  dwell_tree_list_set_area (self->list, row.area);
  gtk_toggle_button_set_active (self->around, TRUE);
}

static void
longest_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);
  guint32 span = get_longest (self);

  if (span != DWELL_NONE)
    dwell_view_reveal_span (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)), span);
}

/* As in every tree: folding a row that is folded already goes to its parent, unfolding one that is
 * unfolded to its first child. */
static void
fold_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);
  guint position = dwell_tree_list_get_current (self->list);
  gboolean fold = g_str_equal (name, "tree.fold");
  DwellTreeRow row;

  if (!get_selected (self, &row))
    return;

  if (row.has_children && row.is_unfolded == fold)
    {
      dwell_tree_list_fold (self->list, position, fold);
      return;
    }

  position = fold ? dwell_tree_list_get_parent (self->list, position) : position + 1;
  if (position == G_MAXUINT || (!fold && !row.has_children))
    return;

  dwell_tree_list_set_current (self->list, position);
  show_current (self, TRUE);
}

static void
unfold_below_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);

  dwell_tree_list_unfold_below (self->list, dwell_tree_list_get_current (self->list));
}

static void
hottest_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);

  self->is_following = FALSE;
  dwell_tree_list_go_to_hottest (self->list);
}

static void
match_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);
  int direction = g_str_equal (name, "tree.next-match") ? 1 : -1;

  self->is_following = FALSE;
  dwell_tree_list_go_to_match (self->list, direction);
}

static void
search_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  gtk_widget_grab_focus (DWELL_TREE_PAGE (widget)->search);
}

/* Switches to the top-down tree, as only that has nodes. */
static void
go_to_node (DwellViewBin *page,
            guint32       node)
{
  DwellTreePage *self = DWELL_TREE_PAGE (page);

  gtk_toggle_button_set_active (self->top_down, TRUE);
  if (dwell_tree_list_get_root (self->list) != DWELL_NONE)
    set_root (self, DWELL_NONE);
  self->is_following = FALSE;
  dwell_tree_list_go_to_node (self->list, node);
}

/* Only the top-down tree has nodes. The node of the focus may be outside the shown root. */
static void
follow_to_node (DwellViewBin *page,
                guint32       node)
{
  DwellTreePage *self = DWELL_TREE_PAGE (page);

  if (dwell_tree_list_get_mode (self->list) != DWELL_TREE_TOP_DOWN)
    return;

  self->is_following = TRUE;
  dwell_tree_list_go_to_node (self->list, node);
}

static void
show_focus_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  dwell_calls_show_focus (DWELL_VIEW_BIN (widget), go_to_node);
}

static void
copy_name_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);
  g_autoptr(DwellTreeItem) item = NULL;

  item = g_list_model_get_item (G_LIST_MODEL (self->list),
                                dwell_tree_list_get_current (self->list));
  if (item != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), dwell_tree_item_get_name (item));
}

/* --- The object --- */

static void
take_source (DwellViewBin    *page,
             DwellTreeSource *source)
{
  DwellTreePage *self = DWELL_TREE_PAGE (page);

  dwell_tree_list_set_source (self->list, source);
  on_tree_changed (self);
  on_match_changed (self);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "tree.fold", NULL, fold_action);
  gtk_widget_class_install_action (widget_class, "tree.unfold", NULL, fold_action);
  gtk_widget_class_install_action (widget_class, "tree.unfold-below", NULL, unfold_below_action);
  gtk_widget_class_install_action (widget_class, "tree.hottest", NULL, hottest_action);
  gtk_widget_class_install_action (widget_class, "tree.focus", NULL, focus_action);
  gtk_widget_class_install_action (widget_class, "tree.back", NULL, back_action);
  gtk_widget_class_install_action (widget_class, "tree.around", NULL, around_action);
  gtk_widget_class_install_action (widget_class, "tree.longest", NULL, longest_action);
  gtk_widget_class_install_action (widget_class, "tree.search", NULL, search_action);
  gtk_widget_class_install_action (widget_class, "tree.next-match", NULL, match_action);
  gtk_widget_class_install_action (widget_class, "tree.previous-match", NULL, match_action);
  gtk_widget_class_install_action (widget_class, "tree.copy-name", NULL, copy_name_action);
  gtk_widget_class_install_action (widget_class, "tree.show-focus", NULL, show_focus_action);
  dwell_calls_install (widget_class, "tree");
}

static void
dwell_tree_page_class_init (DwellTreePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  page_class->file_name = "call-tree";
  page_class->add_columns = dwell_tree_columns_add;
  page_class->sort = sort;
  page_class->follow = follow;
  page_class->focus = focus;
  page_class->activated = activated;
  page_class->toggle = toggle;
  page_class->get_depth = get_depth;
  page_class->update_state = update_state;
  install_actions (widget_class);
  dwell_table_page_class_set_up (page_class, "tree");

  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, scope_bar);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, top_down);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, bottom_up);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, around);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, search);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, search_error);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, matched);
  gtk_widget_class_bind_template_child (widget_class, DwellTreePage, path);
  gtk_widget_class_bind_template_callback (widget_class, on_mode_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_path_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_back);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
}

static void
dwell_tree_page_init (DwellTreePage *self)
{
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  g_type_ensure (DWELL_TYPE_TREE_PATH);
  gtk_widget_init_template (GTK_WIDGET (self));

  dwell_calls_set_up (bin, take_source);
  dwell_calls_follow_focus (bin, follow_to_node);
  self->list = dwell_tree_list_new ();
  dwell_table_page_set_up (DWELL_TABLE_PAGE (self), self->list, DWELL_TREE_TOTAL, TRUE);

  g_signal_connect_object (self->list, "arrived", G_CALLBACK (show_current), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "unfolded-below", G_CALLBACK (on_unfolded_below), self,
                           G_CONNECT_SWAPPED);
  dwell_view_bin_connect (bin, "focus-changed", G_CALLBACK (on_focus_changed));
  dwell_calls_connect (bin, "tree-changed", G_CALLBACK (on_tree_changed));
  dwell_calls_connect (bin, "match-changed", G_CALLBACK (on_match_changed));
  dwell_calls_connect (bin, "notify::busy", G_CALLBACK (dwell_table_page_update_state));

  update_actions (self);
}
