/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session: a trace that is open in the program, with its analyses and its state.
 *
 * A worker reads the files. Partial traces arrive while it reads, then the whole trace, then the
 * indexes: the layout first, the others after. Everything is announced on the main thread. A file
 * that changes on disk sets “changed-on-disk”; dwell_session_reload() reads it again. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-progress.h"
#include "formats/dwell-formats.h"
#include "formats/dwell-origin.h"
#include "model/session/dwell-reading.h"

G_BEGIN_DECLS

/**
 * DwellSessionState:
 * @DWELL_SESSION_LOADING: there is no trace yet
 * @DWELL_SESSION_PARTIAL: there is a partial trace, and more is coming
 * @DWELL_SESSION_READY: there is the whole trace, or a partial one and nothing more will come
 * @DWELL_SESSION_FAILED: there is nothing to show: see dwell_session_get_error()
 *
 * How far a session has got.
 */
typedef enum {
  DWELL_SESSION_LOADING,
  DWELL_SESSION_PARTIAL,
  DWELL_SESSION_READY,
  DWELL_SESSION_FAILED,
} DwellSessionState;

#define DWELL_TYPE_SESSION (dwell_session_get_type ())
G_DECLARE_FINAL_TYPE (DwellSession, dwell_session, DWELL, SESSION, GObject)

/* Properties: state (int, DwellSessionState), title, subtitle (strings), progress (double, 0…1),
 * doing (string, translated; "" when nothing is under way), busy (boolean: reading or making
 * indexes), changed-on-disk, deleted-on-disk (boolean), error, memory-error (GError).
 *
 * Signals: trace-changed (there is a new partial or whole trace), indexes-changed (the reading has
 * another index, or is of a new trace). */

DwellSession *dwell_session_new           (GFile * const      *files,
                                           guint               n_files,
                                           const char         *format_id,
                                           const char * const *key_values)
  G_GNUC_WARN_UNUSED_RESULT;
DwellSession *dwell_session_new_for_trace (DwellTrace         *trace,
                                           const char         *title) G_GNUC_WARN_UNUSED_RESULT;

void dwell_session_set_uses_cache      (DwellSession       *self,
                                        gboolean            uses_cache);
void dwell_session_load                (DwellSession       *self);
void dwell_session_reload              (DwellSession       *self);
void dwell_session_reload_with_options (DwellSession       *self,
                                        const char         *format_id,
                                        const char * const *key_values);
void dwell_session_cancel              (DwellSession       *self);

/* Files and options. */

GFile             **dwell_session_get_files           (DwellSession *self,
                                                       guint        *n_files);
GFile              *dwell_session_get_folder          (DwellSession *self)
  G_GNUC_WARN_UNUSED_RESULT;
DwellOrigin        *dwell_session_get_origin          (DwellSession *self)
  G_GNUC_WARN_UNUSED_RESULT;
const char         *dwell_session_get_title           (DwellSession *self);
const char         *dwell_session_get_format_id       (DwellSession *self);
const char * const *dwell_session_get_key_values      (DwellSession *self);
gboolean            dwell_session_get_recalled        (DwellSession *self);
const GError       *dwell_session_get_memory_error    (DwellSession *self);
gboolean            dwell_session_get_changed_on_disk (DwellSession *self);
gboolean            dwell_session_get_deleted_on_disk (DwellSession *self);

/* State, progress, errors. */

DwellSessionState dwell_session_get_state        (DwellSession *self);
const GError     *dwell_session_get_error        (DwellSession *self);
double            dwell_session_get_progress     (DwellSession *self);
const char       *dwell_session_get_doing        (DwellSession *self);
gboolean          dwell_session_get_busy         (DwellSession *self);
gboolean          dwell_session_has_lacked       (DwellSession *self);
gint64            dwell_session_get_read_time_us (DwellSession *self);
guint64           dwell_session_get_read_bytes   (DwellSession *self);

/* Trace and indexes. */

DwellReading  *dwell_session_get_reading    (DwellSession *self);
DwellTrace    *dwell_session_get_trace      (DwellSession *self);
DwellProblems *dwell_session_get_problems   (DwellSession *self);
gint64         dwell_session_get_resolution (DwellSession *self);

void dwell_session_change_units (DwellSession *self);

G_END_DECLS
