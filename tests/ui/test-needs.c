/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done in a tab whose recording is still loading, is a part, failed to open, or has no
 * times. */
#include "config.h"

#include "model/session/dwell-session-private.h"
#include "window-fixture.h"

/* What each action needs: content, times, a recording that was read completely. */
static const struct {
  const char *action;
  gboolean    needs_times;
} actions[] = {
  { "details", FALSE },
  { "export", FALSE },
  { "filter", FALSE },
  { "find", TRUE },
  { "find-next", TRUE },
  { "find-previous", TRUE },
  { "marker-next", TRUE },
  { "marker-note", TRUE },
  { "marker-previous", TRUE },
  { "marker-set", TRUE },
  { "maximise-pages", TRUE },
  { "maximise-timeline", TRUE },
  { "other-half", FALSE },
  { "page", FALSE },
  { "page-at", FALSE },
  { "print", TRUE },
  { "require", FALSE },
  { "save-report", FALSE },
  { "suggest-requirements", FALSE },
  { "undo", FALSE },
  { "visible-table", TRUE },
};

static DwellSessionPage *
get_tab (Fixture *fixture)
{
  return dwell_window_get_current (fixture->window);
}

static void
assert_enabled (Fixture  *fixture,
                gboolean  has_content,
                gboolean  has_times)
{
  GActionGroup *group = dwell_session_page_get_actions (get_tab (fixture));

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_test_message ("%s", actions[i].action);
      g_assert_true (g_action_group_get_action_enabled (group, actions[i].action) ==
                     (actions[i].needs_times ? has_times : has_content));
    }
  g_assert_true (gtk_widget_get_sensitive (find_id (fixture->window, "find_button")) == has_times);
}

/* The title of the help’s topic. */
static char *
ask_for_help (Fixture *fixture)
{
  GtkWindow *help = open_other_window (fixture, "win.help");
  char *title = g_strdup (adw_window_title_get_title (find_id (help, "title")));

  gtk_window_destroy (help);
  return title;
}

/* The page of a failure has nothing to print or to find, and no page of the recording is behind
 * it: neither for keys, nor for the help. */
static void
test_failed (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("unknown.txt", "neither a recording\nnor anything else\n");
  g_autofree char *topic = ask_for_help (fixture);
  g_autofree char *topic_of_failure = NULL;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  assert_enabled (fixture, FALSE, FALSE);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED);
  drain ();
  assert_enabled (fixture, FALSE, FALSE);

  g_assert_null (dwell_session_page_get_shown (get_tab (fixture)));
  g_assert_null (dwell_session_page_get_shown_id (get_tab (fixture)));
  g_assert_null (dwell_session_page_get_timeline (get_tab (fixture)));
  g_assert_false (dwell_session_page_has_page (get_tab (fixture), "lines"));
  topic_of_failure = ask_for_help (fixture);
  g_assert_cmpstr (topic_of_failure, ==, topic);

  /* The file can be mended. */
  g_assert_true (g_file_set_contents (g_file_peek_path (file), "2,1,track 1\n0,1,1\n1,5,1\n", -1,
                                      NULL));
  gtk_widget_activate_action (GTK_WIDGET (get_tab (fixture)), "tab.reload", NULL);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_READY);
  drain ();
  assert_enabled (fixture, TRUE, TRUE);

  /* A maximised timeline that is gone after reloading does not go on hiding the pages. */
  gtk_widget_activate_action (GTK_WIDGET (get_tab (fixture)), "tab.maximise-timeline", NULL);
  g_assert_true (g_file_set_contents (g_file_peek_path (file),
                                      "opening log file 996743774.120000 seconds past January 1st "
                                      "1970\n", -1, NULL));
  gtk_widget_activate_action (GTK_WIDGET (get_tab (fixture)), "tab.reload", NULL);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_READY &&
              !dwell_trace_has_timeline (dwell_session_get_trace (get_session (fixture))));
  WAIT_UNTIL (gtk_widget_get_mapped (dwell_session_page_get_shown (get_tab (fixture))));
  remove_file (file);
}

static void
stop_reading (DwellSession *session)
{
  if (dwell_session_get_state (session) == DWELL_SESSION_PARTIAL)
    dwell_session_cancel (session);
}

static gboolean
is_open (GtkWidget *notice)
{
  gboolean open;

  g_object_get (notice, "open", &open, NULL);
  return open;
}

/* If reading is stopped, a notice tells that there is only a part, which is not exported as if it
 * were all. It can be read to its end. */
static void
test_part (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(GString) text = g_string_new ("2,0,default\n2,1,default.render\n");
  g_autoptr(GFile) file = make_file ("part.csv", "not a profile yet");
  GActionGroup *group;
  DwellSession *session;
  GtkWidget *notice;
  gulong handler;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED);
  for (guint i = 0; i < 200000; i++)
    g_string_append (text, "0,0,10\n0,1,5\n1,1,20\n1,0,3\n");
  g_assert_true (g_file_set_contents (g_file_peek_path (file), text->str, (gssize) text->len,
                                      NULL));

  session = get_session (fixture);
  session->limits.is_eager = TRUE;
  handler = g_signal_connect (session, "trace-changed", G_CALLBACK (stop_reading), NULL);
  group = dwell_session_page_get_actions (get_tab (fixture));
  notice = find_id (GTK_WIDGET (get_tab (fixture)), "part");
  g_assert_false (is_open (notice));
  gtk_widget_activate_action (GTK_WIDGET (get_tab (fixture)), "tab.reload", NULL);
  WAIT_UNTIL (dwell_session_get_state (session) == DWELL_SESSION_READY);
  drain ();
  g_assert_true (dwell_session_get_trace (session)->is_partial);
  g_assert_true (is_open (notice));
  g_assert_false (g_action_group_get_action_enabled (group, "export"));
  g_assert_false (g_action_group_get_action_enabled (group, "print"));
  g_assert_false (g_action_group_get_action_enabled (group, "save-report"));
  g_assert_true (g_action_group_get_action_enabled (group, "find"));

  g_signal_handler_disconnect (session, handler);
  gtk_widget_activate_action (GTK_WIDGET (get_tab (fixture)), "tab.reload", NULL);
  WAIT_UNTIL (!dwell_session_get_trace (session)->is_partial);
  drain ();
  g_assert_false (is_open (notice));
  assert_enabled (fixture, TRUE, TRUE);
  remove_file (file);
}

/* All follow the tab in front. */
static void
test_times (Fixture       *fixture,
            gconstpointer  user_data)
{
  static const struct { const char *name; gboolean has_times; } files[] = {
    { "text1/preempt.txt", TRUE },
    { "folded/stacks.folded", FALSE },
  };
  AdwTabView *tabs = find_id (fixture->window, "tabs");

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      open_data (fixture, files[i].name);
      wait_for_session (fixture);
      assert_enabled (fixture, TRUE, files[i].has_times);
    }
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      adw_tab_view_set_selected_page (tabs, adw_tab_view_get_nth_page (tabs, (int) i));
      assert_enabled (fixture, TRUE, files[i].has_times);
    }
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/needs/failed", Fixture, NULL, set_up, test_failed, tear_down);
  g_test_add ("/needs/part", Fixture, NULL, set_up, test_part, tear_down);
  g_test_add ("/needs/times", Fixture, NULL, set_up, test_times, tear_down);

  return g_test_run ();
}
