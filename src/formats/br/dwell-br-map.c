/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table with open addressing, at most half full. */
#include "config.h"

#include "formats/br/dwell-br-map.h"

#include "core/dwell-memory.h"

#define FIRST_SLOTS ((gsize) 1024)

static void
set_slots (DwellBrMap  *self,
           DwellBrSlot *slots,
           gsize        n)
{
  self->slots = slots;
  self->mask = n - 1;
  for (gsize i = 0; i < n; i++)
    slots[i].value = DWELL_BR_MAP_NONE;
}

/**
 * dwell_br_map_init:
 * @self: (out): uninitialised memory
 */
void
dwell_br_map_init (DwellBrMap *self)
{
  set_slots (self, dwell_big_alloc (FIRST_SLOTS * sizeof *self->slots), FIRST_SLOTS);
  self->n = 0;
  self->seed = (guint64) g_random_int () << 32 | g_random_int ();
}

/**
 * dwell_br_map_clear:
 * @self: a map
 *
 * Frees the memory of the map.
 */
void
dwell_br_map_clear (DwellBrMap *self)
{
  dwell_big_free (self->slots);
}

static void
insert (DwellBrMap *self,
        guint64     a,
        guint64     b,
        guint32     value)
{
  gsize i = dwell_br_map_hash (self, a, b) & self->mask;

  while (self->slots[i].value != DWELL_BR_MAP_NONE)
    i = (i + 1) & self->mask;

  self->slots[i] = (DwellBrSlot) { a, b, value };
}

static gboolean
grow (DwellBrMap  *self,
      GError     **error)
{
  DwellBrSlot *old = self->slots;
  gsize n = self->mask + 1;
  DwellBrSlot *slots = dwell_big_try_alloc (2 * n * sizeof *slots, error);

  if (slots == NULL)
    return FALSE;

  set_slots (self, slots, 2 * n);
  for (gsize i = 0; i < n; i++)
    if (old[i].value != DWELL_BR_MAP_NONE)
      insert (self, old[i].a, old[i].b, old[i].value);
  dwell_big_free (old);
  return TRUE;
}

/**
 * dwell_br_map_add:
 * @self: a map
 * @a: one half of a key that is not in the map
 * @b: the other half
 * @value: any value but %DWELL_BR_MAP_NONE
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_br_map_add (DwellBrMap  *self,
                  guint64      a,
                  guint64      b,
                  guint32      value,
                  GError     **error)
{
  if ((self->n + 1) * 2 > self->mask && !grow (self, error))
    return FALSE;

  insert (self, a, b, value);
  self->n++;
  return TRUE;
}
