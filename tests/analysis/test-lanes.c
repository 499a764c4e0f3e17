/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lanes: order, quiet tracks, folding, and that places and rows agree with one another. */
#include "config.h"

#include "analysis/layout/dwell-lanes.h"
#include "core/dwell-builder.h"

#define PITCH (DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP)

static void
add_span (DwellBuilder *builder,
          guint32       row,
          guint32       parent,
          gint64        begin,
          gint64        end)
{
  g_assert_true (dwell_builder_reserve_spans (builder, 1, NULL));
  dwell_builder_close_span (builder, dwell_builder_open_span (builder, 0, row, parent, begin), end,
                            0);
}

/* Tracks: 0 little, 1 nothing, 2 much in two rows, 3 only a mark, 4 as much as 0. */
static DwellTrace *
make_trace (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  DwellArea area = { .parent = DWELL_NONE };
  guint32 rows[6];

  dwell_builder_add_area (builder, &area);

  for (guint i = 0; i < 5; i++)
    {
      guint32 context = dwell_builder_add_context (builder, "thread", DWELL_CONTEXT_THREAD, i,
                                                   DWELL_NONE);

      rows[i] = dwell_builder_add_row (builder,
                                       dwell_builder_add_track (builder, "track", context, FALSE),
                                       0);
    }

  rows[5] = dwell_builder_add_row (builder, 2, 0);
  add_span (builder, rows[0], DWELL_NONE, 0, 10);
  add_span (builder, rows[4], DWELL_NONE, 0, 10);
  add_span (builder, rows[2], DWELL_NONE, 5, 50);
  add_span (builder, rows[5], 2, 5, 50);
  g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_MESSAGE, 7, 3, DWELL_NONE, DWELL_NONE,
                                         0, NULL));

  return dwell_builder_finish (builder);
}

static const DwellLane *
get_lane (const GArray *lanes,
          guint         index)
{
  g_assert_cmpuint (index, <, lanes->len);
  return &g_array_index (lanes, DwellLane, index);
}

/* A track: functions in two rows, lines of the outer ones in two, of the inner in one, and of such
 * as were not recorded in one; made in an order that is none. Another has lines alone, a third is
 * busier than the functions of the first, and less busy than these with their lines. */
static DwellTrace *
make_lines (void)
{
  static const struct { guint track; guint32 lines; gint64 end; } rows[] = {
    { 0, 0, 100 }, { 0, DWELL_NONE, 100 }, { 1, 0, 50 }, { 0, 2, 100 }, { 0, DWELL_NONE, 90 },
    { 0, 0, 80 }, { 0, 1, 90 }, { 1, 0, 20 }, { 2, DWELL_NONE, 110 },
  };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea function = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
  DwellArea line = { .parent = 0, .kind = DWELL_AREA_LINE, .line = 7 };
  guint32 unused;

  dwell_builder_add_area (builder, &function);
  dwell_builder_add_area (builder, &line);

  for (guint i = 0; i < 3; i++)
    {
      dwell_builder_add_context (builder, "task", DWELL_CONTEXT_TASK, i, DWELL_NONE);
      dwell_builder_add_track (builder, "task", i, FALSE);
    }

  unused = dwell_builder_add_row (builder, 0, 0);
  dwell_builder_set_row_lines (builder, unused, DWELL_NONE);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint32 row = dwell_builder_add_row (builder, rows[i].track, 0);

      if (rows[i].lines != DWELL_NONE)
        dwell_builder_set_row_lines (builder, row, rows[i].lines);

      g_assert_true (dwell_builder_reserve_spans (builder, 1, NULL));
      dwell_builder_close_span (builder,
                                dwell_builder_open_span (builder, rows[i].lines != DWELL_NONE, row,
                                                         i == 4 ? 1 : DWELL_NONE, 0),
                                rows[i].end, 0);
    }

  return dwell_builder_finish (builder);
}

/* Checks the lanes from the top against @rows, by the ends of their spans. */
static void
check_rows (const GArray     *lanes,
            const DwellTrace *trace,
            guint             index,
            const gint64     *ends,
            guint             n_rows)
{
  const DwellLane *lane = get_lane (lanes, index);

  g_assert_cmpuint (lane->n_rows, ==, n_rows);
  g_assert_cmpint (lane->header_height, ==, n_rows > 0 ? DWELL_LANE_TOP_HEIGHT
                                                       : DWELL_LANE_HEADER_HEIGHT);
  g_assert_cmpint (lane->height, ==, lane->header_height + (int) n_rows * PITCH);

  for (guint32 i = 0; i < n_rows; i++)
    {
      guint32 row = dwell_lane_get_row (lane, trace, i);
      guint32 first = trace->row_spans[trace->rows[row].first_span];
      int y = dwell_lane_get_row_y (lane, i);
      guint32 at;

      g_assert_cmpuint (trace->rows[row].n_spans, ==, 1);
      g_assert_cmpint (dwell_trace_get_span_end (trace, first), ==, ends[i]);
      g_assert_cmpuint (dwell_lane_find_row (lane, trace, row), ==, i);
      g_assert_cmpint (dwell_lanes_get_row_y (lanes, trace, row), ==, y);
      g_assert_cmpint (dwell_lanes_at (lanes, trace, y + 3, &at), ==, (int) index);
      g_assert_cmpuint (at, ==, row);
    }
}

/* Lines are rows below their functions, and can be folded away; where they are alone they cannot.
 * They make no track busier. */
static void
test_lines (void)
{
  static const gint64 all[] = { 100, 100, 80, 90, 90, 100 };
  static const gint64 functions[] = { 100, 90 };
  static const gint64 alone[] = { 50, 20 };
  g_autoptr(DwellTrace) trace = make_lines ();
  g_autoptr(GArray) folded = NULL;
  g_autoptr(GArray) shown = NULL;
  g_autoptr(GArray) closed = NULL;
  guint8 states[3] = { 0 };
  guint32 order[3];

  dwell_lanes_default_order (trace, order);
  g_assert_cmpuint (order[0], ==, 2);
  g_assert_cmpuint (order[1], ==, 0);
  g_assert_cmpuint (order[2], ==, 1);

  g_assert_true (dwell_lanes_has_lines (trace, 0));
  g_assert_false (dwell_lanes_has_lines (trace, 1));
  g_assert_false (dwell_lanes_has_lines (trace, 2));

  folded = dwell_lanes_new (trace, order, states, FALSE);
  check_rows (folded, trace, 1, functions, G_N_ELEMENTS (functions));
  check_rows (folded, trace, 2, alone, G_N_ELEMENTS (alone));
  g_assert_false (get_lane (folded, 1)->shows_lines);
  g_assert_cmpint (dwell_lanes_get_row_y (folded, trace, trace->tracks[0].first_row + 1), ==, -1);

  states[0] = DWELL_TRACK_LINES;
  shown = dwell_lanes_new (trace, order, states, FALSE);
  check_rows (shown, trace, 1, all, G_N_ELEMENTS (all));
  g_assert_true (get_lane (shown, 1)->shows_lines);

  states[0] |= DWELL_TRACK_FOLDED;
  closed = dwell_lanes_new (trace, order, states, FALSE);
  check_rows (closed, trace, 1, NULL, 0);
}

static void
test_order (void)
{
  g_autoptr(DwellTrace) trace = make_trace ();
  guint32 order[5];

  dwell_lanes_default_order (trace, order);
  g_assert_cmpuint (order[0], ==, 2);
  g_assert_cmpuint (order[1], ==, 0);
  g_assert_cmpuint (order[2], ==, 4);
  g_assert_cmpuint (order[3], ==, 1);
  g_assert_cmpuint (order[4], ==, 3);

  g_assert_true (dwell_lanes_is_quiet (trace, 1));
  g_assert_false (dwell_lanes_is_quiet (trace, 0));
  g_assert_false (dwell_lanes_is_quiet (trace, 3));
}

/* Orders by group, even if others are busier: the tracks of a group are adjacent. */
static void
test_groups (void)
{
  static const struct { DwellTrackGroup group; gint64 end; } tracks[] = {
    { DWELL_TRACKS_AUX, 90 }, { DWELL_TRACKS_FUNCTIONS, 10 }, { DWELL_TRACKS_DATA, 50 },
    { DWELL_TRACKS_FUNCTIONS, 20 }, { DWELL_TRACKS_DATA, 60 },
  };
  static const guint32 wanted[] = { 3, 1, 4, 2, 0 };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
  g_autoptr(DwellTrace) trace = NULL;
  guint32 order[G_N_ELEMENTS (tracks)];

  dwell_builder_add_area (builder, &area);
  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++)
    {
      guint32 track = dwell_builder_add_track (builder, "track", DWELL_NONE, FALSE);

      dwell_builder_set_track_kind (builder, track, DWELL_TRACK_SPANS, tracks[i].group, 0);
      add_span (builder, dwell_builder_add_row (builder, track, 0), DWELL_NONE, 0, tracks[i].end);
    }

  trace = dwell_builder_finish (builder);
  dwell_lanes_default_order (trace, order);
  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++)
    g_assert_cmpuint (order[i], ==, wanted[i]);
}

#define N_GROUPED 24

/* What a track of a grouped trace is, to compute the order a second time. */
typedef struct {
  guint32 process; /* DWELL_NONE: none */
  guint   group;
  guint64 busy;
  guint64 process_busy;
} Grouped;

/* Makes tracks of threads of three processes and of none, in random order. */
static DwellTrace *
make_grouped (Grouped *tracks)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
  static const char * const names[] = { "one", "two", "three" };

  dwell_builder_add_area (builder, &area);
  for (guint i = 0; i < 3; i++)
    dwell_builder_add_context (builder, names[i], DWELL_CONTEXT_PROCESS, i, DWELL_NONE);

  for (guint i = 0; i < N_GROUPED; i++)
    {
      guint process = (guint) g_test_rand_int_range (0, 4);
      guint32 context;
      guint32 track;

      if (i < 4)
        process = i / 2;
      tracks[i] = (Grouped) { process < 3 ? process : DWELL_NONE,
                              i % DWELL_N_TRACK_GROUPS, (guint64) g_test_rand_int_range (1, 9), 0 };
      context = dwell_builder_add_context (builder, "thread", DWELL_CONTEXT_THREAD, i,
                                           tracks[i].process);
      track = dwell_builder_add_track (builder, "track", context, FALSE);
      dwell_builder_set_track_kind (builder, track, DWELL_TRACK_SPANS, tracks[i].group, DWELL_NONE);
      add_span (builder, dwell_builder_add_row (builder, track, 0), DWELL_NONE, 0,
                (gint64) tracks[i].busy);
    }

  for (guint i = 0; i < N_GROUPED; i++)
    for (guint j = 0; j < N_GROUPED; j++)
      if (tracks[i].process == tracks[j].process)
        tracks[i].process_busy += tracks[j].busy;

  return dwell_builder_finish (builder);
}

static gboolean
comes_before (const Grouped *tracks,
              guint32        a,
              guint32        b)
{
  const Grouped *left = &tracks[a];
  const Grouped *right = &tracks[b];

  if (left->process_busy != right->process_busy)
    return left->process_busy > right->process_busy;
  if (left->process != right->process)
    return left->process + 1 < right->process + 1;
  if (left->group != right->group)
    return left->group < right->group;

  return left->busy != right->busy ? left->busy > right->busy : a < b;
}

/* Compares the lanes with a description made track by track. */
static void
check_grouped (const GArray  *lanes,
               const Grouped *tracks,
               const guint32 *order,
               const guint8  *states)
{
  guint n = 0;

  for (guint i = 0; i < N_GROUPED; i++)
    if (states[order[i]] & DWELL_TRACK_PINNED)
      g_assert_cmpuint (get_lane (lanes, n++)->track, ==, order[i]);

  for (guint i = 0, last = DWELL_NONE; i < N_GROUPED; i++)
    {
      const Grouped *track = &tracks[order[i]];
      gboolean is_first = last == DWELL_NONE || tracks[last].process != track->process;
      guint8 state = states[order[i]];

      if (state & DWELL_TRACK_PINNED)
        continue;

      if (is_first)
        {
          const DwellLane *lane = get_lane (lanes, n++);

          g_assert_cmpint (lane->kind, ==, DWELL_LANE_GROUP);
          g_assert_cmpuint (lane->group, ==, DWELL_N_TRACK_GROUPS);
          g_assert_cmpuint (lane->process, ==, track->process);
          g_assert_cmpint (lane->is_folded, ==, (state & DWELL_TRACK_IN_FOLDED_PROCESS) != 0);
        }
      if (!(state & DWELL_TRACK_IN_FOLDED_PROCESS) &&
          (is_first || tracks[last].group != track->group))
        {
          const DwellLane *lane = get_lane (lanes, n++);
          guint n_tracks = 0;

          for (guint j = 0; j < N_GROUPED; j++)
            n_tracks += tracks[j].process == track->process && tracks[j].group == track->group &&
                        !(states[j] & DWELL_TRACK_PINNED);
          g_assert_cmpint (lane->kind, ==, DWELL_LANE_GROUP);
          g_assert_cmpuint (lane->group, ==, track->group);
          g_assert_cmpuint (lane->process, ==, track->process);
          g_assert_cmpuint (lane->n_tracks, ==, n_tracks);
        }
      if (!(state & DWELL_TRACK_IN_FOLDED))
        g_assert_cmpuint (get_lane (lanes, n++)->track, ==, order[i]);
      last = order[i];
    }

  g_assert_cmpuint (n, ==, lanes->len);
}

/* Processes around groups around tracks, each by how busy it is; pinned tracks stand above, and are
 * not folded with their group. */
static void
test_processes (void)
{
  for (guint round = 0; round < 50; round++)
    {
      Grouped tracks[N_GROUPED];
      g_autoptr(DwellTrace) trace = make_grouped (tracks);
      g_autoptr(GArray) lanes = NULL;
      guint32 order[N_GROUPED];
      guint8 states[N_GROUPED] = { 0 };

      g_assert_cmpuint (dwell_lanes_get_grouping (trace), ==,
                        DWELL_GROUPED_BY_PROCESS | DWELL_GROUPED_BY_GROUP);
      dwell_lanes_default_order (trace, order);
      for (guint i = 1; i < N_GROUPED; i++)
        g_assert_true (comes_before (tracks, order[i - 1], order[i]));

      for (guint i = 0; i < N_GROUPED; i++)
        {
          if (tracks[i].process == round % 3)
            states[i] |= DWELL_TRACK_IN_FOLDED_PROCESS;
          if (tracks[i].group == DWELL_TRACKS_DATA && tracks[i].process == (round + 1) % 3)
            states[i] |= DWELL_TRACK_IN_FOLDED_GROUP;
          if (i % 7 == round % 7)
            states[i] |= DWELL_TRACK_PINNED;
        }
      lanes = dwell_lanes_new (trace, order, states, FALSE);
      check_grouped (lanes, tracks, order, states);
    }
}

/* Titles say how many tracks there are. */
static void
test_titles (void)
{
  Grouped tracks[N_GROUPED];
  g_autoptr(DwellTrace) trace = make_grouped (tracks);
  DwellLane lane = { .kind = DWELL_LANE_GROUP, .track = DWELL_NONE, .n_tracks = 3, .process = 1,
                     .group = DWELL_TRACKS_DATA };
  g_autofree char *group = dwell_lane_dup_title (&lane, trace);
  g_autofree char *process = NULL;

  g_assert_cmpstr (group, ==, "Data · 3");
  lane.group = DWELL_N_TRACK_GROUPS;
  process = dwell_lane_dup_title (&lane, trace);
  g_assert_cmpstr (process, ==, "two · 3");
}

static void
test_stack (void)
{
  static const guint32 order[] = { 2, 0, 4, 1, 3 };
  g_autoptr(DwellTrace) trace = make_trace ();
  guint8 states[5] = { 0 };
  g_autoptr(GArray) lanes = NULL;
  const DwellLane *lane;

  states[0] = DWELL_TRACK_FOLDED;
  states[3] = DWELL_TRACK_PINNED;
  states[4] = DWELL_TRACK_HIDDEN;
  lanes = dwell_lanes_new (trace, order, states, FALSE);
  g_assert_cmpuint (lanes->len, ==, 4);

  lane = get_lane (lanes, 0);
  g_assert_cmpuint (lane->track, ==, 3);
  g_assert_true (lane->is_pinned);
  g_assert_cmpint (lane->y, ==, 0);
  g_assert_cmpint (lane->height, ==, DWELL_LANE_HEADER_HEIGHT + PITCH);

  lane = get_lane (lanes, 1);
  g_assert_cmpuint (lane->track, ==, 2);
  g_assert_cmpint (lane->y, ==, DWELL_LANE_HEADER_HEIGHT + PITCH);
  g_assert_cmpint (lane->height, ==, DWELL_LANE_TOP_HEIGHT + 2 * PITCH);

  lane = get_lane (lanes, 2);
  g_assert_cmpuint (lane->track, ==, 0);
  g_assert_true (lane->is_folded);
  g_assert_cmpint (lane->height, ==, DWELL_LANE_HEADER_HEIGHT);

  lane = get_lane (lanes, 3);
  g_assert_cmpint (lane->kind, ==, DWELL_LANE_QUIET);
  g_assert_cmpuint (lane->track, ==, DWELL_NONE);
  g_assert_cmpuint (lane->n_tracks, ==, 1);

  g_array_unref (lanes);
  lanes = dwell_lanes_new (trace, order, states, TRUE);
  g_assert_cmpuint (lanes->len, ==, 4);
  lane = get_lane (lanes, 3);
  g_assert_cmpint (lane->kind, ==, DWELL_LANE_TRACK);
  g_assert_cmpuint (lane->track, ==, 1);
}

/* Every pixel belongs to the row that claims it. */
static void
test_places (void)
{
  g_autoptr(DwellTrace) trace = make_trace ();
  g_autoptr(GArray) lanes = NULL;
  guint32 order[5];
  guint8 states[5] = { DWELL_TRACK_FOLDED, 0, 0, 0, 0 };
  const DwellLane *last;
  guint32 row;

  dwell_lanes_default_order (trace, order);
  lanes = dwell_lanes_new (trace, order, states, TRUE);
  last = get_lane (lanes, lanes->len - 1);

  for (int y = 0; y < last->y + last->height; y++)
    {
      int index = dwell_lanes_at (lanes, trace, y, &row);
      const DwellLane *lane = get_lane (lanes, (guint) index);

      g_assert_cmpint (y, >=, lane->y);
      g_assert_cmpint (y, <, lane->y + lane->height);

      if (row == DWELL_NONE)
        {
          g_assert_cmpint (y, <, lane->y + lane->header_height);
          continue;
        }

      g_assert_cmpuint (trace->rows[row].track, ==, lane->track);
      g_assert_cmpint (y - dwell_lanes_get_row_y (lanes, trace, row), >=, 0);
      g_assert_cmpint (y - dwell_lanes_get_row_y (lanes, trace, row), <, PITCH);
    }

  g_assert_cmpint (dwell_lanes_at (lanes, trace, -1, &row), ==, -1);
  g_assert_cmpint (dwell_lanes_at (lanes, trace, last->y + last->height, &row), ==, -1);
  g_assert_cmpint (dwell_lanes_get_row_y (lanes, trace, trace->tracks[0].first_row), ==, -1);
}

/* Limit: analysis/MAX_ROWS
 * Of a track with more rows the first are shown, and other tracks below them. */
static void
test_many_rows (void)
{
  const guint32 n_max = 1u << 20;
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(GArray) lanes = NULL;
  guint32 order[2] = { 0, 1 };
  guint8 states[2] = { 0, 0 };
  guint32 row;

  for (guint i = 0; i < 2; i++)
    dwell_builder_add_track (builder, i == 0 ? "many" : "few", DWELL_NONE, FALSE);
  for (guint32 i = 0; i < n_max + 5; i++)
    dwell_builder_add_row (builder, 0, 0);
  dwell_builder_add_row (builder, 1, 0);

  trace = dwell_builder_finish (builder);
  lanes = dwell_lanes_new (trace, order, states, TRUE);
  g_assert_cmpuint (lanes->len, ==, 2);
  g_assert_cmpuint (trace->tracks[0].n_rows, ==, n_max + 5);
  g_assert_cmpuint (get_lane (lanes, 0)->n_rows, ==, n_max);
  g_assert_cmpint (get_lane (lanes, 1)->y, ==, get_lane (lanes, 0)->height);
  g_assert_cmpint (dwell_lanes_at (lanes, trace, get_lane (lanes, 1)->y - 1, &row), ==, 0);
  g_assert_cmpuint (row, ==, n_max - 1);
}

static void
test_empty (void)
{
  g_autoptr(DwellTrace) trace = dwell_builder_finish (dwell_builder_new ("test", "Test", 0));
  g_autoptr(GArray) lanes = NULL;
  guint32 order[1] = { 0 };
  guint8 states[1] = { 0 };
  guint32 row;

  dwell_lanes_default_order (trace, order);
  lanes = dwell_lanes_new (trace, order, states, FALSE);
  g_assert_cmpuint (lanes->len, ==, 0);
  g_assert_cmpint (dwell_lanes_at (lanes, trace, 0, &row), ==, -1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/lanes/order", test_order);
  g_test_add_func ("/lanes/lines", test_lines);
  g_test_add_func ("/lanes/groups", test_groups);
  g_test_add_func ("/lanes/processes", test_processes);
  g_test_add_func ("/lanes/titles", test_titles);
  g_test_add_func ("/lanes/stack", test_stack);
  g_test_add_func ("/lanes/places", test_places);
  g_test_add_func ("/lanes/many-rows", test_many_rows);
  g_test_add_func ("/lanes/empty", test_empty);

  return g_test_run ();
}
