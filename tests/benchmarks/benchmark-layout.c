/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row layout for a viewport of 2000 pixels at random zooms, all rows of it, with the pyramids and
 * without: benchmark-layout [lms|ooo [EVENTS]]. */
#include "config.h"

#include <math.h>

#include "analysis/layout/dwell-layout.h"
#include "measure.h"

#define N_VIEWPORTS 300
#define WIDTH       2000
#define MIN_WIDTH   2

/* The number of rows that fit on a screen. */
#define N_ROWS 40

static double
lay_out (DwellLayoutIndex *index,
         const DwellTrace *trace,
         gint64            begin,
         gint64            end,
         GArray           *bars)
{
  double from = measure_now ();

  for (guint32 row = 0; row < MIN (trace->n_rows, N_ROWS); row++)
    {
      g_array_set_size (bars, 0);
      dwell_layout_row (index, row, begin, end, WIDTH, MIN_WIDTH, bars);
    }

  return measure_now () - from;
}

static void
measure_viewports (DwellLayoutIndex *index,
                   const DwellTrace *trace,
                   const char       *title)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  g_autoptr(GArray) bars = g_array_new (FALSE, FALSE, sizeof (DwellBar));
  g_autoptr(GArray) seconds = g_array_new (FALSE, FALSE, sizeof (double));
  double length = (double) (trace->end - trace->begin);
  char slow[64];
  char all[64];
  double whole = lay_out (index, trace, trace->begin, trace->end, bars);

  whole = lay_out (index, trace, trace->begin, trace->end, bars);

  /* Every power of ten of zoom is as likely as any other. */
  for (guint i = 0; i < N_VIEWPORTS; i++)
    {
      double visible = MAX (length * pow (10, -g_rand_double_range (rand, 0, 6)), 1000);
      gint64 begin = trace->begin + (gint64) ((length - visible) * g_rand_double (rand));
      double taken = lay_out (index, trace, begin, begin + (gint64) visible, bars);

      g_array_append_val (seconds, taken);
    }

  g_snprintf (slow, sizeof slow, "%s, 95 %% of them", title);
  g_snprintf (all, sizeof all, "%s, whole trace", title);
  measure_print (&(MeasureRow) { .what = title, .values = seconds, .budget = 1e-3,
                                 .goal = 0.3e-3 });
  measure_print (&(MeasureRow) { .what = slow, .value = measure_quantile (seconds, 0.95),
                                 .budget = 1e-3, .goal = 0.3e-3 });
  measure_print (&(MeasureRow) { .what = all, .value = whole, .budget = 1e-3, .goal = 0.3e-3 });
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellLayoutIndex) index = NULL;
  g_autoptr(DwellLayoutIndex) plain = NULL;
  double begin;
  Load load;

  load_init (&load, argc, argv);
  trace = load_open (&load);

  begin = measure_now ();
  index = dwell_layout_index_new (trace, NULL);
  measure_print (&(MeasureRow) { .what = "making pyramids", .value = measure_now () - begin });
  measure_viewports (index, trace, "a viewport");

  plain = dwell_layout_index_new_plain (trace);
  measure_viewports (plain, trace, "a viewport without pyramids");

  load_clear (&load);
  return 0;
}
