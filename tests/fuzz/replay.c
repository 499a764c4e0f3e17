/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a fuzz target over every file below a folder, whole and cut in halves again and again,
 * without libFuzzer: so the corpus is a test with any compiler. */
#include "config.h"

#include <gio/gio.h>

#include "fuzz.h"

#define MAX_FILES 10000

static guint n_files;

static void
replay_file (const char *path)
{
  g_autofree char *data = NULL;
  g_autoptr(GError) error = NULL;
  gsize size;

  g_file_get_contents (path, &data, &size, &error);
  g_assert_no_error (error);

  for (; size > 0; size /= 2)
    LLVMFuzzerTestOneInput ((const guint8 *) data, size);

  n_files++;
}

static void
test_replay (gconstpointer data)
{
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  LLVMFuzzerTestOneInput ((const guint8 *) "", 0);
  g_ptr_array_add (paths, g_strdup (data));

  for (guint i = 0; i < paths->len && i < MAX_FILES; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autoptr(GDir) folder = g_dir_open (path, 0, NULL);
      const char *name;

      if (folder == NULL)
        replay_file (path);

      while (folder != NULL && (name = g_dir_read_name (folder)))
        g_ptr_array_add (paths, g_build_filename (path, name, NULL));
    }

  g_assert_cmpuint (n_files, >, 0);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *folder = NULL;

  g_test_init (&argc, &argv, NULL);
  folder = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_test_add_data_func ("/fuzz/replay", folder, test_replay);
  return g_test_run ();
}
