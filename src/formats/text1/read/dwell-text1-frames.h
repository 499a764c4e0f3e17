/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stack of functions, or of lines, of one context (README.md, "Meaning of events") in one
 * track. Below each row of functions, the track has the lines that they ran.
 *
 * Stepping makes spans and suspensions as events come, until an event shows that a frame was open
 * before the recording began. Such frames have to be opened first. So from there on the stack is
 * scouted: it follows the events without making spans, and finds more such frames. Then it begins
 * again with all of them, and steps over the same events. */
#pragma once

#include "core/dwell-builder.h"

G_BEGIN_DECLS

/* Deeper frames are counted, but not shown. */
#define DWELL_FRAMES_MAX_DEPTH    1024
/* The greatest number of frames from before the recording. */
#define DWELL_FRAMES_MAX_IMPLICIT 256

typedef struct _DwellFrames DwellFrames;

/* The result of an event. */
typedef enum {
  DWELL_FRAMES_DONE,
  DWELL_FRAMES_UNMATCHED,   /* no frame of that area is open */
  DWELL_FRAMES_UNTERMINATED, /* frames above it were closed without an exit */
  DWELL_FRAMES_TOO_DEEP,
} DwellFramesResult;

DwellFrames *dwell_frames_new       (DwellBuilder   *builder,
                                     guint32         track,
                                     DwellFrames    *functions) G_GNUC_WARN_UNUSED_RESULT;
void         dwell_frames_free      (DwellFrames    *self);

DwellFramesResult dwell_frames_step           (DwellFrames     *self,
                                               DwellEventKind   kind,
                                               guint32          area,
                                               gint64           time);
void              dwell_frames_mark_wait      (DwellFrames     *self,
                                               gint64           time);
gboolean          dwell_frames_can_imply      (DwellFrames     *self);
void              dwell_frames_begin_scouting (DwellFrames     *self);
void              dwell_frames_scout          (DwellFrames     *self,
                                               DwellEventKind   kind,
                                               guint32          area,
                                               gboolean         is_after_exit);
int               dwell_frames_begin          (DwellFrames     *self,
                                               gint64           time,
                                               GError         **error);
void              dwell_frames_drop_implicit  (DwellFrames     *self);
guint             dwell_frames_get_n_open     (DwellFrames     *self);
guint32           dwell_frames_get_track      (DwellFrames     *self);
void              dwell_frames_finish         (DwellFrames     *self,
                                               gint64           time);

G_END_DECLS
