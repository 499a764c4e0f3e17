/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Call tree page in the window: unfolding, modes, search, the hottest path, a cut-down tree,
 * copying, and the selection of a range. */
#include "config.h"

#include "model/lists/dwell-table-text.h"
#include "ui/pages/dwell-tree-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "support/text-fixture.h"
#include "window-fixture.h"

#define MS G_GINT64_CONSTANT (1000000)

static DwellTreePage *
open_tree (Fixture    *fixture,
           const char *name)
{
  DwellTreePage *page;
  GtkStack *pages;

  open_data (fixture, name);
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  gtk_stack_set_visible_child_name (pages, "tree");
  page = DWELL_TREE_PAGE (dwell_session_pages_get (pages, "tree"));
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (page))) > 0);

  return page;
}

static void
activate (DwellTreePage *page,
          const char    *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), action, NULL));
}

static void
choose (DwellTreePage *page,
        guint          position)
{
  GtkColumnView *table = find_id (page, "table");

  gtk_selection_model_select_item (gtk_column_view_get_model (table), position, TRUE);
}

static char *
get_plain (gpointer item,
           int      column,
           gboolean is_plain)
{
  return dwell_tree_item_get_plain (item, (DwellTreeColumn) column);
}

static void
assert_text (DwellTreePage *page,
             const char    *expected)
{
  static const DwellTextColumn columns[] = {
    { DWELL_TREE_NAME, "name", get_plain }, { DWELL_TREE_COUNT, "count", get_plain },
    { DWELL_TREE_TOTAL, "total", get_plain }, { DWELL_TREE_SELF, "self", get_plain },
  };
  GListModel *rows = G_LIST_MODEL (get_list (page));
  g_autoptr(DwellTableText) table = dwell_table_text_new (rows, columns, G_N_ELEMENTS (columns));
  g_autofree char *text = fixture_table (table, '\t');

  g_assert_cmpstr (text, ==, expected);
}

static void
test_top_down (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellTreePage *page = open_tree (fixture, "lms/runtime_nested.csv");
  DwellTreeList *list = get_list (page);

  assert_text (page, "name\tcount\ttotal\tself\n"
                     "default\t2\t2117000\t27000\n"
                     "  default.importer\t2\t1900000\t1900000\n"
                     "  default.render\t2\t190000\t190000\n");

  choose (page, 1);
  activate (page, "tree.fold");
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, 0);
  activate (page, "tree.fold");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
  activate (page, "tree.unfold");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);

  dwell_tree_list_sort (list, DWELL_TREE_NAME, TRUE);
  assert_text (page, "name\tcount\ttotal\tself\n"
                     "default\t2\t2117000\t27000\n"
                     "  default.render\t2\t190000\t190000\n"
                     "  default.importer\t2\t1900000\t1900000\n");
}

static void
test_modes (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellTreePage *page = open_tree (fixture, "lms/runtime_nested.csv");
  GtkToggleButton *bottom_up = find_id (page, "bottom_up");
  GtkToggleButton *around = find_id (page, "around");
  GtkStack *states = find_id (page, "states");
  DwellTreeList *list = get_list (page);

  gtk_toggle_button_set_active (around, TRUE);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (states), ==, "no-area");

  gtk_toggle_button_set_active (bottom_up, TRUE);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (states), ==, "table");
  dwell_tree_list_fold (list, 0, FALSE);
  assert_text (page, "name\tcount\ttotal\tself\n"
                     "default.importer\t2\t1900000\t1900000\n"
                     "  default\t2\t1900000\t1900000\n"
                     "default.render\t2\t190000\t190000\n"
                     "default\t2\t2117000\t27000\n");

  choose (page, 3);
  activate (page, "tree.around");
  assert_text (page, "name\tcount\ttotal\tself\n"
                     "Callers of default\t2\t2117000\t27000\n"
                     "Called by default\t2\t2117000\t27000\n"
                     "  default.importer\t2\t1900000\t1900000\n"
                     "  default.render\t2\t190000\t190000\n");
}

static void
test_search (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellTreePage *page = open_tree (fixture, "lms/runtime_nested.csv");
  DwellTreeList *list = get_list (page);
  GtkWidget *matched = find_id (page, "matched");

  dwell_tree_list_fold (list, 0, TRUE);
  set_search (page, "search", "RENDER");
  WAIT_UNTIL (gtk_widget_get_visible (matched));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (matched)), ==, "1 match, 9.0\u00a0%");

  activate (page, "tree.next-match");
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, 2);
  activate (page, "tree.next-match");
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, 2);

  set_search (page, "search", "default");
  WAIT_UNTIL (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (matched)), "3"));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (matched)), ==, "3 matches, 100.0\u00a0%");
  activate (page, "tree.next-match");
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, 0);
  activate (page, "tree.previous-match");
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, 2);
  activate (page, "tree.previous-match");
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, 1);

  set_search (page, "search", "/(/");
  g_assert_true (gtk_widget_get_visible (find_id (page, "search_error")));
}

static void
test_focus (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellTreePage *page = open_tree (fixture, "lms/runtime_nested.csv");
  DwellTreeList *list = get_list (page);
  GtkWidget *path = find_id (page, "path");

  activate (page, "tree.hottest");
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, 1);
  g_assert_cmpuint (dwell_view_get_focus_area (get_view (fixture)), !=, DWELL_NONE);
  activate (page, "tree.longest");
  g_assert_cmpuint (dwell_view_get_focus_span (get_view (fixture)), !=, DWELL_NONE);

  g_assert_false (gtk_widget_get_visible (path));
  choose (page, 0);
  dwell_view_focus_span (get_view (fixture), DWELL_NONE);
  g_signal_emit_by_name (find_id (page, "table"), "activate", 0);
  g_assert_cmpuint (dwell_view_get_focus_span (get_view (fixture)), !=, DWELL_NONE);
  g_assert_false (gtk_widget_get_visible (path));
  activate (page, "tree.focus");
  g_assert_true (gtk_widget_get_visible (path));
  g_assert_cmpuint (dwell_tree_list_get_root (list), ==, 0);
  activate (page, "tree.back");
  g_assert_false (gtk_widget_get_visible (path));
  g_assert_cmpuint (dwell_tree_list_get_root (list), ==, DWELL_NONE);
}

static void
test_range (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellTreePage *page = open_tree (fixture, "lms/runtime_nested.csv");
  DwellTreeList *list = get_list (page);
  DwellTrace *trace = dwell_view_get_trace (get_view (fixture));
  g_autofree char *text = NULL;

  choose (page, 2);
  dwell_view_set_selection (get_view (fixture), trace->begin, trace->begin + MS / 2);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 2);
  assert_text (page, "name\tcount\ttotal\tself\n"
                     "default\t1\t500000\t3000\n"
                     "  default.importer\t1\t497000\t497000\n");

  /* A node without a row is not selected; when its row returns, it is unfolded as before. */
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, G_MAXUINT);
  dwell_view_drop_selection (get_view (fixture));
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 3);
}

/* Returns the first span with that name. */
static guint32
find_span (Fixture    *fixture,
           const char *name)
{
  DwellTrace *trace = dwell_view_get_trace (get_view (fixture));
  guint32 span = 0;

  while (!g_str_equal (dwell_trace_get_area_name (trace, trace->span_area[span]), name))
    span++;

  return span;
}

/* The row of the focused span becomes the selected one, unfolded if need be; the keyboard stays
 * where it is, and afterwards the user may go elsewhere. */
static void
test_follow (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellTreePage *page = open_tree (fixture, "lms/runtime_nested.csv");
  DwellTreeList *list = get_list (page);
  DwellView *view = get_view (fixture);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (fixture->window));

  dwell_tree_list_fold (list, 0, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
  dwell_view_focus_span (view, find_span (fixture, "default.render"));
  WAIT_UNTIL (dwell_tree_list_get_current (list) == 2);
  g_assert_true (gtk_selection_model_is_selected (
                   gtk_column_view_get_model (find_id (page, "table")), 2));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (fixture->window)) == focus);
  g_assert_cmpuint (dwell_view_get_focus_span (view), ==, find_span (fixture, "default.render"));

  choose (page, 1);
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, 1);
  dwell_view_focus_span (view, find_span (fixture, "default"));
  WAIT_UNTIL (dwell_tree_list_get_current (list) == 0);

  /* From below there is no row of it; and what was not shown is followed when it is. */
  gtk_toggle_button_set_active (find_id (page, "bottom_up"), TRUE);
  dwell_view_focus_span (view, find_span (fixture, "default.importer"));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "statistics");
  dwell_view_focus_span (view, find_span (fixture, "default.render"));
  gtk_toggle_button_set_active (find_id (page, "top_down"), TRUE);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "tree");
  WAIT_UNTIL (dwell_tree_list_get_current (list) == 2);
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/tree-page/top-down", Fixture, NULL, set_up, test_top_down, tear_down);
  g_test_add ("/tree-page/modes", Fixture, NULL, set_up, test_modes, tear_down);
  g_test_add ("/tree-page/search", Fixture, NULL, set_up, test_search, tear_down);
  g_test_add ("/tree-page/focus", Fixture, NULL, set_up, test_focus, tear_down);
  g_test_add ("/tree-page/follow", Fixture, NULL, set_up, test_follow, tear_down);
  g_test_add ("/tree-page/range", Fixture, NULL, set_up, test_range, tear_down);

  return g_test_run ();
}
