/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lanes: the tracks of a trace stacked from top to bottom, folded, hidden, pinned and ordered as
 * the user chose. A pure function of the trace and of the user's choices; the painter draws lanes,
 * the widget scrolls them and finds the one at the pointer, the CLI renders them. All sizes are in
 * pixels at scale 1.
 *
 * Default order: pinned tracks, then functions, data and AUX signals, each with the busiest first
 * (by covered time); tracks in which nothing ran are folded into one lane "12 quiet tracks".
 *
 * If a trace has several groups, each has a lane with its name above its tracks, and can be folded;
 * if it has several processes, so has each process, around its groups. Whether a trace is grouped
 * depends on nothing but the trace, so that no choice of the user's makes these lanes come and go.
 *
 * A track's rows of source lines are between those of functions, each below the functions that ran
 * them; they are hidden until the user wants them. If a track has only lines, they are always
 * shown. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

#define DWELL_LANE_HEADER_HEIGHT 26 /* a track's own line: name, marks, values, folded activity */
#define DWELL_LANE_TOP_HEIGHT     4 /* instead of the header line, if the name is next to the first
                                     * row */
#define DWELL_LANE_ROW_HEIGHT    20
#define DWELL_LANE_ROW_GAP        1
#define DWELL_LANE_VALUES_HEIGHT 44 /* of a track of writes, instead of rows */

typedef enum {
  DWELL_LANE_TRACK, /* a track: header line, then its rows if it is unfolded */
  DWELL_LANE_GROUP, /* names the group of the tracks below */
  DWELL_LANE_QUIET, /* stands for all quiet tracks */
} DwellLaneKind;

typedef struct {
  DwellLaneKind kind;
  guint32       track;    /* DWELL_NONE for lanes other than DWELL_LANE_TRACK */
  guint32       n_tracks; /* the number of tracks that it stands for */
  guint32       process;  /* context of the process above it or, for DWELL_LANE_GROUP, of the group;
                           * or DWELL_NONE */
  guint8        group;    /* for DWELL_LANE_GROUP; DWELL_N_TRACK_GROUPS: all of the process */
  guint8        level;    /* for DWELL_LANE_GROUP: how many groups it is inside of */
  int           y;        /* from the top of all lanes */
  int           height;   /* header and rows */
  int           header_height;
  guint32       n_rows;   /* shown */
  guint8        is_folded;
  guint8        is_pinned;
  guint8        has_lines;   /* it has lines among functions, which can be shown and hidden */
  guint8        shows_lines;
} DwellLane;

typedef enum {
  DWELL_TRACK_FOLDED = 1 << 0,
  DWELL_TRACK_HIDDEN = 1 << 1,
  DWELL_TRACK_PINNED = 1 << 2,
  DWELL_TRACK_LINES  = 1 << 3, /* its lines are shown */
  DWELL_TRACK_IN_FOLDED_GROUP   = 1 << 4, /* all tracks of a group of a process have it, or none */
  DWELL_TRACK_IN_FOLDED_PROCESS = 1 << 5, /* all tracks of a process have it, or none */
} DwellTrackState;

#define DWELL_TRACK_IN_FOLDED (DWELL_TRACK_IN_FOLDED_GROUP | DWELL_TRACK_IN_FOLDED_PROCESS)

/* The groups that have lanes above tracks. */
typedef enum {
  DWELL_GROUPED_BY_PROCESS = 1 << 0,
  DWELL_GROUPED_BY_GROUP   = 1 << 1,
} DwellGrouping;

GArray  *dwell_lanes_new           (const DwellTrace *trace,
                                    const guint32    *order,
                                    const guint8     *states,
                                    gboolean          show_quiet) G_GNUC_WARN_UNUSED_RESULT;
void     dwell_lanes_default_order (const DwellTrace *trace,
                                    guint32          *order);
guint    dwell_lanes_get_grouping  (const DwellTrace *trace);
guint32  dwell_lanes_get_process   (const DwellTrace *trace,
                                    guint             grouping,
                                    guint32           track);
const char *dwell_lanes_get_group_name (const DwellTrace *trace,
                                        guint32           process,
                                        guint             group);
gboolean dwell_lanes_has_lines     (const DwellTrace *trace,
                                    guint32           track);
gboolean dwell_lanes_is_quiet      (const DwellTrace *trace,
                                    guint32           track);
char    *dwell_lane_dup_title      (const DwellLane  *lane,
                                    const DwellTrace *trace) G_GNUC_WARN_UNUSED_RESULT;
int      dwell_lane_get_name_height (const DwellLane *lane);
guint32  dwell_lane_get_row        (const DwellLane  *lane,
                                    const DwellTrace *trace,
                                    guint32           index);
guint32  dwell_lane_find_row       (const DwellLane  *lane,
                                    const DwellTrace *trace,
                                    guint32           row);
int      dwell_lane_get_row_y      (const DwellLane  *lane,
                                    guint32           index);
int      dwell_lanes_at            (const GArray     *lanes,
                                    const DwellTrace *trace,
                                    int               y,
                                    guint32          *row);
int      dwell_lanes_get_row_y     (const GArray     *lanes,
                                    const DwellTrace *trace,
                                    guint32           row);

G_END_DECLS
