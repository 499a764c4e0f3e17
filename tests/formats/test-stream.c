/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is piped in is kept in a file of the cache, whole, for its owner alone, and for a day. */
#include "config.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include <glib/gstdio.h>

#include "formats/common/dwell-stream.h"
#include "support/folder.h"

typedef struct {
  char *folder;
  char *pipe;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  fixture->folder = folder_new ();
  fixture->pipe = g_build_filename (fixture->folder, "pipe", NULL);
  g_assert_cmpint (mkfifo (fixture->pipe, 0600), ==, 0);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  folder_remove (fixture->folder);
  g_free (fixture->pipe);
}

static gpointer
write_numbers (gpointer data)
{
  int fd = open (data, O_WRONLY);

  for (guint i = 0; i < 100000; i++)
    {
      char line[16];
      int length = g_snprintf (line, sizeof line, "%u\n", i);

      g_assert_cmpint (write (fd, line, (size_t) length), ==, length);
    }
  close (fd);
  return NULL;
}

static GFile *
keep_numbers (Fixture *fixture)
{
  GThread *writer = g_thread_new ("writer", write_numbers, fixture->pipe);
  g_autoptr(GError) error = NULL;
  GFile *file = dwell_stream_keep (fixture->pipe, NULL, &error);

  g_assert_no_error (error);
  g_thread_join (writer);
  return file;
}

static void
test_keep (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(GFile) file = keep_numbers (fixture);
  g_autoptr(GFile) second = keep_numbers (fixture);
  g_autoptr(GFile) other = g_file_new_for_path (fixture->pipe);
  g_autofree char *text = NULL;
  GStatBuf status;

  g_assert_false (g_file_equal (file, second));
  g_assert_true (dwell_stream_is_kept (file));
  g_assert_true (dwell_stream_is_kept (second));
  g_assert_false (dwell_stream_is_kept (other));

  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "0\n1\n2\n"));
  g_assert_true (g_str_has_suffix (text, "\n99998\n99999\n"));
  g_assert_cmpint (g_stat (g_file_peek_path (file), &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
}

/* Whoever makes the next one removes those of former days. */
static void
test_old (Fixture       *fixture,
          gconstpointer  user_data)
{
  g_autoptr(GFile) young = keep_numbers (fixture);
  g_autoptr(GFile) folder = g_file_get_parent (young);
  g_autoptr(GFile) old = g_file_get_child (folder, "standard input of yesterday");
  g_autoptr(GFile) next = NULL;
  struct utimbuf times = { 0 };

  g_assert_true (g_file_set_contents (g_file_peek_path (old), "", 0, NULL));
  times.modtime = g_get_real_time () / G_USEC_PER_SEC - 25 * 60 * 60;
  g_assert_cmpint (g_utime (g_file_peek_path (old), &times), ==, 0);
  next = keep_numbers (fixture);

  g_assert_false (g_file_query_exists (old, NULL));
  g_assert_true (g_file_query_exists (young, NULL));
  g_assert_true (g_file_query_exists (next, NULL));
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (G_USEC_PER_SEC / 20);
  g_cancellable_cancel (data);
  return NULL;
}

static guint
count_files (GFile *folder)
{
  g_autoptr(GDir) dir = g_dir_open (g_file_peek_path (folder), 0, NULL);
  guint n_files = 0;

  while (g_dir_read_name (dir) != NULL)
    n_files++;
  return n_files;
}

/* A pipe into which nothing comes can be left, whether anybody has opened it or not (@user_data);
 * nothing of it remains. */
static void
test_cancel (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(GFile) first = keep_numbers (fixture);
  g_autoptr(GFile) folder = g_file_get_parent (first);
  guint n_files = count_files (folder);
  GThread *thread = g_thread_new ("canceller", cancel_soon, cancellable);
  int writer = user_data != NULL ? open (fixture->pipe, O_RDWR) : -1;

  g_assert_null (dwell_stream_keep (fixture->pipe, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  if (writer >= 0)
    close (writer);

  g_assert_cmpuint (count_files (folder), ==, n_files);
}

static void
test_names (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autofree char *missing = g_build_filename (fixture->folder, "missing", NULL);

  g_assert_true (dwell_stream_is_one ("-"));
  g_assert_true (dwell_stream_is_one (fixture->pipe));
  g_assert_false (dwell_stream_is_one (fixture->folder));
  g_assert_false (dwell_stream_is_one (missing));
}

int
main (int   argc,
      char *argv[])
{
  char *cache = folder_new ();
  g_autofree char *piped = NULL;
  g_autofree char *dwell = NULL;
  int status;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/stream/cancel", Fixture, "opened", set_up, test_cancel, tear_down);
  g_test_add ("/stream/cancel/not-opened", Fixture, NULL, set_up, test_cancel, tear_down);
  g_test_add ("/stream/keep", Fixture, NULL, set_up, test_keep, tear_down);
  g_test_add ("/stream/names", Fixture, NULL, set_up, test_names, tear_down);
  g_test_add ("/stream/old", Fixture, NULL, set_up, test_old, tear_down);

  status = g_test_run ();
  piped = g_build_filename (cache, "dwell", "piped", NULL);
  dwell = g_build_filename (cache, "dwell", NULL);
  folder_empty (piped);
  folder_empty (dwell);
  folder_remove (cache);
  return status;
}
