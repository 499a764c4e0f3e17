/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics against a naive model: random small traces, whose time is looked at tick by tick. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/dwell-statistics-private.h"
#include "support/random-trace.h"
#include "support/stride.h"

#define MAX_SPANS 256

/* The area, context or module of a row, derived from the spans. */
typedef struct {
  const DwellTrace *trace;
  DwellGroupBy      group_by;
  gint64            begin;
  gint64            end;
  gint64            step;
} Model;

typedef struct {
  guint64 n;
  gint64  values[MAX_SPANS];
} Times;

static guint32
get_group (const Model *model,
           guint32      span)
{
  guint32 area = model->trace->span_area[span];

  switch (model->group_by)
    {
    case DWELL_GROUP_BY_MODULE:
      return model->trace->areas[area].module;
    case DWELL_GROUP_BY_AUTHOR:
      return model->trace->areas[area].author;
    case DWELL_GROUP_BY_AREA:
    default:
      return area;
    }
}

static gboolean
is_doubtful (const Model *model,
             guint32      span)
{
  return (model->trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) != 0;
}

static gboolean
is_of (const Model *model,
       guint32      span,
       guint32      context,
       guint32      group)
{
  return dwell_trace_get_span_context (model->trace, span) == context &&
         get_group (model, span) == group;
}

static gboolean
is_whole (const Model *model,
          guint32      span)
{
  const DwellTrace *trace = model->trace;

  return (trace->span_flags[span] & (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_DOUBTFUL)) == 0 &&
         dwell_trace_get_span_begin (trace, span) >= model->begin &&
         dwell_trace_get_span_end (trace, span) <= model->end;
}

static gboolean
is_over (const Model *model,
         guint32      span,
         gint64       tick)
{
  return dwell_trace_get_span_begin (model->trace, span) <= tick &&
         tick < dwell_trace_get_span_end (model->trace, span);
}

/* The frame that it was entered from, or one above that, is of the same context and group. */
static gboolean
is_recursion (const Model *model,
              guint32      span)
{
  const DwellTrace *trace = model->trace;

  for (guint32 above = trace->span_parent[span];
       above != DWELL_NONE;
       above = trace->span_parent[above])
    if (is_of (model, above, dwell_trace_get_span_context (trace, span), get_group (model, span)) &&
        !is_doubtful (model, above))
      return TRUE;

  return FALSE;
}

static gint64
get_own_ticks (const Model *model,
               guint32      span,
               gint64       begin,
               gint64       end)
{
  gint64 own = 0;

  for (gint64 tick = begin; tick < end; tick += model->step)
    {
      gboolean is_own = is_over (model, span, tick);

      for (guint32 child = 0; child < model->trace->n_spans && is_own; child++)
        is_own = model->trace->span_parent[child] != span || !is_over (model, child, tick);

      own += is_own ? model->step : 0;
    }

  return own;
}

static gint64
clipped (const Model *model,
         guint32      span)
{
  gint64 begin = MAX (dwell_trace_get_span_begin (model->trace, span), model->begin);
  gint64 end = MIN (dwell_trace_get_span_end (model->trace, span), model->end);

  return MAX (0, end - begin);
}

/* All of a row but its share. The sum over contexts comes from the rows of the contexts. */
typedef struct {
  guint64 count;
  guint64 incomplete;
  guint64 undefined;
  Times   calls;
  Times   owns;
  Times   gaps;
  Times   begins;
  DwellSignedWide call_sum; /* sums may be more than 64 bits hold */
  DwellSignedWide call;
  DwellSignedWide net;
  DwellSignedWide outside;
} Expected;

static void
expect_gap (const Model *model,
            Expected    *expected,
            guint32      span,
            guint32      context,
            guint32      group)
{
  const DwellTrace *trace = model->trace;
  guint32 before = DWELL_NONE;

  for (guint32 other = 0; other < span; other++)
    if (is_of (model, other, context, group) && !is_doubtful (model, other) &&
        (before == DWELL_NONE ||
         dwell_trace_get_span_end (trace, other) > dwell_trace_get_span_end (trace, before)))
      before = other;

  if (before == DWELL_NONE ||
      dwell_trace_get_span_end (trace, before) > dwell_trace_get_span_begin (trace, span) ||
      dwell_trace_get_span_end (trace, before) < model->begin || is_recursion (model, span) ||
      (trace->span_flags[before] & DWELL_SPAN_END_MISSING) != 0)
    return;

  expected->gaps.values[expected->gaps.n++] = dwell_trace_get_span_begin (trace, span) -
                                              dwell_trace_get_span_end (trace, before);
}

static void
expect_span (const Model *model,
             Expected    *expected,
             guint32      span,
             guint32      context,
             guint32      group)
{
  const DwellTrace *trace = model->trace;
  gint64 begin = dwell_trace_get_span_begin (trace, span);
  gint64 end = dwell_trace_get_span_end (trace, span);
  guint flags = trace->span_flags[span];

  expected->call_sum += clipped (model, span);
  expected->call += is_recursion (model, span) ? 0 : clipped (model, span);
  expected->net += get_own_ticks (model, span, model->begin, model->end);

  if (begin <= model->end && end >= model->begin)
    {
      expected->incomplete += (flags & DWELL_SPAN_INCOMPLETE) != 0;
      expected->undefined += (flags & DWELL_SPAN_OWN_UNDEFINED) != 0 &&
                             (end > model->begin || begin == model->begin);
    }

  if (begin >= model->begin && begin <= model->end && (flags & DWELL_SPAN_BEGIN_MISSING) == 0)
    {
      expected->count++;
      expected->begins.values[expected->begins.n++] = begin;
      expect_gap (model, expected, span, context, group);
    }

  if (is_whole (model, span))
    {
      expected->calls.values[expected->calls.n++] = end - begin;
      expected->owns.values[expected->owns.n++] = get_own_ticks (model, span, begin, end);
    }
}

static void
expect_pair (const Model *model,
             Expected    *expected,
             guint32      context,
             guint32      group)
{
  const DwellTrace *trace = model->trace;

  *expected = (Expected) { 0 };
  for (guint32 span = 0; span < trace->n_spans; span++)
    if (is_of (model, span, context, group) && !is_doubtful (model, span))
      expect_span (model, expected, span, context, group);

  for (gint64 tick = model->begin; tick < model->end; tick += model->step)
    {
      gboolean is_outside = TRUE;

      for (guint32 span = 0; span < trace->n_spans && is_outside; span++)
        is_outside = !is_of (model, span, context, group) || is_doubtful (model, span) ||
                     !is_over (model, span, tick);

      expected->outside += is_outside ? model->step : 0;
    }
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  gint64 left = *(const gint64 *) a;
  gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

static void
add_times (Times       *self,
           const Times *other)
{
  for (guint64 i = 0; i < other->n; i++)
    self->values[self->n++] = other->values[i];
}

static void
add_expected (Expected       *self,
              const Expected *other)
{
  self->count += other->count;
  self->incomplete += other->incomplete;
  self->undefined += other->undefined;
  self->call_sum += other->call_sum;
  self->call += other->call;
  self->net += other->net;
  self->outside += other->outside;
  add_times (&self->calls, &other->calls);
  add_times (&self->owns, &other->owns);
  add_times (&self->gaps, &other->gaps);
  add_times (&self->begins, &other->begins);
}

static DwellSignedWide
get_sum (const Times *times)
{
  DwellSignedWide sum = 0;

  for (guint64 i = 0; i < times->n; i++)
    sum += times->values[i];

  return sum;
}

static gboolean
is_close (double a,
          double b)
{
  return fabs (a - b) <= 1e-9 * MAX (fabs (a), fabs (b)) + 1e-12;
}

/* Sorts @times. */
static void
check_extremes (const DwellTimes *found,
                Times            *times,
                guint64           n)
{
  g_assert_cmpuint (n, ==, times->n);
  if (n == 0)
    return;

  qsort (times->values, times->n, sizeof (gint64), compare_times);
  g_assert_cmpint (found->min, ==, times->values[0]);
  g_assert_cmpint (found->max, ==, times->values[n - 1]);

  /* Exactly: the rest is less than one of n. */
  g_assert_true (found->avg.whole == get_sum (times) / (DwellSignedWide) n);
  g_assert_cmpfloat (found->avg.rest, ==,
                     (double) (get_sum (times) % (DwellSignedWide) n) / (double) n);
}

static gint64
get_percentile (const Times *sorted,
                guint        percent)
{
  for (guint64 i = 0; i < sorted->n; i++)
    if ((i + 1) * 100 >= sorted->n * percent)
      return sorted->values[i];

  g_assert_not_reached ();
}

static void
check_spread (const DwellStatisticsRow *row,
              Times                    *calls)
{
  double average;
  double squares = 0;

  if (calls->n == 0)
    return;

  average = (double) get_sum (calls) / (double) calls->n;
  for (guint64 i = 0; i < calls->n; i++)
    squares += ((double) calls->values[i] - average) * ((double) calls->values[i] - average);

  g_assert_true (fabs (row->std - sqrt (squares / (double) calls->n)) <=
                 1e-6 * MAX (1, (double) calls->values[calls->n - 1]));
  g_assert_cmpint (row->p50, ==, get_percentile (calls, 50));
  g_assert_cmpint (row->p90, ==, get_percentile (calls, 90));
  g_assert_cmpint (row->p99, ==, get_percentile (calls, 99));
}

static void
check_periods (const DwellStatisticsRow *row,
               Times                    *begins)
{
  Times periods = { 0 };

  qsort (begins->values, begins->n, sizeof (gint64), compare_times);
  for (guint64 i = 1; i < begins->n; i++)
    periods.values[periods.n++] = begins->values[i] - begins->values[i - 1];

  check_extremes (&row->period, &periods, row->n_periods);
}

static void
check_row (const DwellStatisticsRow *row,
           Expected                 *expected,
           DwellStatisticsDetail     detail)
{
  g_assert_cmpuint (row->count, ==, expected->count);
  g_assert_cmpuint (row->incomplete, ==, expected->incomplete);
  g_assert_cmpint (row->net_is_defined, ==, expected->undefined == 0);
  g_assert_true ((DwellSignedWide) row->call_sum == expected->call_sum);
  g_assert_true ((DwellSignedWide) row->call.total == expected->call);
  g_assert_true ((DwellSignedWide) row->gross.total == expected->call);
  g_assert_true ((DwellSignedWide) row->net.total == expected->net);
  g_assert_true ((DwellSignedWide) row->outside.total == expected->outside);

  if (detail == DWELL_STATISTICS_TOTALS)
    return;

  g_assert_cmpuint (row->n_complete, ==, expected->calls.n);
  check_extremes (&row->call, &expected->calls, row->n_complete);
  check_extremes (&row->gross, &expected->calls, row->n_complete);
  check_extremes (&row->net, &expected->owns, row->n_complete);
  check_extremes (&row->outside, &expected->gaps, row->n_gaps);
  check_spread (row, &expected->calls);
  check_periods (row, &expected->begins);
}

static void
check_share (const DwellStatisticsRow *row,
             const Expected           *expected,
             const Expected           *whole)
{
  if (whole->undefined > 0 || whole->net == 0)
    g_assert_cmpfloat (row->share, <, 0);
  else
    g_assert_true (is_close (row->share, (double) expected->net / (double) whole->net));
}

static guint32
get_row_group (const Model              *model,
               const DwellStatisticsRow *row)
{
  if (model->group_by == DWELL_GROUP_BY_AREA)
    return row->area;

  g_assert_cmpuint (row->area, ==, DWELL_NONE);
  return row->group;
}

static guint32
get_n_groups (const Model *model)
{
  return model->group_by == DWELL_GROUP_BY_AREA ? model->trace->n_areas
                                                : dwell_strings_get_n (model->trace->strings);
}

/* By context and group: whether there are spans, doubtful ones too; so there is a row. */
static guint8 *
find_pairs (const Model *model)
{
  guint32 n_groups = get_n_groups (model);
  guint8 *exists = g_new0 (guint8, (gsize) model->trace->n_contexts * n_groups);

  for (guint32 span = 0; span < model->trace->n_spans; span++)
    exists[dwell_trace_get_span_context (model->trace, span) * n_groups +
           get_group (model, span)] = TRUE;

  return exists;
}

/* Checks the rows of @context, or of all, from @row on. Returns the row behind them. */
static guint
check_context (const Model           *model,
               const guint8          *exists,
               const DwellStatistics *statistics,
               guint                  row,
               guint32                context,
               const Expected        *whole)
{
  guint32 n_groups = get_n_groups (model);
  guint32 first = context == DWELL_NONE ? 0 : context;
  guint32 last = context == DWELL_NONE ? model->trace->n_contexts : context + 1;
  g_autofree Expected *pair = g_new0 (Expected, 1);
  g_autofree Expected *all = g_new0 (Expected, 1);

  for (guint32 group = 0; group < n_groups; group++)
    {
      gboolean row_exists = FALSE;

      *all = (Expected) { 0 };
      for (guint32 c = first; c < last; c++)
        if (exists[c * n_groups + group])
          {
            row_exists = TRUE;
            expect_pair (model, pair, c, group);
            add_expected (all, pair);
          }

      if (!row_exists)
        continue;

      g_assert_cmpuint (row, <, statistics->n_rows);
      g_assert_cmpuint (statistics->rows[row].context, ==, context);
      g_assert_cmpuint (get_row_group (model, &statistics->rows[row]), ==, group);
      check_share (&statistics->rows[row], all, whole);
      check_row (&statistics->rows[row++], all, statistics->detail);
    }

  return row;
}

/* Every row there should be, in order, and no other. */
static void
check_query (const Model           *model,
             DwellStatisticsIndex  *index,
             DwellStatisticsDetail  detail)
{
  const DwellTrace *trace = model->trace;
  guint32 n_groups = get_n_groups (model);
  g_autofree guint8 *exists = find_pairs (model);
  g_autofree Expected *contexts = g_new0 (Expected, trace->n_contexts);
  g_autofree Expected *pair = g_new0 (Expected, 1);
  g_autofree Expected *whole = g_new0 (Expected, 1);
  g_autoptr(DwellStatistics) statistics = NULL;
  guint row;

  statistics = dwell_statistics_index_query (index, model->begin, model->end, detail, NULL);
  g_assert_nonnull (statistics);
  g_assert_cmpint (statistics->detail, ==, detail);
  g_assert_cmpint (statistics->begin, ==, model->begin);
  g_assert_cmpint (statistics->end, ==, model->end);

  for (guint32 context = 0; context < trace->n_contexts; context++)
    for (guint32 group = 0; group < n_groups; group++)
      if (exists[context * n_groups + group])
        {
          expect_pair (model, pair, context, group);
          add_expected (&contexts[context], pair);
          add_expected (whole, pair);
        }

  row = check_context (model, exists, statistics, 0, DWELL_NONE, whole);
  for (guint32 context = 0; context < trace->n_contexts; context++)
    row = check_context (model, exists, statistics, row, context, &contexts[context]);

  g_assert_cmpuint (row, ==, statistics->n_rows);
}

static void
check_trace (DwellTrace   *trace,
             GRand        *rand,
             gint64        step,
             DwellGroupBy  group_by,
             guint32       block_size)
{
  Model model = { trace, group_by, trace->begin, trace->end, step };
  DwellStatisticsIndex *index = _dwell_statistics_index_new (trace, group_by, block_size, NULL);
  gint64 n_steps = (trace->end - trace->begin) / step;

  g_assert_true (dwell_statistics_index_get_trace (index) == trace);
  check_query (&model, index, DWELL_STATISTICS_ALL);

  for (guint i = 0; i < 4; i++)
    {
      int part = g_rand_boolean (rand) ? 1 : 8;
      gint64 from = g_rand_int_range (rand, -3, (int) n_steps + 3);
      gint64 length = g_rand_int_range (rand, 0, (int) n_steps / part + 3);

      model.begin = trace->begin + from * step;
      model.end = model.begin + length * step;
      check_query (&model, index, g_rand_boolean (rand) ? DWELL_STATISTICS_ALL
                                                        : DWELL_STATISTICS_TOTALS);
    }

  dwell_statistics_index_unref (index);
}

static void
test_random (void)
{
  static const guint32 block_sizes[] = { 0, 1, 2, 3, 5, 8, 16, 40 };
  guint32 seed = random_trace_new_seed ();

  for (guint i = 0; i < test_rounds (400); i++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (seed + i);
      g_autoptr(DwellTrace) trace = NULL;
      RandomTraceShape shape;

      random_trace_choose_shape (rand, &shape);
      trace = random_trace_new (rand, &shape);
      g_test_message ("seed %u: %u spans, %u contexts, %u areas", seed + i, trace->n_spans,
                      trace->n_contexts, trace->n_areas);
      check_trace (trace, rand, shape.step,
                   (DwellGroupBy) g_rand_int_range (rand, 0, DWELL_GROUP_BY_AUTHOR + 1),
                   block_sizes[g_rand_int_range (rand, 0, G_N_ELEMENTS (block_sizes))]);
    }
}

/* Sums that 64 bits do not hold, of times that they do. */
static void
test_large_sums (void)
{
  guint32 seed = random_trace_new_seed ();

  for (guint i = 0; i < test_rounds (60); i++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (seed + i);
      RandomTraceShape shape = { .n_spans = 80, .n_contexts = 1 + i % 3, .n_areas = 2,
                                 .base = -(G_GINT64_CONSTANT (1) << 62),
                                 .step = G_GINT64_CONSTANT (1) << 53, .is_nested = i % 2 == 0 };
      g_autoptr(DwellTrace) trace = random_trace_new (rand, &shape);

      g_test_message ("seed %u", seed + i);
      check_trace (trace, rand, shape.step, i % 4 < 2 ? DWELL_GROUP_BY_AREA : DWELL_GROUP_BY_MODULE,
                   i % 8);
    }
}

/* More contexts and areas than a table would be made for. */
static void
test_sparse (void)
{
  guint32 seed = random_trace_new_seed ();

  for (guint i = 0; i < 10; i++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (seed + i);
      RandomTraceShape shape = { .n_spans = 150, .n_contexts = 260, .n_areas = 260, .step = 1,
                                 .has_flags = TRUE };
      g_autoptr(DwellTrace) trace = random_trace_new (rand, &shape);

      g_test_message ("seed %u", seed + i);
      check_trace (trace, rand, shape.step, DWELL_GROUP_BY_AREA, i * 7);
      check_trace (trace, rand, shape.step, DWELL_GROUP_BY_MODULE, i);
    }
}

static void
assert_same (const DwellStatistics *a,
             const DwellStatistics *b)
{
  g_assert_cmpuint (a->n_rows, ==, b->n_rows);
  g_assert_cmpmem (a->rows, a->n_rows * sizeof *a->rows, b->rows, b->n_rows * sizeof *b->rows);
}

/* The results do not depend on blocks, nor on concurrent queries. */
static gpointer
ask_again (gpointer user_data)
{
  DwellStatisticsIndex **indexes = user_data;
  const DwellTrace *trace = dwell_statistics_index_get_trace (indexes[0]);
  gint64 length = trace->end - trace->begin;

  for (int i = 0; i < 20; i++)
    {
      gint64 begin = trace->begin + length * i / 40;
      g_autoptr(DwellStatistics) first = NULL;
      g_autoptr(DwellStatistics) second = NULL;

      first = dwell_statistics_index_query (indexes[0], begin, begin + length / 2,
                                            DWELL_STATISTICS_ALL, NULL);
      second = dwell_statistics_index_query (indexes[1], begin, begin + length / 2,
                                             DWELL_STATISTICS_ALL, NULL);
      assert_same (first, second);
    }

  return NULL;
}

static void
test_large (void)
{
  static const gint64 steps[] = { 1, G_GINT64_CONSTANT (1) << 29 };

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());
      RandomTraceShape shape = { .n_spans = 6000, .n_contexts = 1 + i % 3, .n_areas = 20,
                                 .step = steps[i % 2], .has_flags = TRUE, .is_nested = i < 2 };
      g_autoptr(DwellTrace) trace = random_trace_new (rand, &shape);
      DwellStatisticsIndex *indexes[] = {
        dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL),
        _dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, 100, NULL),
      };
      GThread *threads[3];

      for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
        threads[t] = g_thread_new ("query", ask_again, indexes);
      for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
        g_thread_join (threads[t]);

      dwell_statistics_index_unref (indexes[0]);
      dwell_statistics_index_unref (indexes[1]);
    }
}

static void
test_cancelled (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  RandomTraceShape shape = { .n_spans = 50, .n_contexts = 2, .n_areas = 3, .step = 1 };
  g_autoptr(DwellTrace) trace = random_trace_new (rand, &shape);
  g_autoptr(DwellStatisticsIndex) index = NULL;

  index = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, cancellable);
  g_assert_nonnull (index);
  g_cancellable_cancel (cancellable);
  g_assert_null (dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, cancellable));
  g_assert_null (dwell_statistics_index_query (index, 0, 10, DWELL_STATISTICS_TOTALS, cancellable));
  g_assert_null (dwell_statistics_index_query (index, 0, 10, DWELL_STATISTICS_ALL, cancellable));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/statistics/random", test_random);
  g_test_add_func ("/statistics/large-sums", test_large_sums);
  g_test_add_func ("/statistics/sparse", test_sparse);
  g_test_add_func ("/statistics/large", test_large);
  g_test_add_func ("/statistics/cancelled", test_cancelled);

  return g_test_run ();
}
