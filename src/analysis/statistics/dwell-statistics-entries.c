/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spans of each pair, in order of number, which is the order of begin. Only questions about
 * single spans, and suspensions, need these lists, so they are made when first needed. */
#include "config.h"

#include "analysis/statistics/dwell-statistics-private.h"

#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

typedef struct {
  const DwellStatisticsIndex *self;
  GCancellable               *cancellable;
  guint32                    *entries;
  guint32                    *places; /* by block and pair */
} Listing;

static void
list_block (guint    block,
            gpointer user_data)
{
  const Listing *listing = user_data;
  const DwellStatisticsIndex *self = listing->self;
  const DwellTrace *trace = self->trace;
  const DwellPairState *states = self->states + (gsize) block * self->n_pairs;
  guint32 *places = listing->places + (gsize) block * self->n_pairs;
  guint32 first = block * self->block_size;
  guint32 last = (guint32) MIN ((guint64) first + self->block_size, trace->n_spans);

  if (g_cancellable_is_cancelled (listing->cancellable))
    return;

  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    places[pair] = self->pairs[pair].first + states[pair].n;

  for (guint32 span = first; span < last; span++)
    {
      guint32 pair = _dwell_statistics_get_pair (self, trace->span_row[span],
                                                 trace->span_area[span]);

      listing->entries[places[pair]++] = span;
    }
}

static guint32 *
list_spans (const DwellStatisticsIndex *self,
            GCancellable               *cancellable)
{
  Listing listing = { .self = self, .cancellable = cancellable };
  gsize n_entry_bytes = self->pairs[self->n_pairs].first * sizeof (guint32);
  gsize n_place_bytes = (gsize) self->n_blocks * self->n_pairs * sizeof (guint32);

  if (!dwell_memory_claim (n_entry_bytes + n_place_bytes, NULL))
    return NULL;

  listing.entries = dwell_big_alloc (n_entry_bytes);
  listing.places = dwell_big_alloc (n_place_bytes);
  dwell_parallel_for (self->n_blocks, list_block, &listing);
  dwell_big_free (listing.places);
  dwell_memory_release (n_entry_bytes + n_place_bytes);

  if (g_cancellable_is_cancelled (cancellable))
    g_clear_pointer (&listing.entries, dwell_big_free);

  return listing.entries;
}

/*< private >
 * _dwell_statistics_get_entries: returns span numbers, rising within a pair, pair after pair: those
 * of a pair start at its first. The first call makes them, on all processors.
 *
 * Returns: (transfer none) (nullable): the numbers; %NULL if cancelled, or if there is too little
 *   memory */
const guint32 *
_dwell_statistics_get_entries (const DwellStatisticsIndex *self,
                               GCancellable               *cancellable)
{
  DwellStatisticsIndex *writable = (DwellStatisticsIndex *) self;
  guint32 *entries = g_atomic_pointer_get (&writable->entries);

  if (entries != NULL)
    return entries;

  g_mutex_lock (&writable->listing);
  entries = writable->entries;
  if (entries == NULL)
    {
      entries = list_spans (self, cancellable);
      g_atomic_pointer_set (&writable->entries, entries);
    }
  g_mutex_unlock (&writable->listing);

  return entries;
}

/**
 * dwell_statistics_index_list_spans:
 * @self: an index
 * @cancellable: (nullable): checked every few milliseconds
 *
 * Makes the lists, 4 bytes a span, that questions about single spans need, so that these do not
 * have to wait: otherwise the first question makes them.
 *
 * Returns: whether the lists exist; false if it was cancelled, or if there is too little memory
 */
gboolean
dwell_statistics_index_list_spans (DwellStatisticsIndex *self,
                                   GCancellable         *cancellable)
{
  return _dwell_statistics_get_entries (self, cancellable) != NULL;
}
