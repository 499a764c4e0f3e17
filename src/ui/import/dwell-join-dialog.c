/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks whether to open several files in separate tabs or as one session, or to compare them: two
 * with each other, more as a series. Only files of the same format can be joined or compared here.
 * So their first bytes are read on a worker, and for files of different formats the dialog is not
 * shown. */
#include "config.h"

#include "ui/import/dwell-join-dialog.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "core/dwell-task.h"
#include "formats/dwell-formats.h"

typedef struct {
  GWeakRef   parent; /* GtkWindow */
  GPtrArray *files;
  gboolean   is_answered;
} Question;

static void
question_free (Question *self)
{
  g_weak_ref_clear (&self->parent);
  g_ptr_array_unref (self->files);
  g_free (self);
}

static const DwellFormat *
recognise (GFile        *file,
           GCancellable *cancellable)
{
  g_autoptr(DwellSource) source = dwell_source_new (file, cancellable, NULL);
  GBytes *head;
  gsize length;
  const char *text;

  if (source == NULL)
    return NULL;

  head = dwell_source_get_head (source);
  text = g_bytes_get_data (head, &length);

  return dwell_formats_recognise (text, length);
}

/* Returns the common format of all files, or NULL. */
static void
recognise_in_thread (GTask        *task,
                     gpointer      source_object,
                     gpointer      task_data,
                     GCancellable *cancellable)
{
  GPtrArray *files = task_data;
  const DwellFormat *format = NULL;

  for (guint i = 0; i < files->len; i++)
    {
      const DwellFormat *one = recognise (g_ptr_array_index (files, i), cancellable);

      if (one == NULL || (i > 0 && one != format))
        {
          format = NULL;
          break;
        }
      format = one;
    }

  g_task_return_pointer (task, (gpointer) format, NULL);
}

static void
on_response (AdwMessageDialog *dialog,
             const char       *response,
             GTask            *task)
{
  Question *question = g_task_get_task_data (task);

  if (question->is_answered)
    return;

  question->is_answered = TRUE;
  g_task_return_int (task, g_str_equal (response, "session") ? DWELL_JOIN_SESSION
                           : g_str_equal (response, "compare") ? DWELL_JOIN_COMPARISON
                           : g_str_equal (response, "series") ? DWELL_JOIN_SERIES
                           : g_str_equal (response, "tabs") ? DWELL_JOIN_TABS
                                                            : DWELL_JOIN_CANCELLED);
}

/* The parent window was destroyed, and the dialog with it. */
static void
on_destroy (AdwMessageDialog *dialog,
            GTask            *task)
{
  on_response (dialog, "cancel", task);
}

static void
present_question (GTask             *task,
                  GtkWindow         *parent,
                  const DwellFormat *format)
{
  Question *question = g_task_get_task_data (task);
  guint n_files = question->files->len;
  GtkWidget *dialog;

  dialog = adw_message_dialog_new (parent, NULL, NULL);
  adw_message_dialog_format_heading (ADW_MESSAGE_DIALOG (dialog),
                                     ngettext ("Open %u File", "Open %u Files", n_files), n_files);
  /* Translators: the placeholder is a file format */
  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  _("All are “%s” files. If they belong to one run, they can be "
                                    "joined into one recording with a common time axis."),
                                  _(format->title));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog),
                                    "cancel", _("_Cancel"),
                                    "session", _("As One _Recording"),
                                    NULL);
  if (n_files == 2)
    adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "compare", _("Co_mpare"));
  else
    adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "series", _("As a S_eries"));
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "tabs", _("As _Tabs"));
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "tabs");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), g_object_ref (task),
                         (GClosureNotify) (GCallback) g_object_unref, 0);
  g_signal_connect (dialog, "destroy", G_CALLBACK (on_destroy), task);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_recognised (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Question *question = g_task_get_task_data (task);
  const DwellFormat *format = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autoptr(GtkWindow) parent = g_weak_ref_get (&question->parent);

  if (parent == NULL || !gtk_widget_get_visible (GTK_WIDGET (parent)))
    g_task_return_int (task, DWELL_JOIN_CANCELLED);
  else if (format == NULL)
    g_task_return_int (task, DWELL_JOIN_TABS);
  else
    present_question (task, parent, format);
}

/**
 * dwell_join_dialog_ask_async:
 * @parent: the window to open it for
 * @files: (element-type GFile): two or more files
 * @callback: called with the answer
 * @user_data: data for @callback
 *
 * Asks whether to open @files as one session, if they can be joined, or to compare them.
 */
void
dwell_join_dialog_ask_async (GtkWindow           *parent,
                             GPtrArray           *files,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task = g_task_new (NULL, NULL, callback, user_data);
  g_autoptr(GTask) recognition = g_task_new (NULL, NULL, on_recognised, task);
  Question *question = g_new0 (Question, 1);

  g_weak_ref_init (&question->parent, parent);
  question->files = g_ptr_array_ref (files);
  g_task_set_source_tag (task, dwell_join_dialog_ask_async);
  g_task_set_task_data (task, question, (GDestroyNotify) question_free);

  g_task_set_source_tag (recognition, recognise_in_thread);
  g_task_set_task_data (recognition, g_ptr_array_ref (files), (GDestroyNotify) g_ptr_array_unref);
  dwell_task_run_in_thread (recognition, recognise_in_thread);
}

/**
 * dwell_join_dialog_ask_finish:
 * @result: the result that the callback got
 *
 * Returns: what to do with the files
 */
DwellJoinAnswer
dwell_join_dialog_ask_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_join_dialog_ask_async),
                        DWELL_JOIN_CANCELLED);

  return (DwellJoinAnswer) g_task_propagate_int (G_TASK (result), NULL);
}
