/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving from a page: on a worker, reported by toasts, cancelled by the button of a lasting one;
 * and the old file stays until the new one is complete. */
#include "config.h"

#include "formats/common/dwell-sink.h"
#include "paint/dwell-picture.h"
#include "ui/widgets/dwell-save.h"
#include "ui/widgets/dwell-show-in-files.h"
#include "ui/widgets/dwell-toast.h"
#include "window-fixture.h"

typedef struct {
  GThread *thread; /* the thread that wrote */
  gboolean waits;  /* for the cancel */
  gboolean is_freed;
} Work;

static gboolean
write_work (gpointer       data,
            GFile         *file,
            GCancellable  *cancellable,
            GError       **error)
{
  Work *self = data;

  self->thread = g_thread_self ();
  while (self->waits && !g_cancellable_is_cancelled (cancellable))
    g_usleep (1000);
  return dwell_sink_write_text (file, "new", 3, cancellable, error);
}

static void
free_work (gpointer data)
{
  g_atomic_int_set (&((Work *) data)->is_freed, TRUE);
}

static void
assert_content (GFile      *file,
                const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static GtkWidget *
get_from (Fixture *fixture)
{
  open_data (fixture, "lms/runtime_nested.csv");
  wait_for_session (fixture);
  return GTK_WIDGET (dwell_window_get_current (fixture->window));
}

static void
test_save (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("out.txt", "old");
  GtkWidget *from = get_from (fixture);
  Work work = { NULL };

  dwell_save_to (from, file, write_work, &work, free_work);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Saved"));
  WAIT_UNTIL (g_atomic_int_get (&work.is_freed));
  g_assert_true (work.thread != g_thread_self ());
  assert_content (file, "new");

  remove_file (file);
}

static void
test_failure (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GFile) nowhere = g_file_new_for_path ("/nonexistent/folder/out.txt");
  GtkWidget *from = get_from (fixture);
  Work work = { NULL };

  dwell_save_to (from, nowhere, write_work, &work, free_work);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Could not save"));
  WAIT_UNTIL (g_atomic_int_get (&work.is_freed));
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("out.txt", "old");
  GtkWidget *from = get_from (fixture);
  Work work = { .waits = TRUE };
  GtkWidget *button = NULL;

  dwell_save_to (from, file, write_work, &work, free_work);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Saving “out.txt”"));
  WAIT_UNTIL ((button = fixture_find_button (GTK_WIDGET (fixture->window), "Cancel")) != NULL);
  g_signal_emit_by_name (button, "clicked");
  WAIT_UNTIL (g_atomic_int_get (&work.is_freed) && !says (GTK_WIDGET (fixture->window), "Saving"));
  g_assert_false (says (GTK_WIDGET (fixture->window), "Saved"));
  assert_content (file, "old");
  remove_file (file);
}

/* Cancels while it draws. */
static void
draw (cairo_t  *cr,
      int       width,
      int       height,
      gpointer  user_data)
{
  cairo_paint (cr);
  g_cancellable_cancel (user_data);
}

static void
test_picture (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const DwellPictureType types[] = {
    DWELL_PICTURE_PNG, DWELL_PICTURE_SVG, DWELL_PICTURE_PDF,
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr(GFile) file = make_file ("picture", "old");
      g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
      g_autoptr(GCancellable) cancellable = g_cancellable_new ();
      g_autoptr(GError) error = NULL;

      g_assert_false (dwell_picture_write (dwell_sink_open_part (sink, "", NULL, NULL), types[i],
                                           100, 100, draw, cancellable, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      assert_content (file, "old");
      remove_file (file);
    }
}

/* --- In the file manager --- */

static const char interface[] =
  "<node><interface name='org.freedesktop.FileManager1'><method name='ShowItems'>"
  "<arg type='as' direction='in'/><arg type='s' direction='in'/></method></interface></node>";

static void
on_call (GDBusConnection       *connection,
         const char            *sender,
         const char            *path,
         const char            *interface_name,
         const char            *method,
         GVariant              *parameters,
         GDBusMethodInvocation *invocation,
         gpointer               user_data)
{
  char **shown = user_data;
  g_autofree const char **uris = NULL;

  g_variant_get (parameters, "(^a&s&s)", &uris, NULL);
  g_assert_cmpuint (g_strv_length ((char **) uris), ==, 1);
  g_free (*shown);
  *shown = g_strdup (uris[0]);
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static void
test_show (Fixture       *fixture,
           gconstpointer  user_data)
{
  static const GDBusInterfaceVTable functions = { .method_call = on_call };
  GDBusConnection *bus = g_application_get_dbus_connection (G_APPLICATION (fixture->application));
  g_autoptr(GFile) file = g_file_new_for_path ("/nowhere/out \303\274#1%.txt");
  g_autoptr(GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (interface, NULL);
  g_autofree char *shown = NULL;
  guint object;
  guint name;

  if (bus == NULL)
    {
      g_test_skip ("there is no session bus");
      return;
    }

  object = g_dbus_connection_register_object (bus, "/org/freedesktop/FileManager1",
                                              node->interfaces[0], &functions, &shown, NULL, NULL);
  name = g_bus_own_name_on_connection (bus, "org.freedesktop.FileManager1",
                                       G_BUS_NAME_OWNER_FLAGS_NONE, NULL, NULL, NULL, NULL);
  dwell_show_in_files (GTK_WIDGET (fixture->window), file, dwell_toast_show);
  WAIT_UNTIL (shown != NULL);
  g_assert_cmpstr (shown, ==, "file:///nowhere/out%20%C3%BC%231%25.txt");
  g_bus_unown_name (name);
  g_dbus_connection_unregister_object (bus, object);
}

static char *reported;

static void
report (GtkWidget  *from,
        const char *message)
{
  g_free (reported);
  reported = g_strdup (message);
}

/* Where no program shows folders, the message says where the file is. */
static void
test_show_nowhere (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autoptr(GFile) file = g_file_new_for_path ("/nowhere/at/all/out.txt");

  dwell_show_in_files (GTK_WIDGET (fixture->window), file, report);
  WAIT_UNTIL (reported != NULL);
  g_assert_true (g_str_has_suffix (reported, "/nowhere/at/all/out.txt"));
  g_clear_pointer (&reported, g_free);
}

/* A name that would promise something else than what is written gets the right suffix. */
static void
test_names (void)
{
  static const char * const names[][3] = {
    { "points.csv", "points.csv", NULL }, { "points.csv", "a.b.TXT", NULL },
    { "points.csv", "points.pdf", "points.csv" }, { "points.csv", "points", "points.csv" },
    { "points.csv", "v1.2", "v1.2.csv" }, { "costs.svg", "costs.PNG", NULL },
    { "costs.svg", "costs.csv", "costs.svg" }, { "costs.pdf", "costs.jpg", "costs.jpg.pdf" },
    { "notes.md", "notes.pdf", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *proposed = dwell_save_propose_name (names[i][0], names[i][1]);

      g_assert_cmpstr (proposed, ==, names[i][2]);
    }
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/save/save", Fixture, NULL, set_up, test_save, tear_down);
  g_test_add ("/save/failure", Fixture, NULL, set_up, test_failure, tear_down);
  g_test_add ("/save/cancel", Fixture, NULL, set_up, test_cancel, tear_down);
  g_test_add ("/save/show-in-files", Fixture, NULL, set_up, test_show, tear_down);
  g_test_add ("/save/show-in-files/nowhere", Fixture, NULL, set_up, test_show_nowhere, tear_down);
  g_test_add ("/save/picture", Fixture, NULL, set_up, test_picture, tear_down);
  g_test_add_func ("/ui/save/names", test_names);

  return g_test_run ();
}
