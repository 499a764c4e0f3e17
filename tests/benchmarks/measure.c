/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See the header. */
#include "config.h"

#include <fcntl.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include <sys/resource.h>

#include <glib/gstdio.h>

#include "measure.h"

#define SEED        20
#define BLOCK_BYTES ((gsize) 512 << 10)

static guint64
get_n_events (int    argc,
              char **argv)
{
  const char *text = argc > 2 ? argv[2] : g_getenv ("DWELL_BENCHMARK_EVENTS");
  guint64 n_events = 1000000;

  if (text != NULL && !g_ascii_string_to_unsigned (text, 10, 2, G_MAXUINT32, &n_events, NULL))
    g_error ("“%s” is no number of events", text);

  return n_events;
}

/* Writes a generated file. */
static void
generate_file (Load *self,
               int   descriptor)
{
  FILE *out = fdopen (descriptor, "wb");
  FILE *binary = NULL;

  if (self->binary_path != NULL)
    {
      binary = g_fopen (self->binary_path, "wb");
      g_assert_nonnull (binary);
    }

  generate_trace (self->kind, self->n_events, SEED, out, binary);
  fclose (out);
  if (binary != NULL)
    fclose (binary);
}

static guint64
get_n_bytes (const char *path)
{
  GStatBuf status;

  return path != NULL && g_stat (path, &status) == 0 ? (guint64) status.st_size : 0;
}

void
load_init (Load  *self,
           int    argc,
           char **argv)
{
  g_autoptr(GError) error = NULL;
  const char *folder = g_getenv ("DWELL_BENCHMARK_DATA");
  int descriptor = -1;

  setlocale (LC_ALL, "C.UTF-8");
  *self = (Load) { .format = argc > 1 ? argv[1] : "lms", .n_events = get_n_events (argc, argv) };
  if (g_file_test (self->format, G_FILE_TEST_IS_REGULAR))
    {
      self->path = g_strdup (self->format);
      self->is_kept = TRUE;
      return;
    }

  if (!generate_kind_parse (self->format, &self->kind))
    g_error ("There is no generator for “%s”", self->format);

  if (folder != NULL)
    {
      self->is_kept = TRUE;
      self->path = g_strdup_printf ("%s/%s-%" G_GUINT64_FORMAT, folder, self->format,
                                    self->n_events);
      if (get_n_bytes (self->path) == 0)
        descriptor = g_open (self->path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    }
  else
    descriptor = g_file_open_tmp ("dwell-benchmark-XXXXXX", &self->path, &error);
  g_assert_no_error (error);

  if (self->kind == GENERATE_TEXT1_BINARY)
    self->binary_path = g_strconcat (self->path, ".BIN", NULL);
  if (descriptor >= 0)
    generate_file (self, descriptor);
  self->n_bytes = get_n_bytes (self->path) + get_n_bytes (self->binary_path);
}

void
load_clear (Load *self)
{
  if (!self->is_kept)
    g_unlink (self->path);
  if (!self->is_kept && self->binary_path != NULL)
    g_unlink (self->binary_path);
  g_clear_pointer (&self->binary_path, g_free);
  g_clear_pointer (&self->path, g_free);
}

DwellTrace *
load_open (const Load *self)
{
  g_autoptr(GFile) file = g_file_new_for_path (self->path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

double
measure_now (void)
{
  return (double) g_get_monotonic_time () * 1e-6;
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double left = *(const double *) a;
  double right = *(const double *) b;

  return (left > right) - (left < right);
}

double
measure_quantile (GArray *seconds,
                  double  fraction)
{
  g_array_sort (seconds, compare_doubles);
  return g_array_index (seconds, double, (guint) (fraction * (seconds->len - 1) + 0.5));
}

double
measure_scale (const Load *load,
               double      budget,
               double      for_events)
{
  return budget * (double) load->n_events / for_events;
}

double
measure_get_peak_bytes (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_maxrss * 1024;
}

/* Counts line ends with memchr() on one processor, in binary formats as well, where they have no
 * meaning but take as long. Returns the seconds that this took: the yardstick of reading. */
double
measure_count_lines (const Load *load)
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

  /* The count must not be optimised away. */
  g_assert_cmpuint (n_lines, >, 0);
  return measure_now () - begin;
}

/* A line of nine fields, between tabs, for `run`; an empty field where there is nothing. */
void
measure_print (const MeasureRow *row)
{
  const double factor = row->unit == NULL ? 1e3 : 1;
  double median = row->value;
  double min = row->value;
  double max = row->value;

  if (row->values != NULL && row->values->len > 0)
    {
      median = measure_quantile (row->values, 0.5);
      min = measure_quantile (row->values, 0);
      max = measure_quantile (row->values, 1);
    }

  g_print ("%s\t%s\t%.4g\t%.4g\t%.4g\t%.4g\t%s\t%.4g\t%.4g\n", row->what,
           row->unit != NULL ? row->unit : "ms", median * factor, min * factor, max * factor,
           row->yardstick > 0 ? median / row->yardstick : 0,
           row->yardstick_name != NULL ? row->yardstick_name : "", row->budget * factor,
           row->goal * factor);
}
