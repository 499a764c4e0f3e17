/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the files that the command line names. Standard input and pipes are copied into files
 * first: by a worker, with the window already open, or, if another instance is to open them, before
 * this process ends. */
#include "config.h"

#include "ui/shell/dwell-named-files.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "core/dwell-task.h"
#include "formats/common/dwell-stream.h"
#include "ui/widgets/dwell-toast.h"

typedef struct {
  char **names;
  char  *hint;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *self = data;

  g_strfreev (self->names);
  g_free (self->hint);
  g_free (self);
}

/* Returns: (element-type GFile) (transfer full) (nullable): the files; NULL with @error */
static GPtrArray *
make_files (char         **names,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; names[i] != NULL; i++)
    {
      GFile *file = dwell_stream_is_one (names[i])
                    ? dwell_stream_keep (names[i], cancellable, error)
                    : g_file_new_for_commandline_arg (names[i]);

      if (file == NULL)
        {
          g_prefix_error (error, "%s: ", names[i]);
          return NULL;
        }
      g_ptr_array_add (files, file);
    }

  return g_steal_pointer (&files);
}

static void
show_message (GApplication *application,
              const char   *message)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (ADW_IS_APPLICATION_WINDOW (window))
    dwell_toast_show (adw_application_window_get_content (ADW_APPLICATION_WINDOW (window)),
                      message);
}

static void
open_files (GApplication *application,
            GPtrArray    *files,
            const char   *hint)
{
  g_application_open (application, (GFile **) files->pdata, (int) files->len, hint);
}

static void
make_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Opening *opening = task_data;
  GError *error = NULL;
  GPtrArray *files = make_files (opening->names, cancellable, &error);

  if (files != NULL)
    g_task_return_pointer (task, files, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
on_made (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  GApplication *application = G_APPLICATION (source);
  Opening *opening = g_task_get_task_data (G_TASK (result));
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) files = g_task_propagate_pointer (G_TASK (result), &error);

  if (files != NULL)
    open_files (application, files, opening->hint);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_printerr ("dwell: %s\n", error->message);
      show_message (application, error->message);
    }

  g_application_release (application);
}

/* When the user closes the last window, nothing waits for the rest of the streams. */
static void
on_window_removed (GtkApplication *application,
                   GtkWindow      *window,
                   GCancellable   *cancellable)
{
  if (gtk_application_get_windows (application) == NULL)
    g_cancellable_cancel (cancellable);
}

/* Makes the files on a worker. */
static void
open_streams (GApplication *application,
              char        **names,
              const char   *hint)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GTask) task = g_task_new (application, cancellable, on_made, NULL);
  Opening *opening = g_new0 (Opening, 1);

  opening->names = g_strdupv (names);
  opening->hint = g_strdup (hint);
  g_task_set_task_data (task, opening, opening_free);
  g_application_hold (application);
  g_application_activate (application);
  show_message (application, _("Reading standard input…"));
  g_signal_connect_object (application, "window-removed", G_CALLBACK (on_window_removed),
                           cancellable, 0);
  dwell_task_run_in_thread (task, make_in_thread);
}

/**
 * dwell_named_files_open:
 * @application: the application, registered
 * @names: (array zero-terminated=1): files as the command line names them; "-" is standard input
 * @hint: a hint of g_application_open()
 *
 * Opens files in the application's window, or in that of an instance that is already running.
 *
 * Returns: the exit status, as far as it is known yet: 0, or 1 if a stream cannot be read
 */
int
dwell_named_files_open (GApplication       *application,
                        const char * const *names,
                        const char         *hint)
{
  g_autoptr(GPtrArray) files = NULL;
  g_autoptr(GError) error = NULL;
  gboolean has_streams = FALSE;

  for (guint i = 0; names[i] != NULL; i++)
    has_streams = has_streams || dwell_stream_is_one (names[i]);

  if (has_streams && !g_application_get_is_remote (application))
    {
      open_streams (application, (char **) names, hint);
      return 0;
    }

  files = make_files ((char **) names, NULL, &error);
  if (files == NULL)
    {
      g_printerr ("dwell: %s\n", error->message);
      return 1;
    }

  open_files (application, files, hint);
  return 0;
}
