/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cache of traces: an image is found by what was read and how, by nothing else; what a format
 * keeps beside its tables comes back; the folder stays small, and what is wrong in it does no
 * harm. */
#include "config.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include <glib/gstdio.h>

#include "formats/common/dwell-export-settings.h"
#include "formats/dwell-trace-cache.h"
#include "support/file-fixture.h"
#include "support/folder.h"

#define ONE_CALL "2,0,app\n0,0,0\n1,0,10\n"
#define SAME_SIZE "2,0,map\n0,0,0\n1,0,10\n"
#define TWO_CALLS "2,0,app\n0,0,0\n1,0,10\n0,0,5\n1,0,15\n"

static char *cache; /* the user's */

static DwellTrace *
read_file (GFile                  *file,
           const DwellOpenOptions *options)
{
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, options, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
keep (DwellTrace             *trace,
      GFile                  *file,
      const DwellOpenOptions *options)
{
  g_autoptr(GError) error = NULL;
  DwellTraceStamp stamp;

  dwell_trace_stamp_take (&stamp, file);
  g_assert_true (dwell_trace_cache_keep (trace, file, &stamp, options, NULL, &error));
  g_assert_no_error (error);
}

static GFile *
write_file (const char *name,
            const char *text)
{
  return file_fixture_write (name, text, strlen (text));
}

static gboolean
finds (GFile                  *file,
       const DwellOpenOptions *options)
{
  g_autoptr(DwellTrace) trace = dwell_trace_cache_find (file, options, NULL);

  return trace != NULL;
}

static char *
get_folder (void)
{
  return g_build_filename (cache, "dwell", "traces", NULL);
}

/* Returns: (transfer full): the path of the only image */
static char *
get_image (void)
{
  g_autofree char *folder = get_folder ();
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  char *path = g_build_filename (folder, g_dir_read_name (dir), NULL);

  g_assert_null (g_dir_read_name (dir));
  return path;
}

static void
test_found_by_content (void)
{
  const DwellOpenOptions options = { 0 };
  const char * const others[] = { "Rows=flat", NULL };
  const DwellOpenOptions other_options = { .key_values = others };
  const DwellOpenOptions other_limits = { .limits.block_bytes = 64 };
  g_autoptr(GFile) file = write_file ("one", ONE_CALL);
  g_autoptr(GFile) copy = write_file ("copy", ONE_CALL);
  g_autoptr(GFile) same_size = write_file ("same-size", SAME_SIZE);
  g_autoptr(GFile) missing = g_file_new_for_path ("/nowhere/at/all");
  g_autoptr(DwellTrace) trace = read_file (file, &options);
  g_autoptr(DwellTrace) found = NULL;

  g_assert_false (finds (file, &options));
  keep (trace, file, &options);
  g_assert_cmpuint (dwell_trace_cache_measure (), >, 0);

  found = dwell_trace_cache_find (copy, &options, NULL);
  g_assert_nonnull (found);
  g_assert_cmpuint (found->n_spans, ==, 1);
  g_assert_cmpstr (dwell_trace_get_area_name (found, found->span_area[0]), ==, "app");
  g_assert_false (finds (same_size, &options));
  g_assert_false (finds (file, &other_options));
  g_assert_false (finds (file, &other_limits));
  g_assert_false (finds (missing, &options));

  dwell_trace_cache_clear ();
  g_assert_cmpuint (dwell_trace_cache_measure (), ==, 0);
  g_assert_false (finds (file, &options));
  g_assert_cmpuint (found->n_spans, ==, 1);
}

/* Opening takes what is kept: here the trace of another file. */
static void
test_opened (void)
{
  const DwellOpenOptions unkept = { 0 };
  const DwellOpenOptions options = { .uses_cache = TRUE };
  g_autoptr(GFile) file = write_file ("one", ONE_CALL);
  g_autoptr(GFile) other = write_file ("two", TWO_CALLS);
  g_autoptr(DwellTrace) trace = read_file (other, &options);
  g_autoptr(DwellTrace) opened = NULL;
  g_autoptr(DwellTrace) read = NULL;

  keep (trace, file, &options);
  opened = read_file (file, &options);
  read = read_file (file, &unkept);
  g_assert_cmpuint (opened->n_spans, ==, 2);
  g_assert_cmpuint (read->n_spans, ==, 1);
  dwell_trace_cache_clear ();
}

/* What was written to while it was read is not what was read. */
static void
test_changed_file (void)
{
  const DwellOpenOptions options = { 0 };
  g_autoptr(GFile) file = write_file ("one", ONE_CALL);
  g_autoptr(DwellTrace) trace = read_file (file, &options);
  g_autoptr(GFile) changed = NULL;
  DwellTraceStamp stamp;

  dwell_trace_stamp_take (&stamp, file);
  changed = write_file ("one", TWO_CALLS);
  g_assert_true (dwell_trace_cache_keep (trace, file, &stamp, &options, NULL, NULL));
  g_assert_cmpuint (dwell_trace_cache_measure (), ==, 0);
}

static GFile *
copy_vector (const char *vector,
             const char *name)
{
  g_autoptr(GBytes) bytes = file_fixture_load (vector);

  return file_fixture_write (name, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Returns: (transfer full): what writing a trace back as it was read gives, and its companion */
static DwellSink *
write_back (DwellTrace *trace)
{
  const DwellFormat *format = dwell_formats_find_writer (trace->format_id);
  g_autoptr(DwellExportSettings) settings = NULL;
  g_autoptr(GError) error = NULL;
  DwellSink *sink = dwell_sink_new_for_memory (1 << 20);

  if (format->n_presets > 0)
    settings = dwell_export_settings_new (format, "source", &error);
  g_assert_no_error (error);
  g_assert_true (format->write (trace, settings, sink, NULL, NULL, &error));
  g_assert_no_error (error);
  return sink;
}

static void
assert_part (DwellSink  *sink,
             const char *suffix,
             GFile      *file)
{
  g_autoptr(GBytes) written = dwell_sink_get_part (sink, suffix);
  g_autoptr(GBytes) wanted = g_file_load_bytes (file, NULL, NULL, NULL);

  g_assert_nonnull (written);
  g_assert_true (g_bytes_equal (written, wanted));
}

/* What a format keeps beside its tables is there again: the file is written back byte for byte. */
static void
test_source (gconstpointer vector)
{
  const DwellOpenOptions options = { 0 };
  g_autoptr(GFile) file = copy_vector (vector, "recording");
  g_autoptr(DwellTrace) trace = read_file (file, &options);
  g_autoptr(DwellTrace) found = NULL;
  g_autoptr(DwellSink) sink = NULL;

  g_assert_nonnull (trace->source);
  keep (trace, file, &options);
  found = dwell_trace_cache_find (file, &options, NULL);
  g_assert_nonnull (found);
  sink = write_back (found);
  assert_part (sink, "", file);
  dwell_trace_cache_clear ();
}

/* Text1: what the file beside it holds is part of what is read. */
static void
test_companion (void)
{
  const DwellOpenOptions options = { 0 };
  const char * const named[] = { "BinaryFile=other", NULL };
  const DwellOpenOptions named_options = { .key_values = named };
  g_autoptr(GBytes) whole = file_fixture_load ("text1/preempt.txt");
  const char *text = g_bytes_get_data (whole, NULL);
  const char *timeline = g_strstr_len (text, (gssize) g_bytes_get_size (whole), "* TIMELINE");
  g_autoptr(GFile) file = file_fixture_write ("pair.txt", text, (gsize) (timeline - text));
  g_autoptr(GFile) binary = copy_vector ("text1/preempt.v11.BIN", "pair.txt.BIN");
  g_autoptr(GFile) other = copy_vector ("text1/preempt.v11.BIN", "other");
  g_autoptr(GFile) again = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellTrace) found = NULL;
  g_autoptr(DwellTrace) by_name = read_file (file, &named_options);
  g_autoptr(DwellSink) sink = NULL;
  DwellTraceStamp stamp;

  dwell_trace_stamp_take (&stamp, file);
  trace = read_file (file, &options);
  keep (trace, file, &options);
  found = dwell_trace_cache_find (file, &options, NULL);
  g_assert_nonnull (found);
  sink = write_back (found);
  assert_part (sink, "", file);
  assert_part (sink, ".BIN", binary);

  g_assert_true (g_file_delete (binary, NULL, NULL));
  g_assert_false (finds (file, &options));
  again = file_fixture_write ("pair.txt.BIN", "something else", 14);
  g_assert_false (finds (file, &options));
  dwell_trace_cache_clear ();

  /* It changed while the pair was read. */
  g_assert_true (dwell_trace_cache_keep (trace, file, &stamp, &options, NULL, NULL));
  g_assert_cmpuint (dwell_trace_cache_measure (), ==, 0);

  /* A file that an option names may be anywhere. */
  keep (by_name, file, &named_options);
  g_assert_cmpuint (dwell_trace_cache_measure (), ==, 0);
}

static void
test_damaged (void)
{
  const DwellOpenOptions options = { .uses_cache = TRUE };
  g_autoptr(GFile) file = write_file ("one", ONE_CALL);
  g_autoptr(DwellTrace) trace = read_file (file, &options);
  g_autoptr(DwellTrace) again = NULL;
  g_autofree char *image = NULL;

  keep (trace, file, &options);
  image = get_image ();
  g_assert_cmpint (truncate (image, 100), ==, 0);

  again = read_file (file, &options);
  g_assert_cmpuint (again->n_spans, ==, 1);
  g_assert_false (g_file_test (image, G_FILE_TEST_EXISTS));
}

/* Makes a file in the folder, of @n_bytes that take no room, last used @age_s ago. */
static char *
make_entry (const char *name,
            gint64      n_bytes,
            gint64      age_s)
{
  g_autofree char *folder = get_folder ();
  char *path = g_build_filename (folder, name, NULL);
  gint64 used_s = g_get_real_time () / G_USEC_PER_SEC - age_s;
  struct utimbuf times = { used_s, used_s };

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_cmpint (truncate (path, n_bytes), ==, 0);
  g_assert_cmpint (utime (path, &times), ==, 0);
  return path;
}

/* Limit: formats/MAX_CACHE_BYTES */
static void
test_bounded (void)
{
  const DwellOpenOptions options = { 0 };
  const gint64 giga = (gint64) 1 << 30;
  g_autoptr(GFile) file = write_file ("one", ONE_CALL);
  g_autoptr(DwellTrace) trace = read_file (file, &options);
  g_autofree char *old = NULL;
  g_autofree char *older = NULL;
  g_autofree char *leftover = NULL;
  g_autofree char *fresh = NULL;

  old = make_entry ("1-2-3.trace", 5 * giga, 100);
  older = make_entry ("1-2-4.trace", 5 * giga, 200);
  leftover = make_entry (".1-2-5.trace.tmp", 10, 7200);
  fresh = make_entry (".1-2-6.trace.tmp", 10, 60);

  keep (trace, file, &options);
  g_assert_true (g_file_test (old, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (older, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (leftover, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (fresh, G_FILE_TEST_EXISTS));
  g_assert_true (finds (file, &options));

  g_unlink (fresh);
  dwell_trace_cache_clear ();
}

/* Other users have no business there. */
static void
test_private (void)
{
  g_autofree char *folder = get_folder ();
  GStatBuf status;

  g_assert_cmpint (g_stat (folder, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0700);
}

static void
test_cancelled (void)
{
  const DwellOpenOptions options = { 0 };
  g_autoptr(GFile) file = write_file ("one", ONE_CALL);
  g_autoptr(DwellTrace) trace = read_file (file, &options);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  DwellTraceStamp stamp;

  dwell_trace_stamp_take (&stamp, file);
  g_cancellable_cancel (cancellable);
  g_assert_false (dwell_trace_cache_keep (trace, file, &stamp, &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (dwell_trace_cache_measure (), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = NULL;
  g_autofree char *parent = NULL;
  int status;

  cache = folder_new ();
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-cache/found-by-content", test_found_by_content);
  g_test_add_func ("/trace-cache/opened", test_opened);
  g_test_add_func ("/trace-cache/changed-file", test_changed_file);
  g_test_add_data_func ("/trace-cache/source/text1", "text1/doc_examples.txt", test_source);
  g_test_add_data_func ("/trace-cache/source/text1-timeline", "text1/preempt.txt", test_source);
  g_test_add_data_func ("/trace-cache/source/br", "br/remap_missing.prof", test_source);
  g_test_add_func ("/trace-cache/companion", test_companion);
  g_test_add_func ("/trace-cache/damaged", test_damaged);
  g_test_add_func ("/trace-cache/bounded", test_bounded);
  g_test_add_func ("/trace-cache/private", test_private);
  g_test_add_func ("/trace-cache/cancelled", test_cancelled);
  status = g_test_run ();
  file_fixture_remove_all ();
  folder = get_folder ();
  parent = g_path_get_dirname (folder);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_assert_cmpint (g_rmdir (parent), ==, 0);
  folder_remove (cache);
  return status;
}
