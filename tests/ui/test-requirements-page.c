/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timing requirements in the window: the page that comes with their file, its violations, a file
 * with errors, and a file that is dropped. */
#include "config.h"

#include "model/requirements/dwell-requirement-list.h"
#include "ui/shell/dwell-closing.h"
#include "ui/shell/dwell-drop-area.h"
#include "ui/timeline/dwell-timeline-canvas.h"
#include "ui/widgets/dwell-undo.h"
#include "file-dialog.h"
#include "requirements-fixture.h"
#include "support/folder.h"
#include "support/text-fixture.h"
#include "ui/table/dwell-table-tools.h"

/* It violates the requirements of the fixture. */
#define RECORDING "requirements/01-deadlines/trace.csv"

static gboolean
is_held_against (DwellView *view,
                 GFile     *file)
{
  g_autoptr(GFile) requirements = dwell_view_get_requirements (view);

  return requirements != NULL && g_file_equal (requirements, file);
}

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
  g_assert_cmpstr (adw_status_page_get_description (find_id (page, "failed")), ==,
                   "/nowhere/deadlines: there is no such file");

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

/* With one recording nothing is asked; with several only what to do with these. */
static void
test_dropped_together (Fixture       *fixture,
                       gconstpointer  user_data)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GFile) file = data_file ("requirements/01-deadlines/requirements");
  GtkWidget *area = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_DROP_AREA);

  g_ptr_array_add (files, g_object_ref (file));
  g_ptr_array_add (files, data_file (RECORDING));
  g_signal_emit_by_name (area, "files-dropped", files);
  WAIT_UNTIL (get_tab (fixture) != NULL);
  WAIT_UNTIL (is_held_against (get_view (fixture), file));
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  WAIT_UNTIL (get_n_tabs (fixture) == 1);

  g_ptr_array_add (files, data_file ("lms/runtime_nested.csv"));
  for (guint i = 0; i < 2; i++)
    {
      g_signal_emit_by_name (area, "files-dropped", files);
      WAIT_UNTIL (find_other_window (fixture) != NULL);
      adw_message_dialog_response (ADW_MESSAGE_DIALOG (find_other_window (fixture)),
                                   i == 0 ? "cancel" : "tabs");
      gtk_window_destroy (find_other_window (fixture));
      drain ();
      g_assert_true (i == 1 || get_n_tabs (fixture) == 1);
    }
  WAIT_UNTIL (get_n_tabs (fixture) == 2 && is_held_against (get_view (fixture), file));
  g_assert_cmpstr (dwell_session_get_title (get_session (fixture)), ==, "runtime_nested.csv");
  wait_for_session (fixture);

  /* The window is closed before it is known what was dropped. */
  g_signal_emit_by_name (area, "files-dropped", files);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  wait_for_workers ();
  drain ();
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

/* Where nothing can be measured, no file is asked for. */
static void
test_suggest_nothing (Fixture       *fixture,
                      gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("one.folded", "main;work 3\n");

  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (get_tab (fixture)), "tab.suggest-requirements", NULL);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Nothing in this recording could be measured"));
  g_assert_null (find_other_window (fixture));
  remove_file (file);
}

/* Chooses each sample below the table: its time is selected and the cursor there, and zoomed to.
 * Returns how many there are. */
static guint
look_at_samples (Fixture        *fixture,
                 DwellTablePage *page)
{
  DwellView *view = get_view (fixture);
  GtkSelectionModel *samples = gtk_list_view_get_model (find_id (page, "violations"));
  guint n = g_list_model_get_n_items (G_LIST_MODEL (samples));

  for (guint i = 0; i < n; i++)
    {
      gint64 cursor, begin, end, from, until;

      gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (samples), GTK_INVALID_LIST_POSITION);
      dwell_view_drop_cursor (view);
      dwell_view_go_to_range (view, dwell_view_get_trace (view)->begin,
                              dwell_view_get_trace (view)->begin + 1);
      gtk_selection_model_select_item (samples, i, TRUE);
      g_assert_true (dwell_view_get_cursor (view, &cursor));
      g_signal_emit_by_name (find_id (page, "violations"), "activate", i);
      dwell_view_get_range (view, &from, &until);
      g_assert_cmpint (cursor, >=, from);
      g_assert_cmpint (cursor, <=, until);
      if (dwell_view_get_selection (view, &begin, &end))
        {
          g_assert_cmpint (from, <=, begin);
          g_assert_cmpint (until, >=, end);
        }
    }

  return n;
}

/* Goes from the worst violation of what is chosen to the next one, until the last. */
static guint
count_steps (Fixture *fixture)
{
  DwellView *view = get_view (fixture);
  guint n = 0;
  char *told;

  dwell_view_drop_selection (view);
  dwell_view_drop_cursor (view);
  while ((told = dwell_view_step_worst (view)) != NULL)
    {
      g_assert_cmpint (g_ascii_strtoll (told, NULL, 10), ==, ++n);
      g_free (told);
    }

  return n;
}

/* Chooses each requirement of the table, and each sample below it, and counts them. */
static guint
look_at_all (Fixture        *fixture,
             DwellTablePage *page)
{
  guint n = 0;

  for (guint i = 0; i < get_n_rows (page); i++)
    {
      const DwellRequirementResult *result = dwell_requirement_list_get_result (get_list (page), i);
      guint n_samples;

      dwell_table_page_select (page, i, FALSE);
      n_samples = look_at_samples (fixture, page);
      g_assert_true (gtk_widget_get_visible (find_id (page, "below")) == (n_samples > 0));
      g_assert_true (n_samples == 0 ||
                     g_str_has_prefix (gtk_label_get_text (find_id (page, "title")),
                                       dwell_requirement_get_id (result->requirement)));
      if (result->worst != NULL && result->worst->len > 0)
        g_assert_cmpuint (count_steps (fixture), ==, result->worst->len);
      DWELL_TABLE_PAGE_GET_CLASS (page)->activated (page, i);
      n += n_samples;
    }

  return n;
}

/* Counts what is left of the table with each choice of what became of the requirements. */
static guint
count_by_outcome (DwellTablePage *page)
{
  GtkDropDown *outcomes = find_id (page, "outcomes");
  guint n = 0;

  for (guint i = 1; i < 5; i++)
    {
      gtk_drop_down_set_selected (outcomes, i);
      WAIT_UNTIL (!dwell_query_get_busy (get_list (page)));
      n += get_n_rows (page);
    }
  gtk_drop_down_set_selected (outcomes, 0);
  WAIT_UNTIL (!dwell_query_get_busy (get_list (page)));
  return n;
}

/* Of each kind of requirement the page shows what it has of it. */
static void
test_all_kinds (Fixture       *fixture,
                gconstpointer  user_data)
{
  static const struct { const char *folder; const char *trace; } cases[] = {
    { "03-jitter", "trace.csv" }, { "07-order", "trace.csv" },
    { "08-pipeline", "trace.csv" }, { "09-undecided", "trace.csv" },
    { "11-office-start", "trace.log" }, { "12-allowances", "trace.csv" },
    { "13-lines", "trace.prof" }, { "15-costs", "trace.aprof" },
  };
  guint n_samples = 0;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *trace = g_strdup_printf ("requirements/%s/%s", cases[i].folder,
                                                cases[i].trace);
      g_autofree char *name = g_strdup_printf ("requirements/%s/requirements", cases[i].folder);
      g_autoptr(GFile) file = data_file (name);
      DwellTablePage *page;
      guint n_rows;

      open_data (fixture, trace);
      wait_for_session (fixture);
      dwell_session_page_set_requirements (get_tab (fixture), file);
      page = get_page (fixture);
      WAIT_UNTIL (get_n_rows (page) > 0);
      n_rows = get_n_rows (page);
      n_samples += look_at_all (fixture, page);
      g_assert_cmpuint (count_by_outcome (page), ==, n_rows);
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
      WAIT_UNTIL (get_n_tabs (fixture) == 0);
    }
  g_assert_cmpuint (n_samples, >, 20);
}

/* Of many faults of a file some are told, and how many there are more. */
static void
test_many_faults (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autoptr(GString) text = g_string_new ("dwell-requirements 1\n");
  g_autoptr(GFile) file = NULL;
  DwellTablePage *page;

  for (guint i = 0; i < 23; i++)
    g_string_append (text, "A: call of <= <b>\n");
  file = check (fixture, text->str);
  page = get_page (fixture);
  WAIT_UNTIL (gtk_widget_get_visible (find_id (page, "more_faults")));
  g_assert_cmpstr (gtk_label_get_text (find_id (page, "more_faults")), ==, "and 3 more");
  g_assert_nonnull (gtk_list_box_get_row_at_index (find_id (page, "faults"), 19));
  g_assert_null (gtk_list_box_get_row_at_index (find_id (page, "faults"), 20));
  remove_file (file);
}

/* The values of a requirement can be shown as a curve, if it has some over time. */
static void
test_curve (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, "dwell-requirements 1\n"
                                          "A: sum of call of cycle <= 800 us\n"
                                          "L: load of cycle in any 1 ms <= 50 %\n");
  DwellTablePage *page = get_page (fixture);
  DwellView *view = get_view (fixture);

  WAIT_UNTIL (get_n_rows (page) == 2);
  for (guint i = 0; i < 2; i++)
    {
      const DwellRequirementResult *result = dwell_requirement_list_get_result (get_list (page), i);
      g_autofree char *id = g_strdup (dwell_requirement_get_id (result->requirement));
      gboolean has_curve = g_str_equal (id, "L");

      dwell_table_page_select (page, i, FALSE);
      gtk_widget_activate_action (GTK_WIDGET (page), "requirements.show-curve", NULL);
      g_assert_true (dwell_view_shows_requirement (view, id) == has_curve);
      gtk_widget_activate_action (GTK_WIDGET (page), "requirements.show-curve", NULL);
      g_assert_false (dwell_view_shows_requirement (view, id));
    }
  remove_file (file);
}

/* The table can be copied, as it is shown and in plain words; rows are filtered by their text. */
static void
test_texts (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, TEXT);
  DwellTablePage *page = get_page (fixture);
  g_autoptr(DwellTableText) text = NULL;
  g_autofree char *plain = NULL;
  g_auto(GStrv) shown = NULL;

  WAIT_UNTIL (get_n_rows (page) == 2);
  text = dwell_table_tools_make_text (GTK_WIDGET (page), FALSE);
  plain = fixture_table (text, '\t');
  shown = dwell_table_text_get_shown (text, 0);
  g_assert_nonnull (strstr (plain, "\nviolated\t"));
  g_assert_true (g_strv_contains ((const char * const *) shown, "✗ Violated"));

  gtk_editable_set_text (find_id (page, "filter"), "cycle.act");
  WAIT_UNTIL (get_n_rows (page) == 1);
  gtk_editable_set_text (find_id (page, "filter"), "nothing");
  WAIT_UNTIL (get_n_rows (page) == 0);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.clear-filter", NULL));
  WAIT_UNTIL (get_n_rows (page) == 2);
  remove_file (file);
}

static GtkWidget *
get_state (DwellSessionPage *tab)
{
  return gtk_stack_get_visible_child (find_id (tab, "states"));
}

static guint
count_tabs (Fixture *fixture)
{
  g_autoptr(GPtrArray) sessions = dwell_window_list_sessions (fixture->window);

  return sessions->len;
}

/* Waits until the recording in front is checked, and the file's own tab is gone. */
static void
wait_until_checked (Fixture *fixture,
                    GFile   *file,
                    guint    n_tabs)
{
  WAIT_UNTIL (count_tabs (fixture) == n_tabs &&
              is_held_against (get_view (fixture), file));
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  WAIT_UNTIL (get_n_rows (get_page (fixture)) == 2);
  g_assert_true (is_held_against (get_view (fixture), file));
}

/* A file of requirements that is opened is no recording: the one in front is checked against it,
 * or the one that is opened with it. */
static void
test_opened (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("deadlines", "# of the brake\n\n" TEXT);
  g_autoptr(GFile) other = make_file ("others", TEXT);
  g_autoptr(GFile) recording = data_file (RECORDING);
  g_autoptr(GFile) second = data_file ("lms/runtime_nested.csv");
  GFile *together[] = { file, recording };

  dwell_window_open (fixture->window, together, 2, FALSE);
  wait_until_checked (fixture, file, 1);

  /* What was kept of the last time does not replace what is given now. */
  dwell_closing_close (get_tab (fixture));
  WAIT_UNTIL (get_tab (fixture) == NULL);
  wait_for_workers ();
  drain ();
  dwell_window_open (fixture->window, (GFile *[]) { recording, other }, 2, FALSE);
  wait_until_checked (fixture, other, 1);

  dwell_window_open (fixture->window, &second, 1, FALSE);
  wait_for_session (fixture);
  dwell_window_open (fixture->window, &recording, 1, FALSE);
  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_until_checked (fixture, file, 2);
  g_assert_cmpstr (dwell_session_get_title (get_session (fixture)), ==, "trace.csv");
  remove_file (file);
  remove_file (other);
}

/* Without a recording the file's tab says so, and waits for one. */
static void
test_opened_alone (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("deadlines", TEXT);
  g_autoptr(GFile) broken = make_file ("broken.csv", "");
  g_autoptr(GFile) recording = data_file (RECORDING);
  DwellSessionPage *tab;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  tab = get_tab (fixture);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED);
  WAIT_UNTIL (ADW_IS_STATUS_PAGE (get_state (tab)));
  g_assert_cmpstr (adw_status_page_get_title (ADW_STATUS_PAGE (get_state (tab))), ==,
                   "No Recording to Check");
  drain ();
  g_assert_cmpuint (count_tabs (fixture), ==, 1);

  /* It is read again, and still none. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (tab), "tab.reload", NULL));
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED &&
              !dwell_session_get_busy (get_session (fixture)));

  dwell_window_open (fixture->window, &recording, 1, FALSE);
  wait_until_checked (fixture, file, 1);

  /* Dropped with others, where nothing is read that could be checked. */
  dwell_closing_close (get_tab (fixture));
  WAIT_UNTIL (get_tab (fixture) == NULL);
  dwell_window_open (fixture->window, &broken, 1, FALSE);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED);
  dwell_window_open (fixture->window, &file, 1, FALSE);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED);
  drain ();
  g_assert_cmpuint (count_tabs (fixture), ==, 2);
  remove_file (file);
  remove_file (broken);
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/requirements-page/opened", Fixture, NULL, set_up, test_opened, tear_down);
  g_test_add ("/requirements-page/opened-alone", Fixture, NULL, set_up, test_opened_alone,
              tear_down);
  g_test_add ("/requirements-page/page", Fixture, NULL, set_up, test_page, tear_down);
  g_test_add ("/requirements-page/texts", Fixture, NULL, set_up, test_texts, tear_down);
  g_test_add ("/requirements-page/errors", Fixture, NULL, set_up, test_errors, tear_down);
  g_test_add ("/requirements-page/dropped-together", Fixture, NULL, set_up, test_dropped_together,
              tear_down);
  g_test_add ("/requirements-page/dropped", Fixture, NULL, set_up, test_dropped, tear_down);
  g_test_add ("/requirements-page/unwritable", Fixture, NULL, set_up, test_unwritable, tear_down);
  g_test_add ("/requirements-page/kept", Fixture, NULL, set_up, test_kept, tear_down);
  g_test_add ("/requirements-page/suggest", Fixture, NULL, set_up, test_suggest, tear_down);
  g_test_add ("/requirements-page/suggest-nothing", Fixture, NULL, set_up, test_suggest_nothing,
              tear_down);
  g_test_add ("/requirements-page/all-kinds", Fixture, NULL, set_up, test_all_kinds, tear_down);
  g_test_add ("/requirements-page/many-faults", Fixture, NULL, set_up, test_many_faults, tear_down);
  g_test_add ("/requirements-page/curve", Fixture, NULL, set_up, test_curve, tear_down);

  return g_test_run ();
}
