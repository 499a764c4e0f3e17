/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See the header. */
#include "config.h"

#include <unistd.h>

#include <glib/gstdio.h>

#include "measure.h"

#define SEED 20

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

void
load_init (Load  *self,
           int    argc,
           char **argv)
{
  g_autoptr(GError) error = NULL;
  FILE *binary = NULL;
  FILE *out;
  int descriptor;

  self->format = argc > 1 ? argv[1] : "lms";
  self->n_events = get_n_events (argc, argv);
  self->binary_path = NULL;
  self->is_given = g_file_test (self->format, G_FILE_TEST_IS_REGULAR);
  if (self->is_given)
    {
      self->path = g_strdup (self->format);
      return;
    }

  if (!generate_kind_parse (self->format, &self->kind))
    g_error ("There is no generator for “%s”", self->format);

  descriptor = g_file_open_tmp ("dwell-benchmark-XXXXXX", &self->path, &error);
  g_assert_no_error (error);

  out = fdopen (descriptor, "wb");
  if (self->kind == GENERATE_TEXT1_BINARY)
    {
      self->binary_path = g_strconcat (self->path, ".BIN", NULL);
      binary = g_fopen (self->binary_path, "wb");
      g_assert_nonnull (binary);
    }

  generate_trace (self->kind, self->n_events, SEED, out, binary);
  self->n_bytes = (guint64) ftell (out) + (binary != NULL ? (guint64) ftell (binary) : 0);
  fclose (out);
  if (binary != NULL)
    fclose (binary);

  g_print ("%s, %.3g million events, %.3g MB\n", self->format, (double) self->n_events / 1e6,
           (double) self->n_bytes / 1e6);
}

void
load_clear (Load *self)
{
  if (!self->is_given)
    g_unlink (self->path);
  if (self->binary_path != NULL)
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
