/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that a program left when it was killed while replacing files: which ones readers use, and
 * which ones are removed. */
#include "config.h"

#include <unistd.h>

#include "formats/common/dwell-aside.h"
#include "formats/common/dwell-beside.h"
#include "formats/common/dwell-source.h"
#include "sink-fixture.h"

/* Checks which companion is found when the main file is opened; NULL: none. */
static void
assert_companion (Place      *place,
                  const char *expected)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellSource) source = dwell_source_new (place->file, NULL, &error);
  g_autoptr(DwellSource) companion = NULL;

  g_assert_no_error (error);
  companion = dwell_source_open_companion (source, "a b%41.txt.BIN", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (companion != NULL, ==, expected != NULL);
  if (expected == NULL)
    return;

  g_assert_cmpmem (g_bytes_get_data (dwell_source_get_head (companion), NULL),
                   g_bytes_get_size (dwell_source_get_head (companion)), expected,
                   strlen (expected));
  g_assert_cmpstr (dwell_source_get_name (companion), ==, "a b%41.txt.BIN");
}

static gboolean
owns_companion (Place *place)
{
  g_autoptr(DwellSource) source = dwell_source_new (place->file, NULL, NULL);

  return dwell_source_owns (source, "a b%41.txt.BIN");
}

static char *
get_owner (Place *place)
{
  g_autoptr(GFileInfo) info = g_file_query_info (place->file, DWELL_ASIDE_ATTRIBUTES,
                                                 G_FILE_QUERY_INFO_NONE, NULL, NULL);

  return dwell_aside_get_owner (info);
}

/* The steps of replacing a pair, the program killed after each; what readers find, and what is
 * there when the next has written a file that says nothing of a companion. */
static void
test_killed (Place        *place,
             gconstpointer data)
{
  g_autofree char *binary = g_strconcat (place->path, ".BIN", NULL);
  const char *old = data;

  for (guint n_steps = 0; n_steps < 4; n_steps++)
    {
      g_autoptr(DwellSink) sink = dwell_sink_new_for_file (place->file);
      g_autofree char *owner = NULL;
      g_autoptr(GError) error = NULL;
      gboolean is_new = n_steps > 2;

      g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
      g_remove (binary);
      if (old != NULL)
        g_assert_true (g_file_set_contents (binary, old, -1, NULL));

      owner = get_owner (place);
      if (n_steps > 0)
        g_assert_true (dwell_aside_set (place->file, ".BIN", owner, TRUE, NULL));
      if (n_steps > 1)
        g_assert_true (g_file_set_contents (binary, "new companion", -1, NULL));
      if (n_steps > 2)
        g_assert_true (g_file_set_contents (place->path, "longer", -1, NULL));

      assert_companion (place, is_new ? "new companion" : old);
      g_assert_cmpint (owns_companion (place), ==, n_steps == 0 || is_new);

      put (sink, "", "main");
      g_assert_true (dwell_sink_commit (sink, NULL, &error));
      g_assert_no_error (error);
      assert_text (place->path, "", "main");
      assert_companion (place, is_new ? "new companion" : old);
      g_assert_cmpuint (count_files (place), ==, 1 + (is_new || old != NULL));
    }
}

/* A file of another user, in a folder where all may write, is not taken for one of Dwell's. */
static void
test_other_user (Place        *place,
               gconstpointer data)
{
  g_autofree char *owner = NULL;
  g_autofree char *what = NULL;
  g_autofree char *path = NULL;
  g_autoptr(GFile) aside = NULL;

  g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
  owner = get_owner (place);
  what = g_strconcat ("old-", owner, NULL);
  aside = dwell_beside_get_hidden (place->file, ".BIN", what);
  path = g_file_get_path (aside);
  g_assert_true (g_file_set_contents (path, "not yours", -1, NULL));
  assert_companion (place, "not yours");

  if (chown (path, 12345, 12345) == 0)
    assert_companion (place, NULL);
  else
    g_test_skip ("only root can give a file away");
}

/* Files that were left over are removed; files that another program is writing, and other files,
 * stay. */
static void
test_left_over (Place        *place,
                gconstpointer data)
{
  static const char * const left_over[] = {
    ".a b%41.txt.dwell-0123abcd", ".a b%41.txt.dwell-0123abcd.BIN",
    ".a b%41.txt.dwell-old-12-3-4.BIN", ".a b%41.txt.dwell-none-nobody.BIN",
  };
  static const char * const others[] = {
    ".a b%41.txt.0123abcd", ".a b%41.txt.dwell-notes", ".a b%41.txt.BIN.dwell-0123abcd",
    ".b.txt.dwell-0123abcd", "a b%41.txt.dwell-0123abcd",
  };
  g_autoptr(DwellSink) writing = dwell_sink_new_for_file (place->file);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (place->file);
  g_autoptr(GError) error = NULL;

  g_assert_true (g_file_set_contents (place->path, "old", -1, NULL));
  put (writing, "", "mine");
  for (guint i = 0; i < G_N_ELEMENTS (left_over); i++)
    {
      g_autofree char *path = g_build_filename (place->folder, left_over[i], NULL);

      g_assert_true (g_file_set_contents (path, "", -1, NULL));
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *path = g_build_filename (place->folder, others[i], NULL);

      g_assert_true (g_file_set_contents (path, "", -1, NULL));
    }

  put (sink, "", "main");
  g_assert_true (dwell_sink_commit (sink, NULL, NULL));
  g_assert_cmpuint (count_files (place), ==, 1 + 1 + G_N_ELEMENTS (others));
  for (guint i = 0; i < G_N_ELEMENTS (left_over); i++)
    {
      g_autofree char *path = g_build_filename (place->folder, left_over[i], NULL);

      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }

  g_assert_true (dwell_sink_commit (writing, NULL, &error));
  g_assert_no_error (error);
  assert_text (place->path, "", "mine");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, function) \
  g_test_add ("/aside/" name, Place, data, set_up, function, tear_down)
  ADD ("killed/companion", "old companion", test_killed);
  ADD ("killed/no-companion", NULL, test_killed);
  ADD ("other-user", NULL, test_other_user);
  ADD ("left-over", NULL, test_left_over);
#undef ADD

  return g_test_run ();
}
