/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing files for the Lines page, and writing them on a worker. */
#include "config.h"

#include "ui/pages/dwell-lines-files.h"

#include <glib/gi18n-lib.h>

#include "formats/dwell-formats.h"
#include "ui/dialogs/dwell-file-dialogs.h"
#include "ui/dwell-toast.h"

/* What is saved; the task's data. */
typedef struct {
  DwellTrace        *trace;
  const DwellFormat *format;
  GFile             *file;
} Saving;

static void
saving_free (Saving *self)
{
  dwell_trace_unref (self->trace);
  g_clear_object (&self->file);
  g_free (self);
}

static void
write_in_thread (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  Saving *self = task_data;
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (self->file);
  GError *error = NULL;

  if (self->format->write (self->trace, NULL, sink, NULL, cancellable, &error) &&
      dwell_sink_commit (sink, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_written (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  Saving *self = g_task_get_task_data (G_TASK (result));
  g_autoptr(GError) error = NULL;
  g_autofree char *name = g_file_get_basename (self->file);
  g_autofree char *display_name = g_filename_display_name (name);
  g_autofree char *message = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    /* Translators: a file's name */
    message = g_strdup_printf (_("Saved “%s”"), display_name);
  else
    message = g_strdup (error->message);

  dwell_toast_show (GTK_WIDGET (object), message);
}

static void
on_chosen (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Saving *self = g_task_get_task_data (task);

  self->file = dwell_save_dialog_choose_finish (result, NULL);
  if (self->file != NULL)
    g_task_run_in_thread (task, write_in_thread);
}

static GFile *
get_folder (DwellSession *session)
{
  guint n;
  GFile **files = dwell_session_get_files (session, &n);

  return n > 0 ? g_file_get_parent (files[0]) : NULL;
}

/**
 * dwell_lines_save:
 * @page: where the user is told
 * @session: whose trace
 * @format_id: of a format that can be written
 *
 * Asks for a file and writes it.
 */
void
dwell_lines_save (GtkWidget    *page,
                  DwellSession *session,
                  const char   *format_id)
{
  const DwellFormat *format = dwell_formats_find_writer (format_id);
  DwellTrace *trace = dwell_session_get_trace (session);
  g_autoptr(GFile) folder = get_folder (session);
  g_autofree char *name = NULL;
  Saving *saving;
  GTask *task;

  g_return_if_fail (format != NULL);

  if (trace == NULL || !format->can_write (trace))
    {
      dwell_toast_show (page, _("There is nothing here that this format can hold"));
      return;
    }

  saving = g_new0 (Saving, 1);
  saving->trace = dwell_trace_ref (trace);
  saving->format = format;
  task = g_task_new (page, NULL, on_written, NULL);
  g_task_set_source_tag (task, dwell_lines_save);
  g_task_set_task_data (task, saving, (GDestroyNotify) saving_free);

  name = g_strconcat (dwell_session_get_title (session), format->suffixes[0], NULL);
  dwell_save_dialog_choose_async (GTK_WINDOW (gtk_widget_get_root (page)), folder, name,
                                  on_chosen, task);
}

static void
on_source_response (GtkNativeDialog *dialog,
                    int              response,
                    gpointer         user_data)
{
  g_autoptr(DwellLinesPage) page = user_data;
  g_autoptr(GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  if (response == GTK_RESPONSE_ACCEPT && file != NULL)
    dwell_lines_page_load_source (page, file);
  g_object_unref (dialog);
}

/**
 * dwell_lines_choose_source:
 * @page: the page
 * @session: where to begin: in its file's folder
 *
 * Asks for a source file, which @page then shows.
 */
void
dwell_lines_choose_source (DwellLinesPage *page,
                           DwellSession   *session)
{
  g_autoptr(GFile) folder = get_folder (session);
  GtkFileChooserNative *dialog =
    gtk_file_chooser_native_new (_("Choose the Source"),
                                 GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (page))),
                                 GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), _("_Cancel"));

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (on_source_response), g_object_ref (page));
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
