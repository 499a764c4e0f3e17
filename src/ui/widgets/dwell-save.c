/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving what a page shows. While a file is being written the application is held, so that closing
 * the last window does not end the program. Only saving that takes longer than a moment is
 * announced, with a button to cancel it. */
#include "config.h"

#include "ui/widgets/dwell-save.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-task.h"
#include "ui/widgets/dwell-failure.h"
#include "ui/widgets/dwell-file-dialogs.h"
#include "ui/widgets/dwell-toast.h"

/* ms: saving that ends sooner is not announced. */
#define ANNOUNCE_DELAY_MS 400

/* Attached to the GFile that is being written: a sentence to add to the final toast. */
#define REMARK "dwell-save-remark"

typedef struct {
  GtkWidget      *from;
  GFile          *file;
  GCancellable   *cancellable;
  AdwToast       *toast;       /* the announcement, or NULL */
  guint           announce_id; /* a source, or 0 */
} Saving;

/* The data that only the worker uses. */
typedef struct {
  DwellSaveFunc   write;
  gpointer        data;
  GDestroyNotify  free;
} Work;

static void
work_free (gpointer data)
{
  Work *self = data;

  self->free (self->data);
  g_free (self);
}

static void
work_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Work *work = task_data;
  GError *error = NULL;

  if (work->write (work->data, source_object, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static gboolean
announce (gpointer user_data)
{
  Saving *self = user_data;
  g_autofree char *name = g_file_get_basename (self->file);
  /* Translators: %s is a file that is being written */
  g_autofree char *message = g_strdup_printf (_("Saving “%s”"), name);

  self->announce_id = 0;
  self->toast = dwell_toast_show_lasting (self->from, message, _("Cancel"));
  if (self->toast != NULL)
    g_signal_connect_object (self->toast, "button-clicked", G_CALLBACK (g_cancellable_cancel),
                             self->cancellable, G_CONNECT_SWAPPED);
  return G_SOURCE_REMOVE;
}

static void
on_saved (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Saving *self = user_data;
  g_autofree char *name = g_file_get_parse_name (self->file);
  g_autoptr(GError) error = NULL;
  g_autofree char *message = NULL;

  g_clear_handle_id (&self->announce_id, g_source_remove);
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_clear_object (&self->toast);

  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      const char *remark = g_object_get_data (G_OBJECT (self->file), REMARK);

      /* Translators: the name of a file, and a sentence on what is in it */
      message = remark != NULL ? g_strdup_printf (_("Saved “%s”. %s"), name, remark)
                               : g_strdup_printf (_("Saved “%s”"), name);
      dwell_toast_show_file (self->from, message, self->file);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      message = g_strdup_printf (_("Could not save “%s”: %s"), name,
                                 dwell_error_get_writing_cause (error));
      dwell_failure_show_saving (self->from, message, error);
    }

  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  g_object_unref (self->from);
  g_object_unref (self->file);
  g_object_unref (self->cancellable);
  g_free (self);
}

static void
start (GtkWidget *from,
       GFile     *file,
       Work      *work)
{
  Saving *self = g_new0 (Saving, 1);
  g_autoptr(GTask) task = NULL;

  self->from = g_object_ref (from);
  self->file = g_object_ref (file);
  self->cancellable = g_cancellable_new ();
  self->announce_id = g_timeout_add (ANNOUNCE_DELAY_MS, announce, self);
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());

  task = g_task_new (file, self->cancellable, on_saved, self);
  g_task_set_source_tag (task, dwell_save_to);
  /* A file that was finished before the cancellation is reported as saved. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, work, work_free);
  dwell_task_run_in_thread (task, work_in_thread);
}

static Work *
work_new (DwellSaveFunc   write,
          gpointer        data,
          GDestroyNotify  free)
{
  Work *self = g_new (Work, 1);

  *self = (Work) { write, data, free };
  return self;
}

/**
 * dwell_save_to:
 * @from: a widget of the window that shows the result
 * @file: the file to write
 * @write: makes and writes the content, on a worker
 * @data: (transfer full): data for @write
 * @free: frees @data, on any thread
 *
 * Writes @file on a worker, and shows in a toast whether that succeeded.
 */
void
dwell_save_to (GtkWidget      *from,
               GFile          *file,
               DwellSaveFunc   write,
               gpointer        data,
               GDestroyNotify  free)
{
  start (from, file, work_new (write, data, free));
}

/* Returns the one of @suffixes that @name ends with; NULL: none. */
static const char *
find_suffix (const char         *name,
             const char * const *suffixes)
{
  const char *dot = strrchr (name, '.');

  for (guint i = 0; dot != NULL && suffixes[i] != NULL; i++)
    if (g_ascii_strcasecmp (dot, suffixes[i]) == 0)
      return suffixes[i];

  return NULL;
}

/**
 * dwell_save_propose_name:
 * @suggested: the name that was suggested for some content
 * @chosen: the name that the user chose for it
 *
 * A table is always written as text, and the suffix of a picture chooses its format, so any other
 * suffix would be wrong for the content.
 *
 * Returns: (transfer full) (nullable): a better name; %NULL if @chosen is good
 */
char *
dwell_save_propose_name (const char *suggested,
                         const char *chosen)
{
  static const char * const kinds[][4] = {
    { ".csv", ".txt", NULL }, { ".svg", ".png", ".pdf", NULL },
  };
  g_autofree char *stem = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (find_suffix (suggested, kinds[i]) != NULL)
      {
        guint other = (i + 1) % G_N_ELEMENTS (kinds);
        const char *wrong = find_suffix (chosen, kinds[other]);
        gsize length = strlen (chosen) - (wrong != NULL ? strlen (wrong) : 0);

        if (find_suffix (chosen, kinds[i]) != NULL)
          return NULL;

        stem = g_strndup (chosen, length);
        return g_strconcat (stem, find_suffix (suggested, kinds[i]), NULL);
      }

  return NULL;
}

typedef struct {
  GtkWidget *from;
  char      *name; /* as suggested */
  Work      *work;
} Question;

static void ask (Question   *question,
                 GFile      *folder,
                 const char *name);

static void
on_chosen (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Question *self = user_data;
  g_autoptr(GFile) file = dwell_save_dialog_choose_finish (result, NULL);
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;
  g_autofree char *better = file != NULL ? dwell_save_propose_name (self->name, name) : NULL;

  if (better != NULL)
    {
      g_autoptr(GFile) folder = g_file_get_parent (file);

      dwell_toast_show (self->from, _("Tables are saved as CSV, pictures as SVG, PNG or PDF"));
      ask (self, folder, better);
      return;
    }

  if (file != NULL)
    start (self->from, file, self->work);
  else
    work_free (self->work);
  g_object_unref (self->from);
  g_free (self->name);
  g_free (self);
}

static void
ask (Question   *question,
     GFile      *folder,
     const char *name)
{
  dwell_save_dialog_choose_async (GTK_WINDOW (gtk_widget_get_root (question->from)), folder, name,
                                  NULL, on_chosen, question);
}

/**
 * dwell_save_ask:
 * @from: a widget of the window that shows the dialog and the result
 * @folder: (nullable): the folder that the dialog shows first
 * @name: the suggested name of the file
 * @write: makes and writes the content, on a worker
 * @data: (transfer full): data for @write
 * @free: frees @data, on any thread
 *
 * Lets the user choose a file, until its name fits the content, and continues as dwell_save_to()
 * does.
 */
void
dwell_save_ask (GtkWidget      *from,
                GFile          *folder,
                const char     *name,
                DwellSaveFunc   write,
                gpointer        data,
                GDestroyNotify  free)
{
  Question *question = g_new (Question, 1);

  *question = (Question) { g_object_ref (from), g_strdup (name), work_new (write, data, free) };
  ask (question, folder, name);
}

/**
 * dwell_save_remark:
 * @file: the file that is being written
 * @remark: one sentence about its content, translated
 *
 * Adds @remark to the message that says that @file was saved. For the worker that writes it.
 */
void
dwell_save_remark (GFile      *file,
                   const char *remark)
{
  g_object_set_data_full (G_OBJECT (file), REMARK, g_strdup (remark), g_free);
}
