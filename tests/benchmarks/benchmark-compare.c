/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparing a recording with another as large, beside the statistics of both, which it is made of:
 * benchmark-compare [lms|ooo|text1|text1-binary [EVENTS]]. */
#include "config.h"

#include "analysis/compare/dwell-difference.h"
#include "analysis/compare/dwell-span-pairs.h"
#include "measure.h"

static double
measure_statistics (DwellStatisticsIndex *index)
{
  const DwellTrace *trace = dwell_statistics_index_get_trace (index);
  double begin = measure_now ();
  g_autoptr(DwellStatistics) statistics =
    dwell_statistics_index_query (index, trace->begin, trace->end, DWELL_STATISTICS_ALL, NULL);

  g_assert_cmpuint (statistics->n_rows, >, 0);
  return measure_now () - begin;
}

/* The area with most spans, and how many it has. */
static guint32
find_busiest (const DwellTrace *trace,
              guint32          *n)
{
  g_autofree guint32 *counts = g_new0 (guint32, trace->n_areas);
  guint32 busiest = 0;

  for (guint32 i = 0; i < trace->n_spans; i++)
    counts[trace->span_area[i]]++;
  for (guint32 i = 1; i < trace->n_areas; i++)
    if (counts[i] > counts[busiest])
      busiest = i;

  *n = counts[busiest];
  return busiest;
}

/* Pairs the spans of the busiest area with those of a recording that begins @later. */
static void
measure_pairing (const DwellTrace *trace,
                 const DwellMatch *match,
                 gint64            later,
                 double            yardstick)
{
  const DwellAnchoredSide base = { trace, trace->begin, trace->end, NULL };
  const DwellAnchoredSide new = { trace, trace->begin + later, trace->end, NULL };
  guint32 n;
  guint32 area = find_busiest (trace, &n);
  g_autofree char *what = g_strdup_printf ("pairing %u of %u spans%s", n, trace->n_spans,
                                           later > 0 ? " by parents" : "");
  double begin = measure_now ();
  g_autoptr(DwellSpanPairs) pairs = dwell_span_pairs_new (&base, &new, match, area, NULL);

  g_assert_nonnull (pairs);
  g_assert_cmpint (pairs->is_by_parents, ==, later > 0);
  measure_print (&(MeasureRow) {
    .what = what, .value = measure_now () - begin, .yardstick = yardstick,
    .yardstick_name = "the difference alone",
  });
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatisticsIndex) index = NULL;
  g_autoptr(DwellMatch) match = NULL;
  g_autoptr(DwellDifference) difference = NULL;
  DwellMatchOptions matching = { 0 };
  DwellDifferenceOptions options = {
    .measure = { .statistic = DWELL_STATISTIC_NET }, .noise = 0.01, .alpha = 0.05,
  };
  double begin;
  double opened;
  double compared;
  double statistics;
  Load load;

  load_init (&load, argc, argv);
  dwell_trace_unref (load_open (&load));

  begin = measure_now ();
  trace = load_open (&load);
  index = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  opened = measure_now () - begin;
  statistics = measure_statistics (index);

  begin = measure_now ();
  match = dwell_match_new (trace, trace, &matching, NULL);
  options.base = options.new = (DwellComparedSide) { index, trace->begin, trace->end, NULL, NULL };
  difference = dwell_difference_new (&options, match, NULL);
  g_assert_nonnull (difference);
  compared = measure_now () - begin;

  /* The whole command: both are read, too. */
  measure_print (&(MeasureRow) {
    .what = "comparing two", .value = 2 * opened + compared,
    .yardstick = 2 * (opened + statistics), .yardstick_name = "statistics of both",
  });
  measure_print (&(MeasureRow) {
    .what = "the difference alone", .value = compared, .yardstick = 2 * statistics,
    .yardstick_name = "statistics of both, read",
  });
  measure_pairing (trace, match, 0, compared);
  measure_pairing (trace, match, (trace->end - trace->begin) / 100, compared);

  load_clear (&load);
  return 0;
}
