/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the files of a session on a worker.
 *
 * A load is shared by its worker and its session. If the session is closed first, it cancels and
 * abandons the load, and what the worker still delivers is dropped. Partial traces go through a
 * slot that holds only the newest, so a main thread that is late never finds a queue of them. */
#include "config.h"

#include "model/session/dwell-load.h"

#include <glib/gi18n-lib.h>

#include "model/import/dwell-import-memory.h"
#include "model/session/dwell-file-watch.h"

DwellLoad *
_dwell_load_new (GPtrArray             *files,
                 const DwellFormat     *format,
                 char                 **key_values,
                 gboolean               is_reload,
                 DwellLoadPartialFunc   take_partial,
                 DwellLoadFinishFunc    finish,
                 gpointer               user_data)
{
  DwellLoad *self = g_new0 (DwellLoad, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->take_partial = take_partial;
  self->finish = finish;
  self->user_data = user_data;
  self->files = g_ptr_array_ref (files);
  self->format = format;
  self->key_values = g_strdupv (key_values);
  self->is_reload = is_reload;
  self->progress = dwell_progress_new ();
  self->stamps = g_array_new (FALSE, TRUE, sizeof (DwellFileStamp));
  g_array_set_size (self->stamps, files->len);
  return self;
}

static DwellLoad *
load_ref (DwellLoad *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
_dwell_load_unref (DwellLoad *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->partial, dwell_reading_unref);
  g_clear_pointer (&self->reading, dwell_reading_unref);
  g_clear_error (&self->error);
  g_clear_error (&self->memory_error);
  g_ptr_array_unref (self->files);
  g_strfreev (self->key_values);
  dwell_progress_unref (self->progress);
  g_array_unref (self->stamps);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* Returns: (transfer full) (nullable): the newest partial trace, if it was not taken yet */
DwellReading *
_dwell_load_take_partial (DwellLoad *self)
{
  DwellReading *partial;

  g_mutex_lock (&self->lock);
  partial = g_steal_pointer (&self->partial);
  self->is_scheduled = FALSE;
  g_mutex_unlock (&self->lock);
  return partial;
}

static gboolean
deliver_partial (gpointer user_data)
{
  DwellLoad *self = user_data;
  g_autoptr(DwellReading) partial = _dwell_load_take_partial (self);

  if (partial != NULL && self->take_partial != NULL)
    self->take_partial (g_steal_pointer (&partial), self->user_data);

  return G_SOURCE_REMOVE;
}

/* On the worker's thread. */
static void
partial_read (DwellTrace *trace,
              gpointer    user_data)
{
  DwellLoad *self = user_data;
  DwellReading *partial;
  DwellReading *older;
  gboolean is_scheduled;

  /* While the old trace is shown, parts of the new one are of no use. */
  if (self->is_reload)
    {
      dwell_trace_unref (trace);
      return;
    }

  partial = dwell_reading_new (trace);
  g_mutex_lock (&self->lock);
  older = self->partial;
  is_scheduled = self->is_scheduled;
  self->partial = partial;
  self->is_scheduled = TRUE;
  g_mutex_unlock (&self->lock);

  g_clear_pointer (&older, dwell_reading_unref);

  if (!is_scheduled)
    g_idle_add_full (G_PRIORITY_DEFAULT, deliver_partial, load_ref (self),
                     (GDestroyNotify) _dwell_load_unref);
}

static const DwellFormat *
recognise (GFile        *file,
           GCancellable *cancellable)
{
  g_autoptr(DwellSource) source = dwell_source_new (file, cancellable, NULL);
  const char *head;
  gsize length;

  if (source == NULL)
    return NULL;

  head = g_bytes_get_data (dwell_source_get_head (source), &length);
  return dwell_formats_recognise (head, length);
}

/* Takes the options of last time, unless they are for another format than the file has now. */
static void
recall_options (DwellLoad    *self,
                GCancellable *cancellable)
{
  g_autoptr(DwellImportOptions) options =
    dwell_import_memory_recall ((GFile * const *) self->files->pdata, self->files->len,
                                &self->memory_error);

  if (options == NULL ||
      (!options->is_forced &&
       recognise (g_ptr_array_index (self->files, 0), cancellable) != options->format))
    return;

  /* “No options” need not be announced as recalled. */
  self->is_recalled = options->is_forced || options->key_values[0] != NULL;
  self->format = options->is_forced ? options->format : NULL;
  g_strfreev (self->key_values);
  self->key_values = g_steal_pointer (&options->key_values);
}

static void
keep_options (DwellLoad        *self,
              const DwellTrace *trace)
{
  const DwellFormat *format = dwell_formats_find (trace->format_id);
  g_autoptr(DwellImportOptions) options = NULL;

  if (format == NULL)
    return;

  options = dwell_import_options_new (format, self->format != NULL,
                                      (const char * const *) self->key_values);
  dwell_import_memory_keep ((GFile * const *) self->files->pdata, self->files->len, options,
                            &self->memory_error);
}

static DwellTrace *
read_files (DwellLoad    *self,
            GCancellable *cancellable)
{
  DwellOpenOptions options = {
    .format = self->format,
    .key_values = (const char * const *) self->key_values,
    .partial = partial_read,
    .user_data = self,
    .limits = self->limits,
    .uses_cache = self->uses_cache,
  };

  if (self->files->len == 1)
    return dwell_open_file (g_ptr_array_index (self->files, 0), &options,
                            self->progress, cancellable, &self->error);

  return dwell_open_joined ((GFile * const *) self->files->pdata, self->files->len, &options,
                            self->progress, cancellable, &self->error);
}

static void
read_all (gpointer      data,
          GCancellable *cancellable)
{
  DwellLoad *self = data;
  gint64 start_us = g_get_monotonic_time ();
  DwellTrace *trace;

  /* Taken before reading, so that what is written meanwhile counts as changed. */
  for (guint i = 0; i < self->files->len; i++)
    dwell_file_stamp_take (&g_array_index (self->stamps, DwellFileStamp, i),
                           g_ptr_array_index (self->files, i));
  dwell_trace_stamp_take (&self->stamp, g_ptr_array_index (self->files, 0));

  if (self->recalls)
    recall_options (self, cancellable);

  trace = read_files (self, cancellable);
  self->read_time_us = g_get_monotonic_time () - start_us;

  if (trace == NULL)
    return;

  if (self->keeps)
    keep_options (self, trace);

  self->reading = dwell_reading_new (trace);

  /* The new trace replaces the old one in one step, without a time in which drawing is slow. */
  if (self->is_reload)
    {
      dwell_progress_set (self->progress, N_("Indexing"), 1);
      self->reading->layout = dwell_layout_index_new (trace, cancellable);
    }
}

static void
all_read (gpointer data,
          gpointer user_data)
{
  DwellLoad *self = data;

  /* The job was cancelled before it began. */
  if (self->reading == NULL && self->error == NULL)
    self->error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Cancelled"));

  self->take_partial = NULL;
  self->finish (self->user_data);
}

void
_dwell_load_start (DwellLoad *self)
{
  self->job = _dwell_job_start (load_ref (self), (GDestroyNotify) _dwell_load_unref,
                                read_all, all_read, NULL);
}

/* Cancels the load because its session is closed; it calls the session no more. */
void
_dwell_load_abandon (DwellLoad *self)
{
  self->take_partial = NULL;
  _dwell_job_abandon (self->job);
}
