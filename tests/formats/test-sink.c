/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sinks: both parts are there or neither, the old ones stay until then, nothing is left behind,
 * permissions and links survive; and what a memory sink keeps. */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "formats/dwell-sink.h"

typedef struct {
  char  *folder;
  char  *path;
  GFile *file;
} Place;

static void
set_up (Place        *place,
        gconstpointer data)
{
  place->folder = g_dir_make_tmp ("dwell-sink-XXXXXX", NULL);
  place->path = g_build_filename (place->folder, "a b%41.txt", NULL);
  place->file = g_file_new_for_path (place->path);
}

/* How many files are in the folder. */
static guint
count_files (Place *place)
{
  g_autoptr(GDir) folder = g_dir_open (place->folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;

  return n;
}

static void
tear_down (Place        *place,
           gconstpointer data)
{
  g_autoptr(GDir) folder = g_dir_open (place->folder, 0, NULL);
  const char *name;

  g_chmod (place->folder, 0700);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (place->folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }

  g_assert_cmpint (g_rmdir (place->folder), ==, 0);
  g_object_unref (place->file);
  g_free (place->path);
  g_free (place->folder);
}

static void
put (DwellSink  *sink,
     const char *suffix,
     const char *text)
{
  g_autoptr(GError) error = NULL;
  GOutputStream *stream = dwell_sink_open_part (sink, suffix, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, &error));
  g_assert_no_error (error);
}

static void
assert_text (const char *path,
             const char *suffix,
             const char *expected)
{
  g_autofree char *whole = g_strconcat (path, suffix, NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (whole, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_commit (Place        *place,
             gconstpointer data)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (place->file);
  g_autoptr(GError) error = NULL;

  g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
  put (sink, "", "main");
  put (sink, ".BIN", "companion");
  g_assert_false (dwell_sink_is_full (sink));
  assert_text (place->path, "", "old");
  g_assert_cmpuint (count_files (place), ==, 3);

  g_assert_true (dwell_sink_commit (sink, NULL, &error));
  g_assert_no_error (error);
  assert_text (place->path, "", "main");
  assert_text (place->path, ".BIN", "companion");
  g_assert_cmpuint (count_files (place), ==, 2);
}

/* A companion that the new file has none of goes, once the new file is in place; not before. */
static void
test_drop_part (Place        *place,
                gconstpointer data)
{
  g_autofree char *binary = g_strconcat (place->path, ".BIN", NULL);

  g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
  g_assert_true (g_file_set_contents (binary, "old companion", -1, NULL));

  /* Not committed; opened all the same; gone; gone already. */
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr(DwellSink) sink = dwell_sink_new_for_file (place->file);
      g_autoptr(GError) error = NULL;

      g_assert_true (g_file_equal (dwell_sink_get_file (sink), place->file));
      dwell_sink_drop_part (sink, ".BIN");
      put (sink, "", "main");

      if (i == 0)
        {
          assert_text (place->path, ".BIN", "old companion");
          continue;
        }
      if (i == 1)
        put (sink, ".BIN", "new companion");

      g_assert_true (dwell_sink_commit (sink, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpint (g_file_test (binary, G_FILE_TEST_EXISTS), ==, i == 1);
    }
}

static void
test_drop (Place        *place,
           gconstpointer data)
{
  DwellSink *sink = dwell_sink_new_for_file (place->file);

  g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
  put (sink, "", "main");
  put (sink, ".BIN", "companion");
  dwell_sink_free (sink);

  assert_text (place->path, "", "old");
  g_assert_cmpuint (count_files (place), ==, 1);
}

static void
test_cancelled (Place        *place,
                gconstpointer data)
{
  DwellSink *sink = dwell_sink_new_for_file (place->file);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
  put (sink, "", "main");
  g_cancellable_cancel (cancellable);
  g_assert_false (dwell_sink_commit (sink, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  dwell_sink_free (sink);

  assert_text (place->path, "", "old");
  g_assert_cmpuint (count_files (place), ==, 1);
}

/* A folder where the main file is to be: its companion must not be left without it. */
static void
test_failure (Place        *place,
              gconstpointer data)
{
  DwellSink *sink = dwell_sink_new_for_file (place->file);
  g_autoptr(GError) error = NULL;

  put (sink, "", "main");
  g_assert_cmpint (g_mkdir (place->path, 0700), ==, 0);
  g_assert_false (dwell_sink_commit (sink, NULL, &error));
  g_assert_nonnull (error);
  dwell_sink_free (sink);
  g_assert_cmpuint (count_files (place), ==, 1);
}

static void
test_no_folder (void)
{
  g_autoptr(GFile) file = g_file_new_for_path ("no/such/folder/file.txt");
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
  g_autoptr(GError) error = NULL;

  g_assert_null (dwell_sink_open_part (sink, "", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* Who may do all would lose a device by a rename. */
static void
test_pipe (Place        *place,
           gconstpointer data)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (place->file);
  g_autoptr(GError) error = NULL;

  g_assert_cmpint (mkfifo (place->path, 0600), ==, 0);
  g_assert_null (dwell_sink_open_part (sink, "", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_assert_false (g_file_test (place->path, G_FILE_TEST_IS_REGULAR));
}

static void
test_permissions (Place        *place,
                  gconstpointer data)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (place->file);
  GStatBuf info;

  g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
  g_assert_cmpint (g_chmod (place->path, 0640), ==, 0);
  put (sink, "", "main");
  g_assert_true (dwell_sink_commit (sink, NULL, NULL));
  g_assert_cmpint (g_stat (place->path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0640);
}

static void
test_link (Place        *place,
           gconstpointer data)
{
  g_autofree char *link = g_build_filename (place->folder, "link", NULL);
  g_autoptr(GFile) link_file = g_file_new_for_path (link);
  g_autoptr(DwellSink) sink = NULL;

  g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
  g_assert_true (g_file_make_symbolic_link (link_file, place->path, NULL, NULL));

  sink = dwell_sink_new_for_file (link_file);
  put (sink, "", "main");
  put (sink, ".BIN", "companion");
  g_assert_true (dwell_sink_commit (sink, NULL, NULL));
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  assert_text (place->path, "", "main");
  assert_text (place->path, ".BIN", "companion");
}

static void
assert_part (DwellSink  *sink,
             const char *suffix,
             const char *expected)
{
  g_autoptr(GBytes) bytes = dwell_sink_get_part (sink, suffix);

  g_assert_nonnull (bytes);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), expected,
                   strlen (expected));
}

static void
test_memory (void)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (4);

  g_assert_false (dwell_sink_is_full (sink));
  put (sink, "", "abc");
  g_assert_false (dwell_sink_is_full (sink));
  put (sink, ".BIN", "abcdef");
  g_assert_true (dwell_sink_is_full (sink));
  g_assert_true (dwell_sink_commit (sink, NULL, NULL));

  assert_part (sink, "", "abc");
  assert_part (sink, ".BIN", "abcd");
  g_assert_null (dwell_sink_get_part (sink, ".other"));
}

/* One that keeps the head alone stops the writer. */
static void
test_head (void)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_head (4);
  GOutputStream *stream = dwell_sink_open_part (sink, "", NULL, NULL);
  g_autoptr(GError) error = NULL;
  GBytes *bytes;

  g_assert_true (g_output_stream_write_all (stream, "abcdef", 6, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_false (g_output_stream_write_all (stream, "g", 1, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  bytes = dwell_sink_get_part (sink, "");
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "abcd", 4);
  g_bytes_unref (bytes);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) \
  g_test_add ("/sink/" name, Place, NULL, set_up, function, tear_down)
  ADD ("commit", test_commit);
  ADD ("drop", test_drop);
  ADD ("drop-part", test_drop_part);
  ADD ("cancelled", test_cancelled);
  ADD ("failure", test_failure);
  ADD ("pipe", test_pipe);
  ADD ("permissions", test_permissions);
  ADD ("link", test_link);
  g_test_add_func ("/sink/no-folder", test_no_folder);
  g_test_add_func ("/sink/memory", test_memory);
  g_test_add_func ("/sink/head", test_head);

  return g_test_run ();
}
