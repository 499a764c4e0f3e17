/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/import/dwell-import-draft.h"

#include "model/import/dwell-import-memory.h"

typedef struct {
  DwellDraftState     parent;
  const DwellFormat  *format;        /* (nullable): the chosen format */
  char              **values;        /* "KEY=VALUE", also of options of other formats */
  const DwellFormat  *preset_format; /* (nullable): the format of the preset */
  char              **of_preset;     /* its "KEY=VALUE" */
} State;

struct _DwellImportDraft
{
  DwellDraft parent_instance;

  char  *files; /* the URIs of its files */
  State *first; /* the initial state */
};

/* Unused drafts by their files. */
static GHashTable *drafts;

G_DEFINE_FINAL_TYPE (DwellImportDraft, dwell_import_draft, DWELL_TYPE_DRAFT)

static State *
state_new (const DwellFormat  *format,
           const char * const *values)
{
  State *self = g_new0 (State, 1);

  self->format = format;
  self->values = values != NULL ? g_strdupv ((char **) values) : g_new0 (char *, 1);
  self->of_preset = g_new0 (char *, 1);
  return self;
}

static gpointer
copy_state (gconstpointer state)
{
  const State *self = state;
  State *copy = g_new0 (State, 1);

  *copy = *self;
  copy->parent.preset = g_strdup (self->parent.preset);
  copy->values = g_strdupv (self->values);
  copy->of_preset = g_strdupv (self->of_preset);
  return copy;
}

static void
free_state (gpointer state)
{
  State *self = state;

  g_free (self->parent.preset);
  g_strfreev (self->values);
  g_strfreev (self->of_preset);
  g_free (self);
}

static void
dwell_import_draft_finalize (GObject *object)
{
  DwellImportDraft *self = DWELL_IMPORT_DRAFT (object);

  g_free (self->files);
  free_state (self->first);

  G_OBJECT_CLASS (dwell_import_draft_parent_class)->finalize (object);
}

static void
dwell_import_draft_class_init (DwellImportDraftClass *klass)
{
  DwellDraftClass *draft_class = DWELL_DRAFT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_import_draft_finalize;

  draft_class->copy_state = copy_state;
  draft_class->free_state = free_state;
}

static void
dwell_import_draft_init (DwellImportDraft *self)
{
}

static State *
get_state (DwellImportDraft *self)
{
  return _dwell_draft_get_state (DWELL_DRAFT (self));
}

static char *
make_key (GFile * const *files,
          guint          n_files)
{
  g_autoptr(GString) key = g_string_new (NULL);

  for (guint i = 0; i < n_files; i++)
    {
      g_autofree char *uri = g_file_get_uri (files[i]);

      g_string_append_printf (key, "%s\n", uri);
    }

  return g_strdup (key->str);
}

/**
 * dwell_import_draft_get:
 * @files: (array length=n_files): the files to open
 * @n_files: the number of files
 * @format: (nullable): the initially chosen format; %NULL: it is recognised
 * @key_values: (nullable) (array zero-terminated=1): the initial options, as "KEY=VALUE"
 *
 * Returns: (transfer full): the draft that is kept for @files, if its initial options were the
 *   same; otherwise a new one, which is kept
 */
DwellImportDraft *
dwell_import_draft_get (GFile * const      *files,
                        guint               n_files,
                        const DwellFormat  *format,
                        const char * const *key_values)
{
  g_autofree char *key = make_key (files, n_files);
  State *first = state_new (format, key_values);
  DwellImportDraft *self;

  if (drafts == NULL)
    drafts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);

  self = g_hash_table_lookup (drafts, key);
  if (self != NULL && self->first->format == first->format &&
      g_strv_equal ((const char * const *) self->first->values,
                    (const char * const *) first->values))
    {
      free_state (first);
      return g_object_ref (self);
    }

  self = g_object_new (DWELL_TYPE_IMPORT_DRAFT, NULL);
  self->files = g_steal_pointer (&key);
  self->first = first;
  _dwell_draft_begin (DWELL_DRAFT (self), copy_state (first));
  g_hash_table_insert (drafts, g_strdup (self->files), self);
  return g_object_ref (self);
}

/**
 * dwell_import_draft_forget:
 * @self: a draft
 *
 * Stops keeping the draft, because the files were opened with it.
 */
void
dwell_import_draft_forget (DwellImportDraft *self)
{
  g_return_if_fail (DWELL_IS_IMPORT_DRAFT (self));

  if (g_hash_table_lookup (drafts, self->files) == self)
    g_hash_table_remove (drafts, self->files);
}

/**
 * dwell_import_draft_get_format:
 * @self: a draft
 *
 * Returns: (transfer none) (nullable): the chosen format; %NULL: it is recognised
 */
const DwellFormat *
dwell_import_draft_get_format (DwellImportDraft *self)
{
  g_return_val_if_fail (DWELL_IS_IMPORT_DRAFT (self), NULL);

  return get_state (self)->format;
}

/**
 * dwell_import_draft_set_format:
 * @self: a draft
 * @format: (nullable): the chosen format; %NULL: it is recognised
 *
 * Sets the format. Options of the same name keep their values.
 */
void
dwell_import_draft_set_format (DwellImportDraft  *self,
                               const DwellFormat *format)
{
  State *before;

  g_return_if_fail (DWELL_IS_IMPORT_DRAFT (self));

  if (get_state (self)->format == format)
    return;

  before = _dwell_draft_copy_state (DWELL_DRAFT (self));
  get_state (self)->format = format;
  _dwell_draft_add_step (DWELL_DRAFT (self), before);
}

static const char *
find_value (char              **values,
            const DwellOption  *option)
{
  const char *value = g_environ_getenv (values, option->name);

  return value != NULL ? value : option->default_value;
}

/**
 * dwell_import_draft_get_value:
 * @self: a draft
 * @option: an option of reading
 *
 * Returns: (transfer none): its value; valid until the next change
 */
const char *
dwell_import_draft_get_value (DwellImportDraft  *self,
                              const DwellOption *option)
{
  g_return_val_if_fail (DWELL_IS_IMPORT_DRAFT (self), NULL);

  return find_value (get_state (self)->values, option);
}

/**
 * dwell_import_draft_set_value:
 * @self: a draft
 * @option: an option of reading
 * @value: its value
 *
 * Sets an option. Letters of a text typed one after another are one step of the history.
 */
void
dwell_import_draft_set_value (DwellImportDraft  *self,
                              const DwellOption *option,
                              const char        *value)
{
  gboolean is_typed = option->type != DWELL_OPTION_CHOICE &&
                      option->type != DWELL_OPTION_BOOLEAN &&
                      option->type != DWELL_OPTION_COLUMN && option->type != DWELL_OPTION_COLUMNS;
  State *before;

  g_return_if_fail (DWELL_IS_IMPORT_DRAFT (self));

  if (g_str_equal (find_value (get_state (self)->values, option), value))
    return;

  before = _dwell_draft_copy_state (DWELL_DRAFT (self));
  get_state (self)->values = g_environ_setenv (get_state (self)->values, option->name, value, TRUE);
  if (is_typed)
    _dwell_draft_add_typed (DWELL_DRAFT (self), before, option,
                            find_value (before->values, option), value);
  else
    _dwell_draft_add_step (DWELL_DRAFT (self), before);
}

/* Returns (transfer full) those of @values that belong to @format and differ from their defaults,
 * in the order of its table. */
static char **
choose (char              **values,
        const DwellFormat  *format)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < format->n_read_options; i++)
    {
      const DwellOption *option = &format->read_options[i];
      const char *value = find_value (values, option);
      g_autofree char *text = g_strconcat (option->name, "=", value, NULL);

      if (!g_str_equal (value, option->default_value))
        g_strv_builder_add (builder, text);
    }

  return g_strv_builder_end (builder);
}

/**
 * dwell_import_draft_get_key_values:
 * @self: a draft
 * @format: (nullable): the format of the files; %NULL while it is unknown
 *
 * Returns: (transfer full) (array zero-terminated=1): the options of @format that differ from their
 *   default, as "KEY=VALUE"; all that were set while the format is unknown
 */
char **
dwell_import_draft_get_key_values (DwellImportDraft  *self,
                                   const DwellFormat *format)
{
  State *now = get_state (self);

  g_return_val_if_fail (DWELL_IS_IMPORT_DRAFT (self), NULL);

  return format != NULL ? choose (now->values, format) : g_strdupv (now->values);
}

/**
 * dwell_import_draft_get_preset:
 * @self: a draft
 * @format: the format of the files
 * @is_changed: (out): whether the options differ from the preset
 *
 * Returns: (transfer none) (nullable): the name of the preset that the options come from, "" for
 *   the defaults; %NULL if it was deleted
 */
const char *
dwell_import_draft_get_preset (DwellImportDraft  *self,
                               const DwellFormat *format,
                               gboolean          *is_changed)
{
  g_auto(GStrv) key_values = dwell_import_draft_get_key_values (self, format);
  gboolean has_preset = get_state (self)->preset_format == format;
  const char *preset = has_preset ? get_state (self)->parent.preset : "";

  g_return_val_if_fail (DWELL_IS_IMPORT_DRAFT (self), NULL);

  *is_changed = preset == NULL ||
                (has_preset ? !g_strv_equal ((const char * const *) key_values,
                                             (const char * const *) get_state (self)->of_preset)
                            : key_values[0] != NULL);
  return preset;
}

/**
 * dwell_import_draft_get_original:
 * @self: a draft
 * @format: the format of the files
 * @option: one of its options
 *
 * Returns: (transfer none): the value of the option in the preset; valid until the next change
 */
const char *
dwell_import_draft_get_original (DwellImportDraft  *self,
                                 const DwellFormat *format,
                                 const DwellOption *option)
{
  State *now = get_state (self);

  g_return_val_if_fail (DWELL_IS_IMPORT_DRAFT (self), NULL);

  return now->preset_format == format ? find_value (now->of_preset, option)
                                      : option->default_value;
}

static void
take_preset (DwellImportDraft   *self,
             const DwellFormat  *format,
             const char         *preset,
             char              **key_values)
{
  State *now = get_state (self);

  _dwell_draft_set_preset (DWELL_DRAFT (self), preset);
  now->preset_format = format;
  g_strfreev (now->of_preset);
  now->of_preset = choose (key_values, format);
}

/**
 * dwell_import_draft_set_preset:
 * @self: a draft
 * @format: the format of the files
 * @preset: the name of a preset of @format; "" for the defaults
 * @settings: (nullable): its saved options; %NULL for the defaults
 * @error: the reason for a failure
 *
 * Takes all options from the preset.
 *
 * Returns: whether it can be used
 */
gboolean
dwell_import_draft_set_preset (DwellImportDraft   *self,
                               const DwellFormat  *format,
                               const char         *preset,
                               GKeyFile           *settings,
                               GError            **error)
{
  g_auto(GStrv) key_values = NULL;
  State *before;

  g_return_val_if_fail (DWELL_IS_IMPORT_DRAFT (self), FALSE);

  key_values = settings != NULL ? dwell_import_options_load (format, settings, error)
                                : g_new0 (char *, 1);
  if (key_values == NULL)
    return FALSE;

  before = _dwell_draft_copy_state (DWELL_DRAFT (self));
  take_preset (self, format, preset, key_values);
  g_strfreev (get_state (self)->values);
  get_state (self)->values = g_steal_pointer (&key_values);
  _dwell_draft_add_step (DWELL_DRAFT (self), before);
  return TRUE;
}

/**
 * dwell_import_draft_saved:
 * @self: a draft
 * @format: the format of the files
 * @preset: a name
 * @settings: the options saved under that name
 *
 * Records that the options were saved as a preset.
 */
void
dwell_import_draft_saved (DwellImportDraft  *self,
                          const DwellFormat *format,
                          const char        *preset,
                          GKeyFile          *settings)
{
  g_auto(GStrv) key_values = NULL;

  g_return_if_fail (DWELL_IS_IMPORT_DRAFT (self));

  key_values = dwell_import_options_load (format, settings, NULL);
  g_return_if_fail (key_values != NULL);

  take_preset (self, format, preset, key_values);
  _dwell_draft_saved (DWELL_DRAFT (self), preset);
}
