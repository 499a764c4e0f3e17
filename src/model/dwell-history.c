/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/dwell-history.h"

#include <string.h>

#define MAX_STEPS 200

struct _DwellHistory
{
  GPtrArray      *past; /* states, the last is the newest */
  GPtrArray      *future;
  GDestroyNotify  free_state;

  gconstpointer   typed;       /* the option that is being typed, or NULL */
  gboolean        is_removing;
};

/**
 * _dwell_history_new:
 * @free_state: frees a state
 *
 * Returns: (transfer full): a history without steps
 */
DwellHistory *
_dwell_history_new (GDestroyNotify free_state)
{
  DwellHistory *self = g_new0 (DwellHistory, 1);

  self->past = g_ptr_array_new_with_free_func (free_state);
  self->future = g_ptr_array_new_with_free_func (free_state);
  self->free_state = free_state;
  return self;
}

/**
 * _dwell_history_free:
 * @self: a history
 */
void
_dwell_history_free (DwellHistory *self)
{
  g_ptr_array_unref (self->past);
  g_ptr_array_unref (self->future);
  g_free (self);
}

static void
add (DwellHistory *self,
     gpointer      before,
     gboolean      is_same_step)
{
  if (is_same_step && self->past->len > 0)
    self->free_state (before);
  else
    g_ptr_array_add (self->past, before);

  if (self->past->len > MAX_STEPS)
    g_ptr_array_remove_index (self->past, 0);
  g_ptr_array_set_size (self->future, 0);
}

/**
 * _dwell_history_add:
 * @self: a history
 * @before: (transfer full): the state before the change
 *
 * Adds a step. What was undone cannot be redone any more.
 */
void
_dwell_history_add (DwellHistory *self,
                    gpointer      before)
{
  self->typed = NULL;
  add (self, before, FALSE);
}

/* Returns whether the change continues the typing before it. */
static gboolean
continues_typing (DwellHistory  *self,
                  gconstpointer  option,
                  const char    *old_text,
                  const char    *new_text)
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
 * _dwell_history_add_typed:
 * @self: a history
 * @before: (transfer full): the state before the change
 * @option: what has the text
 * @old_text: the text before the change
 * @new_text: the text now
 *
 * Adds a change of a text to the last step, if it continues the typing, otherwise as a new step.
 */
void
_dwell_history_add_typed (DwellHistory  *self,
                          gpointer       before,
                          gconstpointer  option,
                          const char    *old_text,
                          const char    *new_text)
{
  add (self, before, continues_typing (self, option, old_text, new_text));
}

/**
 * _dwell_history_end_typing:
 * @self: a history
 *
 * Makes the next change a step of its own.
 */
void
_dwell_history_end_typing (DwellHistory *self)
{
  self->typed = NULL;
}

/**
 * _dwell_history_can_undo:
 * @self: a history
 *
 * Returns: whether there is a step to undo
 */
gboolean
_dwell_history_can_undo (DwellHistory *self)
{
  return self->past->len > 0;
}

/**
 * _dwell_history_can_redo:
 * @self: a history
 *
 * Returns: whether there is a step to redo
 */
gboolean
_dwell_history_can_redo (DwellHistory *self)
{
  return self->future->len > 0;
}

static gpointer
step (DwellHistory *self,
      GPtrArray    *from,
      GPtrArray    *to,
      gpointer      now)
{
  if (from->len == 0)
    return now;

  self->typed = NULL;
  g_ptr_array_add (to, now);
  return g_ptr_array_steal_index (from, from->len - 1);
}

/**
 * _dwell_history_undo:
 * @self: a history
 * @now: (transfer full): the present state
 *
 * Returns: (transfer full): the state before the last step; @now if there is no step
 */
gpointer
_dwell_history_undo (DwellHistory *self,
                     gpointer      now)
{
  return step (self, self->past, self->future, now);
}

/**
 * _dwell_history_redo:
 * @self: a history
 * @now: (transfer full): the present state
 *
 * Returns: (transfer full): the state before the step was undone; @now if none was
 */
gpointer
_dwell_history_redo (DwellHistory *self,
                     gpointer      now)
{
  return step (self, self->future, self->past, now);
}

/**
 * _dwell_history_foreach:
 * @self: a history
 * @func: called with each state
 * @user_data: data for @func
 */
void
_dwell_history_foreach (DwellHistory *self,
                        GFunc         func,
                        gpointer      user_data)
{
  g_ptr_array_foreach (self->past, func, user_data);
  g_ptr_array_foreach (self->future, func, user_data);
}
