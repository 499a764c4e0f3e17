/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the companions of a source; dwell-aside.h explains which files are its own. */
#include "config.h"

#include <string.h>

#include "formats/common/dwell-aside.h"
#include "formats/common/dwell-source-private.h"

/* Opens a companion that was set aside, under its original name. */
static DwellSource *
open_aside (GFile         *aside,
            const char    *name,
            GCancellable  *cancellable,
            GError       **error)
{
  DwellSource *source = dwell_source_new (aside, cancellable, error);
  g_autofree char *shown = g_filename_display_name (name);

  if (source != NULL)
    _dwell_source_set_name (source, shown);
  return source;
}

/* Finds a companion of this file that a killed program has set aside. Only companions named after
 * the main file are set aside. The attributes are those of the open file, even if another file has
 * its name by now. */
static DwellAside
find_aside (DwellSource  *self,
            const char   *name,
            GFile       **aside)
{
  GFile *file = dwell_source_get_file (self);
  g_autofree char *own_name = g_file_get_basename (file);
  const char *suffix = g_str_has_prefix (name, own_name) ? name + strlen (own_name) : "";
  g_autoptr(GFileInfo) info = NULL;
  g_autofree char *owner = NULL;
  DwellAside found;

  *aside = NULL;
  if (*suffix == '\0' || strchr (suffix, G_DIR_SEPARATOR) != NULL)
    return DWELL_ASIDE_NOTHING;

  info = _dwell_source_query_info (self, DWELL_ASIDE_ATTRIBUTES);
  if (info == NULL)
    return DWELL_ASIDE_NOTHING;

  owner = dwell_aside_get_owner (info);
  return dwell_aside_find (file, suffix, owner, &found, aside, NULL) ? found : DWELL_ASIDE_NOTHING;
}

/**
 * dwell_source_owns:
 * @self: a source
 * @name: name of a file in the same folder, as the file system spells it
 *
 * Returns: %FALSE if the file belongs to another main file: a program was killed while it was
 *   replacing both, after replacing this one
 */
gboolean
dwell_source_owns (DwellSource *self,
                   const char  *name)
{
  g_autoptr(GFile) aside = NULL;

  return find_aside (self, name, &aside) == DWELL_ASIDE_NOTHING;
}

/**
 * dwell_source_open_companion:
 * @self: a source
 * @name: name of a file in the same folder, as the file system spells it
 * @cancellable: (nullable): a cancellable
 * @error: as for dwell_source_new()
 *
 * Opens a companion. If a program was killed while it replaced main file and companion, opens the
 * companion that belongs to the open main file. The file in the place is opened first and checked
 * afterwards, because both may be replaced meanwhile.
 *
 * Returns: (transfer full) (nullable): its source; %NULL without an error if there is no such file
 */
DwellSource *
dwell_source_open_companion (DwellSource   *self,
                             const char    *name,
                             GCancellable  *cancellable,
                             GError       **error)
{
  g_autoptr(GFile) folder = g_file_get_parent (dwell_source_get_file (self));
  g_autoptr(GFile) file = folder != NULL ? g_file_get_child (folder, name) : NULL;
  g_autoptr(DwellSource) companion = NULL;
  g_autoptr(GFile) aside = NULL;
  g_autoptr(GError) failure = NULL;

  if (file == NULL)
    return NULL;

  if (g_file_query_exists (file, cancellable))
    companion = dwell_source_new (file, cancellable, &failure);

  switch (find_aside (self, name, &aside))
    {
    case DWELL_ASIDE_OLD:
      return open_aside (aside, name, cancellable, error);
    case DWELL_ASIDE_NONE:
      return NULL;
    case DWELL_ASIDE_NOTHING:
    default:
      if (failure != NULL)
        g_propagate_error (error, g_steal_pointer (&failure));
      return g_steal_pointer (&companion);
    }
}
