/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dialog for one requirement: its fields, its text, the chart of its limit, what opens it. */
#include "config.h"

#include "ui/requirements/dwell-limit-chart.h"
#include "ui/timeline/dwell-gutter.h"
#include "ui/widgets/dwell-undo.h"
#include "file-dialog.h"
#include "requirements-fixture.h"
#include "support/folder.h"

/* Chooses the first of two requirements, and opens its dialog. */
static GtkWidget *
edit_chosen (DwellTablePage *page)
{
  WAIT_UNTIL (get_n_rows (page) == 2);
  dwell_table_page_select (page, 0, FALSE);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.edit-chosen", NULL));
  return wait_for_dialog ();
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

  dialog = edit_chosen (page);
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
  gtk_editable_set_text (GTK_EDITABLE (find_id (dialog, "limit")), "100 us .. 600 us");
  adw_combo_row_set_selected (find_id (dialog, "relation"), 1);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_id (dialog, "limit"))), ==, "100 us");
  adw_combo_row_set_selected (find_id (dialog, "relation"), 5);
  gtk_editable_set_text (GTK_EDITABLE (find_id (dialog, "limit")), "100 us .. 600 us");
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

  dialog = edit_chosen (page);
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

/* The menu of a track offers what can be required of it: of a context its load, of a variable its
 * values. */
static void
test_require_track (Fixture       *fixture,
                    gconstpointer  user_data)
{
  GtkWidget *gutter;
  guint n_words[2] = { 0, 0 };
  const GArray *lanes;

  open_data (fixture, "requirements/05-states/trace.txt");
  wait_for_session (fixture);
  gutter = fixture_find (GTK_WIDGET (get_tab (fixture)), DWELL_TYPE_GUTTER);
  lanes = dwell_view_get_lanes (get_view (fixture));
  wait_for_layout (gutter);

  for (guint i = 0; i < lanes->len; i++)
    {
      DwellLane lane = g_array_index (lanes, DwellLane, i);
      const char *sentence;
      GtkWidget *dialog;
      gboolean is_of_value;

      if (lane.kind != DWELL_LANE_TRACK || lane.y > gtk_widget_get_height (gutter))
        continue;

      g_signal_emit_by_name (fixture_controller (gutter, GTK_TYPE_GESTURE_CLICK,
                                                 GDK_BUTTON_SECONDARY), "pressed", 1, 5.0,
                             lane.y + 4.0);
      g_assert_true (gtk_widget_activate_action (gutter, "track.require", NULL));
      gtk_popover_popdown (fixture_find_menu (GTK_WIDGET (get_tab (fixture))));
      dialog = wait_for_dialog ();
      sentence = dwell_wrapped_entry_get_text (find_id (dialog, "sentence"));
      is_of_value = strstr (sentence, "value of ") != NULL || strstr (sentence, "never ") != NULL;
      g_assert_true (is_of_value || strstr (sentence, "load of context ") != NULL);
      n_words[is_of_value]++;
      gtk_window_destroy (GTK_WINDOW (dialog));
      WAIT_UNTIL (find_dialog () == NULL);
    }
  g_assert_cmpuint (n_words[0], >, 0);
  g_assert_cmpuint (n_words[1], >, 0);
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
    { "Add Requirement for p50", "R1: p50 of call of cycle.act <= 500 us" },
    { "Add Requirement for p99.9", "R1: p99.9 of call of cycle.act <= 500 us" },
    { "Add Requirement for the Deadline", "R1: call of cycle.act <= 450 us" },
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

/* Opens the dialog for what is in focus, of a recording without a file of requirements. */
static GtkWidget *
require_focus (Fixture *fixture)
{
  DwellView *view;

  open_data (fixture, "requirements/01-deadlines/trace.csv");
  wait_for_session (fixture);
  view = get_view (fixture);
  dwell_view_focus_area (view, find_area (dwell_view_get_trace (view), "cycle.act"));
  g_assert_true (gtk_widget_activate_action (find_id (get_tab (fixture), "pages"),
                                             "tab.focus-require", NULL));
  return wait_for_dialog ();
}

static void
wait_until_gone (void)
{
  WAIT_UNTIL (find_dialog () == NULL);
}

static void
click (gpointer    dialog,
       const char *id)
{
  GtkWidget *button = find_id (dialog, id);

  WAIT_UNTIL (gtk_widget_get_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}

static gboolean
is_held_against_nothing (DwellView *view)
{
  g_autoptr(GFile) file = dwell_view_get_requirements (view);

  return file == NULL;
}

/* The first requirement of a recording: Enter saves it where one wants to, and what became of it is
 * shown. Taken back, the file is gone, too. */
static void
test_first (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  GtkWidget *dialog = require_focus (fixture);
  GtkWidget *sentence = find_id (dialog, "sentence");
  g_autoptr(GFile) file = NULL;

  WAIT_UNTIL (gtk_widget_get_sensitive (find_id (dialog, "save")));
  g_assert_true (fixture_press (sentence, GDK_KEY_Return, 0));
  file_dialog_open (fixture, NULL);
  g_assert_true (find_dialog () == dialog);
  g_assert_true (is_held_against_nothing (get_view (fixture)));

  g_assert_true (fixture_press (sentence, GDK_KEY_KP_Enter, 0));
  file = file_dialog_save (fixture, folder, "timing.requirements");
  wait_until_gone ();
  assert_file (file, "dwell-requirements 1\nR1: call of cycle.act <= 500 us\n");
  WAIT_UNTIL (is_shown (fixture) && get_n_rows (get_page (fixture)) == 1);

  g_assert_true (dwell_undo_last (get_view (fixture)));
  WAIT_UNTIL (is_held_against_nothing (get_view (fixture)));
  g_assert_false (g_file_query_exists (file, NULL));
  folder_remove (g_steal_pointer (&path));
}

/* Where a file cannot be written it is asked for another place. */
static void
test_other_place (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  g_autoptr(GFile) nowhere = g_file_new_for_path ("/proc");
  g_autoptr(GFile) bad = NULL;
  g_autoptr(GFile) good = NULL;
  GtkWidget *dialog = require_focus (fixture);

  click (dialog, "save");
  bad = file_dialog_save (fixture, nowhere, "timing.requirements");
  WAIT_UNTIL (says (dialog, "Could not save “"));
  g_assert_true (is_held_against_nothing (get_view (fixture)));

  click (dialog, "save");
  good = file_dialog_save (fixture, folder, "timing.requirements");
  wait_until_gone ();
  assert_file (good, "dwell-requirements 1\nR1: call of cycle.act <= 500 us\n");
  WAIT_UNTIL (is_shown (fixture));
  folder_remove (g_steal_pointer (&path));
}

/* What is being saved when the dialog is closed is saved, and can be taken back. */
static void
test_close_while_saving (Fixture       *fixture,
                         gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, TEXT);
  DwellTablePage *page = get_page (fixture);
  GtkWidget *dialog;

  dialog = edit_chosen (page);
  gtk_editable_set_text (GTK_EDITABLE (find_id (dialog, "limit")), "600 us");
  click (dialog, "save");
  gtk_window_destroy (GTK_WINDOW (dialog));

  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Changed the requirement"));
  assert_file (file, "dwell-requirements 1\nA: call of cycle <= 800 us\n"
                     "B: call of cycle.act <= 600 us\n");
  WAIT_UNTIL (says (GTK_WIDGET (page), "2 passed"));
  g_assert_true (dwell_undo_last (get_view (fixture)));
  WAIT_UNTIL (says (GTK_WIDGET (page), "1 violated · 1 passed"));
  assert_file (file, TEXT);

  /* What fails then is told by the window. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.edit-chosen", NULL));
  dialog = wait_for_dialog ();
  remove_file (file);
  click (dialog, "save");
  gtk_window_destroy (GTK_WINDOW (dialog));
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Could not save “"));
}

/* A file that is not there any more cannot be edited; a line can be added to it all the same. */
static void
test_missing_file (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, TEXT);
  DwellTablePage *page = get_page (fixture);
  GtkWidget *dialog;

  WAIT_UNTIL (get_n_rows (page) == 2);
  dwell_table_page_select (page, 0, FALSE);
  remove_file (file);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.edit-chosen", NULL));
  WAIT_UNTIL ((dialog = find_dialog ()) != NULL &&
              *gtk_label_get_text (find_id (dialog, "outcome")) != '\0');
  g_assert_false (gtk_widget_get_sensitive (find_id (dialog, "content")));
  g_assert_false (gtk_widget_get_sensitive (find_id (dialog, "save")));
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_until_gone ();

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.add", NULL));
  dialog = wait_for_dialog ();
  g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")), ==,
                   "R1: call of … <= 10 ms");
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_until_gone ();

  /* Closed before it has read the file. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.add", NULL));
  WAIT_UNTIL (find_dialog () != NULL);
  gtk_window_destroy (GTK_WINDOW (find_dialog ()));
  wait_for_workers ();
  drain ();
  g_assert_null (find_dialog ());
}

static const char *
get_limit (GtkWidget *dialog)
{
  return gtk_editable_get_text (GTK_EDITABLE (find_id (dialog, "limit")));
}

/* Opens the dialog for the first line of a file, and waits for the chart of its limit. */
static GtkWidget *
edit_first (Fixture     *fixture,
            GtkWidget  **chart)
{
  GtkWidget *dialog;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_page (fixture)),
                                             "requirements.edit-line", "u", 2));
  dialog = wait_for_dialog ();
  WAIT_UNTIL ((*chart = fixture_find (dialog, DWELL_TYPE_LIMIT_CHART)) != NULL &&
              gtk_widget_get_mapped (*chart));
  wait_for_layout (*chart);
  return dialog;
}

/* Of a range each end has a line: the nearer one is dragged, and none past the other. */
static void
test_range (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, "dwell-requirements 1\n"
                                          "A: call of cycle in 200 us .. 700 us\n");
  GtkWidget *chart;
  GtkWidget *dialog = edit_first (fixture, &chart);
  gpointer drag = fixture_controller (chart, GTK_TYPE_GESTURE_DRAG, 0);
  double height = gtk_widget_get_height (chart);

  /* Up from the bottom over the upper limit: it stops there. */
  g_signal_emit_by_name (drag, "drag-begin", 20.0, height - 1);
  g_assert_true (g_str_has_suffix (get_limit (dialog), " .. 700 us"));
  g_signal_emit_by_name (drag, "drag-update", 0.0, -height);
  g_assert_cmpstr (get_limit (dialog), ==, "700 us .. 700 us");
  g_signal_emit_by_name (drag, "drag-end", 0.0, -height);
  WAIT_UNTIL (gtk_widget_get_sensitive (find_id (dialog, "save")));
  g_assert_true (gtk_widget_get_mapped (chart));

  /* Down with the upper one. */
  g_signal_emit_by_name (drag, "drag-begin", 20.0, 1.0);
  g_assert_true (g_str_has_prefix (get_limit (dialog), "700 us .. "));
  g_signal_emit_by_name (drag, "drag-update", 0.0, height);
  g_assert_cmpstr (get_limit (dialog), ==, "700 us .. 700 us");
  g_signal_emit_by_name (drag, "drag-end", 0.0, height);
  g_assert_true (fixture_press (chart, GDK_KEY_Up, GDK_SHIFT_MASK));
  g_assert_cmpstr (get_limit (dialog), ==, "700 us .. 700 us");
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_until_gone ();
  remove_file (file);
}

/* Presses a key in the chart, and gets the ends of the limit, us, when what it makes of the samples
 * is told. */
static void
press_in (GtkWidget       *dialog,
          GtkWidget       *chart,
          guint            key,
          GdkModifierType  modifiers,
          double          *low,
          double          *high)
{
  const char *dots;

  g_assert_true (fixture_press (chart, key, modifiers));
  WAIT_UNTIL (gtk_widget_get_sensitive (find_id (dialog, "save")));
  *low = g_ascii_strtod (get_limit (dialog), NULL);
  dots = strstr (get_limit (dialog), " .. ");
  *high = g_ascii_strtod (dots != NULL ? dots + strlen (" .. ") : get_limit (dialog), NULL);
}

/* Keys move the limits, too: with Shift the arrows move the lower one, with Control all move
 * further. Plus needs Shift on many keyboards. */
static void
test_chart_keys (Fixture       *fixture,
                 gconstpointer  user_data)
{
  static const struct { guint key; GdkModifierType modifiers; int low; int high; } cases[] = {
    { GDK_KEY_Up, 0, 0, 1 }, { GDK_KEY_KP_Subtract, 0, 0, -1 },
    { GDK_KEY_plus, GDK_SHIFT_MASK, 0, 1 }, { GDK_KEY_minus, 0, 0, -1 },
    { GDK_KEY_KP_Down, GDK_SHIFT_MASK, -1, 0 }, { GDK_KEY_Up, GDK_SHIFT_MASK, 1, 0 },
    { GDK_KEY_Down, GDK_SHIFT_MASK | GDK_CONTROL_MASK, -50, 0 },
    { GDK_KEY_KP_Add, GDK_CONTROL_MASK, 0, 50 },
  };
  g_autoptr(GFile) file = check (fixture, "dwell-requirements 1\n"
                                          "A: call of cycle in 200 us .. 700 us\n");
  GtkWidget *chart;
  GtkWidget *dialog = edit_first (fixture, &chart);
  double low = 200;
  double high = 700;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double old_low = low;
      double old_high = high;

      press_in (dialog, chart, cases[i].key, cases[i].modifiers, &low, &high);
      g_assert_cmpfloat ((low - old_low) * cases[i].low, >=, cases[i].low * cases[i].low);
      g_assert_cmpfloat ((high - old_high) * cases[i].high, >=, cases[i].high * cases[i].high);
      g_assert_true ((low != old_low) == (cases[i].low != 0));
      g_assert_true ((high != old_high) == (cases[i].high != 0));
    }
  g_assert_false (fixture_press (chart, GDK_KEY_Right, 0));

  /* Of one limit Shift has nothing to move, unless it is a lower one. */
  adw_combo_row_set_selected (find_id (dialog, "relation"), 1);
  WAIT_UNTIL (gtk_widget_get_sensitive (find_id (dialog, "save")));
  high = low;
  press_in (dialog, chart, GDK_KEY_KP_Up, GDK_SHIFT_MASK, &low, &low);
  g_assert_cmpfloat (low, >, high);
  adw_combo_row_set_selected (find_id (dialog, "relation"), 0);
  WAIT_UNTIL (gtk_widget_get_sensitive (find_id (dialog, "save")));
  g_assert_false (fixture_press (chart, GDK_KEY_Up, GDK_SHIFT_MASK));
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_until_gone ();
  remove_file (file);
}

/* The names that are offered can be searched: Enter takes the first, if there is one. Of a value
 * they are those of variables. */
static void
test_names (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellView *view;
  GtkWidget *dialog;
  GtkEditable *search;
  GListModel *names;

  open_data (fixture, "requirements/05-states/trace.txt");
  wait_for_session (fixture);
  view = get_view (fixture);
  g_assert_true (gtk_widget_activate_action (find_id (get_tab (fixture), "pages"), "tab.require",
                                             "s", ": value of … in 0 .. 100"));
  dialog = wait_for_dialog ();
  gtk_menu_button_popup (find_id (dialog, "names_button"));
  names = G_LIST_MODEL (gtk_list_view_get_model (find_id (dialog, "name_list")));
  for (guint i = 0; i < g_list_model_get_n_items (names); i++)
    {
      g_autoptr(GtkStringObject) name = g_list_model_get_item (names, i);
      const DwellTrace *trace = dwell_view_get_trace (view);
      guint32 area = find_area (trace, gtk_string_object_get_string (name));

      g_assert_true (trace->areas[area].kind == DWELL_AREA_VARIABLE ||
                     trace->areas[area].kind == DWELL_AREA_AUX);
    }
  g_assert_cmpuint (g_list_model_get_n_items (names), >, 1);

  search = find_id (dialog, "search");
  gtk_editable_set_text (search, "nothing is called so");
  WAIT_UNTIL (g_list_model_get_n_items (names) == 0);
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpstr (gtk_editable_get_text (find_id (dialog, "subject")), ==, "…");
  gtk_editable_set_text (search, "torque");
  WAIT_UNTIL (g_list_model_get_n_items (names) == 1);
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")), ==,
                   "R1: value of iTorque in 0 .. 100");
  WAIT_UNTIL (gtk_widget_get_sensitive (find_id (dialog, "save")));
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_until_gone ();
}

/* A sentence that is half typed is not saved, and the chart above it moves nothing. */
static void
test_unfinished (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, "dwell-requirements 1\nA: call of cycle <= 800 us\n");
  GtkWidget *chart;
  GtkWidget *dialog = edit_first (fixture, &chart);
  DwellWrappedEntry *sentence = find_id (dialog, "sentence");

  dwell_wrapped_entry_replace (sentence, 0, strlen (dwell_wrapped_entry_get_text (sentence)),
                               "A: call of");
  g_assert_true (fixture_press (chart, GDK_KEY_Up, 0));
  g_assert_cmpstr (dwell_wrapped_entry_get_text (sentence), ==, "A: call of");
  g_assert_true (fixture_press (GTK_WIDGET (sentence), GDK_KEY_Return, 0));
  WAIT_UNTIL (gtk_widget_get_visible (find_id (dialog, "fault")));
  g_assert_false (gtk_widget_get_visible (chart));
  g_assert_true (fixture_press (GTK_WIDGET (sentence), GDK_KEY_Return, 0));
  g_assert_false (fixture_press (GTK_WIDGET (sentence), GDK_KEY_Escape, 0));
  g_assert_true (find_dialog () == dialog);
  assert_file (file, "dwell-requirements 1\nA: call of cycle <= 800 us\n");
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_until_gone ();
  remove_file (file);
}

/* Of a measure that the recording cannot have no row is chosen; names are those of functions. */
static void
test_foreign_measure (Fixture       *fixture,
                      gconstpointer  user_data)
{
  GtkWidget *dialog;
  GListModel *names;

  open_data (fixture, "requirements/01-deadlines/trace.csv");
  wait_for_session (fixture);
  g_assert_true (gtk_widget_activate_action (find_id (get_tab (fixture), "pages"), "tab.require",
                                             "s", ": cost of cycle <= 100"));
  dialog = wait_for_dialog ();
  g_assert_cmpuint (adw_combo_row_get_selected (find_id (dialog, "measure")), ==,
                    GTK_INVALID_LIST_POSITION);
  gtk_menu_button_popup (find_id (dialog, "names_button"));
  names = G_LIST_MODEL (gtk_list_view_get_model (find_id (dialog, "name_list")));
  g_assert_cmpuint (g_list_model_get_n_items (names), >, 1);
  g_signal_emit_by_name (find_id (dialog, "name_list"), "activate", 2);
  g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")), ==,
                   "R1: cost of cycle.act <= 100");
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_until_gone ();
}

/* A line that the file does not have any more is empty; what is no file cannot be added to. */
static void
test_changed_file (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, TEXT);
  DwellTablePage *page = get_page (fixture);
  GtkWidget *dialog;

  WAIT_UNTIL (get_n_rows (page) == 2);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.edit-line", "u", 9));
  WAIT_UNTIL ((dialog = find_dialog ()) != NULL &&
              gtk_widget_get_sensitive (find_id (dialog, "content")));
  g_assert_cmpstr (dwell_wrapped_entry_get_text (find_id (dialog, "sentence")), ==, "");
  g_assert_false (gtk_widget_get_sensitive (find_id (dialog, "save")));
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_until_gone ();

  g_assert_true (g_file_delete (file, NULL, NULL));
  g_assert_true (g_file_make_directory (file, NULL, NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.add", NULL));
  WAIT_UNTIL ((dialog = find_dialog ()) != NULL &&
              *gtk_label_get_text (find_id (dialog, "outcome")) != '\0');
  g_assert_false (gtk_widget_get_sensitive (find_id (dialog, "content")));
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_until_gone ();
  remove_file (file);
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/requirement-dialog/edit", Fixture, NULL, set_up, test_edit, tear_down);
  g_test_add ("/requirement-dialog/drag", Fixture, NULL, set_up, test_drag, tear_down);
  g_test_add ("/requirement-dialog/add", Fixture, NULL, set_up, test_add, tear_down);
  g_test_add ("/requirement-dialog/text", Fixture, NULL, set_up, test_text, tear_down);
  g_test_add ("/requirement-dialog/require", Fixture, NULL, set_up, test_require, tear_down);
  g_test_add ("/requirement-dialog/require-track", Fixture, NULL, set_up, test_require_track,
              tear_down);
  g_test_add ("/requirement-dialog/chosen", Fixture, NULL, set_up, test_chosen, tear_down);
  g_test_add ("/requirement-dialog/distribution", Fixture, NULL, set_up, test_distribution,
              tear_down);
  g_test_add ("/requirement-dialog/first", Fixture, NULL, set_up, test_first, tear_down);
  g_test_add ("/requirement-dialog/other-place", Fixture, NULL, set_up, test_other_place,
              tear_down);
  g_test_add ("/requirement-dialog/close-while-saving", Fixture, NULL, set_up,
              test_close_while_saving, tear_down);
  g_test_add ("/requirement-dialog/missing-file", Fixture, NULL, set_up, test_missing_file,
              tear_down);
  g_test_add ("/requirement-dialog/range", Fixture, NULL, set_up, test_range, tear_down);
  g_test_add ("/requirement-dialog/chart-keys", Fixture, NULL, set_up, test_chart_keys, tear_down);
  g_test_add ("/requirement-dialog/names", Fixture, NULL, set_up, test_names, tear_down);
  g_test_add ("/requirement-dialog/unfinished", Fixture, NULL, set_up, test_unfinished, tear_down);
  g_test_add ("/requirement-dialog/foreign-measure", Fixture, NULL, set_up, test_foreign_measure,
              tear_down);
  g_test_add ("/requirement-dialog/changed-file", Fixture, NULL, set_up, test_changed_file,
              tear_down);

  return g_test_run ();
}
