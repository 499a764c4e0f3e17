/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets on disk. Users may edit the files; an invalid one is an error. Existing names are checked
 * less strictly than new ones, so that presets of older versions stay usable. */
#include "config.h"

#include "model/presets/dwell-presets.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-collation.h"
#include "formats/common/dwell-export-settings.h"
#include "formats/common/dwell-sink.h"
#include "formats/dwell-formats.h"
#include "model/dwell-key-files.h"
#include "model/import/dwell-import-memory.h"

#define SUFFIX DWELL_KEY_FILE_SUFFIX

/* A longer file is not a preset. */
#define MAX_PRESET_BYTES (1 << 20)

/* The longest new name: with the suffix of a temporary file it is still a valid file name. */
#define MAX_NAME_BYTES 200

struct _DwellPresetKind
{
  char          *folder;   /* in the user's configuration of Dwell */
  const char    *group;    /* the group of a key file that contains the settings */
  const DwellExportPreset *built_in;
  guint          n_built_in;
  gboolean     (*check) (const char  *group,
                         GKeyFile    *file,
                         GError     **error);
};

static gboolean
check_export (const char  *group,
              GKeyFile    *file,
              GError     **error)
{
  const DwellFormat *format = dwell_formats_find_writer (group);
  g_autoptr(DwellExportSettings) settings = dwell_export_settings_new (format, "default", NULL);

  return dwell_export_settings_load (settings, file, error);
}

static gboolean
check_import (const char  *group,
              GKeyFile    *file,
              GError     **error)
{
  g_auto(GStrv) key_values = dwell_import_options_load (dwell_formats_find (group), file, error);

  return key_values != NULL;
}

/* Takes over @kind, unless there is one with the same folder. Returns the shared kind. */
static const DwellPresetKind *
share_kind (const DwellPresetKind *kind)
{
  static GHashTable *kinds = NULL;
  DwellPresetKind *shared;

  if (kinds == NULL)
    kinds = g_hash_table_new (g_str_hash, g_str_equal);

  shared = g_hash_table_lookup (kinds, kind->folder);
  if (shared != NULL)
    {
      g_free (kind->folder);
      return shared;
    }

  shared = g_memdup2 (kind, sizeof *kind);
  g_hash_table_insert (kinds, shared->folder, shared);
  return shared;
}

/**
 * dwell_preset_kind_get_export:
 * @format: a format that has presets of writing
 *
 * Must be called on the main thread.
 *
 * Returns: (transfer none): the presets of settings with which @format is written
 */
const DwellPresetKind *
dwell_preset_kind_get_export (const DwellFormat *format)
{
  return share_kind (&(DwellPresetKind) { g_strdup (format->id), format->id, format->presets,
                                          format->n_presets, check_export });
}

/**
 * dwell_preset_kind_get_import:
 * @format: a format
 *
 * Must be called on the main thread.
 *
 * Returns: (transfer none): the presets of import options of @format
 */
const DwellPresetKind *
dwell_preset_kind_get_import (const DwellFormat *format)
{
  /* The name of the default is empty, which no file can have. */
  static const DwellExportPreset built_in[] = { { "", N_("Default"), NULL, FALSE } };

  return share_kind (&(DwellPresetKind) { g_strconcat (format->id, "-import", NULL), format->id,
                                          built_in, G_N_ELEMENTS (built_in), check_import });
}

static const DwellExportPreset *
find_built_in (const DwellPresetKind *kind,
               const char            *name)
{
  for (guint i = 0; i < kind->n_built_in; i++)
    if (g_str_equal (kind->built_in[i].name, name))
      return &kind->built_in[i];

  return NULL;
}

/**
 * dwell_presets_get_title:
 * @kind: a kind of presets
 * @name: the name of a preset
 *
 * Returns: (transfer none): its title for the user: translated for a built-in preset, otherwise
 *   @name
 */
const char *
dwell_presets_get_title (const DwellPresetKind *kind,
                         const char            *name)
{
  const DwellExportPreset *built_in = find_built_in (kind, name);

  return built_in != NULL ? _(built_in->title) : name;
}

static gboolean
can_be_file (const char *name)
{
  return *name != '\0' && *name != '.' && strchr (name, G_DIR_SEPARATOR) == NULL &&
         g_utf8_validate (name, -1, NULL);
}

/**
 * dwell_presets_get_path:
 * @kind: a kind of presets
 * @name: (nullable): the name of a preset; %NULL for the folder of all presets
 *
 * Returns: (transfer full) (nullable): the path of its file; %NULL for a built-in preset, or if
 *   @name cannot be the name of a file
 */
char *
dwell_presets_get_path (const DwellPresetKind *kind,
                        const char            *name)
{
  g_autofree char *file_name = g_strconcat (name != NULL ? name : "", SUFFIX, NULL);

  if (name == NULL)
    return g_build_filename (g_get_user_config_dir (), "dwell", kind->folder, NULL);
  if (!can_be_file (name) || find_built_in (kind, name) != NULL)
    return NULL;

  return g_build_filename (g_get_user_config_dir (), "dwell", kind->folder, file_name, NULL);
}

/* Returns whether two names differ at most in case, or in how their letters are encoded: they look
 * alike in a list, and can be one file. */
static gboolean
is_alike (const char *a,
          const char *b)
{
  g_autofree char *normal_a = g_utf8_normalize (a, -1, G_NORMALIZE_ALL);
  g_autofree char *normal_b = g_utf8_normalize (b, -1, G_NORMALIZE_ALL);
  g_autofree char *folded_a = g_utf8_casefold (normal_a != NULL ? normal_a : a, -1);
  g_autofree char *folded_b = g_utf8_casefold (normal_b != NULL ? normal_b : b, -1);

  return g_str_equal (folded_a, folded_b);
}

static gboolean
looks_built_in (const DwellPresetKind *kind,
                const char            *name)
{
  for (guint i = 0; i < kind->n_built_in; i++)
    if (is_alike (name, kind->built_in[i].name) || is_alike (name, _(kind->built_in[i].title)))
      return TRUE;

  return FALSE;
}

/**
 * dwell_presets_find_alike:
 * @names: (array zero-terminated=1): names of presets
 * @name: a name
 *
 * Returns: (transfer none) (nullable): the one of @names that equals @name, otherwise the first
 *   that differs only in case
 */
const char *
dwell_presets_find_alike (const char * const *names,
                          const char         *name)
{
  const char *alike = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      return names[i];
    else if (alike == NULL && is_alike (names[i], name))
      alike = names[i];

  return alike;
}

/**
 * dwell_presets_check_name:
 * @kind: a kind of presets
 * @name: the name of a new preset
 * @error: set to %G_IO_ERROR_INVALID_FILENAME with the reason
 *
 * Checks the name only, without reading the disk.
 *
 * Returns: whether @name is valid
 */
gboolean
dwell_presets_check_name (const DwellPresetKind  *kind,
                          const char             *name,
                          GError                **error)
{
  const char *reason = NULL;

  if (!can_be_file (name))
    reason = _("Names cannot contain “/” or begin with “.”");
  else if (strlen (name) > MAX_NAME_BYTES)
    reason = _("The name is too long");
  else if (looks_built_in (kind, name))
    reason = _("A built-in preset has this name");

  if (reason != NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME, reason);
  return reason == NULL;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return dwell_collation_compare (*(const char * const *) a, *(const char * const *) b);
}

/**
 * dwell_presets_list:
 * @kind: a kind of presets
 *
 * Reads the folder of @kind. Blocks: for workers.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of the saved presets, sorted
 */
char **
dwell_presets_list (const DwellPresetKind *kind)
{
  GPtrArray *names = g_ptr_array_new ();
  g_autofree char *folder = dwell_presets_get_path (kind, NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *file;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *name = g_str_has_suffix (file, SUFFIX)
                                ? g_strndup (file, strlen (file) - strlen (SUFFIX)) : NULL;
      g_autofree char *path = name != NULL ? dwell_presets_get_path (kind, name) : NULL;

      if (path != NULL)
        g_ptr_array_add (names, g_steal_pointer (&name));
    }

  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

/* Returns: (transfer full) (nullable): the file of @name. */
static GFile *
find_file (const DwellPresetKind  *kind,
           const char             *name,
           GError                **error)
{
  g_autofree char *path = dwell_presets_get_path (kind, name);

  if (path != NULL)
    return g_file_new_for_path (path);

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("there is no such file"));
  return NULL;
}

/* Returns: (transfer full) (nullable): the settings in @file, all of them valid. */
static GKeyFile *
load_file (const DwellPresetKind  *kind,
           GFile                  *file,
           GError                **error)
{
  g_autoptr(GError) fault = NULL;
  g_autoptr(GKeyFile) settings = _dwell_key_file_load (file, MAX_PRESET_BYTES, &fault);

  if (settings != NULL && kind->check (kind->group, settings, &fault))
    return g_steal_pointer (&settings);

  if (fault == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("there is no such file"));
  else
    g_propagate_error (error, g_steal_pointer (&fault));
  return NULL;
}

static gboolean
load (const DwellPresetKind  *kind,
      DwellPresetTask        *task,
      GError                **error)
{
  g_autoptr(GFile) file = find_file (kind, task->name, error);

  task->settings = file != NULL ? load_file (kind, file, error) : NULL;
  return task->settings != NULL;
}

/* Writes the group even if it is empty, because it shows which kind of preset the file is. */
static gboolean
write_file (const DwellPresetKind  *kind,
            GKeyFile               *settings,
            GFile                  *file,
            GError                **error)
{
  g_autofree char *text = g_key_file_has_group (settings, kind->group)
                            ? g_key_file_to_data (settings, NULL, NULL)
                            : g_strdup_printf ("[%s]\n", kind->group);

  return dwell_sink_write_text (file, text, strlen (text), NULL, error);
}

static gboolean
export_to (const DwellPresetKind  *kind,
           DwellPresetTask        *task,
           GError                **error)
{
  return write_file (kind, task->settings, task->file, error);
}

static gboolean
refuse_existing (const char  *name,
                 GError     **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS, _("A preset “%s” already exists"), name);
  return FALSE;
}

/* Refuses @name if a preset other than @own has it, perhaps in another case. */
static gboolean
check_free (const DwellPresetKind  *kind,
            const char             *name,
            const char             *own,
            GError                **error)
{
  g_auto(GStrv) names = dwell_presets_list (kind);
  const char *alike = dwell_presets_find_alike ((const char * const *) names, name);

  return alike == NULL || g_str_equal (alike, own) || refuse_existing (alike, error);
}

static gboolean
keep (const DwellPresetKind  *kind,
      DwellPresetTask        *task,
      GError                **error)
{
  g_autofree char *folder = dwell_presets_get_path (kind, NULL);
  g_autoptr(GFile) file = find_file (kind, task->name, error);

  return file != NULL && check_free (kind, task->name, task->name, error) &&
         _dwell_key_file_make_folder (folder, error) &&
         write_file (kind, task->settings, file, error);
}

static gboolean
save (const DwellPresetKind  *kind,
      DwellPresetTask        *task,
      GError                **error)
{
  return dwell_presets_check_name (kind, task->name, error) && keep (kind, task, error);
}

static gboolean
move (const DwellPresetKind  *kind,
      DwellPresetTask        *task,
      GError                **error)
{
  g_autoptr(GFile) file = find_file (kind, task->name, error);
  g_autoptr(GFile) new_file = NULL;
  g_autoptr(GError) failure = NULL;

  if (file == NULL || !dwell_presets_check_name (kind, task->new_name, error) ||
      !check_free (kind, task->new_name, task->name, error))
    return FALSE;

  new_file = find_file (kind, task->new_name, error);
  if (g_file_equal (file, new_file) ||
      g_file_move (file, new_file, G_FILE_COPY_NOFOLLOW_SYMLINKS |
                   G_FILE_COPY_NO_FALLBACK_FOR_MOVE, NULL, NULL, NULL, &failure))
    return TRUE;
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_EXISTS))
    return refuse_existing (task->new_name, error);

  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

/* It is not an error if the file does not exist. */
static gboolean
delete (const DwellPresetKind  *kind,
        DwellPresetTask        *task,
        GError                **error)
{
  g_autoptr(GFile) file = find_file (kind, task->name, error);
  g_autoptr(GError) failure = NULL;

  if (file == NULL)
    return FALSE;

  task->settings = load_file (kind, file, NULL);
  if (g_file_delete (file, NULL, &failure) ||
      g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gboolean
restore (const DwellPresetKind  *kind,
         DwellPresetTask        *task,
         GError                **error)
{
  g_autofree char *path = dwell_presets_get_path (kind, task->name);

  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return refuse_existing (task->name, error);

  return keep (kind, task, error);
}

/* Returns: (transfer full): the name of @from, made unique among presets. */
static char *
find_free_name (const DwellPresetKind *kind,
                GFile                 *from)
{
  g_autofree char *base_name = g_file_get_basename (from);
  g_autofree char *stem = g_utf8_make_valid (base_name, -1);
  g_auto(GStrv) names = dwell_presets_list (kind);
  const char *wanted;
  char *name;

  if (g_str_has_suffix (stem, SUFFIX))
    stem[strlen (stem) - strlen (SUFFIX)] = '\0';
  /* Leaves room for a number. */
  if (strlen (stem) > MAX_NAME_BYTES / 2)
    *g_utf8_find_prev_char (stem, stem + MAX_NAME_BYTES / 2) = '\0';

  wanted = can_be_file (stem) ? stem : _("Preset");
  name = g_strdup (wanted);
  for (guint i = 2;; i++)
    {
      if (dwell_presets_check_name (kind, name, NULL) &&
          dwell_presets_find_alike ((const char * const *) names, name) == NULL)
        return name;

      g_free (name);
      name = g_strdup_printf ("%s %u", wanted, i);
    }
}

static gboolean
import_from (const DwellPresetKind  *kind,
             DwellPresetTask        *task,
             GError                **error)
{
  task->settings = load_file (kind, task->file, error);
  if (task->settings == NULL)
    return FALSE;

  if (!g_key_file_has_group (task->settings, kind->group))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("it has no group [%s]"),
                   kind->group);
      return FALSE;
    }

  task->name = find_free_name (kind, task->file);
  return keep (kind, task, error);
}

/**
 * dwell_presets_run:
 * @kind: a kind of presets
 * @task: (inout): the operation, and its results
 * @error: set to %G_IO_ERROR_NOT_FOUND if the preset does not exist, %G_IO_ERROR_INVALID_DATA if
 *   the file is invalid, %G_IO_ERROR_EXISTS or %G_IO_ERROR_INVALID_FILENAME if the name is not
 *   possible
 *
 * Runs an operation. Blocks: for workers.
 *
 * Returns: whether it succeeded
 */
gboolean
dwell_presets_run (const DwellPresetKind  *kind,
                   DwellPresetTask        *task,
                   GError                **error)
{
  static gboolean (* const operations[]) (const DwellPresetKind  *kind,
                                          DwellPresetTask        *task,
                                          GError                **error) = {
    [DWELL_PRESET_LOAD] = load, [DWELL_PRESET_SAVE] = save, [DWELL_PRESET_RENAME] = move,
    [DWELL_PRESET_DELETE] = delete, [DWELL_PRESET_RESTORE] = restore,
    [DWELL_PRESET_IMPORT] = import_from, [DWELL_PRESET_EXPORT] = export_to,
  };
  g_autoptr(GError) failure = NULL;

  if (task->operation == DWELL_PRESET_LIST || operations[task->operation] (kind, task, &failure))
    return TRUE;

  /* The readers of settings set errors in their own domains. */
  if (failure->domain != G_IO_ERROR)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, failure->message);
  else
    g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}
