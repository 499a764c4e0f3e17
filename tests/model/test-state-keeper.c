/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What keeps the state of a view: restoring and saving, two windows at once, failures, and the end
 * of the program, also a sudden one. */
#include "config.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "model/session/dwell-session-private.h"
#include "model/view/dwell-state-keeper.h"
#include "state-fixture.h"
#include "support/file-fixture.h"

static const char recording[] = "2,0,default\n0,0,10\n0,0,20\n1,0,5\n1,0,7\n2,1,other\n0,1,30\n"
                                "1,1,9\n";

static DwellView *
open_view (GFile             *file,
           DwellStateKeeper **keeper)
{
  g_autoptr(DwellSession) session = dwell_session_new (&file, 1, NULL, NULL);
  DwellView *view = dwell_view_new (session);

  *keeper = dwell_state_keeper_new (view);
  dwell_session_load (session);
  WAIT_UNTIL (!dwell_session_get_busy (session) &&
              dwell_state_keeper_get_is_restored (*keeper));
  return view;
}

static void
close_view (DwellView        *view,
            DwellStateKeeper *keeper)
{
  dwell_state_keeper_close (keeper);
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
  fixture_settle ();
  g_assert_finalize_object (keeper);
  fixture_view_free (view);
}

static void
test_keeper (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  g_autoptr(GFile) moved = NULL;
  DwellStateKeeper *keeper;
  DwellView *view = open_view (file, &keeper);

  /* A view that was not changed is not saved. */
  close_view (view, keeper);
  g_assert_cmpuint (states_count (), ==, 0);

  /* By itself, a little later. */
  view = open_view (file, &keeper);
  dwell_view_add_marker (view, 12 * MS, "here");
  g_assert_false (dwell_state_keeper_get_is_saved (keeper));
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
  g_assert_cmpuint (states_count (), ==, 1);

  /* And at the end; under whatever name it is found. */
  dwell_view_add_marker (view, 15 * MS, "there");
  close_view (view, keeper);
  moved = file_fixture_write ("b.csv", recording, strlen (recording));
  view = open_view (moved, &keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 2);
  g_assert_cmpstr (dwell_view_get_marker (view, 1)->text, ==, "there");
  close_view (view, keeper);
  g_assert_cmpuint (states_count (), ==, 1);

  states_forget ();
  file_fixture_remove_all ();
}

/* The file is recorded again while it is open: the state is saved for the new recording, too. */
static void
test_reload (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  g_autofree char *longer = g_strconcat (recording, "0,0,40\n1,0,4\n", NULL);
  DwellStateKeeper *keeper;
  DwellView *view = open_view (file, &keeper);
  DwellSession *session = dwell_view_get_session (view);

  dwell_view_add_marker (view, 12 * MS, "here");
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
  g_object_unref (file);
  file = file_fixture_write ("a.csv", longer, strlen (longer));
  dwell_session_reload (session);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  WAIT_UNTIL (states_count () == 2);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
  close_view (view, keeper);

  view = open_view (file, &keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
  close_view (view, keeper);
  states_forget ();
  file_fixture_remove_all ();
}

/* A state that cannot be used is reported, and put aside rather than overwritten. */
static void
test_keeper_broken (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  g_autofree char *id = dwell_state_store_make_id (&file, 1, NULL, NULL);
  g_autofree char *path = dwell_state_store_get_path (id);
  DwellStateKeeper *keeper;
  DwellView *view;

  g_assert_true (dwell_state_store_save (id, NULL, "rubbish", NULL));
  view = open_view (file, &keeper);
  dwell_view_add_marker (view, 12 * MS, "here");
  close_view (view, keeper);
  view = open_view (file, &keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
  close_view (view, keeper);
  g_assert_cmpuint (states_count (), ==, 2);
  states_forget ();
  file_fixture_remove_all ();
}

static void
on_unread (DwellStateKeeper *keeper,
           const char       *cause,
           const char       *broken,
           guint            *n)
{
  g_assert_cmpstr (cause, !=, "");
  g_assert_null (broken);
  ++*n;
}

/* A state that cannot be read now is reported and stays; what is saved later is added to it. */
static void
test_keeper_unread (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  g_autoptr(DwellSession) session = dwell_session_new (&file, 1, NULL, NULL);
  g_autofree char *id = dwell_state_store_make_id (&file, 1, NULL, NULL);
  g_autofree char *path = dwell_state_store_get_path (id);
  g_autofree char *hidden = g_strconcat (path, ".hidden", NULL);
  DwellStateKeeper *keeper;
  DwellView *view = open_view (file, &keeper);
  guint n = 0;

  dwell_view_add_marker (view, 12 * MS, "here");
  close_view (view, keeper);
  g_assert_cmpint (g_rename (path, hidden), ==, 0);
  g_assert_cmpint (symlink (path, path), ==, 0);

  view = dwell_view_new (session);
  keeper = dwell_state_keeper_new (view);
  g_signal_connect (keeper, "unread", G_CALLBACK (on_unread), &n);
  dwell_session_load (session);
  WAIT_UNTIL (!dwell_session_get_busy (session) &&
              dwell_state_keeper_get_is_restored (keeper));
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 0);
  dwell_view_add_marker (view, 15 * MS, "there");
  g_assert_cmpint (g_rename (hidden, path), ==, 0);
  g_clear_object (&session);
  close_view (view, keeper);

  view = open_view (file, &keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 2);
  close_view (view, keeper);
  states_forget ();
  file_fixture_remove_all ();
}

static void
on_failed (DwellStateKeeper *keeper,
           const char       *cause,
           guint            *n)
{
  g_assert_cmpstr (cause, !=, "");
  ++*n;
}

/* If nothing can be saved, that is reported. */
static void
test_keeper_unwritable (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  g_autofree char *path = dwell_state_store_get_path ("id");
  g_autofree char *folder = g_path_get_dirname (path);
  DwellStateKeeper *keeper;
  DwellView *view;
  guint n = 0;

  states_forget ();
  g_rmdir (folder);
  g_assert_true (g_file_set_contents (folder, "in the way", -1, NULL));
  view = open_view (file, &keeper);
  g_signal_connect (keeper, "failed", G_CALLBACK (on_failed), &n);
  dwell_view_add_marker (view, 12 * MS, "here");
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
  g_assert_cmpuint (n, ==, 1);
  dwell_view_add_marker (view, 13 * MS, "there");
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
  g_assert_cmpuint (n, ==, 1);
  g_unlink (folder);
  close_view (view, keeper);
  view = open_view (file, &keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 2);
  close_view (view, keeper);
  states_forget ();
  file_fixture_remove_all ();
}

/* --- The desktop's notifications --- */

static void
on_called (GDBusConnection       *bus,
           const char            *sender,
           const char            *path,
           const char            *interface,
           const char            *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation,
           gpointer               user_data)
{
  char **shown = user_data;

  if (g_str_equal (method, "Notify"))
    {
      const char *summary;
      const char *body;

      g_variant_get_child (parameters, 3, "&s", &summary);
      g_variant_get_child (parameters, 4, "&s", &body);
      *shown = g_strdup_printf ("%s|%s", summary, body);
      g_dbus_method_invocation_return_value (invocation, g_variant_new ("(u)", 1));
    }
  else
    {
      const char * const none[] = { NULL };

      g_dbus_method_invocation_return_value (invocation, g_variant_new ("(^as)", none));
    }
}

/* Shows the desktop's notifications in @shown. Returns: (transfer full) (nullable): the bus */
static GDBusConnection *
show_notifications (char **shown)
{
  static const char description[] =
    "<node><interface name='org.freedesktop.Notifications'>"
    "<method name='Notify'><arg type='s'/><arg type='u'/><arg type='s'/><arg type='s'/>"
    "<arg type='s'/><arg type='as'/><arg type='a{sv}'/><arg type='i'/>"
    "<arg type='u' direction='out'/></method>"
    "<method name='GetCapabilities'><arg type='as' direction='out'/></method>"
    "</interface></node>";
  static const GDBusInterfaceVTable calls = { .method_call = on_called };
  g_autoptr(GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (description, NULL);
  GDBusConnection *bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);

  if (bus == NULL)
    return NULL;

  g_dbus_connection_register_object (bus, "/org/freedesktop/Notifications", node->interfaces[0],
                                     &calls, shown, NULL, NULL);
  g_bus_own_name_on_connection (bus, "org.freedesktop.Notifications",
                                G_BUS_NAME_OWNER_FLAGS_REPLACE, NULL, NULL, NULL, NULL);
  return bus;
}

/* Markers that cannot be saved when the window has gone are not lost without a word. */
static void
test_loss (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  g_autofree char *path = dwell_state_store_get_path ("id");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *shown = NULL;
  g_autoptr(GDBusConnection) bus = NULL;
  g_autoptr(GApplication) application = NULL;
  DwellStateKeeper *keeper;
  DwellView *view;

  if (g_getenv ("DBUS_SESSION_BUS_ADDRESS") == NULL || !(bus = show_notifications (&shown)))
    {
      g_test_skip ("there is no session bus");
      return;
    }

  application = g_application_new ("io.github.dwell_profiler.Test", G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (application, NULL, NULL));
  g_application_set_default (application);
  g_assert_true (dwell_state_store_save ("id", NULL, "[dwell-view]\nVersion=1\n", NULL));
  states_forget ();
  g_rmdir (folder);
  g_assert_true (g_file_set_contents (folder, "in the way", -1, NULL));
  view = open_view (file, &keeper);
  dwell_view_add_marker (view, 12 * MS, "here");
  close_view (view, keeper);
  WAIT_UNTIL (shown != NULL);
  g_assert_true (g_str_has_prefix (shown, "Markers and notes could not be saved|a.csv: "));

  g_application_set_default (NULL);
  g_unlink (folder);
  file_fixture_remove_all ();
}

/* Gone before its state was found. */
static void
test_early_end (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  DwellSession *session = dwell_session_new (&file, 1, NULL, NULL);
  DwellView *view = dwell_view_new (session);
  DwellStateKeeper *keeper = dwell_state_keeper_new (view);

  dwell_session_load (session);
  WAIT_UNTIL (dwell_session_get_state (session) == DWELL_SESSION_READY);
  dwell_state_keeper_close (keeper);
  g_assert_finalize_object (keeper);
  g_object_unref (session);
  fixture_view_free (view);
  g_assert_cmpuint (states_count (), ==, 0);
  file_fixture_remove_all ();
}

/* Returns the markers, in their order. */
static char *
join_markers (DwellView *view)
{
  g_autoptr(GString) texts = g_string_new (NULL);

  for (guint i = 0; i < dwell_view_get_n_markers (view); i++)
    g_string_append_printf (texts, "%s;", dwell_view_get_marker (view, i)->text);

  return g_string_free (g_steal_pointer (&texts), FALSE);
}

/* Open twice, as in two windows or two programs: what either adds, changes and removes counts. */
static void
test_two_keepers (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  DwellStateKeeper *keeper, *other_keeper;
  DwellView *view = open_view (file, &keeper);
  DwellView *other;
  g_autofree char *texts = NULL;

  dwell_view_add_marker (view, 10 * MS, "kept");
  dwell_view_add_marker (view, 11 * MS, "removed here");
  dwell_view_add_marker (view, 12 * MS, "removed there");
  dwell_view_set_deadline (view, 0, DWELL_MEASURE_CALL, 5 * MS);
  dwell_view_set_deadline (view, 1, DWELL_MEASURE_NET, 6 * MS);
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));

  other = open_view (file, &other_keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (other), ==, 3);
  dwell_view_remove_marker (view, 1);
  dwell_view_add_marker (view, 13 * MS, "added here; with \\,\nanother line and \"quotes\"");
  dwell_view_set_is_favourite (view, 0, TRUE);
  dwell_view_set_range (view, 11 * MS, 15 * MS);
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
  dwell_view_remove_marker (other, 2);
  dwell_view_add_marker (other, 14 * MS, "added there");
  dwell_view_set_is_favourite (other, 1, TRUE);
  dwell_view_set_deadline (other, 1, DWELL_MEASURE_NET, 7 * MS);
  dwell_view_set_kept (other, DWELL_KEPT_FILTER, "events", "a;b");
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (other_keeper));

  /* And both at once, at the end. */
  dwell_view_add_marker (view, 16 * MS, "last here");
  dwell_view_add_marker (other, 17 * MS, "last there");
  dwell_state_keeper_close (keeper);
  dwell_state_keeper_close (other_keeper);
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper) &&
              dwell_state_keeper_get_is_saved (other_keeper));
  close_view (view, keeper);
  close_view (other, other_keeper);

  view = open_view (file, &keeper);
  texts = join_markers (view);
  g_assert_cmpstr (texts, ==, "kept;added here; with \\,\nanother line and \"quotes\";"
                              "added there;last here;last there;");
  g_assert_true (dwell_view_get_is_favourite (view, 0, FALSE));
  g_assert_true (dwell_view_get_is_favourite (view, 1, FALSE));
  g_assert_cmpint (dwell_view_get_deadline (view, 0, DWELL_MEASURE_CALL), ==, 5 * MS);
  g_assert_cmpint (dwell_view_get_deadline (view, 1, DWELL_MEASURE_NET), ==, 7 * MS);
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_FILTER, "events"), ==, "a;b");
  close_view (view, keeper);
  states_forget ();
  file_fixture_remove_all ();
}

/* A marker that the user sets before the last state is restored is saved, too. */
static void
test_early_marker (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  DwellStateKeeper *keeper;
  DwellView *view = open_view (file, &keeper);

  dwell_view_add_marker (view, 12 * MS, "last time");
  close_view (view, keeper);

  for (guint round = 1; round <= 2; round++)
    {
      DwellSession *session = dwell_session_new (&file, 1, NULL, NULL);

      view = dwell_view_new (session);
      keeper = dwell_state_keeper_new (view);
      dwell_session_load (session);
      g_object_unref (session);
      WAIT_UNTIL (dwell_view_get_trace (view) != NULL);
      g_assert_false (dwell_state_keeper_get_is_restored (keeper));
      dwell_view_add_marker (view, 20 * MS + round, "early");
      WAIT_UNTIL (dwell_state_keeper_get_is_restored (keeper));
      g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1 + round);
      close_view (view, keeper);
    }

  view = open_view (file, &keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 3);
  close_view (view, keeper);
  states_forget ();
  file_fixture_remove_all ();
}

/* The program is killed: what was saved by itself is there and whole. */
static void
test_killed (void)
{
  if (g_test_subprocess ())
    {
      g_autoptr(GFile) file = g_file_new_for_path (g_getenv ("DWELL_TEST_FILE"));
      DwellStateKeeper *keeper;
      DwellView *view = open_view (file, &keeper);

      dwell_view_add_marker (view, 12 * MS, "before the end");
      WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
      dwell_view_add_marker (view, 13 * MS, "lost");
      kill (getpid (), SIGKILL);
    }
  else
    {
      g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
      DwellStateKeeper *keeper;
      DwellView *view;

      g_setenv ("DWELL_TEST_FILE", g_file_peek_path (file), TRUE);
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_failed ();
      g_assert_cmpuint (states_count (), ==, 1);
      view = open_view (file, &keeper);
      g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
      g_assert_cmpstr (dwell_view_get_marker (view, 0)->text, ==, "before the end");
      close_view (view, keeper);
      states_forget ();
      file_fixture_remove_all ();
    }
}

int
main (int   argc,
      char *argv[])
{
  states_init (&argc, &argv);

  g_test_add_func ("/state-keeper", test_keeper);
  g_test_add_func ("/state-keeper/reload", test_reload);
  g_test_add_func ("/state-keeper/broken", test_keeper_broken);
  g_test_add_func ("/state-keeper/unread", test_keeper_unread);
  g_test_add_func ("/state-keeper/unwritable", test_keeper_unwritable);
  g_test_add_func ("/state-keeper/loss", test_loss);
  g_test_add_func ("/state-keeper/early-end", test_early_end);
  g_test_add_func ("/state-keeper/two", test_two_keepers);
  g_test_add_func ("/state-keeper/early-marker", test_early_marker);
  g_test_add_func ("/state-keeper/killed", test_killed);

  return fixture_run ();
}
