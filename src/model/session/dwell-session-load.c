/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives a session its trace: starts a load (dwell-load.c), takes over its partial traces and its
 * whole trace, has the indexes made (dwell-indexes.c) and the files watched. */
#include "config.h"

#include "model/session/dwell-session-private.h"

static void
index_made (DwellReading *reading,
            gpointer      user_data)
{
  DwellSession *self = user_data;

  g_object_ref (self);
  dwell_reading_unref (self->reading);
  self->reading = dwell_reading_ref (reading);
  g_signal_emit_by_name (self, "indexes-changed");
  _dwell_session_update_busy (self);
  if (self->indexes->n_missing == 0)
    _dwell_session_keep_trace (self);
  g_object_unref (self);
}

/* Called when the trace is whole: from now on it has indexes. */
static void
start_indexes (DwellSession *self)
{
  self->indexes = _dwell_indexes_new (self->reading, index_made, self);
  _dwell_session_update_busy (self);
}

/* Replaces the old reading by @reading (transfer full). */
void
_dwell_session_adopt_reading (DwellSession      *self,
                              DwellReading      *reading,
                              DwellSessionState  state)
{
  DwellIndexes *old_indexes = g_steal_pointer (&self->indexes);
  DwellReading *old_reading = self->reading;

  self->reading = reading;

  if (state == DWELL_SESSION_READY)
    start_indexes (self);

  dwell_session_change_units (self);
  _dwell_session_set_state (self, state);
  g_signal_emit_by_name (self, "trace-changed");

  if (old_indexes != NULL || reading->layout != NULL)
    g_signal_emit_by_name (self, "indexes-changed");

  /* Nothing shows them any more, so they can be freed on a worker. */
  g_clear_pointer (&old_indexes, _dwell_indexes_free);
  if (old_reading != NULL)
    _dwell_job_discard (old_reading, (GDestroyNotify) dwell_reading_unref);
}

/**
 * dwell_session_new_for_trace:
 * @trace: a trace
 * @title: its title
 *
 * Makes a session of an existing trace, for tests and examples. Its indexes are made on workers
 * right away. There are no files to load or to reload.
 *
 * Returns: (transfer full): the session
 */
DwellSession *
dwell_session_new_for_trace (DwellTrace *trace,
                             const char *title)
{
  DwellSession *self = g_object_new (DWELL_TYPE_SESSION, NULL);
  DwellReading *reading = dwell_reading_new (dwell_trace_ref (trace));

  self->title = g_strdup (title);
  _dwell_session_adopt_reading (self, reading, DWELL_SESSION_READY);
  return self;
}

static void
take_partial (DwellReading *reading,
              gpointer      user_data)
{
  DwellSession *self = user_data;

  g_object_ref (self);
  g_object_freeze_notify (G_OBJECT (self));
  _dwell_session_adopt_reading (self, reading, DWELL_SESSION_PARTIAL);
  g_object_thaw_notify (G_OBJECT (self));
  g_object_unref (self);
}

static void
disk_changed (DwellSession *self)
{
  g_object_notify (G_OBJECT (self), "changed-on-disk");
  g_object_notify (G_OBJECT (self), "deleted-on-disk");
}

/* Watches the files, and compares them with what they were before @load read them. */
static void
watch_files (DwellSession *self,
             DwellLoad    *load)
{
  gboolean had_changed = dwell_session_get_changed_on_disk (self);

  g_clear_object (&self->watch);
  self->watch = dwell_file_watch_new ((GFile * const *) self->files->pdata,
                                      &g_array_index (load->stamps, DwellFileStamp, 0),
                                      self->files->len);
  g_signal_connect_object (self->watch, "changed", G_CALLBACK (disk_changed), self,
                           G_CONNECT_SWAPPED);

  if (had_changed)
    disk_changed (self);
}

static void
note_reading_speed (DwellSession *self,
                    DwellLoad    *load)
{
  self->read_time_us = load->read_time_us;
  self->read_bytes = 0;
  self->stamp = load->stamp;

  for (guint i = 0; i < load->stamps->len; i++)
    self->read_bytes += g_array_index (load->stamps, DwellFileStamp, i).size;
}

/* Reading ended without the whole trace: what was read so far becomes the trace. */
static void
fail_load (DwellSession *self,
           DwellLoad    *load)
{
  gboolean is_cancelled = g_error_matches (load->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  DwellReading *partial = _dwell_load_take_partial (load);

  if (partial != NULL)
    take_partial (partial, self);

  if (self->watch == NULL)
    watch_files (self, load);

  if (self->reading == NULL)
    {
      _dwell_session_set_error (self, g_steal_pointer (&load->error));
      _dwell_session_set_state (self, DWELL_SESSION_FAILED);
      return;
    }

  if (!is_cancelled)
    _dwell_session_set_error (self, g_steal_pointer (&load->error));

  _dwell_session_set_state (self, DWELL_SESSION_READY);

  if (self->indexes == NULL)
    start_indexes (self);
}

/* The files will be read again as @load read them. */
static void
adopt_options (DwellSession *self,
               DwellLoad    *load)
{
  self->format = load->format;
  g_strfreev (self->key_values);
  self->key_values = g_steal_pointer (&load->key_values);
  self->is_recalled = load->recalls ? load->is_recalled : self->is_recalled && !load->keeps;
  self->recalls = self->recalls && load->reading == NULL;
}

static void
finish_load (gpointer user_data)
{
  DwellSession *self = user_data;
  DwellLoad *load = g_steal_pointer (&self->load);

  g_object_ref (self);
  g_object_freeze_notify (G_OBJECT (self));

  /* A reload that fails changes neither the trace nor the options that it was read with. */
  if (load->reading != NULL || self->reading == NULL)
    adopt_options (self, load);
  _dwell_session_set_memory_error (self, g_steal_pointer (&load->memory_error));

  if (load->reading != NULL)
    {
      note_reading_speed (self, load);
      watch_files (self, load);
      _dwell_session_set_error (self, NULL);
      _dwell_session_adopt_reading (self, g_steal_pointer (&load->reading), DWELL_SESSION_READY);
    }
  else
    {
      fail_load (self, load);
    }

  _dwell_session_update_busy (self);
  g_object_thaw_notify (G_OBJECT (self));
  g_object_unref (self);
  _dwell_load_unref (load);
}

static void
start_load (DwellSession *self,
            DwellLoad    *load)
{
  self->load = load;
  load->limits = self->limits;
  load->uses_cache = self->uses_cache;

  g_object_freeze_notify (G_OBJECT (self));
  _dwell_session_set_error (self, NULL);

  if (!load->is_reload)
    _dwell_session_set_state (self, DWELL_SESSION_LOADING);

  _dwell_session_update_busy (self);
  g_object_thaw_notify (G_OBJECT (self));
  _dwell_load_start (self->load);
}

/**
 * dwell_session_set_uses_cache:
 * @self: a session
 * @uses_cache: whether to use it
 *
 * Lets the session look for its file in the cache of traces before it reads it, and put the trace
 * there if reading took long. By default it does not.
 */
void
dwell_session_set_uses_cache (DwellSession *self,
                              gboolean      uses_cache)
{
  g_return_if_fail (DWELL_IS_SESSION (self));

  self->uses_cache = uses_cache;
}

/**
 * dwell_session_load:
 * @self: a session
 *
 * Starts to read the files. Does nothing if they are being read already.
 */
void
dwell_session_load (DwellSession *self)
{
  g_return_if_fail (DWELL_IS_SESSION (self));

  dwell_session_reload (self);
}

/**
 * dwell_session_reload:
 * @self: a session
 *
 * Reads the files again, with the same options. The old trace and its indexes stay until the new
 * trace and its layout are there. If reading fails, they stay, as does the state, and
 * dwell_session_get_error() returns the reason.
 */
void
dwell_session_reload (DwellSession *self)
{
  DwellLoad *load;

  g_return_if_fail (DWELL_IS_SESSION (self));

  if (self->load != NULL || self->files->len == 0)
    return;

  load = _dwell_load_new (self->files, self->format, self->key_values, self->reading != NULL,
                          take_partial, finish_load, self);
  load->recalls = self->recalls;
  load->keeps = self->keeps;
  start_load (self, load);
}

/**
 * dwell_session_reload_with_options:
 * @self: a session
 * @format_id: (nullable): the format to read the files as, instead of the one recognised
 * @key_values: (nullable) (array zero-terminated=1): options for reading, as "KEY=VALUE"
 *
 * Reads the files with other options; a load that is under way is cancelled. If that works, the
 * options are remembered for the next time that the files are opened; if not, the trace and its
 * options stay.
 */
void
dwell_session_reload_with_options (DwellSession       *self,
                                   const char         *format_id,
                                   const char * const *key_values)
{
  DwellLoad *load;

  g_return_if_fail (DWELL_IS_SESSION (self));

  if (self->files->len == 0)
    return;

  if (self->load != NULL)
    _dwell_load_abandon (self->load);
  g_clear_pointer (&self->load, _dwell_load_unref);

  load = _dwell_load_new (self->files, format_id != NULL ? dwell_formats_find (format_id) : NULL,
                          (char **) key_values, self->reading != NULL, take_partial, finish_load,
                          self);
  load->keeps = TRUE;
  start_load (self, load);
}

/**
 * dwell_session_cancel:
 * @self: a session
 *
 * Stops reading. What was read so far becomes the trace; without any the session fails with
 * %G_IO_ERROR_CANCELLED.
 */
void
dwell_session_cancel (DwellSession *self)
{
  g_return_if_fail (DWELL_IS_SESSION (self));

  if (self->load != NULL)
    _dwell_job_cancel (self->load->job);
}
