/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of texts, in a hash table. */
#include "config.h"

#include "formats/store/dwell-pairs.h"

#include <string.h>

static guint64
hash_text (const DwellJsonText *text,
           guint64              hash)
{
  const guint64 factor = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  const char *p = text->p;
  guint32 n = text->length;

  hash = (hash ^ n) * factor;
  for (; n >= 8; n -= 8, p += 8)
    {
      guint64 word;

      memcpy (&word, p, 8);
      hash = (hash ^ word) * factor;
      hash ^= hash >> 29;
    }

  for (; n > 0; n--, p++)
    hash = (hash ^ (guchar) *p) * factor;

  return hash ^ hash >> 32;
}

static gboolean
is_same_text (const DwellJsonText *a,
              const DwellJsonText *b)
{
  return a->length == b->length && a->is_escaped == b->is_escaped &&
         (a->length == 0 || memcmp (a->p, b->p, a->length) == 0) &&
         (a->p != NULL) == (b->p != NULL);
}

static gboolean
is_same (const DwellPairs *self,
         guint32           number,
         const DwellPair  *pair)
{
  const DwellPair *other = &g_array_index (self->pairs, DwellPair, number);

  return is_same_text (&other->first, &pair->first) && is_same_text (&other->second, &pair->second);
}

/**
 * dwell_pairs_init:
 * @self: (out): pairs
 *
 * Makes an empty list.
 */
void
dwell_pairs_init (DwellPairs *self)
{
  self->pairs = g_array_new (FALSE, FALSE, sizeof (DwellPair));
  dwell_ids_init (&self->ids);
  self->last = 0;
}

/**
 * dwell_pairs_clear:
 * @self: pairs
 *
 * Frees the memory of the pairs.
 */
void
dwell_pairs_clear (DwellPairs *self)
{
  g_array_unref (self->pairs);
  dwell_ids_clear (&self->ids);
}

/**
 * dwell_pairs_number:
 * @self: pairs
 * @pair: texts, which must stay where they are
 *
 * Returns: the number of the pair, a new one if need be
 */
guint32
dwell_pairs_number (DwellPairs      *self,
                    const DwellPair *pair)
{
  guint32 hash;
  gsize n_seen = 0;
  guint32 id;

  /* Successive events are often of the same thread. */
  if (self->pairs->len > 0 && is_same (self, self->last, pair))
    return self->last;

  hash = (guint32) hash_text (&pair->second, hash_text (&pair->first, 0));
  while ((id = dwell_ids_next (&self->ids, hash, &n_seen)) != DWELL_IDS_NONE)
    if (is_same (self, id, pair))
      return self->last = id;

  g_array_append_vals (self->pairs, pair, 1);
  self->last = self->pairs->len - 1;
  /* Without memory the pair stays, and later pairs equal to it get numbers of their own. */
  dwell_ids_add (&self->ids, hash, self->last, NULL);
  return self->last;
}
