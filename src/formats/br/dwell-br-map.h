/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A map from 128 bits to a u32. There is one lookup per block, mostly with a single probe. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint64 a;
  guint64 b;
  guint32 value; /* DWELL_BR_MAP_NONE: the slot is free */
} DwellBrSlot;

typedef struct {
  DwellBrSlot *slots;
  gsize        mask;
  gsize        n;
  guint64      seed; /* random, so that no file can be made with colliding keys */
} DwellBrMap;

#define DWELL_BR_MAP_NONE G_MAXUINT32

void     dwell_br_map_init  (DwellBrMap *self);
void     dwell_br_map_clear (DwellBrMap *self);
gboolean dwell_br_map_add   (DwellBrMap *self,
                             guint64     a,
                             guint64     b,
                             guint32     value,
                             GError    **error);

static inline gsize
dwell_br_map_hash (const DwellBrMap *self,
                   guint64           a,
                   guint64           b)
{
  guint64 h = (a ^ self->seed) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  h = ((h ^ h >> 29) + b) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return (gsize) (h ^ h >> 32);
}

/* Returns the value of a key; DWELL_BR_MAP_NONE if it is not in the map. */
static inline guint32
dwell_br_map_find (const DwellBrMap *self,
                   guint64           a,
                   guint64           b)
{
  for (gsize i = dwell_br_map_hash (self, a, b) & self->mask;; i = (i + 1) & self->mask)
    {
      const DwellBrSlot *slot = &self->slots[i];

      if (slot->value == DWELL_BR_MAP_NONE || (slot->a == a && slot->b == b))
        return slot->value;
    }
}

G_END_DECLS
