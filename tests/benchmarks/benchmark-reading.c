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

/* Counts line ends, in binary formats as well, where they have no meaning but take as long. */
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

  g_assert_true (load->kind >= GENERATE_TEXT1_BINARY || n_lines >= load->n_events);
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

static void
count_partial (DwellTrace *trace,
               gpointer    user_data)
{
  guint *n_partials = user_data;

  *n_partials += 1;
  dwell_trace_unref (trace);
}

/* Reads as the window does, with partial traces. */
static double
read_watched (const Load *load,
              guint      *n_partials)
{
  g_autoptr(GFile) file = g_file_new_for_path (load->path);
  g_autoptr(DwellProgress) progress = dwell_progress_new ();
  g_autoptr(GError) error = NULL;
  DwellOpenOptions options = { .partial = count_partial, .user_data = n_partials };
  double begin = measure_now ();
  g_autoptr(DwellTrace) trace = dwell_open_file (file, &options, progress, NULL, &error);

  g_assert_no_error (error);
  return measure_now () - begin;
}

/* Processor time of all threads so far. */
static double
get_cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
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
  g_autoptr(GArray) watched = g_array_new (FALSE, FALSE, sizeof (double));
  double cpu_alone = 0;
  double cpu_watched = 0;
  guint n_partials = 0;
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
      cpu_alone -= get_cpu_seconds ();
      seconds = read_trace (&load, &n_problems);
      cpu_alone += get_cpu_seconds ();
      g_array_append_val (reading, seconds);
      cpu_watched -= get_cpu_seconds ();
      seconds = read_watched (&load, &n_partials);
      cpu_watched += get_cpu_seconds ();
      g_array_append_val (watched, seconds);
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
  g_print ("  read while shown     %8.1f ms  %7.1f M/s   %.1f partial traces; "
           "%.2f of the processor time\n",
           measure_quantile (watched, 0.5) * 1e3, events / measure_quantile (watched, 0.5) / 1e6,
           (double) n_partials / N_ROUNDS, cpu_watched / cpu_alone);
  g_print ("  memory at the peak   %8.1f bytes an event              budget 32, wished 16\n",
           peak / events);
  g_print ("  problems             %8" G_GSIZE_FORMAT "\n", n_problems);

  load_clear (&load);
  return 0;
}
