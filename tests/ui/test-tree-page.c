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

static void
on_text (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

/* Keys and menus where there is nothing to do: at the ends of the tree, and without a row. */
static void
test_ends (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellTreePage *page = open_tree (fixture, "lms/runtime_nested.csv");
  DwellTreeList *list = get_list (page);
  g_autofree char *text = NULL;

  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, G_MAXUINT);
  gtk_widget_activate_action (GTK_WIDGET (page), "tree.fold", NULL);
  gtk_widget_activate_action (GTK_WIDGET (page), "tree.copy-name", NULL);
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, G_MAXUINT);

  /* A leaf has nothing to unfold; what is unfolded leads to its first child, and what is folded and
   * has no parent stays. */
  choose (page, 2);
  activate (page, "tree.unfold");
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, 2);
  choose (page, 0);
  activate (page, "tree.unfold");
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, 1);
  choose (page, 0);
  activate (page, "tree.fold");
  activate (page, "tree.fold");
  g_assert_cmpuint (dwell_tree_list_get_current (list), ==, 0);
  activate (page, "tree.unfold-below");
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 3);

  choose (page, 2);
  activate (page, "tree.copy-name");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (page)), NULL, on_text,
                                 &text);
  WAIT_UNTIL (text != NULL);
  g_assert_cmpstr (text, ==, "default.render");
}

/* A profile has no spans to zoom to: its rows show what is below, or around. */
static void
test_profile (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("stacks.folded", "main;read 3\nmain;write;flush 4\n");
  DwellTreePage *page;
  DwellTreeList *list;
  GtkStack *pages;
  GtkWidget *table, *path;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  gtk_stack_set_visible_child_name (pages, "tree");
  page = DWELL_TREE_PAGE (dwell_session_pages_get (pages, "tree"));
  list = get_list (page);
  table = find_id (page, "table");
  path = find_id (page, "path");
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) > 0);
  g_assert_false (gtk_widget_get_visible (find_id (page, "scope_bar")));
  choose (page, 0);
  activate (page, "tree.unfold-below");
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 4);
  assert_text (page, "name\tcount\ttotal\tself\n"
                     "main\t\t7\t0\n"
                     "  write\t\t4\t0\n"
                     "    flush\t4\t4\t4\n"
                     "  read\t3\t3\t3\n");

  g_signal_emit_by_name (table, "activate", 1);
  g_assert_true (gtk_widget_get_visible (path));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 2);

  /* What is in focus is shown, even if it is not below. */
  choose (page, 1);
  activate (page, "tree.show-focus");
  WAIT_UNTIL (!gtk_widget_get_visible (path));
  g_assert_cmpuint (dwell_tree_list_get_root (list), ==, DWELL_NONE);
  WAIT_UNTIL (dwell_tree_list_get_current (list) == 2);

  gtk_toggle_button_set_active (find_id (page, "bottom_up"), TRUE);
  assert_text (page, "name\tcount\ttotal\tself\n"
                     "flush\t4\t4\t4\n"
                     "read\t3\t3\t3\n"
                     "main\t\t7\t0\n"
                     "write\t\t4\t0\n");
  g_signal_emit_by_name (table, "activate", 1);
  g_assert_true (gtk_toggle_button_get_active (find_id (page, "around")));
  assert_text (page, "name\tcount\ttotal\tself\n"
                     "Callers of read\t3\t3\t3\n"
                     "  main\t3\t3\t3\n"
                     "Called by read\t3\t3\t3\n");
  DWELL_TABLE_PAGE_GET_CLASS (page)->toggle (DWELL_TABLE_PAGE (page), 0);
  assert_text (page, "name\tcount\ttotal\tself\n"
                     "Callers of read\t3\t3\t3\n"
                     "Called by read\t3\t3\t3\n");

  /* A row that only groups others shows nothing. */
  choose (page, 1);
  activate (page, "tree.hottest");
  gtk_toggle_button_set_active (find_id (page, "top_down"), TRUE);
  remove_file (file);
}

/* Rows that are sorted by their own cost are sorted by it in no other mode than from below. */
static void
test_sorting (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellTreePage *page = open_tree (fixture, "lms/runtime_nested.csv");
  DwellTableColumns *columns = dwell_table_page_get_columns (DWELL_TABLE_PAGE (page));

  g_assert_cmpint (dwell_table_columns_get_sorted_by (columns), ==, DWELL_TREE_TOTAL);
  gtk_toggle_button_set_active (find_id (page, "bottom_up"), TRUE);
  g_assert_cmpint (dwell_table_columns_get_sorted_by (columns), ==, DWELL_TREE_SELF);
  gtk_toggle_button_set_active (find_id (page, "top_down"), TRUE);
  g_assert_cmpint (dwell_table_columns_get_sorted_by (columns), ==, DWELL_TREE_TOTAL);

  dwell_table_columns_sort (columns, DWELL_TREE_NAME, FALSE);
  gtk_toggle_button_set_active (find_id (page, "bottom_up"), TRUE);
  g_assert_cmpint (dwell_table_columns_get_sorted_by (columns), ==, DWELL_TREE_NAME);
  gtk_toggle_button_set_active (find_id (page, "top_down"), TRUE);
  g_assert_cmpint (dwell_table_columns_get_sorted_by (columns), ==, DWELL_TREE_NAME);
}

static gboolean
begins_with (DwellTreeList *list,
             const char    *prefix)
{
  g_autoptr(DwellTreeItem) item = g_list_model_get_item (G_LIST_MODEL (list), 0);

  return item != NULL && g_str_has_prefix (dwell_tree_item_get_name (item), prefix);
}

/* The menu of the table: each context by itself, and lines. */
static void
test_by_context (Fixture       *fixture,
                 gconstpointer  user_data)
{
  DwellTreePage *page = open_tree (fixture, "ooo/clean_4711.log");
  DwellTreeList *list = get_list (page);
  gboolean by_context, shows_lines;

  g_object_get (page, "by-context", &by_context, "shows-lines", &shows_lines, NULL);
  g_assert_false (by_context || shows_lines);
  activate (page, "tree.by-context");
  g_object_get (page, "by-context", &by_context, NULL);
  g_assert_true (by_context);
  WAIT_UNTIL (begins_with (list, "thread "));
  activate (page, "tree.by-context");
  WAIT_UNTIL (begins_with (list, "desktop"));

  activate (page, "tree.shows-lines");
  g_object_get (page, "shows-lines", &shows_lines, NULL);
  g_assert_true (shows_lines);
  activate (page, "tree.shows-lines");
  g_object_get (page, "shows-lines", &shows_lines, NULL);
  g_assert_false (shows_lines);
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
  g_test_add ("/tree-page/ends", Fixture, NULL, set_up, test_ends, tear_down);
  g_test_add ("/tree-page/profile", Fixture, NULL, set_up, test_profile, tear_down);
  g_test_add ("/tree-page/sorting", Fixture, NULL, set_up, test_sorting, tear_down);
  g_test_add ("/tree-page/by-context", Fixture, NULL, set_up, test_by_context, tear_down);
  g_test_add ("/tree-page/range", Fixture, NULL, set_up, test_range, tear_down);

  return g_test_run ();
}
