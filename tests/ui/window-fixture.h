/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the tests of the window: an application, a window, files. */
#pragma once

#include <glib/gstdio.h>

#include "support/workers.h"
#include "timeline-fixture.h"
#include "ui/shell/dwell-window.h"
#include "ui/widgets/dwell-settings.h"

typedef struct {
  DwellApplication *application;
  DwellWindow      *window;
} Fixture;

static inline void
drain (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* One for all tests of a program: its name on the bus can be taken once. */
static inline DwellApplication *
get_application (void)
{
  static DwellApplication *application = NULL;
  g_autoptr(GError) error = NULL;

  if (application == NULL)
    {
      application = dwell_application_new ();
      g_application_set_flags (G_APPLICATION (application),
                               G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
      g_application_register (G_APPLICATION (application), NULL, &error);
      g_assert_no_error (error);
    }

  return application;
}

/* The state of views and tabs of one test must not affect the next. What is still being saved ends
 * before; one saving may wait for another. */
static inline void
forget_views (void)
{
  static const char * const keys[] = { "details-shown", "tables" };
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "dwell", "views", NULL);
  g_autoptr(GDir) dir = NULL;
  const char *name;

  for (guint i = 0; i < 2; i++)
    {
      wait_for_workers ();
      drain ();
    }

  dir = g_dir_open (folder, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }

  for (guint i = 0; i < G_N_ELEMENTS (keys) && dwell_settings_get () != NULL; i++)
    g_settings_reset (dwell_settings_get (), keys[i]);
}

static inline void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  ignore_late_messages ();
  fixture->application = get_application ();
  fixture->window = dwell_window_new (fixture->application);
  gtk_window_present (GTK_WINDOW (fixture->window));
  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (fixture->window)));
  forget_views ();
}

static inline void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  GtkApplication *application = GTK_APPLICATION (fixture->application);

  while (gtk_application_get_windows (application) != NULL)
    gtk_window_destroy (gtk_application_get_windows (application)->data);
  drain ();
  forget_views ();
}

/* Another window than the one of the test. Returns: (nullable): it */
static inline GtkWindow *
find_other_window (Fixture *fixture)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (toplevels, i);

      if (window != GTK_WINDOW (fixture->window) && gtk_widget_get_mapped (GTK_WIDGET (window)))
        return window;
    }

  return NULL;
}

/* Opens a dialog by its action. */
static inline GtkWindow *
open_other_window (Fixture    *fixture,
                   const char *action)
{
  if (g_str_has_prefix (action, "app."))
    g_action_group_activate_action (G_ACTION_GROUP (fixture->application), action + 4, NULL);
  else
    gtk_widget_activate_action (GTK_WIDGET (fixture->window), action, NULL);
  WAIT_UNTIL (find_other_window (fixture) != NULL);
  return find_other_window (fixture);
}

/* Presses “Undo” of the toast in front. */
static inline gboolean
press_undo (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget) &&
      g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), "_Undo") == 0)
    {
      g_signal_emit_by_name (widget, "clicked");
      return TRUE;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (press_undo (child))
      return TRUE;

  return FALSE;
}

/* Returns a label in @root that begins with the text, such as that of a toast, or NULL. */
static inline GtkLabel *
find_saying (GtkWidget  *root,
             const char *prefix)
{
  GtkLabel *found = NULL;

  if (GTK_IS_LABEL (root) && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (root)), prefix))
    return GTK_LABEL (root);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_saying (child, prefix);

  return found;
}

static inline gboolean
says (GtkWidget  *root,
      const char *prefix)
{
  return find_saying (root, prefix) != NULL;
}

/* A file of tests/data. */
static inline GFile *
data_file (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);

  return g_file_new_for_path (path);
}

/* Opens a file of tests/data in a tab. */
static inline void
open_data (Fixture    *fixture,
           const char *name)
{
  g_autoptr(GFile) file = data_file (name);

  dwell_window_open (fixture->window, &file, 1, FALSE);
}

/* The widget of @root's template that its .ui calls @id. */
static inline gpointer
find_id (gpointer    root,
         const char *id)
{
  if (g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), id) == 0)
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      gpointer found = find_id (child, id);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* Returns the model of the table called "table" in @root. */
static inline gpointer
get_list (gpointer root)
{
  g_autoptr(GListModel) list = NULL;

  g_object_get (gtk_column_view_get_model (find_id (root, "table")), "model", &list, NULL);
  return list;
}

/* Opens the choice of columns of the table on @page, and returns the grid of its check buttons. */
static inline gpointer
open_columns (gpointer page)
{
  AdwBin *button = find_id (page, "columns_button");

  gtk_menu_button_popup (GTK_MENU_BUTTON (adw_bin_get_child (button)));
  return find_id (button, "grid");
}

static inline DwellSession *
get_session (Fixture *fixture)
{
  return dwell_session_page_get_session (dwell_window_get_current (fixture->window));
}

static inline DwellView *
get_view (Fixture *fixture)
{
  return dwell_session_page_get_view (dwell_window_get_current (fixture->window));
}

static inline int
get_n_tabs (Fixture *fixture)
{
  return adw_tab_view_get_n_pages (find_id (fixture->window, "tabs"));
}

/* Waits until the session in front has been read and its indexes are made. */
static inline void
wait_for_session (Fixture *fixture)
{
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_READY &&
              !dwell_session_get_busy (get_session (fixture)));
  drain ();
}

static inline void
set_search (gpointer    root,
            const char *id,
            const char *text)
{
  gpointer entry = find_id (root, id);

  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  /* The entry waits for more letters; the test does not. */
  g_signal_emit_by_name (entry, "search-changed");
}

/* A file in a temporary folder with @text in it. */
static inline GFile *
make_file (const char *name,
           const char *text)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));

  return g_file_new_for_path (path);
}

static inline void
remove_file (GFile *file)
{
  g_autoptr(GFile) folder = g_file_get_parent (file);

  g_file_delete (file, NULL, NULL);
  g_file_delete (folder, NULL, NULL);
}

/* GIO's table of types of files counts as a leak when a thread makes it, as one does that loads
 * icons for the file dialog. */
static inline void
fill_types (void)
{
#ifdef __SANITIZE_ADDRESS__
  __lsan_disable ();
#endif
  g_free (g_content_type_guess ("a.txt", NULL, 0, NULL));
  g_free (g_content_type_get_generic_icon_name ("text/plain"));
#ifdef __SANITIZE_ADDRESS__
  __lsan_enable ();
#endif
}

/* As fixture_init(); and the window saves its state in a temporary folder. */
static inline gboolean
window_fixture_init (int    *argc,
                     char ***argv)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);

  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  g_setenv ("XDG_STATE_HOME", folder, TRUE);
  fill_types ();

  return fixture_init (argc, argv);
}
