/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window in-process: opening in all the ways there are, tabs, failures, the find bar, what is
 * remembered, and that nothing stays behind. */
#include "config.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "ui/shell/dwell-drop-area.h"
#include "ui/shell/dwell-find-bar.h"
#include "ui/shell/dwell-named-files.h"
#include "ui/shell/dwell-page-tabs.h"
#include "ui/timeline/dwell-timeline.h"
#include "ui/widgets/dwell-notice.h"
#include "ui/widgets/dwell-recent.h"
#include "file-dialog.h"

#define LMS "lms/doc_example.csv"
#define OOO "ooo/clean_4711.log"

static void
test_welcome (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkStack *stack = find_id (fixture->window, "stack");

  g_assert_cmpint (get_n_tabs (fixture), ==, 0);
  g_assert_null (dwell_window_get_current (fixture->window));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "welcome");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "Dwell");
  g_assert_false (gtk_widget_get_sensitive (find_id (fixture->window, "find_button")));
}

/* A new window is as the last one was left. */
static void
test_size (Fixture       *fixture,
           gconstpointer  user_data)
{
  GSettings *settings = dwell_settings_get ();
  GtkWindow *window;

  if (settings == NULL)
    {
      g_test_skip ("The settings' schema is not installed");
      return;
    }

  g_assert_false (gtk_window_is_maximized (GTK_WINDOW (fixture->window)));
  g_settings_set_boolean (settings, "window-maximized", TRUE);
  window = GTK_WINDOW (dwell_window_new (fixture->application));
  g_assert_true (gtk_window_is_maximized (window));
  gtk_window_destroy (window);
  g_settings_reset (settings, "window-maximized");
}

/* Every example that comes with the program has a text that says what it shows. */
static void
test_examples (Fixture       *fixture,
               gconstpointer  user_data)
{
  GtkWidget *list = find_id (fixture->window, "examples");
  guint n_rows = 0;

  WAIT_UNTIL (gtk_widget_get_first_child (list) != NULL);
  for (GtkWidget *row = gtk_widget_get_first_child (list);
       row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      g_test_message ("%s", adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
      g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), !=, "");
      n_rows++;
    }
  g_assert_cmpuint (n_rows, ==, 10);
}

/* Other files that lie there are offered without a text, folders and requirements are not. */
static void
test_other_examples (Fixture       *fixture,
                     gconstpointer  user_data)
{
  g_autofree char *usual = g_strdup (g_getenv ("DWELL_EXAMPLES_DIR"));
  g_autoptr(GFile) file = make_file ("mine.csv", "2,0,reader\n");
  g_autoptr(GFile) folder = g_file_get_parent (file);
  g_autoptr(GFile) inner = g_file_get_child (folder, "inner");
  GtkWindow *window;
  GtkWidget *row;

  g_assert_true (g_file_make_directory (inner, NULL, NULL));
  g_setenv ("DWELL_EXAMPLES_DIR", g_file_peek_path (folder), TRUE);
  window = GTK_WINDOW (dwell_window_new (fixture->application));
  g_setenv ("DWELL_EXAMPLES_DIR", usual, TRUE);
  WAIT_UNTIL ((row = gtk_widget_get_first_child (find_id (window, "examples"))) != NULL);
  g_assert_null (gtk_widget_get_next_sibling (row));
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), ==, "mine.csv");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, "");
  gtk_window_destroy (window);

  /* A window that goes at once does not wait for them. */
  window = GTK_WINDOW (dwell_window_new (fixture->application));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_destroy (window);
  WAIT_UNTIL (window == NULL);
  g_file_delete (inner, NULL, NULL);
  remove_file (file);
}

static void
test_open (Fixture       *fixture,
           gconstpointer  user_data)
{
  AdwWindowTitle *title;
  DwellSessionPage *page;
  GtkStack *pages;
  GtkWidget *events;

  open_data (fixture, LMS);
  g_assert_cmpint (get_n_tabs (fixture), ==, 1);
  wait_for_session (fixture);

  title = ADW_WINDOW_TITLE (fixture_find (GTK_WIDGET (fixture->window), ADW_TYPE_WINDOW_TITLE));
  g_assert_cmpstr (adw_window_title_get_title (title), ==, "doc_example.csv");
  fixture_assert_text (adw_window_title_get_subtitle (title),
                       "LMS profiler CSV · 1.9 ms · 6 events");

  page = dwell_window_get_current (fixture->window);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_id (page, "states")), ==, "content");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_id (page, "main")), ==, "timeline");
  pages = find_id (page, "pages");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "statistics");
  events = gtk_stack_get_child_by_name (pages, "events");
  g_assert_true (gtk_stack_page_get_visible (gtk_stack_get_page (pages, events)));
}

/* A page that has nothing to show of a trace is absent, tab and all. */
static void
test_absent_pages (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("marks.log", "000001 1 | : one\n000002 1 | : two\n"
                                                  "000003 1 | : three\n");
  DwellSessionPage *page;
  GtkStack *pages;
  GtkWidget *statistics;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  g_assert_cmpuint (dwell_session_get_trace (get_session (fixture))->n_spans, ==, 0);

  page = dwell_window_get_current (fixture->window);
  pages = find_id (page, "pages");
  statistics = gtk_stack_get_child_by_name (pages, "statistics");
  g_assert_false (gtk_stack_page_get_visible (gtk_stack_get_page (pages, statistics)));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "events");
  remove_file (file);
}

static void
assert_first_page (Fixture    *fixture,
                   const char *name,
                   const char *content,
                   const char *id)
{
  g_autoptr(GFile) file = make_file (name, content);

  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (
                     find_id (dwell_window_get_current (fixture->window), "pages")), ==, id);
  remove_file (file);
}

/* Without times a trace begins with what it says most of. */
static void
test_first_pages (Fixture       *fixture,
                  gconstpointer  user_data)
{
  assert_first_page (fixture, "stacks.folded", "main;read 3\nmain;write 4\n", "flame");
  assert_first_page (fixture, "calls.callgrind",
                     "version: 1\nevents: Ir\n\nfl=a.c\nfn=main\n1 5\ncfn=work\ncalls=2 9\n3 8\n"
                     "fn=work\n9 8\n", "tree");
  assert_first_page (fixture, "lines.cachegrind",
                     "desc: I1 cache:\ncmd: true\nevents: Ir\nfl=a.c\nfn=main\n1 5\n2 6\n"
                     "summary: 11\n", "lines");
}

/* One that is open already comes to the front instead. */
static void
test_tabs (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellSessionPage *first;

  open_data (fixture, LMS);
  first = dwell_window_get_current (fixture->window);
  open_data (fixture, OOO);
  g_assert_cmpint (get_n_tabs (fixture), ==, 2);
  g_assert_true (dwell_window_get_current (fixture->window) != first);
  wait_for_session (fixture);

  open_data (fixture, LMS);
  g_assert_cmpint (get_n_tabs (fixture), ==, 2);
  g_assert_true (dwell_window_get_current (fixture->window) == first);

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  WAIT_UNTIL (get_n_tabs (fixture) == 1);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  WAIT_UNTIL (get_n_tabs (fixture) == 0);
  g_assert_null (dwell_window_get_current (fixture->window));
}

static void
test_joined (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) first = data_file (OOO);
  g_autoptr(GFile) second = data_file ("ooo/quirks_99.log");
  GFile *files[] = { first, second };
  GFile *turned[] = { second, first };
  guint n_files;

  g_application_open (G_APPLICATION (fixture->application), files, 2, DWELL_HINT_JOINED);
  g_assert_cmpint (get_n_tabs (fixture), ==, 1);
  wait_for_session (fixture);
  dwell_session_get_files (get_session (fixture), &n_files);
  g_assert_cmpuint (n_files, ==, 2);

  dwell_window_open (fixture->window, turned, 2, TRUE);
  g_assert_cmpint (get_n_tabs (fixture), ==, 1);
  dwell_window_open (fixture->window, files, 2, FALSE);
  g_assert_cmpint (get_n_tabs (fixture), ==, 3);
  wait_for_session (fixture);
}

static gboolean
drop (Fixture *fixture,
      GSList  *files)
{
  GtkWidget *area = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_DROP_AREA);
  gpointer target = fixture_controller (area, GTK_TYPE_DROP_TARGET, 0);
  g_auto(GValue) value = G_VALUE_INIT;
  gboolean handled = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_list (files));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &handled);

  return handled;
}

static void
test_drop_one (Fixture       *fixture,
               gconstpointer  user_data)
{
  GtkWidget *area = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_DROP_AREA);
  gpointer target = fixture_controller (area, GTK_TYPE_DROP_TARGET, 0);
  GtkWidget *highlight;
  g_autoptr(GFile) file = data_file (LMS);
  g_autoptr(GSList) files = g_slist_append (NULL, file);
  GdkDragAction action = 0;

  /* The highlight is the overlay's last child. */
  highlight = gtk_widget_get_last_child (gtk_widget_get_first_child (area));
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (highlight)));
  g_signal_emit_by_name (target, "enter", 10.0, 10.0, &action);
  g_assert_cmpint (action, ==, GDK_ACTION_COPY);
  g_assert_true (gtk_revealer_get_reveal_child (GTK_REVEALER (highlight)));
  g_signal_emit_by_name (target, "leave");
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (highlight)));

  g_assert_true (drop (fixture, files));
  g_assert_cmpint (get_n_tabs (fixture), ==, 1);
  wait_for_session (fixture);
}

static GtkWindow *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window))
        return window;
    }

  return NULL;
}

/* Answers as a click on the button does. */
static void
answer_dialog (const char *response)
{
  GtkWindow *dialog = find_dialog ();

  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), response);
  gtk_window_destroy (dialog);
}

/* Logs of one format may become one session; the user is asked. */
static void
test_drop_several (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autoptr(GFile) first = data_file (OOO);
  g_autoptr(GFile) second = data_file ("ooo/quirks_99.log");
  g_autoptr(GSList) files = NULL;
  guint n_files;

  files = g_slist_append (g_slist_append (files, first), second);

  g_assert_true (drop (fixture, files));
  WAIT_UNTIL (find_dialog () != NULL);
  g_assert_cmpint (get_n_tabs (fixture), ==, 0);
  answer_dialog ("cancel");
  WAIT_UNTIL (find_dialog () == NULL);
  g_assert_cmpint (get_n_tabs (fixture), ==, 0);

  g_assert_true (drop (fixture, files));
  WAIT_UNTIL (find_dialog () != NULL);
  answer_dialog ("session");
  WAIT_UNTIL (get_n_tabs (fixture) == 1);
  dwell_session_get_files (get_session (fixture), &n_files);
  g_assert_cmpuint (n_files, ==, 2);

  g_assert_true (drop (fixture, files));
  WAIT_UNTIL (find_dialog () != NULL);
  answer_dialog ("tabs");
  WAIT_UNTIL (get_n_tabs (fixture) == 3);
  wait_for_session (fixture);
}

/* More than two can be compared as a series. */
static void
test_drop_series (Fixture       *fixture,
                  gconstpointer  user_data)
{
  static const char * const names[] = { OOO, "ooo/quirks_99.log", "ooo/doc_example.log" };
  g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GSList) files = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_ptr_array_add (kept, data_file (names[i]));
      files = g_slist_append (files, kept->pdata[i]);
    }

  g_assert_true (drop (fixture, files));
  WAIT_UNTIL (find_dialog () != NULL);
  answer_dialog ("series");
  WAIT_UNTIL (get_n_tabs (fixture) == 1);
  WAIT_UNTIL (g_strcmp0 (dwell_session_page_get_shown_id (
                           dwell_window_get_current (fixture->window)), "series") == 0);
  wait_for_session (fixture);
}

/* Nothing that is no file is taken. */
static void
test_drop_nothing (Fixture       *fixture,
                   gconstpointer  user_data)
{
  GtkWidget *area = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_DROP_AREA);
  gpointer target = fixture_controller (area, GTK_TYPE_DROP_TARGET, 0);
  g_auto(GValue) value = G_VALUE_INIT;
  gboolean is_handled = TRUE;

  g_assert_false (drop (fixture, NULL));
  g_value_init (&value, G_TYPE_STRING);
  g_value_set_string (&value, "text");
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &is_handled);
  g_assert_false (is_handled);
  g_assert_cmpint (get_n_tabs (fixture), ==, 0);
}

/* Files that cannot be one session need no question. */
static void
test_drop_mixed (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) first = data_file (OOO);
  g_autoptr(GFile) second = data_file (LMS);
  g_autoptr(GSList) files = g_slist_append (NULL, first);

  files = g_slist_append (files, second);
  g_assert_true (drop (fixture, files));
  WAIT_UNTIL (get_n_tabs (fixture) == 2);
  g_assert_null (find_dialog ());
  wait_for_session (fixture);
}

static void
assert_fails (Fixture *fixture,
              GFile   *file)
{
  g_autofree char *name = g_file_get_basename (file);
  AdwStatusPage *status;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED);

  status = find_id (dwell_window_get_current (fixture->window), "failed");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (
                     find_id (dwell_window_get_current (fixture->window), "states")), ==, "failed");
  g_assert_nonnull (strstr (adw_status_page_get_title (status), name));
  g_assert_cmpstr (adw_status_page_get_description (status), !=, "");
}

static void
test_failures (Fixture       *fixture,
               gconstpointer  user_data)
{
  g_autoptr(GFile) empty = make_file ("empty <b>.csv", "");
  g_autoptr(GFile) other = make_file ("picture.csv", "\211PNG\r\n\032\nnothing of ours");
  g_autoptr(GFile) folder = g_file_get_parent (empty);
  g_autoptr(GFile) missing = g_file_get_child (folder, "missing.csv");

  assert_fails (fixture, empty);
  assert_fails (fixture, other);
  assert_fails (fixture, folder);
  assert_fails (fixture, missing);

  remove_file (empty);
  remove_file (other);
}

/* Of files that cannot be read as one session the page names the first, and where it failed. */
static void
test_joined_failure (Fixture       *fixture,
                     gconstpointer  user_data)
{
  g_autoptr(GFile) good = data_file (OOO);
  g_autoptr(GFile) empty = make_file ("empty.log", "");
  GFile *files[] = { good, empty };
  AdwStatusPage *status;

  dwell_window_open (fixture->window, files, 2, TRUE);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED);
  status = find_id (dwell_window_get_current (fixture->window), "failed");
  g_assert_true (g_str_has_suffix (adw_status_page_get_title (status), " and 1 more”"));
  g_assert_true (g_str_has_prefix (adw_status_page_get_description (status), "empty.log: "));
  remove_file (empty);
}

/* What is stopped before there is anything to show says so, and can be read all the same. */
static void
test_stopped (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GFile) file = data_file (LMS);
  WorkersHold hold = { .n_ended = 0 };
  AdwStatusPage *status;

  /* None of them begins to read before it is stopped. */
  workers_hold (&hold);
  dwell_window_open (fixture->window, &file, 1, FALSE);
  dwell_session_cancel (get_session (fixture));
  workers_release (&hold);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED);

  status = find_id (dwell_window_get_current (fixture->window), "failed");
  g_assert_true (g_str_has_prefix (adw_status_page_get_title (status), "Stopped Reading “"));
  g_assert_true (g_str_has_prefix (adw_status_page_get_description (status),
                                   "You stopped it before"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.reload", NULL));
  wait_for_session (fixture);
  g_assert_cmpuint (dwell_session_get_trace (get_session (fixture))->n_spans, >, 0);
}

/* After a failure, trying again succeeds once the cause is gone. */
static void
test_try_again (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("late.csv", "");
  g_autoptr(GFile) good = data_file (LMS);

  assert_fails (fixture, file);
  g_assert_true (g_file_copy (good, file, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.reload", NULL));
  wait_for_session (fixture);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (
                     find_id (dwell_window_get_current (fixture->window), "states")), ==,
                   "content");
  remove_file (file);
}

static void
test_changed_on_disk (Fixture       *fixture,
                      gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("growing.csv", "2,0,reader\n0,0,0\n1,0,1000\n");
  GtkWidget *notice;
  gboolean due = FALSE;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  g_assert_cmpuint (dwell_session_get_trace (get_session (fixture))->n_spans, ==, 1);

  g_assert_true (g_file_set_contents (g_file_peek_path (file),
                                      "2,0,reader\n0,0,0\n1,0,1000\n0,0,10\n1,0,5\n", -1, NULL));
  WAIT_UNTIL (dwell_session_get_changed_on_disk (get_session (fixture)));
  notice = find_id (dwell_window_get_current (fixture->window), "changed");
  WAIT_UNTIL ((g_object_get (notice, "due", &due, NULL), due));

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.reload", NULL);
  WAIT_UNTIL (dwell_session_get_trace (get_session (fixture))->n_spans == 2);
  WAIT_UNTIL ((g_object_get (notice, "due", &due, NULL), !due));
  wait_for_session (fixture);
  remove_file (file);
}

static gboolean
is_revealed (GtkWidget *notice)
{
  return gtk_revealer_get_reveal_child (find_id (notice, "revealer"));
}

/* One notice at a time, with the number of those behind; closing it shows the next. */
static void
test_notices (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellNotice *notices[3];

  for (guint i = 0; i < G_N_ELEMENTS (notices); i++)
    {
      notices[i] = g_object_ref_sink (g_object_new (DWELL_TYPE_NOTICE, NULL));
      dwell_notice_set_due (notices[i], i > 0);
    }
  dwell_notice_stack (notices, G_N_ELEMENTS (notices));
  g_assert_false (is_revealed (GTK_WIDGET (notices[0])));
  g_assert_true (is_revealed (GTK_WIDGET (notices[1])));
  g_assert_false (is_revealed (GTK_WIDGET (notices[2])));
  g_assert_cmpstr (gtk_label_get_text (find_id (notices[1], "more")), ==, "1 more");

  g_signal_emit_by_name (find_id (notices[1], "close"), "clicked");
  dwell_notice_stack (notices, G_N_ELEMENTS (notices));
  g_assert_false (is_revealed (GTK_WIDGET (notices[1])));
  g_assert_true (is_revealed (GTK_WIDGET (notices[2])));
  g_assert_false (gtk_widget_get_visible (find_id (notices[2], "more")));

  for (guint i = 0; i < G_N_ELEMENTS (notices); i++)
    g_object_unref (notices[i]);
}

static void
test_find (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellSessionPage *page;
  GtkToggleButton *button = find_id (fixture->window, "find_button");
  GtkLabel *answer;
  DwellFind *find;

  open_data (fixture, LMS);
  wait_for_session (fixture);
  page = dwell_window_get_current (fixture->window);
  answer = find_id (page, "answer");

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.find", NULL);
  g_assert_true (gtk_toggle_button_get_active (button));
  set_search (find_id (page, "find_bar"), "entry", "reader");
  WAIT_UNTIL ((find = dwell_view_get_find (get_view (fixture))) != NULL &&
              !dwell_view_is_finding (get_view (fixture)));
  g_assert_cmpuint (dwell_find_get_n_spans (find), ==, 2);
  g_assert_cmpstr (gtk_label_get_text (answer), ==, "2 found");

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.find-next", NULL);
  g_assert_cmpstr (gtk_label_get_text (answer), ==, "1 of 2");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.find-next", NULL);
  g_assert_cmpstr (gtk_label_get_text (answer), ==, "2 of 2");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.find-next", NULL);
  g_assert_cmpstr (gtk_label_get_text (answer), ==, "1 of 2");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.find-previous", NULL);
  g_assert_cmpstr (gtk_label_get_text (answer), ==, "2 of 2");

  set_search (find_id (page, "find_bar"), "entry", "/(/");
  WAIT_UNTIL (dwell_view_get_find_error (get_view (fixture)) != NULL);
  g_assert_cmpstr (gtk_label_get_text (answer), ==,
                   dwell_view_get_find_error (get_view (fixture)));
  g_assert_true (gtk_widget_has_css_class (find_id (find_id (page, "find_bar"), "entry"),
                                           "error"));

  gtk_toggle_button_set_active (button, FALSE);
  g_assert_null (dwell_view_get_find (get_view (fixture)));
  g_assert_null (dwell_view_get_find_error (get_view (fixture)));
  g_assert_cmpstr (dwell_view_get_kept (get_view (fixture), DWELL_KEPT_FILTER, "find"), ==, "/(/");
}

/* --- What the dialog chooses --- */

/* A file that is chosen opens in a tab; a dialog that is closed opens nothing. */
static void
test_dialog (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) file = data_file (LMS);

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.open", NULL);
  file_dialog_open (fixture, NULL);
  g_assert_cmpint (get_n_tabs (fixture), ==, 0);

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.open", NULL);
  file_dialog_open (fixture, file);
  WAIT_UNTIL (get_n_tabs (fixture) == 1);
  g_assert_cmpstr (dwell_session_get_title (get_session (fixture)), ==, "doc_example.csv");
  wait_for_session (fixture);
}

static gboolean
is_in_folder (GtkFileChooser *dialog,
              GFile          *folder)
{
  g_autoptr(GFile) shown = gtk_file_chooser_get_current_folder (dialog);

  return shown != NULL && g_file_equal (shown, folder);
}

static gboolean
has_requirements (Fixture *fixture,
                  GFile   *file)
{
  g_autoptr(GFile) kept = dwell_view_get_requirements (get_view (fixture));

  return kept != NULL && g_file_equal (kept, file);
}

/* A dialog begins in the folder of the trace in front; files may be read with other options. */
static void
test_dialog_options (Fixture       *fixture,
                     gconstpointer  user_data)
{
  g_autoptr(GFile) file = data_file (LMS);
  g_autoptr(GFile) folder = g_file_get_parent (file);
  GtkWindow *dialog;

  open_data (fixture, "lms/runtime_nested.csv");
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.open-with-options", NULL);
  WAIT_UNTIL (file_dialog_find () != NULL && is_in_folder (file_dialog_find (), folder));
  file_dialog_open (fixture, NULL);

  for (guint i = 0; i < 2; i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.open-with-options", NULL);
      file_dialog_open (fixture, file);
      WAIT_UNTIL ((dialog = find_other_window (fixture)) != NULL);
      g_assert_cmpint (get_n_tabs (fixture), ==, 1);
      WAIT_UNTIL (gtk_widget_get_sensitive (find_id (dialog, "open")));
      if (i == 0)
        gtk_window_close (dialog);
      else
        g_signal_emit_by_name (find_id (dialog, "open"), "clicked");
      WAIT_UNTIL (find_other_window (fixture) == NULL);
    }
  WAIT_UNTIL (get_n_tabs (fixture) == 2);
  g_assert_cmpstr (dwell_session_get_title (get_session (fixture)), ==, "doc_example.csv");
  wait_for_session (fixture);
}

/* Requirements are chosen for the trace in front; a dialog that is closed changes none. */
static void
test_dialog_requirements (Fixture       *fixture,
                          gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("deadlines.requirements", "");

  open_data (fixture, LMS);
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.requirements", NULL);
  file_dialog_open (fixture, NULL);
  g_assert_false (has_requirements (fixture, file));

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.requirements", NULL);
  file_dialog_open (fixture, file);
  WAIT_UNTIL (has_requirements (fixture, file));
  g_assert_cmpstr (dwell_session_page_get_shown_id (dwell_window_get_current (fixture->window)),
                   ==, "requirements");
  remove_file (file);
}

/* Files that cannot be one session can be opened in a tab each. */
static void
test_open_apart (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) first = data_file (OOO);
  g_autoptr(GFile) second = data_file (LMS);
  GFile *files[] = { first, second };

  /* Nothing is open: nothing happens. */
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.open-apart", NULL);
  g_assert_cmpint (get_n_tabs (fixture), ==, 0);

  dwell_window_open (fixture->window, files, 2, TRUE);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.open-apart", NULL);
  WAIT_UNTIL (get_n_tabs (fixture) == 2);
  wait_for_session (fixture);
  g_assert_cmpstr (dwell_session_get_title (get_session (fixture)), ==, "doc_example.csv");
}

/* --- What the command line names --- */

/* Makes a pipe in a new folder. */
static GFile *
make_pipe (void)
{
  GFile *file = make_file ("pipe", "");

  g_assert_true (g_file_delete (file, NULL, NULL));
  g_assert_cmpint (mkfifo (g_file_peek_path (file), 0600), ==, 0);
  return file;
}

static int
open_named (Fixture    *fixture,
            const char *name)
{
  const char * const names[] = { name, NULL };

  return dwell_named_files_open (G_APPLICATION (fixture->application), names, "");
}

static gpointer
write_lms (gpointer path)
{
  g_autoptr(GFile) file = data_file (LMS);
  g_autofree char *text = NULL;
  gsize length;
  int fd = open (path, O_WRONLY);

  g_assert_true (g_file_load_contents (file, NULL, &text, &length, NULL, NULL));
  g_assert_cmpint (write (fd, text, length), ==, (gssize) length);
  close (fd);
  return NULL;
}

/* What comes through a pipe is shown when it is complete, in the window that says so until then. */
static void
test_piped (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr(GFile) pipe = make_pipe ();
  GThread *writer;

  g_assert_cmpint (open_named (fixture, g_file_peek_path (pipe)), ==, 0);
  g_assert_true (says (GTK_WIDGET (fixture->window), "Reading standard input…"));
  g_assert_cmpint (get_n_tabs (fixture), ==, 0);

  writer = g_thread_new ("writer", write_lms, (gpointer) g_file_peek_path (pipe));
  WAIT_UNTIL (get_n_tabs (fixture) == 1);
  g_thread_join (writer);
  wait_for_session (fixture);
  g_assert_true (g_str_has_prefix (dwell_session_get_title (get_session (fixture)),
                                   "standard input "));
  g_assert_cmpuint (dwell_session_get_trace (get_session (fixture))->n_spans, >, 0);
  remove_file (pipe);
}

/* Standard input that cannot be read is named. */
static void
test_piped_broken (Fixture       *fixture,
                   gconstpointer  user_data)
{
  int was = dup (STDIN_FILENO);
  int broken = open ("/dev/null", O_WRONLY);

  dup2 (broken, STDIN_FILENO);
  close (broken);
  g_assert_cmpint (open_named (fixture, "-"), ==, 0);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "-: "));
  g_assert_cmpint (get_n_tabs (fixture), ==, 0);
  dup2 (was, STDIN_FILENO);
  close (was);
}

/* Whoever closes the window does not wait for what may come: no worker does. */
static void
test_piped_left (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) pipe = make_pipe ();

  g_assert_cmpint (open_named (fixture, g_file_peek_path (pipe)), ==, 0);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  wait_for_workers ();
  g_assert_null (gtk_application_get_windows (GTK_APPLICATION (fixture->application)));
  remove_file (pipe);
}

/* Files are opened at once. */
static void
test_named (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr(GFile) file = data_file (LMS);

  g_assert_cmpint (open_named (fixture, g_file_peek_path (file)), ==, 0);
  WAIT_UNTIL (get_n_tabs (fixture) == 1);
  g_assert_cmpstr (dwell_session_get_title (get_session (fixture)), ==, "doc_example.csv");
}

/* The last search text is in the entry when the trace is opened again, and is searched for when the
 * bar is shown. */
static void
test_find_kept (Fixture       *fixture,
                gconstpointer  user_data)
{
  GtkEditable *entry;

  open_data (fixture, LMS);
  wait_for_session (fixture);
  dwell_view_set_kept (get_view (fixture), DWELL_KEPT_FILTER, "find", "reader");
  drain ();
  entry = find_id (find_id (dwell_window_get_current (fixture->window), "find_bar"), "entry");
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "reader");
  g_assert_null (dwell_view_get_find (get_view (fixture)));

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.find", NULL);
  WAIT_UNTIL (dwell_view_get_find (get_view (fixture)) != NULL);
}

/* The toggle of the details says whether they are shown, and whether they can be. */
static void
assert_details (DwellSessionPage *page,
                gboolean          are_shown,
                gboolean          can_be_shown)
{
  GActionGroup *actions = dwell_session_page_get_actions (page);
  g_autoptr(GVariant) state = g_action_group_get_action_state (actions, "details");

  g_assert_true (gtk_widget_get_visible (find_id (page, "details")) == are_shown);
  g_assert_true (g_variant_get_boolean (state) == are_shown);
  g_assert_true (g_action_group_get_action_enabled (actions, "details") == can_be_shown);
}

static void
test_halves (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellSessionPage *page;
  GtkWidget *upper;
  GtkWidget *lower;
  GtkWidget *timeline;
  GtkPaned *halves;
  int wanted;

  open_data (fixture, OOO);
  wait_for_session (fixture);
  page = dwell_window_get_current (fixture->window);
  upper = find_id (page, "main");
  lower = find_id (page, "lower");
  timeline = find_id (page, "timeline");
  halves = GTK_PANED (find_id (page, "halves"));

  /* The timeline has what its tracks need, which is known once it is laid out, until the user moves
   * the divider. */
  WAIT_UNTIL ((wanted = dwell_timeline_get_wanted_height (DWELL_TIMELINE (timeline)),
               gtk_widget_get_height (upper) == wanted));
  g_assert_cmpint (gtk_widget_get_height (upper), <, gtk_widget_get_height (lower));
  dwell_view_fold_all (dwell_session_page_get_view (page), TRUE);
  WAIT_UNTIL (gtk_widget_get_height (upper) < wanted);
  gtk_paned_set_position (halves, wanted + 50);
  dwell_view_fold_all (dwell_session_page_get_view (page), FALSE);
  drain ();
  g_assert_cmpint (gtk_paned_get_position (halves), ==, wanted + 50);

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.maximise-timeline", NULL);
  g_assert_true (gtk_widget_get_visible (upper) && !gtk_widget_get_visible (lower));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.maximise-pages", NULL);
  g_assert_true (!gtk_widget_get_visible (upper) && gtk_widget_get_visible (lower));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.maximise-pages", NULL);
  g_assert_true (gtk_widget_get_visible (upper) && gtk_widget_get_visible (lower));

  /* The details appear when something is focused for the first time. */
  g_assert_false (gtk_widget_get_visible (find_id (page, "details")));
  dwell_view_focus_span (dwell_session_page_get_view (page), 0);
  g_assert_true (gtk_widget_get_visible (find_id (page, "details")));
  assert_details (page, TRUE, TRUE);
  dwell_session_page_set_narrow (page, TRUE);
  assert_details (page, FALSE, FALSE);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.details", NULL);
  assert_details (page, FALSE, FALSE);
  dwell_session_page_set_narrow (page, FALSE);
  assert_details (page, TRUE, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.details", NULL);
  g_assert_false (gtk_widget_get_visible (find_id (page, "details")));
  dwell_view_focus_span (dwell_session_page_get_view (page), 1);
  g_assert_false (gtk_widget_get_visible (find_id (page, "details")));
}

static void
test_history (Fixture       *fixture,
              gconstpointer  user_data)
{
  GActionGroup *actions;
  gint64 begin;
  gint64 end;

  open_data (fixture, LMS);
  wait_for_session (fixture);
  actions = dwell_session_page_get_actions (dwell_window_get_current (fixture->window));
  g_assert_false (g_action_group_get_action_enabled (actions, "back"));

  dwell_view_go_to_range (get_view (fixture), 100000, 200000);
  g_assert_true (g_action_group_get_action_enabled (actions, "back"));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.back", NULL);
  dwell_view_get_range (get_view (fixture), &begin, &end);
  g_assert_cmpint (end - begin, >, 100000);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.forward", NULL);
  dwell_view_get_range (get_view (fixture), &begin, &end);
  g_assert_cmpint (begin, ==, 100000);
  g_assert_cmpint (end, ==, 200000);
}

/* What was closed while it was read, as in the test before, may come to its end only now: then that
 * is the latest. */
static gboolean
is_recent (const char *uri)
{
  static guint n_told = G_MAXUINT;
  g_autoptr(GPtrArray) recent = dwell_recent_list ();

  if (recent->len != n_told)
    {
      n_told = recent->len;
      g_test_message ("%u recent files; it %s", n_told,
                      gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri)
                        ? "is known" : "is not known");
    }

  for (guint i = 0; i < recent->len; i++)
    if (g_str_equal (gtk_recent_info_get_uri (g_ptr_array_index (recent, i)), uri))
      return TRUE;

  return FALSE;
}

static void
test_recent (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) file = data_file (LMS);
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr(GPtrArray) recent = NULL;
  g_autoptr(GMenu) menu = g_menu_new ();

  dwell_recent_remove (file);
  WAIT_UNTIL (!is_recent (uri));
  open_data (fixture, LMS);
  wait_for_session (fixture);
  /* GTK reads the list again after it has written it. */
  WAIT_UNTIL (is_recent (uri));
  recent = dwell_recent_list ();
  dwell_recent_fill (menu);
  g_assert_cmpint (g_menu_model_get_n_items (G_MENU_MODEL (menu)), ==, (int) recent->len);

  dwell_recent_remove (file);
  WAIT_UNTIL (gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri) == FALSE);
}

static void
note_gone (gpointer  user_data,
           GObject  *where_the_object_was)
{
  ++*(guint *) user_data;
}

/* A file that is opened again while its tab closes comes in a tab of its own. */
static void
test_open_while_closing (Fixture       *fixture,
                         gconstpointer  user_data)
{
  open_data (fixture, LMS);
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  open_data (fixture, LMS);
  WAIT_UNTIL (get_n_tabs (fixture) == 1);
  wait_for_session (fixture);
}

/* Closing a tab or a window ends its session, also while it is still read. */
static void
test_finalize (Fixture       *fixture,
               gconstpointer  user_data)
{
  guint n_gone = 0;

  open_data (fixture, LMS);
  wait_for_session (fixture);
  g_object_weak_ref (G_OBJECT (get_session (fixture)), note_gone, &n_gone);
  g_object_weak_ref (G_OBJECT (get_view (fixture)), note_gone, &n_gone);
  g_object_weak_ref (G_OBJECT (dwell_window_get_current (fixture->window)), note_gone, &n_gone);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  WAIT_UNTIL (n_gone == 3);

  /* A window that is asked to close has no application any more, and goes in pieces. */
  n_gone = 0;
  open_data (fixture, LMS);
  open_data (fixture, OOO);
  wait_for_session (fixture);
  g_object_weak_ref (G_OBJECT (get_session (fixture)), note_gone, &n_gone);
  g_object_weak_ref (G_OBJECT (get_view (fixture)), note_gone, &n_gone);
  g_object_weak_ref (G_OBJECT (fixture->window), note_gone, &n_gone);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  gtk_window_close (GTK_WINDOW (fixture->window));
  g_assert_null (gtk_application_get_windows (GTK_APPLICATION (fixture->application)));
  WAIT_UNTIL (n_gone == 3);

  fixture->window = dwell_window_new (fixture->application);
  gtk_window_present (GTK_WINDOW (fixture->window));
  n_gone = 3;
  open_data (fixture, OOO);
  g_object_weak_ref (G_OBJECT (get_session (fixture)), note_gone, &n_gone);
  g_object_weak_ref (G_OBJECT (fixture->window), note_gone, &n_gone);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  WAIT_UNTIL (n_gone == 5);
}

/* The buttons of the find bar, and Shift with Enter, step from hit to hit; what is not found is
 * told. */
static void
test_find_steps (Fixture       *fixture,
                 gconstpointer  user_data)
{
  GtkWidget *bar, *next;
  DwellView *view;
  guint32 first;

  open_data (fixture, "lms/runtime_nested.csv");
  wait_for_session (fixture);
  view = get_view (fixture);
  bar = find_id (dwell_window_get_current (fixture->window), "find_bar");
  dwell_find_bar_set_shown (DWELL_FIND_BAR (bar), TRUE);
  next = find_id (bar, "next");
  g_assert_false (gtk_widget_get_sensitive (next));
  set_search (bar, "entry", "render");
  WAIT_UNTIL (gtk_widget_get_sensitive (next));

  g_signal_emit_by_name (next, "clicked");
  WAIT_UNTIL (dwell_view_get_focus_span (view) != DWELL_NONE);
  first = dwell_view_get_focus_span (view);
  g_signal_emit_by_name (next, "clicked");
  WAIT_UNTIL (dwell_view_get_focus_span (view) != first);
  g_signal_emit_by_name (find_id (bar, "previous"), "clicked");
  WAIT_UNTIL (dwell_view_get_focus_span (view) == first);
  g_signal_emit_by_name (next, "clicked");
  WAIT_UNTIL (dwell_view_get_focus_span (view) != first);
  g_assert_true (fixture_press (find_id (bar, "entry"), GDK_KEY_Return, GDK_SHIFT_MASK));
  WAIT_UNTIL (dwell_view_get_focus_span (view) == first);

  set_search (bar, "entry", "no such name");
  WAIT_UNTIL (says (bar, "Nothing found"));
  g_assert_false (gtk_widget_get_sensitive (next));
  g_assert_true (gtk_widget_has_css_class (find_id (bar, "entry"), "error"));
}

/* Messages are found, too; a key without Shift types. What steps shows the bar again. */
static void
test_find_marks (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("marks.log", "000001 1 | : one\n000002 1 | : two\n"
                                                  "000003 1 | : two\n");
  GtkWidget *bar, *entry;
  GtkLabel *answer;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  bar = find_id (dwell_window_get_current (fixture->window), "find_bar");
  entry = find_id (bar, "entry");
  answer = find_id (bar, "answer");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.find", NULL);
  dwell_view_focus_mark (get_view (fixture), 0);
  set_search (bar, "entry", "two");
  WAIT_UNTIL (g_str_equal (gtk_label_get_text (answer), "2 found"));
  dwell_view_focus_mark (get_view (fixture), 1);
  WAIT_UNTIL (g_str_equal (gtk_label_get_text (answer), "1 of 2"));
  g_assert_false (fixture_press (entry, GDK_KEY_t, 0));
  g_assert_false (fixture_press (entry, GDK_KEY_T, GDK_SHIFT_MASK));
  g_assert_cmpuint (dwell_view_get_focus_mark (get_view (fixture)), ==, 1);

  dwell_find_bar_set_shown (DWELL_FIND_BAR (bar), TRUE);
  g_assert_true (dwell_find_bar_get_shown (DWELL_FIND_BAR (bar)));
  dwell_find_bar_set_shown (DWELL_FIND_BAR (bar), FALSE);
  g_assert_null (dwell_view_get_find (get_view (fixture)));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.find-next", NULL);
  WAIT_UNTIL (dwell_find_bar_get_shown (DWELL_FIND_BAR (bar)));
  WAIT_UNTIL (dwell_view_get_find (get_view (fixture)) != NULL);
  set_search (bar, "entry", "");
  WAIT_UNTIL (dwell_view_get_find (get_view (fixture)) == NULL);
  remove_file (file);
}

/* --- Keys and actions where there is nothing to do --- */

static void
close_tab (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  WAIT_UNTIL (get_n_tabs (fixture) == 0);
}

static gboolean
activate_tab (Fixture    *fixture,
              const char *action)
{
  return gtk_widget_activate_action (GTK_WIDGET (fixture->window), action, NULL);
}

static gboolean
has_focus_in (Fixture    *fixture,
              const char *id)
{
  DwellSessionPage *tab = dwell_window_get_current (fixture->window);
  GtkWidget *widget = find_id (dwell_session_page_get_shown (tab), id);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (fixture->window));

  return widget != NULL && focus != NULL && gtk_widget_is_ancestor (focus, widget);
}

/* One key leads to the entry of the page: that of its filter, or of its search. */
static void
test_filter_key (Fixture       *fixture,
                 gconstpointer  user_data)
{
  static const struct { const char *page; const char *entry; } cases[] = {
    { "statistics", "filter" }, { "tree", "search" }, { "flame", "search" }, { "events", "filter" },
  };
  GtkWidget *focus;

  open_data (fixture, "lms/runtime_nested.csv");
  wait_for_session (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", cases[i].page);
      g_assert_false (has_focus_in (fixture, cases[i].entry));
      activate_tab (fixture, "tab.filter");
      g_assert_true (has_focus_in (fixture, cases[i].entry));
    }

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "info");
  gtk_widget_grab_focus (find_id (dwell_window_get_current (fixture->window), "timeline"));
  focus = gtk_root_get_focus (GTK_ROOT (fixture->window));
  activate_tab (fixture, "tab.filter");
  g_assert_true (gtk_root_get_focus (GTK_ROOT (fixture->window)) == focus);
}

/* While the file is read, there is nothing to save, to undo or to go to. */
static void
test_early_actions (Fixture       *fixture,
                    gconstpointer  user_data)
{
  DwellSessionPage *tab;

  open_data (fixture, LMS);
  tab = dwell_window_get_current (fixture->window);
  g_assert_cmpint (dwell_session_get_state (get_session (fixture)), ==, DWELL_SESSION_LOADING);
  activate_tab (fixture, "tab.save-report");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.export", "s", "lms");
  g_assert_null (file_dialog_find ());
  g_assert_null (find_other_window (fixture));

  wait_for_session (fixture);
  activate_tab (fixture, "tab.undo");
  g_assert_cmpuint (dwell_view_get_n_markers (get_view (fixture)), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.export", "s", "listing");
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "There is nothing here that this format can"));
  g_assert_null (find_other_window (fixture));

  /* The page is not there to go to, nor the timeline. */
  activate_tab (fixture, "tab.maximise-timeline");
  activate_tab (fixture, "tab.other-half");
  g_assert_false (gtk_widget_get_mapped (find_id (tab, "lower")));
  activate_tab (fixture, "tab.maximise-pages");
  activate_tab (fixture, "tab.other-half");
  activate_tab (fixture, "tab.other-half");
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (fixture->window)),
                                         find_id (tab, "lower")));
}

/* A file that cannot be read again is told, what was read stays, and one can try again. */
static void
test_failed_reload (Fixture       *fixture,
                    gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("going.csv", "2,0,reader\n0,0,0\n1,0,1000\n");
  g_autoptr(GFile) whole = data_file (LMS);
  GtkWidget *button = NULL;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  g_assert_true (g_file_set_contents (g_file_peek_path (file), "", -1, NULL));
  activate_tab (fixture, "tab.reload");
  WAIT_UNTIL ((button = fixture_find_button (GTK_WIDGET (fixture->window),
                                             "Try Again")) != NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (
                     find_id (dwell_window_get_current (fixture->window), "states")), ==,
                   "content");
  g_assert_cmpuint (dwell_session_get_trace (get_session (fixture))->n_spans, ==, 1);

  g_assert_true (g_file_copy (whole, file, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  g_signal_emit_by_name (button, "clicked");
  WAIT_UNTIL (dwell_session_get_trace (get_session (fixture))->n_spans > 1);
  wait_for_session (fixture);
  remove_file (file);
}

/* The tabs of pages are one stop of Tab; arrow keys go from one to the next. */
static void
test_page_tabs (Fixture       *fixture,
                gconstpointer  user_data)
{
  GtkWidget *tabs;
  GtkWidget *focus;

  open_data (fixture, LMS);
  wait_for_session (fixture);
  tabs = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_PAGE_TABS);
  g_assert_true (gtk_widget_child_focus (tabs, GTK_DIR_TAB_FORWARD));
  focus = gtk_root_get_focus (GTK_ROOT (fixture->window));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (focus)));
  g_assert_true (gtk_widget_child_focus (tabs, GTK_DIR_RIGHT));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (fixture->window)) ==
                 gtk_widget_get_next_sibling (focus));
  g_assert_false (gtk_widget_child_focus (tabs, GTK_DIR_TAB_FORWARD));
  g_assert_false (gtk_widget_child_focus (tabs, GTK_DIR_TAB_BACKWARD));
}

/* Who holds a tab or a window after it was closed finds nothing in it. */
static void
test_disposed (Fixture       *fixture,
               gconstpointer  user_data)
{
  g_autoptr(DwellSessionPage) tab = NULL;
  g_autoptr(DwellWindow) window = NULL;
  g_autoptr(DwellSession) session = NULL;

  open_data (fixture, LMS);
  wait_for_session (fixture);
  tab = g_object_ref (dwell_window_get_current (fixture->window));
  window = g_object_ref (fixture->window);
  g_object_get (tab, "session", &session, NULL);
  g_assert_true (session == get_session (fixture));
  WAIT_UNTIL (dwell_session_page_get_is_restored (tab));
  close_tab (fixture);
  g_assert_false (dwell_session_page_get_is_restored (tab));
  gtk_window_destroy (GTK_WINDOW (window));

  for (guint i = 0; i < 2; i++)
    {
      g_object_run_dispose (G_OBJECT (tab));
      g_object_run_dispose (G_OBJECT (window));
    }
  g_assert_null (dwell_session_page_get_session (tab));
  g_assert_null (dwell_window_get_current (window));
}

/* --- Welcome --- */

static GtkWidget *
find_mark (GtkWidget *row)
{
  return row != NULL ? fixture_find (row, GTK_TYPE_TOGGLE_BUTTON) : NULL;
}

/* The rows of recent files that can be marked. */
static GtkToggleButton *
get_mark (Fixture *fixture,
          int      number)
{
  GtkListBox *list = find_id (fixture->window, "recent");
  GtkWidget *mark = find_mark (GTK_WIDGET (gtk_list_box_get_row_at_index (list, number)));

  return mark != NULL ? GTK_TOGGLE_BUTTON (mark) : NULL;
}

static gboolean
is_compared (Fixture *fixture)
{
  return dwell_window_get_current (fixture->window) != NULL &&
         dwell_view_get_base (get_view (fixture), NULL) != NULL;
}

/* Two recent files that are marked are compared, and marked no more. */
static void
test_compare_recent (Fixture       *fixture,
                     gconstpointer  user_data)
{
  static const char * const names[] = { "compare/base.csv", "compare/new.csv" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr(GFile) file = data_file (names[i]);
      g_autofree char *uri = g_file_get_uri (file);

      open_data (fixture, names[i]);
      wait_for_session (fixture);
      WAIT_UNTIL (is_recent (uri));
      close_tab (fixture);
    }

  WAIT_UNTIL (get_mark (fixture, 1) != NULL);
  gtk_toggle_button_set_active (get_mark (fixture, 0), TRUE);
  gtk_toggle_button_set_active (get_mark (fixture, 0), FALSE);
  gtk_toggle_button_set_active (get_mark (fixture, 1), TRUE);
  g_assert_cmpint (get_n_tabs (fixture), ==, 0);
  gtk_toggle_button_set_active (get_mark (fixture, 0), TRUE);
  WAIT_UNTIL (is_compared (fixture));
  g_assert_cmpint (get_n_tabs (fixture), ==, 2);
  g_assert_false (gtk_toggle_button_get_active (get_mark (fixture, 0)));
  g_assert_false (gtk_toggle_button_get_active (get_mark (fixture, 1)));
  wait_for_session (fixture);
}

/* Help without a trace begins with how to open one; closing what has no tab closes the window. */
static void
test_without_tabs (Fixture       *fixture,
                   gconstpointer  user_data)
{
  GtkWindow *window, *help;

  help = open_other_window (fixture, "win.help");
  g_assert_cmpstr (adw_window_title_get_title (find_id (help, "title")), ==, "Getting Started");
  gtk_window_destroy (help);

  window = GTK_WINDOW (dwell_window_new (fixture->application));
  gtk_window_present (window);
  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (window)));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close", NULL);
  WAIT_UNTIL (window == NULL);
}

/* What says that markers cannot be saved or read stays until it is closed. */
static void
test_unsaved (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "dwell", "views", NULL);
  g_autofree char *moved = g_strconcat (folder, ".moved", NULL);
  GtkWidget *button;

  open_data (fixture, LMS);
  wait_for_session (fixture);
  WAIT_UNTIL (dwell_session_page_get_is_restored (dwell_window_get_current (fixture->window)));
  g_rename (folder, moved);
  g_assert_true (g_file_set_contents (folder, "in the way", -1, NULL));
  dwell_view_add_marker (get_view (fixture), 0, "here");
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Markers and the view of this file cannot be "
                                                  "saved: "));
  button = fixture_find_button (GTK_WIDGET (fixture->window), "Save Report…");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  file_dialog_open (fixture, NULL);
  g_unlink (folder);
  g_rename (moved, folder);
}

int
main (int   argc,
      char *argv[])
{
  static const struct { const char *path; void (*test) (Fixture *, gconstpointer); } tests[] = {
    { "/ui/window/welcome", test_welcome },
    { "/ui/window/size", test_size },
    { "/ui/window/examples", test_examples },
    { "/ui/window/examples/others", test_other_examples },
    { "/ui/window/open", test_open },
    { "/ui/window/absent-pages", test_absent_pages },
    { "/ui/window/first-pages", test_first_pages },
    { "/ui/window/tabs", test_tabs },
    { "/ui/window/joined", test_joined },
    { "/ui/window/drop/one", test_drop_one },
    { "/ui/window/drop/several", test_drop_several },
    { "/ui/window/drop/series", test_drop_series },
    { "/ui/window/drop/nothing", test_drop_nothing },
    { "/ui/window/drop/mixed", test_drop_mixed },
    { "/ui/window/failures", test_failures },
    { "/ui/window/joined-failure", test_joined_failure },
    { "/ui/window/stopped", test_stopped },
    { "/ui/window/try-again", test_try_again },
    { "/ui/window/changed-on-disk", test_changed_on_disk },
    { "/ui/window/notices", test_notices },
    { "/ui/window/dialog", test_dialog },
    { "/ui/window/dialog/options", test_dialog_options },
    { "/ui/window/dialog/requirements", test_dialog_requirements },
    { "/ui/window/open-apart", test_open_apart },
    { "/ui/window/named", test_named },
    { "/ui/window/piped", test_piped },
    { "/ui/window/piped/broken", test_piped_broken },
    { "/ui/window/piped/left", test_piped_left },
    { "/ui/window/find", test_find },
    { "/ui/window/find-kept", test_find_kept },
    { "/ui/window/find-steps", test_find_steps },
    { "/ui/window/find-marks", test_find_marks },
    { "/ui/window/filter-key", test_filter_key },
    { "/ui/window/early-actions", test_early_actions },
    { "/ui/window/failed-reload", test_failed_reload },
    { "/ui/window/page-tabs", test_page_tabs },
    { "/ui/window/disposed", test_disposed },
    { "/ui/window/compare-recent", test_compare_recent },
    { "/ui/window/without-tabs", test_without_tabs },
    { "/ui/window/unsaved", test_unsaved },
    { "/ui/window/halves", test_halves },
    { "/ui/window/history", test_history },
    { "/ui/window/recent", test_recent },
    { "/ui/window/open-while-closing", test_open_while_closing },
    { "/ui/window/finalize", test_finalize },
  };

  g_autofree char *examples = NULL;

  if (!window_fixture_init (&argc, &argv))
    return 0;

  examples = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  g_setenv ("DWELL_EXAMPLES_DIR", examples, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
