/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images of traces: what comes back is the same trace, whole; what is damaged does not. */
#include "config.h"

#include <string.h>

#include "core/dwell-checksum.h"
#include "core/dwell-trace-image.h"
#include "support/folder.h"
#include "support/random-trace.h"

static char *folder;

static GBytes *
write_image (const DwellTrace *trace)
{
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr(GError) error = NULL;

  g_assert_true (dwell_trace_has_image (trace));
  g_assert_true (dwell_trace_image_write (trace, NULL, stream, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

static DwellTrace *
open_bytes (gconstpointer bytes,
            gsize         length)
{
  g_autofree char *path = g_build_filename (folder, "image", NULL);

  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
  return dwell_trace_image_open (path, NULL);
}

static gboolean
is_pointer (gsize word)
{
  return word >> 40 != 0 && word >> 48 == 0;
}

/* Compares all that is public, without knowing what it is: a number is the same, a pointer is one
 * again. So what is added to a trace and left out of its image is found. */
static void
check_members (const DwellTrace *read,
               const DwellTrace *opened)
{
  for (gsize at = 0; at < G_STRUCT_OFFSET (DwellTrace, ref_count) / sizeof (gsize); at++)
    {
      gsize then = ((const gsize *) (gconstpointer) read)[at];
      gsize now = ((const gsize *) (gconstpointer) opened)[at];

      /* Packed columns without a value. */
      if (at * sizeof (gsize) >= G_STRUCT_OFFSET (DwellTrace, point_size) &&
          at * sizeof (gsize) < G_STRUCT_OFFSET (DwellTrace, size_bytes))
        continue;

      if (then != now && !(is_pointer (then) && is_pointer (now)))
        g_error ("The word at %" G_GSIZE_FORMAT " is %" G_GSIZE_MODIFIER "x, and was %"
                 G_GSIZE_MODIFIER "x", at * sizeof (gsize), now, then);
    }
}

static void
check_problems (const DwellProblems *read,
                const DwellProblems *opened)
{
  g_assert_cmpuint (dwell_problems_get_n (opened), ==, dwell_problems_get_n (read));
  g_assert_cmpuint (dwell_problems_get_total (opened), ==, dwell_problems_get_total (read));

  for (guint i = 0; i < dwell_problems_get_n (read); i++)
    {
      const DwellProblem *then = dwell_problems_get (read, i);
      const DwellProblem *now = dwell_problems_get (opened, i);

      g_assert_cmpstr (now->code, ==, then->code);
      g_assert_cmpstr (now->message, ==, then->message);
      g_assert_cmpstr (now->file, ==, then->file);
      g_assert_cmpint (now->severity, ==, then->severity);
      g_assert_cmpuint (now->line, ==, then->line);
      g_assert_cmpint (now->offset, ==, then->offset);
      g_assert_cmpuint (now->count, ==, then->count);
    }
}

static void
check_properties (const DwellTrace *read,
                  const DwellTrace *opened)
{
  g_assert_cmpuint (opened->n_properties, ==, read->n_properties);

  for (guint i = 0; i < read->n_properties; i++)
    {
      g_assert_cmpstr (opened->properties[i].key, ==, read->properties[i].key);
      g_assert_cmpstr (opened->properties[i].title, ==, read->properties[i].title);
      g_assert_cmpvariant (opened->properties[i].value, read->properties[i].value);
    }

  g_assert_cmpuint (g_strv_length ((char **) opened->notes), ==,
                    g_strv_length ((char **) read->notes));
}

/* The image of what comes back is the same, byte for byte. */
static void
check_round_trip (const DwellTrace *trace)
{
  g_autoptr(GBytes) image = write_image (trace);
  g_autoptr(DwellTrace) opened = open_bytes (g_bytes_get_data (image, NULL),
                                             g_bytes_get_size (image));
  g_autoptr(GBytes) again = NULL;

  g_assert_nonnull (opened);
  check_members (trace, opened);
  g_assert_true (dwell_trace_is_same (trace, opened));
  check_problems (trace->problems, opened->problems);
  check_properties (trace, opened);
  g_assert_cmpstr (opened->format_id, ==, trace->format_id);
  g_assert_cmpstr (opened->format_title, ==, trace->format_title);

  for (guint32 id = 0; id < dwell_strings_get_n (trace->strings); id++)
    g_assert_cmpstr (dwell_trace_get_string (opened, id), ==, dwell_trace_get_string (trace, id));

  again = write_image (opened);
  g_assert_true (g_bytes_equal (again, image));
}

static DwellTrace *
make_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());
  RandomTraceShape shape;

  random_trace_choose_shape (rand, &shape);
  shape.has_suspensions = g_rand_boolean (rand);
  return random_trace_new (rand, &shape);
}

static void
test_random (void)
{
  for (guint i = 0; i < 50; i++)
    {
      g_autoptr(DwellTrace) trace = make_random ();

      check_round_trip (trace);
    }
}

/* All that a builder can be told beside spans. */
static DwellTrace *
make_described (void)
{
  DwellBuilder *builder = dwell_builder_new ("log", "Log", DWELL_TABLE_SPANS);

  dwell_builder_set_property (builder, "process_id", "Process", g_variant_new_uint64 (7));
  dwell_builder_set_property (builder, "name", "Name", g_variant_new_string ("“ü”"));
  dwell_builder_add_note (builder, "A note");
  dwell_problems_add_n (builder->problems, 5, DWELL_SEVERITY_ERROR, "odd", 3, 40, "Odd %s", "%n");
  dwell_problems_add (builder->problems, DWELL_SEVERITY_INFO, "even", 0, -1, "Even");
  for (guint i = 0; i < 2 * DWELL_PROBLEMS_MAX; i++)
    dwell_problems_add (builder->problems, DWELL_SEVERITY_INFO, "many", i, -1, "Number %u", i);
  builder->wall_clock_ns = -5;
  builder->n_events = 9;
  return dwell_builder_finish (builder);
}

static void
test_described (void)
{
  g_autoptr(DwellTrace) trace = make_described ();

  check_round_trip (trace);
}

/* Each makes another recording. */
typedef struct {
  const char *format;
  const char *name;
  gint64      begin;
  guint       n_spans;
  guint64     n_events;
} Recorded;

static DwellTrace *
make_recorded (const Recorded *of)
{
  DwellBuilder *builder = dwell_builder_new (of->format, "Format", DWELL_TABLE_SPANS);
  DwellArea area = { .name = dwell_strings_intern (builder->strings, of->name, -1),
                     .parent = DWELL_NONE };
  guint32 id = dwell_builder_add_area (builder, &area);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 row = dwell_builder_add_row (builder, dwell_builder_add_track (builder, "c", context,
                                                                         FALSE), 0);

  g_assert_true (dwell_builder_reserve_spans (builder, of->n_spans, NULL));
  for (guint i = 0; i < of->n_spans; i++)
    {
      guint32 span = dwell_builder_open_span (builder, id, row, DWELL_NONE, of->begin + 10 * i);

      dwell_builder_close_span (builder, span, of->begin + 10 * i + 5, 0);
    }
  builder->n_events = of->n_events;
  return dwell_builder_finish (builder);
}

static void
test_same (void)
{
  static const Recorded recorded[] = {
    { "log", "f", 0, 3, 100 }, { "csv", "f", 0, 3, 100 }, { "log", "g", 0, 3, 100 },
    { "log", "f", 1, 3, 100 }, { "log", "f", 0, 4, 100 }, { "log", "f", 0, 3, 101 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    for (guint k = 0; k < G_N_ELEMENTS (recorded); k++)
      {
        g_autoptr(DwellTrace) one = make_recorded (&recorded[i]);
        g_autoptr(DwellTrace) other = make_recorded (&recorded[k]);

        g_assert_true (dwell_trace_is_same (one, one));
        g_assert_true (dwell_trace_is_same (one, other) == (i == k));
      }
}

/* The texts outlive the file: it is removed while the trace is looked at. */
static void
test_removed (void)
{
  g_autoptr(DwellTrace) trace = make_described ();
  g_autoptr(GBytes) image = write_image (trace);
  g_autoptr(DwellTrace) opened = open_bytes (g_bytes_get_data (image, NULL),
                                             g_bytes_get_size (image));

  folder_empty (folder);
  g_assert_cmpuint (dwell_problems_get_total (opened->problems), ==,
                    dwell_problems_get_total (trace->problems));
  g_assert_cmpstr (dwell_trace_get_string (opened, 0), ==, "");
}

/* A byte that is not the one that was written either lies between sections, or is noticed. */
static void
test_damaged (void)
{
  g_autoptr(DwellTrace) trace = make_random ();
  g_autoptr(GBytes) image = write_image (trace);
  gsize length;
  const char *bytes = g_bytes_get_data (image, &length);
  g_autofree char *damaged = g_memdup2 (bytes, length);
  guint n_refused = 0;

  for (guint i = 0; i < 500; i++)
    {
      gsize at = (gsize) g_test_rand_int_range (0, (gint32) length);
      char was = damaged[at];
      g_autoptr(DwellTrace) opened = NULL;

      damaged[at] ^= (char) (1 << g_test_rand_int_range (0, 8));
      opened = open_bytes (damaged, length);
      damaged[at] = was;
      n_refused += opened == NULL;
      if (opened != NULL)
        check_members (trace, opened);
    }

  g_assert_cmpuint (n_refused, >, 250);
}

static void
test_cut (void)
{
  g_autoptr(DwellTrace) trace = make_random ();
  g_autoptr(GBytes) image = write_image (trace);
  gsize length;
  const char *bytes = g_bytes_get_data (image, &length);

  for (gsize n = 0; n < length; n += 1 + length / 300)
    g_assert_null (open_bytes (bytes, n));
  g_assert_null (dwell_trace_image_open ("/nowhere/at/all", NULL));
}

/* Every byte counts, and the number of threads does not. */
static void
test_checksum (void)
{
  gsize length = (gsize) (5 << 20) / 2 + 13;
  g_autofree char *bytes = g_malloc0 (length);
  g_autofree char *path = g_build_filename (folder, "bytes", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  guint64 sum = dwell_checksum (bytes, length);
  guint64 of_file;

  g_assert_cmpuint (dwell_checksum (bytes, length - 1), !=, sum);
  g_assert_cmpuint (dwell_checksum (bytes, 0), !=, dwell_checksum (bytes, 1));

  for (guint i = 0; i < 200; i++)
    {
      gsize at = (gsize) g_test_rand_int_range (0, (gint32) length);

      bytes[at] ^= (char) (1 << i % 8);
      g_assert_cmpuint (dwell_checksum (bytes, length), !=, sum);
      sum = dwell_checksum (bytes, length);
    }

  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
  g_assert_true (dwell_checksum_of_file (file, &of_file, NULL, NULL));
  g_assert_cmpuint (of_file, ==, sum);
}

static void
test_checksum_fails (void)
{
  g_autoptr(GFile) file = g_file_new_for_path (folder);
  g_autoptr(GFile) missing = g_file_new_for_path ("/nowhere/at/all");
  g_autoptr(GError) error = NULL;
  guint64 sum;

  g_assert_false (dwell_checksum_of_file (missing, &sum, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (dwell_checksum_of_file (file, &sum, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = folder_new ();
  g_test_add_func ("/trace-image/random", test_random);
  g_test_add_func ("/trace-image/described", test_described);
  g_test_add_func ("/trace-image/same", test_same);
  g_test_add_func ("/trace-image/removed", test_removed);
  g_test_add_func ("/trace-image/damaged", test_damaged);
  g_test_add_func ("/trace-image/cut", test_cut);
  g_test_add_func ("/trace-image/checksum", test_checksum);
  g_test_add_func ("/trace-image/checksum-fails", test_checksum_fails);
  status = g_test_run ();
  folder_remove (folder);
  return status;
}
