/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The insides of a view, for its own files alone. */
#pragma once

#include "model/session/dwell-session-private.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

typedef struct {
  gint64 begin; /* ns */
  gint64 end;
} DwellRange;

typedef enum {
  DWELL_VIEW_RANGE_CHANGED,
  DWELL_VIEW_SELECTION_CHANGED,
  DWELL_VIEW_SCOPE_CHANGED,
  DWELL_VIEW_FOCUS_CHANGED,
  DWELL_VIEW_CURSOR_CHANGED,
  DWELL_VIEW_FIND_CHANGED,
  DWELL_VIEW_LANES_CHANGED,
  DWELL_VIEW_MARKERS_CHANGED,
  DWELL_VIEW_KEPT_CHANGED,
  DWELL_VIEW_OVERRUNS_CHANGED,
  DWELL_VIEW_UNITS_CHANGED,
  DWELL_VIEW_TRACE_CHANGED,
  DWELL_VIEW_N_SIGNALS
} DwellViewSignal;

struct _DwellView
{
  GObject parent_instance;

  DwellSession *session;
  DwellTrace   *trace; /* the one that all numbers below belong to; NULL: none yet */
  DwellRange    axis;  /* of the trace, at least the least width */

  /* dwell-view-range.c */
  DwellRange  range;
  GArray     *back; /* DwellRange */
  GArray     *forward;

  /* dwell-view-scope.c */
  gboolean   has_selection;
  DwellRange selection;
  DwellScope scope;
  DwellRange scope_range; /* as last announced */

  /* dwell-view-focus.c */
  guint32 focus_span;
  guint32 focus_mark;
  guint32 focus_area;

  /* dwell-view-cursor.c */
  gboolean has_cursor;
  gint64   cursor;       /* ns */
  guint32  cursor_track; /* where something led it to, or DWELL_NONE */

  /* dwell-view-find.c */
  char         *find_text;
  char         *find_error;
  char         *find_label; /* NULL: hits are of the text */
  DwellPattern *pattern; /* NULL: nothing is looked for */
  DwellFind    *find;    /* NULL: no answer yet */
  DwellJob     *find_job; /* NULL: no question is under way */

  /* dwell-view-lanes.c */
  GArray   *track_order;  /* guint32: all tracks, in the order wanted */
  GArray   *track_states; /* guint8 DwellTrackState, by track */
  GArray   *lanes;        /* DwellLane; NULL: to be made again */
  gboolean  order_is_own; /* the user moved a track */
  gboolean  show_quiet;
  guint     hidden_groups; /* bits 1 << DwellTrackGroup */

  /* dwell-view-markers.c */
  GArray *markers;        /* DwellMarker, by time */
  guint32 last_marker_id;

  /* dwell-view-kept.c */
  GHashTable *filters;    /* id of a page → text */
  GHashTable *favourites; /* key of an area → whether it is one */
  guint       favourites_serial;
  GHashTable *deadlines;  /* key of an area → DWELL_N_MEASURES times gint64, ns */

  /* dwell-view-overruns.c */
  DwellOverruns *overruns;     /* of the trace; NULL: none, or not known yet */
  DwellJob      *overruns_job; /* NULL: no question is under way */
};

void _dwell_view_emit (DwellView       *self,
                       DwellViewSignal  signal);

/* The trace is another (self->trace is the new one); each adapts its part without a signal and
 * returns whether anything is different. @old: (nullable). */
gboolean _dwell_view_adapt_range     (DwellView        *self,
                                      gboolean          was_at_home);
gboolean _dwell_view_adapt_selection (DwellView        *self);
gboolean _dwell_view_adapt_focus     (DwellView        *self,
                                      const DwellTrace *old);
void     _dwell_view_adapt_find      (DwellView        *self);
void     _dwell_view_adapt_tracks    (DwellView        *self,
                                      const DwellTrace *old);

gboolean _dwell_view_adapt_cursor    (DwellView        *self);
gboolean _dwell_view_adapt_markers   (DwellView        *self,
                                      const DwellTrace *old);
/* The same span of another trace, or DWELL_NONE. */
guint32  _dwell_view_find_span       (const DwellTrace *old,
                                      guint32           span,
                                      const DwellTrace *new);
void     _dwell_view_init_markers    (DwellView        *self);
void     _dwell_view_init_kept       (DwellView        *self);
void     _dwell_view_free_kept       (DwellView        *self);
GHashTable *
         _dwell_view_copy_favourites (DwellView        *self) G_GNUC_WARN_UNUSED_RESULT;
guint    _dwell_view_get_favourites_serial
                                     (DwellView        *self);
void     _dwell_view_keep_deadline   (DwellView        *self,
                                      const char       *key,
                                      DwellMeasure      measure,
                                      gint64            limit_ns);
/* For a worker: by keys of areas, as the view has them; and of these the ones of @trace's areas
 * (DwellDeadline). */
GHashTable *
         _dwell_view_copy_deadlines  (DwellView        *self) G_GNUC_WARN_UNUSED_RESULT;
GArray  *_dwell_view_find_deadlines  (const DwellTrace *trace,
                                      GHashTable       *by_key) G_GNUC_WARN_UNUSED_RESULT;
/* The deadlines, the trace or its statistics are others. */
void     _dwell_view_update_overruns (DwellView        *self);
void     _dwell_view_clear_overruns  (DwellView        *self);
void     _dwell_view_restore_tracks  (DwellView        *self,
                                      const guint8     *states,
                                      const GArray     *order,
                                      guint             hidden_groups,
                                      gboolean          show_quiet);

void     _dwell_view_put_cursor     (DwellView *self,
                                     gint64     time,
                                     guint32    track);
/* Moves the visible range no more than needed to show [begin, end]. */
void     _dwell_view_bring_into_view (DwellView *self,
                                      gint64     begin,
                                      gint64     end);
gboolean _dwell_view_is_at_home     (DwellView *self);
void     _dwell_view_announce_scope (DwellView *self);
void     _dwell_view_update_scope   (DwellView *self);
void     _dwell_view_clear_find     (DwellView *self);
/* Unfolds, unhides: the track's rows are to be seen, that of @span (DWELL_NONE: of none) too. */
void     _dwell_view_show_track     (DwellView *self,
                                     guint32    track,
                                     guint32    span);

G_END_DECLS
