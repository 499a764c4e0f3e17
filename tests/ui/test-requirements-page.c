/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timing requirements in the window: the page that comes with their file, its violations, a file
 * with errors, and a file that is dropped. */
#include "config.h"

#include "ui/shell/dwell-drop-area.h"
#include "ui/timeline/dwell-timeline-canvas.h"
#include "ui/widgets/dwell-undo.h"
#include "file-dialog.h"
#include "requirements-fixture.h"
#include "support/folder.h"

static void
test_page (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, TEXT);
  DwellTablePage *page = get_page (fixture);
  DwellView *view = get_view (fixture);
  gint64 begin;
  gint64 end;

  WAIT_UNTIL (get_n_rows (page) == 2);
  g_assert_cmpstr (gtk_label_get_text (find_id (page, "file_name")), ==, "deadlines");
  g_assert_cmpstr (gtk_label_get_text (find_id (page, "summary")), ==, "1 violated · 1 passed");
  g_assert_false (gtk_widget_get_visible (find_id (page, "below")));

  /* What is chosen shows where it is violated; the worst of it is selected. */
  dwell_table_page_select (page, 0, FALSE);
  g_assert_true (gtk_widget_get_visible (find_id (page, "below")));
  g_assert_cmpstr (gtk_label_get_text (find_id (page, "title")), ==, "B: 2 violations");
  DWELL_TABLE_PAGE_GET_CLASS (page)->chosen (page, 0);
  g_assert_true (dwell_view_get_selection (view, &begin, &end));
  g_assert_cmpint (begin, ==, 2020000);

  /* The timeline goes on to the next worst of what is chosen. */
  g_assert_true (gtk_widget_activate_action (fixture_find (GTK_WIDGET (get_tab (fixture)),
                                                           DWELL_TYPE_TIMELINE_CANVAS),
                                             "timeline.worst-violation", NULL));
  g_assert_true (dwell_view_get_selection (view, &begin, &end));
  g_assert_cmpint (begin, ==, 1270000);

  /* The other one below. */
  gtk_selection_model_select_item (gtk_list_view_get_model (find_id (page, "violations")), 1, TRUE);
  g_assert_true (dwell_view_get_selection (view, &begin, &end));
  g_assert_cmpint (begin, ==, 1270000);
  g_assert_cmpint (end, ==, 1670000);

  gtk_drop_down_set_selected (find_id (page, "outcomes"), 3);
  WAIT_UNTIL (get_n_rows (page) == 1);
  g_assert_false (gtk_widget_get_visible (find_id (page, "below")));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.clear-filter", NULL));
  WAIT_UNTIL (get_n_rows (page) == 2);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.stop", NULL));
  g_assert_true (is_shown (fixture));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_id (page, "states")), ==, "no-file");
  remove_file (file);
}

static void
test_errors (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, "dwell-requirements 1\nA: call of cycle <= five us\n");
  g_autoptr(GFile) none = g_file_new_for_path ("/nowhere/deadlines");
  DwellTablePage *page = get_page (fixture);
  GtkStack *states = find_id (page, "states");
  GtkListBoxRow *fault;

  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (states), "faults"));
  fault = gtk_list_box_get_row_at_index (find_id (page, "faults"), 0);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (fault)), ==, "Line 2");
  g_assert_null (gtk_list_box_get_row_at_index (find_id (page, "faults"), 1));

  dwell_session_page_set_requirements (get_tab (fixture), none);
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (states), "failed"));

  g_assert_true (g_file_replace_contents (file, "dwell-requirements 1\n", 21, NULL, FALSE, 0, NULL,
                                          NULL, NULL));
  dwell_session_page_set_requirements (get_tab (fixture), file);
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (states), "empty"));
  remove_file (file);
}

/* Requirements that are dropped on a recording are its own; no other tab opens. */
static void
test_dropped (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  GtkWidget *area = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_DROP_AREA);

  open_data (fixture, "requirements/01-deadlines/trace.csv");
  wait_for_session (fixture);
  g_ptr_array_add (files, data_file ("requirements/01-deadlines/requirements"));
  g_signal_emit_by_name (area, "files-dropped", files);
  WAIT_UNTIL (is_shown (fixture));
  g_assert_cmpint (get_n_tabs (fixture), ==, 1);
  WAIT_UNTIL (get_n_rows (get_page (fixture)) == 11);
}

/* What cannot be saved is told, and nothing is taken for done. */
static void
test_unwritable (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, TEXT);
  DwellTablePage *page = get_page (fixture);

  WAIT_UNTIL (get_n_rows (page) == 2);
  remove_file (file);
  dwell_table_page_select (page, 0, FALSE);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.delete", NULL));
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Could not save “"));
  g_assert_false (dwell_undo_last (get_view (fixture)));
}

/* Deadlines of the Distribution page can become lines of the file, each once. */
static void
test_kept (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, TEXT);
  DwellTablePage *page = get_page (fixture);
  DwellView *view = get_view (fixture);
  const DwellTrace *trace = dwell_view_get_trace (view);
  GtkWidget *kept = find_id (page, "kept");

  WAIT_UNTIL (get_n_rows (page) == 2);
  dwell_view_set_deadline (view, find_area (trace, "cycle"), DWELL_MEASURE_CALL, 800000);
  g_assert_false (gtk_widget_get_visible (kept));
  dwell_view_set_deadline (view, find_area (trace, "cycle"), DWELL_MEASURE_NET, 200000);
  dwell_view_set_deadline (view, find_area (trace, "cycle.act"), DWELL_MEASURE_PERIOD, 1000000);
  g_assert_true (gtk_widget_get_visible (kept));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.add-kept", NULL));
  WAIT_UNTIL (get_n_rows (page) == 4);
  assert_file (file, TEXT "R1: net of cycle <= 200 us\nR2: period of cycle.act <= 1 ms\n");
  g_assert_false (gtk_widget_get_visible (kept));
  g_assert_true (dwell_undo_last (view));
  WAIT_UNTIL (get_n_rows (page) == 2);
  assert_file (file, TEXT);
  remove_file (file);
}

static gboolean
is_held_against (DwellView *view,
                 GFile     *file)
{
  g_autoptr(GFile) requirements = dwell_view_get_requirements (view);

  return requirements != NULL && g_file_equal (requirements, file);
}

/* What is suggested is written where the user wants it, and checked from then on: as soon as a
 * person has said which of its lines must hold. */
static void
test_suggest (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  g_autoptr(GFile) file = NULL;
  g_autofree char *text = NULL;

  open_data (fixture, "lms/runtime_nested.csv");
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (dwell_window_get_current (fixture->window)),
                              "tab.suggest-requirements", NULL);
  file = file_dialog_save (fixture, folder, "timing.requirements");
  text = file_dialog_load (file);
  g_assert_nonnull (strstr (text, "<="));
  WAIT_UNTIL (is_held_against (get_view (fixture), file));
  folder_remove (g_steal_pointer (&path));
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/requirements-page/page", Fixture, NULL, set_up, test_page, tear_down);
  g_test_add ("/requirements-page/errors", Fixture, NULL, set_up, test_errors, tear_down);
  g_test_add ("/requirements-page/dropped", Fixture, NULL, set_up, test_dropped, tear_down);
  g_test_add ("/requirements-page/unwritable", Fixture, NULL, set_up, test_unwritable, tear_down);
  g_test_add ("/requirements-page/kept", Fixture, NULL, set_up, test_kept, tear_down);
  g_test_add ("/requirements-page/suggest", Fixture, NULL, set_up, test_suggest, tear_down);

  return g_test_run ();
}
