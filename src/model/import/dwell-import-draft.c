/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/import/dwell-import-draft.h"

#include "model/dwell-history.h"
#include "model/import/dwell-import-memory.h"

typedef struct {
  const DwellFormat  *format;        /* (nullable): the chosen one */
  char              **values;        /* "KEY=VALUE", also of options of other formats */
  const DwellFormat  *preset_format; /* (nullable): which format the preset is of */
  char               *preset;        /* (nullable): its name; NULL if it was deleted */
  char              **of_preset;     /* its "KEY=VALUE" */
} State;

struct _DwellImportDraft
{
  GObject parent_instance;

  char         *files;   /* the URIs of its files */
  State        *first;   /* as it began */
  State        *now;
  DwellHistory *history; /* of State */
};

enum {
  PROP_0,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  N_PROPS
};

enum {
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* Unused drafts by their files. */
static GHashTable *drafts;

G_DEFINE_FINAL_TYPE (DwellImportDraft, dwell_import_draft, G_TYPE_OBJECT)

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

static State *
state_copy (const State *self)
{
  State *copy = g_new0 (State, 1);

  *copy = *self;
  copy->values = g_strdupv (self->values);
  copy->preset = g_strdup (self->preset);
  copy->of_preset = g_strdupv (self->of_preset);
  return copy;
}

static void
state_free (gpointer data)
{
  State *self = data;

  g_strfreev (self->values);
  g_free (self->preset);
  g_strfreev (self->of_preset);
  g_free (self);
}

static void
emit_changed (DwellImportDraft *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_UNDO]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_REDO]);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
dwell_import_draft_get_property (GObject    *object,
                                 guint       property_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  DwellImportDraft *self = DWELL_IMPORT_DRAFT (object);

  switch (property_id)
    {
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, _dwell_history_can_undo (self->history));
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, _dwell_history_can_redo (self->history));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_import_draft_finalize (GObject *object)
{
  DwellImportDraft *self = DWELL_IMPORT_DRAFT (object);

  g_free (self->files);
  state_free (self->first);
  state_free (self->now);
  _dwell_history_free (self->history);

  G_OBJECT_CLASS (dwell_import_draft_parent_class)->finalize (object);
}

static void
dwell_import_draft_class_init (DwellImportDraftClass *klass)
{
  static const char * const names[] = { NULL, "can-undo", "can-redo" };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = dwell_import_draft_get_property;
  object_class->finalize = dwell_import_draft_finalize;

  for (guint i = PROP_CAN_UNDO; i < N_PROPS; i++)
    properties[i] = g_param_spec_boolean (names[i], NULL, NULL, FALSE,
                                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_import_draft_init (DwellImportDraft *self)
{
  self->history = _dwell_history_new (state_free);
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
 * Returns: (transfer full): the draft that is kept for @files, if it began with the same options;
 *   otherwise a new one, which is kept
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
      state_free (first);
      return g_object_ref (self);
    }

  self = g_object_new (DWELL_TYPE_IMPORT_DRAFT, NULL);
  self->files = g_steal_pointer (&key);
  self->first = first;
  self->now = state_copy (first);
  g_hash_table_insert (drafts, g_strdup (self->files), self);
  return g_object_ref (self);
}

/**
 * dwell_import_draft_forget:
 * @self: a draft
 *
 * Keeps the draft no longer: the files were opened with it.
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

  return self->now->format;
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
  g_return_if_fail (DWELL_IS_IMPORT_DRAFT (self));

  if (self->now->format == format)
    return;

  _dwell_history_add (self->history, state_copy (self->now));
  self->now->format = format;
  emit_changed (self);
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

  return find_value (self->now->values, option);
}

/**
 * dwell_import_draft_set_value:
 * @self: a draft
 * @option: an option of reading
 * @value: its value
 *
 * Sets an option. Letters of a text typed one after the other are one step of the history.
 */
void
dwell_import_draft_set_value (DwellImportDraft  *self,
                              const DwellOption *option,
                              const char        *value)
{
  gboolean is_number = option->type == DWELL_OPTION_CHOICE || option->type == DWELL_OPTION_BOOLEAN;
  State *before;

  g_return_if_fail (DWELL_IS_IMPORT_DRAFT (self));

  if (g_str_equal (find_value (self->now->values, option), value))
    return;

  before = state_copy (self->now);
  self->now->values = g_environ_setenv (self->now->values, option->name, value, TRUE);
  if (is_number)
    _dwell_history_add (self->history, before);
  else
    _dwell_history_add_typed (self->history, before, option, find_value (before->values, option),
                              value);
  emit_changed (self);
}

/* Returns (transfer full) those of @values that belong to @format and are no defaults, in the order
 * of its table. */
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
  g_return_val_if_fail (DWELL_IS_IMPORT_DRAFT (self), NULL);

  return format != NULL ? choose (self->now->values, format) : g_strdupv (self->now->values);
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
  gboolean has_preset = self->now->preset_format == format;
  const char *preset = has_preset ? self->now->preset : "";

  g_return_val_if_fail (DWELL_IS_IMPORT_DRAFT (self), NULL);

  *is_changed = preset == NULL ||
                (has_preset ? !g_strv_equal ((const char * const *) key_values,
                                             (const char * const *) self->now->of_preset)
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
  g_return_val_if_fail (DWELL_IS_IMPORT_DRAFT (self), NULL);

  return self->now->preset_format == format ? find_value (self->now->of_preset, option)
                                            : option->default_value;
}

static void
take_preset (DwellImportDraft   *self,
             const DwellFormat  *format,
             const char         *preset,
             char              **key_values)
{
  State *now = self->now;

  g_free (now->preset);
  now->preset = g_strdup (preset);
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
 * @error: the reason of a failure
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

  g_return_val_if_fail (DWELL_IS_IMPORT_DRAFT (self), FALSE);

  key_values = settings != NULL ? dwell_import_options_load (format, settings, error)
                                : g_new0 (char *, 1);
  if (key_values == NULL)
    return FALSE;

  _dwell_history_add (self->history, state_copy (self->now));
  take_preset (self, format, preset, key_values);
  g_strfreev (self->now->values);
  self->now->values = g_steal_pointer (&key_values);
  emit_changed (self);
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
  _dwell_history_end_typing (self->history);
  emit_changed (self);
}

/* The names of a preset that was renamed. */
typedef struct {
  const char *old;
  const char *now; /* (nullable) */
} Names;

static void
rename_preset (gpointer data,
               gpointer user_data)
{
  State *state = data;
  const Names *names = user_data;

  if (g_strcmp0 (state->preset, names->old) == 0)
    {
      g_free (state->preset);
      state->preset = g_strdup (names->now);
    }
}

/**
 * dwell_import_draft_renamed:
 * @self: a draft
 * @preset: the former name of a preset
 * @new_name: (nullable): its new name; %NULL if it was deleted
 *
 * Records that a preset was renamed or deleted, also in the history.
 */
void
dwell_import_draft_renamed (DwellImportDraft *self,
                            const char       *preset,
                            const char       *new_name)
{
  g_autofree char *old = g_strdup (preset);
  Names names = { old, new_name };

  g_return_if_fail (DWELL_IS_IMPORT_DRAFT (self));

  rename_preset (self->now, &names);
  _dwell_history_foreach (self->history, rename_preset, &names);
  _dwell_history_end_typing (self->history);
  emit_changed (self);
}

/**
 * dwell_import_draft_undo:
 * @self: a draft
 *
 * Undoes the last step, if there is one.
 */
void
dwell_import_draft_undo (DwellImportDraft *self)
{
  g_return_if_fail (DWELL_IS_IMPORT_DRAFT (self));

  self->now = _dwell_history_undo (self->history, self->now);
  emit_changed (self);
}

/**
 * dwell_import_draft_redo:
 * @self: a draft
 *
 * Repeats the step that was undone last, unless another change followed.
 */
void
dwell_import_draft_redo (DwellImportDraft *self)
{
  g_return_if_fail (DWELL_IS_IMPORT_DRAFT (self));

  self->now = _dwell_history_redo (self->history, self->now);
  emit_changed (self);
}
