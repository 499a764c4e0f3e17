/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growing of a hash table of ids; looking up is inline, in the header. */
#include "config.h"

#include "core/dwell-ids.h"

#include "core/dwell-memory.h"

#define FIRST_SLOTS ((gsize) 256)

/**
 * dwell_ids_init:
 * @self: (out caller-allocates): an empty table, to be cleared
 */
void
dwell_ids_init (DwellIds *self)
{
  self->slots = dwell_big_alloc (FIRST_SLOTS * sizeof *self->slots);
  self->mask = FIRST_SLOTS - 1;
  self->n = 0;
}

/**
 * dwell_ids_clear:
 * @self: a table of ids, whose memory is freed
 */
void
dwell_ids_clear (DwellIds *self)
{
  g_clear_pointer (&self->slots, dwell_big_free);
}

static void
insert (DwellIds *self,
        guint64   slot)
{
  gsize i = (slot >> 32) & self->mask;

  while (self->slots[i] != 0)
    i = (i + 1) & self->mask;

  self->slots[i] = slot;
}

static gboolean
grow (DwellIds  *self,
      GError   **error)
{
  guint64 *old = self->slots;
  gsize n_old = self->mask + 1;
  guint64 *slots = dwell_big_try_alloc (2 * n_old * sizeof *slots, error);

  if (slots == NULL)
    return FALSE;

  self->slots = slots;
  self->mask = 2 * n_old - 1;
  for (gsize i = 0; i < n_old; i++)
    if (old[i] != 0)
      insert (self, old[i]);

  dwell_big_free (old);
  return TRUE;
}

/**
 * dwell_ids_add:
 * @self: a table
 * @hash: the hash of what @id stands for
 * @id: one that is not there; not %DWELL_IDS_NONE
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: whether there was memory
 */
gboolean
dwell_ids_add (DwellIds  *self,
               guint32    hash,
               guint32    id,
               GError   **error)
{
  if ((self->n + 1) * 2 > self->mask && !grow (self, error))
    return FALSE;

  insert (self, (guint64) hash << 32 | (id + 1));
  self->n++;
  return TRUE;
}
