/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a trace that took long to read into the cache of traces, after everything else is done. */
#include "config.h"

#include "formats/dwell-trace-cache.h"
#include "model/session/dwell-session-private.h"

/* Recordings that were read in less time are just read again. */
#define LONG_READ_US (2 * G_USEC_PER_SEC)

/* What to keep, for the worker. */
typedef struct {
  DwellTrace       *trace;
  GFile            *file;
  DwellTraceStamp   stamp;
  DwellOpenOptions  options;
  char            **key_values;
} Keeping;

static void
keeping_free (gpointer data)
{
  Keeping *self = data;

  dwell_trace_unref (self->trace);
  g_object_unref (self->file);
  g_strfreev (self->key_values);
  g_free (self);
}

/* No one waits for it and nothing is lost, so only developers need to know of a failure. */
static void
keep (gpointer      data,
      GCancellable *cancellable)
{
  Keeping *self = data;
  g_autoptr(GError) error = NULL;

  if (!dwell_trace_cache_keep (self->trace, self->file, &self->stamp, &self->options, cancellable,
                               &error))
    g_info ("The trace is not kept: %s", error->message);
}

static void
kept (gpointer data,
      gpointer user_data)
{
  DwellSession *self = user_data;

  self->keeping = NULL;
}

/* To be called once all indexes are made. */
void
_dwell_session_keep_trace (DwellSession *self)
{
  Keeping *keeping;

  if (!self->uses_cache || self->keeping != NULL || self->files->len != 1 ||
      self->read_time_us < LONG_READ_US)
    return;

  keeping = g_new0 (Keeping, 1);
  keeping->trace = dwell_trace_ref (self->reading->trace);
  keeping->file = g_object_ref (g_ptr_array_index (self->files, 0));
  keeping->stamp = self->stamp;
  keeping->key_values = g_strdupv (self->key_values);
  keeping->options.format = self->format;
  keeping->options.key_values = (const char * const *) keeping->key_values;
  keeping->options.limits = self->limits;
  self->keeping = _dwell_job_start (keeping, keeping_free, keep, kept, self);
}
