/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the names of companions and hidden files. If the last link of a chain leads to a file that
 * does not exist, the links are followed one by one, because realpath() fails for such a path. */
#include "config.h"

#include "formats/common/dwell-beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

/* The same limit as the kernel's. */
#define MAX_LINKS 40

/* Some file systems allow no more than 143 bytes for a name. */
#define MAX_BASE_BYTES ((gsize) 80)
#define CHECKSUM_BYTES 16

/* Returns: (transfer full) (nullable): @path with all links followed but that of its last part */
static char *
resolve_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  char *real = realpath (folder, NULL);
  char *resolved = real != NULL ? g_build_filename (real, name, NULL) : NULL;

  free (real);
  return resolved;
}

/* Returns the path that a link leads to, if there is no file. */
static char *
follow_dangling (const char *path)
{
  g_autofree char *place = resolve_folder (path);

  for (guint i = 0; place != NULL && i < MAX_LINKS; i++)
    {
      g_autofree char *target = g_file_read_link (place, NULL);
      g_autofree char *folder = NULL;
      g_autofree char *next = NULL;

      if (target == NULL)
        return g_steal_pointer (&place);

      folder = g_path_get_dirname (place);
      next = g_path_is_absolute (target) ? g_strdup (target)
                                         : g_build_filename (folder, target, NULL);
      g_free (place);
      place = resolve_folder (next);
    }

  return NULL;
}

/**
 * dwell_beside_follow_links:
 * @file: a file
 *
 * Follows links, so that renaming a file to the result does not replace a link. A link to a file
 * that does not exist leads to the file that would be created by writing to it.
 *
 * Returns: (transfer full): the file that @file leads to; @file itself if that is unknown
 */
GFile *
dwell_beside_follow_links (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *followed = NULL;
  char *real;
  GStatBuf status;

  if (path == NULL)
    return g_object_ref (file);

  real = realpath (path, NULL);
  followed = g_strdup (real);
  free (real);
  if (followed == NULL && g_stat (path, &status) != 0 && errno == ENOENT)
    followed = follow_dangling (path);

  return followed != NULL ? g_file_new_for_path (followed) : g_object_ref (file);
}

/**
 * dwell_beside_get_part:
 * @main_file: a main file
 * @suffix: suffix of a companion; "" for the main file
 *
 * Returns: (transfer full): the file, with links followed
 */
GFile *
dwell_beside_get_part (GFile      *main_file,
                       const char *suffix)
{
  g_autofree char *uri = g_file_get_uri (main_file);
  g_autofree char *escaped = g_uri_escape_string (suffix, NULL, FALSE);
  g_autofree char *whole = g_strconcat (uri, escaped, NULL);
  g_autoptr(GFile) part = NULL;

  if (*suffix == '\0')
    return g_object_ref (main_file);

  part = g_file_new_for_uri (whole);
  return dwell_beside_follow_links (part);
}

/**
 * dwell_beside_get_prefix:
 * @main_file: a main file
 *
 * Returns: (transfer full): the prefix of the names of all its hidden files, before WHAT
 */
char *
dwell_beside_get_prefix (GFile *main_file)
{
  g_autofree char *name = g_file_get_basename (main_file);
  g_autofree char *checksum = NULL;
  gsize n = MAX_BASE_BYTES;

  if (strlen (name) <= MAX_BASE_BYTES + 1 + CHECKSUM_BYTES)
    return g_strdup_printf (".%s.dwell-", name);

  /* Do not cut within a character: some file systems accept only valid UTF-8. */
  while (n > 0 && (name[n] & 0xc0) == 0x80)
    n--;

  checksum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);
  return g_strdup_printf (".%.*s-%.*s.dwell-", (int) n, name, CHECKSUM_BYTES, checksum);
}

/**
 * dwell_beside_get_hidden:
 * @main_file: a main file, not the root of a file system
 * @suffix: suffix of the part that the hidden file belongs to
 * @what: WHAT of its name
 *
 * Returns: (transfer full): the hidden file, in the folder of that part
 */
GFile *
dwell_beside_get_hidden (GFile      *main_file,
                         const char *suffix,
                         const char *what)
{
  g_autoptr(GFile) part = dwell_beside_get_part (main_file, suffix);
  g_autoptr(GFile) folder = g_file_get_parent (part);
  g_autofree char *prefix = dwell_beside_get_prefix (main_file);
  g_autofree char *name = g_strconcat (prefix, what, suffix, NULL);

  return g_file_get_child (folder, name);
}

/**
 * dwell_beside_open_folder:
 * @file: a file
 * @flags: how to open its folder: O_RDONLY or O_PATH
 *
 * Returns: a descriptor of the folder; -1 if there is no local one, or it may not be opened
 */
int
dwell_beside_open_folder (GFile *file,
                          int    flags)
{
  g_autoptr(GFile) folder = g_file_get_parent (file);
  const char *path = folder != NULL ? g_file_peek_path (folder) : NULL;

  return path != NULL ? g_open (path, flags | O_DIRECTORY | O_CLOEXEC, 0) : -1;
}
