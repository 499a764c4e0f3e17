/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a first file of requirements, with suggestions that the recording meets, where the user
 * wants it. The recording is checked against it from then on. */
#include "config.h"

#include "ui/requirements/dwell-requirements-suggestion.h"

#include <string.h>

#include "analysis/requirements/dwell-requirements.h"
#include "formats/common/dwell-sink.h"
#include "ui/widgets/dwell-save.h"

/* The part by which suggested limits exceed the measured values. */
#define HEADROOM 0.2

typedef struct {
  DwellTrace *trace;
  GWeakRef    view; /* closing the tab must not wait for this */
} Suggestion;

static void
suggestion_free (gpointer data)
{
  Suggestion *self = data;

  g_weak_ref_clear (&self->view);
  dwell_trace_unref (self->trace);
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
  g_autofree char *text = dwell_requirements_suggest (self->trace, HEADROOM, cancellable, error);
  Written *written;
  DwellView *view;

  if (text == NULL || !dwell_sink_write_text (file, text, strlen (text), cancellable, error))
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

/**
 * dwell_requirements_suggestion_ask:
 * @from: a widget of the window
 * @view: a view of a recording that has been read
 *
 * Asks where to write a file of requirements that the recording meets, and checks the recording
 * against it. All its lines are commented out, as only the user can decide which of them must hold.
 */
void
dwell_requirements_suggestion_ask (GtkWidget *from,
                                   DwellView *view)
{
  guint n_files;
  GFile **files = dwell_session_get_files (dwell_view_get_session (view), &n_files);
  g_autoptr(GFile) folder = dwell_session_get_folder (dwell_view_get_session (view));
  g_autofree char *base = n_files > 0 ? g_file_get_basename (files[0]) : g_strdup ("recording");
  g_autofree char *name = g_strconcat (base, DWELL_REQUIREMENTS_SUFFIX, NULL);
  Suggestion *suggestion;

  if (dwell_session_get_state (dwell_view_get_session (view)) != DWELL_SESSION_READY)
    {
      gtk_widget_error_bell (from);
      return;
    }

  suggestion = g_new0 (Suggestion, 1);
  suggestion->trace = dwell_trace_ref (dwell_view_get_trace (view));
  g_weak_ref_init (&suggestion->view, view);
  dwell_save_ask (from, folder, name, write_lines, suggestion, suggestion_free);
}
