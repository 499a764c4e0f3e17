/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a fuzz target over every file below a folder, whole and cut again and again,
 * without libFuzzer: so the corpus is a test with any compiler. */
#include "config.h"

#include <gio/gio.h>

#include "fuzz.h"
#include "support/stride.h"

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

  /* To a half, and to a tenth where that is slow. */
  for (; size > 0; size /= TEST_STRIDE + 1)
    LLVMFuzzerTestOneInput ((const guint8 *) data, size);

  n_files++;
}

static void
replay_folder (const char *folder)
{
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (paths, g_strdup (folder));

  for (guint i = 0; i < paths->len && i < MAX_FILES; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autoptr(GDir) opened = g_dir_open (path, 0, NULL);
      const char *name;

      if (opened == NULL)
        replay_file (path);

      while (opened != NULL && (name = g_dir_read_name (opened)))
        g_ptr_array_add (paths, g_build_filename (path, name, NULL));
    }
}

static void
test_replay (void)
{
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autofree char *corpus = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus",
                                                   fuzz_get_target ()->name, NULL);

  LLVMFuzzerTestOneInput ((const guint8 *) "", 0);
  replay_folder (data);
  if (g_file_test (corpus, G_FILE_TEST_IS_DIR))
    replay_folder (corpus);
  g_assert_cmpuint (n_files, >, 0);
}

int
main (int    argc,
      char **argv)
{
  LLVMFuzzerInitialize (&argc, &argv);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fuzz/replay", test_replay);
  return g_test_run ();
}
