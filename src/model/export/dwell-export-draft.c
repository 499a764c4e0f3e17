/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/export/dwell-export-draft.h"

#include "model/dwell-history.h"

typedef struct {
  DwellExportSettings *settings;
  char                *preset;
  DwellExportSettings *of_preset; /* the settings of the preset itself */
  DwellExportRange     range;
} State;

struct _DwellExportDraft
{
  GObject parent_instance;

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

G_DEFINE_FINAL_TYPE (DwellExportDraft, dwell_export_draft, G_TYPE_OBJECT)

static State *
state_copy (const State *self)
{
  State *copy = g_new0 (State, 1);

  copy->settings = dwell_export_settings_copy (self->settings);
  copy->of_preset = dwell_export_settings_copy (self->of_preset);
  copy->preset = g_strdup (self->preset);
  copy->range = self->range;
  return copy;
}

static void
state_free (gpointer data)
{
  State *self = data;

  dwell_export_settings_free (self->settings);
  dwell_export_settings_free (self->of_preset);
  g_free (self->preset);
  g_free (self);
}

static void
emit_changed (DwellExportDraft *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_UNDO]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_REDO]);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
dwell_export_draft_get_property (GObject    *object,
                                 guint       property_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  DwellExportDraft *self = DWELL_EXPORT_DRAFT (object);

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
dwell_export_draft_finalize (GObject *object)
{
  DwellExportDraft *self = DWELL_EXPORT_DRAFT (object);

  state_free (self->now);
  _dwell_history_free (self->history);

  G_OBJECT_CLASS (dwell_export_draft_parent_class)->finalize (object);
}

static void
dwell_export_draft_class_init (DwellExportDraftClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = dwell_export_draft_get_property;
  object_class->finalize = dwell_export_draft_finalize;

  properties[PROP_CAN_UNDO] =
    g_param_spec_boolean ("can-undo", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_CAN_REDO] =
    g_param_spec_boolean ("can-redo", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_export_draft_init (DwellExportDraft *self)
{
  self->history = _dwell_history_new (state_free);
}

/**
 * dwell_export_draft_new:
 * @format: a format with a writer
 *
 * Returns: (transfer full): a draft of the default preset
 */
DwellExportDraft *
dwell_export_draft_new (const DwellFormat *format)
{
  DwellExportDraft *self = g_object_new (DWELL_TYPE_EXPORT_DRAFT, NULL);

  self->now = g_new0 (State, 1);
  self->now->settings = dwell_export_settings_new (format, "default", NULL);
  self->now->of_preset = dwell_export_settings_copy (self->now->settings);
  self->now->preset = g_strdup ("default");
  return self;
}

/**
 * dwell_export_draft_get:
 * @session: a session
 * @format: a format with a writer
 *
 * Returns: (transfer none): the draft that the session keeps for @format
 */
DwellExportDraft *
dwell_export_draft_get (DwellSession      *session,
                        const DwellFormat *format)
{
  g_autofree char *key = g_strconcat ("dwell-export-draft-", format->id, NULL);
  DwellExportDraft *self;

  g_return_val_if_fail (DWELL_IS_SESSION (session), NULL);

  self = g_object_get_data (G_OBJECT (session), key);
  if (self == NULL)
    {
      self = dwell_export_draft_new (format);
      g_object_set_data_full (G_OBJECT (session), key, self, g_object_unref);
    }

  return self;
}

/**
 * dwell_export_draft_get_settings:
 * @self: a draft
 *
 * Returns: (transfer none): its settings; valid until the next change
 */
const DwellExportSettings *
dwell_export_draft_get_settings (DwellExportDraft *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), NULL);

  return self->now->settings;
}

/**
 * dwell_export_draft_get_original:
 * @self: a draft
 *
 * Returns: (transfer none): the settings of the preset without the user's changes; valid until
 *   the next change
 */
const DwellExportSettings *
dwell_export_draft_get_original (DwellExportDraft *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), NULL);

  return self->now->of_preset;
}

/**
 * dwell_export_draft_get_fault:
 * @self: a draft
 *
 * Checks the settings alone; the format's `check` takes the data into account, too.
 *
 * Returns: (transfer full) (nullable): the reason why these settings cannot be used; %NULL if
 *   there is none
 */
char *
dwell_export_draft_get_fault (DwellExportDraft *self)
{
  g_autoptr(GError) error = NULL;

  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), NULL);

  return dwell_export_settings_check (self->now->settings, &error) ? NULL
                                                                   : g_strdup (error->message);
}

/**
 * dwell_export_draft_set_text:
 * @self: a draft
 * @option: an option of its format that has a text
 * @text: its text
 *
 * Sets a text. Letters typed one after the other are one step of the history.
 */
void
dwell_export_draft_set_text (DwellExportDraft  *self,
                             const DwellOption *option,
                             const char        *text)
{
  State *before;

  g_return_if_fail (DWELL_IS_EXPORT_DRAFT (self));

  if (self->now->settings->is_as_read ||
      g_str_equal (dwell_export_settings_get_text (self->now->settings, option), text))
    return;

  before = state_copy (self->now);
  dwell_export_settings_set_text (self->now->settings, option, text);
  _dwell_history_add_typed (self->history, before, option,
                            dwell_export_settings_get_text (before->settings, option), text);
  emit_changed (self);
}

/**
 * dwell_export_draft_set_number:
 * @self: a draft
 * @option: an option of its format that has a number
 * @number: a boolean, the index of the choice, or a bit for each of the choices
 */
void
dwell_export_draft_set_number (DwellExportDraft  *self,
                               const DwellOption *option,
                               guint              number)
{
  State *before;

  g_return_if_fail (DWELL_IS_EXPORT_DRAFT (self));

  if (self->now->settings->is_as_read ||
      dwell_export_settings_get_number (self->now->settings, option) == number)
    return;

  before = state_copy (self->now);
  dwell_export_settings_set_number (self->now->settings, option, number);
  _dwell_history_add (self->history, before);
  emit_changed (self);
}

/**
 * dwell_export_draft_get_range:
 * @self: a draft
 *
 * Returns: the range to write
 */
DwellExportRange
dwell_export_draft_get_range (DwellExportDraft *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), DWELL_EXPORT_WHOLE);

  return self->now->range;
}

/**
 * dwell_export_draft_set_range:
 * @self: a draft
 * @range: the range to write
 * @begin: its begin, ns; ignored for the whole
 * @end: its end, ns; ignored for the whole
 *
 * Sets the range. New times of the same @range are no step of the history.
 */
void
dwell_export_draft_set_range (DwellExportDraft *self,
                              DwellExportRange  range,
                              gint64            begin,
                              gint64            end)
{
  State *state;

  g_return_if_fail (DWELL_IS_EXPORT_DRAFT (self));

  if (range == DWELL_EXPORT_WHOLE)
    {
      begin = G_MAXINT64;
      end = G_MININT64;
    }

  if (range == self->now->range && begin == self->now->settings->begin &&
      end == self->now->settings->end)
    return;

  state = state_copy (self->now);
  self->now->settings->begin = begin;
  self->now->settings->end = end;

  if (range == self->now->range)
    {
      state_free (state);
      emit_changed (self);
      return;
    }

  self->now->range = range;
  _dwell_history_add (self->history, state);
  emit_changed (self);
}

/* Returns (transfer full) (nullable): the settings of a built-in preset, or those in @settings. */
static DwellExportSettings *
make_settings (DwellExportDraft  *self,
               const char        *preset,
               GKeyFile          *saved,
               GError           **error)
{
  g_autoptr(DwellExportSettings) settings = NULL;

  settings = dwell_export_settings_new (self->now->settings->format,
                                        saved != NULL ? "default" : preset, error);
  if (settings == NULL ||
      (saved != NULL && !dwell_export_settings_load (settings, saved, error)))
    return NULL;

  return g_steal_pointer (&settings);
}

/**
 * dwell_export_draft_set_preset:
 * @self: a draft
 * @preset: the name of a preset
 * @settings: (nullable): its saved settings; %NULL for a built-in preset
 * @error: the reason of a failure
 *
 * Takes all settings except the range from the preset.
 *
 * Returns: false if there is no such preset or it cannot be used
 */
gboolean
dwell_export_draft_set_preset (DwellExportDraft  *self,
                               const char        *preset,
                               GKeyFile          *settings,
                               GError           **error)
{
  g_autoptr(DwellExportSettings) of_preset = NULL;
  State *before;

  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), FALSE);

  of_preset = make_settings (self, preset, settings, error);
  if (of_preset == NULL)
    return FALSE;

  before = state_copy (self->now);
  dwell_export_settings_free (self->now->of_preset);
  self->now->of_preset = dwell_export_settings_copy (of_preset);
  of_preset->begin = self->now->settings->begin;
  of_preset->end = self->now->settings->end;
  dwell_export_settings_free (self->now->settings);
  self->now->settings = g_steal_pointer (&of_preset);
  g_free (self->now->preset);
  self->now->preset = g_strdup (preset);
  _dwell_history_add (self->history, before);
  emit_changed (self);
  return TRUE;
}

/**
 * dwell_export_draft_saved:
 * @self: a draft
 * @preset: a name
 * @settings: the settings saved under that name: those that the draft had then
 *
 * Records that the draft was saved as a preset.
 */
void
dwell_export_draft_saved (DwellExportDraft *self,
                          const char       *preset,
                          GKeyFile         *settings)
{
  DwellExportSettings *of_preset;

  g_return_if_fail (DWELL_IS_EXPORT_DRAFT (self));

  of_preset = make_settings (self, preset, settings, NULL);
  g_return_if_fail (of_preset != NULL);

  dwell_export_settings_free (self->now->of_preset);
  self->now->of_preset = of_preset;
  g_free (self->now->preset);
  self->now->preset = g_strdup (preset);
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
 * dwell_export_draft_renamed:
 * @self: a draft
 * @preset: the former name of a preset
 * @new_name: (nullable): its new name; %NULL if it was deleted
 *
 * Records that a preset was renamed or deleted, also in the history: undo does not restore a name
 * that no longer exists.
 */
void
dwell_export_draft_renamed (DwellExportDraft *self,
                            const char       *preset,
                            const char       *new_name)
{
  g_autofree char *old = g_strdup (preset);
  Names names = { old, new_name };

  g_return_if_fail (DWELL_IS_EXPORT_DRAFT (self));

  rename_preset (self->now, &names);
  _dwell_history_foreach (self->history, rename_preset, &names);
  _dwell_history_end_typing (self->history);
  emit_changed (self);
}

/**
 * dwell_export_draft_get_preset:
 * @self: a draft
 *
 * Returns: (transfer none) (nullable): the name of the preset that the settings come from; %NULL
 *   if it was deleted
 */
const char *
dwell_export_draft_get_preset (DwellExportDraft *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), NULL);

  return self->now->preset;
}

/**
 * dwell_export_draft_is_modified:
 * @self: a draft
 *
 * Returns: whether an option differs from the preset; the range belongs to no preset
 */
gboolean
dwell_export_draft_is_modified (DwellExportDraft *self)
{
  g_autoptr(DwellExportSettings) mine = NULL;

  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), FALSE);

  mine = dwell_export_settings_copy (self->now->settings);
  mine->begin = self->now->of_preset->begin;
  mine->end = self->now->of_preset->end;
  return !dwell_export_settings_equal (mine, self->now->of_preset);
}

/**
 * dwell_export_draft_undo:
 * @self: a draft
 *
 * Undoes the last step, if there is one.
 */
void
dwell_export_draft_undo (DwellExportDraft *self)
{
  g_return_if_fail (DWELL_IS_EXPORT_DRAFT (self));

  self->now = _dwell_history_undo (self->history, self->now);
  emit_changed (self);
}

/**
 * dwell_export_draft_redo:
 * @self: a draft
 *
 * Repeats the step that was undone last, unless another change followed.
 */
void
dwell_export_draft_redo (DwellExportDraft *self)
{
  g_return_if_fail (DWELL_IS_EXPORT_DRAFT (self));

  self->now = _dwell_history_redo (self->history, self->now);
  emit_changed (self);
}
