/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See the header. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>
#include <zstd.h>

#include "support/file-fixture.h"
#include "support/folder.h"
#include "support/trace-invariants.h"

DwellReadLimits file_fixture_limits;

static char *folder;

char *
file_fixture_path (const char *name)
{
  if (folder == NULL)
    folder = folder_new ();

  return g_build_filename (folder, name, NULL);
}

GFile *
file_fixture_write (const char    *name,
                    gconstpointer  bytes,
                    gsize          length)
{
  g_autofree char *path = file_fixture_path (name);
  FILE *file;

  /* Tests write thousands of files. g_file_set_contents(), and file systems that protect
   * overwritten files, would wait for the disk each time. */
  g_remove (path);
  file = g_fopen (path, "wb");
  g_assert_nonnull (file);
  if (length > 0)
    g_assert_cmpuint (fwrite (bytes, 1, length, file), ==, length);
  g_assert_cmpint (fclose (file), ==, 0);

  return g_file_new_for_path (path);
}

void
file_fixture_remove_all (void)
{
  g_clear_pointer (&folder, folder_remove);
}

/* A file of given bytes, which is gone again. The trace is checked as every trace can be. */
DwellTrace *
file_fixture_open (const char          *format_id,
                   const char          *bytes,
                   gsize                length,
                   const char * const  *key_values,
                   GError             **error)
{
  g_autoptr(GFileIOStream) stream = NULL;
  g_autoptr(GFile) file = g_file_new_tmp ("dwell-test-XXXXXX", &stream, NULL);
  const DwellOpenOptions options = {
    .format = dwell_formats_find (format_id), .key_values = key_values,
    .limits = file_fixture_limits,
  };
  DwellTrace *trace;

  g_assert_true (g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (stream)),
                                            bytes, length, NULL, NULL, NULL));
  g_assert_true (g_io_stream_close (G_IO_STREAM (stream), NULL, NULL));
  trace = dwell_open_file (file, &options, NULL, NULL, error);
  g_assert_true (g_file_delete (file, NULL, NULL));
  if (trace != NULL)
    check_trace_invariants (trace);
  return trace;
}

/* @option: NULL: none */
DwellTrace *
file_fixture_open_text (const char *format_id,
                        const char *text,
                        const char *option)
{
  const char * const key_values[] = { option, NULL };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = file_fixture_open (format_id, text, strlen (text), key_values, &error);

  g_assert_no_error (error);
  return trace;
}

/* From tests/data. */
GBytes *
file_fixture_load (const char *path)
{
  g_autofree char *full = g_test_build_filename (G_TEST_DIST, "data", path, NULL);
  g_autoptr(GError) error = NULL;
  char *bytes;
  gsize length;

  g_file_get_contents (full, &bytes, &length, &error);
  g_assert_no_error (error);

  return g_bytes_new_take (bytes, length);
}

GBytes *
file_fixture_gzip (gconstpointer bytes,
                   gsize         length)
{
  g_autoptr(GZlibCompressor) compressor =
    g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr(GOutputStream) stream =
    g_converter_output_stream_new (memory, G_CONVERTER (compressor));
  g_autoptr(GError) error = NULL;

  g_output_stream_write_all (stream, bytes, length, NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (stream, NULL, &error);
  g_assert_no_error (error);

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

GBytes *
file_fixture_zstd (gconstpointer bytes,
                   gsize         length)
{
  gsize capacity = ZSTD_compressBound (length);
  char *compressed = g_malloc (capacity);
  gsize n = ZSTD_compress (compressed, capacity, bytes, length, 1);

  g_assert_false (ZSTD_isError (n));
  return g_bytes_new_take (compressed, n);
}

/* Returns how often a problem was counted, over all its messages. */
guint64
file_fixture_count (const DwellTrace *trace,
                    const char       *code)
{
  guint64 count = 0;

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    if (g_str_equal (dwell_problems_get (trace->problems, i)->code, code))
      count += dwell_problems_get (trace->problems, i)->count;

  return count;
}

/* Fails unless one message of @code was told @count times, first at that place. */
void
file_fixture_assert_problem (const DwellTrace *trace,
                             const char       *code,
                             guint64           count,
                             guint64           line,
                             gint64            offset)
{
  guint n = 0;

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    {
      const DwellProblem *problem = dwell_problems_get (trace->problems, i);

      if (!g_str_equal (problem->code, code))
        continue;

      n++;
      g_assert_cmpuint (problem->count, ==, count);
      g_assert_cmpuint (problem->line, ==, line);
      g_assert_cmpint (problem->offset, ==, offset);
    }

  g_assert_cmpuint (n, ==, 1);
}
