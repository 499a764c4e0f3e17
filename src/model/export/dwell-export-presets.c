/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saved presets on disk. They are a few hundred bytes in the user's own folder: read and written at
 * once, each file replaced as a whole. */
#include "config.h"

#include "model/export/dwell-export-presets.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "core/dwell-error.h"
#include "model/dwell-key-files.h"

#define SUFFIX ".conf"
/* More is no preset. */
#define MAX_BYTES ((gsize) 1 << 20)

static const struct {
  const char *name;
  const char *title;
} built_in[] = {
  { "default", N_("Default") },
  { "full", N_("Full") },
  { "csv", N_("CSV-like") },
  { "source", N_("As it was read") },
};

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_utf8_collate (*(const char * const *) a, *(const char * const *) b);
}

/**
 * dwell_export_presets_get_title:
 * @name: of a preset
 *
 * Returns: (transfer none): what it is called for the user; @name itself, if it is not built in
 */
const char *
dwell_export_presets_get_title (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (built_in); i++)
    if (g_str_equal (built_in[i].name, name))
      return _(built_in[i].title);

  return name;
}

/**
 * dwell_export_presets_is_own:
 * @name: of a preset
 *
 * Returns: whether the user named it: it is not built in
 */
gboolean
dwell_export_presets_is_own (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (built_in); i++)
    if (g_str_equal (built_in[i].name, name))
      return FALSE;

  return TRUE;
}

/**
 * dwell_export_presets_get_saved:
 *
 * Returns: (transfer full): the names of the presets that the user saved, sorted
 */
GStrv
dwell_export_presets_get_saved (void)
{
  g_autofree char *folder = dwell_text1_get_saved_preset_path (NULL);
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *file;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *name = NULL;
      g_autofree char *path = NULL;

      if (!g_str_has_suffix (file, SUFFIX) || !g_utf8_validate (file, -1, NULL))
        continue;

      name = g_strndup (file, strlen (file) - strlen (SUFFIX));
      path = dwell_text1_get_saved_preset_path (name);
      if (path != NULL)
        g_ptr_array_add (names, g_steal_pointer (&name));
    }

  g_clear_pointer (&dir, g_dir_close);
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* Returns: (transfer full) (nullable): where it is kept. */
static char *
get_path (const char  *name,
          GError     **error)
{
  char *path = dwell_text1_get_saved_preset_path (name);

  if (path == NULL)
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                 _("A preset cannot be called “%s”"), name);
  return path;
}

static gboolean
refuse_errno (GError **error)
{
  int code = errno;

  g_set_error_literal (error, G_FILE_ERROR, (int) g_file_error_from_errno (code),
                       g_strerror (code));
  return FALSE;
}

/**
 * dwell_export_presets_save:
 * @settings: settings
 * @name: the preset's name; one that is saved already is replaced
 * @error: why it could not be saved
 *
 * Returns: whether it was saved
 */
gboolean
dwell_export_presets_save (const DwellText1Settings  *settings,
                           const char                *name,
                           GError                   **error)
{
  g_autofree char *path = get_path (name, error);
  g_autofree char *folder = dwell_text1_get_saved_preset_path (NULL);
  g_autoptr(GKeyFile) file = g_key_file_new ();

  if (path == NULL)
    return FALSE;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return refuse_errno (error);

  dwell_text1_settings_save (settings, file);
  return g_key_file_save_to_file (file, path, error);
}

/**
 * dwell_export_presets_rename:
 * @name: of a saved preset
 * @new_name: what it shall be called; no saved one may be
 * @error: why not
 *
 * Returns: whether it is called so now
 */
gboolean
dwell_export_presets_rename (const char  *name,
                             const char  *new_name,
                             GError     **error)
{
  g_autofree char *from = get_path (name, error);
  g_autofree char *to = from != NULL ? get_path (new_name, error) : NULL;

  if (to == NULL)
    return FALSE;

  if (g_file_test (to, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                   _("There is a preset “%s” already"), new_name);
      return FALSE;
    }

  return g_rename (from, to) == 0 || refuse_errno (error);
}

/**
 * dwell_export_presets_remove:
 * @name: of a saved preset
 * @error: why it could not be removed
 *
 * Returns: whether it is gone
 */
gboolean
dwell_export_presets_remove (const char  *name,
                             GError     **error)
{
  g_autofree char *path = get_path (name, error);

  return path != NULL && (g_unlink (path) == 0 || refuse_errno (error));
}

/* Returns: (transfer full): @wanted, made a name that no other preset has. */
static char *
find_free_name (const char *wanted)
{
  g_autofree char *plain = g_strdelimit (g_utf8_make_valid (wanted, -1), G_DIR_SEPARATOR_S, '-');
  g_autofree char *stem = g_strdup (*plain == '.' || *plain == '\0' ? _("Preset") : plain);
  char *name = g_strdup (stem);

  for (guint i = 2;; i++)
    {
      g_autofree char *path = dwell_text1_get_saved_preset_path (name);

      if (path != NULL && !g_file_test (path, G_FILE_TEST_EXISTS))
        return name;

      g_free (name);
      name = g_strdup_printf ("%s %u", stem, i);
    }
}

/**
 * dwell_export_presets_import:
 * @bytes: a key file with a group [text1]
 * @wanted: what the preset shall be called
 * @error: what is wrong with the key file; why it could not be saved
 *
 * Saves the settings of a key file as a preset, over the default where the file tells nothing.
 *
 * Returns: (transfer full) (nullable): its name, @wanted with a number if there is such a preset
 */
char *
dwell_export_presets_import (GBytes      *bytes,
                             const char  *wanted,
                             GError     **error)
{
  g_autoptr(DwellText1Settings) settings = dwell_text1_settings_new ("default", NULL);
  g_autoptr(GKeyFile) file = g_key_file_new ();
  g_autofree char *name = NULL;

  if (g_bytes_get_size (bytes) > MAX_BYTES)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                           _("The file is too large for a preset"));
      return NULL;
    }

  if (!g_key_file_load_from_bytes (file, bytes, G_KEY_FILE_NONE, error))
    {
      _dwell_key_file_shorten (error);
      return NULL;
    }
  if (!dwell_text1_settings_load (settings, file, error))
    return NULL;

  name = find_free_name (wanted);
  return dwell_export_presets_save (settings, name, error) ? g_steal_pointer (&name) : NULL;
}

/**
 * dwell_export_presets_export:
 * @settings: settings
 *
 * Returns: (transfer full): them as a key file, as `dwell-cli export --config` reads it
 */
GBytes *
dwell_export_presets_export (const DwellText1Settings *settings)
{
  g_autoptr(GKeyFile) file = g_key_file_new ();
  gsize length;
  char *text;

  dwell_text1_settings_save (settings, file);
  text = g_key_file_to_data (file, &length, NULL);
  return g_bytes_new_take (text, length);
}
