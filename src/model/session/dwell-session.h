/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session: a trace open in the program, with its analyses and its state.
 *
 * Loading runs on a worker: partial traces come in while the file is read, then the whole trace,
 * then the indexes (layout first, statistics after). Every property notifies on the main thread. A
 * file that changes on disk sets "changed-on-disk"; dwell_session_reload() reads it again. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-progress.h"
#include "formats/dwell-formats.h"
#include "model/session/dwell-reading.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_SESSION_LOADING, /* no trace yet */
  DWELL_SESSION_PARTIAL, /* a partial trace is shown, more is coming */
  DWELL_SESSION_READY,   /* the whole trace, or all of it that will ever come (is_partial) */
  DWELL_SESSION_FAILED,  /* nothing can be shown: see dwell_session_get_error() */
} DwellSessionState;

#define DWELL_TYPE_SESSION (dwell_session_get_type ())
G_DECLARE_FINAL_TYPE (DwellSession, dwell_session, DWELL, SESSION, GObject)

/* Properties: state (int, DwellSessionState), title, subtitle (strings), progress (double, 0…1),
 * doing (string, translated; "" when nothing is under way), busy (boolean: reading or making
 * indexes), changed-on-disk, deleted-on-disk (boolean), error, memory-error (GError). Signals:
 * trace-changed (a new partial or whole trace), indexes-changed (layout, statistics, values or
 * event order became available, or went with the trace that they belonged to). */

/* @files: one, or several to be joined as one session. */
DwellSession *dwell_session_new      (GFile * const      *files,
                                      guint               n_files,
                                      const char         *format_id,
                                      const char * const *key_values) G_GNUC_WARN_UNUSED_RESULT;
/* For tests and examples: a session of a trace that is there already. */
DwellSession *dwell_session_new_for_trace (DwellTrace    *trace,
                                           const char    *title) G_GNUC_WARN_UNUSED_RESULT;
void          dwell_session_load     (DwellSession *self);
/* Reads the files again. The old trace and its indexes stay until the new trace and its layout are
 * there; if that fails they stay for good, the state too, and the error tells why. */
void          dwell_session_reload   (DwellSession *self);
/* Reads them in another way, which is remembered if it works. */
void          dwell_session_reload_with_options (DwellSession       *self,
                                                 const char         *format_id,
                                                 const char * const *key_values);
/* Stops reading. What was read so far is the trace then; without anything the session fails with
 * G_IO_ERROR_CANCELLED. */
void          dwell_session_cancel   (DwellSession *self);

DwellSessionState     dwell_session_get_state     (DwellSession *self);
/* Of the last load or reload; (nullable). A session that is READY can have one: reading broke off
 * after a part, or a reload failed, and what was there is still shown. */
const GError         *dwell_session_get_error     (DwellSession *self);
/* How the files are read: the format that was forced and the options; both (nullable). */
const char           *dwell_session_get_format_id (DwellSession *self);
const char * const   *dwell_session_get_key_values (DwellSession *self);
/* Whether these are options of last time, which nobody gave anew. */
gboolean              dwell_session_get_recalled  (DwellSession *self);
/* (nullable): why the options of last time cannot be used, or the new ones not be kept. */
const GError         *dwell_session_get_memory_error (DwellSession *self);
const char           *dwell_session_get_title     (DwellSession *self);
double                dwell_session_get_progress  (DwellSession *self);
const char           *dwell_session_get_doing     (DwellSession *self);
gboolean              dwell_session_get_busy      (DwellSession *self);
/* Whether there was too little memory for an index of the trace, which will not come. */
gboolean              dwell_session_has_lacked    (DwellSession *self);
/* The files are not what was read any more. Deleted: one of them is gone; then both hold. */
gboolean              dwell_session_get_changed_on_disk (DwellSession *self);
gboolean              dwell_session_get_deleted_on_disk (DwellSession *self);
GFile               **dwell_session_get_files     (DwellSession *self,
                                                   guint        *n_files);
/* Wall time that reading took, µs, and bytes on disk; 0 while not known. */
gint64                dwell_session_get_read_time_us (DwellSession *self);
guint64               dwell_session_get_read_bytes   (DwellSession *self);

/* The coarsest of 1 ms, 1 µs and 1 ns that all times of the trace are multiples of: for texts. */
gint64                dwell_session_get_resolution   (DwellSession *self);

/* What reading found wrong in the trace, and as soon as it is known (“indexes-changed”) where the
 * file's own statistics differ from those that its events make; (nullable) (transfer none). */
DwellProblems        *dwell_session_get_problems    (DwellSession *self);

/* All (nullable) (transfer none): not there yet. */
DwellReading         *dwell_session_get_reading     (DwellSession *self);
DwellTrace           *dwell_session_get_trace       (DwellSession *self);
DwellLayoutIndex     *dwell_session_get_layout      (DwellSession *self);
DwellStatisticsIndex *dwell_session_get_statistics  (DwellSession *self);
DwellEventOrder      *dwell_session_get_event_order (DwellSession *self);
DwellValueIndex      *dwell_session_get_values      (DwellSession *self);

void                  dwell_session_change_units    (DwellSession *self);

G_END_DECLS
