/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timing requirements in the window: the page that comes with their file, its violations, a file
 * with errors, and a file that is dropped. */
#include "config.h"

#include "ui/requirements/dwell-limit-chart.h"
#include "ui/requirements/dwell-requirement-dialog.h"
#include "ui/requirements/dwell-requirements-page.h"
#include "ui/shell/dwell-drop-area.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/template/dwell-wrapped-entry.h"
#include "ui/timeline/dwell-timeline-canvas.h"
#include "ui/widgets/dwell-undo.h"
#include "file-dialog.h"
#include "support/folder.h"

#define TEXT "dwell-requirements 1\n" \
             "A: call of cycle <= 800 us\n" \
             "B: call of cycle.act <= 350 us\n"

static DwellSessionPage *
get_tab (Fixture *fixture)
{
  return dwell_window_get_current (fixture->window);
}

static DwellTablePage *
get_page (Fixture *fixture)
{
  return DWELL_TABLE_PAGE (dwell_session_pages_get (find_id (get_tab (fixture), "pages"),
                                                        "requirements"));
}

static guint
get_n_rows (DwellTablePage *page)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_list (page)));
}

static gboolean
is_shown (Fixture *fixture)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (find_id (get_tab (fixture), "pages")),
                    "requirements") == 0;
}

/* Opens a recording and holds it against a file with @text. */
static GFile *
check (Fixture    *fixture,
       const char *text)
{
  GFile *file = make_file ("deadlines", text);

  open_data (fixture, "requirements/01-deadlines/trace.csv");
  wait_for_session (fixture);
  g_assert_true (dwell_session_page_has_page (get_tab (fixture), "requirements"));
  g_assert_false (is_shown (fixture));
  dwell_session_page_set_requirements (get_tab (fixture), file);
  g_assert_true (is_shown (fixture));
  return file;
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

static void
assert_file (GFile      *file,
             const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static guint32
find_area (const DwellTrace *trace,
           const char       *title)
{
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (g_str_equal (dwell_trace_get_area_title (trace, i), title))
      return i;

  return DWELL_NONE;
}

static GtkWidget *
find_dialog (void)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (DWELL_IS_REQUIREMENT_DIALOG (l->data))
      return l->data;

  return NULL;
}

/* Waits until the dialog has read the file and says what becomes of its text. */
static GtkWidget *
wait_for_dialog (void)
{
  GtkWidget *dialog;

  WAIT_UNTIL (find_dialog () != NULL);
  dialog = find_dialog ();
  WAIT_UNTIL (gtk_widget_get_sensitive (find_id (dialog, "content")));
  WAIT_UNTIL (*gtk_label_get_text (find_id (dialog, "outcome")) != '\0');
  return dialog;
}

/* A field changes its part of the text, and a text that is typed the fields. */
static void
test_edit (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, "# ours\n" TEXT);
  DwellTablePage *page = get_page (fixture);
  GtkWidget *dialog;
  GtkWidget *save;

  WAIT_UNTIL (get_n_rows (page) == 2);
  dwell_table_page_select (page, 0, FALSE);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.edit-chosen", NULL));
  dialog = wait_for_dialog ();
  save = find_id (dialog, "save");
  g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")), ==,
                   "B: call of cycle.act <= 350 us");
  g_assert_true (g_str_has_prefix (gtk_label_get_text (find_id (dialog, "outcome")),
                                   "Violated: 2 of 3"));

  gtk_editable_set_text (GTK_EDITABLE (find_id (dialog, "limit")), "");
  WAIT_UNTIL (gtk_widget_get_visible (find_id (dialog, "fault")));
  g_assert_false (gtk_widget_get_sensitive (save));
  gtk_editable_set_text (GTK_EDITABLE (find_id (dialog, "limit")), "600 us");
  adw_combo_row_set_selected (find_id (dialog, "measure"), 1);
  adw_combo_row_set_selected (find_id (dialog, "relation"), 5);
  gtk_editable_set_text (GTK_EDITABLE (find_id (dialog, "subject")), "cycle");
  g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")), ==,
                   "B: net of cycle in 600 us .. 600 us");
  adw_combo_row_set_selected (find_id (dialog, "relation"), 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_id (dialog, "limit"))), ==, "600 us");
  WAIT_UNTIL (gtk_widget_get_sensitive (save));
  g_assert_true (g_str_has_prefix (gtk_label_get_text (find_id (dialog, "outcome")), "Passed"));

  g_signal_emit_by_name (save, "clicked");
  WAIT_UNTIL (find_dialog () == NULL);
  assert_file (file, "# ours\ndwell-requirements 1\nA: call of cycle <= 800 us\n"
                     "B: net of cycle <= 600 us\n");
  WAIT_UNTIL (g_str_equal (gtk_label_get_text (find_id (page, "summary")), "2 passed"));
  g_assert_true (dwell_undo_last (get_view (fixture)));
  WAIT_UNTIL (g_str_equal (gtk_label_get_text (find_id (page, "summary")),
                           "1 violated · 1 passed"));
  assert_file (file, "# ours\n" TEXT);
  remove_file (file);
}

/* The limit in the sentence follows the line that is dragged, and what it makes of the samples is
 * told at once. */
static void
test_drag (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, TEXT);
  DwellTablePage *page = get_page (fixture);
  GtkWidget *dialog;
  GtkWidget *chart;
  gpointer drag;
  double middle;

  WAIT_UNTIL (get_n_rows (page) == 2);
  dwell_table_page_select (page, 0, FALSE);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.edit-chosen", NULL));
  dialog = wait_for_dialog ();
  WAIT_UNTIL ((chart = fixture_find (dialog, DWELL_TYPE_LIMIT_CHART)) != NULL &&
              gtk_widget_get_mapped (chart));
  wait_for_layout (chart);
  drag = fixture_controller (chart, GTK_TYPE_GESTURE_DRAG, 0);
  middle = gtk_widget_get_height (chart) / 2.0;

  /* Above all samples all pass; below them all are violated. */
  g_signal_emit_by_name (drag, "drag-begin", 20.0, middle);
  g_signal_emit_by_name (drag, "drag-update", 0.0, -2 * middle);
  WAIT_UNTIL (g_str_has_prefix (gtk_label_get_text (find_id (dialog, "outcome")), "Passed"));
  g_signal_emit_by_name (drag, "drag-update", 0.0, 2 * middle);
  WAIT_UNTIL (g_str_has_prefix (gtk_label_get_text (find_id (dialog, "outcome")),
                                "Violated: 3 of 3"));
  g_signal_emit_by_name (drag, "drag-end", 0.0, 2 * middle);
  g_assert_true (g_str_has_prefix (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")),
                                   "B: call of cycle.act <= "));
  g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")), !=,
                   "B: call of cycle.act <= 350 us");

  /* The gesture is over. */
  g_signal_emit_by_name (drag, "drag-update", 0.0, -2 * middle);
  drain ();
  g_assert_true (g_str_has_prefix (gtk_label_get_text (find_id (dialog, "outcome")),
                                   "Violated: 3 of 3"));
  gtk_window_destroy (GTK_WINDOW (dialog));
  WAIT_UNTIL (find_dialog () == NULL);
  remove_file (file);
}

static void
test_add (Fixture       *fixture,
          gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, TEXT);
  DwellTablePage *page = get_page (fixture);
  GtkWidget *dialog;

  WAIT_UNTIL (get_n_rows (page) == 2);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.add", NULL));
  dialog = wait_for_dialog ();
  g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")), ==,
                   "R1: call of … <= 10 ms");
  /* The names of the recording are offered. */
  gtk_menu_button_popup (find_id (dialog, "names_button"));
  g_signal_emit_by_name (find_id (dialog, "name_list"), "activate", 2);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_id (dialog, "subject"))), ==,
                   "cycle.act");
  WAIT_UNTIL (g_str_has_prefix (gtk_label_get_text (find_id (dialog, "outcome")), "Passed"));
  g_signal_emit_by_name (find_id (dialog, "save"), "clicked");
  WAIT_UNTIL (find_dialog () == NULL);
  assert_file (file, TEXT "R1: call of cycle.act <= 10 ms\n");
  WAIT_UNTIL (get_n_rows (page) == 3);

  dwell_table_page_select (page, 0, FALSE);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.delete", NULL));
  WAIT_UNTIL (get_n_rows (page) == 2);
  assert_file (file, "dwell-requirements 1\nA: call of cycle <= 800 us\n"
                     "R1: call of cycle.act <= 10 ms\n");
  g_assert_true (dwell_undo_last (get_view (fixture)));
  WAIT_UNTIL (get_n_rows (page) == 3);
  remove_file (file);
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

/* Other sentences are edited as text; one that is wrong is corrected from its error. */
static void
test_text (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, "dwell-requirements 1\n"
                                          "A: delay from begin of cycle <= 1 ms\n");
  DwellTablePage *page = get_page (fixture);
  GtkStack *states = find_id (page, "states");
  DwellWrappedEntry *sentence;
  GtkWidget *dialog;

  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (states), "faults"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.edit-line", "u", 2));
  dialog = wait_for_dialog ();
  g_assert_true (gtk_widget_get_visible (find_id (dialog, "fault")));
  g_assert_false (gtk_widget_get_sensitive (find_id (dialog, "fields")));
  g_assert_true (gtk_widget_get_visible (find_id (dialog, "hint")));

  sentence = find_id (dialog, "sentence");
  dwell_wrapped_entry_replace (sentence, strlen ("A: delay from begin of cycle"),
                               strlen ("A: delay from begin of cycle"), " to end of cycle.act");
  WAIT_UNTIL (gtk_widget_get_sensitive (find_id (dialog, "save")));
  g_assert_false (gtk_widget_get_visible (find_id (dialog, "fault")));
  g_signal_emit_by_name (find_id (dialog, "save"), "clicked");
  WAIT_UNTIL (find_dialog () == NULL);
  WAIT_UNTIL (get_n_rows (page) == 1);
  remove_file (file);
}

/* What is in focus, a track and a deadline can be required of a recording without a file. */
static void
test_require (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const struct { const char *action; const char *parameter; const char *sentence; } cases[] =
  {
    { "tab.focus-require", NULL, "R1: call of cycle.act <= 500 us" },
    { "tab.require", ": load of context default in any 10 ms <= 80 %",
      "R1: load of context default in any 10 ms <= 80 %" },
  };
  DwellView *view;

  open_data (fixture, "requirements/01-deadlines/trace.csv");
  wait_for_session (fixture);
  view = get_view (fixture);
  dwell_view_focus_area (view, find_area (dwell_view_get_trace (view), "cycle.act"));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *dialog;

      g_assert_true (gtk_widget_activate_action (find_id (get_tab (fixture), "pages"),
                                                 cases[i].action,
                                                 cases[i].parameter != NULL ? "s" : NULL,
                                                 cases[i].parameter));
      dialog = wait_for_dialog ();
      g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")), ==,
                       cases[i].sentence);
      gtk_window_destroy (GTK_WINDOW (dialog));
      WAIT_UNTIL (find_dialog () == NULL);
    }
}

static gboolean
is_enabled (Fixture    *fixture,
            const char *name)
{
  return g_action_group_get_action_enabled (
    dwell_session_page_get_actions (get_tab (fixture)), name);
}

static void
choose (DwellView  *view,
        const char *title,
        gint64      begin_ns)
{
  const DwellTrace *trace = dwell_view_get_trace (view);

  for (guint32 i = 0; i < trace->n_spans; i++)
    if (g_str_equal (dwell_trace_get_area_title (trace, trace->span_area[i]), title) &&
        dwell_trace_get_span_begin (trace, i) == begin_ns)
      g_assert_true (dwell_view_choose_span (view, i));
}

/* Two chosen spans are required to follow each other, three to be a chain, which is added with the
 * requirement on it. */
static void
test_chosen (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("chains", "dwell-requirements 1\n");
  DwellView *view;
  GtkWidget *dialog;
  GtkWidget *tab;

  open_data (fixture, "requirements/04-chain/trace.csv");
  wait_for_session (fixture);
  view = get_view (fixture);
  tab = find_id (get_tab (fixture), "pages");
  dwell_view_set_requirements (view, file);
  WAIT_UNTIL (dwell_view_get_requirements_answer (view) != NULL);
  choose (view, "sensor", 30000000);
  g_assert_false (is_enabled (fixture, "require-chosen"));
  choose (view, "actuator", 50000000);
  g_assert_true (gtk_widget_activate_action (tab, "tab.require-chosen", NULL));
  dialog = wait_for_dialog ();
  g_assert_false (gtk_widget_get_visible (find_id (dialog, "chain_row")));
  g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")), ==,
                   "R1: delay from end of sensor to begin of actuator <= 20 ms");
  gtk_window_destroy (GTK_WINDOW (dialog));
  WAIT_UNTIL (find_dialog () == NULL);

  choose (view, "control", 45000000);
  g_assert_true (gtk_widget_activate_action (tab, "tab.require-chosen", NULL));
  dialog = wait_for_dialog ();
  g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "chain")), ==,
                   "chain C1: sensor -> control -> actuator");
  g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")), ==,
                   "R1: reaction of C1 <= 50 ms");
  g_assert_true (g_str_has_prefix (gtk_label_get_text (find_id (dialog, "outcome")), "Passed: "));

  /* What is wrong in the chain is told, too. */
  dwell_wrapped_entry_set_text (find_id (dialog, "chain"), "chain C1: sensor ->");
  g_signal_emit_by_name (find_id (dialog, "chain"), "changed");
  WAIT_UNTIL (gtk_widget_get_visible (find_id (dialog, "fault")));
  g_assert_false (gtk_widget_get_sensitive (find_id (dialog, "save")));
  dwell_wrapped_entry_set_text (find_id (dialog, "chain"), "chain C1: sensor -> actuator");
  g_signal_emit_by_name (find_id (dialog, "chain"), "changed");
  WAIT_UNTIL (gtk_widget_get_sensitive (find_id (dialog, "save")));
  g_signal_emit_by_name (find_id (dialog, "save"), "clicked");
  WAIT_UNTIL (find_dialog () == NULL);
  assert_file (file, "dwell-requirements 1\nchain C1: sensor -> actuator\n"
                     "R1: reaction of C1 <= 50 ms\n");
  remove_file (file);
}

/* Activates the item of a menu whose label begins with @label, on the page that it is of. */
static void
activate_item (GtkWidget  *page,
               GMenuModel *menu,
               const char *label)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);

      for (int j = 0; section != NULL && j < g_menu_model_get_n_items (section); j++)
        {
          g_autoptr(GVariant) target =
            g_menu_model_get_item_attribute_value (section, j, G_MENU_ATTRIBUTE_TARGET, NULL);
          g_autofree char *text = NULL;
          g_autofree char *action = NULL;

          g_menu_model_get_item_attribute (section, j, G_MENU_ATTRIBUTE_LABEL, "s", &text);
          g_menu_model_get_item_attribute (section, j, G_MENU_ATTRIBUTE_ACTION, "s", &action);
          if (g_str_has_prefix (text, label))
            {
              g_assert_true (gtk_widget_activate_action_variant (page, action, target));
              return;
            }
        }
    }
  g_error ("no item %s", label);
}

/* Each line of a distribution can be required: its percentiles, and the deadline if there is
 * one. */
static void
test_distribution (Fixture       *fixture,
                   gconstpointer  user_data)
{
  static const struct { const char *label; const char *sentence; } cases[] = {
    { "Require p50", "R1: p50 of call of cycle.act <= 500 us" },
    { "Require p99.9", "R1: p99.9 of call of cycle.act <= 500 us" },
    { "Require the Deadline", "R1: call of cycle.act <= 450 us" },
  };
  GtkStack *pages;
  GtkWidget *page;
  GtkMenuButton *require;
  DwellView *view;
  guint32 area;

  open_data (fixture, "requirements/01-deadlines/trace.csv");
  wait_for_session (fixture);
  view = get_view (fixture);
  pages = find_id (get_tab (fixture), "pages");
  gtk_stack_set_visible_child_name (pages, "distribution");
  page = dwell_session_pages_get (pages, "distribution");
  require = find_id (find_id (page, "deadline"), "require");
  area = find_area (dwell_view_get_trace (view), "cycle.act");
  dwell_view_focus_area (view, area);
  dwell_view_set_deadline (view, area, DWELL_MEASURE_CALL, 450000);
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (find_id (page, "states")), "charts") &&
              gtk_widget_get_sensitive (GTK_WIDGET (require)));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *dialog;

      gtk_menu_button_popup (require);
      activate_item (page, gtk_menu_button_get_menu_model (require), cases[i].label);
      gtk_menu_button_popdown (require);
      dialog = wait_for_dialog ();
      g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")), ==,
                       cases[i].sentence);
      gtk_window_destroy (GTK_WINDOW (dialog));
      WAIT_UNTIL (find_dialog () == NULL);
    }
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

  g_test_add ("/requirements-page/edit", Fixture, NULL, set_up, test_edit, tear_down);
  g_test_add ("/requirements-page/drag", Fixture, NULL, set_up, test_drag, tear_down);
  g_test_add ("/requirements-page/add", Fixture, NULL, set_up, test_add, tear_down);
  g_test_add ("/requirements-page/require", Fixture, NULL, set_up, test_require, tear_down);
  g_test_add ("/requirements-page/chosen", Fixture, NULL, set_up, test_chosen, tear_down);
  g_test_add ("/requirements-page/unwritable", Fixture, NULL, set_up, test_unwritable, tear_down);
  g_test_add ("/requirements-page/kept", Fixture, NULL, set_up, test_kept, tear_down);
  g_test_add ("/requirements-page/suggest", Fixture, NULL, set_up, test_suggest, tear_down);
  g_test_add ("/requirements-page/distribution", Fixture, NULL, set_up, test_distribution,
              tear_down);
  g_test_add ("/requirements-page/text", Fixture, NULL, set_up, test_text, tear_down);

  return g_test_run ();
}
