/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading: from a file in the page cache to a finished trace, against counting the line ends of the
 * same bytes with memchr() on one processor: benchmark-reading [FORMAT [EVENTS]]. */
#include "config.h"

#include <sys/resource.h>

#include "measure.h"

#define N_ROUNDS 5

static double
read_trace (const Load *load)
{
  double begin = measure_now ();
  DwellTrace *trace = load_open (load);
  double seconds = measure_now () - begin;

  g_assert_cmpuint (trace->n_events, ==, load->n_events);
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

/* What a reading of 20 million events may take, in seconds; of aprof 100 MB, of BR 1 GB, of what
 * others write 300 MB or 400 MB. */
typedef struct {
  double budget;
  double goal;
  double for_events; /* 0: for the bytes that follow */
  double for_bytes;
} Aim;

static const Aim aims[] = {
  [GENERATE_LMS] = { 0.6, 0.3, 20e6, 0 }, [GENERATE_OOO] = { 2.0, 0.8, 20e6, 0 },
  [GENERATE_TEXT1] = { 1.2, 0.5, 20e6, 0 }, [GENERATE_TEXT1_BINARY] = { 0.8, 0.3, 20e6, 0 },
  [GENERATE_BR] = { 3.0, 1.2, 0, 1e9 }, [GENERATE_BR_SAMPLED] = { 3.0, 1.2, 0, 1e9 },
  [GENERATE_APROF] = { 1.0, 0.4, 0, 100e6 },
  [GENERATE_OOO_1] = { 2.0, 0.8, 20e6, 0 }, [GENERATE_OOO_100] = { 2.0, 0.8, 20e6, 0 },
  [GENERATE_OOO_10000] = { 2.0, 0.8, 20e6, 0 }, [GENERATE_TRACE_EVENT] = { 2.5, 1.5, 20e6, 0 },
  [GENERATE_FOLDED] = { 1, 0.5, 0, 400e6 }, [GENERATE_CALLGRIND] = { 1, 0.5, 0, 400e6 },
  [GENERATE_PERF_SCRIPT] = { 1, 0.5, 0, 300e6 }, [GENERATE_BTF] = { 1, 0.5, 0, 300e6 },
  [GENERATE_VCD] = { 1, 0.5, 0, 300e6 }, [GENERATE_CSV] = { 1, 0.5, 0, 300e6 },
  [GENERATE_CSV_BY_END] = { 1, 0.5, 0, 300e6 },
};

static void
report (const Load *load,
        const char *what,
        GArray     *seconds,
        double      count)
{
  const Aim *aim = &aims[load->kind];
  double part = aim->for_events > 0 ? (double) load->n_events / aim->for_events
                                    : (double) load->n_bytes / aim->for_bytes;

  measure_print (&(MeasureRow) {
    .what = what, .values = seconds, .yardstick = count, .yardstick_name = "memchr",
    .budget = aim->budget * part, .goal = aim->goal * part,
  });
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
  Load load;

  load_init (&load, argc, argv);
  measure_count_lines (&load);
  peak_before = measure_get_peak_bytes ();
  first = read_trace (&load);
  peak = measure_get_peak_bytes () - peak_before;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double seconds = measure_count_lines (&load);

      g_array_append_val (counting, seconds);
      cpu_alone -= get_cpu_seconds ();
      seconds = read_trace (&load);
      cpu_alone += get_cpu_seconds ();
      g_array_append_val (reading, seconds);
      cpu_watched -= get_cpu_seconds ();
      seconds = read_watched (&load, &n_partials);
      cpu_watched += get_cpu_seconds ();
      g_array_append_val (watched, seconds);
    }

  count = measure_quantile (counting, 0.5);
  measure_print (&(MeasureRow) { .what = "counting line ends", .values = counting });
  measure_print (&(MeasureRow) { .what = "first reading, fresh memory", .value = first,
                                 .yardstick = count, .yardstick_name = "memchr" });
  report (&load, "reading", reading, count);
  if (load.kind == GENERATE_LMS || load.kind == GENERATE_OOO || load.kind == GENERATE_TEXT1)
    measure_print (&(MeasureRow) {
      .what = "reading against counting", .unit = "×",
      .value = measure_quantile (reading, 0.5) / count, .budget = 6, .goal = 3,
    });
  measure_print (&(MeasureRow) {
    .what = "bytes read", .unit = "MB/s",
    .value = (double) load.n_bytes * 1e-6 / measure_quantile (reading, 0.5),
  });
  report (&load, "reading while shown", watched, count);
  measure_print (&(MeasureRow) { .what = "processor time while shown", .unit = "× unseen",
                                 .value = cpu_watched / cpu_alone });
  measure_print (&(MeasureRow) { .what = "partial traces", .unit = "",
                                 .value = (double) n_partials / N_ROUNDS });
  measure_print (&(MeasureRow) {
    .what = "memory at the peak", .unit = "bytes/event",
    .value = peak / (double) load.n_events, .budget = 32, .goal = 16,
  });

  load_clear (&load);
  return 0;
}
