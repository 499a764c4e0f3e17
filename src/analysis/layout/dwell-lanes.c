/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacking tracks to lanes. All is linear in the tracks and rows, but for the default order, which
 * adds up the time of every outermost span once. */
#include "config.h"

#include "analysis/layout/dwell-lanes.h"

#include "core/dwell-parallel.h"
#include "core/dwell-search.h"

/* Spans that one job adds up. */
#define JOB_SPANS (1 << 18)

typedef struct {
  const DwellTrace *trace;
  guint64          *busy; /* ns; per track */
  GMutex            lock;
} Busy;

/* Beyond what a scrollbar can address there is nothing to see any more. */
#define MAX_ROWS (1u << 20)
#define MAX_Y    (G_MAXINT / 2)

#define PITCH (DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP)

/* Adds @lane, which knows what it is, below the others. */
static void
add_lane (GArray    *lanes,
          DwellLane *lane,
          int        rows_height)
{
  if (lanes->len > 0)
    {
      const DwellLane *above = &g_array_index (lanes, DwellLane, lanes->len - 1);

      lane->y = above->y + above->height;
    }

  lane->height = lane->header_height + rows_height;
  if (lane->y <= MAX_Y)
    g_array_append_vals (lanes, lane, 1);
}

/* Returns TRUE if a lane needs a line of its own above its rows: for what else stands there than
 * the name, or since the first row has another name. */
static gboolean
needs_header (const DwellTrace *trace,
              const DwellTrack *track,
              const DwellLane  *lane)
{
  const DwellRow *first;

  if (lane->n_rows == 0 || track->n_marks > 0)
    return TRUE;

  first = &trace->rows[dwell_lane_get_row (lane, trace, 0)];
  return track->rows_are_named && first->label != 0 && first->label != track->name;
}

static void
add_track (GArray           *lanes,
           const DwellTrace *trace,
           guint32           number,
           guint             state)
{
  const DwellTrack *track = &trace->tracks[number];
  DwellLane lane = { .kind = DWELL_LANE_TRACK, .track = number, .n_tracks = 1 };
  int rows_height;

  lane.is_folded = (state & DWELL_TRACK_FOLDED) != 0;
  lane.is_pinned = (state & DWELL_TRACK_PINNED) != 0;
  lane.has_lines = dwell_lanes_has_lines (trace, number);
  lane.shows_lines = !lane.has_lines || (state & DWELL_TRACK_LINES) != 0;
  if (track->kind == DWELL_TRACK_SPANS && !lane.is_folded)
    lane.n_rows = MIN (track->n_rows - (lane.shows_lines ? 0 : track->n_line_rows), MAX_ROWS);

  rows_height = (int) lane.n_rows * PITCH;
  if (track->kind != DWELL_TRACK_SPANS && !lane.is_folded)
    rows_height = DWELL_LANE_VALUES_HEIGHT;

  lane.header_height = needs_header (trace, track, &lane) ? DWELL_LANE_HEADER_HEIGHT
                                                          : DWELL_LANE_TOP_HEIGHT;
  add_lane (lanes, &lane, rows_height);
}

/**
 * dwell_lanes_new:
 * @trace: a trace
 * @order: (array): all its tracks, in the order wanted
 * @states: (array): a #DwellTrackState of each track
 * @show_quiet: whether tracks in which nothing ran have lanes of their own
 *
 * Pinned tracks come first, in their order; quiet ones that are not pinned come last or, if they
 * are not shown, are one lane together.
 *
 * Returns: (transfer full) (element-type DwellLane): the lanes from top to bottom
 */
GArray *
dwell_lanes_new (const DwellTrace *trace,
                 const guint32    *order,
                 const guint8     *states,
                 gboolean          show_quiet)
{
  GArray *lanes = g_array_new (FALSE, FALSE, sizeof (DwellLane));
  g_autofree guint8 *ranks = g_new (guint8, trace->n_tracks);
  guint32 n_quiet = 0;

  for (guint32 track = 0; track < trace->n_tracks; track++)
    {
      if (states[track] & DWELL_TRACK_HIDDEN)
        ranks[track] = 3;
      else if (states[track] & DWELL_TRACK_PINNED)
        ranks[track] = 0;
      else
        ranks[track] = dwell_lanes_is_quiet (trace, track) ? 2 : 1;
    }

  for (guint rank = 0; rank < 3; rank++)
    {
      for (guint32 i = 0; i < trace->n_tracks; i++)
        {
          guint32 track = order[i];

          if (ranks[track] != rank)
            continue;

          if (rank == 2 && !show_quiet)
            n_quiet++;
          else
            add_track (lanes, trace, track, states[track]);
        }
    }

  if (n_quiet > 0)
    {
      DwellLane quiet = { .kind = DWELL_LANE_QUIET, .track = DWELL_NONE, .n_tracks = n_quiet,
                          .is_folded = TRUE, .header_height = DWELL_LANE_HEADER_HEIGHT };

      add_lane (lanes, &quiet, 0);
    }

  return lanes;
}

static void
add_busy (guint    job,
          gpointer data)
{
  Busy *busy = data;
  const DwellTrace *trace = busy->trace;
  guint32 end = (guint32) MIN (((guint64) job + 1) * JOB_SPANS, trace->n_spans);
  g_autofree guint64 *sums = g_new0 (guint64, trace->n_tracks);

  for (guint32 span = job * JOB_SPANS; span < end; span++)
    {
      const DwellRow *row = &trace->rows[trace->span_row[span]];
      guint64 *sum = &sums[row->track];
      guint64 length = (guint64) trace->span_end[span] - (guint64) trace->span_begin[span];

      /* The time of lines is that of their functions. */
      if (trace->span_parent[span] == DWELL_NONE &&
          !(row->is_lines && dwell_lanes_has_lines (trace, row->track)))
        *sum = *sum + length < length ? G_MAXUINT64 : *sum + length;
    }

  g_mutex_lock (&busy->lock);
  for (guint32 track = 0; track < trace->n_tracks; track++)
    busy->busy[track] += MIN (sums[track], G_MAXUINT64 - busy->busy[track]);
  g_mutex_unlock (&busy->lock);
}

static int
compare_busy (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const Busy *busy = data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;
  DwellTrackGroup left_group = busy->trace->tracks[left].group;
  DwellTrackGroup right_group = busy->trace->tracks[right].group;

  if (left_group != right_group)
    return left_group < right_group ? -1 : 1;

  if (busy->busy[left] != busy->busy[right])
    return busy->busy[left] > busy->busy[right] ? -1 : 1;

  return left < right ? -1 : left > right;
}

/**
 * dwell_lanes_default_order:
 * @trace: a trace
 * @order: (out caller-allocates) (array): its tracks by group, the busiest of a group first
 *
 * The busiest is the one whose outermost spans take the most time together; ties stay in the order
 * of the file.
 */
void
dwell_lanes_default_order (const DwellTrace *trace,
                           guint32          *order)
{
  g_autofree guint64 *sums = g_new0 (guint64, trace->n_tracks);
  Busy busy = { trace, sums, { NULL } };

  g_mutex_init (&busy.lock);
  dwell_parallel_for (trace->n_spans / JOB_SPANS + 1, add_busy, &busy);
  g_mutex_clear (&busy.lock);

  for (guint32 track = 0; track < trace->n_tracks; track++)
    order[track] = track;

  g_qsort_with_data (order, (int) trace->n_tracks, sizeof (guint32), compare_busy, &busy);
}

/**
 * dwell_lanes_has_lines:
 * @trace: a trace
 * @track: a track
 *
 * Returns: whether it has both functions and source lines
 */
gboolean
dwell_lanes_has_lines (const DwellTrace *trace,
                       guint32           track)
{
  const DwellTrack *band = &trace->tracks[track];

  return band->n_line_rows > 0 && band->n_line_rows < band->n_rows;
}

/**
 * dwell_lanes_is_quiet:
 * @trace: a trace
 * @track: a track
 *
 * Returns: whether nothing at all happened in it: no span, no mark, no write
 */
gboolean
dwell_lanes_is_quiet (const DwellTrace *trace,
                      guint32           track)
{
  const DwellTrack *band = &trace->tracks[track];

  if (band->n_marks > 0 || band->n_writes > 0)
    return FALSE;

  for (guint32 row = band->first_row; row < band->first_row + band->n_rows; row++)
    if (trace->rows[row].n_spans > 0)
      return FALSE;

  return TRUE;
}

/* In a track: the first row that stands at functions of @depth or below. */
static guint32
find_depth (const DwellTrace *trace,
            const DwellTrack *track,
            guint32           depth)
{
  return dwell_lower_bound (row, track->first_row, track->first_row + track->n_rows,
                            trace->rows[row].depth < depth);
}

/**
 * dwell_lane_get_row:
 * @lane: the lane of a track
 * @trace: its trace
 * @index: which of the rows that it shows, from the top
 *
 * Returns: the row
 */
guint32
dwell_lane_get_row (const DwellLane  *lane,
                    const DwellTrace *trace,
                    guint32           index)
{
  const DwellTrack *track = &trace->tracks[lane->track];

  /* Rows that are not of lines are numbered by their depths. */
  return lane->shows_lines ? track->first_row + index : find_depth (trace, track, index);
}

/**
 * dwell_lane_find_row:
 * @lane: the lane of a track
 * @trace: its trace
 * @row: a row of that track
 *
 * Returns: which of the rows that @lane shows it is, from the top; %DWELL_NONE if it is folded away
 */
guint32
dwell_lane_find_row (const DwellLane  *lane,
                     const DwellTrace *trace,
                     guint32           row)
{
  guint32 index = trace->rows[row].depth;

  if (lane->shows_lines)
    index = row - trace->tracks[lane->track].first_row;
  else if (trace->rows[row].is_lines)
    return DWELL_NONE;

  return index < lane->n_rows ? index : DWELL_NONE;
}

/**
 * dwell_lane_get_name_height:
 * @lane: a lane
 *
 * Returns: the height at its top where its name stands
 */
int
dwell_lane_get_name_height (const DwellLane *lane)
{
  return lane->header_height == DWELL_LANE_TOP_HEIGHT
         ? DWELL_LANE_TOP_HEIGHT + DWELL_LANE_ROW_HEIGHT : lane->header_height;
}

/**
 * dwell_lane_get_row_y:
 * @lane: the lane of a track
 * @index: which of the rows that it shows
 *
 * Returns: its top, from the top of all lanes
 */
int
dwell_lane_get_row_y (const DwellLane *lane,
                      guint32          index)
{
  return lane->y + lane->header_height + (int) index * PITCH;
}

/**
 * dwell_lanes_at:
 * @lanes: (element-type DwellLane): lanes
 * @trace: their trace
 * @y: from the top of all lanes
 * @row: (out): the row there; %DWELL_NONE in a header or a gap below the last row
 *
 * Returns: the index of the lane at @y, or -1
 */
int
dwell_lanes_at (const GArray     *lanes,
                const DwellTrace *trace,
                int               y,
                guint32          *row)
{
  const DwellLane *first = (const DwellLane *) lanes->data;
  guint number = dwell_lower_bound (i, 0, lanes->len, first[i].y + first[i].height <= y);
  const DwellLane *lane = first + number;
  int offset;

  *row = DWELL_NONE;
  if (number == lanes->len || y < 0)
    return -1;

  offset = y - lane->y - lane->header_height;

  /* A gap belongs to the row above it. */
  if (offset >= 0 && (guint32) (offset / PITCH) < lane->n_rows)
    *row = dwell_lane_get_row (lane, trace, (guint32) (offset / PITCH));

  return (int) number;
}

/**
 * dwell_lanes_get_row_y:
 * @lanes: (element-type DwellLane): lanes
 * @trace: their trace
 * @row: a row
 *
 * Returns: the top of @row, from the top of all lanes, or -1 if it is not shown
 */
int
dwell_lanes_get_row_y (const GArray     *lanes,
                       const DwellTrace *trace,
                       guint32           row)
{
  guint32 track = trace->rows[row].track;

  for (guint i = 0; i < lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (lanes, DwellLane, i);

      if (lane->track == track)
        {
          guint32 index = dwell_lane_find_row (lane, trace, row);

          return index != DWELL_NONE ? dwell_lane_get_row_y (lane, index) : -1;
        }
    }

  return -1;
}
