/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exceeded deadlines in whole traces, against a check of every sample. */
#include "config.h"

#include "analysis/dwell-overruns.h"
#include "support/random-trace.h"

#define N_TRACES      200
#define MAX_DEADLINES 6

/* By span: whether one of the deadlines is exceeded. */
static guint8 *
expect (DwellStatisticsIndex *index,
        const DwellDeadline  *deadlines,
        guint                 n_deadlines)
{
  DwellTrace *trace = dwell_statistics_index_get_trace (index);
  guint8 *is_over = g_new0 (guint8, trace->n_spans + 1);

  for (guint i = 0; i < n_deadlines; i++)
    {
      const DwellDeadline *deadline = &deadlines[i];
      g_autoptr(DwellSamples) samples =
        dwell_samples_new (index, &deadline->area, 1, DWELL_NONE, trace->begin, trace->end,
                           deadline->measure, NULL);

      for (guint64 j = 0; j < samples->n; j++)
        is_over[samples->spans[j]] |= samples->values[j] > deadline->limit_ns ||
                                      (deadline->measure == DWELL_MEASURE_JITTER &&
                                       samples->values[j] < -deadline->limit_ns);
    }
  return is_over;
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

static void
check_trace (DwellTrace *trace,
             gint64      step,
             GRand      *rand)
{
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  guint n_deadlines = (guint) g_rand_int_range (rand, 0, MAX_DEADLINES + 1);
  DwellDeadline deadlines[MAX_DEADLINES];
  g_autoptr(DwellOverruns) overruns = NULL;
  g_autofree guint8 *is_over = NULL;
  guint64 n = 0;

  for (guint i = 0; i < n_deadlines; i++)
    deadlines[i] = (DwellDeadline) {
      (guint32) g_rand_int_range (rand, 0, (int) trace->n_areas),
      (DwellMeasure) g_rand_int_range (rand, 0, DWELL_N_MEASURES),
      step * g_rand_int_range (rand, 0, 12),
    };

  overruns = dwell_overruns_new (index, deadlines, n_deadlines, NULL);
  is_over = expect (index, deadlines, n_deadlines);
  for (guint32 span = 0; span < trace->n_spans; span++)
    {
      g_assert_cmpint (dwell_overruns_has_span (overruns, span), ==, is_over[span]);
      n += is_over[span];
    }
  g_assert_cmpuint (overruns->n, ==, n);
  for (guint i = 0; i < DWELL_OVERRUNS_N_COLUMNS; i++)
    n -= overruns->columns[i];
  g_assert_cmpuint (n, ==, 0);

  for (guint64 i = 1; i < overruns->n; i++)
    {
      guint32 left = overruns->spans[i - 1];
      guint32 right = overruns->spans[i];

      g_assert_cmpuint (trace->span_row[left], <=, trace->span_row[right]);
      if (trace->span_row[left] == trace->span_row[right])
        g_assert_cmpint (dwell_trace_get_span_end (trace, left), <=,
                         dwell_trace_get_span_end (trace, right));
    }

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
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  DwellDeadline deadline = { 0, DWELL_MEASURE_CALL, 0 };

  g_cancellable_cancel (cancellable);
  g_assert_null (dwell_overruns_new (index, &deadline, 1, cancellable));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/overruns/random", test_random);
  g_test_add_func ("/overruns/cancelled", test_cancelled);

  return g_test_run ();
}
