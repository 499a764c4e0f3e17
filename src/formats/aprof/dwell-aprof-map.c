/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table with open addressing, at most half full. */
#include "config.h"

#include "formats/aprof/dwell-aprof-map.h"

#include "core/dwell-memory.h"

#define FIRST_BITS 8

static void
set_slots (DwellAprofMap  *self,
           DwellAprofSlot *slots,
           guint           bits)
{
  self->slots = slots;
  self->bits = bits;
  for (gsize i = 0; i < (gsize) 1 << bits; i++)
    slots[i].number = DWELL_APROF_UNMAPPED;
}

/**
 * dwell_aprof_map_init:
 * @self: (out): an uninitialised map
 */
void
dwell_aprof_map_init (DwellAprofMap *self)
{
  self->n = 0;
  set_slots (self, dwell_big_alloc (sizeof *self->slots << FIRST_BITS), FIRST_BITS);
}

/**
 * dwell_aprof_map_clear:
 * @self: a map
 *
 * Frees the memory of the map.
 */
void
dwell_aprof_map_clear (DwellAprofMap *self)
{
  dwell_big_free (self->slots);
}

/* Multiplicative hashing with 2^64 divided by the golden ratio; the upper bits are mixed best
 * (Knuth, The Art of Computer Programming, vol. 3, section 6.4). */
static inline DwellAprofSlot *
find (DwellAprofSlot *slots,
      guint           bits,
      guint64         id)
{
  gsize mask = ((gsize) 1 << bits) - 1;
  gsize place = (gsize) ((id ^ id >> 32) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - bits));

  while (slots[place].number != DWELL_APROF_UNMAPPED && slots[place].id != id)
    place = (place + 1) & mask;

  return &slots[place];
}

/**
 * dwell_aprof_map_get:
 * @self: a map
 * @id: an id of the file
 *
 * Returns: the number of @id; %DWELL_APROF_UNMAPPED if it has none
 */
guint32
dwell_aprof_map_get (const DwellAprofMap *self,
                     guint64              id)
{
  return find (self->slots, self->bits, id)->number;
}

/**
 * dwell_aprof_map_reserve:
 * @self: a map
 * @n_more: how many ids may be added after this
 * @error: %DWELL_ERROR_LIMIT
 *
 * Makes room, so that dwell_aprof_map_set() cannot fail.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_aprof_map_reserve (DwellAprofMap  *self,
                         gsize           n_more,
                         GError        **error)
{
  DwellAprofSlot *old = self->slots;
  gsize n_old = (gsize) 1 << self->bits;
  guint bits = self->bits;
  DwellAprofSlot *slots;

  while (self->n + n_more > (gsize) 1 << (bits - 1))
    bits++;

  if (bits == self->bits)
    return TRUE;

  slots = dwell_big_try_alloc (sizeof *slots << bits, error);
  if (slots == NULL)
    return FALSE;

  set_slots (self, slots, bits);
  for (gsize i = 0; i < n_old; i++)
    if (old[i].number != DWELL_APROF_UNMAPPED)
      *find (slots, bits, old[i].id) = old[i];

  dwell_big_free (old);
  return TRUE;
}

/**
 * dwell_aprof_map_set:
 * @self: a map with reserved room
 * @id: an id of the file
 * @number: its number
 *
 * Adds @id, or replaces its number.
 */
void
dwell_aprof_map_set (DwellAprofMap *self,
                     guint64        id,
                     guint32        number)
{
  DwellAprofSlot *slot = find (self->slots, self->bits, id);

  self->n += slot->number == DWELL_APROF_UNMAPPED;
  *slot = (DwellAprofSlot) { id, number };
}
