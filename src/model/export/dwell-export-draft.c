/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/export/dwell-export-draft.h"

typedef struct {
  DwellDraftState      parent;
  DwellExportSettings *settings;
  DwellExportSettings *of_preset; /* the settings of the preset itself */
  DwellExportRange     range;
} State;

struct _DwellExportDraft
{
  DwellDraft parent_instance;
};

G_DEFINE_FINAL_TYPE (DwellExportDraft, dwell_export_draft, DWELL_TYPE_DRAFT)

static gpointer
copy_state (gconstpointer state)
{
  const State *self = state;
  State *copy = g_new0 (State, 1);

  copy->parent.preset = g_strdup (self->parent.preset);
  copy->settings = dwell_export_settings_copy (self->settings);
  copy->of_preset = dwell_export_settings_copy (self->of_preset);
  copy->range = self->range;
  return copy;
}

static void
free_state (gpointer state)
{
  State *self = state;

  g_free (self->parent.preset);
  dwell_export_settings_free (self->settings);
  dwell_export_settings_free (self->of_preset);
  g_free (self);
}

static void
dwell_export_draft_class_init (DwellExportDraftClass *klass)
{
  DwellDraftClass *draft_class = DWELL_DRAFT_CLASS (klass);

  draft_class->copy_state = copy_state;
  draft_class->free_state = free_state;
}

static void
dwell_export_draft_init (DwellExportDraft *self)
{
}

static State *
get_state (DwellExportDraft *self)
{
  return _dwell_draft_get_state (DWELL_DRAFT (self));
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
  State *state = g_new0 (State, 1);

  state->parent.preset = g_strdup ("default");
  state->settings = dwell_export_settings_new (format, "default", NULL);
  state->of_preset = dwell_export_settings_copy (state->settings);
  _dwell_draft_begin (DWELL_DRAFT (self), state);
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

  return get_state (self)->settings;
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

  return get_state (self)->of_preset;
}

/**
 * dwell_export_draft_get_fault:
 * @self: a draft
 *
 * Checks only the settings; the format's `check` takes the data into account, too.
 *
 * Returns: (transfer full) (nullable): the reason why these settings cannot be used; %NULL if
 *   they can
 */
char *
dwell_export_draft_get_fault (DwellExportDraft *self)
{
  g_autoptr(GError) error = NULL;

  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), NULL);

  return dwell_export_settings_check (get_state (self)->settings, &error) ? NULL
                                                                   : g_strdup (error->message);
}

/**
 * dwell_export_draft_set_text:
 * @self: a draft
 * @option: an option of its format that has a text
 * @text: its text
 *
 * Sets a text. Letters typed one after another are one step of the history.
 */
void
dwell_export_draft_set_text (DwellExportDraft  *self,
                             const DwellOption *option,
                             const char        *text)
{
  State *before;

  g_return_if_fail (DWELL_IS_EXPORT_DRAFT (self));

  if (get_state (self)->settings->is_as_read ||
      g_str_equal (dwell_export_settings_get_text (get_state (self)->settings, option), text))
    return;

  before = _dwell_draft_copy_state (DWELL_DRAFT (self));
  dwell_export_settings_set_text (get_state (self)->settings, option, text);
  _dwell_draft_add_typed (DWELL_DRAFT (self), before, option,
                          dwell_export_settings_get_text (before->settings, option), text);
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

  if (get_state (self)->settings->is_as_read ||
      dwell_export_settings_get_number (get_state (self)->settings, option) == number)
    return;

  before = _dwell_draft_copy_state (DWELL_DRAFT (self));
  dwell_export_settings_set_number (get_state (self)->settings, option, number);
  _dwell_draft_add_step (DWELL_DRAFT (self), before);
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

  return get_state (self)->range;
}

/**
 * dwell_export_draft_set_range:
 * @self: a draft
 * @range: the range to write
 * @begin: its start, ns; ignored for the whole
 * @end: its end, ns; ignored for the whole
 *
 * Sets the range. New times of the same @range are not a step of the history.
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

  if (range == get_state (self)->range && begin == get_state (self)->settings->begin &&
      end == get_state (self)->settings->end)
    return;

  state = _dwell_draft_copy_state (DWELL_DRAFT (self));
  get_state (self)->settings->begin = begin;
  get_state (self)->settings->end = end;

  if (range == get_state (self)->range)
    {
      free_state (state);
      _dwell_draft_emit (DWELL_DRAFT (self));
      return;
    }

  get_state (self)->range = range;
  _dwell_draft_add_step (DWELL_DRAFT (self), state);
}

/* Returns (transfer full) (nullable): the settings of a built-in preset, or those in @settings. */
static DwellExportSettings *
make_settings (DwellExportDraft  *self,
               const char        *preset,
               GKeyFile          *saved,
               GError           **error)
{
  g_autoptr(DwellExportSettings) settings = NULL;

  settings = dwell_export_settings_new (get_state (self)->settings->format,
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
 * @error: the reason for a failure
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

  before = _dwell_draft_copy_state (DWELL_DRAFT (self));
  dwell_export_settings_free (get_state (self)->of_preset);
  get_state (self)->of_preset = dwell_export_settings_copy (of_preset);
  of_preset->begin = get_state (self)->settings->begin;
  of_preset->end = get_state (self)->settings->end;
  dwell_export_settings_free (get_state (self)->settings);
  get_state (self)->settings = g_steal_pointer (&of_preset);
  _dwell_draft_set_preset (DWELL_DRAFT (self), preset);
  _dwell_draft_add_step (DWELL_DRAFT (self), before);
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

  dwell_export_settings_free (get_state (self)->of_preset);
  get_state (self)->of_preset = of_preset;
  _dwell_draft_saved (DWELL_DRAFT (self), preset);
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

  return get_state (self)->parent.preset;
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

  mine = dwell_export_settings_copy (get_state (self)->settings);
  mine->begin = get_state (self)->of_preset->begin;
  mine->end = get_state (self)->of_preset->end;
  return !dwell_export_settings_equal (mine, get_state (self)->of_preset);
}
