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

  g_print ("  %-20s %8.3f ms   95 %% %.3f ms, whole trace %.3f ms; budget 1, wished 0.3\n", title,
           measure_quantile (seconds, 0.5) * 1e3, measure_quantile (seconds, 0.95) * 1e3,
           whole * 1e3);
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
  g_print ("  %u rows, %u of them in view\n", trace->n_rows, MIN (trace->n_rows, N_ROWS));

  begin = measure_now ();
  index = dwell_layout_index_new (trace, NULL);
  g_print ("  making pyramids      %8.1f ms\n", (measure_now () - begin) * 1e3);
  measure_viewports (index, trace, "with pyramids");

  plain = dwell_layout_index_new_plain (trace);
  measure_viewports (plain, trace, "without");

  load_clear (&load);
  return 0;
}
