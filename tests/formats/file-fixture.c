/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See the header. */
#include "config.h"

#include <stdio.h>

#include <glib/gstdio.h>
#include <zstd.h>

#include "file-fixture.h"

static char *folder;

char *
file_fixture_path (const char *name)
{
  if (folder == NULL)
    {
      folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
      g_assert_nonnull (folder);
    }

  return g_build_filename (folder, name, NULL);
}

GFile *
file_fixture_write (const char    *name,
                    gconstpointer  bytes,
                    gsize          length)
{
  g_autofree char *path = file_fixture_path (name);
  FILE *file;

  /* Thousands of files: g_file_set_contents(), and file systems that are told to write over what
   * there is, would wait for the disk each time. */
  g_remove (path);
  file = g_fopen (path, "wb");
  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (bytes, 1, length, file), ==, length);
  g_assert_cmpint (fclose (file), ==, 0);

  return g_file_new_for_path (path);
}

void
file_fixture_remove_all (void)
{
  g_autoptr(GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }

  if (folder != NULL)
    g_rmdir (folder);
  g_clear_pointer (&folder, g_free);
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

static void
check_rows (const DwellTrace *trace)
{
  for (guint32 row = 0; row < trace->n_rows; row++)
    {
      const DwellRow *self = &trace->rows[row];

      g_assert_cmpuint (self->track, <, trace->n_tracks);

      for (guint32 i = 0; i < self->n_spans; i++)
        {
          guint32 span = trace->row_spans[self->first_span + i];
          guint32 before;

          g_assert_cmpuint (trace->span_row[span], ==, row);
          if (i == 0)
            continue;

          before = trace->row_spans[self->first_span + i - 1];
          g_assert_cmpuint (before, <, span);
          g_assert_cmpint (trace->span_end[before], <=, trace->span_begin[span]);
        }
    }
}

static void
check_spans (const DwellTrace *trace)
{
  g_autofree gint64 *latest = g_new (gint64, trace->n_contexts + 1);

  for (guint32 i = 0; i < trace->n_contexts; i++)
    latest[i] = G_MININT64;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      guint32 context = dwell_trace_get_span_context (trace, i);
      guint32 parent = trace->span_parent[i];

      g_assert_cmpuint (trace->span_area[i], <, trace->n_areas);
      g_assert_cmpint (trace->span_begin[i], >=, latest[context]);
      g_assert_cmpint (trace->span_begin[i], >=, trace->begin);
      g_assert_cmpint (trace->span_end[i], >=, trace->span_begin[i]);
      g_assert_cmpint (trace->span_end[i], <=, trace->end);
      latest[context] = trace->span_begin[i];

      if (parent == DWELL_NONE)
        continue;

      g_assert_cmpuint (parent, <, i);
      g_assert_cmpint (trace->span_begin[parent], <=, trace->span_begin[i]);
      g_assert_cmpint (trace->span_end[parent], >=, trace->span_end[i]);
    }
}

/* What trace.h promises of spans, rows and marks. */
void
file_fixture_check_trace (const DwellTrace *trace)
{
  guint32 n_row_spans = 0;

  for (guint32 row = 0; row < trace->n_rows; row++)
    n_row_spans += trace->rows[row].n_spans;

  g_assert_true (dwell_time_is_in_range (trace->begin) && dwell_time_is_in_range (trace->end));
  g_assert_cmpuint (n_row_spans, ==, trace->n_spans);
  check_rows (trace);
  check_spans (trace);

  for (guint32 track = 0; track < trace->n_tracks; track++)
    for (guint32 i = 1; i < trace->tracks[track].n_marks; i++)
      {
        const guint32 *marks = trace->track_marks + trace->tracks[track].first_mark;

        g_assert_cmpint (trace->mark_time[marks[i - 1]], <=, trace->mark_time[marks[i]]);
      }
}

/* How often a problem was counted, over all its messages. */
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
