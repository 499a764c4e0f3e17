/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Values page in the window: its rows, steps by entry and keys, what is wrong with an entry,
 * folding, copying; and the cursor of the timeline. */
#include "config.h"

#include "ui/pages/dwell-values-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/table/dwell-cell.h"
#include "ui/table/dwell-table-rows.h"
#include "ui/timeline/dwell-timeline-canvas.h"
#include "window-fixture.h"

static guint
get_n_rows (DwellValuesPage *page)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_list (page)));
}

static DwellValuesPage *
open_values (Fixture *fixture)
{
  GtkStack *pages;
  DwellValuesPage *page;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  gtk_stack_set_visible_child_name (pages, "values");
  page = DWELL_VALUES_PAGE (dwell_session_pages_get (pages, "values"));
  WAIT_UNTIL (get_n_rows (page) > 0);

  return page;
}

static void
wait_for_rows (DwellValuesPage *page,
               guint            n_rows)
{
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))) &&
              get_n_rows (page) == n_rows);
}

static void
select_row (DwellValuesPage *page,
            guint            position)
{
  GtkColumnView *table = find_id (page, "table");

  gtk_selection_model_select_item (gtk_column_view_get_model (table), position, TRUE);
}

static void
test_steps (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellValuesPage *page = open_values (fixture);
  GtkWidget *target = find_id (page, "target");
  GtkWidget *error = find_id (page, "target_error");
  DwellView *view = get_view (fixture);
  gint64 first = 0;
  gint64 second = 0;

  g_assert_cmpuint (get_n_rows (page), >=, 3);
  select_row (page, 0);
  gtk_widget_activate_action (GTK_WIDGET (page), "values.next", NULL);
  WAIT_UNTIL (dwell_view_get_cursor (view, &first));
  gtk_widget_activate_action (GTK_WIDGET (page), "values.next", NULL);
  WAIT_UNTIL (dwell_view_get_cursor (view, &second) && second > first);
  gtk_widget_activate_action (GTK_WIDGET (page), "values.previous", NULL);
  WAIT_UNTIL (dwell_view_get_cursor (view, &second) && second == first);

  /* Conditions that cannot be parsed are refused at once, those that the variable cannot meet when
   * they are requested. */
  gtk_editable_set_text (GTK_EDITABLE (target), "> many");
  g_assert_true (gtk_widget_get_visible (error));
  gtk_editable_set_text (GTK_EDITABLE (target), "no such state");
  g_assert_false (gtk_widget_get_visible (error));
  gtk_widget_activate_action (GTK_WIDGET (page), "values.next", NULL);
  g_assert_true (gtk_widget_get_visible (error));
  gtk_editable_set_text (GTK_EDITABLE (target), "");
  g_assert_false (gtk_widget_get_visible (error));
}

static void
test_fold (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellValuesPage *page = open_values (fixture);
  guint n_rows = get_n_rows (page);

  select_row (page, 0);
  gtk_widget_activate_action (GTK_WIDGET (page), "values.fold", NULL);
  WAIT_UNTIL (get_n_rows (page) < n_rows);
  gtk_widget_activate_action (GTK_WIDGET (page), "values.unfold", NULL);
  wait_for_rows (page, n_rows);

  /* A state's row leads to the entries of that state alone. */
  select_row (page, 1);
  gtk_widget_activate_action (GTK_WIDGET (page), "values.next", NULL);
  WAIT_UNTIL (dwell_view_get_focus_span (get_view (fixture)) != DWELL_NONE);
}

static void
test_filter (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellValuesPage *page = open_values (fixture);
  guint n_rows = get_n_rows (page);
  GtkStack *states = find_id (page, "states");

  set_search (page, "filter", "nothing is called so");
  WAIT_UNTIL (get_n_rows (page) == 0);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (states), ==, "no-match");
  set_search (page, "filter", "/(/");
  g_assert_true (gtk_widget_get_visible (find_id (page, "filter_error")));
  set_search (page, "filter", "");
  wait_for_rows (page, n_rows);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (states), ==, "table");
}

/* A click on the timeline sets the time at which values are shown, and keys move it. */
static void
test_cursor (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellValuesPage *page = open_values (fixture);
  GtkWidget *canvas = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_TIMELINE_CANVAS);
  DwellView *view = get_view (fixture);
  gint64 time = 0;
  gint64 later = 0;

  g_assert_false (dwell_view_get_cursor (view, NULL));
  fixture_click (canvas, 1, 100, 50);
  g_assert_true (dwell_view_get_cursor (view, &time));
  g_assert_true (fixture_key (canvas, GDK_KEY_Right, GDK_CONTROL_MASK));
  g_assert_true (dwell_view_get_cursor (view, &later));
  g_assert_cmpint (later, >, time);
  g_assert_true (g_str_has_prefix (gtk_label_get_text (find_id (page, "cursor")), "Cursor at"));
  g_assert_true (fixture_key (canvas, GDK_KEY_Escape, 0));
  g_assert_false (dwell_view_get_cursor (view, NULL));
}

/* Every column but the names can be hidden, and comes back. */
static void
test_columns (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellValuesPage *page = open_values (fixture);
  GListModel *columns = gtk_column_view_get_columns (find_id (page, "table"));
  g_autoptr(GtkColumnViewColumn) kind = g_list_model_get_item (columns, DWELL_VALUE_COLUMN_KIND);
  GtkWidget *chooser = open_columns (page);
  GtkCheckButton *check = GTK_CHECK_BUTTON (gtk_widget_get_first_child (chooser));

  g_assert_true (gtk_column_view_column_get_visible (kind));
  gtk_check_button_set_active (check, FALSE);
  g_assert_false (gtk_column_view_column_get_visible (kind));
  gtk_check_button_set_active (check, TRUE);
  g_assert_true (gtk_column_view_column_get_visible (kind));
}

/* A trace without variables has no such page. */
static void
test_absent (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkStack *pages;

  open_data (fixture, "lms/runtime_nested.csv");
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  g_assert_false (gtk_stack_page_get_visible (
    gtk_stack_get_page (pages, gtk_stack_get_child_by_name (pages, "values"))));
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

/* Enter goes on to the next entry; where there is none any more, in either direction, that is told.
 * A row folds, and leads to where its value is longest. */
static void
test_ends (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellValuesPage *page = open_values (fixture);
  DwellTablePage *table = DWELL_TABLE_PAGE (page);
  DwellView *view = get_view (fixture);
  GtkWidget *target = find_id (page, "target");
  guint n_rows = get_n_rows (page);
  gint64 first, begin, end, later;

  select_row (page, 0);
  g_signal_emit_by_name (target, "activate");
  WAIT_UNTIL (dwell_view_get_cursor (view, &first));
  dwell_view_set_cursor (view, dwell_view_get_trace (view)->end);
  gtk_widget_activate_action (GTK_WIDGET (page), "values.next", NULL);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "No later match"));
  dwell_view_set_cursor (view, dwell_view_get_trace (view)->begin);
  gtk_widget_activate_action (GTK_WIDGET (page), "values.previous", NULL);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "No earlier match"));

  DWELL_TABLE_PAGE_GET_CLASS (page)->toggle (table, 0);
  WAIT_UNTIL (get_n_rows (page) < n_rows);
  DWELL_TABLE_PAGE_GET_CLASS (page)->toggle (table, 0);
  wait_for_rows (page, n_rows);

  dwell_view_get_range (view, &begin, &end);
  select_row (page, 1);
  DWELL_TABLE_PAGE_GET_CLASS (page)->activated (table, 1);
  dwell_view_get_range (view, &later, &end);
  g_assert_true (later != begin);
}

static guint
get_selected (DwellValuesPage *page)
{
  return dwell_table_rows_get_selected (
    DWELL_TABLE_ROWS (gtk_column_view_get_model (find_id (page, "table"))));
}

/* What is in focus elsewhere is selected: a variable, or that of a state. What is no variable
 * changes nothing; a row that is folded away is that of its variable. */
static void
test_focus (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellValuesPage *page = open_values (fixture);
  DwellView *view = get_view (fixture);
  const DwellTrace *trace = dwell_view_get_trace (view);
  guint n_rows = get_n_rows (page);
  guint32 variable = DWELL_NONE;
  guint32 state = DWELL_NONE;
  guint32 other = DWELL_NONE;

  for (guint32 area = 0; area < trace->n_areas; area++)
    if (trace->areas[area].kind == DWELL_AREA_STATE)
      state = area;
    else if (trace->areas[area].kind == DWELL_AREA_FUNCTION)
      other = area;
  g_assert_cmpuint (state, !=, DWELL_NONE);
  g_assert_cmpuint (other, !=, DWELL_NONE);
  variable = trace->areas[state].parent;

  dwell_view_focus_area (view, other);
  g_assert_cmpuint (get_selected (page), ==, GTK_INVALID_LIST_POSITION);
  dwell_view_focus_area (view, variable);
  g_assert_cmpuint (get_selected (page), ==, 0);
  select_row (page, 1);
  g_assert_cmpuint (dwell_view_get_focus_area (view), !=, variable);
  gtk_widget_activate_action (GTK_WIDGET (page), "values.fold", NULL);
  WAIT_UNTIL (get_n_rows (page) < n_rows);
  g_assert_cmpuint (get_selected (page), ==, 0);
  dwell_view_focus_area (view, state);
  g_assert_cmpuint (get_selected (page), ==, 0);

  /* A condition that nobody understands leads nowhere. */
  gtk_editable_set_text (GTK_EDITABLE (find_id (page, "target")), "> many");
  gtk_widget_activate_action (GTK_WIDGET (page), "values.next", NULL);
  g_assert_true (gtk_widget_get_visible (find_id (page, "target_error")));
  g_assert_false (dwell_view_get_cursor (view, NULL));
}

/* Numbers have no stretches to zoom to: their row leads to the next change. */
static void
test_numbers (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellValuesPage *page;
  GtkStack *pages;
  DwellView *view;

  open_data (fixture, "vcd/counter.vcd");
  wait_for_session (fixture);
  view = get_view (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  gtk_stack_set_visible_child_name (pages, "values");
  page = DWELL_VALUES_PAGE (dwell_session_pages_get (pages, "values"));
  WAIT_UNTIL (get_n_rows (page) > 1);

  for (guint i = 0; i < get_n_rows (page); i++)
    {
      select_row (page, i);
      g_assert_cmpuint (dwell_view_get_focus_area (view), !=, DWELL_NONE);
      g_assert_cmpuint (get_selected (page), ==, i);
    }
  g_signal_emit_by_name (find_id (page, "table"), "activate", get_n_rows (page) - 1);
  WAIT_UNTIL (dwell_view_get_cursor (view, NULL));
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  ADD ("/values-page/steps", test_steps);
  ADD ("/values-page/fold", test_fold);
  ADD ("/values-page/ends", test_ends);
  ADD ("/values-page/focus", test_focus);
  ADD ("/values-page/numbers", test_numbers);
  ADD ("/values-page/filter", test_filter);
  ADD ("/values-page/cursor", test_cursor);
  ADD ("/values-page/columns", test_columns);
  ADD ("/values-page/absent", test_absent);

  return g_test_run ();
}
