/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See the header. Open addressing, at most half full. */
#include "config.h"

#include "formats/common/dwell-text-numbers.h"

#include "core/dwell-load.h"

#define FIRST_SLOTS 1024

/**
 * dwell_text_numbers_init:
 * @self: (out caller-allocates): numbers of texts, none so far
 */
void
dwell_text_numbers_init (DwellTextNumbers *self)
{
  self->texts = g_array_new (FALSE, FALSE, sizeof (DwellNumberedText));
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (guint32, self->n_slots);
}

/**
 * dwell_text_numbers_clear:
 * @self: numbers of texts
 *
 * Frees the memory of @self.
 */
void
dwell_text_numbers_clear (DwellTextNumbers *self)
{
  g_array_unref (self->texts);
  g_free (self->slots);
}

/* Eight bytes a step (Knuth's multiplier, The Art of Computer Programming, vol. 3, 6.4). May read
 * beyond the text, but not beyond the padding of the block. */
static guint32
hash_text (const char *p,
           gsize       length)
{
  guint64 hash = length;

  for (; length > 0; p += 8)
    {
      guint64 bytes = dwell_load_u64 (p);

      if (length < 8)
        bytes &= ((guint64) 1 << (8 * length)) - 1;
      hash = (hash ^ bytes) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
      length -= MIN (length, 8);
    }

  return (guint32) (hash ^ hash >> 32);
}

static void
grow (DwellTextNumbers *self)
{
  guint32 mask = self->n_slots * 2 - 1;

  g_free (self->slots);
  self->n_slots *= 2;
  self->slots = g_new0 (guint32, self->n_slots);

  for (guint i = 0; i < self->texts->len; i++)
    {
      guint32 slot = g_array_index (self->texts, DwellNumberedText, i).hash & mask;

      while (self->slots[slot] != 0)
        slot = (slot + 1) & mask;
      self->slots[slot] = i + 1;
    }
}

/**
 * dwell_text_numbers_find:
 * @self: numbers of texts
 * @text: bytes of the block
 *
 * Returns: the number of the text; if the text is new, the next number
 */
guint32
dwell_text_numbers_find (DwellTextNumbers *self,
                         DwellScan         text)
{
  guint32 length = (guint32) (text.end - text.p);
  DwellNumberedText added = { text.p, length, hash_text (text.p, length) };
  guint32 mask = self->n_slots - 1;
  guint32 slot = added.hash & mask;

  for (; self->slots[slot] != 0; slot = (slot + 1) & mask)
    {
      const DwellNumberedText *known = &g_array_index (self->texts, DwellNumberedText,
                                                       self->slots[slot] - 1);

      if (known->hash == added.hash && known->length == length &&
          memcmp (known->p, text.p, length) == 0)
        return self->slots[slot] - 1;
    }

  g_array_append_val (self->texts, added);
  self->slots[slot] = self->texts->len;
  if (self->texts->len * 2 > self->n_slots)
    grow (self);

  return self->texts->len - 1;
}
