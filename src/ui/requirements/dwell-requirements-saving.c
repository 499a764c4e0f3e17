/* SPDX-License-Identifier: GPL-3.0-or-later */
/* While a file is being written the application is held, so that closing the last window does not
 * end the program. */
#include "config.h"

#include "ui/requirements/dwell-requirements-saving.h"

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirements.h"
#include "core/dwell-error.h"
#include "core/dwell-task.h"
#include "core/dwell-text.h"
#include "ui/widgets/dwell-failure.h"
#include "ui/widgets/dwell-file-dialogs.h"
#include "ui/widgets/dwell-undo.h"

typedef gboolean (*ChangeFunc) (DwellRequirementsChange  *change,
                                GCancellable             *cancellable,
                                GError                  **error);

typedef struct {
  DwellRequirementsChange *change;
  ChangeFunc               func;
} Work;

static void
work_free (gpointer data)
{
  Work *self = data;

  dwell_requirements_change_unref (self->change);
  g_free (self);
}

static void
work_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Work *self = task_data;
  GError *error = NULL;

  if (self->func (self->change, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
start (DwellRequirementsChange *change,
       ChangeFunc               func,
       GAsyncReadyCallback      callback,
       gpointer                 user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, callback, user_data);
  Work *work = g_new (Work, 1);

  *work = (Work) { dwell_requirements_change_ref (change), func };
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, work, work_free);
  dwell_task_run_in_thread (task, work_in_thread);
}

/**
 * dwell_requirements_save_async:
 * @change: a change of a file
 * @callback: called when the change is made or has failed
 * @user_data: data for @callback, which calls dwell_requirements_save_finish()
 *
 * Makes a change on a worker.
 */
void
dwell_requirements_save_async (DwellRequirementsChange *change,
                               GAsyncReadyCallback      callback,
                               gpointer                 user_data)
{
  start (change, dwell_requirements_change_make, callback, user_data);
}

/**
 * dwell_requirements_save_finish:
 * @result: the result that the callback got
 * @error: why the file was not changed
 *
 * Returns: whether the change is made
 */
gboolean
dwell_requirements_save_finish (GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, start), FALSE);

  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * dwell_requirements_ask_file:
 * @parent: the window that asks
 * @view: a view without a file of requirements
 * @callback: called with the choice, for dwell_save_dialog_choose_finish()
 * @user_data: data for @callback
 *
 * Asks where to write the first requirements of a recording. The suggested folder is that of the
 * recording.
 */
void
dwell_requirements_ask_file (GtkWindow           *parent,
                             DwellView           *view,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  guint n_files;
  GFile **files = dwell_session_get_files (dwell_view_get_session (view), &n_files);
  g_autoptr(GFile) folder = dwell_session_get_folder (dwell_view_get_session (view));
  g_autofree char *base = n_files > 0 ? g_file_get_basename (files[0]) : g_strdup ("recording");
  g_autofree char *name = g_strconcat (base, DWELL_REQUIREMENTS_SUFFIX, NULL);

  dwell_save_dialog_choose_async (parent, folder, name, NULL, callback, user_data);
}

/**
 * dwell_requirements_show_failure:
 * @from: a widget of the window to show it in
 * @file: a file of requirements
 * @error: why it was not written
 *
 * Shows that a file could not be written, and why.
 */
void
dwell_requirements_show_failure (GtkWidget    *from,
                                 GFile        *file,
                                 const GError *error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  /* Translators: a file, and why */
  g_autofree char *message = g_strdup_printf (_("Could not save “%s”: %s"), name,
                                              dwell_error_get_writing_cause (error));

  dwell_failure_show_saving (from, message, error);
}

/* --- Undo --- */

/* A change that can be undone. While undo is offered, this is data of the view, and must keep
 * neither the view nor a widget alive. */
typedef struct {
  GWeakRef                 from;
  DwellView               *view; /* NULL while undo is offered */
  DwellRequirementsChange *change;
} Step;

static void
step_free (gpointer data)
{
  Step *self = data;

  g_weak_ref_clear (&self->from);
  g_clear_object (&self->view);
  dwell_requirements_change_unref (self->change);
  g_free (self);
}

static Step *
step_new (GtkWidget               *from,
          DwellView               *view,
          DwellRequirementsChange *change)
{
  Step *self = g_new0 (Step, 1);

  g_weak_ref_init (&self->from, from);
  g_set_object (&self->view, view);
  self->change = dwell_requirements_change_ref (change);
  return self;
}

static void
fail (Step         *self,
      const GError *error)
{
  g_autoptr(GtkWidget) from = g_weak_ref_get (&self->from);

  if (from != NULL)
    dwell_requirements_show_failure (from, dwell_requirements_change_get_file (self->change),
                                     error);
}

static void
on_undone (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Step *self = user_data;
  g_autoptr(GError) error = NULL;

  if (!dwell_requirements_save_finish (result, &error))
    fail (self, error);
  else if (dwell_requirements_change_makes_file (self->change))
    dwell_view_set_requirements (self->view, NULL);
  step_free (self);
}

static void
undo (DwellView *view,
      gpointer   data)
{
  Step *self = data;
  g_autoptr(GtkWidget) from = g_weak_ref_get (&self->from);

  start (self->change, dwell_requirements_change_undo, on_undone,
         step_new (from, view, self->change));
}

/**
 * dwell_requirements_offer_undo:
 * @from: a widget of the window to show it in
 * @view: the view whose file it is
 * @change: a change that was made
 * @message: what was done, plain text
 *
 * Shows what was done, with a button to undo it.
 */
void
dwell_requirements_offer_undo (GtkWidget               *from,
                               DwellView               *view,
                               DwellRequirementsChange *change,
                               const char              *message)
{
  dwell_undo_add (from, message, view, undo, step_new (from, NULL, change), step_free);
}

static void
on_deleted (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Step *self = user_data;
  g_autoptr(GtkWidget) from = g_weak_ref_get (&self->from);
  g_autoptr(GError) error = NULL;

  if (!dwell_requirements_save_finish (result, &error))
    fail (self, error);
  else if (from != NULL)
    dwell_requirements_offer_undo (from, self->view, self->change, _("Deleted the requirement"));
  step_free (self);
}

/**
 * dwell_requirements_delete_line:
 * @from: a widget of the window to show it in
 * @view: a view with a file of requirements
 * @line: the number of the first line of a requirement, from 1
 * @text: the text of that line, as dwell_requirements_get_line() returns it
 *
 * Deletes a requirement from the file, and offers to undo that.
 */
void
dwell_requirements_delete_line (GtkWidget  *from,
                                DwellView  *view,
                                guint       line,
                                const char *text)
{
  g_autoptr(GFile) file = dwell_view_get_requirements (view);
  g_autoptr(DwellRequirementsChange) change = dwell_requirements_change_new (file, line, text,
                                                                             NULL);

  dwell_requirements_save_async (change, on_deleted, step_new (from, view, change));
}

/* --- Adding several --- */

typedef struct {
  GWeakRef    from;
  DwellView  *view;
  char      **words;
  DwellRequirementsChange *change; /* NULL: the file is being chosen */
} Addition;

static void
addition_free (Addition *self)
{
  g_weak_ref_clear (&self->from);
  g_object_unref (self->view);
  g_strfreev (self->words);
  g_clear_pointer (&self->change, dwell_requirements_change_unref);
  g_free (self);
}

static void
on_added (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Addition *self = user_data;
  g_autoptr(GtkWidget) from = g_weak_ref_get (&self->from);
  g_autoptr(GError) error = NULL;
  GFile *file = dwell_requirements_change_get_file (self->change);
  guint n = g_strv_length (self->words);
  g_autofree char *count = dwell_text_count (n);
  /* Translators: %s is a number */
  g_autofree char *message = g_strdup_printf (ngettext ("Added %s requirement",
                                                        "Added %s requirements", n), count);

  if (dwell_requirements_save_finish (result, &error))
    {
      dwell_view_set_requirements (self->view, file);
      if (from != NULL)
        dwell_requirements_offer_undo (from, self->view, self->change, message);
    }
  else if (from != NULL)
    {
      dwell_requirements_show_failure (from, file, error);
    }
  addition_free (self);
}

static void
add_to (Addition *self,
        GFile    *file)
{
  self->change = dwell_requirements_change_new_of_lines (file,
                                                         (const char * const *) self->words);
  dwell_requirements_save_async (self->change, on_added, self);
}

static void
on_file (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GFile) file = dwell_save_dialog_choose_finish (result, NULL);

  if (file != NULL)
    add_to (user_data, file);
  else
    addition_free (user_data);
}

/**
 * dwell_requirements_add_words:
 * @from: a widget of the window to show it in
 * @view: a view
 * @words: (array zero-terminated): requirements, each from the colon after its id on
 *
 * Adds them to the file of the view, and offers to undo that. If the view has no file, it asks for
 * one.
 */
void
dwell_requirements_add_words (GtkWidget          *from,
                              DwellView          *view,
                              const char * const *words)
{
  Addition *self = g_new0 (Addition, 1);
  g_autoptr(GFile) file = dwell_view_get_requirements (view);

  g_weak_ref_init (&self->from, from);
  self->view = g_object_ref (view);
  self->words = g_strdupv ((char **) words);
  if (file != NULL)
    add_to (self, file);
  else
    dwell_requirements_ask_file (GTK_WINDOW (gtk_widget_get_root (from)), view, on_file, self);
}
