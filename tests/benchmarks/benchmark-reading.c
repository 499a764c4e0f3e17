/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading: from a file in the page cache to a finished trace, against counting the line ends of the
 * same bytes with memchr() on one processor: benchmark-reading [FORMAT [EVENTS]]. */
#include "config.h"

#include <string.h>

#include <sys/resource.h>

#include <glib/gstdio.h>

#include "measure.h"

#define N_ROUNDS    7
#define BLOCK_BYTES ((gsize) 512 << 10)

/* Of a .BIN as well, where it means nothing but takes as long. */
static double
count_lines (const Load *load)
{
  g_autofree char *buffer = g_malloc (BLOCK_BYTES);
  FILE *file = g_fopen (load->binary_path != NULL ? load->binary_path : load->path, "rb");
  double begin = measure_now ();
  guint64 n_lines = 0;
  gsize n;

  g_assert_nonnull (file);
  setvbuf (file, NULL, _IONBF, 0);
  while ((n = fread (buffer, 1, BLOCK_BYTES, file)) > 0)
    for (const char *p = buffer; (p = memchr (p, '\n', (gsize) (buffer + n - p))) != NULL; p++)
      n_lines++;
  fclose (file);

  g_assert_true (load->binary_path != NULL || n_lines >= load->n_events);
  return measure_now () - begin;
}

static double
read_trace (const Load *load,
            gsize      *n_problems)
{
  double begin = measure_now ();
  DwellTrace *trace = load_open (load);
  double seconds = measure_now () - begin;

  g_assert_cmpuint (trace->n_events, ==, load->n_events);
  *n_problems = dwell_problems_get_total (trace->problems);
  dwell_trace_unref (trace);
  return seconds;
}

static double
get_peak_bytes (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_maxrss * 1024;
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(GArray) counting = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) reading = g_array_new (FALSE, FALSE, sizeof (double));
  double peak_before;
  double peak;
  double first;
  double count;
  double read;
  double events;
  gsize n_problems;
  Load load;

  load_init (&load, argc, argv);
  count_lines (&load);
  peak_before = get_peak_bytes ();
  first = read_trace (&load, &n_problems);
  peak = get_peak_bytes () - peak_before;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double seconds = count_lines (&load);

      g_array_append_val (counting, seconds);
      seconds = read_trace (&load, &n_problems);
      g_array_append_val (reading, seconds);
    }

  count = measure_quantile (counting, 0.5);
  read = measure_quantile (reading, 0.5);
  events = (double) load.n_events;
  g_print ("  counting line ends   %8.1f ms  %7.1f M/s\n", count * 1e3, events / count / 1e6);
  g_print ("  first reading        %8.1f ms  %7.1f M/s   memory not touched before\n",
           first * 1e3, events / first / 1e6);
  g_print ("  reading              %8.1f ms  %7.1f M/s   %.2f of counting; "
           "budget 0.17, wished 0.33\n",
           read * 1e3, events / read / 1e6, count / read);
  g_print ("  memory at the peak   %8.1f bytes an event              budget 32, wished 16\n",
           peak / events);
  g_print ("  problems             %8" G_GSIZE_FORMAT "\n", n_problems);

  load_clear (&load);
  return 0;
}
