/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps handles to areas and contexts. Handles count up from 0 within their kind, so a small index
 * is looked up in a table. States, which share a handle and differ by value, and handles of unknown
 * kinds go into one hash table. Each event of a timeline is looked up, so lookups do not
 * allocate. */
#include "config.h"

#include "formats/text1/read/dwell-text1-map-private.h"

#include <string.h>

/* Handles with a smaller index are looked up without hashing. */
#define DIRECT_MAX (1u << 20)

#define FIRST_SLOTS ((gsize) 256)

struct _DwellText1Slot
{
  guint32 handle;
  guint32 area; /* DWELL_NONE: the slot is free */
  gint64  value;
};

#define MANY (DWELL_NONE - 1)

static gsize
slot_hash (guint32 handle,
           gint64  value)
{
  guint64 h = ((guint64) handle ^ (guint64) value * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) *
              G_GUINT64_CONSTANT (0xc2b2ae3d27d4eb4f);

  return (gsize) (h ^ h >> 32);
}

static DwellText1Slot *
find_slot (DwellText1Map *self,
           guint32        handle,
           gint64         value)
{
  gsize i = slot_hash (handle, value) & (self->n_slots - 1);

  while (self->slots[i].area != DWELL_NONE &&
         (self->slots[i].handle != handle || self->slots[i].value != value))
    i = (i + 1) & (self->n_slots - 1);

  return &self->slots[i];
}

static void
set_slots (DwellText1Map  *self,
           DwellText1Slot *slots,
           gsize           n_slots)
{
  self->slots = slots;
  self->n_slots = n_slots;
  for (gsize i = 0; i < n_slots; i++)
    slots[i].area = DWELL_NONE;
}

static gboolean
grow_slots (DwellText1Map *self)
{
  DwellText1Slot *old = self->slots;
  gsize n_old = self->n_slots;
  DwellText1Slot *slots = dwell_big_try_alloc (2 * n_old * sizeof *slots, NULL);

  if (slots == NULL)
    return FALSE;

  set_slots (self, slots, 2 * n_old);
  for (gsize i = 0; i < n_old; i++)
    if (old[i].area != DWELL_NONE)
      *find_slot (self, old[i].handle, old[i].value) = old[i];
  dwell_big_free (old);
  return TRUE;
}

/**
 * dwell_text1_map_new:
 * @builder: the builder of the areas and contexts; must outlive the map
 *
 * Returns: (transfer full): an empty map
 */
DwellText1Map *
dwell_text1_map_new (DwellBuilder *builder)
{
  DwellText1Map *self = g_new0 (DwellText1Map, 1);

  self->builder = builder;
  set_slots (self, dwell_big_alloc (FIRST_SLOTS * sizeof *self->slots), FIRST_SLOTS);
  self->contexts = g_hash_table_new (NULL, NULL);
  self->state_handles = g_hash_table_new (NULL, NULL);
  self->variables = g_hash_table_new (NULL, NULL);
  self->named = g_hash_table_new (NULL, NULL);
  self->users = g_array_new (FALSE, FALSE, sizeof (guint32));

  return self;
}

/**
 * dwell_text1_map_free:
 * @self: (transfer full): a map
 */
void
dwell_text1_map_free (DwellText1Map *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (self->direct); i++)
    g_free (self->direct[i].areas);
  dwell_big_free (self->slots);
  g_hash_table_unref (self->contexts);
  g_hash_table_unref (self->state_handles);
  g_hash_table_unref (self->variables);
  g_hash_table_unref (self->named);
  g_array_unref (self->users);
  g_free (self);
}

static gboolean
is_direct (guint32 handle)
{
  return dwell_text1_handle_get_kind (handle) < DWELL_N_HANDLE_KINDS &&
         dwell_text1_handle_get_index (handle) < DIRECT_MAX &&
         !dwell_text1_handle_is_shared (handle);
}

/* Returns the place of a handle that is looked up without hashing. */
static guint32 *
get_direct (DwellText1Map *self,
            guint32        handle)
{
  DwellText1Direct *direct = &self->direct[dwell_text1_handle_get_kind (handle)];
  guint32 index = dwell_text1_handle_get_index (handle);

  if (index >= direct->n)
    {
      guint32 n = CLAMP (direct->n * 2, index + 1, DIRECT_MAX);

      direct->areas = g_renew (guint32, direct->areas, n);
      memset (direct->areas + direct->n, 0xff, (n - direct->n) * sizeof (guint32));
      direct->n = n;
    }

  return &direct->areas[index];
}

/**
 * dwell_text1_map_add_area:
 * @self: a map
 * @handle: a handle of the mapping
 * @has_value: whether the mapping has a value
 * @value: the value
 * @area: the area
 *
 * Maps a handle to its area; for the kinds of states (3, 5 and 7), a handle with a value. The first
 * mapping holds. Without memory the builder fails.
 */
void
dwell_text1_map_add_area (DwellText1Map *self,
                          guint32        handle,
                          gboolean       has_value,
                          gint64         value,
                          guint32        area)
{
  gint64 key = dwell_text1_handle_is_shared (handle) && has_value ? value : 0;
  DwellText1Slot *slot;

  if (is_direct (handle))
    {
      guint32 *entry = get_direct (self, handle);

      if (*entry == DWELL_NONE)
        *entry = area;
      return;
    }

  if ((self->n_used + 1) * 2 > self->n_slots && !grow_slots (self))
    {
      dwell_builder_fail (self->builder);
      return;
    }

  slot = find_slot (self, handle, key);
  if (slot->area != DWELL_NONE)
    return;

  *slot = (DwellText1Slot) { handle, area, key };
  self->n_used++;
}

/**
 * dwell_text1_map_find_area:
 * @self: a map
 * @handle: a handle
 * @value: the value; used for states only
 *
 * Returns: the area, or %DWELL_NONE
 */
guint32
dwell_text1_map_find_area (DwellText1Map *self,
                           guint32        handle,
                           gint64         value)
{
  if (is_direct (handle))
    {
      const DwellText1Direct *direct = &self->direct[dwell_text1_handle_get_kind (handle)];
      guint32 index = dwell_text1_handle_get_index (handle);

      return index < direct->n ? direct->areas[index] : DWELL_NONE;
    }

  return find_slot (self, handle, dwell_text1_handle_is_shared (handle) ? value : 0)->area;
}

/**
 * dwell_text1_map_add_context:
 * @self: a map
 * @handle: handle of a context; not in the same number space as those of areas
 * @context: the context
 */
void
dwell_text1_map_add_context (DwellText1Map *self,
                             guint32        handle,
                             guint32        context)
{
  g_hash_table_insert (self->contexts, GUINT_TO_POINTER (handle), GUINT_TO_POINTER (context + 1));
}

/**
 * dwell_text1_map_find_context:
 * @self: a map
 * @handle: handle of a context
 *
 * Returns: the context, or %DWELL_NONE
 */
guint32
dwell_text1_map_find_context (DwellText1Map *self,
                              guint32        handle)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->contexts, GUINT_TO_POINTER (handle))) - 1;
}

/**
 * dwell_text1_map_add_use:
 * @self: a map
 * @area: an area
 * @context: a context whose statistics section has a row of @area that is not all zero
 *
 * Records that a context uses an area. One that is used in exactly one context belongs to it
 * (README.md, "Whose event is it").
 */
void
dwell_text1_map_add_use (DwellText1Map *self,
                         guint32        area,
                         guint32        context)
{
  guint32 none = DWELL_NONE;
  guint32 *user;

  while (area >= self->users->len)
    g_array_append_val (self->users, none);

  user = &g_array_index (self->users, guint32, area);
  *user = *user == DWELL_NONE || *user == context ? context : MANY;
}

/* Returns the only context that uses @area; DWELL_NONE if none or several do. */
guint32
_dwell_text1_map_get_user (DwellText1Map *self,
                           guint32        area)
{
  guint32 user = area < self->users->len ? g_array_index (self->users, guint32, area) : DWELL_NONE;

  return user == MANY ? DWELL_NONE : user;
}

/* Records the variable of a handle of states. The first variable holds. */
static void
note_variable (DwellText1Map *self,
               guint32        variable,
               guint32        states)
{
  if (!g_hash_table_contains (self->variables, GUINT_TO_POINTER (states)))
    g_hash_table_insert (self->variables, GUINT_TO_POINTER (states), GUINT_TO_POINTER (variable));
}

/**
 * dwell_text1_map_set_state_handle:
 * @self: a map
 * @variable: handle of a variable or signal
 * @states: the handle that its states share (%HANDLE.STATE%)
 */
void
dwell_text1_map_set_state_handle (DwellText1Map *self,
                                  guint32        variable,
                                  guint32        states)
{
  g_hash_table_insert (self->state_handles, GUINT_TO_POINTER (variable), GUINT_TO_POINTER (states));
  note_variable (self, variable, states);
  g_hash_table_add (self->named, GUINT_TO_POINTER (variable));
}

/**
 * dwell_text1_map_note_state:
 * @self: a map
 * @variable: handle of a variable or signal
 * @state: handle of a state that the mapping puts below it
 *
 * Where no %HANDLE.STATE% names the handle of the states, they have the usual one, unless no state
 * in the mapping has that: then it is the one of the first state (README.md, "Handles").
 */
void
dwell_text1_map_note_state (DwellText1Map *self,
                            guint32        variable,
                            guint32        state)
{
  gpointer key = GUINT_TO_POINTER (variable);

  note_variable (self, variable, state);
  if (!g_hash_table_contains (self->state_handles, key) ||
      (state == dwell_text1_handle_get_states (variable) &&
       !g_hash_table_contains (self->named, key)))
    g_hash_table_insert (self->state_handles, key, GUINT_TO_POINTER (state));
}

/**
 * dwell_text1_map_get_state_handle:
 * @self: a map
 * @variable: handle of a variable or signal
 *
 * Returns: the handle that its states share: as in the file, else the usual one, which is that of
 *   the next kind with the same index (README.md, "Handles")
 */
guint32
dwell_text1_map_get_state_handle (DwellText1Map *self,
                                  guint32        variable)
{
  gpointer states;

  if (g_hash_table_lookup_extended (self->state_handles, GUINT_TO_POINTER (variable), NULL,
                                    &states))
    return GPOINTER_TO_UINT (states);

  return dwell_text1_handle_get_states (variable);
}

/**
 * dwell_text1_map_find_variable:
 * @self: a map
 * @states: a handle that states share
 *
 * Returns: the area of the variable or signal with these states: the one given in the file, else
 *   the one of the preceding kind with the same index; %DWELL_NONE if there is none
 */
guint32
dwell_text1_map_find_variable (DwellText1Map *self,
                               guint32        states)
{
  gpointer handle;

  if (!g_hash_table_lookup_extended (self->variables, GUINT_TO_POINTER (states), NULL, &handle))
    handle = GUINT_TO_POINTER (dwell_text1_handle_get_variable (states));

  return dwell_text1_map_find_area (self, GPOINTER_TO_UINT (handle), 0);
}
