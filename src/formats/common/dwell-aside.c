/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets companions aside, and puts them back. Each step is one rename, or creates or removes one
 * empty file. The program may be killed after any of them, and restoring can be repeated from
 * there. */
#include "config.h"

#include "formats/common/dwell-aside.h"

#include <string.h>
#include <unistd.h>

#include "formats/common/dwell-beside.h"

#define OLD  "old-"
#define NONE "none-"

/* The owner of companions that exist before their main file does. */
#define NO_OWNER "nobody"

static GFile *
get_aside (GFile      *main_file,
           const char *suffix,
           const char *kind,
           const char *owner)
{
  g_autofree char *what = g_strconcat (kind, owner, NULL);

  return dwell_beside_get_hidden (main_file, suffix, what);
}

/* @info: (out) (nullable): NULL if there is no such file. Returns FALSE if that is unknown. */
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

/* Returns FALSE for a file of another user, who may have put it into a folder that all can
 * write. */
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
 * @info: (nullable): of the main file, with %DWELL_ASIDE_ATTRIBUTES; %NULL: it does not exist
 *
 * Returns: (transfer full): OWNER, which differs from that of the main file before it and after it
 */
char *
dwell_aside_get_owner (GFileInfo *info)
{
  if (info == NULL)
    return g_strdup (NO_OWNER);

  return g_strdup_printf ("%" G_GINT64_MODIFIER "x-%x-%" G_GINT64_MODIFIER "x",
    g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED),
    g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC),
    (guint64) g_file_info_get_size (info));
}

/**
 * dwell_aside_find:
 * @main_file: a main file
 * @suffix: suffix of a companion
 * @owner: OWNER of the main file
 * @found: (out): what was set aside
 * @aside: (out) (transfer full): the file that was set aside; %NULL for %DWELL_ASIDE_NOTHING
 * @error: why that is unknown
 *
 * Looks for a companion that was set aside. Changes nothing.
 *
 * Returns: %FALSE if it is unknown
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
 * @main_file: a main file
 * @suffix: suffix of a companion
 * @owner: OWNER of the main file
 * @is_taken: whether a new companion is to take the place
 * @error: the cause of a failure
 *
 * Sets the present companion aside. If there is none and @is_taken, records that there is none.
 *
 * Returns: %FALSE if that failed
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
 * @main_file: a main file
 * @suffix: suffix of a companion
 * @owner: OWNER of the main file
 * @error: the cause of a failure
 *
 * Puts a companion that was set aside back into its place, over the one that is there.
 *
 * Returns: %FALSE if the companion in the place may not be that of the main file
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
 * @main_file: a main file
 * @suffix: suffix of a companion
 * @owner: OWNER of a main file that was replaced
 *
 * Removes what was set aside. A file that cannot be removed is left over; the next writing of the
 * main file looks for it.
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
 * @what: the name of a hidden file, after dwell_beside_get_prefix()
 * @owner: OWNER of the main file
 * @is_owners: (out): whether @owner is the one in the name
 * @suffix: (out): if so, the suffix of the companion; points into @what
 *
 * Returns: %FALSE if the file is not one that was set aside
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
