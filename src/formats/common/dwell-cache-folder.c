/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cache folders for files that are kept for a day, because it is not known when the last program
 * has read them. */
#include "config.h"

#include "formats/common/dwell-cache-folder.h"

#include <glib/gstdio.h>

#define KEPT_SECONDS (24 * 60 * 60)

/**
 * dwell_cache_folder_get:
 * @name: the name of the folder, used only by Dwell
 *
 * Returns: (transfer full): the path of the folder, which need not exist
 */
char *
dwell_cache_folder_get (const char *name)
{
  return g_build_filename (g_get_user_cache_dir (), "dwell", name, NULL);
}

static void
remove_old_files (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  gint64 oldest = g_get_real_time () / G_USEC_PER_SEC - KEPT_SECONDS;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf info;

      if (g_stat (path, &info) == 0 && (gint64) info.st_mtime < oldest)
        g_unlink (path);
    }
}

/**
 * dwell_cache_folder_make:
 * @name: the name of the folder, used only by Dwell
 *
 * Makes the folder, which only its owner can read, and removes files in it that are older than a
 * day; for a worker. If it cannot be made, writing to it fails.
 *
 * Returns: (transfer full): its path
 */
char *
dwell_cache_folder_make (const char *name)
{
  char *folder = dwell_cache_folder_get (name);

  g_mkdir_with_parents (folder, 0700);
  remove_old_files (folder);
  return folder;
}
