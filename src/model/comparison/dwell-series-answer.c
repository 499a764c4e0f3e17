/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view's own recording has been read already. The others are opened with the options of last
 * time, one after another, and released when their figures are known. */
#include "config.h"

#include "model/comparison/dwell-series-answer.h"

#include <glib/gi18n-lib.h>

#include "formats/dwell-formats.h"
#include "model/comparison/dwell-series-list.h"
#include "model/import/dwell-import-memory.h"

/* The defaults of dwell-cli compare. */
#define NOISE 0.01
#define ALPHA 0.05

/* Returns: (transfer full) (nullable): the question, not yet answered; NULL while the view's own
 * recording has no statistics, or if there are no other recordings. */
DwellSeriesAnswer *
_dwell_series_answer_new (DwellView *view)
{
  DwellReading *reading = view != NULL ? dwell_view_get_reading (view) : NULL;
  g_autoptr(GPtrArray) files = view != NULL ? dwell_series_get_files (view) : NULL;
  DwellSeriesAnswer *self;

  if (reading == NULL || reading->statistics == NULL || reading->trace->is_partial ||
      files->len == 0)
    return NULL;

  self = g_new0 (DwellSeriesAnswer, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->reading = dwell_reading_ref (reading);
  self->files = g_steal_pointer (&files);
  self->title = g_strdup (dwell_session_get_title (dwell_view_get_session (view)));
  self->by = dwell_series_get_measure (view);
  self->n_base = dwell_series_get_n_base (view);
  self->reference = dwell_series_get_reference (view);
  return self;
}

/* Whether both ask the same. */
gboolean
_dwell_series_answer_equal (DwellSeriesAnswer *self,
                            DwellSeriesAnswer *other)
{
  if (self->reading->trace != other->reading->trace || self->by != other->by ||
      self->n_base != other->n_base || self->reference != other->reference ||
      self->files->len != other->files->len)
    return FALSE;

  for (guint i = 0; i < self->files->len; i++)
    if (!g_file_equal (self->files->pdata[i], other->files->pdata[i]))
      return FALSE;

  return TRUE;
}

static char *
name_file (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL ? g_filename_display_name (name) : g_file_get_parse_name (file);
}

/* Returns: (transfer full): the name of the recording in that place */
char *
_dwell_series_answer_name (DwellSeriesAnswer *self,
                           guint              place)
{
  guint number = self->recordings->order[place];

  return number == 0 ? g_strdup (self->title) : name_file (self->files->pdata[number - 1]);
}

/* Adds @trace. If it cannot be compared, returns FALSE, and the answer says why. */
static gboolean
add (DwellSeriesAnswer    *self,
     DwellTrace           *trace,
     DwellStatisticsIndex *index,
     const char           *name,
     GCancellable         *cancellable)
{
  DwellRecordingPart part = { trace, index, trace->begin, trace->end, NULL, NULL };
  DwellRecordingsProblem problem = dwell_recordings_add (self->recordings, &part, cancellable);

  if (problem == DWELL_RECORDINGS_FIT)
    return TRUE;

  if (!g_cancellable_is_cancelled (cancellable))
    /* Translators: a file, and why it cannot be compared */
    self->problem = g_strdup_printf (_("%s: %s"), name,
                                     dwell_recordings_problem_get_text (problem));
  return FALSE;
}

/* Returns: (transfer full) (nullable) */
static DwellTrace *
open_file (GFile         *file,
           GCancellable  *cancellable,
           GError       **error)
{
  g_autoptr(DwellImportOptions) known = dwell_import_memory_recall (&file, 1, NULL);
  DwellOpenOptions options = { .uses_cache = TRUE };

  if (known != NULL && (known->is_forced || known->key_values[0] != NULL))
    {
      options.format = known->format;
      options.key_values = (const char * const *) known->key_values;
    }

  return dwell_open_file (file, &options, NULL, cancellable, error);
}

static gboolean
add_file (DwellSeriesAnswer *self,
          GFile             *file,
          GCancellable      *cancellable)
{
  g_autofree char *name = name_file (file);
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = open_file (file, cancellable, &error);

  if (trace != NULL)
    return add (self, trace, NULL, name, cancellable);

  if (!g_cancellable_is_cancelled (cancellable))
    self->problem = g_strdup (error->message);
  return FALSE;
}

/* On a worker. */
void
_dwell_series_answer_run (DwellSeriesAnswer *self,
                          GCancellable      *cancellable)
{
  DwellRecordingsOptions options = {
    .statistic = _dwell_compared_get_statistic (self->by),
    .matching = { .loosest = DWELL_MATCHED_BY_NOTHING },
    .n_base = MIN (self->n_base, self->files->len),
    .reference = self->reference,
    .noise = NOISE,
    .alpha = ALPHA,
  };
  gboolean fits;

  self->recordings = dwell_recordings_new (&options);
  fits = add (self, self->reading->trace, self->reading->statistics, self->title, cancellable);
  for (guint i = 0; fits && i < self->files->len; i++)
    fits = !g_cancellable_is_cancelled (cancellable) &&
           add_file (self, self->files->pdata[i], cancellable);

  if (fits)
    dwell_recordings_judge (self->recordings);
  else
    g_clear_pointer (&self->recordings, dwell_recordings_free);
}

DwellSeriesAnswer *
_dwell_series_answer_ref (DwellSeriesAnswer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
_dwell_series_answer_unref (DwellSeriesAnswer *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->recordings, dwell_recordings_free);
  dwell_reading_unref (self->reading);
  g_ptr_array_unref (self->files);
  g_free (self->title);
  g_free (self->problem);
  g_free (self);
}
