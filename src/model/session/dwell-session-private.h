/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The internals of a session, for its own files. */
#pragma once

#include "model/session/dwell-file-watch.h"
#include "model/session/dwell-indexes.h"
#include "model/session/dwell-load.h"
#include "model/session/dwell-session.h"

G_BEGIN_DECLS

struct _DwellSession
{
  GObject parent_instance;

  GPtrArray         *files; /* GFile */
  const DwellFormat *format;
  char             **key_values;
  gboolean           recalls;     /* no options were given: uses those of last time */
  gboolean           keeps;       /* the options that were given are to be remembered */
  DwellReadLimits    limits;
  gboolean           uses_cache;  /* the cache of traces */
  gboolean           is_recalled; /* the options are those of last time */
  GError            *memory_error;
  char              *title;
  char              *subtitle;

  DwellSessionState state;
  GError           *error;
  DwellLoad        *load;    /* NULL: nothing is being read */
  DwellReading     *reading; /* NULL: no trace yet */
  DwellIndexes     *indexes; /* makes the indexes of reading's trace; NULL: it is partial */
  DwellFileWatch   *watch;   /* NULL: never read */
  gint64            read_time_us;
  guint64           read_bytes;
  DwellTraceStamp   stamp;   /* of the first file, before it was read */
  DwellJob         *keeping; /* writes the trace into the cache, or NULL */

  guint    tick_id;
  double   shown_progress;
  char    *shown_doing;
  gboolean is_busy;
};

void _dwell_session_set_state        (DwellSession      *self,
                                      DwellSessionState  state);
void _dwell_session_set_error        (DwellSession      *self,
                                      GError            *error);
void _dwell_session_set_memory_error (DwellSession      *self,
                                      GError            *error);
void _dwell_session_update_busy      (DwellSession      *self);
void _dwell_session_adopt_reading    (DwellSession      *self,
                                      DwellReading      *reading,
                                      DwellSessionState  state);
void _dwell_session_keep_trace       (DwellSession      *self);

G_END_DECLS
