/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/dwell-draft.h"

#include <string.h>

#define MAX_STEPS 200

typedef struct {
  DwellDraftState *now;
  GPtrArray       *past;   /* states, the last is the newest */
  GPtrArray       *future;

  gconstpointer    typed;  /* the option whose text is being typed, or NULL */
  gboolean         is_removing;
} DwellDraftPrivate;

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

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (DwellDraft, dwell_draft, G_TYPE_OBJECT)

static DwellDraftPrivate *
get_private (DwellDraft *self)
{
  return dwell_draft_get_instance_private (self);
}

static void
dwell_draft_get_property (GObject    *object,
                          guint       property_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  DwellDraftPrivate *priv = get_private (DWELL_DRAFT (object));

  switch (property_id)
    {
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, priv->past->len > 0);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, priv->future->len > 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_draft_finalize (GObject *object)
{
  DwellDraftPrivate *priv = get_private (DWELL_DRAFT (object));

  DWELL_DRAFT_GET_CLASS (object)->free_state (priv->now);
  g_ptr_array_unref (priv->past);
  g_ptr_array_unref (priv->future);

  G_OBJECT_CLASS (dwell_draft_parent_class)->finalize (object);
}

static void
dwell_draft_class_init (DwellDraftClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = dwell_draft_get_property;
  object_class->finalize = dwell_draft_finalize;

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
dwell_draft_init (DwellDraft *self)
{
}

/**
 * _dwell_draft_begin:
 * @self: a new draft
 * @state: (transfer full): its first state
 */
void
_dwell_draft_begin (DwellDraft *self,
                    gpointer    state)
{
  DwellDraftPrivate *priv = get_private (self);
  GDestroyNotify free_state = DWELL_DRAFT_GET_CLASS (self)->free_state;

  priv->now = state;
  priv->past = g_ptr_array_new_with_free_func (free_state);
  priv->future = g_ptr_array_new_with_free_func (free_state);
}

/**
 * _dwell_draft_get_state:
 * @self: a draft
 *
 * Returns: (transfer none): the present state; valid until a step is undone or redone
 */
gpointer
_dwell_draft_get_state (DwellDraft *self)
{
  return get_private (self)->now;
}

/**
 * _dwell_draft_copy_state:
 * @self: a draft
 *
 * Returns: (transfer full): a copy of the present state, before it is changed
 */
gpointer
_dwell_draft_copy_state (DwellDraft *self)
{
  return DWELL_DRAFT_GET_CLASS (self)->copy_state (get_private (self)->now);
}

/**
 * _dwell_draft_set_preset:
 * @self: a draft
 * @preset: the name of the preset that the present state comes from
 */
void
_dwell_draft_set_preset (DwellDraft *self,
                         const char *preset)
{
  DwellDraftState *now = get_private (self)->now;

  g_free (now->preset);
  now->preset = g_strdup (preset);
}

static void
add (DwellDraft *self,
     gpointer    before,
     gboolean    is_same_step)
{
  DwellDraftPrivate *priv = get_private (self);

  if (is_same_step && priv->past->len > 0)
    DWELL_DRAFT_GET_CLASS (self)->free_state (before);
  else
    g_ptr_array_add (priv->past, before);

  if (priv->past->len > MAX_STEPS)
    g_ptr_array_remove_index (priv->past, 0);
  g_ptr_array_set_size (priv->future, 0);
  _dwell_draft_emit (self);
}

/**
 * _dwell_draft_add_step:
 * @self: a draft whose state was changed
 * @before: (transfer full): the state before the change
 *
 * Makes the change a step of the history, and emits `changed`. Steps that were undone can no longer
 * be redone.
 */
void
_dwell_draft_add_step (DwellDraft *self,
                       gpointer    before)
{
  get_private (self)->typed = NULL;
  add (self, before, FALSE);
}

/* Returns whether the change continues the typing before it: letters are one step until a word
 * ends, or letters are removed instead. So undo takes back what a user regards as one change,
 * however slowly it was typed. */
static gboolean
continues_typing (DwellDraftPrivate *self,
                  gconstpointer      option,
                  const char        *old_text,
                  const char        *new_text)
{
  glong n_before = g_utf8_strlen (old_text, -1);
  glong n_after = g_utf8_strlen (new_text, -1);
  gboolean is_one_letter = ABS (n_after - n_before) == 1;
  gboolean is_removing = n_after < n_before;
  gboolean is_continued = is_one_letter && self->typed == option &&
                          is_removing == self->is_removing;
  gsize same = 0;

  while (old_text[same] != '\0' && old_text[same] == new_text[same])
    same++;

  self->typed = is_one_letter && (is_removing || strchr ("% ,;\t", new_text[same]) == NULL) ? option
                                                                                            : NULL;
  self->is_removing = is_removing;
  return is_continued;
}

/**
 * _dwell_draft_add_typed:
 * @self: a draft whose state was changed
 * @before: (transfer full): the state before the change
 * @option: the option that has the text
 * @old_text: the text before the change
 * @new_text: the text now
 *
 * Makes the change of a text a step of the history, and emits `changed`. Letters typed one after
 * another are one step.
 */
void
_dwell_draft_add_typed (DwellDraft    *self,
                        gpointer       before,
                        gconstpointer  option,
                        const char    *old_text,
                        const char    *new_text)
{
  add (self, before, continues_typing (get_private (self), option, old_text, new_text));
}

/**
 * _dwell_draft_saved:
 * @self: a draft
 * @preset: a name
 *
 * Records that the present state was saved as a preset, and emits `changed`.
 */
void
_dwell_draft_saved (DwellDraft *self,
                    const char *preset)
{
  _dwell_draft_set_preset (self, preset);
  get_private (self)->typed = NULL;
  _dwell_draft_emit (self);
}

/**
 * _dwell_draft_emit:
 * @self: a draft
 *
 * Emits `changed`.
 */
void
_dwell_draft_emit (DwellDraft *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_UNDO]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_REDO]);
  g_signal_emit (self, signals[CHANGED], 0);
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
  DwellDraftState *state = data;
  const Names *names = user_data;

  if (g_strcmp0 (state->preset, names->old) == 0)
    {
      g_free (state->preset);
      state->preset = g_strdup (names->now);
    }
}

/**
 * dwell_draft_renamed:
 * @self: a draft
 * @preset: the former name of a preset
 * @new_name: (nullable): its new name; %NULL if it was deleted
 *
 * Records that a preset was renamed or deleted, also in the history: undo does not restore a name
 * that no longer exists.
 */
void
dwell_draft_renamed (DwellDraft *self,
                     const char *preset,
                     const char *new_name)
{
  DwellDraftPrivate *priv = get_private (self);
  g_autofree char *old = g_strdup (preset);
  Names names = { old, new_name };

  g_return_if_fail (DWELL_IS_DRAFT (self));

  rename_preset (priv->now, &names);
  g_ptr_array_foreach (priv->past, rename_preset, &names);
  g_ptr_array_foreach (priv->future, rename_preset, &names);
  priv->typed = NULL;
  _dwell_draft_emit (self);
}

static void
step (DwellDraft *self,
      GPtrArray  *from,
      GPtrArray  *to)
{
  DwellDraftPrivate *priv = get_private (self);

  if (from->len > 0)
    {
      priv->typed = NULL;
      g_ptr_array_add (to, priv->now);
      priv->now = g_ptr_array_steal_index (from, from->len - 1);
    }
  _dwell_draft_emit (self);
}

/**
 * dwell_draft_undo:
 * @self: a draft
 *
 * Undoes the last step, if there is one.
 */
void
dwell_draft_undo (DwellDraft *self)
{
  DwellDraftPrivate *priv = get_private (self);

  g_return_if_fail (DWELL_IS_DRAFT (self));

  step (self, priv->past, priv->future);
}

/**
 * dwell_draft_redo:
 * @self: a draft
 *
 * Repeats the step that was undone last, unless another change followed.
 */
void
dwell_draft_redo (DwellDraft *self)
{
  DwellDraftPrivate *priv = get_private (self);

  g_return_if_fail (DWELL_IS_DRAFT (self));

  step (self, priv->future, priv->past);
}
