/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Open addressing, at most half full. */
#include "config.h"

#include "formats/br/dwell-br-map.h"

#include "core/dwell-memory.h"

#define FIRST_SLOTS ((gsize) 1024)

static void
make_slots (DwellBrMap *self,
            gsize       n)
{
  self->slots = dwell_big_alloc (n * sizeof *self->slots);
  self->mask = n - 1;
  for (gsize i = 0; i < n; i++)
    self->slots[i].value = DWELL_BR_MAP_NONE;
}

/**
 * dwell_br_map_init:
 * @self: a map, to be cleared
 */
void
dwell_br_map_init (DwellBrMap *self)
{
  make_slots (self, FIRST_SLOTS);
  self->n = 0;
  self->seed = (guint64) g_random_int () << 32 | g_random_int ();
}

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

/**
 * dwell_br_map_add:
 * @self: a map
 * @a: one half of a key that it does not have
 * @b: the other half
 * @value: anything but %DWELL_BR_MAP_NONE
 */
void
dwell_br_map_add (DwellBrMap *self,
                  guint64     a,
                  guint64     b,
                  guint32     value)
{
  if (++self->n * 2 > self->mask)
    {
      DwellBrSlot *old = self->slots;
      gsize n = self->mask + 1;

      make_slots (self, 2 * n);
      for (gsize i = 0; i < n; i++)
        if (old[i].value != DWELL_BR_MAP_NONE)
          insert (self, old[i].a, old[i].b, old[i].value);
      dwell_big_free (old);
    }

  insert (self, a, b, value);
}
