/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a first file of requirements, with suggestions that the recording meets, where the user
 * wants it. The recording is checked against it from then on. */
#include "config.h"

#include "ui/requirements/dwell-requirements-suggestion.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirements.h"
#include "core/dwell-task.h"
#include "formats/common/dwell-sink.h"
#include "ui/widgets/dwell-save.h"
#include "ui/widgets/dwell-toast.h"

/* The part by which suggested limits exceed the measured values. */
#define HEADROOM 0.2

/* What a worker looks for suggestions in. */
typedef struct {
  GtkWidget  *from;
  DwellView  *view;
  DwellTrace *trace;
  guint       n_suggested;
} Question;

static void
question_free (Question *self)
{
  g_object_unref (self->from);
  g_object_unref (self->view);
  dwell_trace_unref (self->trace);
  g_free (self);
}

typedef struct {
  char     *text;
  GWeakRef  view; /* closing the tab must not wait for this */
} Suggestion;

static void
suggestion_free (gpointer data)
{
  Suggestion *self = data;

  g_weak_ref_clear (&self->view);
  g_free (self->text);
  g_free (self);
}

typedef struct {
  DwellView *view;
  GFile     *file;
} Written;

static void
written_free (gpointer data)
{
  Written *self = data;

  g_object_unref (self->view);
  g_object_unref (self->file);
  g_free (self);
}

static gboolean
show (gpointer data)
{
  Written *self = data;

  dwell_view_set_requirements (self->view, self->file);
  return G_SOURCE_REMOVE;
}

/* Implements DwellSaveFunc. */
static gboolean
write_lines (gpointer       data,
             GFile         *file,
             GCancellable  *cancellable,
             GError       **error)
{
  Suggestion *self = data;
  Written *written;
  DwellView *view;

  if (!dwell_sink_write_text (file, self->text, strlen (self->text), cancellable, error))
    return FALSE;

  view = g_weak_ref_get (&self->view);
  if (view != NULL)
    {
      written = g_new (Written, 1);
      *written = (Written) { view, g_object_ref (file) };
      g_idle_add_full (G_PRIORITY_DEFAULT, show, written, written_free);
    }
  return TRUE;
}

static void
ask_for_file (GtkWidget  *from,
              DwellView  *view,
              const char *text)
{
  guint n_files;
  GFile **files = dwell_session_get_files (dwell_view_get_session (view), &n_files);
  g_autoptr(GFile) folder = dwell_session_get_folder (dwell_view_get_session (view));
  g_autofree char *base = n_files > 0 ? g_file_get_basename (files[0]) : g_strdup ("recording");
  g_autofree char *name = g_strconcat (base, DWELL_REQUIREMENTS_SUFFIX, NULL);
  Suggestion *suggestion = g_new0 (Suggestion, 1);

  suggestion->text = g_strdup (text);
  g_weak_ref_init (&suggestion->view, view);
  dwell_save_ask (from, folder, name, write_lines, suggestion, suggestion_free);
}

static void
suggest (GTask        *task,
         gpointer      source_object,
         gpointer      task_data,
         GCancellable *cancellable)
{
  Question *self = task_data;
  GError *error = NULL;
  char *text = dwell_requirements_suggest (self->trace, HEADROOM, &self->n_suggested, cancellable,
                                           &error);

  if (text != NULL)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

/* The tab may be closed meanwhile. A file without a line is of no use. */
static void
on_suggested (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Question *self = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), &error);

  if (gtk_widget_get_root (self->from) != NULL)
    {
      if (text == NULL)
        dwell_toast_show (self->from, error->message);
      else if (self->n_suggested == 0)
        dwell_toast_show (self->from, _("Nothing in this recording could be measured"));
      else
        ask_for_file (self->from, self->view, text);
    }
  question_free (self);
}

/**
 * dwell_requirements_suggestion_ask:
 * @from: a widget of the window
 * @view: a view of a recording that was read completely
 *
 * Asks where to write a file of what the recording kept, and holds the recording against it. All
 * its lines are commented out: which of them must hold is for a person to say. If nothing could be
 * measured, a toast says so.
 */
void
dwell_requirements_suggestion_ask (GtkWidget *from,
                                   DwellView *view)
{
  Question *question = g_new0 (Question, 1);
  g_autoptr(GTask) task = g_task_new (NULL, NULL, on_suggested, question);

  *question = (Question) { g_object_ref (from), g_object_ref (view),
                           dwell_trace_ref (dwell_view_get_trace (view)), 0 };
  g_task_set_source_tag (task, dwell_requirements_suggestion_ask);
  g_task_set_task_data (task, question, NULL);
  dwell_task_run_in_thread (task, suggest);
}
