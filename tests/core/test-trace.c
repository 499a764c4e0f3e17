/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The questions about one span, row or track, against loops over everything, on random traces of
 * both kinds: stacks, and rows whose spans overlap one another. */
#include "config.h"

#include <string.h>

#include "core/dwell-keys.h"
#include "core/dwell-trace.h"
#include "support/trace-maker.h"

#define ROUNDS 120

static DwellTrace *
random_trace (guint round)
{
  int n_steps = g_test_rand_int_range (0, 300);
  TraceMaker maker;

  trace_maker_init (&maker, round % 2 == 1);

  for (int i = 0; i < n_steps; i++)
    trace_maker_step (&maker);

  return trace_maker_finish (&maker);
}

/* The naive own time: ns for ns. */
static gint64
own_by_ticks (const DwellTrace *trace,
              guint32           span)
{
  gint64 own = 0;

  for (gint64 t = dwell_trace_get_span_begin (trace, span);
       t < dwell_trace_get_span_end (trace, span); t++)
    {
      gboolean covered = FALSE;

      for (guint32 i = 0; i < trace->n_spans && !covered; i++)
        covered = trace->span_parent[i] == span && dwell_trace_get_span_begin (trace, i) <= t &&
                  t < dwell_trace_get_span_end (trace, i);

      own += covered ? 0 : 1;
    }

  return own;
}

static void
check_span (const DwellTrace *trace,
            guint32           span)
{
  guint32 next = DWELL_NONE;
  guint32 previous = DWELL_NONE;
  guint32 child = dwell_trace_get_first_child (trace, span);
  guint32 depth = 0;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      if (trace->span_parent[i] == span)
        {
          g_assert_cmpuint (child, ==, i);
          child = dwell_trace_get_next_sibling (trace, i);
        }

      if (trace->span_row[i] == trace->span_row[span] && i < span)
        previous = i;

      if (trace->span_row[i] == trace->span_row[span] && i > span && next == DWELL_NONE)
        next = i;
    }

  g_assert_cmpuint (child, ==, DWELL_NONE);
  g_assert_cmpuint (dwell_trace_get_row_neighbour (trace, span, 1), ==, next);
  g_assert_cmpuint (dwell_trace_get_row_neighbour (trace, span, -1), ==, previous);
  g_assert_cmpint (dwell_trace_get_span_own (trace, span), ==, own_by_ticks (trace, span));

  for (guint32 up = trace->span_parent[span]; up != DWELL_NONE; up = trace->span_parent[up])
    depth++;

  g_assert_cmpuint (dwell_trace_get_span_depth (trace, span), ==, depth);
}

static void
test_spans (void)
{
  for (guint round = 0; round < ROUNDS; round++)
    {
      g_autoptr(DwellTrace) trace = random_trace (round);

      for (guint32 i = 0; i < trace->n_spans; i++)
        check_span (trace, i);
    }
}

static guint32
row_search_by_loop (const DwellTrace *trace,
                    guint32           row,
                    gint64            time)
{
  guint32 position = trace->rows[row].first_span;

  while (position < trace->rows[row].first_span + trace->rows[row].n_spans &&
         dwell_trace_get_span_end (trace, trace->row_spans[position]) <= time)
    position++;

  return position;
}

static guint32
mark_search_by_loop (const DwellTrace *trace,
                     guint32           track,
                     gint64            time)
{
  guint32 position = trace->tracks[track].first_mark;

  while (position < trace->tracks[track].first_mark + trace->tracks[track].n_marks &&
         trace->mark_time[trace->track_marks[position]] < time)
    position++;

  return position;
}

static void
test_searches (void)
{
  for (guint round = 0; round < ROUNDS; round++)
    {
      g_autoptr(DwellTrace) trace = random_trace (round);

      for (gint64 time = trace->begin - 2; time <= trace->end + 2; time++)
        {
          for (guint32 row = 0; row < trace->n_rows; row++)
            g_assert_cmpuint (dwell_trace_row_search (trace, row, time), ==,
                              row_search_by_loop (trace, row, time));

          for (guint32 track = 0; track < trace->n_tracks; track++)
            g_assert_cmpuint (dwell_trace_mark_search (trace, track, time), ==,
                              mark_search_by_loop (trace, track, time));
        }

      for (guint32 row = 0; row < trace->n_rows; row++)
        {
          guint32 last = trace->rows[row].first_span + trace->rows[row].n_spans;

          g_assert_cmpuint (dwell_trace_row_search (trace, row, G_MAXINT64), ==, last);
          g_assert_cmpuint (dwell_trace_row_search (trace, row, G_MININT64), ==,
                            trace->rows[row].first_span);
        }
    }
}

/* Own time where spans were closed across a clock set back has no meaning. */
static void
test_own_undefined (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .parent = DWELL_NONE };
  guint32 id = dwell_builder_add_area (builder, &area);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "c", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  g_autoptr(DwellTrace) trace = NULL;
  guint32 span;

  g_assert_true (dwell_builder_reserve_spans (builder, 1, NULL));
  span = dwell_builder_open_span (builder, id, row, DWELL_NONE, 10);
  dwell_builder_close_span (builder, span, 30, DWELL_SPAN_OWN_UNDEFINED);
  trace = dwell_builder_finish (builder);

  g_assert_cmpint (dwell_trace_get_span_own (trace, span), ==, DWELL_TIME_NONE);
  g_assert_cmpint (dwell_trace_get_span_duration (trace, span), ==, 20);
}

static void
test_empty (void)
{
  g_autoptr(DwellTrace) trace = dwell_builder_finish (dwell_builder_new ("test", "Test",
                                                                         DWELL_TABLE_SPANS));

  g_assert_cmpuint (trace->n_spans, ==, 0);
  g_assert_cmpuint (trace->n_marks, ==, 0);
  g_assert_cmpint (trace->begin, ==, 0);
  g_assert_cmpint (trace->end, ==, 0);
  g_assert_cmpint (trace->wall_clock_ns, ==, DWELL_TIME_NONE);
  g_assert_false (dwell_trace_has (trace, DWELL_TABLE_SPANS));
  g_assert_false (dwell_trace_has (trace, DWELL_TABLE_MARKS));
  g_assert_null (trace->notes[0]);
  g_assert_null (dwell_trace_get_property (trace, "process_id"));
}

static void
test_kinds (void)
{
  for (guint i = 0; i < DWELL_N_AREA_KINDS; i++)
    {
      g_assert_nonnull (dwell_area_kind_get_id (i));
      g_assert_nonnull (dwell_area_kind_get_title (i));

      for (guint k = 0; k < i; k++)
        g_assert_cmpstr (dwell_area_kind_get_id (i), !=, dwell_area_kind_get_id (k));
    }
}

static void
test_time_between (void)
{
  g_assert_cmpint (dwell_time_between (-5, 7), ==, 12);
  g_assert_cmpint (dwell_time_between (0, G_MAXINT64), ==, G_MAXINT64);
  g_assert_cmpint (dwell_time_between (G_MININT64, 60), ==, G_MAXINT64);
  g_assert_cmpint (dwell_time_between (G_MININT64, G_MAXINT64), ==, G_MAXINT64);
}

static void
test_time_round (void)
{
  static const struct {
    long double ns;
    gint64      time;
  } cases[] = {
    { 0, 0 }, { 0.4L, 0 }, { 0.5L, 1 }, { -0.5L, -1 }, { -0.4L, 0 }, { 2.5L, 3 },
    { 1e18L, 1000000000000000000 },
    { 0x1p63L, G_MAXINT64 }, { 0x1p64L, G_MAXINT64 }, { 9223372036854775806.0L, G_MAXINT64 - 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (dwell_time_round (cases[i].ns), ==, cases[i].time);
}

static DwellContextKind
get_kind_of (DwellContextKind first,
             DwellContextKind second)
{
  DwellBuilder *builder = dwell_builder_new ("log", "Log", DWELL_TABLE_SPANS);
  g_autoptr(DwellTrace) trace = NULL;
  const DwellContextKind kinds[] = { first, second };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint32 context = dwell_builder_add_context (builder, i == 0 ? "a" : "b", kinds[i], i,
                                                   DWELL_NONE);

      dwell_builder_add_track (builder, "track", context, FALSE);
    }

  trace = dwell_builder_finish (builder);
  return dwell_trace_get_context_kind (trace);
}

static void
test_context_kind (void)
{
  g_assert_cmpint (get_kind_of (DWELL_CONTEXT_THREAD, DWELL_CONTEXT_THREAD), ==,
                   DWELL_CONTEXT_THREAD);
  g_assert_cmpint (get_kind_of (DWELL_CONTEXT_SESSION, DWELL_CONTEXT_TASK), ==,
                   DWELL_CONTEXT_TASK);
  g_assert_cmpint (get_kind_of (DWELL_CONTEXT_THREAD, DWELL_CONTEXT_PROCESS), ==,
                   DWELL_CONTEXT_SESSION);
  g_assert_cmpint (get_kind_of (DWELL_CONTEXT_SESSION, DWELL_CONTEXT_SESSION), ==,
                   DWELL_CONTEXT_SESSION);
}

/* Two areas whose parents differ: by the sixteenth name of a key, and by one that is none of it.
 * Limit: core/MAX_DEPTH */
static void
test_deep_keys (void)
{
  for (guint depth = 15; depth <= 17; depth++)
    {
      DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
      g_autoptr(DwellTrace) trace = NULL;
      g_autofree char *of_first = NULL;
      g_autofree char *of_second = NULL;
      guint32 innermost[2];

      for (guint side = 0; side < 2; side++)
        {
          DwellArea area = { .parent = DWELL_NONE };

          for (guint i = 0; i < depth; i++)
            {
              area.name = dwell_strings_intern (builder->strings, i > 0 ? "inner"
                                                                        : side > 0 ? "b" : "a", -1);
              area.parent = dwell_builder_add_area (builder, &area);
            }
          innermost[side] = area.parent;
        }

      trace = dwell_builder_finish (builder);
      of_first = dwell_key_of_area (trace, innermost[0]);
      of_second = dwell_key_of_area (trace, innermost[1]);
      g_assert_true (g_str_equal (of_first, of_second) == (depth > 16));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trace/time-between", test_time_between);
  g_test_add_func ("/trace/time-round", test_time_round);
  g_test_add_func ("/trace/spans", test_spans);
  g_test_add_func ("/trace/searches", test_searches);
  g_test_add_func ("/trace/own-undefined", test_own_undefined);
  g_test_add_func ("/trace/empty", test_empty);
  g_test_add_func ("/trace/kinds", test_kinds);
  g_test_add_func ("/trace/context-kind", test_context_kind);
  g_test_add_func ("/trace/deep-keys", test_deep_keys);

  return g_test_run ();
}
