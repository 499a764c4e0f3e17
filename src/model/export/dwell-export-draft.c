/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history is of whole states: settings are some twenty short texts. What is typed into one
 * setting letter by letter is one step until a word ends or letters are removed instead, so that
 * undo takes back what one thinks of as one thing, whatever the time between. */
#include "config.h"

#include "model/export/dwell-export-draft.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#define MAX_STEPS 200

typedef struct {
  DwellText1Settings *settings;
  char               *preset;
  DwellText1Settings *of_preset; /* as the preset has them */
  DwellExportRange    range;
} State;

struct _DwellExportDraft
{
  GObject parent_instance;

  State     *now;
  GPtrArray *past;   /* State, the last is the newest */
  GPtrArray *future;

  char     *typed;         /* the setting that is being typed, or NULL */
  gboolean  is_removing;
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

  copy->settings = dwell_text1_settings_copy (self->settings);
  copy->of_preset = dwell_text1_settings_copy (self->of_preset);
  copy->preset = g_strdup (self->preset);
  copy->range = self->range;
  return copy;
}

static void
state_free (gpointer data)
{
  State *self = data;

  dwell_text1_settings_free (self->settings);
  dwell_text1_settings_free (self->of_preset);
  g_free (self->preset);
  g_free (self);
}

static void
tell (DwellExportDraft *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_UNDO]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_REDO]);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Takes over @before, the state that a change has just ended. */
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
  tell (self);
}

static void
end_typing (DwellExportDraft *self)
{
  g_clear_pointer (&self->typed, g_free);
}

/* Whether going from @before to @after goes on with what was typed before. */
static gboolean
goes_on (DwellExportDraft *self,
         const char       *name,
         const char       *before,
         const char       *after)
{
  glong n_before = g_utf8_strlen (before, -1);
  glong n_after = g_utf8_strlen (after, -1);
  gboolean is_one_letter = ABS (n_after - n_before) == 1;
  gboolean is_removing = n_after < n_before;
  gboolean goes_on = is_one_letter && g_strcmp0 (self->typed, name) == 0 &&
                     is_removing == self->is_removing;
  gsize same = 0;

  while (before[same] != '\0' && before[same] == after[same])
    same++;

  end_typing (self);
  if (is_one_letter && (is_removing || strchr ("% ,;\t", after[same]) == NULL))
    self->typed = g_strdup (name);
  self->is_removing = is_removing;
  return goes_on;
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
  g_free (self->typed);

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
  self->now = g_new0 (State, 1);
  self->now->settings = dwell_text1_settings_new ("default", NULL);
  self->now->of_preset = dwell_text1_settings_copy (self->now->settings);
  self->now->preset = g_strdup ("default");
  self->past = g_ptr_array_new_with_free_func (state_free);
  self->future = g_ptr_array_new_with_free_func (state_free);
}

/**
 * dwell_export_draft_new:
 *
 * Returns: (transfer full): a draft of the default preset
 */
DwellExportDraft *
dwell_export_draft_new (void)
{
  return g_object_new (DWELL_TYPE_EXPORT_DRAFT, NULL);
}

/**
 * dwell_export_draft_get:
 * @session: a session
 *
 * Returns: (transfer none): the draft that it keeps
 */
DwellExportDraft *
dwell_export_draft_get (DwellSession *session)
{
  GQuark quark = g_quark_from_static_string ("dwell-export-draft");
  DwellExportDraft *self;

  g_return_val_if_fail (DWELL_IS_SESSION (session), NULL);

  self = g_object_get_qdata (G_OBJECT (session), quark);
  if (self == NULL)
    {
      self = dwell_export_draft_new ();
      g_object_set_qdata_full (G_OBJECT (session), quark, self, g_object_unref);
    }

  return self;
}

/**
 * dwell_export_draft_get_settings:
 * @self: a draft
 *
 * Returns: (transfer none): its settings, until the next change
 */
const DwellText1Settings *
dwell_export_draft_get_settings (DwellExportDraft *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), NULL);

  return self->now->settings;
}

const DwellText1Settings *
dwell_export_draft_get_original (DwellExportDraft *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), NULL);

  return self->now->of_preset;
}

static char *
find_template_fault (const DwellText1Settings *settings)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    {
      g_autoptr(DwellTemplate) template = dwell_template_new (settings->templates[i], -1,
                                                              (DwellTemplateKind) i);
      guint n;
      const DwellTemplateIssue *issues = dwell_template_get_issues (template, &n);

      if (n > 0 && (settings->sections & 1u << i / 2) != 0)
        return g_strdup_printf ("%s: %s", dwell_template_get_id ((DwellTemplateKind) i),
                                issues[0].message);
    }

  return NULL;
}

/**
 * dwell_export_draft_get_fault:
 * @self: a draft
 *
 * Looks at the settings alone; dwell_text1_check() looks at the data too.
 *
 * Returns: (transfer full) (nullable): why nothing can be written like that
 */
char *
dwell_export_draft_get_fault (DwellExportDraft *self)
{
  const DwellText1Settings *settings;
  g_autoptr(GError) error = NULL;

  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), NULL);

  settings = self->now->settings;
  if (settings->from_source)
    return NULL;
  if (settings->sections == 0)
    return g_strdup (_("All sections are off"));
  if (!dwell_text1_check_pattern (settings->contexts, &error) ||
      !dwell_text1_check_pattern (settings->areas, &error))
    return g_strdup (error->message);

  return find_template_fault (settings);
}

/**
 * dwell_export_draft_set:
 * @self: a draft
 * @name: of a setting
 * @value: its value
 * @error: why it does not take it
 *
 * Returns: whether the setting has that value now
 */
gboolean
dwell_export_draft_set (DwellExportDraft  *self,
                        const char        *name,
                        const char        *value,
                        GError           **error)
{
  g_autofree char *before = NULL;
  State *state;

  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), FALSE);

  before = dwell_text1_settings_get (self->now->settings, name);
  if (g_strcmp0 (before, value) == 0)
    return TRUE;

  state = state_copy (self->now);
  if (!dwell_text1_settings_set (self->now->settings, name, value, error))
    {
      state_free (state);
      return FALSE;
    }

  commit (self, state, goes_on (self, name, before, value));
  return TRUE;
}

/**
 * dwell_export_draft_has_word:
 * @self: a draft
 * @name: of a setting that is a list
 * @word: a word that may be in it
 *
 * Returns: whether it is
 */
gboolean
dwell_export_draft_has_word (DwellExportDraft *self,
                             const char       *name,
                             const char       *word)
{
  g_autofree char *list = NULL;
  g_auto(GStrv) words = NULL;

  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), FALSE);

  list = dwell_text1_settings_get (self->now->settings, name);
  words = g_strsplit (list, ",", -1);
  return g_strv_contains ((const char * const *) words, word);
}

/**
 * dwell_export_draft_set_word:
 * @self: a draft
 * @name: of a setting that is a list
 * @word: one that it can hold
 * @is_on: whether it shall
 */
void
dwell_export_draft_set_word (DwellExportDraft *self,
                             const char       *name,
                             const char       *word,
                             gboolean          is_on)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *list = NULL;
  g_auto(GStrv) words = NULL;

  g_return_if_fail (DWELL_IS_EXPORT_DRAFT (self));

  if (dwell_export_draft_has_word (self, name, word) == is_on)
    return;

  list = dwell_text1_settings_get (self->now->settings, name);
  words = g_strsplit (list, ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (!g_str_equal (words[i], word))
      g_string_append_printf (text, "%s,", words[i]);

  if (is_on)
    g_string_append (text, word);
  dwell_export_draft_set (self, name, text->str, NULL);
}

DwellExportRange
dwell_export_draft_get_range (DwellExportDraft *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), DWELL_EXPORT_WHOLE);

  return self->now->range;
}

/**
 * dwell_export_draft_set_range:
 * @self: a draft
 * @range: what is written
 * @begin: its begin, ns; the whole has none
 * @end: its end, ns
 *
 * Telling where the range is that is written anyway is no step of the history.
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
      tell (self);
      return;
    }

  self->now->range = range;
  end_typing (self);
  commit (self, state, FALSE);
}

/* Returns: (transfer full) (nullable): those of a built-in preset, or what was saved. */
static DwellText1Settings *
make_settings (const char  *preset,
               GKeyFile    *saved,
               GError     **error)
{
  g_autoptr(DwellText1Settings) settings = NULL;

  settings = dwell_text1_settings_new (saved != NULL ? "default" : preset, error);
  if (settings == NULL ||
      (saved != NULL && !dwell_text1_settings_load (settings, saved, error)))
    return NULL;

  return g_steal_pointer (&settings);
}

/**
 * dwell_export_draft_set_preset:
 * @self: a draft
 * @preset: the name of a preset
 * @settings: (nullable): what it holds, unless it is built in
 * @error: why there is none
 *
 * Takes all settings but the range from the preset.
 *
 * Returns: whether it could
 */
gboolean
dwell_export_draft_set_preset (DwellExportDraft  *self,
                               const char        *preset,
                               GKeyFile          *settings,
                               GError           **error)
{
  g_autoptr(DwellText1Settings) of_preset = make_settings (preset, settings, error);
  State *before;

  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), FALSE);

  if (of_preset == NULL)
    return FALSE;

  before = state_copy (self->now);
  dwell_text1_settings_free (self->now->of_preset);
  self->now->of_preset = dwell_text1_settings_copy (of_preset);
  of_preset->begin = self->now->settings->begin;
  of_preset->end = self->now->settings->end;
  dwell_text1_settings_free (self->now->settings);
  self->now->settings = g_steal_pointer (&of_preset);
  g_free (self->now->preset);
  self->now->preset = g_strdup (preset);
  end_typing (self);
  commit (self, before, FALSE);
  return TRUE;
}

/**
 * dwell_export_draft_saved:
 * @self: a draft
 * @preset: a name
 * @settings: what was saved under it: the draft's settings as they were then
 */
void
dwell_export_draft_saved (DwellExportDraft *self,
                          const char       *preset,
                          GKeyFile         *settings)
{
  DwellText1Settings *of_preset = make_settings (preset, settings, NULL);

  g_return_if_fail (DWELL_IS_EXPORT_DRAFT (self) && of_preset != NULL);

  dwell_text1_settings_free (self->now->of_preset);
  self->now->of_preset = of_preset;
  g_free (self->now->preset);
  self->now->preset = g_strdup (preset);
  end_typing (self);
  tell (self);
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
 * @preset: the name of a preset
 * @new_name: (nullable): the name that it has now; %NULL if it is gone
 *
 * Taking a step back does not bring a name back that there is no more.
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

  end_typing (self);
  tell (self);
}

const char *
dwell_export_draft_get_preset (DwellExportDraft *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), NULL);

  return self->now->preset;
}

gboolean
dwell_export_draft_is_modified (DwellExportDraft *self)
{
  g_autoptr(DwellText1Settings) mine = NULL;

  g_return_val_if_fail (DWELL_IS_EXPORT_DRAFT (self), FALSE);

  mine = dwell_text1_settings_copy (self->now->settings);
  mine->begin = self->now->of_preset->begin;
  mine->end = self->now->of_preset->end;
  return !dwell_text1_settings_equal (mine, self->now->of_preset);
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
  end_typing (self);
  tell (self);
}

/**
 * dwell_export_draft_undo:
 * @self: a draft
 *
 * Takes back the last step, if there is one.
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
 * Does again what was taken back last, if nothing else was done since.
 */
void
dwell_export_draft_redo (DwellExportDraft *self)
{
  g_return_if_fail (DWELL_IS_EXPORT_DRAFT (self));

  step (self, self->future, self->past);
}
