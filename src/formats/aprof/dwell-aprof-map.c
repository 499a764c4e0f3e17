/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Open addressing, at most half full. */
#include "config.h"

#include "core/dwell-memory.h"
#include "formats/aprof/dwell-aprof-map.h"

#define FIRST_BITS 8

static DwellAprofSlot *
make_slots (guint bits)
{
  DwellAprofSlot *slots = dwell_big_alloc (sizeof *slots << bits);

  for (gsize i = 0; i < (gsize) 1 << bits; i++)
    slots[i].number = DWELL_APROF_UNMAPPED;

  return slots;
}

void
dwell_aprof_map_init (DwellAprofMap *self)
{
  self->n = 0;
  self->bits = FIRST_BITS;
  self->slots = make_slots (self->bits);
}

void
dwell_aprof_map_clear (DwellAprofMap *self)
{
  dwell_big_free (self->slots);
}

/* Multiplicative hashing by 2^64 divided by the golden ratio: the upper bits are the best. */
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

guint32
dwell_aprof_map_get (const DwellAprofMap *self,
                     guint64              id)
{
  return find (self->slots, self->bits, id)->number;
}

static void
grow (DwellAprofMap *self)
{
  DwellAprofSlot *slots = make_slots (self->bits + 1);

  for (gsize i = 0; i < (gsize) 1 << self->bits; i++)
    if (self->slots[i].number != DWELL_APROF_UNMAPPED)
      *find (slots, self->bits + 1, self->slots[i].id) = self->slots[i];

  dwell_big_free (self->slots);
  self->slots = slots;
  self->bits++;
}

void
dwell_aprof_map_set (DwellAprofMap *self,
                     guint64        id,
                     guint32        number)
{
  DwellAprofSlot *slot = find (self->slots, self->bits, id);

  if (slot->number == DWELL_APROF_UNMAPPED)
    {
      if (++self->n > (gsize) 1 << (self->bits - 1))
        {
          grow (self);
          slot = find (self->slots, self->bits, id);
        }
      slot->id = id;
    }

  slot->number = number;
}
