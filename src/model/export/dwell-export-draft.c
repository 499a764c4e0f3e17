/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history consists of whole states, because settings are few and small. Letters typed one
 * after the other into an option are one step until a word ends or letters are removed instead.
 * So undo takes back what a user regards as one change, however slowly it was typed. */
#include "config.h"

#include "model/export/dwell-export-draft.h"

#include <string.h>

#define MAX_STEPS 200

typedef struct {
  DwellExportSettings *settings;
  char                *preset;
  DwellExportSettings *of_preset; /* the settings of the preset itself */
  DwellExportRange     range;
} State;

struct _DwellExportDraft
{
  GObject parent_instance;

  State     *now;
  GPtrArray *past;   /* State, the last is the newest */
  GPtrArray *future;

  const DwellOption *typed;       /* the option that is being typed, or NULL */
  gboolean           is_removing;
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

/* Adds a step to the history. Takes over @before, the state before the change. */
static void
commit (DwellExportDraft *self,
        State            *before,
        gboolean          is_same_step)
{
  if (is_same_step && self->past->len > 0)
    state_free (before);
  else
    g_ptr_array_add (self->past, before);

  if (self->past->len > MAX_STEPS)
    g_ptr_array_remove_index (self->past, 0);
  g_ptr_array_set_size (self->future, 0);
  emit_changed (self);
}

/* Returns whether the change from @before to @after continues the typing before it. */
static gboolean
continues_typing (DwellExportDraft  *self,
                  const DwellOption *option,
                  const char        *before,
                  const char        *after)
{
  glong n_before = g_utf8_strlen (before, -1);
  glong n_after = g_utf8_strlen (after, -1);
  gboolean is_one_letter = ABS (n_after - n_before) == 1;
  gboolean is_removing = n_after < n_before;
  gboolean is_continued = is_one_letter && self->typed == option &&
                          is_removing == self->is_removing;
  gsize same = 0;

  while (before[same] != '\0' && before[same] == after[same])
    same++;

  self->typed = is_one_letter && (is_removing || strchr ("% ,;\t", after[same]) == NULL) ? option
                                                                                          : NULL;
  self->is_removing = is_removing;
  return is_continued;
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
      g_value_set_boolean (value, self->past->len > 0);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, self->future->len > 0);
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
  g_ptr_array_unref (self->past);
  g_ptr_array_unref (self->future);

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
  self->past = g_ptr_array_new_with_free_func (state_free);
  self->future = g_ptr_array_new_with_free_func (state_free);
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
  commit (self, before,
          continues_typing (self, option,
                            dwell_export_settings_get_text (before->settings, option), text));
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
  self->typed = NULL;
  commit (self, before, FALSE);
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
  self->typed = NULL;
  commit (self, state, FALSE);
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
  self->typed = NULL;
  commit (self, before, FALSE);
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
  self->typed = NULL;
  emit_changed (self);
}

static void
rename_preset (State      *state,
               const char *preset,
               const char *new_name)
{
  if (g_strcmp0 (state->preset, preset) == 0)
    {
      g_free (state->preset);
      state->preset = g_strdup (new_name);
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
  g_return_if_fail (DWELL_IS_EXPORT_DRAFT (self));

  rename_preset (self->now, preset, new_name);
  for (guint i = 0; i < self->past->len; i++)
    rename_preset (g_ptr_array_index (self->past, i), preset, new_name);
  for (guint i = 0; i < self->future->len; i++)
    rename_preset (g_ptr_array_index (self->future, i), preset, new_name);

  self->typed = NULL;
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

static void
step (DwellExportDraft *self,
      GPtrArray        *from,
      GPtrArray        *to)
{
  if (from->len == 0)
    return;

  g_ptr_array_add (to, self->now);
  self->now = g_ptr_array_steal_index (from, from->len - 1);
  self->typed = NULL;
  emit_changed (self);
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

  step (self, self->past, self->future);
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

  step (self, self->future, self->past);
}
