/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exceeded deadlines and marks in whole traces, against a check of every sample and instant. */
#include "config.h"

#include "analysis/dwell-overruns.h"
#include "analysis/requirements/dwell-requirements.h"
#include "support/random-trace.h"

#define N_TRACES      200
#define MAX_DEADLINES 6

/* A span is marked where its figure exceeds the deadline; of one that the recording cuts what was
 * seen of it does. Of periods and their jitter the stretches are. */
static void
check_deadline (DwellStatisticsIndex *index,
                const DwellDeadline  *deadline,
                guint                 cause,
                const GArray         *marks)
{
  DwellTrace *trace = dwell_statistics_index_get_trace (index);
  g_autoptr(DwellSamples) samples =
    dwell_samples_new (index, &deadline->area, 1, DWELL_NONE, trace->begin, trace->end,
                       deadline->measure, NULL);
  DwellSampleLimits limits = dwell_sample_limits_of_deadline (deadline->measure,
                                                              deadline->limit_ns);
  guint64 n_complete = 0;

  for (guint i = 0; i < marks->len; i++)
    {
      const DwellOverrunMark *mark = &g_array_index (marks, DwellOverrunMark, i);
      gint64 value;

      if (mark->cause != cause || mark->is_undecided)
        continue;

      g_assert_true (mark->value > (double) deadline->limit_ns ||
                     (deadline->measure == DWELL_MEASURE_JITTER &&
                      mark->value < -(double) deadline->limit_ns));
      g_assert_cmpint (mark->span == DWELL_NONE, ==, deadline->measure >= DWELL_MEASURE_PERIOD);
      if (mark->span == DWELL_NONE)
        n_complete++;
      else if (dwell_samples_find (samples, mark->span, &value))
        n_complete += value == (gint64) mark->value;
      else
        g_assert_cmpuint (trace->span_flags[mark->span] & DWELL_SPAN_INCOMPLETE, !=, 0);
    }
  g_assert_cmpuint (n_complete, ==, dwell_samples_count_beyond (samples, &limits));
}

static void
check_search (const DwellOverruns *overruns,
              guint32              row,
              gint64               time)
{
  const DwellTrace *trace = overruns->trace;
  guint64 expected = 0;

  while (expected < overruns->n &&
         (trace->span_row[overruns->spans[expected]] < row ||
          (trace->span_row[overruns->spans[expected]] == row &&
           dwell_trace_get_span_end (trace, overruns->spans[expected]) < time)))
    expected++;
  g_assert_cmpuint (dwell_overruns_search (overruns, row, time), ==, expected);
}

/* Marks of random spans and stretches. */
static GArray *
make_marks (DwellTrace *trace,
            gint64      step,
            GRand      *rand)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  int n = g_rand_int_range (rand, 0, 30);

  for (int i = 0; i < n; i++)
    {
      DwellOverrunMark mark = { .span = DWELL_NONE, .track = DWELL_NONE, .cause = (guint32) i };

      mark.begin = trace->begin + step * g_rand_int_range (rand, 0, 60);
      mark.end = mark.begin + step * g_rand_int_range (rand, 0, 6);
      if (trace->n_spans > 0 && g_rand_boolean (rand))
        {
          mark.span = (guint32) g_rand_int_range (rand, 0, (int) trace->n_spans);
          mark.begin = dwell_trace_get_span_begin (trace, mark.span);
          mark.end = dwell_trace_get_span_end (trace, mark.span);
        }
      else if (trace->n_tracks > 0 && g_rand_boolean (rand))
        {
          mark.track = (guint32) g_rand_int_range (rand, 0, (int) trace->n_tracks);
        }
      g_array_append_val (marks, mark);
    }
  return marks;
}

/* Each instant that a stretch of a track covers, and no other, is in one of its bars. */
static void
check_bars (const DwellOverruns *overruns,
            const GArray        *marks,
            gint64               step)
{
  const DwellTrace *trace = overruns->trace;

  for (guint32 track = 0; track < trace->n_tracks; track++)
    for (int i = -1; i < 70; i++)
      {
        gint64 time = trace->begin + step * i;
        guint place = dwell_overruns_search_bar (overruns, track, time);
        gboolean is_marked = FALSE;
        const DwellOverrunBar *bar = place < overruns->bars->len
          ? &g_array_index (overruns->bars, DwellOverrunBar, place) : NULL;

        for (guint j = 0; j < marks->len; j++)
          {
            const DwellOverrunMark *mark = &g_array_index (marks, DwellOverrunMark, j);

            is_marked |= mark->span == DWELL_NONE && mark->track == track && mark->begin <= time &&
                         mark->end >= time;
          }
        g_assert_cmpint (bar != NULL && bar->track == track && bar->begin <= time, ==, is_marked);
      }

  for (int i = -1; i < 70; i++)
    {
      gint64 begin = trace->begin + step * i;
      guint n = 0;

      for (guint j = 0; j < marks->len; j++)
        {
          const DwellOverrunMark *mark = &g_array_index (marks, DwellOverrunMark, j);

          n += mark->span == DWELL_NONE && mark->begin <= begin + 2 * step && mark->end >= begin;
        }
      g_assert_cmpuint (dwell_overruns_count_stretches (overruns, begin, begin + 2 * step), ==, n);
    }
}

/* All of them, one after another, are those that were put in. */
static void
check_marks (const DwellOverruns *overruns,
             const GArray        *marks)
{
  guint64 n_stretches = 0;
  gint64 last = G_MININT64;
  g_autofree guint8 *is_seen = g_new0 (guint8, marks->len + 1);

  for (guint i = 0; i < marks->len; i++)
    n_stretches += g_array_index (marks, DwellOverrunMark, i).span == DWELL_NONE;
  g_assert_cmpuint (dwell_overruns_count (overruns), ==, overruns->n + n_stretches);

  for (guint64 place = 0; place < dwell_overruns_count (overruns); place++)
    {
      DwellOverrunMark mark = dwell_overruns_get_mark (overruns, place);

      g_assert_cmpint (mark.begin, >=, last);
      g_assert_cmpuint (dwell_overruns_find (overruns, mark.begin), <=, place);
      g_assert_cmpuint (dwell_overruns_find (overruns, mark.begin + 1), >, place);
      last = mark.begin;
      if (mark.span == DWELL_NONE)
        is_seen[mark.cause] = TRUE;
      else
        n_stretches++;
    }
  g_assert_cmpuint (n_stretches, ==, dwell_overruns_count (overruns));

  for (guint i = 0; i < marks->len; i++)
    {
      const DwellOverrunMark *mark = &g_array_index (marks, DwellOverrunMark, i);
      guint n = 0;
      const DwellOverrunMark *violations =
        mark->span != DWELL_NONE ? dwell_overruns_get_violations (overruns, mark->span, &n) : NULL;

      for (guint j = 0; j < n; j++)
        is_seen[i] |= violations[j].cause == i;
      g_assert_true (is_seen[i]);
    }
}

static void
check_trace (DwellTrace *trace,
             gint64      step,
             GRand      *rand)
{
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  guint n_deadlines = (guint) g_rand_int_range (rand, 0, MAX_DEADLINES + 1);
  DwellDeadline deadlines[MAX_DEADLINES];
  g_autoptr(GArray) marks = make_marks (trace, step, rand);
  g_autoptr(GArray) of_deadlines = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  g_autoptr(DwellOverruns) marked = NULL;
  g_autoptr(DwellOverruns) overruns = NULL;
  guint64 n = 0;

  for (guint i = 0; i < n_deadlines; i++)
    deadlines[i] = (DwellDeadline) {
      (guint32) g_rand_int_range (rand, 0, (int) trace->n_areas),
      (DwellMeasure) g_rand_int_range (rand, 0, DWELL_N_MEASURES),
      step * g_rand_int_range (rand, 0, 12),
    };

  g_assert_true (dwell_deadlines_check (deadlines, n_deadlines, trace, 100, of_deadlines, NULL));
  for (guint i = 0; i < n_deadlines; i++)
    check_deadline (index, &deadlines[i], 100 + i, of_deadlines);

  overruns = dwell_overruns_new (trace, of_deadlines, NULL);
  for (guint i = 0; i < of_deadlines->len; i++)
    {
      const DwellOverrunMark *mark = &g_array_index (of_deadlines, DwellOverrunMark, i);

      if (mark->span != DWELL_NONE && !mark->is_undecided)
        g_assert_true (dwell_overruns_has_span (overruns, mark->span));
    }
  for (guint i = 0; i < DWELL_OVERRUNS_N_COLUMNS; i++)
    n += overruns->columns[i];
  g_assert_cmpuint (n, ==, overruns->n);

  for (guint64 i = 1; i < overruns->n; i++)
    {
      guint32 left = overruns->spans[i - 1];
      guint32 right = overruns->spans[i];

      g_assert_cmpuint (trace->span_row[left], <=, trace->span_row[right]);
      if (trace->span_row[left] == trace->span_row[right])
        g_assert_cmpint (dwell_trace_get_span_end (trace, left), <=,
                         dwell_trace_get_span_end (trace, right));
    }

  marked = dwell_overruns_new (trace, marks, NULL);
  check_marks (marked, marks);
  check_bars (marked, marks, step);
  for (guint i = 0; i < marks->len; i++)
    {
      guint32 span = g_array_index (marks, DwellOverrunMark, i).span;

      g_assert_true (span == DWELL_NONE || dwell_overruns_has_span (marked, span));
    }

  /* Those of both are one. */
  g_clear_pointer (&marked, dwell_overruns_free);
  marked = dwell_overruns_new (trace, of_deadlines, marks);
  g_assert_cmpuint (dwell_overruns_count (marked), >=, dwell_overruns_count (overruns));
  for (guint64 i = 0; i < overruns->n; i++)
    g_assert_true (dwell_overruns_has_span (marked, overruns->spans[i]));

  for (guint i = 0; i < 20 && trace->n_rows > 0; i++)
    check_search (overruns, (guint32) g_rand_int_range (rand, 0, (int) trace->n_rows),
                  trace->begin + step * g_rand_int_range (rand, -2, 120));
}

static void
test_random (void)
{
  guint32 seed = random_trace_new_seed ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);

  g_test_message ("Seed %u", seed);
  for (guint i = 0; i < N_TRACES; i++)
    {
      RandomTraceShape shape;
      g_autoptr(DwellTrace) trace = NULL;

      random_trace_choose_shape (rand, &shape);
      trace = random_trace_new (rand, &shape);
      check_trace (trace, shape.step, rand);
    }
}

static void
test_cancelled (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  RandomTraceShape shape = { .n_spans = 20, .n_contexts = 1, .n_areas = 1, .step = 1 };
  g_autoptr(DwellTrace) trace = random_trace_new (rand, &shape);
  g_autoptr(GArray) marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  DwellDeadline deadline = { 0, DWELL_MEASURE_CALL, 0 };

  g_cancellable_cancel (cancellable);
  g_assert_false (dwell_deadlines_check (&deadline, 1, trace, 0, marks, cancellable));
}

/* What could not be decided is no overrun; on each track it is united, torn where any of it is. */
static void
test_undecided (void)
{
  RandomTraceShape shape = { .n_spans = 50, .n_contexts = 2, .n_areas = 3, .step = 1 };
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);
  g_autoptr(DwellTrace) trace = random_trace_new (rand, &shape);
  const DwellOverrunMark all[] = {
    { .begin = 30, .end = 90, .span = DWELL_NONE, .track = 1, .is_undecided = TRUE,
      .is_torn_at_end = TRUE },
    { .begin = 10, .end = 30, .span = 3, .track = 1, .is_undecided = TRUE,
      .is_torn_at_begin = TRUE },
    { .begin = 40, .end = 50, .span = DWELL_NONE, .track = 0, .is_undecided = TRUE },
    { .begin = 91, .end = 95, .span = DWELL_NONE, .track = 1, .is_undecided = TRUE },
  };
  g_autoptr(GArray) marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  g_autoptr(DwellOverruns) overruns = NULL;
  const DwellOverrunMark *undecided;
  const DwellOverrunBar *bars;
  guint n;

  g_array_append_vals (marks, all, G_N_ELEMENTS (all));
  overruns = dwell_overruns_new (trace, marks, NULL);
  g_assert_cmpuint (dwell_overruns_count (overruns), ==, 0);
  g_assert_false (dwell_overruns_has_span (overruns, 3));
  g_assert_cmpuint (overruns->bars->len, ==, 0);
  g_assert_cmpuint (overruns->torn->len, ==, 3);
  bars = (const DwellOverrunBar *) (gconstpointer) overruns->torn->data;
  g_assert_cmpuint (bars[0].track, ==, 0);
  g_assert_false (bars[0].is_torn_at_begin || bars[0].is_torn_at_end);
  g_assert_cmpint (bars[1].begin, ==, 10);
  g_assert_cmpint (bars[1].end, ==, 90);
  g_assert_true (bars[1].is_torn_at_begin && bars[1].is_torn_at_end);
  g_assert_cmpint (bars[2].begin, ==, 91);
  g_assert_cmpuint (dwell_overruns_search_torn (overruns, 1, 0), ==, 1);
  g_assert_cmpuint (dwell_overruns_search_torn (overruns, 1, 90), ==, 1);
  g_assert_cmpuint (dwell_overruns_search_torn (overruns, 1, 91), ==, 2);
  g_assert_cmpuint (dwell_overruns_search_torn (overruns, 1, 96), ==, 3);
  undecided = dwell_overruns_get_undecided (overruns, 1, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (undecided[0].span, ==, 3);
  dwell_overruns_get_undecided (overruns, 5, &n);
  g_assert_cmpuint (n, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/overruns/random", test_random);
  g_test_add_func ("/overruns/cancelled", test_cancelled);

  g_test_add_func ("/overruns/undecided", test_undecided);
  return g_test_run ();
}
