/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single spans among those of their area, against looking at all; percentiles and periods of many
 * durations, against sorting them. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/dwell-statistics-private.h"
#include "support/random-trace.h"

static gint64
get_length (const DwellTrace *trace,
            guint32           span)
{
  return dwell_trace_get_span_duration (trace, span);
}

static gboolean
is_complete (const DwellTrace *trace,
             guint32           span)
{
  return (trace->span_flags[span] & (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_DOUBTFUL)) == 0;
}

static gboolean
is_earlier (const DwellTrace *trace,
            guint32           span,
            guint32           other)
{
  return dwell_trace_get_span_begin (trace, span) < dwell_trace_get_span_begin (trace, other) ||
         (dwell_trace_get_span_begin (trace, span) == dwell_trace_get_span_begin (trace, other) &&
          span < other);
}

static guint32
find_neighbour (const DwellTrace *trace,
                guint32           span,
                int               direction)
{
  guint32 found = DWELL_NONE;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      if (i == span || trace->span_area[i] != trace->span_area[span] ||
          is_earlier (trace, i, span) != (direction < 0))
        continue;

      if (found == DWELL_NONE || is_earlier (trace, i, found) == (direction > 0))
        found = i;
    }

  return found;
}

static guint32
find_extreme (const DwellTrace *trace,
              guint32           context,
              guint32           area,
              gint64            begin,
              gint64            end,
              int               sign)
{
  guint32 found = DWELL_NONE;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      if (trace->span_area[i] != area || !is_complete (trace, i) ||
          dwell_trace_get_span_begin (trace, i) < begin ||
          dwell_trace_get_span_end (trace, i) > end ||
          (context != DWELL_NONE && dwell_trace_get_span_context (trace, i) != context))
        continue;

      if (found == DWELL_NONE || get_length (trace, i) * sign > get_length (trace, found) * sign ||
          (get_length (trace, i) == get_length (trace, found) && is_earlier (trace, i, found)))
        found = i;
    }

  return found;
}

static void
check_span (DwellStatisticsIndex *index,
            guint32               span)
{
  const DwellTrace *trace = dwell_statistics_index_get_trace (index);
  guint64 rank = 1;
  guint64 n = 0;
  guint64 n_found;

  for (int direction = -1; direction <= 1; direction += 2)
    g_assert_cmpuint (dwell_statistics_index_get_neighbour (index, span, direction), ==,
                      find_neighbour (trace, span, direction));

  for (guint32 i = 0; i < trace->n_spans; i++)
    if (trace->span_area[i] == trace->span_area[span] && is_complete (trace, i))
      {
        n++;
        rank += get_length (trace, i) > get_length (trace, span);
      }

  g_assert_cmpuint (dwell_statistics_index_get_rank (index, span, &n_found), ==,
                    is_complete (trace, span) ? rank : 0);
  g_assert_cmpuint (n_found, ==, n);
}

static void
check_range (DwellStatisticsIndex *index,
             gint64                begin,
             gint64                end)
{
  const DwellTrace *trace = dwell_statistics_index_get_trace (index);

  for (guint32 area = 0; area < trace->n_areas; area++)
    for (guint32 context = DWELL_NONE; context != trace->n_contexts; context++)
      {
        guint32 longest = dwell_statistics_index_get_longest (index, context, area, begin, end);
        guint32 shortest = dwell_statistics_index_get_shortest (index, context, area, begin, end);

        g_assert_cmpuint (longest, ==, find_extreme (trace, context, area, begin, end, 1));
        g_assert_cmpuint (shortest, ==, find_extreme (trace, context, area, begin, end, -1));
      }
}

static void
test_random (void)
{
  guint32 seed = random_trace_new_seed ();

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (seed + i);
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(DwellStatisticsIndex) index = NULL;
      RandomTraceShape shape;
      gint64 length;

      random_trace_choose_shape (rand, &shape);
      trace = random_trace_new (rand, &shape);
      index = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
      length = trace->end - trace->begin;
      g_test_message ("seed %u: %u spans, %u contexts", seed + i, trace->n_spans,
                      trace->n_contexts);

      for (guint32 span = 0; span < trace->n_spans; span++)
        check_span (index, span);

      check_range (index, trace->begin, trace->end);
      check_range (index, trace->begin + length / 4, trace->end - length / 3);
    }
}

/* So many that they are scanned share by share. */
static void
test_many (void)
{
  enum { N_SPANS = 200000 };

  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .parent = DWELL_NONE };
  guint32 row;
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatisticsIndex) index = NULL;
  guint64 n;
  gboolean reserved = dwell_builder_reserve_spans (builder, N_SPANS, NULL);

  g_assert_true (reserved);
  dwell_builder_add_area (builder, &area);
  dwell_builder_add_context (builder, "c", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  row = dwell_builder_add_row (builder, dwell_builder_add_track (builder, "t", 0, FALSE), 0);

  /* All last 10, but one in each quarter, and an incomplete one. */
  for (guint i = 0; i < N_SPANS; i++)
    {
      guint32 span = dwell_builder_open_span (builder, 0, row, DWELL_NONE, (gint64) i * 100);
      gint64 length = i % (N_SPANS / 4) == 1000 ? 50 + i / (N_SPANS / 4) : i == 77 ? 99 : 10;

      dwell_builder_close_span (builder, span, (gint64) i * 100 + length,
                                i == 77 ? DWELL_SPAN_END_MISSING : 0);
    }

  trace = dwell_builder_finish (builder);
  index = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);

  g_assert_cmpuint (dwell_statistics_index_get_longest (index, DWELL_NONE, 0, 0, G_MAXINT64), ==,
                    3 * N_SPANS / 4 + 1000);
  g_assert_cmpuint (dwell_statistics_index_get_shortest (index, 0, 0, 5, G_MAXINT64), ==, 1);
  g_assert_cmpuint (dwell_statistics_index_get_rank (index, N_SPANS / 4 + 1000, &n), ==, 3);
  g_assert_cmpuint (n, ==, N_SPANS - 1);
  g_assert_cmpuint (dwell_statistics_index_get_rank (index, 5, &n), ==, 5);
  g_assert_cmpuint (dwell_statistics_index_get_rank (index, 77, &n), ==, 0);
}

/* Lists that were not made, because that was cancelled, are made when they are asked for again. */
static void
test_lists (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatisticsIndex) index = NULL;
  RandomTraceShape shape;
  const guint32 *entries;

  random_trace_choose_shape (rand, &shape);
  shape.n_spans = 200;
  trace = random_trace_new (rand, &shape);
  index = _dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, 16, NULL);

  g_cancellable_cancel (cancellable);
  g_assert_false (dwell_statistics_index_list_spans (index, cancellable));
  g_assert_true (dwell_statistics_index_list_spans (index, NULL));
  g_assert_true (dwell_statistics_index_list_spans (index, cancellable));

  entries = _dwell_statistics_get_entries (index, NULL);
  g_assert_cmpuint (index->pairs[index->n_pairs].first, ==, trace->n_spans);
  for (guint32 pair = 0; pair < index->n_pairs; pair++)
    for (guint32 i = index->pairs[pair].first; i < index->pairs[pair + 1].first; i++)
      {
        g_assert_cmpuint (dwell_trace_get_span_context (trace, entries[i]), ==,
                          index->pairs[pair].context);
        g_assert_cmpuint (trace->span_area[entries[i]], ==, index->pairs[pair].group);
        if (i > index->pairs[pair].first)
          g_assert_cmpuint (entries[i - 1], <, entries[i]);
      }
}

static int
compare_durations (gconstpointer a,
                   gconstpointer b)
{
  guint64 left = *(const guint64 *) a;
  guint64 right = *(const guint64 *) b;

  return (left > right) - (left < right);
}

static guint64
choose_duration (GRand *rand,
                 guint  kind)
{
  guint64 wide = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);

  switch (kind)
    {
    case 0:
      return 7;
    case 1:
      return wide % 10;
    case 2:
      return wide % 100000;
    case 3:
      return wide >> g_rand_int_range (rand, 1, 64);
    case 4:
      return g_rand_int_range (rand, 0, 100) == 0 ? wide >> 1 : 1000 + wide % 3000;
    case 5:
      return (G_GUINT64_CONSTANT (1) << 62) + wide % 100;
    case 6:
      return (wide >> 32) >> g_rand_int_range (rand, 0, 32);
    default:
      return wide == G_MAXUINT64 ? 0 : wide;
    }
}

/* @shorts and @longs have room for @n each. */
static DwellDurations
pack_durations (const guint64 *values,
                gsize          n,
                guint32       *shorts,
                guint64       *longs)
{
  guint32 n_longs = 0;

  for (gsize i = 0; i < n; i++)
    {
      shorts[i] = (guint32) values[i];
      if (values[i] >= DWELL_TIME_FAR)
        {
          shorts[i] = DWELL_TIME_FAR + n_longs;
          longs[n_longs++] = values[i];
        }
    }

  return (DwellDurations) { shorts, n, longs };
}

static void
check_spread (GRand *rand,
              gsize  n,
              guint  kind)
{
  static const guint percents[] = { 50, 90, 99 };
  g_autofree guint64 *durations = g_new (guint64, MAX (n, 1));
  g_autofree guint32 *shorts = g_new (guint32, MAX (n, 1));
  g_autofree guint64 *longs = g_new (guint64, MAX (n, 1));
  DwellDurations packed;
  DwellDetails details = { 0 };
  DwellWide sum = 0;
  long double mean;
  long double squares = 0;

  for (gsize i = 0; i < n; i++)
    {
      durations[i] = choose_duration (rand, kind);
      sum += durations[i];
    }

  packed = pack_durations (durations, n, shorts, longs);
  _dwell_statistics_spread (&packed, &details, NULL);
  g_assert_cmpuint (details.call.n, ==, n);
  if (n == 0)
    return;


  qsort (durations, n, sizeof (guint64), compare_durations);
  g_assert_true (details.call.sum == sum);
  g_assert_cmpuint (details.call.min, ==, durations[0]);
  g_assert_cmpuint (details.call.max, ==, durations[n - 1]);

  for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
    g_assert_cmpuint (details.percentiles[i], ==, durations[(n * percents[i] + 99) / 100 - 1]);

  /* Above the least, for even these numbers have 64 bits only. */
  mean = (long double) (sum - (DwellWide) durations[0] * n) / n;
  for (gsize i = 0; i < n; i++)
    {
      long double apart = (long double) (durations[i] - durations[0]) - mean;

      squares += apart * apart;
    }

  g_assert_cmpfloat_with_epsilon (details.std, (double) sqrtl (squares / n),
                                  1e-9 * MAX (1, details.std));
}

static void
test_spread (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());

  for (guint kind = 0; kind < 8; kind++)
    {
      for (gsize n = 0; n < 130; n++)
        check_spread (rand, n, kind);

      check_spread (rand, 5000, kind);
      check_spread (rand, 100001, kind);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/statistics/spans/random", test_random);
  g_test_add_func ("/statistics/spans/many", test_many);
  g_test_add_func ("/statistics/spans/lists", test_lists);
  g_test_add_func ("/statistics/spread", test_spread);

  return g_test_run ();
}
