/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Import options in key files, <state>/dwell/import/HASH.conf: one for each remembered file or set
 * of files. So processes that open different files never write to the same one, and recalling reads
 * no more than needed. Key files are replaced atomically. Users may edit them; an invalid one is an
 * error whose message begins with its path. */
#include "config.h"

#include "model/import/dwell-import-memory.h"

#include <string.h>
#include <utime.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "core/dwell-error.h"
#include "model/dwell-key-files.h"

#define FILE_GROUP "file"
#define SUFFIX     DWELL_KEY_FILE_SUFFIX

/* A longer key file was not written by Dwell. */
#define MAX_OPTIONS_BYTES (256 << 10)

/**
 * dwell_import_options_new:
 * @format: a format
 * @is_forced: whether @format was chosen rather than recognised
 * @key_values: (nullable) (array zero-terminated=1): options, as "KEY=VALUE"
 *
 * Returns: (transfer full): the options; free with dwell_import_options_free()
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

/**
 * dwell_import_options_free:
 * @self: (transfer full): import options
 */
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
 * @error: set if the group of @format in @file is invalid
 *
 * Reads the options of @format. A missing group means that all have their defaults.
 *
 * Returns: (transfer full) (array zero-terminated=1) (nullable): valid options, as "KEY=VALUE";
 *   %NULL on error
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
      g_autofree char *value = dwell_option_load (file, format->id, keys[i], error);

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
 * @key_values: (nullable) (array zero-terminated=1): options, as "KEY=VALUE"
 * @file: a key file
 * @error: set if they are not valid options of @format
 *
 * Sets the options in the group of @format in @file. Does not write the file.
 *
 * Returns: whether all were set
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
          g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("The value of %s is not valid "
                                                                 "UTF-8"),
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
  g_autofree char *id = dwell_option_load (file, FILE_GROUP, "Format", error);
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
 * @files: (array length=n_files): files to open
 * @n_files: the number of files
 * @error: set if a key file exists but is invalid; the message begins with its path
 *
 * Reads the options with which the same files were last opened. Blocks: for workers.
 *
 * Returns: (transfer full) (nullable): the options; %NULL without @error set if none are remembered
 */
DwellImportOptions *
dwell_import_memory_recall (GFile * const  *files,
                            guint           n_files,
                            GError        **error)
{
  g_autofree char *path = get_memory_path (files, n_files);
  g_autoptr(GError) failure = NULL;
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GKeyFile) memory = _dwell_key_file_load (file, MAX_OPTIONS_BYTES, &failure);
  DwellImportOptions *options = memory != NULL ? parse_memory (memory, &failure) : NULL;

  if (options != NULL)
    g_utime (path, NULL); /* marks it as recently used */

  if (failure != NULL)
    {
      _dwell_key_file_prefix (&failure, path);
      g_propagate_error (error, g_steal_pointer (&failure));
    }

  return options;
}

/**
 * dwell_import_memory_keep:
 * @files: (array length=n_files): files that were opened
 * @n_files: the number of files
 * @options: the options they were opened with; an empty set, too, is the user's choice
 * @error: set if the key file could not be written
 *
 * Remembers the options for the next time. Blocks: for workers.
 *
 * Returns: whether the options were written
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

  /* Not read again: it shows to which file this one belongs. */
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
 * Forgets the options of all files, but not presets. Blocks: for workers.
 */
void
dwell_import_memory_forget (void)
{
  g_autofree char *folder = get_memory_folder ();

  _dwell_key_files_limit (folder, 0);
}
