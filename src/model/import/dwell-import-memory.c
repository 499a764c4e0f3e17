/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One key file a remembered file, <state>/dwell/import/HASH.conf, so that two programs never write
 * the same one for different files, and reading one reads nothing else. Written whole or not at
 * all. Everybody may edit them: what cannot be is an error that names the file. */
#include "config.h"

#include <string.h>
#include <utime.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "core/dwell-error.h"
#include "model/dwell-key-files.h"
#include "model/import/dwell-import-memory.h"

#define FILE_GROUP "file"
#define SUFFIX     DWELL_KEY_FILE_SUFFIX

/* Longer ones are none of ours. */
#define MAX_BYTES (256 << 10)

/**
 * dwell_import_options_new:
 * @format: a format
 * @is_forced: whether it is taken instead of what is recognised
 * @key_values: (nullable) (array zero-terminated=1): "KEY=VALUE" texts
 *
 * Returns: (transfer full): the options
 */
DwellImportOptions *
dwell_import_options_new (const DwellFormat  *format,
                          gboolean            is_forced,
                          const char * const *key_values)
{
  DwellImportOptions *self = g_new0 (DwellImportOptions, 1);

  self->format = format;
  self->is_forced = is_forced;
  self->key_values = key_values != NULL ? g_strdupv ((char **) key_values) : g_new0 (char *, 1);

  return self;
}

void
dwell_import_options_free (DwellImportOptions *self)
{
  g_strfreev (self->key_values);
  g_free (self);
}

static gboolean
check_options (const DwellFormat   *format,
               const char * const  *key_values,
               GError             **error)
{
  g_autoptr(DwellOptions) options = dwell_options_new (format, key_values, error);

  return options != NULL;
}

/**
 * dwell_import_options_load:
 * @format: a format
 * @file: a key file
 * @error: why the group of @format in it cannot be
 *
 * Returns: (transfer full) (array zero-terminated=1) (nullable): "KEY=VALUE" texts, checked
 */
char **
dwell_import_options_load (const DwellFormat  *format,
                           GKeyFile           *file,
                           GError            **error)
{
  g_auto(GStrv) keys = g_key_file_get_keys (file, format->id, NULL, NULL);
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      g_autofree char *value = g_key_file_get_string (file, format->id, keys[i], error);

      if (value == NULL)
        return NULL;
      g_ptr_array_add (texts, g_strconcat (keys[i], "=", value, NULL));
    }

  g_ptr_array_add (texts, NULL);
  if (!check_options (format, (const char * const *) texts->pdata, error))
    return NULL;

  return (char **) g_ptr_array_free (g_steal_pointer (&texts), FALSE);
}

/**
 * dwell_import_options_save:
 * @format: a format
 * @key_values: (nullable) (array zero-terminated=1): "KEY=VALUE" texts
 * @file: a key file
 * @error: why they cannot be options of @format
 *
 * Returns: whether they stand in the group of @format now
 */
gboolean
dwell_import_options_save (const DwellFormat   *format,
                           const char * const  *key_values,
                           GKeyFile            *file,
                           GError             **error)
{
  if (!check_options (format, key_values, error))
    return FALSE;

  for (; key_values != NULL && *key_values != NULL; key_values++)
    {
      const char *equals = strchr (*key_values, '=');
      g_autofree char *key = g_strndup (*key_values, (gsize) (equals - *key_values));

      if (!g_utf8_validate (equals + 1, -1, NULL))
        {
          g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("The value of %s is no UTF-8"),
                       key);
          return FALSE;
        }

      g_key_file_set_string (file, format->id, key, equals + 1);
    }

  return TRUE;
}

static char *
get_memory_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "dwell", "import", NULL);
}

static char *
get_memory_path (GFile * const *files,
                 guint          n_files)
{
  g_autoptr(GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *folder = get_memory_folder ();
  g_autofree char *name = NULL;

  for (guint i = 0; i < n_files; i++)
    {
      g_autofree char *uri = g_file_get_uri (files[i]);

      g_checksum_update (checksum, (const guchar *) uri, (gssize) strlen (uri) + 1);
    }

  name = g_strdup_printf ("%.32s" SUFFIX, g_checksum_get_string (checksum));
  return g_build_filename (folder, name, NULL);
}

static DwellImportOptions *
parse_memory (GKeyFile  *file,
              GError   **error)
{
  g_autofree char *id = g_key_file_get_string (file, FILE_GROUP, "Format", error);
  const DwellFormat *format;
  g_auto(GStrv) key_values = NULL;

  if (id == NULL)
    return NULL;

  format = dwell_formats_find (id);
  if (format == NULL)
    {
      g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("There is no format “%s”"), id);
      return NULL;
    }

  key_values = dwell_import_options_load (format, file, error);
  if (key_values == NULL)
    return NULL;

  return dwell_import_options_new (format, g_key_file_get_boolean (file, FILE_GROUP, "Forced",
                                                                   NULL),
                                   (const char * const *) key_values);
}

/**
 * dwell_import_memory_recall:
 * @files: (array length=n_files): files that are to be opened
 * @n_files: how many
 * @error: why what is remembered cannot be used; the message begins with the key file's path
 *
 * Returns: (transfer full) (nullable): the options that they were opened with last
 */
DwellImportOptions *
dwell_import_memory_recall (GFile * const  *files,
                            guint           n_files,
                            GError        **error)
{
  g_autofree char *path = get_memory_path (files, n_files);
  g_autoptr(GError) failure = NULL;
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GKeyFile) memory = _dwell_key_file_load (file, MAX_BYTES, &failure);
  DwellImportOptions *options = memory != NULL ? parse_memory (memory, &failure) : NULL;

  if (options != NULL)
    g_utime (path, NULL); /* it was used */

  if (failure != NULL)
    {
      _dwell_key_file_prefix (&failure, path);
      g_propagate_error (error, g_steal_pointer (&failure));
    }

  return options;
}

/**
 * dwell_import_memory_keep:
 * @files: (array length=n_files): files that could be opened
 * @n_files: how many
 * @options: with which options
 * @error: why they cannot be remembered
 *
 * Also that the user wants no options is remembered: he has been asked.
 *
 * Returns: whether they are remembered
 */
gboolean
dwell_import_memory_keep (GFile * const             *files,
                          guint                      n_files,
                          const DwellImportOptions  *options,
                          GError                   **error)
{
  g_autofree char *path = get_memory_path (files, n_files);
  g_autofree char *uri = g_file_get_uri (files[0]);
  g_autoptr(GKeyFile) file = g_key_file_new ();
  g_autofree char *text = NULL;
  gsize length;

  /* Only for people who look at it. */
  g_key_file_set_string (file, FILE_GROUP, "Uri", uri);
  g_key_file_set_string (file, FILE_GROUP, "Format", options->format->id);
  g_key_file_set_boolean (file, FILE_GROUP, "Forced", options->is_forced);
  if (!dwell_import_options_save (options->format, (const char * const *) options->key_values, file,
                                  error))
    return FALSE;

  _dwell_key_files_make_room (path, DWELL_IMPORT_MEMORY_MAX);
  text = g_key_file_to_data (file, &length, NULL);
  return _dwell_key_file_save (path, text, length, error);
}

/**
 * dwell_import_memory_forget:
 *
 * Forgets all files' options; named presets stay.
 */
void
dwell_import_memory_forget (void)
{
  g_autofree char *folder = get_memory_folder ();

  _dwell_key_files_limit (folder, 0);
}
