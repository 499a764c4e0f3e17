/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The internals of a view, for the files of its folder.
 *
 * Files use those above them in this list, never those below them:
 *
 *   dwell-view-core       the object, its signals, its parts
 *   dwell-view-cursor     core: the cursor
 *   dwell-view-scope      core: selection and scope
 *   dwell-view-range      core: visible range and its history
 *   dwell-view-reading    core: which reading is shown
 *   dwell-view-focus      part: focused span, mark, area
 *   dwell-view-tracks     part: order and states of tracks, lanes
 *   dwell-view-reveal     no data: brings into view
 *   dwell-view-moves      no data: moves the focus
 *   dwell-view-finder     part: find
 *   dwell-view-lit        part: all spans of the focused area
 *   dwell-view-chosen     part: spans that were chosen together
 *   dwell-view-markers    part: markers and notes
 *   dwell-view-kept       part: filters and favourites
 *   dwell-view-deadlines  part: deadlines, and what exceeds them or violates requirements
 *   dwell-view-requirements  part: requirements and their results
 *   dwell-view-violations no data: describes violations of limits, and goes to them
 *   dwell-view            makes a view, and follows its session
 *   dwell-view-state      a view as a key file
 *
 * The core is what lies on the axis of time. A part has its own data, which the core does not know,
 * and follows the core by its signals. */
#pragma once

#include "model/dwell-job.h"
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
  DWELL_VIEW_LIT_CHANGED,
  DWELL_VIEW_CHOSEN_CHANGED,
  DWELL_VIEW_LANES_CHANGED,
  DWELL_VIEW_ROOM_CHANGED,
  DWELL_VIEW_MARKERS_CHANGED,
  DWELL_VIEW_KEPT_CHANGED,
  DWELL_VIEW_OVERRUNS_CHANGED,
  DWELL_VIEW_REQUIREMENTS_CHANGED,
  DWELL_VIEW_UNITS_CHANGED,
  DWELL_VIEW_TRACE_CHANGED,
  DWELL_VIEW_INDEXES_CHANGED,
  DWELL_VIEW_BASE_CHANGED,
  DWELL_VIEW_N_SIGNALS
} DwellViewSignal;

/* The numbers in a part refer to its trace, which after “trace-changed” is the view's. */

typedef struct {
  DwellView  *view;
  DwellTrace *trace;
  guint32     span;
  guint32     mark;
  guint32     area;
  gboolean    is_other; /* differs from before the trace changed */
  gboolean    is_latest; /* was chosen after the selection */
  guint32     flow_span; /* to which a flow was followed; DWELL_NONE: none */
  guint32     flow_chain; /* the flow that was followed */
} DwellFocus;

typedef struct {
  DwellView  *view;
  DwellTrace *trace;
  GArray     *order;         /* guint32: all tracks, in the wanted order */
  GArray     *states;        /* guint8 DwellTrackState, by track */
  GHashTable *absent;        /* key → state of a track that may come back, as derived ones do */
  GArray     *lanes;         /* DwellLane; NULL: to be made again */
  gboolean    order_is_own;  /* the user moved a track */
  gboolean    show_quiet;
  char       *filter_text;   /* NULL: all tracks are shown */
  DwellPattern *filter;      /* NULL: all, or the text is not a pattern */
} DwellTracks;

typedef struct {
  DwellView  *view;
  DwellTrace *trace;
  GArray     *spans;    /* guint32, by start; NULL: none; replaced, never changed */
  gboolean    is_other; /* differs from before the trace changed */
} DwellChosen;

typedef struct _DwellFinder DwellFinder;
typedef struct _DwellLit    DwellLit;

typedef struct {
  DwellView  *view;
  DwellTrace *trace;
  GArray     *array;     /* DwellMarker, by time; replaced, never changed */
  guint32     last_id;
  gboolean    are_other; /* differs from before the trace changed */
} DwellMarkers;

typedef struct {
  DwellView  *view;
  GHashTable *texts[DWELL_N_KEPT]; /* name → text */
  GHashTable *favourites; /* key of an area → whether it is one */
  guint       favourites_serial;
} DwellKeptParts;

typedef struct {
  DwellView     *view;
  GHashTable    *limits;   /* key of an area → DWELL_N_MEASURES times gint64, ns */
  DwellOverruns *overruns; /* of the view's trace; NULL: none, or not known yet */
  DwellRequirementsAnswer *answer; /* whose marks are in overruns; NULL: only deadlines */
  GArray        *marked;   /* (nullable): DwellDeadline; their causes follow the answer's */
  DwellJob      *job;      /* NULL: no question is under way */
  guint64        place;    /* of the overrun shown last */
  guint          rank;     /* of the violation shown last by dwell_view_step_worst() */
} DwellDeadlines;

typedef struct _DwellJudged DwellJudged;

struct _DwellView
{
  GObject parent_instance;

  DwellSession *session;
  DwellReading *reading; /* NULL: none yet */
  DwellTrace   *trace;   /* the reading's */
  DwellRange    axis;    /* of the trace, but no narrower than the least width */

  /* dwell-view-reading.c */
  DwellReading     *derived;    /* NULL: none */
  const DwellTrace *derived_of; /* the trace of the session from which it was derived */

  /* dwell-view-base.c */
  DwellSession *base;       /* NULL: nothing is compared */
  DwellRange    stretch;    /* of the base, if it has_stretch */
  gboolean      has_stretch;
  gboolean      is_swapped; /* the view's session is the base, and base the new recording */

  /* model/comparison/dwell-span-partners.c */
  struct _DwellSpanPartners *partners; /* NULL: no linked view; not owned */

  /* dwell-view-range.c */
  DwellRange  range;
  GArray     *rooms; /* (nullable): Room: where range may be beyond the axis */
  GArray     *back; /* DwellRange */
  GArray     *forward;

  /* dwell-view-scope.c */
  gboolean   has_selection;
  DwellRange selection;
  DwellScope scope;
  DwellRange scope_range; /* as last announced */

  /* dwell-view-cursor.c */
  gboolean has_cursor;
  gint64   cursor;       /* ns */
  guint32  cursor_track; /* of the item that moved it, or DWELL_NONE */

  /* The parts, each of its own file, and the array that frees them. */
  GArray         *parts;
  DwellFocus     *focus;
  DwellTracks    *tracks;
  DwellFinder    *finder;
  DwellLit       *lit;
  DwellChosen    *chosen;
  DwellMarkers   *markers;
  DwellKeptParts      *kept;
  DwellDeadlines *deadlines;
  DwellJudged    *judged;
};

/* dwell-view-core.c */
void _dwell_view_emit     (DwellView       *self,
                           DwellViewSignal  signal);
void _dwell_view_add_part (DwellView       *self,
                           gpointer         part,
                           GDestroyNotify   free,
                           void           (*adapt) (gpointer part),
                           void           (*announce) (gpointer part));

/* These three parts of the core adapt to another trace without a signal, and return whether
 * anything has changed. */
gboolean _dwell_view_adapt_range     (DwellView *self,
                                      gboolean   was_at_home);
gboolean _dwell_view_adapt_selection (DwellView *self);
gboolean _dwell_view_adapt_cursor    (DwellView *self);

void     _dwell_view_take_trace      (DwellView *self);
void     _dwell_view_take_indexes    (DwellView *self);
void     _dwell_view_set_derived     (DwellView        *self,
                                      DwellReading     *derived,
                                      const DwellTrace *base);
void     _dwell_view_set_room        (DwellView    *self,
                                      gconstpointer link,
                                      gint64        begin,
                                      gint64        end);
void     _dwell_view_drop_room       (DwellView    *self,
                                      gconstpointer link);
gboolean _dwell_view_has_room        (DwellView    *self);
void     _dwell_view_get_room        (DwellView    *self,
                                      gint64       *begin,
                                      gint64       *end);
void     _dwell_view_put_cursor      (DwellView *self,
                                      gint64     time,
                                      guint32    track);
gboolean _dwell_view_is_at_home      (DwellView *self);
void     _dwell_view_announce_scope  (DwellView *self);
void     _dwell_view_update_scope    (DwellView *self);

/* Each makes a part of @self. */
void _dwell_view_add_focus     (DwellView *self);
void _dwell_view_add_tracks    (DwellView *self);
void _dwell_view_add_finder    (DwellView *self);
void _dwell_view_add_lit       (DwellView *self);
void _dwell_view_add_chosen    (DwellView *self);
void _dwell_view_add_markers   (DwellView *self);
void _dwell_view_add_kept      (DwellView *self);
void _dwell_view_add_deadlines (DwellView *self);
void _dwell_view_add_judged    (DwellView *self);

guint32     _dwell_view_find_span             (const DwellTrace *old,
                                               guint32           span,
                                               const DwellTrace *new);
void        _dwell_view_show_track            (DwellView        *self,
                                               guint32           track,
                                               guint32           span);
void        _dwell_view_remember_track        (DwellView        *self,
                                               const char       *key,
                                               guint8            state);
void        _dwell_view_restore_tracks        (DwellView        *self,
                                               const guint8     *states,
                                               const GArray     *order,
                                               gboolean          show_quiet);
guint32     _dwell_view_find_longest          (DwellView        *self);
void        _dwell_view_bring_into_view       (DwellView        *self,
                                               gint64            begin,
                                               gint64            end);
GHashTable *_dwell_view_copy_favourites       (DwellView        *self) G_GNUC_WARN_UNUSED_RESULT;
guint       _dwell_view_get_favourites_serial (DwellView        *self);
void        _dwell_view_keep_deadline         (DwellView        *self,
                                               const char       *key,
                                               DwellMeasure      measure,
                                               gint64            limit_ns);
void        _dwell_view_update_overruns       (DwellView        *self);
guint       _dwell_view_get_chosen            (DwellView        *self);
GHashTable *_dwell_view_copy_deadlines        (DwellView        *self) G_GNUC_WARN_UNUSED_RESULT;
GArray     *_dwell_view_find_deadlines        (const DwellTrace *trace,
                                               GHashTable       *by_key) G_GNUC_WARN_UNUSED_RESULT;

/* dwell-view-base.c */
void _dwell_view_get_base_range (DwellView        *self,
                                 const DwellTrace *base,
                                 gint64           *begin,
                                 gint64           *end);

G_END_DECLS
