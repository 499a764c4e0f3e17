/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the keys and menus of the Call tree page do. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "ui/dwell-toast.h"
#include "ui/pages/dwell-tree-page-private.h"
#include "ui/table/dwell-table-tools.h"

static guint32
get_longest (DwellTreePage *self)
{
  DwellTree *tree = _dwell_tree_page_get_tree (self);
  DwellTreeRow row;

  if (tree == NULL || tree->longest == NULL || !_dwell_tree_page_get_selected (self, &row) ||
      row.node == DWELL_NONE)
    return DWELL_NONE;

  return tree->longest[row.node];
}

void
_dwell_tree_page_update_actions (DwellTreePage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  DwellTreeRow row = { .area = DWELL_NONE, .node = DWELL_NONE };
  gboolean has_row = _dwell_tree_page_get_selected (self, &row);
  const DwellTreeMatch *match = dwell_calls_page_get_match (DWELL_CALLS_PAGE (self));
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
focus_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);
  DwellTreeRow row;

  if (_dwell_tree_page_get_selected (self, &row) && row.node != DWELL_NONE)
    _dwell_tree_page_set_root (self, row.node);
}

/* One level up. */
static void
back_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);
  DwellTree *tree = _dwell_tree_page_get_tree (self);
  guint32 root = dwell_tree_list_get_root (self->list);

  if (tree == NULL || root == DWELL_NONE)
    return;

  _dwell_tree_page_set_root (self, DWELL_NONE);
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

  if (!_dwell_tree_page_get_selected (self, &row) || row.area == DWELL_NONE)
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

/* As in every tree: what is folded already goes to its parent, what is unfolded to its child. */
static void
fold_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);
  guint position = dwell_tree_list_get_current (self->list);
  gboolean fold = g_str_equal (name, "tree.fold");
  DwellTreeRow row;

  if (!_dwell_tree_page_get_selected (self, &row))
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
  _dwell_tree_page_show_current (self, TRUE);
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

  dwell_tree_list_go_to_hottest (self->list);
}

static void
match_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  DwellTreePage *self = DWELL_TREE_PAGE (widget);
  int direction = g_str_equal (name, "tree.next-match") ? 1 : -1;

  dwell_tree_list_go_to_match (self->list, direction);
}

static void
search_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  gtk_widget_grab_focus (DWELL_TREE_PAGE (widget)->search);
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

void
_dwell_tree_page_install_actions (GtkWidgetClass *widget_class)
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
  gtk_widget_class_install_property_action (widget_class, "tree.by-context", "by-context");
  gtk_widget_class_install_property_action (widget_class, "tree.shows-lines", "shows-lines");
  dwell_table_tools_install (widget_class, "tree");
}
