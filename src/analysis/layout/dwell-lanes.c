/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks tracks into lanes. Everything takes time linear in tracks and rows, except for the default
 * order, which adds up the time of every outermost span once. */
#include "config.h"

#include "analysis/layout/dwell-lanes.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-parallel.h"
#include "core/dwell-search.h"
#include "core/dwell-text.h"

/* The number of spans that one job adds up. */
#define JOB_SPANS (1 << 18)

typedef struct {
  const DwellTrace *trace;
  guint64          *busy; /* ns; per track */
  GMutex            lock;
  guint64          *processes; /* ns; per context, after one for no context; NULL: not grouped */
} Busy;

/* The keys of a track that lanes are ordered by. */
enum {
  KEY_PROCESS,
  KEY_GROUP,
  N_GROUPINGS,
  KEY_QUIET = N_GROUPINGS,
  KEY_PLACE,
  N_KEYS
};

typedef struct {
  guint64 keys[N_KEYS];
  guint32 track;
} Entry;

typedef struct {
  GArray           *lanes;
  const DwellTrace *trace;
  const guint8     *states;
  GArray           *entries;  /* Entry: the tracks below the pinned ones, in order */
  guint             grouping; /* DwellGrouping */
} Stack;

/* More cannot be addressed by a scrollbar, so it cannot be seen. */
#define MAX_ROWS (1u << 20)
#define MAX_Y    (G_MAXINT / 2)

#define PITCH (DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP)

/* Adds @lane, whose kind and track are set, below the others. */
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

/* Returns TRUE if a lane needs a header line above its rows: for anything other than the name, or
 * because the first row has a different name. */
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
           guint             state,
           guint32           process)
{
  const DwellTrack *track = &trace->tracks[number];
  DwellLane lane = { .kind = DWELL_LANE_TRACK, .track = number, .n_tracks = 1,
                     .process = process };
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

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *left = a;
  const Entry *right = b;

  for (guint i = 0; i < N_KEYS; i++)
    if (left->keys[i] != right->keys[i])
      return left->keys[i] < right->keys[i] ? -1 : 1;

  return 0;
}

/* Adds the lane of the group of the tracks from @begin to @end, which is inside the groups of the
 * keys before @key. Returns TRUE if it is folded. */
static gboolean
add_group (Stack *self,
           guint  begin,
           guint  end,
           guint  key)
{
  guint8 bit = key == KEY_PROCESS ? DWELL_TRACK_IN_FOLDED_PROCESS : DWELL_TRACK_IN_FOLDED_GROUP;
  guint32 track = g_array_index (self->entries, Entry, begin).track;
  DwellLane lane = { .kind = DWELL_LANE_GROUP, .track = DWELL_NONE, .n_tracks = end - begin,
                     .header_height = DWELL_LANE_HEADER_HEIGHT };

  lane.process = dwell_lanes_get_process (self->trace, self->grouping, track);
  lane.group = key == KEY_PROCESS ? DWELL_N_TRACK_GROUPS : self->trace->tracks[track].group;
  lane.level = key == KEY_GROUP && (self->grouping & DWELL_GROUPED_BY_PROCESS) != 0;
  lane.is_folded = (self->states[track] & bit) != 0;
  add_lane (self->lanes, &lane, 0);
  return lane.is_folded;
}

/* Adds the lanes of the tracks from @begin to @end, which have the keys before @key in common. */
static void
add_tracks (Stack *self,
            guint  begin,
            guint  end,
            guint  key)
{
  const Entry *entries = (const Entry *) (gpointer) self->entries->data;

  for (guint i = begin, next = begin; i < end; i = next)
    {
      next = i + 1;
      if (key == N_GROUPINGS)
        {
          guint32 track = entries[i].track;

          add_track (self->lanes, self->trace, track, self->states[track],
                     dwell_lanes_get_process (self->trace, self->grouping, track));
          continue;
        }

      while (next < end && entries[next].keys[key] == entries[i].keys[key])
        next++;
      if ((self->grouping & 1u << key) == 0 || !add_group (self, i, next, key))
        add_tracks (self, i, next, key + 1);
    }
}

/* Finds the place in @order of the first track of each context; the first element is for no
 * context. */
static guint32 *
find_places (const DwellTrace *trace,
             guint             grouping,
             const guint32    *order)
{
  guint32 *places = g_new (guint32, (gsize) trace->n_contexts + 1);

  for (guint32 i = trace->n_tracks; i > 0; i--)
    places[dwell_lanes_get_process (trace, grouping, order[i - 1]) + 1] = i;

  return places;
}

/**
 * dwell_lanes_new:
 * @trace: a trace
 * @order: (array): all its tracks, in the order wanted
 * @states: (array): a #DwellTrackState of each track
 * @show_quiet: whether tracks in which nothing ran have lanes of their own
 *
 * Pinned tracks come first, in their order. Processes follow by their first tracks in @order, in
 * each the groups, in each the tracks. Quiet tracks that are not pinned come last in their group
 * or, if they are not shown, are one lane together.
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
  g_autoptr(GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  Stack stack = { lanes, trace, states, entries, dwell_lanes_get_grouping (trace) };
  g_autofree guint32 *places = find_places (trace, stack.grouping, order);
  guint32 n_quiet = 0;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      guint32 track = order[i];
      gboolean is_quiet = dwell_lanes_is_quiet (trace, track);
      Entry entry = { .track = track };

      if (states[track] & DWELL_TRACK_HIDDEN)
        continue;

      entry.keys[KEY_PROCESS] = places[dwell_lanes_get_process (trace, stack.grouping, track) + 1];
      entry.keys[KEY_GROUP] = stack.grouping & DWELL_GROUPED_BY_GROUP ? trace->tracks[track].group
                                                                      : 0;
      entry.keys[KEY_QUIET] = is_quiet;
      entry.keys[KEY_PLACE] = i;

      if (states[track] & DWELL_TRACK_PINNED)
        add_track (lanes, trace, track, states[track], DWELL_NONE);
      else if (!is_quiet || show_quiet)
        g_array_append_val (entries, entry);
      else
        n_quiet += (states[track] & DWELL_TRACK_IN_FOLDED) == 0;
    }

  g_array_sort (entries, compare_entries);
  add_tracks (&stack, 0, entries->len, KEY_PROCESS);

  if (n_quiet > 0)
    {
      DwellLane quiet = { .kind = DWELL_LANE_QUIET, .track = DWELL_NONE, .n_tracks = n_quiet,
                          .is_folded = TRUE, .header_height = DWELL_LANE_HEADER_HEIGHT };

      add_lane (lanes, &quiet, 0);
    }

  return lanes;
}

/**
 * dwell_lanes_get_process:
 * @trace: a trace
 * @grouping: its #DwellGrouping bits
 * @track: a track
 *
 * Returns: the context of the process that it is grouped under (or of the file, in joined files
 *   without processes), or %DWELL_NONE
 */
guint32
dwell_lanes_get_process (const DwellTrace *trace,
                         guint             grouping,
                         guint32           track)
{
  guint32 context = trace->tracks[track].context;

  if (context == DWELL_NONE || (grouping & DWELL_GROUPED_BY_PROCESS) == 0)
    return DWELL_NONE;

  while (trace->contexts[context].parent != DWELL_NONE)
    context = trace->contexts[context].parent;

  return trace->contexts[context].kind == DWELL_CONTEXT_PROCESS ||
         trace->contexts[context].kind == DWELL_CONTEXT_SESSION ? context : DWELL_NONE;
}

/**
 * dwell_lanes_get_grouping:
 * @trace: a trace
 *
 * Processes with one track each are not groups: their lanes would show every name twice.
 *
 * Returns: the #DwellGrouping bits of the kinds of groups of which it has several
 */
guint
dwell_lanes_get_grouping (const DwellTrace *trace)
{
  g_autofree guint32 *counts = g_new0 (guint32, (gsize) trace->n_contexts + 1);
  guint n_processes = 0;
  gboolean has_several = FALSE; /* tracks in one process */
  gboolean has_groups = FALSE;

  for (guint32 track = 0; track < trace->n_tracks; track++)
    {
      guint32 process = dwell_lanes_get_process (trace, DWELL_GROUPED_BY_PROCESS, track);

      has_groups |= trace->tracks[track].group != trace->tracks[0].group;
      if (process == DWELL_NONE)
        continue;

      n_processes += counts[process] == 0;
      has_several |= ++counts[process] > 1;
    }

  return (n_processes > 1 && has_several ? DWELL_GROUPED_BY_PROCESS : 0u) |
         (has_groups ? DWELL_GROUPED_BY_GROUP : 0u);
}

/**
 * dwell_lanes_get_group_name:
 * @trace: a trace
 * @process: the context of a process, or %DWELL_NONE
 * @group: a group of its tracks, or %DWELL_N_TRACK_GROUPS for all of them
 *
 * Returns: the name of the group
 */
const char *
dwell_lanes_get_group_name (const DwellTrace *trace,
                            guint32           process,
                            guint             group)
{
  static const char * const names[DWELL_N_TRACK_GROUPS] = {
    [DWELL_TRACKS_FUNCTIONS] = NC_("tracks", "Functions"),
    [DWELL_TRACKS_DATA] = NC_("tracks", "Data"),
    [DWELL_TRACKS_AUX] = NC_("tracks", "Auxiliary Signals"),
  };

  if (group < DWELL_N_TRACK_GROUPS)
    return g_dpgettext2 (GETTEXT_PACKAGE, "tracks", names[group]);

  /* Translators: the tracks of no process, below those of processes */
  return process != DWELL_NONE ? dwell_trace_get_context_name (trace, process)
                               : C_("tracks", "Without Process");
}

/* Returns the name of a track without that of the process above it. */
static const char *
get_track_title (const DwellLane  *lane,
                 const DwellTrace *trace)
{
  const char *name = dwell_trace_get_string (trace, trace->tracks[lane->track].name);
  const char *process = lane->process != DWELL_NONE
                        ? dwell_trace_get_context_name (trace, lane->process) : "";
  gsize length = strlen (process);

  return length > 0 && g_str_has_prefix (name, process) && g_str_has_prefix (name + length, ", ")
         ? name + length + 2 : name;
}

/**
 * dwell_lane_dup_title:
 * @lane: a lane
 * @trace: its trace
 *
 * Returns: (transfer full): the text of its header
 */
char *
dwell_lane_dup_title (const DwellLane  *lane,
                      const DwellTrace *trace)
{
  g_autofree char *count = dwell_text_count (lane->n_tracks);

  if (lane->kind == DWELL_LANE_TRACK)
    return g_strdup (get_track_title (lane, trace));

  if (lane->kind == DWELL_LANE_QUIET)
    return g_strdup_printf (ngettext ("%s quiet track", "%s quiet tracks", lane->n_tracks), count);

  return g_strjoin (" · ", dwell_lanes_get_group_name (trace, lane->process, lane->group), count,
                    NULL);
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
      guint64 length = (guint64) dwell_trace_get_span_end (trace, span) -
                       (guint64) dwell_trace_get_span_begin (trace, span);

      /* The time of lines is already in that of their functions. */
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

  if (busy->processes != NULL)
    {
      const guint by_process = DWELL_GROUPED_BY_PROCESS;
      guint32 left_process = dwell_lanes_get_process (busy->trace, by_process, left) + 1;
      guint32 right_process = dwell_lanes_get_process (busy->trace, by_process, right) + 1;

      if (busy->processes[left_process] != busy->processes[right_process])
        return busy->processes[left_process] > busy->processes[right_process] ? -1 : 1;
      if (left_process != right_process)
        return left_process < right_process ? -1 : 1;
    }

  if (left_group != right_group)
    return left_group < right_group ? -1 : 1;

  if (busy->busy[left] != busy->busy[right])
    return busy->busy[left] > busy->busy[right] ? -1 : 1;

  return left < right ? -1 : left > right;
}

/**
 * dwell_lanes_default_order:
 * @trace: a trace
 * @order: (out caller-allocates) (array): its tracks by process and group, the busiest first
 *
 * The busiest track is the one whose outermost spans take the most time together, the busiest
 * process the one whose tracks take the most; ties stay in the order of the file.
 */
void
dwell_lanes_default_order (const DwellTrace *trace,
                           guint32          *order)
{
  g_autofree guint64 *sums = g_new0 (guint64, trace->n_tracks);
  g_autofree guint64 *processes = NULL;
  Busy busy = { trace, sums, { NULL }, NULL };

  g_mutex_init (&busy.lock);
  dwell_parallel_for (trace->n_spans / JOB_SPANS + 1, add_busy, &busy);
  g_mutex_clear (&busy.lock);

  if ((dwell_lanes_get_grouping (trace) & DWELL_GROUPED_BY_PROCESS) != 0)
    busy.processes = processes = g_new0 (guint64, (gsize) trace->n_contexts + 1);

  for (guint32 track = 0; track < trace->n_tracks; track++)
    {
      order[track] = track;
      if (processes != NULL)
        {
          guint64 *sum = &processes[dwell_lanes_get_process (trace, DWELL_GROUPED_BY_PROCESS,
                                                             track) + 1];

          *sum += MIN (sums[track], G_MAXUINT64 - *sum);
        }
    }

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

/* In a track: the first row at functions of @depth or below. */
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
 * Returns: the height of its top part, which has its name
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
  const DwellLane *lane;
  int offset;

  *row = DWELL_NONE;
  if (number == lanes->len || y < 0)
    return -1;

  lane = first + number;
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
