/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The builder: what it arranges against plain loops; partial traces against the finished one, also
 * after builder and finished trace are gone; keys of areas; properties, notes and limits. */
#include "config.h"

#include <string.h>

#include "core/dwell-error.h"
#include "core/dwell-trace-derived.h"
#include "support/memory-limits.h"
#include "support/trace-maker.h"

/* All that a trace promises about its tables. */
static void
check_tables (const DwellTrace *trace)
{
  gint64 begin = G_MAXINT64;
  gint64 end = G_MININT64;
  guint32 n_seen = 0;

  for (guint32 track = 0; track < trace->n_tracks; track++)
    for (guint32 i = 0; i < trace->tracks[track].n_rows; i++)
      g_assert_cmpuint (trace->rows[trace->tracks[track].first_row + i].track, ==, track);

  for (guint32 row = 0; row < trace->n_rows; row++)
    {
      guint32 position = trace->rows[row].first_span;

      for (guint32 i = 0; i < trace->n_spans; i++)
        if (trace->span_row[i] == row)
          g_assert_cmpuint (trace->row_spans[position++], ==, i);

      g_assert_cmpuint (position - trace->rows[row].first_span, ==, trace->rows[row].n_spans);
      n_seen += trace->rows[row].n_spans;

      for (guint32 i = 1; i < trace->rows[row].n_spans; i++)
        {
          const guint32 *spans = trace->row_spans + trace->rows[row].first_span;

          g_assert_cmpint (dwell_trace_get_span_end (trace, spans[i - 1]), <=,
                           dwell_trace_get_span_begin (trace, spans[i]));
        }
    }

  g_assert_cmpuint (n_seen, ==, trace->n_spans);

  for (guint32 track = 0; track < trace->n_tracks; track++)
    {
      guint32 position = trace->tracks[track].first_mark;

      for (guint32 i = 0; i < trace->n_marks; i++)
        if (trace->mark_track[i] == track)
          g_assert_cmpuint (trace->track_marks[position++], ==, i);

      g_assert_cmpuint (position - trace->tracks[track].first_mark, ==,
                        trace->tracks[track].n_marks);
    }

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      begin = MIN (begin, dwell_trace_get_span_begin (trace, i));
      end = MAX (end, dwell_trace_get_span_end (trace, i));
    }

  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      begin = MIN (begin, trace->mark_time[i]);
      end = MAX (end, trace->mark_time[i]);
    }

  g_assert_cmpint (trace->begin, ==, begin <= end ? begin : 0);
  g_assert_cmpint (trace->end, ==, begin <= end ? end : 0);
}

/* The content of a partial trace, noted when it was made. */
typedef struct {
  DwellTrace *trace;
  GArray     *ends;    /* gint64, of all spans */
  GArray     *flags;   /* guint8 */
  gint64      now;
} Snapshot;

static void
snapshot_free (gpointer data)
{
  Snapshot *snapshot = data;

  dwell_trace_unref (snapshot->trace);
  g_array_unref (snapshot->ends);
  g_array_unref (snapshot->flags);
  g_free (snapshot);
}

static Snapshot *
take_snapshot (DwellBuilder *builder,
               gint64        now)
{
  DwellTrace *trace = dwell_builder_snapshot (builder, now);
  Snapshot *snapshot;
  gsize n = dwell_builder_get_n_spans (builder);

  if (trace == NULL)
    {
      g_assert_cmpuint (n + builder->mark_time->n, ==, 0);
      return NULL;
    }

  g_assert_cmpuint (trace->n_spans, ==, n);
  g_assert_cmpuint (trace->n_marks, ==, builder->mark_time->n);
  g_assert_true (trace->is_partial);

  snapshot = g_new0 (Snapshot, 1);
  snapshot->trace = trace;
  snapshot->now = now;
  snapshot->ends = g_array_new (FALSE, FALSE, sizeof (gint64));
  snapshot->flags = g_array_new (FALSE, FALSE, sizeof (guint8));
  for (guint32 i = 0; i < n; i++)
    {
      gint64 end = dwell_builder_get_span_end (builder, i);

      g_array_append_val (snapshot->ends, end);
    }
  g_array_append_vals (snapshot->flags, builder->span_flags->data, (guint) n);
  return snapshot;
}

/* @whole: (nullable): the finished trace */
static void
check_snapshot (const Snapshot   *snapshot,
                const DwellTrace *whole)
{
  const DwellTrace *part = snapshot->trace;

  for (guint32 i = 0; i < part->n_spans; i++)
    {
      if (g_array_index (snapshot->flags, guint8, i) & DWELL_SPAN_IS_OPEN)
        {
          g_assert_cmpint (dwell_trace_get_span_end (part, i), ==,
                           MAX (dwell_trace_get_span_begin (part, i), snapshot->now));
          g_assert_cmpuint (part->span_flags[i], ==, DWELL_SPAN_END_MISSING);
        }
      else
        {
          g_assert_cmpint (dwell_trace_get_span_end (part, i), ==,
                           g_array_index (snapshot->ends, gint64, i));
          g_assert_cmpuint (part->span_flags[i], ==, g_array_index (snapshot->flags, guint8, i));
        }

      if (whole != NULL)
        {
          guint32 track = dwell_trace_get_span_track (part, i);

          g_assert_cmpint (dwell_trace_get_span_begin (part, i), ==,
                           dwell_trace_get_span_begin (whole, i));
          g_assert_cmpuint (part->span_area[i], ==, whole->span_area[i]);
          g_assert_cmpuint (track, ==, dwell_trace_get_span_track (whole, i));
          g_assert_cmpuint (part->span_row[i] - part->tracks[track].first_row, ==,
                            whole->span_row[i] - whole->tracks[track].first_row);
          g_assert_cmpstr (dwell_trace_get_area_name (part, part->span_area[i]), ==,
                           dwell_trace_get_area_name (whole, whole->span_area[i]));
        }
    }

  for (guint32 i = 0; i < part->n_marks; i++)
    g_assert_cmpstr (dwell_trace_get_string (part, part->mark_text[i]), ==, "message");
}

static void
test_snapshots (void)
{
  for (guint round = 0; round < 40; round++)
    {
      g_autoptr(GPtrArray) snapshots = g_ptr_array_new_with_free_func (snapshot_free);
      DwellTrace *whole;
      TraceMaker maker;

      trace_maker_init (&maker, round % 2 == 1);

      for (int i = 0; i < 400; i++)
        {
          if (g_test_rand_int_range (0, 40) == 0)
            {
              /* No context may be ahead of "now", or its rows would overlap. */
              gint64 now = maker.clocks[0];
              Snapshot *snapshot;

              for (guint c = 1; c < MAKER_CONTEXTS; c++)
                now = MAX (now, maker.clocks[c]);

              for (guint c = 0; c < MAKER_CONTEXTS; c++)
                maker.clocks[c] = now;

              snapshot = take_snapshot (maker.builder, now);

              if (snapshot != NULL)
                {
                  check_tables (snapshot->trace);
                  g_ptr_array_add (snapshots, snapshot);
                }
            }

          trace_maker_step (&maker);
        }

      whole = trace_maker_finish (&maker);
      check_tables (whole);
      g_assert_false (whole->is_partial);

      for (guint i = 0; i < snapshots->len; i++)
        check_snapshot (g_ptr_array_index (snapshots, i), whole);

      dwell_trace_unref (whole);

      for (guint i = 0; i < snapshots->len; i++)
        check_snapshot (g_ptr_array_index (snapshots, i), NULL);
    }
}

/* Enough spans for the sorts to go over to all processors. */
static void
test_many (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .parent = DWELL_NONE };
  guint32 id = dwell_builder_add_area (builder, &area);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 tracks[3];
  guint32 rows[3];
  guint32 n_in_row[3] = { 0, 0, 0 };
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 3; i++)
    tracks[i] = dwell_builder_add_track (builder, "t", context, FALSE);

  /* Rows are added in the reverse order of their tracks, so that they are renumbered. */
  for (guint i = 0; i < 3; i++)
    rows[i] = dwell_builder_add_row (builder, tracks[2 - i], 0);

  g_assert_true (dwell_builder_reserve_spans (builder, 1000000, NULL));

  for (guint32 i = 0; i < 1000000; i++)
    {
      guint which = (guint) g_test_rand_int_range (0, 3);
      guint32 span = dwell_builder_open_span (builder, id, rows[which], DWELL_NONE, i);

      dwell_builder_close_span (builder, span, i + 1, 0);
      n_in_row[2 - which]++;
    }

  trace = dwell_builder_finish (builder);
  g_assert_cmpint (trace->begin, ==, 0);
  g_assert_cmpint (trace->end, ==, 1000000);

  for (guint32 row = 0; row < 3; row++)
    {
      const guint32 *spans = trace->row_spans + trace->rows[row].first_span;

      g_assert_cmpuint (trace->rows[row].track, ==, row);
      g_assert_cmpuint (trace->rows[row].n_spans, ==, n_in_row[row]);

      for (guint32 i = 0; i < trace->rows[row].n_spans; i++)
        {
          g_assert_cmpuint (trace->span_row[spans[i]], ==, row);
          g_assert_true (i == 0 || spans[i - 1] < spans[i]);
        }
    }
}

typedef struct {
  gint64 begin;
  gint64 end;
} Times;

/* Times about the borders of what fits into DwellSpanTimes: near the first of the block, as far as
 * its base lies from it, and all that there can be. */
static gint64
choose_time (gint64 first)
{
  static const gint64 distances[] = {
    0, 1, -1, DWELL_TIME_FAR / 2 - 1, DWELL_TIME_FAR / 2, -(gint64) DWELL_TIME_FAR / 2,
    -(gint64) DWELL_TIME_FAR / 2 - 1, DWELL_TIME_FAR - 1, DWELL_TIME_FAR,
    (gint64) G_MAXUINT32, (gint64) G_MAXUINT32 + 1,
  };
  static const gint64 times[] = { -DWELL_TIME_MAX, -1, 0, 1, DWELL_TIME_MAX };

  if (g_test_rand_int_range (0, 8) == 0)
    return times[g_test_rand_int_range (0, G_N_ELEMENTS (times))];

  return CLAMP (first + distances[g_test_rand_int_range (0, G_N_ELEMENTS (distances))],
                -DWELL_TIME_MAX, DWELL_TIME_MAX);
}

static void
check_times (const DwellTrace *trace,
             const Times      *times,
             guint32           n)
{
  g_assert_cmpuint (trace->n_spans, ==, n);

  for (guint32 i = 0; i < n; i++)
    {
      g_assert_cmpint (dwell_trace_get_span_begin (trace, i), ==, times[i].begin);
      g_assert_cmpint (dwell_trace_get_span_end (trace, i), ==, times[i].end);
      /* The open ones of a partial trace last until then, beyond what a file can say. */
      g_assert_cmpuint ((guint64) dwell_trace_get_span_duration (trace, i), ==,
                        (guint64) times[i].end - (guint64) times[i].begin);
    }
}

/* Opens @n spans, half of which end after a partial trace was made, and puts them into the opposite
 * order. */
static void
check_blocks (guint32 n)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .parent = DWELL_NONE };
  guint32 id = dwell_builder_add_area (builder, &area);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "c", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  g_autofree Times *times = g_new0 (Times, n + 1);
  g_autofree Times *early = g_new0 (Times, n + 1);
  g_autofree Times *reverse = g_new0 (Times, n + 1);
  g_autofree guint32 *order = g_new0 (guint32, n + 1);
  g_autofree guint32 *new_numbers = g_new0 (guint32, n + 1);
  gint64 first = choose_time (g_test_rand_int_range (-1000, 1000));
  gint64 now = choose_time (first);
  g_autoptr(DwellTrace) part = NULL;
  g_autoptr(DwellTrace) trace = NULL;

  g_assert_true (dwell_builder_reserve_spans (builder, n, NULL));
  for (guint32 i = 0; i < n; i++)
    {
      if (i % DWELL_TIME_BLOCK == 0)
        first = choose_time (first);
      times[i].begin = i % DWELL_TIME_BLOCK == 0 ? first : choose_time (first);
      times[i].end = MAX (times[i].begin, choose_time (times[i].begin));
      early[i] = times[i];
      reverse[n - 1 - i] = times[i];
      order[i] = n - 1 - i;

      g_assert_cmpuint (dwell_builder_open_span (builder, id, row, DWELL_NONE, times[i].begin), ==,
                        i);
      g_assert_cmpint (dwell_builder_get_span_end (builder, i), ==, times[i].begin);
      if (i % 2 == 0)
        dwell_builder_close_span (builder, i, times[i].end, 0);
      else
        early[i].end = MAX (now, times[i].begin);
    }

  part = dwell_builder_snapshot (builder, now);
  for (guint32 i = 1; i < n; i += 2)
    dwell_builder_close_span (builder, i, times[i].end, 0);
  for (guint32 i = 0; i < n; i++)
    {
      g_assert_cmpint (dwell_builder_get_span_begin (builder, i), ==, times[i].begin);
      g_assert_cmpint (dwell_builder_get_span_end (builder, i), ==, times[i].end);
    }

  g_assert_true (dwell_builder_reorder_spans (builder, order, new_numbers, NULL));
  trace = dwell_builder_finish (builder);
  check_times (trace, reverse, n);
  if (n > 0)
    check_times (part, early, n);
}

static void
test_blocks (void)
{
  static const guint32 n_spans[] = {
    0, 1, 2, DWELL_TIME_BLOCK - 1, DWELL_TIME_BLOCK, DWELL_TIME_BLOCK + 1,
    5 * DWELL_TIME_BLOCK, 5 * DWELL_TIME_BLOCK + 7,
  };

  for (guint i = 0; i < G_N_ELEMENTS (n_spans); i++)
    for (guint round = 0; round < 20; round++)
      check_blocks (n_spans[i]);
}

/* Adds a track of @n points: all times are as before, and theirs come behind. */
static void
check_derived (DwellTrace   *base,
               const gint64 *write_times,
               guint32       n)
{
  g_autofree DwellDerivedPoint *points = g_new0 (DwellDerivedPoint, n);
  DwellDerivedTrack track = { .name = "d", .title = "d", .unit = "", .text = "d",
                              .subject = DWELL_NONE, .points = points,
                              .n_points = n };
  g_autoptr(DwellTrace) derived = NULL;

  for (guint32 i = 0; i < n; i++)
    points[i].time = choose_time (write_times[0]);

  derived = dwell_trace_derive (base, &track, 1, NULL);
  g_assert_nonnull (derived);
  g_assert_cmpuint (derived->n_writes, ==, base->n_writes + n);
  for (guint32 i = 0; i < derived->n_writes; i++)
    g_assert_cmpint (dwell_trace_get_write_time (derived, i), ==,
                     i < base->n_writes ? write_times[i] : points[i - base->n_writes].time);
  for (guint32 i = 0; i < base->n_file_events; i++)
    g_assert_cmpint (dwell_trace_get_event_time (derived, i), ==,
                     dwell_trace_get_event_time (base, i));
}

/* Events of the file and writes at times in any order, beside spans that take far times, too, and
 * are dropped once. A partial trace keeps what it showed. */
static void
check_events (guint32 n)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .parent = DWELL_NONE };
  guint32 id = dwell_builder_add_area (builder, &area);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "c", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  g_autofree gint64 *times = g_new (gint64, n + 1);
  g_autofree gint64 *write_times = g_new (gint64, n + 1);
  gint64 first = choose_time (0);
  g_autoptr(DwellTrace) part = NULL;
  g_autoptr(DwellTrace) trace = NULL;

  g_assert_true (dwell_builder_reserve_spans (builder, n, NULL));
  g_assert_true (dwell_builder_reserve_events (builder, n, NULL));
  for (guint32 i = 0; i < n; i++)
    {
      times[i] = choose_time (first);
      dwell_builder_add_event (builder, DWELL_EVENT_ENTRY, id, times[i]);
      g_assert_cmpint (dwell_builder_get_event_time (builder, i), ==, times[i]);
      write_times[i] = choose_time (first);
      dwell_builder_add_write (builder, track, write_times[i], i);
      dwell_builder_open_span (builder, id, row, DWELL_NONE, choose_time (first));
      if (i != n / 2)
        continue;

      part = dwell_builder_snapshot (builder, first);
      dwell_builder_clear_spans (builder);
      g_assert_true (dwell_builder_reserve_spans (builder, n, NULL));
    }

  trace = dwell_builder_finish (builder);
  g_assert_cmpuint (trace->n_file_events, ==, n);
  g_assert_cmpuint (part->n_file_events, ==, n / 2 + 1);
  for (guint32 i = 0; i < n; i++)
    g_assert_cmpint (dwell_trace_get_event_time (trace, i), ==, times[i]);
  for (guint32 i = 0; i < part->n_file_events; i++)
    {
      g_assert_cmpint (dwell_trace_get_event_time (part, i), ==, times[i]);
      g_assert_cmpint (dwell_trace_get_write_time (part, i), ==, write_times[i]);
    }
  check_derived (trace, write_times, (guint32) g_test_rand_int_range (1, 600));
}

static void
test_events (void)
{
  for (guint round = 0; round < 20; round++)
    {
      check_events (1);
      check_events (DWELL_TIME_BLOCK);
      check_events (2 * DWELL_TIME_BLOCK + (guint32) g_test_rand_int_range (0, 9));
    }
}

static double
get_real (const DwellTrace *trace,
          guint32           write)
{
  double real;

  memcpy (&real, &trace->write_value[write], sizeof real);
  return real;
}

static void
add_real (DwellBuilder *builder,
          guint32       track,
          double        real)
{
  guint64 bits;

  memcpy (&bits, &real, sizeof bits);
  dwell_builder_add_write (builder, track, 0, bits);
}

/* A variable that one process writes as integers, another first as integers, then as reals. A
 * partial trace that knew none of the reals keeps its integers. */
static void
check_reals (gboolean has_parts)
{
  static const double expected[] = { -3, 4, 1.5, 5, -2.5 };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_WRITES);
  DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_VARIABLE };
  guint32 ids[2] = { dwell_builder_add_area (builder, &area) };
  guint32 tracks[3];
  g_autoptr(DwellTrace) before = NULL;
  g_autoptr(DwellTrace) during = NULL;
  g_autoptr(DwellTrace) trace = NULL;

  area.name = dwell_strings_intern (builder->strings, "other", -1);
  ids[1] = dwell_builder_add_area (builder, &area);
  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++)
    {
      guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_PROCESS, i,
                                                   DWELL_NONE);

      tracks[i] = dwell_builder_add_track (builder, "v", context, FALSE);
      dwell_builder_set_track_kind (builder, tracks[i], DWELL_TRACK_STEPS, DWELL_TRACKS_DATA,
                                    ids[i / 2]);
    }

  g_assert_true (dwell_builder_reserve_events (builder, 6, NULL));
  dwell_builder_add_write (builder, tracks[0], 0, (guint64) (gint64) -3);
  dwell_builder_add_write (builder, tracks[1], 0, 4);
  before = has_parts ? dwell_builder_snapshot (builder, 0) : NULL;
  dwell_builder_begin_reals (builder, tracks[1]);
  add_real (builder, tracks[1], 1.5);
  during = has_parts ? dwell_builder_snapshot (builder, 0) : NULL;
  dwell_builder_add_write (builder, tracks[0], 0, 5);
  dwell_builder_begin_reals (builder, tracks[1]);
  add_real (builder, tracks[1], -2.5);
  dwell_builder_add_write (builder, tracks[2], 0, 6);
  trace = dwell_builder_finish (builder);

  g_assert_true (trace->areas[ids[0]].is_float);
  for (guint32 i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpfloat (get_real (trace, i), ==, expected[i]);
  g_assert_cmpuint (trace->write_value[5], ==, 6);
  if (!has_parts)
    return;

  g_assert_false (before->areas[ids[0]].is_float);
  g_assert_cmpint ((gint64) before->write_value[0], ==, -3);
  g_assert_cmpint ((gint64) before->write_value[1], ==, 4);
  for (guint32 i = 0; i < during->n_writes; i++)
    g_assert_cmpfloat (get_real (during, i), ==, expected[i]);
}

static void
test_reals (void)
{
  check_reals (FALSE);
  check_reals (TRUE);
}

/* Spans and marks change places with all that names them; a partial trace keeps what it showed. */
static void
test_reorder (void)
{
  static const guint32 span_order[] = { 2, 0, 1 };
  static const guint32 mark_order[] = { 1, 0 };
  g_autoptr(DwellTrace) before = NULL;
  g_autoptr(DwellTrace) after = NULL;
  DwellBuilder *builder = dwell_builder_new ("test", "Test",
                                             DWELL_TABLE_SPANS | DWELL_TABLE_MARKS |
                                             DWELL_TABLE_SUSPENSIONS);
  DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "c", context, FALSE);
  guint32 rows[2] = { dwell_builder_add_row (builder, track, 0),
                      dwell_builder_add_row (builder, track, 0) };
  guint32 new_numbers[3];

  dwell_builder_add_area (builder, &area);
  g_assert_true (dwell_builder_reserve_spans (builder, 3, NULL));
  g_assert_true (dwell_builder_reserve_events (builder, 1, NULL));
  dwell_builder_close_span (builder, dwell_builder_open_span (builder, 0, rows[0], DWELL_NONE, 10),
                            20, 0);
  dwell_builder_close_span (builder, dwell_builder_open_span (builder, 0, rows[1], 0, 12), 15,
                            DWELL_SPAN_DOUBTFUL);
  dwell_builder_close_span (builder, dwell_builder_open_span (builder, 0, rows[0], DWELL_NONE, 1),
                            5, 0);
  dwell_builder_add_suspension (builder, DWELL_SUSPENSION_WAIT, 1, 13, 14);
  g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_MESSAGE, 14, track, 1, DWELL_NONE, 0,
                                         NULL));
  g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_MESSAGE, 3, track, DWELL_NONE, 0, 0,
                                         NULL));

  before = dwell_builder_snapshot (builder, 20);
  g_assert_true (dwell_builder_reorder_spans (builder, span_order, new_numbers, NULL));
  g_assert_true (dwell_builder_reorder_marks (builder, mark_order, NULL));
  after = dwell_builder_finish (builder);

  for (guint32 i = 0; i < 3; i++)
    {
      guint32 old = span_order[i];

      g_assert_cmpuint (new_numbers[old], ==, i);
      g_assert_cmpint (dwell_trace_get_span_begin (after, i), ==,
                       dwell_trace_get_span_begin (before, old));
      g_assert_cmpint (dwell_trace_get_span_end (after, i), ==,
                       dwell_trace_get_span_end (before, old));
      g_assert_cmpuint (after->span_row[i], ==, before->span_row[old]);
      g_assert_cmpuint (after->span_flags[i], ==, before->span_flags[old]);
    }

  g_assert_cmpint (dwell_trace_get_span_begin (before, 0), ==, 10);
  g_assert_cmpint (dwell_trace_get_span_begin (after, 0), ==, 1);
  g_assert_cmpuint (before->span_parent[1], ==, 0);
  g_assert_cmpuint (after->span_parent[0], ==, DWELL_NONE);
  g_assert_cmpuint (after->span_parent[2], ==, 1);
  g_assert_cmpuint (before->mark_span[0], ==, 1);
  g_assert_cmpint (after->mark_time[0], ==, 3);
  g_assert_cmpuint (after->mark_area[0], ==, 0);
  g_assert_cmpuint (after->mark_span[0], ==, DWELL_NONE);
  g_assert_cmpuint (after->mark_span[1], ==, 2);
  g_assert_cmpuint (before->suspension_span[0], ==, 1);
  g_assert_cmpuint (after->suspension_span[0], ==, 2);
  check_tables (after);
}

static void
test_area_keys (void)
{
  g_autoptr(DwellBuilder) builder = dwell_builder_new ("test", "Test", 0);
  DwellArea area = { .name = dwell_strings_intern (builder->strings, "f", -1),
                     .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
  DwellArea other = area;
  guint32 first = dwell_builder_add_area (builder, &area);
  guint32 second;
  guint32 g = dwell_strings_intern (builder->strings, "g", -1);

  /* Fields that are not part of the key make no other area. */
  other.line = 7;
  other.author = g;
  g_assert_cmpuint (dwell_builder_add_area (builder, &other), ==, first);

  other = area;
  other.module = g;
  g_assert_cmpuint (dwell_builder_add_area (builder, &other), !=, first);

  other = area;
  other.kind = DWELL_AREA_SCOPE;
  g_assert_cmpuint (dwell_builder_add_area (builder, &other), !=, first);

  other = area;
  other.parent = first;
  g_assert_cmpuint (dwell_builder_add_area (builder, &other), !=, first);

  other = area;
  other.has_value = TRUE;
  second = dwell_builder_add_area (builder, &other);
  g_assert_cmpuint (second, !=, first);
  other.value = 1;
  g_assert_cmpuint (dwell_builder_add_area (builder, &other), !=, second);
  g_assert_cmpuint (builder->areas->n, ==, 6);

  /* What is appended is another, and is not found. */
  area.title = area.name;
  g_assert_cmpuint (dwell_builder_append_area (builder, &area), ==, 6);
  g_assert_cmpuint (dwell_builder_add_area (builder, &area), ==, first);
}

static void
test_descriptions (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_MARKS);
  static const char note[] = "Lanes are not threads.";
  g_autoptr(DwellTrace) part = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "c", context, FALSE);

  g_assert_null (dwell_builder_snapshot (builder, 0));

  dwell_builder_set_property (builder, "process_id", "Process", g_variant_new_uint64 (1));
  dwell_builder_set_property (builder, "clean_exit", "Clean", g_variant_new_boolean (TRUE));
  dwell_builder_add_note (builder, note);
  dwell_builder_add_note (builder, note);
  g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_EXIT, 5, track, DWELL_NONE, DWELL_NONE,
                                         0, NULL));
  dwell_problems_add (builder->problems, DWELL_SEVERITY_INFO, "a", 0, -1, "%s", "first");

  part = dwell_builder_snapshot (builder, 5);
  dwell_builder_set_property (builder, "process_id", "Process", g_variant_new_uint64 (2));
  dwell_problems_add (builder->problems, DWELL_SEVERITY_INFO, "a", 0, -1, "%s", "second");
  builder->begin = -7;
  builder->end = 3;
  builder->n_events = 12;
  trace = dwell_builder_finish (builder);

  g_assert_cmpuint (g_variant_get_uint64 (dwell_trace_get_property (part, "process_id")->value), ==,
                    1);
  g_assert_cmpuint (g_variant_get_uint64 (dwell_trace_get_property (trace, "process_id")->value),
                    ==, 2);
  g_assert_cmpuint (trace->n_properties, ==, 2);
  g_assert_cmpuint (dwell_problems_get_n (part->problems), ==, 1);
  g_assert_cmpuint (dwell_problems_get_n (trace->problems), ==, 2);
  g_assert_cmpstr (trace->notes[0], ==, note);
  g_assert_null (trace->notes[1]);
  g_assert_cmpint (trace->begin, ==, -7);
  g_assert_cmpint (trace->end, ==, 5);
  g_assert_cmpuint (trace->n_events, ==, 12);
  g_assert_true (dwell_trace_has (trace, DWELL_TABLE_MARKS));
  g_assert_false (dwell_trace_has (trace, DWELL_TABLE_SPANS));
  g_assert_cmpuint (trace->mark_kind[0], ==, DWELL_MARK_EXIT);
}

/* Limit: core/DWELL_COLUMN_MAX */
static void
test_limits (void)
{
  g_autoptr(DwellBuilder) builder = dwell_builder_new ("test", "Test", 0);
  g_autoptr(GError) error = NULL;

  g_assert_false (dwell_builder_reserve_spans (builder, DWELL_COLUMN_MAX + 1, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_clear_error (&error);

  /* The failed call has changed nothing. */
  g_assert_true (dwell_builder_reserve_spans (builder, 1, &error));
  g_assert_no_error (error);
}

static guint32
add_context (DwellBuilder *builder)
{
  return dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
}

static guint32
add_track (DwellBuilder *builder)
{
  return dwell_builder_add_track (builder, "t", 0, FALSE);
}

static guint32
add_row (DwellBuilder *builder)
{
  return dwell_builder_add_row (builder, 0, 0);
}

static guint32
add_area (DwellBuilder *builder)
{
  DwellArea area = { .parent = DWELL_NONE, .name = (guint32) builder->areas->n };

  return dwell_builder_add_area (builder, &area);
}

/* The last element that a table can have is added; of one more, nothing is written, and no trace is
 * made. What lies between takes address space alone. Limit: core/TABLE_MAX */
static void
test_table_limits (void)
{
  static const struct {
    gsize     column;
    guint32 (*add) (DwellBuilder *builder);
  } cases[] = {
    { G_STRUCT_OFFSET (DwellBuilder, areas), add_area },
    { G_STRUCT_OFFSET (DwellBuilder, contexts), add_context },
    { G_STRUCT_OFFSET (DwellBuilder, tracks), add_track },
    { G_STRUCT_OFFSET (DwellBuilder, rows), add_row },
  };
  const gsize n_max = 67108864;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellBuilder *builder = dwell_builder_new ("test", "Test", 0);
      DwellColumn *column = G_STRUCT_MEMBER (DwellColumn *, builder, cases[i].column);
      g_autoptr(GError) error = NULL;

      g_assert_true (dwell_column_reserve (column, n_max, &error));
      g_assert_no_error (error);
      column->n = n_max - 1;

      g_assert_cmpuint (cases[i].add (builder), ==, n_max - 1);
      g_assert_true (dwell_builder_check (builder, 0, &error));
      g_assert_no_error (error);

      g_assert_cmpuint (cases[i].add (builder), <, n_max);
      g_assert_cmpuint (column->n, ==, n_max);
      g_assert_false (dwell_builder_check (builder, 0, &error));
      g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
      dwell_builder_free (builder);
    }
}

/* The same of stack nodes, in all their columns, of which an error tells, and of cost points, which
 * are packed. Limit: core/DWELL_NODES_MAX */
static void
test_node_limits (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", 0);
  DwellColumn * const columns[] = {
    builder->node_parent, builder->node_area, builder->node_context,
    builder->node_count, builder->node_total, builder->node_self,
  };
  g_autoptr(GError) error = NULL;
  const gsize n_max = 268435456;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_assert_true (dwell_column_reserve (columns[i], n_max, &error));
      g_assert_no_error (error);
      columns[i]->n = n_max - 1;
    }

  g_assert_cmpuint (dwell_builder_add_stack_node (builder, DWELL_NONE, 0, 0, &error), ==,
                    n_max - 1);
  g_assert_no_error (error);
  g_assert_cmpuint (dwell_builder_add_stack_node (builder, DWELL_NONE, 0, 0, &error), ==,
                    DWELL_NONE);
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "there are more stack nodes than Dwell can handle");
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    g_assert_cmpuint (columns[i]->n, ==, n_max);

  dwell_packed_repeat (builder->point_size, 7, n_max - 1);
  g_assert_true (dwell_packed_has_room (builder->point_size, 1));
  g_assert_false (dwell_packed_has_room (builder->point_size, 2));
  dwell_builder_free (builder);
}

/* Adds areas and spans until there is no memory for more, sometimes keeping a partial trace. The
 * program does not abort, ids stay those of existing areas, and no trace is made. */
static void
check_short (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", 0);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "c", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  g_autoptr(DwellTrace) part = NULL;
  g_autoptr(GError) error = NULL;
  guint32 n_part = 0;

  for (guint32 i = 0; dwell_builder_check (builder, 0, &error) &&
                      dwell_builder_reserve_spans (builder, 1000, &error); i++)
    {
      for (guint32 k = 0; k < 1000; k++)
        {
          g_autofree char *name = g_strdup_printf ("area %u of %u, a name of some length", k, i);
          DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
          guint32 id;

          area.name = dwell_strings_intern (builder->strings, name, -1);
          id = dwell_builder_add_area (builder, &area);
          g_assert_cmpuint (id, <, builder->areas->n);
          dwell_builder_close_span (builder, dwell_builder_open_span (builder, id, row, DWELL_NONE,
                                                                      (gint64) i * 1000 + k),
                                    (gint64) i * 1000 + k + 1, 0);
        }

      if (i % 64 == 10)
        {
          g_clear_pointer (&part, dwell_trace_unref);
          part = dwell_builder_snapshot (builder, 0);
          n_part = part != NULL ? part->n_spans : 0;
        }
    }

  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "not enough memory");
  g_assert_cmpuint (builder->areas->n, >, 100000);

  /* A failure that was not checked for is reported at the end. */
  while (dwell_builder_reserve (builder, builder->areas, 1000))
    dwell_column_append (builder->areas, NULL, 1000);
  g_assert_null (dwell_builder_finish (builder));

  for (guint32 i = 0; i < n_part; i++)
    {
      g_assert_cmpint (dwell_trace_get_span_begin (part, i), ==, i);
      g_assert_cmpuint (part->span_area[i], ==, i);
    }
}

static void
test_short (void)
{
  limits_run (check_short, 300 * MIB);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/builder/snapshots", test_snapshots);
  g_test_add_func ("/builder/many", test_many);
  g_test_add_func ("/builder/blocks", test_blocks);
  g_test_add_func ("/builder/events", test_events);
  g_test_add_func ("/builder/reals", test_reals);
  g_test_add_func ("/builder/reorder", test_reorder);
  g_test_add_func ("/builder/area-keys", test_area_keys);
  g_test_add_func ("/builder/descriptions", test_descriptions);
  g_test_add_func ("/builder/limits", test_limits);
  g_test_add_func ("/builder/table-limits", test_table_limits);
  g_test_add_func ("/builder/node-limits", test_node_limits);
  g_test_add_func ("/builder/short-of-memory", test_short);

  return g_test_run ();
}
