/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lanes: the tracks of a trace stacked from top to bottom, with what is folded, hidden, pinned and
 * in which order. A pure function of the trace and of the user's choices; the painter draws lanes,
 * the widget scrolls and hits them, the CLI renders them. All in pixels at scale 1.
 *
 * Default order: pinned tracks, then functions, data and AUX signals, of each the busiest first (by
 * covered time); tracks in which nothing ran are folded away under one lane "12 quiet tracks".
 *
 * A track's rows of source lines stand between those of functions, each below the functions that
 * ran them; they are folded away until the user wants them. Where lines are all that a track has
 * they are always shown. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

#define DWELL_LANE_HEADER_HEIGHT 26 /* a track's own line: name, marks, values, folded activity */
#define DWELL_LANE_TOP_HEIGHT     4 /* instead, where the name stands beside the first row */
#define DWELL_LANE_ROW_HEIGHT    20
#define DWELL_LANE_ROW_GAP        1
#define DWELL_LANE_VALUES_HEIGHT 44 /* of a track of writes, instead of rows */

typedef enum {
  DWELL_LANE_TRACK, /* a track: header line, then its rows if it is unfolded */
  DWELL_LANE_QUIET, /* stands for all quiet tracks */
} DwellLaneKind;

typedef struct {
  DwellLaneKind kind;
  guint32       track;    /* DWELL_NONE for DWELL_LANE_QUIET */
  guint32       n_tracks; /* how many it stands for */
  int           y;        /* from the top of all lanes */
  int           height;   /* header and rows */
  int           header_height;
  guint32       n_rows;   /* shown */
  guint8        is_folded;
  guint8        is_pinned;
  guint8        has_lines;   /* among functions: they can be shown and folded away */
  guint8        shows_lines;
} DwellLane;

typedef enum {
  DWELL_TRACK_FOLDED = 1 << 0,
  DWELL_TRACK_HIDDEN = 1 << 1,
  DWELL_TRACK_PINNED = 1 << 2,
  DWELL_TRACK_LINES  = 1 << 3, /* its lines are shown */
} DwellTrackState;

GArray  *dwell_lanes_new           (const DwellTrace *trace,
                                    const guint32    *order,
                                    const guint8     *states,
                                    gboolean          show_quiet) G_GNUC_WARN_UNUSED_RESULT;
void     dwell_lanes_default_order (const DwellTrace *trace,
                                    guint32          *order);
gboolean dwell_lanes_has_lines     (const DwellTrace *trace,
                                    guint32           track);
gboolean dwell_lanes_is_quiet      (const DwellTrace *trace,
                                    guint32           track);
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
