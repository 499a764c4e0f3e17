/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the entities of a file become in the trace: contexts of processes, variables, tracks, rows.
 * Two activations of a process that overlap need a lane each, because the spans of a row are
 * disjoint and the pauses of a context are those of all its spans. */
#pragma once

#include "formats/btf/dwell-btf-log.h"
#include "formats/btf/dwell-btf-state.h"

G_BEGIN_DECLS

/* A variable that is in one state after another. */
typedef struct {
  guint32  area;
  guint32  row;
  guint32  span;     /* of the present state, or DWELL_NONE */
  guint    flags;    /* of that span */
  gint64   last_end; /* end of the previous state */
  gboolean is_busy;  /* used by an activation */
} DwellBtfStates;

/* A context, with its spans. */
typedef struct {
  guint32  context;
  guint32  track;
  GArray  *rows;     /* guint32, by depth */
  gint64   last_end;
  gboolean is_busy;
} DwellBtfLane;

typedef struct {
  guint32    area;
  GPtrArray *lanes;         /* DwellBtfLane; the first has the marks */
  GPtrArray *states;        /* DwellBtfStates, one for each overlapping activation */
  gboolean   has_ended;     /* an activation has ended */
  gint32     last_instance; /* instance of the activation that ended last */
} DwellBtfProcess;

typedef struct {
  guint32  area;
  guint32  track;
  gboolean is_real; /* its values are doubles */
} DwellBtfVariable;

/* The text of a mark, and what it was made from. */
typedef struct {
  guint32 other; /* entity */
  guint32 note;  /* string of the builder; 0: none */
  guint32 word;  /* what happened */
  guint32 text;  /* string of the builder; 0: no mark so far */
} DwellBtfMark;

typedef struct {
  DwellBtfProcess  *process;
  DwellBtfVariable *signal;
  DwellBtfVariable *frequency;
  DwellBtfStates   *semaphore;
  DwellBtfStates   *core;
  DwellBtfMark      mark;       /* the last mark, as the next may have the same text */
  guint32           runnable;   /* area, or DWELL_NONE: not found yet */
} DwellBtfThings;

typedef struct {
  DwellBuilder      *builder;
  const DwellBtfLog *log;
  DwellBtfThings    *things;     /* by entity */
  gsize              n_entities;
  GPtrArray         *lanes;      /* DwellBtfLane, by track; NULL for variables */
  guint32            data_context;
  guint32            stimuli;    /* track, or DWELL_NONE */
  guint              n_tracks;
  gboolean           is_full;
} DwellBtfTracks;

void              dwell_btf_tracks_init          (DwellBtfTracks    *self,
                                                  const DwellBtfLog *log);
void              dwell_btf_tracks_clear         (DwellBtfTracks    *self);
DwellBtfProcess  *dwell_btf_tracks_get_process   (DwellBtfTracks    *self,
                                                  guint32            entity);
DwellBtfLane     *dwell_btf_tracks_take_lane     (DwellBtfTracks    *self,
                                                  guint32            entity,
                                                  gint64             begin);
guint32           dwell_btf_tracks_get_row       (DwellBtfTracks    *self,
                                                  DwellBtfLane      *lane,
                                                  guint32            depth);
guint32           dwell_btf_tracks_get_runnable  (DwellBtfTracks    *self,
                                                  guint32            entity);
DwellBtfStates   *dwell_btf_tracks_take_states   (DwellBtfTracks    *self,
                                                  guint32            entity,
                                                  gint64             begin);
DwellBtfStates   *dwell_btf_tracks_get_core      (DwellBtfTracks    *self,
                                                  guint32            entity);
DwellBtfStates   *dwell_btf_tracks_get_semaphore (DwellBtfTracks    *self,
                                                  guint32            entity);
DwellBtfVariable *dwell_btf_tracks_get_signal    (DwellBtfTracks    *self,
                                                  guint32            entity);
DwellBtfVariable *dwell_btf_tracks_get_frequency (DwellBtfTracks    *self,
                                                  guint32            entity);
guint32           dwell_btf_tracks_get_mark_track (DwellBtfTracks   *self,
                                                   guint32           entity);

void dwell_btf_states_enter (DwellBtfTracks *tracks,
                             DwellBtfStates *self,
                             guint32         name,
                             gint64          time,
                             guint           flags);
void dwell_btf_states_leave (DwellBtfTracks *tracks,
                             DwellBtfStates *self,
                             gint64          time,
                             guint           flags);
void dwell_btf_tracks_finish_states (DwellBtfTracks *self,
                                     gint64          end);

G_END_DECLS
