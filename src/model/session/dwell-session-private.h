/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The insides of a session, for its own files; and what only a view asks of it. */
#pragma once

#include "model/dwell-job.h"
#include "model/session/dwell-file-watch.h"
#include "model/session/dwell-indexes.h"
#include "model/session/dwell-session.h"

G_BEGIN_DECLS

/* One reading of files on a worker, known to its session and to its worker. */
typedef struct {
  gatomicrefcount ref_count;

  /* what to read; constant */
  GPtrArray         *files;
  gboolean           is_reload;
  gboolean           recalls;    /* with the options that the files were opened with last */
  gboolean           keeps;      /* its options are to be remembered */
  DwellProgress     *progress;

  /* what to read by; replaced by the worker if it recalls something */
  const DwellFormat *format;
  char             **key_values;

  /* written by the worker, read when it has ended */
  gboolean      is_recalled;
  GError       *memory_error;
  DwellReading *reading; /* NULL: there is an error */
  GError       *error;
  GArray       *stamps;  /* DwellFileStamp, one a file */
  gint64        read_time_us;

  /* partial traces on their way; under the lock */
  GMutex        lock;
  DwellReading *partial;      /* the newest that the main thread has not taken */
  gboolean      is_scheduled; /* the main thread will come for it */

  /* main thread only */
  DwellSession *session; /* NULL once it has lost interest */
  DwellJob     *job;
} DwellLoad;

DwellLoad    *_dwell_load_new          (DwellSession       *session,
                                        GPtrArray          *files,
                                        const DwellFormat  *format,
                                        char              **key_values,
                                        gboolean            is_reload) G_GNUC_WARN_UNUSED_RESULT;
void          _dwell_load_unref        (DwellLoad          *self);
void          _dwell_load_start        (DwellLoad          *self);
void          _dwell_load_abandon      (DwellLoad          *self);
DwellReading *_dwell_load_take_partial (DwellLoad          *self);

struct _DwellSession
{
  GObject parent_instance;

  GPtrArray         *files; /* GFile */
  const DwellFormat *format;
  char             **key_values;
  gboolean           recalls;     /* nobody said how to read them: as last time */
  gboolean           keeps;       /* what somebody said is to be remembered */
  gboolean           is_recalled; /* the options are those of last time */
  GError            *memory_error;
  char              *title;
  char              *subtitle;

  DwellSessionState state;
  GError           *error;
  DwellLoad        *load;    /* NULL: nothing is being read */
  DwellReading     *reading; /* NULL: no trace yet */
  DwellIndexes     *indexes; /* makes those of reading's trace; NULL: it is partial */
  DwellFileWatch   *watch;   /* NULL: never read */
  gint64            read_time_us;
  guint64           read_bytes;

  guint    tick_id;
  double   shown_progress;
  char    *shown_doing;
  gboolean is_busy;
};

void _dwell_session_set_state       (DwellSession      *self,
                                     DwellSessionState  state);
void _dwell_session_set_error       (DwellSession      *self,
                                     GError            *error);
void _dwell_session_set_memory_error (DwellSession     *self,
                                      GError           *error);
void _dwell_session_update_busy     (DwellSession      *self);
void _dwell_session_adopt_reading   (DwellSession      *self,
                                     DwellReading      *reading,
                                     DwellSessionState  state);

/* Called by a load on the main thread, as long as its session has not abandoned it. */
void _dwell_session_take_partial (DwellSession *self,
                                  DwellReading *reading);
void _dwell_session_finish_load  (DwellSession *self);

G_END_DECLS
