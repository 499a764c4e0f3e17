/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a trace that took long to read into the cache of traces, when all else is done. */
#include "config.h"

#include "formats/dwell-trace-cache.h"
#include "model/session/dwell-session-private.h"

/* Recordings that are read within this time are read again as fast. */
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

/* Nobody waits for it and nothing is lost, so that it failed is for developers alone. */
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

/* Once all indexes are made. */
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
