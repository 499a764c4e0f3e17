/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples and what is asked of them, against looking at every span. */
#include "config.h"

#include <math.h>

#include "analysis/dwell-find.h"
#include "analysis/dwell-sample-table.h"
#include "analysis/statistics/dwell-statistics-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-trace-derived.h"
#include "support/random-trace.h"

#define N_TRACES 300

typedef struct {
  gint64  begin;
  gint64  value;
  guint32 span;
} Expected;

static int
compare_expected (gconstpointer a,
                  gconstpointer b)
{
  const Expected *left = a;
  const Expected *right = b;

  if (left->begin != right->begin)
    return left->begin < right->begin ? -1 : 1;
  return (left->span > right->span) - (left->span < right->span);
}

static int
compare_int64 (gconstpointer a,
               gconstpointer b)
{
  gint64 left = *(const gint64 *) a;
  gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

/* Returns own time by steps of @step, if the trace contains suspensions. */
static gint64
get_net (DwellTrace *trace,
         guint32     span,
         gint64      step)
{
  gint64 net = 0;

  if ((trace->tables & DWELL_TABLE_SUSPENSIONS) == 0)
    return dwell_trace_get_span_own (trace, span);

  for (gint64 tick = dwell_trace_get_span_begin (trace, span);
       tick < dwell_trace_get_span_end (trace, span); tick += step)
    {
      gboolean is_active = TRUE;

      for (guint32 i = 0; i < trace->n_suspensions; i++)
        is_active = is_active && (trace->suspension_span[i] != span ||
                                  tick < trace->suspension_begin[i] ||
                                  tick >= trace->suspension_end[i]);
      net += is_active ? step : 0;
    }
  return net;
}

/* The samples of one area, by definition. */
static GArray *
expect (DwellTrace  *trace,
        guint32      area,
        guint32      context,
        gint64       begin,
        gint64       end,
        DwellMeasure measure,
        gint64       step)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Expected));
  gboolean is_period = measure == DWELL_MEASURE_PERIOD || measure == DWELL_MEASURE_JITTER;
  gint64 first = begin;
  gint64 last = end;

  /* The usual duration is that of the whole trace. */
  if (measure == DWELL_MEASURE_JITTER)
    {
      begin = G_MININT64;
      end = G_MAXINT64;
    }

  for (guint32 span = 0; span < trace->n_spans; span++)
    {
      guint8 flags = trace->span_flags[span];
      Expected sample = { dwell_trace_get_span_begin (trace, span), 0, span };

      if (trace->span_area[span] != area || (flags & DWELL_SPAN_DOUBTFUL) != 0 ||
          (context != DWELL_NONE && dwell_trace_get_span_context (trace, span) != context) ||
          sample.begin < begin || sample.begin > end)
        continue;
      if (is_period ? (flags & DWELL_SPAN_BEGIN_MISSING) != 0
                    : (flags & DWELL_SPAN_INCOMPLETE) != 0 ||
                      dwell_trace_get_span_end (trace, span) > end)
        continue;
      if (measure == DWELL_MEASURE_NET && (flags & DWELL_SPAN_OWN_UNDEFINED) != 0)
        continue;

      sample.value = measure == DWELL_MEASURE_NET ? get_net (trace, span, step)
                                                  : dwell_trace_get_span_duration (trace, span);
      g_array_append_val (all, sample);
    }
  g_array_sort (all, compare_expected);

  if (is_period)
    {
      g_autoptr(GArray) periods = g_array_new (FALSE, FALSE, sizeof (gint64));

      for (guint i = all->len; i-- > 1;)
        g_array_index (all, Expected, i).value = g_array_index (all, Expected, i).begin -
                                                 g_array_index (all, Expected, i - 1).begin;
      if (all->len > 0)
        g_array_remove_index (all, 0);
      for (guint i = 0; i < all->len; i++)
        g_array_append_val (periods, g_array_index (all, Expected, i).value);
      g_array_sort (periods, compare_int64);
      for (guint i = 0; i < all->len && measure == DWELL_MEASURE_JITTER; i++)
        {
          Expected *sample = &g_array_index (all, Expected, i);
          gint64 period = sample->value;

          sample->value -= g_array_index (periods, gint64, (periods->len - 1) / 2);
          if (sample->begin - period < first || sample->begin > last)
            g_array_remove_index (all, i--);
        }
    }
  return all;
}

/* Each point is the lower median of as many samples around it as a fiftieth of all, 5 to 1001.
 * Limit: analysis/MAX_WINDOW */
static void
check_median (const DwellSamples *samples,
              const GArray       *expected,
              guint               n_points)
{
  g_autoptr(GArray) median = dwell_samples_get_median (samples, n_points);
  gint64 window = MIN ((gint64) MAX (5, expected->len / 50) | 1, (gint64) expected->len);

  g_assert_cmpint (window, <=, 1001);
  g_assert_cmpuint (median->len, ==, MIN (n_points, expected->len));
  for (guint i = 0; i < median->len; i++)
    {
      const DwellMedianPoint *point = &g_array_index (median, DwellMedianPoint, i);
      gboolean is_found = FALSE;

      /* Several samples may begin at once: one of them is the middle. */
      for (gint64 middle = 0; middle < expected->len && !is_found; middle++)
        {
          gint64 first = CLAMP (middle - window / 2, 0, (gint64) expected->len - window);
          gint64 n_below = 0;
          gint64 n_not_above = 0;

          for (gint64 j = first; j < first + window; j++)
            {
              n_below += g_array_index (expected, Expected, j).value < point->median;
              n_not_above += g_array_index (expected, Expected, j).value <= point->median;
            }
          is_found = g_array_index (expected, Expected, middle).begin == point->time &&
                     n_below <= (window - 1) / 2 && n_not_above > (window - 1) / 2;
        }
      g_assert_true (is_found);
      if (i > 0)
        g_assert_cmpint (point[-1].time, <=, point->time);
    }
}

/* Checks the samples beyond a limit; of jitter, beyond it on either side. */
static void
check_over (const DwellSamples *samples,
            const GArray       *expected,
            gint64              limit)
{
  DwellSampleLimits limits = dwell_sample_limits_of_deadline (samples->measure, limit);
  g_autoptr(GArray) over = dwell_samples_select_beyond (samples, &limits);
  guint n = 0;

  for (guint i = 0; i < expected->len; i++)
    {
      gint64 value = g_array_index (expected, Expected, i).value;

      if (value <= limit && (samples->measure != DWELL_MEASURE_JITTER || value >= -limit))
        continue;

      g_assert_cmpuint (n, <, over->len);
      g_assert_cmpuint (g_array_index (over, guint32, n), ==,
                        g_array_index (expected, Expected, i).span);
      n++;
    }
  g_assert_cmpuint (over->len, ==, n);
  g_assert_cmpuint (dwell_samples_count_beyond (samples, &limits), ==, n);
}

static void
check_questions (const DwellSamples *samples,
                 const GArray       *expected,
                 GRand              *rand)
{
  gint64 low = samples->sorted[0];
  gint64 high = samples->sorted[samples->n - 1];
  gint64 value = samples->values[g_rand_int_range (rand, 0, (int) samples->n)];
  DwellSampleBox box = { samples->trace->begin, samples->trace->end, low, value };
  g_autoptr(GArray) selected = dwell_samples_select (samples, &box);
  guint32 *cells;
  guint64 n_up_to = 0;
  guint64 n_in_cells = 0;
  double fraction = g_rand_double_range (rand, 0.001, 1);
  gint64 percentile = dwell_samples_get_percentile (samples, fraction);
  guint64 n_below = 0;
  guint64 n_not_above = 0;

  for (guint i = 0; i < expected->len; i++)
    {
      n_up_to += g_array_index (expected, Expected, i).value <= value;
      n_below += g_array_index (expected, Expected, i).value < percentile;
      n_not_above += g_array_index (expected, Expected, i).value <= percentile;
    }

  g_assert_cmpuint (dwell_samples_count_up_to (samples, value), ==, n_up_to);
  g_assert_cmpuint (selected->len, ==, n_up_to);
  g_assert_cmpfloat ((double) n_not_above, >=, fraction * (double) samples->n);
  g_assert_cmpfloat ((double) n_below, <, fraction * (double) samples->n);
  check_median (samples, expected, 7);
  check_over (samples, expected, value != G_MININT64 ? ABS (value) : 0);
  check_over (samples, expected, 0);

  box.high = high;
  cells = dwell_samples_count_cells (samples, &box, 5, 3, g_rand_boolean (rand));
  for (guint i = 0; i < 15; i++)
    n_in_cells += cells[i];
  g_assert_cmpuint (n_in_cells, ==, samples->n);
  dwell_big_free (cells);
}

/* Limit: analysis/MAX_BINS */
static void
check_bins (const DwellSamples *samples,
            gboolean            is_log,
            gint64              resolution_ns)
{
  g_autoptr(GArray) bins = dwell_samples_get_bins (samples, is_log, resolution_ns);
  guint64 n = 0;

  g_assert_cmpuint (bins->len, >, 0);
  g_assert_cmpuint (bins->len, <=, is_log ? 64 * 64 + 2 : 202);

  for (guint i = 0; i < bins->len; i++)
    {
      const DwellBin *bin = &g_array_index (bins, DwellBin, i);
      guint64 n_here = 0;

      if (i > 0)
        g_assert_cmpint (bin->low, ==, g_array_index (bins, DwellBin, i - 1).high);
      for (guint64 sample = 0; sample < samples->n; sample++)
        n_here += samples->values[sample] >= bin->low &&
                  (samples->values[sample] < bin->high || i == bins->len - 1);
      g_assert_cmpuint (bin->n, ==, n_here);
      n += n_here;
    }
  g_assert_cmpuint (n, ==, samples->n);
}

/* A table gives the same values, whether it has those of the area or not. */
static void
check_table (DwellStatisticsIndex *index,
             guint32               area,
             guint32               context,
             gint64                begin,
             gint64                end,
             const DwellSamples   *expected)
{
  g_autofree gboolean *is_asked_for = g_new0 (gboolean, expected->trace->n_areas);
  g_autoptr(DwellSampleTable) table = NULL;
  g_autoptr(DwellSamples) samples = NULL;

  for (guint32 i = 0; i < expected->trace->n_areas; i++)
    is_asked_for[i] = (i + expected->n) % 3 > 0;
  table = dwell_sample_table_new (index, is_asked_for, begin, end, expected->measure, NULL);
  samples = dwell_sample_table_get (table, area, context, NULL);

  g_assert_cmpint (samples->measure, ==, expected->measure);
  g_assert_true (samples->trace == expected->trace);
  g_assert_cmpmem (samples->values, samples->n * sizeof (gint64),
                   expected->values, expected->n * sizeof (gint64));
  g_assert_cmpmem (samples->sorted, samples->n * sizeof (gint64),
                   expected->sorted, expected->n * sizeof (gint64));
}

static void
check_trace (DwellTrace *trace,
             gint64      step,
             GRand      *rand)
{
  g_autoptr(DwellStatisticsIndex) index =
    _dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA,
                                 (guint32) g_rand_int_range (rand, 1, 64), NULL);

  for (DwellMeasure measure = 0; measure < DWELL_N_MEASURES; measure++)
    for (guint32 area = 0; area < trace->n_areas; area++)
      {
        guint32 context = g_rand_boolean (rand)
                            ? DWELL_NONE : (guint32) g_rand_int_range (rand, 0,
                                                                       (int) trace->n_contexts);
        gboolean is_whole = g_rand_boolean (rand);
        gint64 middle = trace->begin + (trace->end - trace->begin) / 2;
        gint64 begin = is_whole ? trace->begin : trace->begin + (middle - trace->begin) / 2;
        gint64 end = is_whole ? trace->end : middle;
        g_autoptr(GArray) expected = expect (trace, area, context, begin, end, measure,
                                              step);
        g_autoptr(DwellSamples) samples = dwell_samples_new (index, &area, 1, context, begin, end,
                                                             measure, NULL);

        gint64 value;

        g_assert_cmpuint (samples->n, ==, expected->len);
        for (guint32 span = 0; span < trace->n_spans; span++)
          if (trace->span_area[span] != area)
            g_assert_false (dwell_samples_find (samples, span, &value));
        for (guint i = 0; i < expected->len; i++)
          {
            g_assert_cmpuint (samples->spans[i], ==, g_array_index (expected, Expected, i).span);
            g_assert_cmpint (samples->values[i], ==, g_array_index (expected, Expected, i).value);
            g_assert_true (dwell_samples_find (samples, samples->spans[i], &value));
            g_assert_cmpint (value, ==, samples->values[i]);
            if (i > 0)
              g_assert_cmpint (samples->sorted[i - 1], <=, samples->sorted[i]);
          }

        if (measure == DWELL_MEASURE_CALL || measure == DWELL_MEASURE_NET)
          check_table (index, area, context, begin, end, samples);
        if (samples->n == 0)
          continue;
        check_questions (samples, expected, rand);
        check_bins (samples, FALSE, step);
        check_bins (samples, TRUE, step);
      }
}

static void
check_random (guint32  seed,
              gboolean has_suspensions)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);

  g_test_message ("Seed %u", seed);
  for (guint i = 0; i < N_TRACES; i++)
    {
      RandomTraceShape shape;
      g_autoptr(DwellTrace) trace = NULL;

      random_trace_choose_shape (rand, &shape);
      shape.has_suspensions = has_suspensions;
      trace = random_trace_new (rand, &shape);
      check_trace (trace, shape.step, rand);
    }
}

static void
test_random (gconstpointer user_data)
{
  check_random (random_trace_new_seed (), GPOINTER_TO_INT (user_data));
}

/* Samples of two contexts that are out of order, with a block between them that has none of the
 * area. */
static void
test_apart (void)
{
  check_random (612544099, FALSE);
}

/* The bins of values at the ends of what 64 bits hold. */
static void
test_extremes (void)
{
  static gint64 values[][2] = {
    { G_MAXINT64, G_MAXINT64 }, { G_MAXINT64 - 1, G_MAXINT64 }, { 0, G_MAXINT64 },
    { G_MININT64, G_MAXINT64 }, { G_MININT64, G_MININT64 }, { G_MININT64, -1 },
    { G_GINT64_CONSTANT (1) << 62, G_MAXINT64 },
    { (G_GINT64_CONSTANT (1) << 62) - 1, G_GINT64_CONSTANT (1) << 62 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    for (guint n = 1; n <= 2; n++)
      for (gint64 resolution_ns = 1; resolution_ns <= 1000000000; resolution_ns *= 1000)
        {
          const DwellSamples samples = { .values = values[i], .sorted = values[i], .n = n };

          check_bins (&samples, FALSE, resolution_ns);
          check_bins (&samples, TRUE, resolution_ns);
        }
}

static void
test_find (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());
  RandomTraceShape shape = { .n_spans = 40, .n_contexts = 3, .n_areas = 4, .n_marks = 5,
                             .step = 1 };
  g_autoptr(DwellTrace) trace = random_trace_new (rand, &shape);
  g_autoptr(GArray) spans = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(DwellFind) find = NULL;
  DwellHit hit = { DWELL_NONE, DWELL_NONE };
  guint n_steps = 0;

  for (guint32 span = trace->n_spans; span-- > 0;)
    if (span % 3 == 0)
      g_array_append_val (spans, span);

  find = dwell_find_new_for_spans (trace, (guint32 *) (gpointer) spans->data, spans->len, NULL);
  g_assert_cmpuint (dwell_find_get_n_spans (find), ==, spans->len);
  g_assert_cmpuint (dwell_find_get_n_marks (find), ==, 0);
  for (guint32 span = 0; span < trace->n_spans; span++)
    g_assert_cmpint (dwell_find_has_span (find, span), ==, span % 3 == 0);
  g_assert_false (dwell_find_has_mark (find, 0));

  for (hit = dwell_find_step (find, hit, G_MININT64, 1); hit.span != DWELL_NONE;
       hit = dwell_find_step (find, hit, 0, 1))
    {
      g_assert_cmpuint (hit.span % 3, ==, 0);
      g_assert_cmpuint (dwell_find_get_ordinal (find, hit), ==, ++n_steps);
    }
  g_assert_cmpuint (n_steps, ==, spans->len);
}

/* The values of derived tracks as samples: those that are known, in ns, of a range; those of two
 * tracks in one order of time. */
static void
test_tracks (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());
  RandomTraceShape shape = { .n_spans = 40, .n_contexts = 2, .n_areas = 4, .step = 1 };
  g_autoptr(DwellTrace) base = random_trace_new (rand, &shape);
  const DwellDerivedPoint slow[] = { { 10, 1.5 }, { 20, NAN }, { 30, -0.000001 }, { 30, 2 },
                                     { 40, 1e30 }, { 50, 0.1 } };
  const DwellDerivedPoint fast[] = { { 30, 7 }, { 45, 9 } };
  const DwellDerivedTrack tracks[] = {
    { "a", "a", "ms", "track a", DWELL_NONE, FALSE, slow, G_N_ELEMENTS (slow) },
    { "b", "b", "ns", "track b", DWELL_NONE, FALSE, fast, G_N_ELEMENTS (fast) },
    { "c", "c", "", "track c", DWELL_NONE, FALSE, fast, G_N_ELEMENTS (fast) },
    { "d", "d", "%", "track d", DWELL_NONE, FALSE, fast, G_N_ELEMENTS (fast) },
    { "e", "e", "ms", "track e", DWELL_NONE, TRUE, fast, G_N_ELEMENTS (fast) },
  };
  g_autoptr(DwellTrace) trace = dwell_trace_derive (base, tracks, G_N_ELEMENTS (tracks), NULL);
  guint32 n = base->n_tracks;
  const guint32 both[] = { n, n + 1 };
  g_autoptr(DwellSamples) one = dwell_samples_new_of_tracks (trace, &n, 1, G_MININT64, G_MAXINT64,
                                                             NULL);
  g_autoptr(DwellSamples) two = dwell_samples_new_of_tracks (trace, both, 2, 30, 45, NULL);
  DwellSampleLimits limits = dwell_sample_limits_of_track (trace, n, -INFINITY, 1.5);

  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++)
    g_assert_cmpint (dwell_samples_has_track (trace, n + i), ==, i < 2);
  g_assert_false (dwell_samples_has_track (trace, 0));

  g_assert_cmpuint (one->n, ==, 4);
  g_assert_cmpint (one->values[0], ==, 1500000);
  g_assert_cmpint (one->values[1], ==, -1);
  g_assert_cmpint (one->values[2], ==, 2000000);
  g_assert_cmpint (one->values[3], ==, 100000);
  g_assert_cmpint (dwell_samples_get_time (one, 3), ==, 50);
  g_assert_cmpuint (trace->write_track[trace->track_writes[one->places[3]]], ==, n);
  g_assert_cmpint (dwell_samples_get_percentile (one, 0.5), ==, 100000);
  g_assert_cmpint (limits.low, ==, G_MININT64);
  g_assert_cmpint (limits.high, ==, 1500000);
  g_assert_cmpuint (dwell_samples_count_beyond (one, &limits), ==, 1);

  g_assert_cmpuint (two->n, ==, 4);
  g_assert_cmpint (two->values[0], ==, -1);
  g_assert_cmpint (two->values[1], ==, 2000000);
  g_assert_cmpint (two->values[2], ==, 7);
  g_assert_cmpint (two->values[3], ==, 9);

  g_assert_true (dwell_trace_is_of_same_base (trace, base));
  g_assert_cmpuint (dwell_trace_find_derived (trace, trace->tracks[n + 1].area), ==, n + 1);
  g_assert_cmpuint (dwell_trace_find_derived (trace, 0), ==, DWELL_NONE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/samples/random", GINT_TO_POINTER (FALSE), test_random);
  g_test_add_data_func ("/samples/random-suspensions", GINT_TO_POINTER (TRUE), test_random);
  g_test_add_func ("/samples/apart", test_apart);
  g_test_add_func ("/samples/extremes", test_extremes);
  g_test_add_func ("/samples/find", test_find);
  g_test_add_func ("/samples/tracks", test_tracks);

  return g_test_run ();
}
