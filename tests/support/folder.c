/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See the header. */
#include "config.h"

#include <glib/gstdio.h>

#include "support/folder.h"

char *
folder_new (void)
{
  g_autoptr(GError) error = NULL;
  char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

/* How many files are in it; none if it is not there. */
guint
folder_count (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;

  return n;
}

/* Removes the files, and folders that are empty. */
void
folder_empty (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
}

/* Takes over @folder. */
void
folder_remove (char *folder)
{
  folder_empty (folder);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);
}
