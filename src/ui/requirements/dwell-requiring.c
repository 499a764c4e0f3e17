/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds a requirement for an area: the editor opens as soon as a worker has found the values to
 * start with. */
#include "config.h"

#include "ui/requirements/dwell-requiring.h"

#include "core/dwell-task.h"
#include "model/requirements/dwell-requirement-words.h"
#include "ui/requirements/dwell-requirement-dialog.h"

typedef struct {
  GtkWidget    *from;
  DwellView    *view;
  DwellReading *reading;
  guint32       area;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_object_unref (self->from);
  g_object_unref (self->view);
  dwell_reading_unref (self->reading);
  g_free (self);
}

/* Runs on a worker, and uses only the reading. */
static void
put_into_words (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Question *self = task_data;

  g_task_return_pointer (task, dwell_requirement_words_of_area (self->reading, self->area,
                                                                cancellable), g_free);
}

/* The window may have been closed meanwhile. */
static void
on_words (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Question *self = user_data;
  g_autofree char *words = g_task_propagate_pointer (G_TASK (result), NULL);

  if (words != NULL && gtk_widget_get_root (self->from) != NULL)
    dwell_requirement_dialog_add (self->from, self->view, words);
  question_free (self);
}

/**
 * dwell_requiring_ask:
 * @from: a widget of the window to open the editor for
 * @view: a view with a trace
 * @area: an area of it
 *
 * Opens an editor for a new requirement on an area, with a limit that fits the recording.
 */
void
dwell_requiring_ask (GtkWidget *from,
                     DwellView *view,
                     guint32    area)
{
  Question *question = g_new (Question, 1);
  g_autoptr(GTask) task = g_task_new (NULL, NULL, on_words, question);

  *question = (Question) { g_object_ref (from), g_object_ref (view),
                           dwell_reading_ref (dwell_view_get_reading (view)), area };
  g_task_set_source_tag (task, dwell_requiring_ask);
  g_task_set_task_data (task, question, NULL);
  dwell_task_run_in_thread (task, put_into_words);
}
