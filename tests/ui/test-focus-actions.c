/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done with the thing in focus, by the actions of its menu, and what a selected and an
 * activated row of each page do in the timeline. */
#include "config.h"

#include "model/lists/tree/dwell-tree-list.h"
#include "ui/pages/dwell-table-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "window-fixture.h"

#define US G_GINT64_CONSTANT (1000)

static gpointer
show_page (Fixture    *fixture,
           const char *id)
{
  GtkStack *pages = find_id (dwell_window_get_current (fixture->window), "pages");
  GtkWidget *page = dwell_session_pages_get (pages, id);

  gtk_stack_set_visible_child_name (pages, id);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))));
  return page;
}

/* As a click does. */
static void
choose (gpointer page,
        guint    position)
{
  GtkColumnView *table = dwell_table_page_get_table (DWELL_TABLE_PAGE (page));

  gtk_selection_model_select_item (gtk_column_view_get_model (table), position, TRUE);
}

static guint32
find_area (DwellView  *view,
           const char *name)
{
  DwellTrace *trace = dwell_view_get_trace (view);

  for (guint32 area = 0; area < trace->n_areas; area++)
    if (g_str_equal (dwell_trace_get_area_name (trace, area), name))
      return area;

  g_assert_not_reached ();
}

static DwellView *
open_example (Fixture    *fixture,
              const char *name)
{
  open_data (fixture, name);
  wait_for_session (fixture);
  show_page (fixture, "statistics");

  return get_view (fixture);
}

static gboolean
is_enabled (Fixture    *fixture,
            const char *name)
{
  return g_action_group_get_action_enabled (
    dwell_session_page_get_actions (dwell_window_get_current (fixture->window)), name);
}

static void
activate (Fixture    *fixture,
          const char *name,
          const char *target)
{
  g_action_group_activate_action (
    dwell_session_page_get_actions (dwell_window_get_current (fixture->window)), name,
    target != NULL ? g_variant_new_string (target) : NULL);
}

static gint64
get_focus_duration (DwellView *view)
{
  g_assert_cmpuint (dwell_view_get_focus_span (view), !=, DWELL_NONE);

  return dwell_trace_get_span_duration (dwell_view_get_trace (view),
                                        dwell_view_get_focus_span (view));
}

/* The timeline shows the focused span alone, with a little room on each side. */
static void
assert_zoomed (DwellView *view)
{
  DwellTrace *trace = dwell_view_get_trace (view);
  guint32 span = dwell_view_get_focus_span (view);
  gint64 begin;
  gint64 end;

  dwell_view_get_range (view, &begin, &end);
  g_assert_cmpint (begin, <=, dwell_trace_get_span_begin (trace, span));
  g_assert_cmpint (end, >=, dwell_trace_get_span_end (trace, span));
  g_assert_cmpint (end - begin, <=, get_focus_duration (view) / 10 * 11);
}

static const char * const names[] = {
  "focus-zoom", "focus-select", "focus-next", "focus-previous", "focus-longest", "focus-shortest",
  "focus-show", "focus-filter", "focus-find", "focus-copy-name", "focus-note",
};

/* Each action is enabled exactly while it applies. */
static void
test_enabled (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellView *view = open_example (fixture, "lms/doc_example.csv");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_false (is_enabled (fixture, names[i]));

  dwell_view_focus_area (view, find_area (view, "reader"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpint (is_enabled (fixture, names[i]), ==,
                     !g_str_equal (names[i], "focus-select") &&
                     !g_str_equal (names[i], "focus-note"));

  dwell_view_focus_span (view, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (is_enabled (fixture, names[i]));

  dwell_view_focus_span (view, DWELL_NONE);
  g_assert_false (is_enabled (fixture, "focus-zoom"));
}

static void
test_moves (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellView *view = open_example (fixture, "lms/doc_example.csv");
  DwellTrace *trace = dwell_view_get_trace (view);
  guint32 longest;
  gint64 begin;
  gint64 end;

  dwell_view_focus_area (view, find_area (view, "reader"));
  activate (fixture, "focus-zoom", NULL);
  g_assert_cmpint (get_focus_duration (view), ==, 990 * US);
  assert_zoomed (view);
  longest = dwell_view_get_focus_span (view);

  activate (fixture, "focus-shortest", NULL);
  g_assert_cmpint (get_focus_duration (view), ==, 700 * US);
  activate (fixture, "focus-zoom", NULL);
  assert_zoomed (view);
  activate (fixture, "focus-previous", NULL);
  g_assert_cmpuint (dwell_view_get_focus_span (view), ==, longest);
  activate (fixture, "focus-next", NULL);
  g_assert_cmpint (get_focus_duration (view), ==, 700 * US);
  activate (fixture, "focus-longest", NULL);
  g_assert_cmpuint (dwell_view_get_focus_span (view), ==, longest);

  activate (fixture, "focus-select", NULL);
  g_assert_true (dwell_view_get_selection (view, &begin, &end));
  g_assert_cmpint (begin, ==, dwell_trace_get_span_begin (trace, longest));
  g_assert_cmpint (end, ==, dwell_trace_get_span_end (trace, longest));
}

static const char *
get_filter (gpointer page)
{
  return gtk_editable_get_text (GTK_EDITABLE (find_id (page, "filter")));
}

static void
test_names (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellView *view = open_example (fixture, "lms/doc_example.csv");
  GtkStack *pages = find_id (dwell_window_get_current (fixture->window), "pages");
  gpointer statistics = dwell_session_pages_get_shown (pages);
  gpointer events;

  dwell_view_focus_area (view, find_area (view, "reader"));
  activate (fixture, "focus-filter", NULL);
  g_assert_cmpstr (get_filter (statistics), ==, "reader");

  /* The table in front is filtered; a page without a filter gives way to the statistics. */
  events = show_page (fixture, "events");
  dwell_view_focus_area (view, find_area (view, "writer"));
  activate (fixture, "focus-filter", NULL);
  g_assert_cmpstr (get_filter (events), ==, "writer");
  g_assert_cmpstr (get_filter (statistics), ==, "reader");
  activate (fixture, "focus-show", "tree");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "tree");
  activate (fixture, "focus-filter", NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "statistics");
  g_assert_cmpstr (get_filter (statistics), ==, "writer");

  activate (fixture, "focus-show", "costs");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "statistics");

  activate (fixture, "focus-find", NULL);
  WAIT_UNTIL (dwell_view_get_find (view) != NULL);
  g_assert_cmpstr (dwell_view_get_find_text (view), ==, "writer");
}

/* A click and a move of the selection focus what the row is about; Enter and a double click zoom
 * to it, or to the longest of its spans. */
static void
test_rows (Fixture       *fixture,
           gconstpointer  user_data)
{
  static const struct { const char *page; guint row; gint64 duration; } rows[] = {
    { "statistics", 0, 990 * US },
    { "events", 0, 990 * US },
    { "events", 2, 700 * US },
    { "tree", 0, 990 * US },
  };
  DwellView *view = open_example (fixture, "lms/doc_example.csv");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gpointer page = show_page (fixture, rows[i].page);

      g_test_message ("%s %u", rows[i].page, rows[i].row);
      WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (page))) > rows[i].row);
      dwell_view_show_whole (view);
      dwell_view_focus_span (view, DWELL_NONE);
      choose (page, rows[i].row);
      g_assert_cmpuint (dwell_view_get_focus_area (view), ==, find_area (view, "reader"));

      g_signal_emit_by_name (find_id (page, "table"), "activate", rows[i].row);
      g_assert_cmpint (get_focus_duration (view), ==, rows[i].duration);
      assert_zoomed (view);
    }
}

/* The call tree selects the row of the focused span's path; of an area, the heaviest. */
static void
test_show_in_tree (Fixture       *fixture,
                   gconstpointer  user_data)
{
  DwellView *view = open_example (fixture, "lms/runtime_nested.csv");
  DwellTrace *trace = dwell_view_get_trace (view);
  guint32 area = find_area (view, "default.importer");
  guint32 span = 0;
  DwellTreeList *list;
  gpointer page;

  while (trace->span_area[span] != area)
    span++;
  dwell_view_focus_span (view, span);
  activate (fixture, "focus-show", "tree");
  page = dwell_session_page_get_shown (dwell_window_get_current (fixture->window));
  list = get_list (page);
  WAIT_UNTIL (dwell_tree_list_get_current (list) != G_MAXUINT);
  {
    g_autoptr(DwellTreeItem) item =
      g_list_model_get_item (G_LIST_MODEL (list), dwell_tree_list_get_current (list));

    g_assert_cmpuint (dwell_tree_item_get_row (item)->area, ==, area);
  }
  g_assert_cmpuint (dwell_view_get_focus_span (view), ==, span);
}

/* A row whose span is in focus still stands for all. */
static void
test_row_of_many (Fixture       *fixture,
                  gconstpointer  user_data)
{
  DwellView *view = open_example (fixture, "lms/doc_example.csv");
  gpointer page = show_page (fixture, "statistics");

  choose (page, 0);
  activate (fixture, "focus-shortest", NULL);
  g_signal_emit_by_name (find_id (page, "table"), "activate", 0u);
  g_assert_cmpint (get_focus_duration (view), ==, 990 * US);
  assert_zoomed (view);
}

/* N in a table notes on the span in focus, as in the timeline; without one it says what is
 * missing. */
static void
test_note_in_table (Fixture       *fixture,
                    gconstpointer  user_data)
{
  DwellView *view = open_example (fixture, "lms/doc_example.csv");
  gpointer page = show_page (fixture, "statistics");

  choose (page, 0);
  g_assert_cmpuint (dwell_view_get_focus_span (view), ==, DWELL_NONE);
  g_assert_true (fixture_key (page, GDK_KEY_n, 0));
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Focus a span first, to write a note on it."));

  activate (fixture, "focus-longest", NULL);
  g_assert_true (fixture_key (page, GDK_KEY_n, 0));
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/focus-actions/enabled", Fixture, NULL, set_up, test_enabled, tear_down);
  g_test_add ("/focus-actions/moves", Fixture, NULL, set_up, test_moves, tear_down);
  g_test_add ("/focus-actions/names", Fixture, NULL, set_up, test_names, tear_down);
  g_test_add ("/focus-actions/rows", Fixture, NULL, set_up, test_rows, tear_down);
  g_test_add ("/focus-actions/show-in-tree", Fixture, NULL, set_up, test_show_in_tree, tear_down);
  g_test_add ("/focus-actions/row-of-many", Fixture, NULL, set_up, test_row_of_many, tear_down);
  g_test_add ("/focus-actions/note-in-table", Fixture, NULL, set_up, test_note_in_table,
              tear_down);

  return g_test_run ();
}
