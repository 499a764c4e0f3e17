/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view: how a session is looked at. The timeline and every page bind to a view and never to one
 * another. Two views of one session can be shown side by side. */
#pragma once

#include "analysis/dwell-find.h"
#include "analysis/dwell-marker.h"
#include "analysis/dwell-overruns.h"
#include "analysis/layout/dwell-lanes.h"
#include "model/session/dwell-session.h"
#include "model/view/dwell-requirements-answer.h"

G_BEGIN_DECLS

/**
 * DwellScope:
 * @DWELL_SCOPE_WHOLE: the whole trace
 * @DWELL_SCOPE_VISIBLE: the visible range
 * @DWELL_SCOPE_SELECTION: the selection
 *
 * The range of time that pages refer to.
 */
typedef enum {
  DWELL_SCOPE_WHOLE,
  DWELL_SCOPE_VISIBLE,
  DWELL_SCOPE_SELECTION,
} DwellScope;

/**
 * DwellLinesShown:
 * @DWELL_LINES_NONE: no track has source lines among its functions
 * @DWELL_LINES_SOME_FOLDED: some are folded away
 * @DWELL_LINES_ALL_SHOWN: all are shown
 *
 * How much is shown of the source lines, which are folded away by default.
 */
typedef enum {
  DWELL_LINES_NONE,
  DWELL_LINES_SOME_FOLDED,
  DWELL_LINES_ALL_SHOWN,
} DwellLinesShown;

/**
 * DwellMove:
 * @DWELL_MOVE_NEXT_SAME_AREA: to the next span of the focused area
 * @DWELL_MOVE_PREVIOUS_SAME_AREA: to the previous span of the focused area
 * @DWELL_MOVE_PARENT: to the caller
 * @DWELL_MOVE_FIRST_CHILD: to the first callee
 * @DWELL_MOVE_NEXT_IN_ROW: to the next span or mark of the row
 * @DWELL_MOVE_PREVIOUS_IN_ROW: to the previous span or mark of the row
 * @DWELL_MOVE_ROW_ABOVE: to the nearest span of the row above
 * @DWELL_MOVE_ROW_BELOW: to the nearest span of the row below
 * @DWELL_MOVE_NEXT_IN_FLOW: to the span that a flow leads to: the flow that was followed before, or
 *   the first one
 * @DWELL_MOVE_PREVIOUS_IN_FLOW: to the span that a flow comes from: the flow that was followed
 *   before, or the last one
 * @DWELL_MOVE_LONGEST: to the longest span of the focused area within the scope
 * @DWELL_MOVE_SHORTEST: to the shortest span of the focused area within the scope
 *
 * Where the focus can be moved to.
 */
typedef enum {
  DWELL_MOVE_NEXT_SAME_AREA,
  DWELL_MOVE_PREVIOUS_SAME_AREA,
  DWELL_MOVE_PARENT,
  DWELL_MOVE_FIRST_CHILD,
  DWELL_MOVE_NEXT_IN_ROW,
  DWELL_MOVE_PREVIOUS_IN_ROW,
  DWELL_MOVE_ROW_ABOVE,
  DWELL_MOVE_ROW_BELOW,
  DWELL_MOVE_NEXT_IN_FLOW,
  DWELL_MOVE_PREVIOUS_IN_FLOW,
  DWELL_MOVE_LONGEST,
  DWELL_MOVE_SHORTEST,
} DwellMove;

/**
 * DwellKept:
 * @DWELL_KEPT_FILTER: by id of a page: the text that its table is filtered by
 * @DWELL_KEPT_SORTING: by name of a table: the column that the user sorts by, see
 *   dwell_table_columns_get_sorting()
 * @DWELL_KEPT_LAYOUT: “page”: the id of the page in front; “base”, “series-0”: the URIs of files
 *   that it is compared with, of any length
 *
 * The texts that are kept with a trace.
 */
typedef enum {
  DWELL_KEPT_FILTER,
  DWELL_KEPT_SORTING,
  DWELL_KEPT_LAYOUT,
  DWELL_N_KEPT,
} DwellKept;

#define DWELL_TYPE_VIEW (dwell_view_get_type ())
G_DECLARE_FINAL_TYPE (DwellView, dwell_view, DWELL, VIEW, GObject)

/* Properties for actions: can-go-back, can-go-forward (boolean).
 *
 * Signals: range-changed (visible range), selection-changed, scope-changed (the scope, or the range
 * that it stands for), focus-changed (span, mark or area), cursor-changed, find-changed (there is
 * an answer, or the former one is gone), lit-changed (the same for the spans of the focused area),
 * chosen-changed (other spans are chosen), lanes-changed, markers-changed, kept-changed (texts,
 * favourites or deadlines), overruns-changed, requirements-changed (there is another answer, or one
 * is being made), units-changed, trace-changed (the view has adapted to a new trace),
 * indexes-changed (the reading has more indexes, or is of a new trace), base-changed (the session
 * is compared with another one, or with none). */

DwellView    *dwell_view_new         (DwellSession *session) G_GNUC_WARN_UNUSED_RESULT;
DwellSession *dwell_view_get_session (DwellView    *self);
DwellReading *dwell_view_get_reading (DwellView    *self);
DwellTrace   *dwell_view_get_trace   (DwellView    *self);

/* What its session is compared with. */

DwellSession *dwell_view_get_base         (DwellView    *self,
                                           gboolean     *is_swapped);
void          dwell_view_set_base         (DwellView    *self,
                                           DwellSession *base,
                                           gboolean      is_swapped);
gboolean      dwell_view_get_base_stretch (DwellView    *self,
                                           gint64       *begin,
                                           gint64       *end);
void          dwell_view_set_base_stretch (DwellView    *self,
                                           DwellSession *base,
                                           gint64        begin,
                                           gint64        end);

/* The requirements that its trace is checked against. */

GFile        *dwell_view_get_requirements (DwellView *self) G_GNUC_WARN_UNUSED_RESULT;
void          dwell_view_set_requirements (DwellView *self,
                                           GFile     *file);
DwellRequirementsAnswer *
              dwell_view_get_requirements_answer (DwellView *self);
gboolean      dwell_view_get_requirements_busy   (DwellView *self);
gboolean      dwell_view_shows_requirement (DwellView  *self,
                                           const char *id);
void          dwell_view_show_requirement (DwellView  *self,
                                           const char *id,
                                           gboolean    is_shown);
const GArray *dwell_view_get_limits       (DwellView *self);

/* Visible range. */

void dwell_view_get_range   (DwellView *self,
                             gint64    *begin,
                             gint64    *end);
void dwell_view_set_range   (DwellView *self,
                             gint64     begin,
                             gint64     end);
void dwell_view_go_to_range (DwellView *self,
                             gint64     begin,
                             gint64     end);
void dwell_view_show_whole  (DwellView *self);
void dwell_view_remember    (DwellView *self);
void dwell_view_go_back     (DwellView *self);
void dwell_view_go_forward  (DwellView *self);

/* Selection and scope. */

gboolean   dwell_view_get_selection   (DwellView  *self,
                                       gint64     *begin,
                                       gint64     *end);
void       dwell_view_set_selection   (DwellView  *self,
                                       gint64      begin,
                                       gint64      end);
void       dwell_view_drop_selection  (DwellView  *self);
DwellScope dwell_view_get_scope       (DwellView  *self);
void       dwell_view_set_scope       (DwellView  *self,
                                       DwellScope  scope);
void       dwell_view_get_scope_range (DwellView  *self,
                                       gint64     *begin,
                                       gint64     *end);

/* Focus. */

guint32  dwell_view_get_focus_span (DwellView *self);
guint32  dwell_view_get_focus_mark (DwellView *self);
guint32  dwell_view_get_focus_area (DwellView *self);
DwellFind *dwell_view_get_lit      (DwellView *self);
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
gboolean dwell_view_zoom_to_longest (DwellView *self);
gboolean dwell_view_zoom_to_focus  (DwellView *self);
gboolean dwell_view_zoom_to_selection (DwellView *self);
gboolean dwell_view_zoom_to_latest (DwellView *self);
gboolean dwell_view_move_focus     (DwellView *self,
                                    DwellMove  move);

/* Chosen spans. */

/* As many as a chain has stages. */
#define DWELL_VIEW_MAX_CHOSEN 64

const GArray *dwell_view_get_chosen_spans  (DwellView *self);
gboolean      dwell_view_choose_span       (DwellView *self,
                                            guint32    span);
gboolean      dwell_view_drop_chosen_spans (DwellView *self);

/* Cursor. */

gboolean dwell_view_get_cursor       (DwellView *self,
                                      gint64    *time);
guint32  dwell_view_get_cursor_track (DwellView *self);
void     dwell_view_set_cursor       (DwellView *self,
                                      gint64     time);
void     dwell_view_drop_cursor      (DwellView *self);
void     dwell_view_reveal_write     (DwellView *self,
                                      guint32    place);

/* Find. */

void        dwell_view_set_find_text   (DwellView  *self,
                                        const char *text);
const char *dwell_view_get_find_text   (DwellView  *self);
DwellFind  *dwell_view_get_find        (DwellView  *self);
const char *dwell_view_get_find_error  (DwellView  *self);
gboolean    dwell_view_is_finding      (DwellView  *self);
void        dwell_view_set_found_spans (DwellView  *self,
                                        const char *label,
                                        GArray     *spans);
const char *dwell_view_get_find_label  (DwellView  *self);
gboolean    dwell_view_find_step       (DwellView  *self,
                                        int         direction);

/* Tracks and lanes. */

const GArray   *dwell_view_get_lanes           (DwellView       *self);
guint8          dwell_view_get_track_state     (DwellView       *self,
                                                guint32          track);
void            dwell_view_set_track_state     (DwellView       *self,
                                                guint32          track,
                                                guint8           state);
void            dwell_view_move_track          (DwellView       *self,
                                                guint32          track,
                                                guint32          before);
void            dwell_view_fold_all            (DwellView       *self,
                                                gboolean         folded);
DwellLinesShown dwell_view_get_lines_shown     (DwellView       *self);
void            dwell_view_set_all_lines_shown (DwellView       *self,
                                                gboolean         shown);
void            dwell_view_show_all_tracks     (DwellView       *self);
gboolean        dwell_view_get_group_shown     (DwellView       *self,
                                                DwellTrackGroup  group);
void            dwell_view_fold_group          (DwellView       *self,
                                                guint32          process,
                                                guint            group,
                                                gboolean         folded);
void            dwell_view_set_group_shown     (DwellView       *self,
                                                DwellTrackGroup  group,
                                                gboolean         shown);
gboolean        dwell_view_set_track_filter    (DwellView       *self,
                                                const char      *text,
                                                GError         **error);
const char     *dwell_view_get_track_filter    (DwellView       *self);
guint           dwell_view_count_hidden        (DwellView       *self);
void            dwell_view_set_show_quiet      (DwellView       *self,
                                                gboolean         show);

/* Markers and notes, in order of time; numbers are places in that order. A new trace leaves them
 * where they are, even outside of it. */

guint              dwell_view_get_n_markers   (DwellView    *self);
const DwellMarker *dwell_view_get_marker      (DwellView    *self,
                                               guint         n);
GArray            *dwell_view_get_markers     (DwellView    *self);
int                dwell_view_find_marker     (DwellView    *self,
                                               gint64        time,
                                               guint32       span);
int                dwell_view_add_marker      (DwellView    *self,
                                               gint64        time,
                                               const char   *text);
int                dwell_view_add_note        (DwellView    *self,
                                               guint32       span,
                                               const char   *text);
void               dwell_view_rename_marker   (DwellView    *self,
                                               guint         n,
                                               const char   *text);
void               dwell_view_remove_marker   (DwellView    *self,
                                               guint         n);
void               dwell_view_restore_markers (DwellView    *self,
                                               const GArray *markers);
void               dwell_view_reveal_marker   (DwellView    *self,
                                               guint         n);
int                dwell_view_step_marker     (DwellView    *self,
                                               int           direction);

/* Kept with the trace for pages. */

const char    *dwell_view_get_kept         (DwellView    *self,
                                            DwellKept     kind,
                                            const char   *name);
void           dwell_view_set_kept         (DwellView    *self,
                                            DwellKept     kind,
                                            const char   *name,
                                            const char   *text);
gboolean       dwell_view_get_is_favourite (DwellView    *self,
                                            guint32       area,
                                            gboolean      otherwise);
void           dwell_view_set_is_favourite (DwellView    *self,
                                            guint32       area,
                                            gboolean      is_favourite);
gint64         dwell_view_get_deadline     (DwellView    *self,
                                            guint32       area,
                                            DwellMeasure  measure);
GArray        *dwell_view_find_deadlines   (DwellView    *self) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_view_set_deadline     (DwellView    *self,
                                            guint32       area,
                                            DwellMeasure  measure,
                                            gint64        limit_ns);
DwellOverruns *dwell_view_get_overruns     (DwellView    *self);
void           dwell_view_show_violation   (DwellView    *self,
                                            const DwellRequirementViolation *violation,
                                            gboolean      zooms);
char          *dwell_view_step_worst       (DwellView    *self) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_view_choose_requirement (DwellView  *self,
                                            const DwellRequirementResult *result);
gboolean       dwell_view_has_chosen_requirement (DwellView *self,
                                            const DwellRequirementResult *result);
char          *dwell_view_describe_stretches (DwellView  *self,
                                            guint32       track,
                                            gint64        time) G_GNUC_WARN_UNUSED_RESULT;
char          *dwell_view_describe_undecided (DwellView  *self,
                                            guint32       track,
                                            gint64        time) G_GNUC_WARN_UNUSED_RESULT;
gboolean       dwell_view_is_overrun       (DwellView    *self,
                                            guint32       span);
char          *dwell_view_describe_overrun (DwellView    *self,
                                            guint32       span) G_GNUC_WARN_UNUSED_RESULT;
char          *dwell_view_step_overrun     (DwellView    *self,
                                            int           direction) G_GNUC_WARN_UNUSED_RESULT;

void dwell_view_change_units (DwellView *self);

G_END_DECLS
