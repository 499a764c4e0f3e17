/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads files on a worker for a session, which gets partial traces meanwhile. Worker and session
 * both hold the load. */
#pragma once

#include "core/dwell-progress.h"
#include "formats/dwell-formats.h"
#include "formats/dwell-trace-cache.h"
#include "model/dwell-job.h"
#include "model/session/dwell-reading.h"

G_BEGIN_DECLS

/* Called on the main thread when a partial trace (transfer full) has been read. */
typedef void (*DwellLoadPartialFunc) (DwellReading *partial,
                                      gpointer      user_data);
/* Called on the main thread when reading has ended. */
typedef void (*DwellLoadFinishFunc)  (gpointer      user_data);

typedef struct {
  gatomicrefcount ref_count;

  /* what to read; constant */
  GPtrArray         *files;
  gboolean           is_reload;
  gboolean           recalls;    /* uses the options that the files were last opened with */
  gboolean           keeps;      /* its options are to be remembered */
  gboolean           uses_cache; /* the cache of traces */
  DwellReadLimits    limits;
  DwellProgress     *progress;

  /* how to read; replaced by the worker if it recalls options */
  const DwellFormat *format;
  char             **key_values;

  /* written by the worker, read when it has ended */
  gboolean      is_recalled;
  GError       *memory_error;
  DwellReading *reading; /* NULL: there is an error */
  GError       *error;
  GArray         *stamps;  /* DwellFileStamp, one per file */
  DwellTraceStamp stamp;   /* of the first file */
  gint64          read_time_us;

  /* partial traces on their way; under the lock */
  GMutex        lock;
  DwellReading *partial;      /* the newest that the main thread has not taken */
  gboolean      is_scheduled; /* the main thread will come for it */

  /* main thread only */
  DwellLoadPartialFunc take_partial; /* NULL: reading has ended, or the load is abandoned */
  DwellLoadFinishFunc  finish;
  gpointer             user_data;
  DwellJob            *job;
} DwellLoad;

DwellLoad    *_dwell_load_new          (GPtrArray            *files,
                                        const DwellFormat    *format,
                                        char                **key_values,
                                        gboolean              is_reload,
                                        DwellLoadPartialFunc  take_partial,
                                        DwellLoadFinishFunc   finish,
                                        gpointer              user_data) G_GNUC_WARN_UNUSED_RESULT;
void          _dwell_load_unref        (DwellLoad            *self);
void          _dwell_load_start        (DwellLoad            *self);
void          _dwell_load_abandon      (DwellLoad            *self);
DwellReading *_dwell_load_take_partial (DwellLoad            *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
