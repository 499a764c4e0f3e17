/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Lines page in the window: tree and list, sorting, filter, folding, callers and callees, a
 * source that is dropped, and the records. */
#include "config.h"

#include "model/lists/dwell-neighbour-list.h"
#include "ui/pages/dwell-lines-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "file-dialog.h"

static DwellLinesPage *
open_lines (Fixture    *fixture,
            const char *name)
{
  DwellLinesPage *page;
  GtkStack *pages;

  open_data (fixture, name);
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  gtk_stack_set_visible_child_name (pages, "lines");
  page = DWELL_LINES_PAGE (dwell_session_pages_get (pages, "lines"));
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (page))) > 0);

  return page;
}

static guint
get_n_rows (DwellLinesPage *page)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_list (page)));
}

static guint
get_n_in (DwellLinesPage *page,
          const char     *id)
{
  GtkSelectionModel *model = gtk_column_view_get_model (find_id (page, id));

  return model != NULL ? g_list_model_get_n_items (G_LIST_MODEL (model)) : 0;
}

static const char *
get_state (DwellLinesPage *page,
           const char     *id)
{
  return gtk_stack_get_visible_child_name (find_id (page, id));
}

static void
activate (DwellLinesPage *page,
          const char     *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), action, NULL));
}

/* Folding takes rows away and gives them back; the list has lines alone. */
static void
test_modes (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellLinesPage *page = open_lines (fixture, "br/timed_backtrace.prof");
  guint n_all;

  activate (page, "lines.unfold-all");
  n_all = get_n_rows (page);
  activate (page, "lines.fold-all");
  WAIT_UNTIL (get_n_rows (page) < n_all);
  activate (page, "lines.unfold-all");
  WAIT_UNTIL (get_n_rows (page) == n_all);

  g_object_set (page, "mode", "list", NULL);
  WAIT_UNTIL (get_n_rows (page) > 0 && get_n_rows (page) < n_all);
  g_object_set (page, "mode", "records", NULL);
  g_assert_cmpstr (get_state (page, "views"), ==, "records");
  WAIT_UNTIL (get_n_in (page, "records") > 0);
  g_object_set (page, "mode", "tree", NULL);
  WAIT_UNTIL (get_n_rows (page) == n_all);
}

static void
test_filter (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellLinesPage *page = open_lines (fixture, "br/sampled_plain.prof");
  guint n_all = get_n_rows (page);

  set_search (page, "filter", "there is no such name");
  WAIT_UNTIL (g_str_equal (get_state (page, "states"), "no-match"));
  set_search (page, "filter", "/(/");
  WAIT_UNTIL (gtk_widget_get_visible (find_id (page, "filter_error")));
  activate (page, "lines.clear-filter");
  set_search (page, "filter", "");
  WAIT_UNTIL (get_n_rows (page) == n_all && g_str_equal (get_state (page, "states"), "table"));
}

/* Selecting a line asks for its callers; what is selected is what the view focuses. */
/* Selects a line, whose neighbours a worker looks for. */
static void
select_line (DwellLinesPage *page,
             guint           position)
{
  g_autoptr(GListModel) neighbours = NULL;

  gtk_selection_model_select_item (gtk_column_view_get_model (find_id (page, "table")), position,
                                   TRUE);
  drain ();
  g_object_get (gtk_column_view_get_model (find_id (page, "neighbours")), "model", &neighbours,
                NULL);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (neighbours)));
}

static void
test_neighbours (Fixture       *fixture,
                 gconstpointer  user_data)
{
  DwellLinesPage *page = open_lines (fixture, "br/timed_backtrace.prof");
  gboolean has_neighbours = FALSE;

  activate (page, "lines.unfold-all");
  for (guint i = 0; i < get_n_rows (page) && !has_neighbours; i++)
    {
      g_autoptr(DwellLineItem) item =
        g_list_model_get_item (G_LIST_MODEL (get_list (page)), i);
      guint32 area = dwell_line_item_get_area (item);

      select_line (page, i);
      if (area != DWELL_NONE)
        g_assert_cmpuint (dwell_view_get_focus_area (get_view (fixture)), ==, area);
      has_neighbours = get_n_in (page, "neighbours") > 0;
    }

  g_assert_true (has_neighbours);
}

static void
drop (Fixture *fixture,
      GFile   *file)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new ();
  GtkWidget *area = find_id (fixture->window, "drop_area");

  g_assert_nonnull (area);
  g_ptr_array_add (files, file);
  g_signal_emit_by_name (area, "files-dropped", files);
}

/* A dropped text that is not a trace is taken as the source, if the page has lines; a trace is
 * opened. */
static void
test_source (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellLinesPage *page = open_lines (fixture, "br/timed_backtrace.prof");
  g_autoptr(GFile) source = make_file ("program.brs", "00010 print \"a\"\n00020 end\n");
  g_autoptr(GFile) trace = data_file ("lms/runtime_nested.csv");

  drop (fixture, source);
  WAIT_UNTIL (g_str_equal (get_state (page, "views"), "source") &&
              g_str_equal (get_state (page, "source_states"), "table"));
  g_assert_cmpuint (get_n_in (page, "source"), ==, 2);

  drop (fixture, trace);
  WAIT_UNTIL (g_str_equal (dwell_session_get_title (get_session (fixture)),
                           "runtime_nested.csv"));
  remove_file (source);
}

/* The source can be chosen, too; a dialog that is closed changes nothing. */
static void
test_chosen_source (Fixture       *fixture,
                    gconstpointer  user_data)
{
  DwellLinesPage *page = open_lines (fixture, "br/timed_backtrace.prof");
  g_autoptr(GFile) source = make_file ("program.brs", "00010 print \"a\"\n00020 end\n");
  g_autofree char *before = g_strdup (get_state (page, "views"));

  activate (page, "lines.choose-source");
  file_dialog_open (fixture, NULL);
  g_assert_cmpstr (get_state (page, "views"), ==, before);

  activate (page, "lines.choose-source");
  file_dialog_open (fixture, source);
  WAIT_UNTIL (g_str_equal (get_state (page, "views"), "source") &&
              g_str_equal (get_state (page, "source_states"), "table"));
  g_assert_cmpuint (get_n_in (page, "source"), ==, 2);
  remove_file (source);
}

/* The profile is saved by the export dialog, with the format of the menu's item. */
static void
test_save (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellLinesPage *page = open_lines (fixture, "br/sampled_plain.prof");
  GListModel *windows = gtk_window_get_toplevels ();
  guint n_windows = g_list_model_get_n_items (windows);
  g_autoptr(GtkWindow) dialog = NULL;

  gtk_widget_activate_action (GTK_WIDGET (page), "lines.save", "s", "listing");
  g_assert_cmpuint (g_list_model_get_n_items (windows), ==, n_windows + 1);
  dialog = g_list_model_get_item (windows, n_windows);
  g_assert_cmpstr (G_OBJECT_TYPE_NAME (dialog), ==, "DwellExportDialog");
  gtk_window_destroy (dialog);
}

/* Lines that only picture a sequence are nothing to count: no key leads to a page that is not
 * there. */
static void
test_absent_pages (Fixture       *fixture,
                   gconstpointer  user_data)
{
  DwellLinesPage *page = open_lines (fixture, "br/timed_backtrace.prof");
  DwellSessionPage *tab = dwell_window_get_current (fixture->window);
  GActionGroup *actions = dwell_session_page_get_actions (tab);

  g_action_group_activate_action (actions, "page", g_variant_new_string ("statistics"));
  g_assert_true (dwell_session_page_get_shown (tab) == GTK_WIDGET (page));
  g_action_group_activate_action (actions, "page", g_variant_new_string ("no such page"));
  g_assert_true (dwell_session_page_get_shown (tab) == GTK_WIDGET (page));
  g_action_group_activate_action (actions, "page", g_variant_new_string ("tree"));
  g_assert_cmpstr (dwell_session_page_get_shown_id (tab), ==, "tree");
}

/* A row folds by its menu and when it is activated; a neighbour leads to its line. */
static void
test_rows (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellLinesPage *page = open_lines (fixture, "br/timed_backtrace.prof");
  DwellTablePage *table = DWELL_TABLE_PAGE (page);
  guint n_all;

  activate (page, "lines.unfold-all");
  n_all = get_n_rows (page);
  gtk_selection_model_select_item (gtk_column_view_get_model (find_id (page, "table")), 0, TRUE);
  activate (page, "lines.fold");
  WAIT_UNTIL (get_n_rows (page) < n_all);
  activate (page, "lines.unfold");
  WAIT_UNTIL (get_n_rows (page) == n_all);
  DWELL_TABLE_PAGE_GET_CLASS (page)->toggle (table, 0);
  WAIT_UNTIL (get_n_rows (page) < n_all);
  DWELL_TABLE_PAGE_GET_CLASS (page)->toggle (table, 0);
  WAIT_UNTIL (get_n_rows (page) == n_all);

  for (guint i = 0; i < n_all && get_n_in (page, "neighbours") == 0; i++)
    select_line (page, i);
  for (guint i = 0; i < get_n_in (page, "neighbours"); i++)
    {
      g_autoptr(GListModel) rows = NULL;
      g_autoptr(DwellNeighbourItem) item = NULL;
      guint32 area;

      g_object_get (gtk_column_view_get_model (find_id (page, "neighbours")), "model", &rows, NULL);
      item = g_list_model_get_item (rows, i);
      area = dwell_neighbour_item_get_area (item);
      if (area == DWELL_NONE)
        continue;
      g_signal_emit_by_name (find_id (page, "neighbours"), "activate", i);
      g_assert_cmpuint (dwell_view_get_focus_area (get_view (fixture)), ==, area);
      return;
    }
  g_assert_not_reached ();
}

/* A source that cannot be read is told, with a button for another one. */
static void
test_bad_source (Fixture       *fixture,
                 gconstpointer  user_data)
{
  DwellLinesPage *page = open_lines (fixture, "br/timed_backtrace.prof");
  g_autoptr(GFile) none = g_file_new_for_path ("/nowhere/program.brs");
  g_autoptr(GFile) source = make_file ("program.brs", "00010 print \"a\"\n00020 end\n");
  GtkWidget *button = NULL;

  dwell_lines_page_load_source (page, none);
  WAIT_UNTIL ((button = fixture_find_button (GTK_WIDGET (fixture->window), "Choose…")) != NULL);
  g_signal_emit_by_name (button, "clicked");
  file_dialog_open (fixture, source);
  WAIT_UNTIL (g_str_equal (get_state (page, "source_states"), "table"));
  g_assert_cmpuint (get_n_in (page, "source"), ==, 2);
  remove_file (source);
}

/* Lines that have times are those of a range, beside their source, too; a line that is in focus
 * elsewhere is selected. */
static void
test_times (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellLinesPage *page = open_lines (fixture, "compare/lines-base.txt");
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GFile) source = NULL;
  DwellView *view = get_view (fixture);
  const DwellTrace *trace = dwell_view_get_trace (view);
  DwellTableRows *rows = dwell_table_page_get_rows (DWELL_TABLE_PAGE (page));
  guint n_all;

  g_assert_true (gtk_widget_get_visible (find_id (page, "scope_bar")));
  g_assert_false (gtk_widget_get_visible (find_id (page, "summary")));
  g_object_set (page, "mode", "list", NULL);
  WAIT_UNTIL (get_n_rows (page) == 4);
  n_all = get_n_rows (page);

  for (guint32 area = 0; area < trace->n_areas; area++)
    if (trace->areas[area].kind == DWELL_AREA_LINE)
      {
        g_autoptr(DwellLineItem) item = NULL;

        dwell_view_focus_area (view, area);
        item = g_list_model_get_item (G_LIST_MODEL (get_list (page)),
                                      dwell_table_rows_get_selected (rows));
        g_assert_nonnull (item);
        g_assert_cmpuint (dwell_line_item_get_area (item), ==, area);
      }

  for (guint i = 1; i <= 14; i++)
    g_string_append_printf (text, "line %u;\n", i);
  source = make_file ("main.c", text->str);
  dwell_lines_page_load_source (page, source);
  WAIT_UNTIL (g_str_equal (get_state (page, "source_states"), "table"));
  g_assert_cmpuint (get_n_in (page, "source"), ==, 14);
  g_assert_true (gtk_widget_get_visible (find_id (page, "summary")));

  dwell_view_set_selection (view, 0, 30);
  WAIT_UNTIL (get_n_rows (page) < n_all);
  g_assert_cmpuint (get_n_in (page, "source"), ==, 14);
  g_object_set (page, "mode", "list", NULL);
  g_assert_false (gtk_widget_get_visible (find_id (page, "summary")));
  remove_file (source);
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

#define ADD(path, test) g_test_add ("/lines-page/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("modes", test_modes);
  ADD ("filter", test_filter);
  ADD ("neighbours", test_neighbours);
  ADD ("source", test_source);
  ADD ("source/chosen", test_chosen_source);
  ADD ("source/bad", test_bad_source);
  ADD ("rows", test_rows);
  ADD ("times", test_times);
  ADD ("save", test_save);
  ADD ("absent-pages", test_absent_pages);
#undef ADD

  return g_test_run ();
}
