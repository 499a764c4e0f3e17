/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of activations: the functions, or the lines, of one context (README.md, "Meaning of
 * events"), in one track: below each row of functions the lines that these ran. Stepping makes
 * spans and suspensions as events come, until one tells of a frame that was open before the
 * recording began: such frames must come first, so from there the stack is only scouted, for more
 * of them; then it begins anew, with all that were found, and steps over the same events again. */
#pragma once

#include "core/dwell-builder.h"

G_BEGIN_DECLS

/* What is deeper is counted, not shown. */
#define DWELL_FRAMES_MAX_DEPTH    1024
/* So many frames may have been open since before the recording. */
#define DWELL_FRAMES_MAX_IMPLICIT 256

typedef struct _DwellFrames DwellFrames;

/* What came of an event. */
typedef enum {
  DWELL_FRAMES_DONE,
  DWELL_FRAMES_UNMATCHED,   /* no frame of that area is open */
  DWELL_FRAMES_UNTERMINATED, /* frames above it had to be closed */
  DWELL_FRAMES_TOO_DEEP,
} DwellFramesResult;

DwellFrames *dwell_frames_new       (DwellBuilder   *builder,
                                     guint32         track,
                                     DwellFrames    *functions) G_GNUC_WARN_UNUSED_RESULT;
void         dwell_frames_free      (DwellFrames    *self);

/* Room for a span and two suspensions must have been reserved. */
DwellFramesResult dwell_frames_step (DwellFrames    *self,
                                     DwellEventKind  kind,
                                     guint32         area,
                                     gint64          time);
/* A function of the context was entered at @time: who was suspended just then waits for it. */
void         dwell_frames_mark_wait (DwellFrames    *self,
                                     gint64          time);
/* Whether an unmatched event may be one of a frame from before the recording. */
gboolean     dwell_frames_can_imply (DwellFrames    *self);
/* Scouts from here on. */
void         dwell_frames_begin_scouting (DwellFrames *self);
/* @is_after_exit: another frame of the context ended just before, at the same time. */
void         dwell_frames_scout     (DwellFrames    *self,
                                     DwellEventKind  kind,
                                     guint32         area,
                                     gboolean        is_after_exit);
/* Begins anew, with the frames that were found open at @time. Returns how many these are, or -1. */
int          dwell_frames_begin     (DwellFrames    *self,
                                     gint64          time,
                                     GError        **error);
/* Forgets which frames were found. */
void         dwell_frames_forget    (DwellFrames    *self);
guint        dwell_frames_get_n_open (DwellFrames   *self);
guint32      dwell_frames_get_track (DwellFrames    *self);
void         dwell_frames_finish    (DwellFrames    *self,
                                     gint64          time);

G_END_DECLS
