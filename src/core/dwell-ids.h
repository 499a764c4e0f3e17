/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table of ids: open addressing, at most half full. Only its owner knows what an id stands
 * for, so the owner compares:
 *
 *   gsize n_seen = 0;
 *   guint32 id;
 *
 *   while ((id = dwell_ids_next (ids, hash, &n_seen)) != DWELL_IDS_NONE)
 *     if (…)
 *       return id;
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DWELL_IDS_NONE G_MAXUINT32

typedef struct {
  guint64 *slots; /* hash << 32 | id + 1; 0 = free */
  gsize    mask;
  gsize    n;
} DwellIds;

void     dwell_ids_init  (DwellIds  *self);
void     dwell_ids_clear (DwellIds  *self);
gboolean dwell_ids_add   (DwellIds  *self,
                          guint32    hash,
                          guint32    id,
                          GError   **error);

/* The next id with that hash; DWELL_IDS_NONE after the last. @n_seen: 0 at first */
static inline guint32
dwell_ids_next (const DwellIds *self,
                guint32         hash,
                gsize          *n_seen)
{
  for (;;)
    {
      guint64 slot = self->slots[(hash + (*n_seen)++) & self->mask];

      if (slot == 0)
        return DWELL_IDS_NONE;
      if ((guint32) (slot >> 32) == hash)
        return (guint32) slot - 1;
    }
}

/* Prefetches the slot at which the ids with that hash begin. */
static inline void
dwell_ids_prefetch (const DwellIds *self,
                    guint32         hash)
{
  __builtin_prefetch (&self->slots[hash & self->mask]);
}

G_END_DECLS
