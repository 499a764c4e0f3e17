/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sinks: both parts are there or neither, the old ones stay until then, nothing is left behind,
 * permissions and links survive; and what a memory sink keeps. What happens when single steps fail,
 * the command line's tests try. */
#include "config.h"

#include <grp.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "sink-fixture.h"

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

/* The folder is moved meanwhile: nothing can be saved there, and nothing stays in it, whatever it
 * is called. */
static void
test_moved_folder (Place        *place,
                   gconstpointer data)
{
  for (guint is_committed = 0; is_committed < 2; is_committed++)
    {
      g_autofree char *before = g_strdup (place->folder);
      g_autoptr(DwellSink) sink = dwell_sink_new_for_file (place->file);
      g_autoptr(GError) error = NULL;

      put (sink, "", "main");
      put (sink, ".BIN", "companion");
      g_free (place->folder);
      place->folder = g_strconcat (before, "-moved", NULL);
      g_assert_cmpint (g_rename (before, place->folder), ==, 0);
      g_assert_cmpuint (count_files (place), ==, 2);

      if (is_committed)
        {
          g_assert_false (dwell_sink_commit (sink, NULL, &error));
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
        }
      g_clear_pointer (&sink, dwell_sink_free);
      g_assert_cmpuint (count_files (place), ==, 0);
      g_assert_cmpint (g_rename (place->folder, before), ==, 0);
      g_free (place->folder);
      place->folder = g_steal_pointer (&before);
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

/* Places that cannot be written to are refused before anything is written. */
static void
test_refused (Place        *place,
              gconstpointer data)
{
  g_autofree char *through = g_build_filename (place->path, "file.txt", NULL);
  g_autofree char *loop = g_build_filename (place->folder, "loop", NULL);
  g_autofree char *nowhere = g_build_filename (place->folder, "nowhere", NULL);
  g_autofree char *name = g_strnfill (256, 'x');
  g_autofree char *long_path = g_build_filename (place->folder, name, NULL);
  g_autofree char *pipe = g_build_filename (place->folder, "pipe", NULL);
  const struct {
    const char *path;
    int         code;
  } cases[] = {
    { "no/such/folder/file.txt", G_IO_ERROR_NOT_FOUND },
    { "/", G_IO_ERROR_IS_DIRECTORY },
    { "", G_IO_ERROR_IS_DIRECTORY },
    { "..", G_IO_ERROR_IS_DIRECTORY },
    { place->folder, G_IO_ERROR_IS_DIRECTORY },
    { through, G_IO_ERROR_NOT_DIRECTORY },
    { loop, G_IO_ERROR_TOO_MANY_LINKS },
    { nowhere, G_IO_ERROR_NOT_FOUND },
    { long_path, G_IO_ERROR_FILENAME_TOO_LONG },
    { pipe, G_IO_ERROR_NOT_REGULAR_FILE }, /* root could replace a device */
  };

  g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
  g_assert_cmpint (symlink ("loop", loop), ==, 0);
  g_assert_cmpint (symlink ("no/such/folder/file.txt", nowhere), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GFile) file = g_file_new_for_commandline_arg (cases[i].path);
      g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", cases[i].path);
      g_assert_null (dwell_sink_open_part (sink, "", NULL, &error));
      g_assert_error (error, G_IO_ERROR, cases[i].code);
    }

  g_assert_cmpuint (count_files (place), ==, 4);
}

static guint
get_mode (const char *path,
          const char *suffix)
{
  g_autofree char *whole = g_strconcat (path, suffix, NULL);
  GStatBuf status;

  g_assert_cmpint (g_stat (whole, &status), ==, 0);
  return status.st_mode & 0777;
}

/* A temporary file is readable only by its owner until it is in place; then it has the mode of the
 * file that it replaces, or of any new file. */
static void
test_permissions (Place        *place,
                  gconstpointer data)
{
  static const struct {
    guint main, companion;         /* 0: there is none */
    guint new_main, new_companion; /* 0: as any new file */
  } cases[] = {
    { 0640, 0, 0640, 0640 }, { 0600, 0644, 0600, 0644 }, { 0, 0, 0, 0 }, { 0, 0640, 0, 0640 },
  };
  g_autofree char *binary = g_strconcat (place->path, ".BIN", NULL);
  g_autofree char *other = g_build_filename (place->folder, "other", NULL);
  FILE *usual_file = g_fopen (other, "w");
  guint usual;

  g_assert_cmpint (fclose (usual_file), ==, 0);
  usual = get_mode (other, "");
  g_assert_cmpint (g_remove (other), ==, 0);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellSink) sink = dwell_sink_new_for_file (place->file);
      g_autoptr(GDir) folder = NULL;
      const char *name;

      if (cases[i].main != 0)
        {
          g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
          g_assert_cmpint (g_chmod (place->path, (int) cases[i].main), ==, 0);
        }
      if (cases[i].companion != 0)
        {
          g_assert_true (g_file_set_contents (binary, "old", -1, NULL));
          g_assert_cmpint (g_chmod (binary, (int) cases[i].companion), ==, 0);
        }

      put (sink, "", "main");
      put (sink, ".BIN", "companion");
      folder = g_dir_open (place->folder, 0, NULL);
      while ((name = g_dir_read_name (folder)) != NULL)
        {
          g_autofree char *path = g_build_filename (place->folder, name, NULL);

          if (*name == '.')
            g_assert_cmpuint (get_mode (path, ""), ==, 0600);
        }

      g_assert_true (dwell_sink_commit (sink, NULL, NULL));
      g_assert_cmpuint (get_mode (place->path, ""), ==,
                        cases[i].new_main != 0 ? cases[i].new_main : usual);
      g_assert_cmpuint (get_mode (place->path, ".BIN"), ==,
                        cases[i].new_companion != 0 ? cases[i].new_companion : usual);
      g_assert_cmpint (g_remove (place->path), ==, 0);
      g_assert_cmpint (g_remove (binary), ==, 0);
    }
}

/* What is saved by root stays with whom it was of; by others, it may not be read by more. */
static void
test_owner (Place        *place,
            gconstpointer data)
{
  gboolean is_root = geteuid () == 0;
  g_autofree char *binary = g_strconcat (place->path, ".BIN", NULL);
  struct stat status;

  if (!is_root)
    {
      g_test_skip ("only root can make a file of somebody else");
      return;
    }

  for (guint by_other = 0; by_other < 2; by_other++)
    {
      g_autoptr(DwellSink) sink = dwell_sink_new_for_file (place->file);
      g_autoptr(GError) error = NULL;
      gid_t groups[64];
      int n_groups = getgroups (G_N_ELEMENTS (groups), groups);

      g_remove (binary);
      g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
      g_assert_cmpint (chown (place->path, 1234, 2345), ==, 0);
      g_assert_cmpint (g_chmod (place->path, 0664), ==, 0);
      if (by_other)
        {
          g_assert_cmpint (chmod (place->folder, 0777), ==, 0);
          g_assert_true (setgroups (0, NULL) == 0 && setegid (3456) == 0 && seteuid (3456) == 0);
        }

      put (sink, "", "main");
      put (sink, ".BIN", "companion");
      dwell_sink_commit (sink, NULL, &error);
      if (by_other)
        g_assert_true (seteuid (0) == 0 && setegid (0) == 0 &&
                       setgroups ((gsize) MAX (n_groups, 0), groups) == 0);

      g_assert_no_error (error);
      for (guint i = 0; i < 2; i++)
        {
          g_assert_cmpint (stat (i == 0 ? place->path : binary, &status), ==, 0);
          g_assert_cmpuint (status.st_uid, ==, by_other ? 3456 : 1234);
          g_assert_cmpuint (status.st_gid, ==, by_other ? 3456 : 2345);
          g_assert_cmpuint (status.st_mode & 07777, ==, by_other ? 0644 : 0664);
        }
    }
}

/* Access lists and notes in extended attributes; a hard link is cut. */
static void
test_attributes (Place        *place,
                 gconstpointer data)
{
  /* The owner rw, user 1234 rw, the group nothing, at most rw, others nothing. */
  static const guint8 list[] = {
    2, 0, 0, 0,  1, 0, 6, 0, 255, 255, 255, 255,  2, 0, 6, 0, 0xd2, 4, 0, 0,
    4, 0, 0, 0, 255, 255, 255, 255,  16, 0, 6, 0, 255, 255, 255, 255,
    32, 0, 0, 0, 255, 255, 255, 255,
  };
  g_autofree char *other = g_build_filename (place->folder, "other", NULL);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (place->file);
  gboolean has_list;
  gboolean has_note;
  char value[100];

  g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
  g_assert_cmpint (link (place->path, other), ==, 0);
  has_list = setxattr (place->path, "system.posix_acl_access", list, sizeof list, 0) == 0;
  has_note = setxattr (place->path, "user.xdg.tags", "a,b", 3, 0) == 0;

  put (sink, "", "main");
  g_assert_true (dwell_sink_commit (sink, NULL, NULL));
  assert_text (place->path, "", "main");
  assert_text (other, "", "old");
  if (has_list)
    {
      g_assert_cmpint (getxattr (place->path, "system.posix_acl_access", value, sizeof value), ==,
                       sizeof list);
      g_assert_cmpmem (value, sizeof list, list, sizeof list);
      g_assert_cmpuint (get_mode (place->path, ""), ==, 0660);
    }
  if (has_note)
    {
      g_assert_cmpint (getxattr (place->path, "user.xdg.tags", value, sizeof value), ==, 3);
      g_assert_cmpmem (value, 3, "a,b", 3);
    }
  if (!has_list || !has_note)
    g_test_skip ("the file system has no access lists, or no attributes");
}

/* A name may be as long as it likes, if the file system takes it. */
static void
test_long_names (Place        *place,
                 gconstpointer data)
{
  static const guint lengths[] = { 90, 97, 98, 200, 246, 251, 255 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autoptr(GString) name = g_string_new (NULL);
      g_autofree char *path = NULL;
      g_autofree char *binary = NULL;
      g_autoptr(GFile) file = NULL;
      g_autoptr(DwellSink) sink = NULL;
      g_autoptr(GError) error = NULL;

      /* Characters of two bytes, and one more at the beginning where that is needed. */
      g_string_append (name, lengths[i] % 2 != 0 ? "x" : "");
      while (name->len < lengths[i])
        g_string_append (name, "\303\244");

      path = g_build_filename (place->folder, name->str, NULL);
      binary = g_strconcat (path, ".BIN", NULL);
      file = g_file_new_for_path (path);
      sink = dwell_sink_new_for_file (file);
      put (sink, "", "main");
      if (lengths[i] <= 251)
        put (sink, ".BIN", "companion");
      g_assert_true (dwell_sink_commit (sink, NULL, &error));
      g_assert_no_error (error);
      assert_text (path, "", "main");
      if (lengths[i] <= 251)
        assert_text (path, ".BIN", "companion");
      g_assert_cmpint (g_remove (path), ==, 0);
      g_remove (binary);
      g_assert_cmpuint (count_files (place), ==, 0);
    }
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

/* A link that leads to nothing leads to what is made, by whatever way; it stays a link. */
static void
test_dangling (Place        *place,
               gconstpointer data)
{
  g_autofree char *folder = g_build_filename (place->folder, "folder", NULL);
  g_autofree char *linked = g_build_filename (place->folder, "linked", NULL);
  g_autofree char *first = g_build_filename (folder, "first", NULL);
  g_autofree char *second = g_build_filename (linked, "second", NULL);
  g_autofree char *link = g_build_filename (linked, "first", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (link);

  /* linked/first -> linked/second -> ../a b%41.txt, which is beside folder */
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (symlink ("folder", linked), ==, 0);
  g_assert_cmpint (symlink (second, first), ==, 0);
  g_assert_cmpint (symlink ("../a b%41.txt", second), ==, 0);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
      g_autoptr(GError) error = NULL;

      put (sink, "", i == 0 ? "main" : "again");
      g_assert_true (dwell_sink_commit (sink, NULL, &error));
      g_assert_no_error (error);
      assert_text (place->path, "", i == 0 ? "main" : "again");
      g_assert_cmpuint (get_mode (place->path, "") & 0111, ==, 0);
      g_assert_true (g_file_test (first, G_FILE_TEST_IS_SYMLINK));
      g_assert_true (g_file_test (second, G_FILE_TEST_IS_SYMLINK));
    }

  g_assert_cmpint (g_remove (first), ==, 0);
  g_assert_cmpint (g_remove (second), ==, 0);
}

/* A companion's link stays, too, and what was set aside is found beside what it leads to. */
static void
test_companion_link (Place        *place,
                     gconstpointer data)
{
  g_autofree char *binary = g_strconcat (place->path, ".BIN", NULL);
  g_autofree char *folder = g_build_filename (place->folder, "folder", NULL);
  g_autofree char *real = g_build_filename (folder, "records", NULL);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (symlink ("folder/records", binary), ==, 0);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(DwellSink) sink = dwell_sink_new_for_file (place->file);

      put (sink, "", "main");
      put (sink, ".BIN", "companion");
      g_assert_true (dwell_sink_commit (sink, NULL, NULL));
      g_assert_true (g_file_test (binary, G_FILE_TEST_IS_SYMLINK));
      assert_text (real, "", "companion");
      g_assert_cmpuint (count_files (place), ==, 3);
    }

  g_assert_cmpint (g_remove (real), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
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
  ADD ("moved-folder", test_moved_folder);
  ADD ("drop-part", test_drop_part);
  ADD ("cancelled", test_cancelled);
  ADD ("failure", test_failure);
  ADD ("refused", test_refused);
  ADD ("permissions", test_permissions);
  ADD ("owner", test_owner);
  ADD ("attributes", test_attributes);
  ADD ("long-names", test_long_names);
  ADD ("link", test_link);
  ADD ("dangling", test_dangling);
  ADD ("companion-link", test_companion_link);
  g_test_add_func ("/sink/memory", test_memory);
  g_test_add_func ("/sink/head", test_head);

  return g_test_run ();
}
