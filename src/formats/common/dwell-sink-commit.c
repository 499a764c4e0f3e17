/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the files of a sink into their places, all or none of them.
 *
 * A main file without companions is renamed over the old one. With companions:
 *
 *     1. the old companions are set aside as those of the old main file (see dwell-aside.h),
 *     2. the new companions take their places,
 *     3. the new main file takes its place: from here on everything is new,
 *     4. the files that were set aside are removed.
 *
 * If a step up to 3 fails, the old companions are put back at once. If the program is killed before
 * 3, the old companions stay aside, where readers find them; the next writing puts them back first.
 * The folder is synced between the steps, so that a power failure cannot keep a later step without
 * an earlier one.
 *
 * All this happens under a lock of the main file's folder. So two programs that save under one name
 * do not mix their files, and neither puts back what the other is just replacing. */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "core/dwell-lock.h"
#include "formats/common/dwell-aside.h"
#include "formats/common/dwell-beside.h"
#include "formats/common/dwell-sink-private.h"

/* Renaming and syncing take less time than this; if the lock is held longer, another program uses
 * it for something else. */
#define LOCK_US (10 * G_USEC_PER_SEC)

/* Errors do not matter: the rename is done, and the file system will write it sooner or later. */
static void
sync_folder (GFile *file)
{
  int fd = dwell_beside_open_folder (file, O_RDONLY);

  if (fd >= 0)
    {
      fsync (fd);
      close (fd);
    }
}

static gboolean
get_owner (GFile   *main_file,
           char   **owner,
           GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autoptr(GFileInfo) info = g_file_query_info (main_file, DWELL_ASIDE_ATTRIBUTES,
                                                 G_FILE_QUERY_INFO_NONE, NULL, &failure);

  *owner = NULL;
  if (info == NULL && !g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }

  *owner = dwell_aside_get_owner (info);
  return TRUE;
}

static gboolean
is_companion (const DwellSinkPart *part)
{
  return *part->suffix != '\0';
}

/* Puts back what was set aside for the present main file. After a failure that may already be the
 * new one, because a server may report an error for what it did; then nothing is put back. */
static gboolean
restore (GFile   *main_file,
         GArray  *parts,
         GError **error)
{
  g_autofree char *owner = NULL;

  if (!get_owner (main_file, &owner, error))
    return FALSE;

  for (guint i = 0; i < parts->len; i++)
    {
      const DwellSinkPart *part = &g_array_index (parts, DwellSinkPart, i);

      if (is_companion (part) && !dwell_aside_restore (main_file, part->suffix, owner, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
set_aside (GFile       *main_file,
           GArray      *parts,
           const char  *owner,
           GError     **error)
{
  for (guint i = 0; i < parts->len; i++)
    {
      const DwellSinkPart *part = &g_array_index (parts, DwellSinkPart, i);

      if (!is_companion (part))
        continue;

      if (!dwell_aside_set (main_file, part->suffix, owner, part->temporary != NULL, error))
        return FALSE;

      sync_folder (part->target);
    }

  return TRUE;
}

static gboolean
place (GArray    *parts,
       gboolean   is_main,
       GError   **error)
{
  for (guint i = 0; i < parts->len; i++)
    {
      const DwellSinkPart *part = &g_array_index (parts, DwellSinkPart, i);

      if (is_companion (part) == is_main || part->temporary == NULL)
        continue;

      if (!dwell_temporary_place (part->temporary, part->target, error))
        return FALSE;

      sync_folder (part->target);
    }

  return TRUE;
}

static gboolean
replace_all (GFile   *main_file,
             GArray  *parts,
             GError **error)
{
  g_autofree char *owner = NULL;

  if (!restore (main_file, parts, error) || !get_owner (main_file, &owner, error))
    return FALSE;

  if (!set_aside (main_file, parts, owner, error) || !place (parts, FALSE, error) ||
      !place (parts, TRUE, error))
    {
      restore (main_file, parts, NULL);
      return FALSE;
    }

  for (guint i = 0; i < parts->len; i++)
    {
      const DwellSinkPart *part = &g_array_index (parts, DwellSinkPart, i);

      if (is_companion (part))
        dwell_aside_remove (main_file, part->suffix, owner);
    }

  return TRUE;
}

/**
 * _dwell_sink_replace:
 * @main_file: the main file
 * @parts: (element-type DwellSinkPart): all parts, finished
 * @error: the cause: then all files are as they were
 *
 * Replaces all files of a sink.
 *
 * Returns: %FALSE if it failed
 */
gboolean
_dwell_sink_replace (GFile   *main_file,
                     GArray  *parts,
                     GError **error)
{
  int lock = dwell_beside_open_folder (main_file, O_RDONLY);
  gboolean is_replaced;

  if (lock >= 0)
    dwell_lock_wait (lock, LOCK_US);

  is_replaced = replace_all (main_file, parts, error);
  if (lock >= 0)
    close (lock);
  return is_replaced;
}

/* @what: the name of a hidden file, after its prefix */
static void
clear_up (GFile      *main_file,
          const char *owner,
          const char *path,
          const char *what)
{
  const char *suffix;
  gboolean is_owners;

  if (!dwell_aside_parse (what, owner, &is_owners, &suffix))
    dwell_temporary_clear_up (path, what);
  else if (is_owners)
    dwell_aside_restore (main_file, suffix, owner, NULL);
  else
    g_unlink (path);
}

/**
 * _dwell_sink_clear_up:
 * @main_file: the main file
 * @part: a part, whose folder is cleared up
 *
 * Finishes or undoes what a killed program left undone, and removes the files that it left over.
 */
void
_dwell_sink_clear_up (GFile *main_file,
                      GFile *part)
{
  g_autoptr(GFile) folder = g_file_get_parent (part);
  g_autofree char *folder_path = g_file_get_path (folder);
  g_autofree char *prefix = dwell_beside_get_prefix (main_file);
  g_autofree char *owner = NULL;
  GDir *dir = NULL;
  int lock = dwell_beside_open_folder (main_file, O_RDONLY);
  const char *name;

  if (lock >= 0 && dwell_lock_wait (lock, LOCK_US) != DWELL_LOCK_BUSY && folder_path != NULL &&
      get_owner (main_file, &owner, NULL))
    dir = g_dir_open (folder_path, 0, NULL);

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder_path, name, NULL);

      if (g_str_has_prefix (name, prefix))
        clear_up (main_file, owner, path, name + strlen (prefix));
    }

  g_clear_pointer (&dir, g_dir_close);
  if (lock >= 0)
    close (lock);
}
