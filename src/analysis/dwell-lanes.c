/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacking tracks to lanes. All is linear in the tracks and rows, but for the default order, which
 * adds up the time of every outermost span once. */
#include "config.h"

#include "analysis/dwell-lanes.h"
#include "core/dwell-parallel.h"

/* Spans that one job adds up. */
#define JOB_SPANS (1 << 18)

typedef struct {
  const DwellTrace *trace;
  guint64          *busy; /* ns; per track */
  GMutex            lock;
} Busy;

static int
get_rows_height (const DwellTrack *track)
{
  if (track->kind != DWELL_TRACK_SPANS)
    return DWELL_LANE_VALUES_HEIGHT;

  return (int) MIN (track->n_rows, 1u << 20) * (DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP);
}

static void
add_lane (GArray        *lanes,
          DwellLaneKind  kind,
          guint32        track,
          int            rows_height,
          guint          state)
{
  DwellLane lane = { .kind = kind, .track = track, .n_tracks = 1 };

  if (lanes->len > 0)
    {
      const DwellLane *above = &g_array_index (lanes, DwellLane, lanes->len - 1);

      lane.y = above->y + above->height;
    }

  lane.height = DWELL_LANE_HEADER_HEIGHT + rows_height;
  lane.is_folded = (state & DWELL_TRACK_FOLDED) != 0;
  lane.is_pinned = (state & DWELL_TRACK_PINNED) != 0;

  /* Beyond what a scrollbar can address there is nothing to see any more. */
  if (lane.y <= G_MAXINT / 2)
    g_array_append_val (lanes, lane);
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
          gboolean is_folded = (states[track] & DWELL_TRACK_FOLDED) != 0;

          if (ranks[track] != rank)
            continue;

          if (rank == 2 && !show_quiet)
            n_quiet++;
          else
            add_lane (lanes, DWELL_LANE_TRACK, track,
                      is_folded ? 0 : get_rows_height (&trace->tracks[track]), states[track]);
        }
    }

  if (n_quiet > 0)
    {
      add_lane (lanes, DWELL_LANE_QUIET, DWELL_NONE, 0, DWELL_TRACK_FOLDED);
      g_array_index (lanes, DwellLane, lanes->len - 1).n_tracks = n_quiet;
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
      guint64 *sum = &sums[dwell_trace_get_span_track (trace, span)];
      guint64 length = (guint64) trace->span_end[span] - (guint64) trace->span_begin[span];

      if (trace->span_parent[span] == DWELL_NONE)
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
  const guint64 *busy = data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  if (busy[left] != busy[right])
    return busy[left] > busy[right] ? -1 : 1;

  return left < right ? -1 : left > right;
}

/* Moves the tracks of source lines behind that of the functions of their context. */
static void
place_lines (const DwellTrace *trace,
             guint32          *order)
{
  g_autofree guint32 *lines = g_new (guint32, trace->n_contexts + 1);
  g_autofree guint8 *is_placed = g_new0 (guint8, trace->n_tracks + 1);
  g_autoptr(GArray) placed = g_array_sized_new (FALSE, FALSE, sizeof (guint32), trace->n_tracks);

  for (guint32 i = 0; i < trace->n_contexts; i++)
    lines[i] = DWELL_NONE;

  for (guint32 track = 0; track < trace->n_tracks; track++)
    if (dwell_lanes_is_lines (trace, track))
      lines[trace->tracks[track].context] = track;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[order[i]];
      guint32 below = lines[track->context];

      if (dwell_lanes_is_lines (trace, order[i]))
        continue;

      g_array_append_val (placed, order[i]);
      is_placed[order[i]] = TRUE;

      if (below != DWELL_NONE && track->group == DWELL_TRACKS_FUNCTIONS)
        {
          g_array_append_val (placed, below);
          is_placed[below] = TRUE;
          lines[track->context] = DWELL_NONE;
        }
    }

  /* Lines of contexts without functions of their own, and seconds of a context. */
  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (!is_placed[order[i]])
      g_array_append_val (placed, order[i]);

  for (guint i = 0; i < placed->len; i++)
    order[i] = g_array_index (placed, guint32, i);
}

/**
 * dwell_lanes_default_order:
 * @trace: a trace
 * @order: (out caller-allocates) (array): its tracks, the busiest first
 *
 * The busiest is the one whose outermost spans take the most time together; ties stay in the order
 * of the file. A track of source lines comes right after the first one of its context.
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

  g_qsort_with_data (order, (int) trace->n_tracks, sizeof (guint32), compare_busy, sums);
  place_lines (trace, order);
}

/**
 * dwell_lanes_is_lines:
 * @trace: a trace
 * @track: a track
 *
 * Returns: whether its spans are those of source lines, below those of functions
 */
gboolean
dwell_lanes_is_lines (const DwellTrace *trace,
                      guint32           track)
{
  const DwellTrack *band = &trace->tracks[track];

  if (band->kind != DWELL_TRACK_SPANS || trace->spans_are_sequence)
    return FALSE;

  for (guint32 row = band->first_row; row < band->first_row + band->n_rows; row++)
    if (trace->rows[row].n_spans > 0)
      {
        guint32 span = trace->row_spans[trace->rows[row].first_span];

        return trace->areas[trace->span_area[span]].kind == DWELL_AREA_LINE;
      }

  return FALSE;
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
  guint low = 0;
  guint high = lanes->len;
  const DwellLane *lane;
  int offset;

  *row = DWELL_NONE;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      lane = &g_array_index (lanes, DwellLane, middle);
      if (lane->y + lane->height <= y)
        low = middle + 1;
      else
        high = middle;
    }

  if (low == lanes->len || y < 0)
    return -1;

  lane = &g_array_index (lanes, DwellLane, low);
  offset = y - lane->y - DWELL_LANE_HEADER_HEIGHT;

  /* A gap belongs to the row above it. */
  if (offset >= 0 && lane->track != DWELL_NONE)
    *row = trace->tracks[lane->track].first_row +
           (guint32) (offset / (DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP));

  return (int) low;
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
        return lane->is_folded ? -1
                               : lane->y + DWELL_LANE_HEADER_HEIGHT +
                                   (int) (row - trace->tracks[track].first_row) *
                                     (DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP);
    }

  return -1;
}
