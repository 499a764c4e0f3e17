/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Extends the statistics of a trace to a trace with additional areas that have no spans. */
#include "config.h"

#include <string.h>

#include "analysis/statistics/dwell-statistics-private.h"
#include "core/dwell-memory.h"

/* Returns: a copy of an array with @n_more elements appended that repeat its last one, or are 0;
 *   NULL: no memory */
static gpointer
extend (gconstpointer old,
        gsize         n_old,
        gsize         n_more,
        gsize         size,
        gboolean      repeats_last)
{
  char *copy = dwell_big_try_alloc ((n_old + n_more) * size, NULL);

  if (copy == NULL)
    return NULL;

  memcpy (copy, old, n_old * size);
  memset (copy + n_old * size, 0, n_more * size);
  for (gsize i = 0; repeats_last && i < n_more; i++)
    memcpy (copy + (n_old + i) * size, (const char *) old + (n_old - 1) * size, size);
  return copy;
}

/**
 * dwell_statistics_index_extend:
 * @base: an index by area
 * @trace: the trace of @base with areas appended that have no spans
 *
 * Makes the index of @trace: everything except arrays by area is shared.
 *
 * Returns: (transfer full) (nullable): the index; %NULL if there is too little memory
 */
DwellStatisticsIndex *
dwell_statistics_index_extend (DwellStatisticsIndex *base,
                               DwellTrace           *trace)
{
  DwellStatisticsIndex *self;
  gsize n_old = base->trace->n_areas;
  gsize n_more = trace->n_areas - n_old;

  g_return_val_if_fail (base->group_by == DWELL_GROUP_BY_AREA, NULL);

  if (!dwell_statistics_index_list_spans (base, NULL))
    return NULL;

  self = g_memdup2 (base, sizeof *base);
  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->listing);
  self->base = dwell_statistics_index_ref (base);
  self->trace = dwell_trace_ref (trace);
  self->n_groups = trace->n_areas;
  self->area_groups = extend (base->area_groups, n_old, n_more, sizeof (guint32), FALSE);
  self->group_classes = extend (base->group_classes, n_old, n_more, sizeof (guint8), FALSE);
  self->state_tracks = extend (base->state_tracks, n_old, n_more, sizeof (guint32), FALSE);
  self->group_pairs = extend (base->group_pairs, n_old + 1, n_more, sizeof (guint32), TRUE);
  if (self->area_groups == NULL || self->group_classes == NULL || self->state_tracks == NULL ||
      self->group_pairs == NULL)
    {
      dwell_statistics_index_unref (self);
      return NULL;
    }

  for (gsize area = n_old; area < trace->n_areas; area++)
    self->area_groups[area] = (guint32) area;
  return self;
}
