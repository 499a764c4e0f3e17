/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view: how a session is looked at. The timeline and every page bind to a view and never to one
 * another: visible range, selection, focused span, find, tracks, scope, and the history of ranges.
 * Two views of one session may stand side by side. */
#pragma once

#include "analysis/dwell-find.h"
#include "analysis/dwell-lanes.h"
#include "analysis/dwell-marker.h"
#include "analysis/dwell-overruns.h"
#include "model/session/dwell-session.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_SCOPE_WHOLE,
  DWELL_SCOPE_VISIBLE,
  DWELL_SCOPE_SELECTION,
} DwellScope;

/* Whether the rows of source lines are shown, of the tracks that have them among functions. */
typedef enum {
  DWELL_LINES_NONE,        /* there are none */
  DWELL_LINES_SOME_FOLDED,
  DWELL_LINES_ALL_SHOWN,
} DwellLinesShown;

#define DWELL_TYPE_VIEW (dwell_view_get_type ())
G_DECLARE_FINAL_TYPE (DwellView, dwell_view, DWELL, VIEW, GObject)

/* Signals: range-changed (visible range), selection-changed, scope-changed (what pages speak of
 * changed: the scope, or the range that it stands for), focus-changed (span, mark or area),
 * cursor-changed, find-changed, lanes-changed, markers-changed, kept-changed (filters, favourites
 * or deadlines), overruns-changed, trace-changed (after the view adapted to a new trace).
 * Properties for actions: can-go-back, can-go-forward (boolean). */
DwellView    *dwell_view_new          (DwellSession *session) G_GNUC_WARN_UNUSED_RESULT;
DwellSession *dwell_view_get_session  (DwellView    *self);
DwellTrace   *dwell_view_get_trace    (DwellView    *self);

/* Visible range, ns. Clamped: at least 10 ns wide, at most the whole and a 2 % margin each side. */
void     dwell_view_get_range   (DwellView *self,
                                 gint64    *begin,
                                 gint64    *end);
void     dwell_view_set_range   (DwellView *self,
                                 gint64     begin,
                                 gint64     end);
/* As set_range, and remembers where we were for back and forward. */
void     dwell_view_go_to_range (DwellView *self,
                                 gint64     begin,
                                 gint64     end);
void     dwell_view_zoom        (DwellView *self,
                                 double     factor,
                                 gint64     anchor);
void     dwell_view_pan         (DwellView *self,
                                 gint64     delta_ns);
void     dwell_view_show_whole  (DwellView *self);
void     dwell_view_remember    (DwellView *self);
void     dwell_view_go_back     (DwellView *self);
void     dwell_view_go_forward  (DwellView *self);

/* Selection: false if there is none. begin > end is turned around; begin = end drops it. */
gboolean dwell_view_get_selection (DwellView *self,
                                   gint64    *begin,
                                   gint64    *end);
void     dwell_view_set_selection (DwellView *self,
                                   gint64     begin,
                                   gint64     end);
void     dwell_view_drop_selection (DwellView *self);

/* What pages speak of. Setting WHOLE or VISIBLE keeps the selection but looks past it; a new
 * selection makes it SELECTION again; dropping it, WHOLE. */
DwellScope dwell_view_get_scope  (DwellView  *self);
void       dwell_view_set_scope  (DwellView  *self,
                                  DwellScope  scope);
void       dwell_view_get_scope_range (DwellView *self,
                                       gint64    *begin,
                                       gint64    *end);

/* Focus: one span or one mark (DWELL_NONE for the other or both); focusing also makes its area the
 * focused area. focus_span() only marks it; reveal_span() also unfolds its track and moves the
 * visible range so that it is in view (zoomed if it would be narrower than 3 px of 1000). */
guint32  dwell_view_get_focus_span (DwellView *self);
guint32  dwell_view_get_focus_mark (DwellView *self);
guint32  dwell_view_get_focus_area (DwellView *self);
void     dwell_view_focus_span     (DwellView *self,
                                    guint32    span);
void     dwell_view_focus_mark     (DwellView *self,
                                    guint32    mark);
void     dwell_view_focus_area     (DwellView *self,
                                    guint32    area);
void     dwell_view_reveal_span    (DwellView *self,
                                    guint32    span);
void     dwell_view_reveal_mark    (DwellView *self,
                                    guint32    mark);
void     dwell_view_zoom_to_span   (DwellView *self,
                                    guint32    span);

typedef enum {
  DWELL_MOVE_NEXT_SAME_AREA, DWELL_MOVE_PREVIOUS_SAME_AREA,
  DWELL_MOVE_PARENT, DWELL_MOVE_FIRST_CHILD,
  DWELL_MOVE_NEXT_IN_ROW, DWELL_MOVE_PREVIOUS_IN_ROW,
  DWELL_MOVE_ROW_ABOVE, DWELL_MOVE_ROW_BELOW,
  DWELL_MOVE_LONGEST, DWELL_MOVE_SHORTEST, /* of the focused area, within the scope */
} DwellMove;

/* Moves the focus and reveals it; false if there is nothing there. */
gboolean dwell_view_move_focus     (DwellView *self,
                                    DwellMove  move);

/* Cursor: the moment of which values are told; drawn as a thin line. Focusing a span or a mark puts
 * it to its begin, a new selection to the selection's. false if there is none. */
gboolean dwell_view_get_cursor       (DwellView *self,
                                      gint64    *time);
guint32  dwell_view_get_cursor_track (DwellView *self);
void     dwell_view_set_cursor       (DwellView *self,
                                      gint64     time);
void     dwell_view_drop_cursor      (DwellView *self);
/* Puts the cursor to a write (its place in track_writes) and brings it into view. */
void     dwell_view_reveal_write     (DwellView *self,
                                      guint32    place);

/* Find. Empty or NULL text ends it. Runs on a worker; "find-changed" when the answer is there, and
 * when it is dropped. */
void         dwell_view_set_find_text (DwellView  *self,
                                       const char *text);
const char  *dwell_view_get_find_text (DwellView  *self);
DwellFind   *dwell_view_get_find      (DwellView  *self);
const char  *dwell_view_get_find_error (DwellView *self);
gboolean     dwell_view_is_finding    (DwellView  *self);
/* Spans chosen otherwise than by a text take its place; @label (translated) says what they are.
 * They go with the trace. Takes over @spans (guint32). */
void         dwell_view_set_found_spans (DwellView  *self,
                                         const char *label,
                                         GArray     *spans);
const char  *dwell_view_get_find_label  (DwellView  *self);
/* Focuses and reveals the next (1) or previous (-1) hit, wrapping around. */
gboolean     dwell_view_find_step     (DwellView  *self,
                                       int         direction);

/* Lanes: recomputed when tracks fold, hide, pin or move. */
const GArray *dwell_view_get_lanes       (DwellView *self);
guint8        dwell_view_get_track_state (DwellView *self,
                                          guint32    track);
void          dwell_view_set_track_state (DwellView *self,
                                          guint32    track,
                                          guint8     state);
void          dwell_view_move_track      (DwellView *self,
                                          guint32    track,
                                          guint32    before);
void          dwell_view_fold_all        (DwellView *self,
                                          gboolean   folded);
/* Rows of source lines among those of functions, which are folded away by default. */
DwellLinesShown dwell_view_get_lines_shown   (DwellView *self);
void          dwell_view_set_all_lines_shown (DwellView *self,
                                              gboolean   shown);
void          dwell_view_show_all_tracks (DwellView *self);
/* Tracks of a group are shown or hidden together, whatever each of them is by itself. Showing all
 * tracks shows all groups, and revealing something shows its group. */
gboolean      dwell_view_get_group_shown (DwellView       *self,
                                          DwellTrackGroup  group);
void          dwell_view_set_group_shown (DwellView       *self,
                                          DwellTrackGroup  group,
                                          gboolean         shown);
/* Tracks that are hidden, by themselves or with their group. */
guint         dwell_view_count_hidden    (DwellView       *self);
void          dwell_view_set_show_quiet  (DwellView *self,
                                          gboolean   show);

/* Markers and notes, in order of time; numbers are places in that order. A new trace leaves them
 * where they are, even outside of it. */
guint              dwell_view_get_n_markers   (DwellView  *self);
const DwellMarker *dwell_view_get_marker      (DwellView  *self,
                                               guint       n);
/* DwellMarker, changed by nobody: to be kept with a reference. */
GArray            *dwell_view_get_markers     (DwellView  *self);
/* The marker at @time that is (@span) a note on that span, or is none (DWELL_NONE); -1: none. */
int                dwell_view_find_marker     (DwellView  *self,
                                               gint64      time,
                                               guint32     span);
/* Returns its number; -1 if there are too many. */
int                dwell_view_add_marker      (DwellView  *self,
                                               gint64      time,
                                               const char *text);
int                dwell_view_add_note        (DwellView  *self,
                                               guint32     span,
                                               const char *text);
void               dwell_view_rename_marker   (DwellView  *self,
                                               guint       n,
                                               const char *text);
void               dwell_view_remove_marker   (DwellView  *self,
                                               guint       n);
/* Adds copies of them (DwellMarker), except such as are there already. */
void               dwell_view_restore_markers (DwellView    *self,
                                               const GArray *markers);
/* Puts the cursor there, and focus on the span of a note, and brings it into view. */
void               dwell_view_reveal_marker   (DwellView  *self,
                                               guint       n);
/* The next (1) or previous (-1) marker from the cursor, or from the middle of what is visible.
 * Returns its number, -1 if there is none. */
int                dwell_view_step_marker     (DwellView  *self,
                                               int         direction);

/* Times are told in another unit from now on. */
void        dwell_view_change_units     (DwellView  *self);

/* What pages want kept with the trace. */
const char *dwell_view_get_filter       (DwellView  *self,
                                         const char *page_id);
void        dwell_view_set_filter       (DwellView  *self,
                                         const char *page_id,
                                         const char *text);
/* What the user said of @area, or @otherwise. */
gboolean    dwell_view_get_is_favourite (DwellView  *self,
                                         guint32     area,
                                         gboolean    otherwise);
void        dwell_view_set_is_favourite (DwellView  *self,
                                         guint32     area,
                                         gboolean    is_favourite);
/* How large a figure of an area's spans may be, ns; G_MAXINT64: as large as it likes. */
gint64      dwell_view_get_deadline     (DwellView    *self,
                                         guint32       area,
                                         DwellMeasure  measure);
void        dwell_view_set_deadline     (DwellView    *self,
                                         guint32       area,
                                         DwellMeasure  measure,
                                         gint64        limit_ns);
/* The spans of the whole trace that exceed their deadlines; (nullable) (transfer none): there are
 * no deadlines, or the answer is not there yet. */
DwellOverruns *dwell_view_get_overruns  (DwellView    *self);
/* Whether @span (or DWELL_NONE) is known to be one of them. */
gboolean    dwell_view_is_overrun       (DwellView    *self,
                                         guint32       span);

G_END_DECLS
