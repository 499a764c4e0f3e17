/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One measure of all spans, area after area. dwell_samples_new() follows the spans of an area
 * through the trace, and every step of that misses the cache; where many areas are asked for, one
 * pass over the trace in order distributes the values to the areas, and finds own times as the
 * statistics do. Span numbers rise with begin within a context, and mostly across contexts; where
 * they do not, an area with several contexts is gathered separately. */
#include "config.h"

#include "analysis/dwell-sample-table.h"

#include "analysis/statistics/dwell-own-times.h"
#include "analysis/statistics/dwell-statistics-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"
#include "core/dwell-sort.h"

/* Stands for a span that is not measured. */
#define NO_VALUE G_MAXUINT32

struct _DwellSampleTable
{
  DwellStatisticsIndex *index;
  gboolean             *is_asked_for; /* by area */
  gint64                begin;
  gint64                end;
  DwellMeasure          measure;
  GCancellable         *cancellable;
  gsize                 n_bytes;
  guint64              *slots;  /* by area, and one more: the first of its values */
  guint32              *values; /* as in DwellDurations, or NO_VALUE */
  guint64              *longs;
  DwellOwnTimes         own_times;
  guint8               *is_out_of_order; /* by block: whether a span begins before the previous
                                          * one */
  gboolean              is_ordered;      /* all these spans are in order of begin */
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

/* Own times that exclude suspensions are known at once; those that exclude children, when these are
 * known. */
static gboolean
has_own_times (const DwellSampleTable *self)
{
  return self->measure == DWELL_MEASURE_NET &&
         (self->index->trace->tables & DWELL_TABLE_SUSPENSIONS) == 0;
}

static guint64
measure (const DwellSampleTable *self,
         guint32                 span,
         gint64                  begin,
         gint64                  end)
{
  if (self->measure == DWELL_MEASURE_NET && !has_own_times (self))
    return (guint64) dwell_trace_get_span_own (self->index->trace, span);

  return MIN (_dwell_statistics_length (begin, end), (guint64) G_MAXINT64);
}

/* Replaces a duration by the own time, which is not longer and so fits in its place. */
static void
set_own (guint32  slot,
         guint64  own,
         gpointer user_data)
{
  const DwellSampleTable *self = user_data;
  guint32 *value = &self->values[slot];

  own = MIN (own, (guint64) G_MAXINT64);
  if (G_UNLIKELY (_dwell_duration_is_long (*value)))
    self->longs[*value - DWELL_TIME_FAR] = own;
  else
    *value = (guint32) own;
}

/* Finds where the values of the spans of @block go, for each area. */
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

/* A span of an area that is asked for. */
typedef struct {
  guint32  number;
  gint64   begin;
  gint64   end;
  guint64  slot;
  gboolean is_measured;
} Dealt;

static inline void
put_value (DwellSampleTable *self,
           const Dealt      *span,
           guint32          *n_longs)
{
  guint64 value = span->is_measured ? measure (self, span->number, span->begin, span->end)
                                    : NO_VALUE;

  if (G_UNLIKELY (span->is_measured && _dwell_duration_is_long (value)))
    {
      self->longs[*n_longs] = value;
      value = DWELL_TIME_FAR + (*n_longs)++;
    }
  self->values[span->slot] = (guint32) value;
}

static inline void
enter_row (DwellSampleTable *self,
           DwellOwnBlock    *block,
           const Dealt      *span)
{
  guint32 row = self->index->trace->span_row[span->number];
  guint32 slot = span->is_measured ? (guint32) span->slot : DWELL_NONE;
  guint32 left;
  guint64 own;

  if (_dwell_own_block_enter (block, row, span->number, span->begin, span->end, slot, &left, &own))
    set_own (left, own, self);
}

static void
deal_block (guint    block,
            gpointer user_data)
{
  DwellSampleTable *self = user_data;
  const DwellStatisticsIndex *index = self->index;
  const DwellTrace *trace = index->trace;
  guint32 last = (guint32) MIN (((guint64) block + 1) * index->block_size, trace->n_spans);
  guint32 n_longs = index->block_longs[block];
  gint64 begin_before = G_MININT64;
  gboolean finds_own = has_own_times (self);
  DwellOwnBlock own_block;
  guint64 *places;

  if (g_cancellable_is_cancelled (self->cancellable))
    return;

  /* All previous blocks count, as the one just before may have no span of the area. */
  for (guint before = 0; before < block; before++)
    begin_before = MAX (begin_before, index->block_ends[before]);

  places = new_places (self, block);
  if (finds_own)
    _dwell_own_block_begin (&own_block, &self->own_times, index, block, block);

  for (guint32 number = block * index->block_size; number < last; number++)
    {
      guint32 area = trace->span_area[number];
      Dealt span = { .number = number };

      if (finds_own)
        _dwell_own_block_cover (&own_block, trace, number);
      if (!self->is_asked_for[area])
        continue;

      span.begin = dwell_trace_get_span_begin (trace, number);
      span.end = dwell_trace_get_span_end (trace, number);
      span.slot = places[area]++;
      span.is_measured = is_measured (self, number, span.begin, span.end);
      self->is_out_of_order[block] |= span.begin < begin_before;
      begin_before = span.begin;

      put_value (self, &span, &n_longs);
      if (finds_own)
        enter_row (self, &own_block, &span);
    }

  if (finds_own)
    _dwell_own_block_end (&own_block, index);
  dwell_big_free (places);
}

static guint64
count_slots (const DwellStatisticsIndex *index,
             const gboolean             *is_asked_for,
             guint32                     area)
{
  return is_asked_for[area] ? index->pairs[index->group_pairs[area + 1]].first -
                              index->pairs[index->group_pairs[area]].first : 0;
}

static void
make_slots (DwellSampleTable *self)
{
  const DwellStatisticsIndex *index = self->index;

  self->slots = dwell_big_alloc (((gsize) index->n_groups + 1) * sizeof (guint64));
  for (guint32 area = 0; area < index->n_groups; area++)
    self->slots[area + 1] = self->slots[area] + count_slots (index, self->is_asked_for, area);
}

static gsize
count_bytes (const DwellStatisticsIndex *index,
             const gboolean             *is_asked_for,
             DwellMeasure                measure)
{
  gsize n_threads = dwell_parallel_get_n_threads ();
  guint64 n = 0;

  for (guint32 area = 0; area < index->n_groups; area++)
    n += count_slots (index, is_asked_for, area);

  return n * sizeof (guint32) + index->n_blocks +
         (gsize) index->block_longs[index->n_blocks] * sizeof (guint64) +
         index->n_groups * sizeof (gboolean) +
         ((gsize) index->n_groups + 1) * (1 + n_threads) * sizeof (guint64) +
         (measure == DWELL_MEASURE_NET ? _dwell_own_times_count_bytes (index, index->n_blocks) : 0);
}

/**
 * dwell_sample_table_new:
 * @index: statistics by area; must outlive the table
 * @is_asked_for: by area: whether the table is to have its spans
 * @begin: ns
 * @end: ns
 * @measure: %DWELL_MEASURE_CALL or %DWELL_MEASURE_NET
 * @cancellable: (nullable): checked now and then
 *
 * Measures all spans of some areas in a range, in 4 bytes each; call it on a worker; uses all
 * processors.
 *
 * Returns: (transfer full) (nullable): the table, or %NULL if it was cancelled, or if there is too
 *   little memory
 */
DwellSampleTable *
dwell_sample_table_new (DwellStatisticsIndex *index,
                        const gboolean       *is_asked_for,
                        gint64                begin,
                        gint64                end,
                        DwellMeasure          measure,
                        GCancellable         *cancellable)
{
  DwellSampleTable *self;
  gsize n_bytes = count_bytes (index, is_asked_for, measure);

  g_return_val_if_fail (measure == DWELL_MEASURE_CALL || measure == DWELL_MEASURE_NET, NULL);

  if (!dwell_memory_claim (n_bytes, NULL))
    return NULL;

  self = g_new0 (DwellSampleTable, 1);
  self->index = index;
  self->is_asked_for = g_memdup2 (is_asked_for, index->n_groups * sizeof (gboolean));
  self->begin = begin;
  self->end = end;
  self->measure = measure;
  self->cancellable = cancellable;
  self->n_bytes = n_bytes;
  make_slots (self);
  self->values = dwell_big_alloc (self->slots[index->n_groups] * sizeof (guint32));
  self->longs = dwell_big_alloc (index->block_longs[index->n_blocks] * sizeof (guint64));
  self->is_out_of_order = g_new0 (guint8, MAX (index->n_blocks, 1));

  if (has_own_times (self))
    _dwell_own_times_init (&self->own_times, index, index->n_blocks);

  dwell_parallel_for (index->n_blocks, deal_block, self);
  if (g_cancellable_is_cancelled (cancellable))
    {
      dwell_sample_table_free (self);
      return NULL;
    }

  if (has_own_times (self))
    _dwell_own_times_settle (&self->own_times, index, set_own, self);
  _dwell_own_times_clear (&self->own_times);
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
  _dwell_own_times_clear (&self->own_times);
  dwell_big_free (self->slots);
  dwell_big_free (self->values);
  dwell_big_free (self->longs);
  g_free (self->is_out_of_order);
  g_free (self->is_asked_for);
  dwell_memory_release (self->n_bytes);
  g_free (self);
}

/* Whether the values of @area, in order of number, are the samples of @context. */
static gboolean
has_samples (const DwellSampleTable *self,
             guint32                 area,
             guint32                 context)
{
  const DwellStatisticsIndex *index = self->index;
  guint32 pair = index->group_pairs[area];
  guint32 n_pairs = index->group_pairs[area + 1] - pair;

  if (!self->is_asked_for[area])
    return FALSE;

  if (context == DWELL_NONE)
    return n_pairs <= 1 || self->is_ordered;

  return n_pairs == 1 && index->pairs[pair].context == context;
}

/**
 * dwell_sample_table_get:
 * @self: a table
 * @area: an area; fast only if it was asked for
 * @context: a context, or %DWELL_NONE for all
 * @cancellable: (nullable): checked now and then
 *
 * Returns: (transfer full) (nullable): the same samples as from dwell_samples_new(), without their
 *   spans, or %NULL if it was cancelled, or if there is too little memory
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
