/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One measure of all spans, area after area. dwell_samples_new() follows the spans of an area
 * through the trace, and every step of that misses the cache; where many areas are asked for, one
 * pass over the trace in order deals the values out. Spans rise with begin within a context, and
 * mostly beyond: where they do not, an area with several contexts is gathered by itself. */
#include "config.h"

#include "analysis/dwell-sample-table.h"

#include "analysis/statistics/dwell-statistics-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"
#include "core/dwell-sort.h"

/* Stands for a span that is not measured. */
#define NO_VALUE G_MAXUINT32

struct _DwellSampleTable
{
  DwellStatisticsIndex *index;
  gint64                begin;
  gint64                end;
  DwellMeasure          measure;
  GCancellable         *cancellable;
  gsize                 n_bytes;
  guint64              *slots;  /* by area, and one more: where its values begin */
  guint32              *values; /* as DwellDurations has them, or NO_VALUE */
  guint64              *longs;
  guint8               *is_out_of_order; /* by block: a span begins before the one before it */
  gboolean              is_ordered;      /* all spans are in order of begin */
};

static gboolean
is_measured (const DwellSampleTable *self,
             guint32                 span,
             gint64                  begin,
             gint64                  end)
{
  guint8 flags = self->index->trace->span_flags[span];

  return begin >= self->begin && end <= self->end &&
         (flags & (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_DOUBTFUL)) == 0 &&
         (self->measure != DWELL_MEASURE_NET || (flags & DWELL_SPAN_OWN_UNDEFINED) == 0);
}

static guint64
measure (const DwellSampleTable *self,
         guint32                 span,
         gint64                  begin,
         gint64                  end)
{
  if (self->measure == DWELL_MEASURE_NET)
    return (guint64) dwell_trace_get_span_own (self->index->trace, span);

  return MIN (_dwell_statistics_length (begin, end), (guint64) G_MAXINT64);
}

/* Where the values of each area go that the spans of @block have. */
static guint64 *
new_places (const DwellSampleTable *self,
            guint                   block)
{
  const DwellStatisticsIndex *index = self->index;
  const DwellPairState *states = index->states + (gsize) block * index->n_pairs;
  guint64 *places = dwell_big_alloc (index->n_groups * sizeof (guint64));

  for (guint32 area = 0; area < index->n_groups; area++)
    {
      places[area] = self->slots[area];
      for (guint32 pair = index->group_pairs[area]; pair < index->group_pairs[area + 1]; pair++)
        places[area] += states[pair].n;
    }

  return places;
}

static void
deal_block (guint    block,
            gpointer user_data)
{
  const DwellSampleTable *self = user_data;
  const DwellStatisticsIndex *index = self->index;
  const DwellTrace *trace = index->trace;
  guint32 first = block * index->block_size;
  guint32 last = (guint32) MIN ((guint64) first + index->block_size, trace->n_spans);
  guint32 n_longs = index->block_longs[block];
  gint64 begin_before = block > 0 ? index->block_ends[block - 1] : G_MININT64;
  guint64 *places;

  if (g_cancellable_is_cancelled (self->cancellable))
    return;

  places = new_places (self, block);
  for (guint32 span = first; span < last; span++)
    {
      gint64 begin = dwell_trace_get_span_begin (trace, span);
      gint64 end = dwell_trace_get_span_end (trace, span);
      guint64 slot = places[trace->span_area[span]]++;
      guint64 value;

      self->is_out_of_order[block] |= begin < begin_before;
      begin_before = begin;

      if (!is_measured (self, span, begin, end))
        {
          self->values[slot] = NO_VALUE;
          continue;
        }

      value = measure (self, span, begin, end);
      if (G_UNLIKELY (_dwell_duration_is_long (value)))
        {
          self->longs[n_longs] = value;
          value = DWELL_TIME_FAR + n_longs++;
        }
      self->values[slot] = (guint32) value;
    }

  dwell_big_free (places);
}

static void
make_slots (DwellSampleTable *self)
{
  const DwellStatisticsIndex *index = self->index;

  self->slots = dwell_big_alloc (((gsize) index->n_groups + 1) * sizeof (guint64));
  for (guint32 area = 0; area <= index->n_groups; area++)
    self->slots[area] = index->pairs[index->group_pairs[area]].first;
}

static gsize
count_bytes (const DwellStatisticsIndex *index)
{
  gsize n_threads = dwell_parallel_get_n_threads ();

  return index->pairs[index->n_pairs].first * sizeof (guint32) + index->n_blocks +
         (gsize) index->block_longs[index->n_blocks] * sizeof (guint64) +
         ((gsize) index->n_groups + 1) * (1 + n_threads) * sizeof (guint64);
}

/**
 * dwell_sample_table_new:
 * @index: statistics by area; outlives the table
 * @begin: ns
 * @end: ns
 * @measure: %DWELL_MEASURE_CALL or %DWELL_MEASURE_NET
 * @cancellable: (nullable): looked at now and then
 *
 * Measures all spans of a range, in 4 bytes each; for a worker, which uses all processors.
 *
 * Returns: (transfer full) (nullable): the table, or %NULL if it was cancelled, or where there is
 *   too little memory
 */
DwellSampleTable *
dwell_sample_table_new (DwellStatisticsIndex *index,
                        gint64                begin,
                        gint64                end,
                        DwellMeasure          measure,
                        GCancellable         *cancellable)
{
  DwellSampleTable *self;
  gsize n_bytes = count_bytes (index);

  g_return_val_if_fail (measure == DWELL_MEASURE_CALL || measure == DWELL_MEASURE_NET, NULL);

  if (!dwell_memory_claim (n_bytes, NULL))
    return NULL;

  self = g_new0 (DwellSampleTable, 1);
  self->index = index;
  self->begin = begin;
  self->end = end;
  self->measure = measure;
  self->cancellable = cancellable;
  self->n_bytes = n_bytes;
  make_slots (self);
  self->values = dwell_big_alloc (self->slots[index->n_groups] * sizeof (guint32));
  self->longs = dwell_big_alloc (index->block_longs[index->n_blocks] * sizeof (guint64));
  self->is_out_of_order = g_new0 (guint8, MAX (index->n_blocks, 1));

  dwell_parallel_for (index->n_blocks, deal_block, self);
  if (g_cancellable_is_cancelled (cancellable))
    {
      dwell_sample_table_free (self);
      return NULL;
    }

  self->is_ordered = TRUE;
  for (guint32 block = 0; block < index->n_blocks; block++)
    self->is_ordered = self->is_ordered && !self->is_out_of_order[block];

  return self;
}

/**
 * dwell_sample_table_free:
 * @self: (transfer full): a table
 *
 * Frees @self.
 */
void
dwell_sample_table_free (DwellSampleTable *self)
{
  dwell_big_free (self->slots);
  dwell_big_free (self->values);
  dwell_big_free (self->longs);
  g_free (self->is_out_of_order);
  dwell_memory_release (self->n_bytes);
  g_free (self);
}

/* Whether all spans of @area, in order of number, are the samples of @context. */
static gboolean
has_samples (const DwellSampleTable *self,
             guint32                 area,
             guint32                 context)
{
  const DwellStatisticsIndex *index = self->index;
  guint32 pair = index->group_pairs[area];
  guint32 n_pairs = index->group_pairs[area + 1] - pair;

  if (context == DWELL_NONE)
    return n_pairs <= 1 || self->is_ordered;

  return n_pairs == 1 && index->pairs[pair].context == context;
}

/**
 * dwell_sample_table_get:
 * @self: a table
 * @area: an area
 * @context: in which context, or %DWELL_NONE: in all
 * @cancellable: (nullable): looked at now and then
 *
 * Returns: (transfer full) (nullable): the samples that dwell_samples_new() has, without their
 *   spans, or %NULL if it was cancelled, or where there is too little memory
 */
DwellSamples *
dwell_sample_table_get (const DwellSampleTable *self,
                        guint32                 area,
                        guint32                 context,
                        GCancellable           *cancellable)
{
  guint64 first = self->slots[area];
  DwellDurations durations = { self->values + first, self->slots[area + 1] - first, self->longs };
  gsize n_bytes = durations.n * 3 * sizeof (gint64); /* the answer, and sorting its values */
  gint64 *values;
  gint64 *sorted;
  guint64 n = 0;

  if (!has_samples (self, area, context))
    return dwell_samples_new (self->index, &area, 1, context, self->begin, self->end,
                              self->measure, cancellable);
  if (!dwell_memory_claim (n_bytes, NULL))
    return NULL;

  values = dwell_big_alloc (durations.n * sizeof (gint64));
  sorted = dwell_big_alloc (durations.n * sizeof (gint64));
  for (gsize i = 0; i < durations.n; i++)
    if (durations.values[i] != NO_VALUE)
      {
        values[n] = sorted[n] = (gint64) _dwell_durations_get (&durations, i);
        n++;
      }
  dwell_sort_int64 (sorted, n, cancellable);
  dwell_memory_release (n_bytes);

  return _dwell_samples_new_of_values (self->index->trace, self->measure, values, sorted, n);
}
