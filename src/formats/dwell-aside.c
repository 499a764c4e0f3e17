/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every step is one rename, or one empty file made or removed, and each may be the last: putting
 * back can be begun again at any of them. */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "formats/dwell-aside.h"
#include "formats/dwell-beside.h"

#define OLD  "old-"
#define NONE "none-"

/* A file that is not there yet owns the companions that are there without it. */
#define NOBODY "nobody"

static GFile *
get_aside (GFile      *main_file,
           const char *suffix,
           const char *kind,
           const char *owner)
{
  g_autofree char *what = g_strconcat (kind, owner, NULL);

  return dwell_beside_get_hidden (main_file, suffix, what);
}

/* @info: (out) (nullable): NULL where nothing is. Returns: whether that could be told */
static gboolean
query (GFile      *file,
       GFileInfo **info,
       GError    **error)
{
  g_autoptr(GError) failure = NULL;

  *info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_UNIX_UID,
                             G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, &failure);
  if (*info != NULL || g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gboolean
is_file (GFileInfo *info)
{
  return info != NULL && g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR;
}

/* In a folder where all may write, others could have put it there. */
static gboolean
is_trusted (GFileInfo *aside,
            GFileInfo *main_file)
{
  guint32 user;

  if (!is_file (aside))
    return FALSE;

  if (!g_file_info_has_attribute (aside, G_FILE_ATTRIBUTE_UNIX_UID))
    return TRUE;

  user = g_file_info_get_attribute_uint32 (aside, G_FILE_ATTRIBUTE_UNIX_UID);
  return user == geteuid () ||
         (main_file != NULL &&
          user == g_file_info_get_attribute_uint32 (main_file, G_FILE_ATTRIBUTE_UNIX_UID));
}

static gboolean
move (GFile   *from,
      GFile   *to,
      GError **error)
{
  return g_file_move (from, to, G_FILE_COPY_OVERWRITE | G_FILE_COPY_NO_FALLBACK_FOR_MOVE, NULL,
                      NULL, NULL, error);
}

static gboolean
delete (GFile   *file,
        GError **error)
{
  g_autoptr(GError) failure = NULL;

  if (g_file_delete (file, NULL, &failure) ||
      g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

/**
 * dwell_aside_get_owner:
 * @info: (nullable): of the main file, with %DWELL_ASIDE_ATTRIBUTES
 *
 * Returns: (transfer full): what tells this main file from the one before and the one after it
 */
char *
dwell_aside_get_owner (GFileInfo *info)
{
  if (info == NULL)
    return g_strdup (NOBODY);

  return g_strdup_printf ("%" G_GINT64_MODIFIER "x-%x-%" G_GINT64_MODIFIER "x",
    g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED),
    g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC),
    (guint64) g_file_info_get_size (info));
}

/**
 * dwell_aside_find:
 * @main_file: the main file
 * @suffix: of the companion
 * @owner: of the main file
 * @found: (out): what was set aside
 * @aside: (out) (transfer full): where it is, unless it is nothing
 * @error: why that cannot be told
 *
 * Returns: whether it could be told
 */
gboolean
dwell_aside_find (GFile       *main_file,
                  const char  *suffix,
                  const char  *owner,
                  DwellAside  *found,
                  GFile      **aside,
                  GError     **error)
{
  g_autoptr(GFile) old = get_aside (main_file, suffix, OLD, owner);
  g_autoptr(GFile) none = get_aside (main_file, suffix, NONE, owner);
  g_autoptr(GFileInfo) old_info = NULL;
  g_autoptr(GFileInfo) none_info = NULL;
  g_autoptr(GFileInfo) main_info = NULL;

  *aside = NULL;
  *found = DWELL_ASIDE_NOTHING;
  if (!query (old, &old_info, error) || !query (none, &none_info, error))
    return FALSE;

  if (old_info == NULL && none_info == NULL)
    return TRUE;

  if (!query (main_file, &main_info, error))
    return FALSE;

  if (is_trusted (old_info, main_info))
    {
      *found = DWELL_ASIDE_OLD;
      *aside = g_steal_pointer (&old);
    }
  else if (is_trusted (none_info, main_info))
    {
      *found = DWELL_ASIDE_NONE;
      *aside = g_steal_pointer (&none);
    }

  return TRUE;
}

/**
 * dwell_aside_set:
 * @main_file: the main file
 * @suffix: of the companion
 * @owner: of the main file
 * @is_taken: whether a new companion is to take the place
 * @error: why it cannot be done
 *
 * Returns: whether it was done, or needs not be
 */
gboolean
dwell_aside_set (GFile       *main_file,
                 const char  *suffix,
                 const char  *owner,
                 gboolean     is_taken,
                 GError     **error)
{
  g_autoptr(GFile) companion = dwell_beside_get_part (main_file, suffix);
  g_autoptr(GFile) old = get_aside (main_file, suffix, OLD, owner);
  g_autoptr(GFile) none = get_aside (main_file, suffix, NONE, owner);
  g_autoptr(GFileOutputStream) stream = NULL;
  g_autoptr(GFileInfo) info = NULL;

  if (!query (companion, &info, error))
    return FALSE;

  if (is_file (info))
    return move (companion, old, error);

  if (info != NULL || !is_taken)
    return TRUE;

  stream = g_file_create (none, G_FILE_CREATE_PRIVATE, NULL, error);
  return stream != NULL;
}

/**
 * dwell_aside_restore:
 * @main_file: the main file
 * @suffix: of the companion
 * @owner: of the main file
 * @error: why it cannot be done
 *
 * Returns: whether the companion in its place is the main file's own
 */
gboolean
dwell_aside_restore (GFile       *main_file,
                     const char  *suffix,
                     const char  *owner,
                     GError     **error)
{
  g_autoptr(GFile) companion = dwell_beside_get_part (main_file, suffix);
  g_autoptr(GFile) aside = NULL;
  g_autoptr(GFileInfo) info = NULL;
  DwellAside found;

  if (!dwell_aside_find (main_file, suffix, owner, &found, &aside, error) ||
      !query (companion, &info, error))
    return FALSE;

  switch (found)
    {
    case DWELL_ASIDE_OLD:
      return move (aside, companion, error);
    case DWELL_ASIDE_NONE:
      return (!is_file (info) || delete (companion, error)) && delete (aside, error);
    case DWELL_ASIDE_NOTHING:
    default:
      return TRUE;
    }
}

/**
 * dwell_aside_remove:
 * @main_file: the main file
 * @suffix: of the companion
 * @owner: of the main file that was replaced
 *
 * What cannot be removed is litter: later savings look for it.
 */
void
dwell_aside_remove (GFile      *main_file,
                    const char *suffix,
                    const char *owner)
{
  g_autoptr(GFile) old = get_aside (main_file, suffix, OLD, owner);
  g_autoptr(GFile) none = get_aside (main_file, suffix, NONE, owner);

  delete (old, NULL);
  delete (none, NULL);
}

/**
 * dwell_aside_parse:
 * @what: what a hidden file's name has behind dwell_beside_get_prefix()
 * @owner: of the main file
 * @is_owners: (out): whether it is of that owner
 * @suffix: (out): if so, the companion's
 *
 * Returns: whether it was set aside
 */
gboolean
dwell_aside_parse (const char  *what,
                   const char  *owner,
                   gboolean    *is_owners,
                   const char **suffix)
{
  gsize length = strlen (owner);

  if (g_str_has_prefix (what, OLD))
    what += strlen (OLD);
  else if (g_str_has_prefix (what, NONE))
    what += strlen (NONE);
  else
    return FALSE;

  *is_owners = strncmp (what, owner, length) == 0 && what[length] == '.';
  *suffix = what + length;
  return TRUE;
}
