/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics over ranges, as a drag asks for them: random ranges of all lengths:
 * benchmark-statistics [lms|ooo [EVENTS]]. */
#include "config.h"

#include "analysis/statistics/dwell-statistics.h"
#include "measure.h"

#define N_RANGES 60

static void
measure_ranges (const Load           *load,
                DwellStatisticsIndex *index,
                DwellStatisticsDetail detail)
{
  const DwellTrace *trace = dwell_statistics_index_get_trace (index);
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  g_autoptr(GArray) seconds = g_array_new (FALSE, FALSE, sizeof (double));
  double whole = 0;

  for (guint i = 0; i <= N_RANGES; i++)
    {
      double length = (double) (trace->end - trace->begin);
      double from = i == 0 ? 0 : g_rand_double (rand);
      double to = i == 0 ? 1 : g_rand_double (rand);
      double begin = measure_now ();
      g_autoptr(DwellStatistics) statistics =
        dwell_statistics_index_query (index, trace->begin + (gint64) (MIN (from, to) * length),
                                      trace->begin + (gint64) (MAX (from, to) * length), detail,
                                      NULL);
      double taken = measure_now () - begin;

      g_assert_cmpuint (statistics->n_rows, >, 0);
      if (i == 0)
        whole = taken;
      else
        g_array_append_val (seconds, taken);
    }

  measure_print (&(MeasureRow) {
    .what = detail == DWELL_STATISTICS_TOTALS ? "totals of a range" : "all of a range",
    .values = seconds,
    .budget = measure_scale (load, 0.1, 20e6), .goal = measure_scale (load, 0.016, 20e6),
  });
  measure_print (&(MeasureRow) {
    .what = detail == DWELL_STATISTICS_TOTALS ? "totals of the whole" : "all of the whole",
    .value = whole,
  });
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatisticsIndex) index = NULL;
  double begin;
  double opened;
  double indexed;
  Load load;

  load_init (&load, argc, argv);
  dwell_trace_unref (load_open (&load));

  begin = measure_now ();
  trace = load_open (&load);
  opened = measure_now ();
  index = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  indexed = measure_now ();

  measure_print (&(MeasureRow) {
    .what = "making the index", .value = indexed - opened, .yardstick = opened - begin,
    .yardstick_name = "reading",
  });
  measure_ranges (&load, index, DWELL_STATISTICS_TOTALS);
  measure_ranges (&load, index, DWELL_STATISTICS_ALL);

  load_clear (&load);
  return 0;
}
