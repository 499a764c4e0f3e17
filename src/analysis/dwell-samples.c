/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathers samples. The index has the spans of each area in each context in order of begin. Spans of
 * several pairs are merged by begin; periods are computed area by area after this. Functions that
 * use samples are in dwell-samples-distribution.c. */
#include "config.h"

#include "analysis/dwell-samples.h"

#include <math.h>
#include <string.h>

#include "analysis/statistics/dwell-statistics-private.h"
#include "analysis/values/dwell-values.h"
#include "core/dwell-children.h"
#include "core/dwell-memory.h"
#include "core/dwell-search.h"
#include "core/dwell-sort.h"
#include "core/dwell-text.h"
#include "core/dwell-trace-derived.h"

/* A span of an area, or a write of a track, to be sorted by time. */
typedef struct {
  gint64  begin;
  gint64  value;
  guint32 item; /* the span, or the place of the write */
} Sample;

/* The memory that a sample takes: to gather and sort it; the result, and to sort its values. */
#define SAMPLE_BYTES (2 * sizeof (Sample) + sizeof (guint32) + 3 * sizeof (gint64))

/* This many spans can be skipped in the time that it takes to add one to a list. */
#define ROWS_PER_LIST 8

typedef struct {
  DwellStatisticsIndex *index;
  guint32               context;
  gint64                begin;
  gint64                end;
  DwellMeasure          measure;
  GCancellable         *cancellable;
  const guint32        *entries; /* of the index */
  const DwellChildren  *children; /* (nullable): of all spans, if the lists are worth making */
  Sample               *samples;
  guint64               n;
} Gathering;

static gboolean
is_measured (const Gathering  *self,
             const DwellTrace *trace,
             guint32           span)
{
  guint8 flags = trace->span_flags[span];

  if (self->measure == DWELL_MEASURE_PERIOD || self->measure == DWELL_MEASURE_JITTER)
    return (flags & (DWELL_SPAN_BEGIN_MISSING | DWELL_SPAN_DOUBTFUL)) == 0 &&
           dwell_trace_get_span_begin (trace, span) <= self->end;

  return (flags & (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_DOUBTFUL)) == 0 &&
         dwell_trace_get_span_end (trace, span) <= self->end &&
         (self->measure != DWELL_MEASURE_NET || (flags & DWELL_SPAN_OWN_UNDEFINED) == 0);
}

static gint64
subtract (gint64 a,
          gint64 b)
{
  gint64 difference;

  return __builtin_sub_overflow (a, b, &difference) ? (a < b ? G_MININT64 : G_MAXINT64)
                                                    : difference;
}

static gint64
measure (const Gathering  *self,
         const DwellTrace *trace,
         guint32           span)
{
  if (self->measure == DWELL_MEASURE_NET)
    return dwell_children_get_own (self->children, trace, span);

  return subtract (dwell_trace_get_span_end (trace, span),
                   dwell_trace_get_span_begin (trace, span));
}

/* The first of a pair's spans that begins at @time or later: a place in the index's entries. */
static guint32
search_pair (const Gathering *self,
             guint32          pair,
             gint64           time)
{
  const DwellStatisticsIndex *index = self->index;

  return dwell_lower_bound (i, index->pairs[pair].first, index->pairs[pair + 1].first,
                            dwell_trace_get_span_begin (index->trace, self->entries[i]) < time);
}

static void
gather_pair (Gathering *self,
             guint32    pair)
{
  const DwellStatisticsIndex *index = self->index;
  const DwellTrace *trace = index->trace;
  guint32 end = index->pairs[pair + 1].first;

  for (guint32 i = search_pair (self, pair, self->begin); i < end; i++)
    {
      guint32 span = self->entries[i];
      Sample *sample = &self->samples[self->n];

      if ((i & DWELL_STATISTICS_CANCEL_MASK) == 0 && g_cancellable_is_cancelled (self->cancellable))
        return;
      if (dwell_trace_get_span_begin (trace, span) > self->end)
        break;
      if (!is_measured (self, trace, span))
        continue;

      sample->begin = dwell_trace_get_span_begin (trace, span);
      sample->item = span;
      sample->value = measure (self, trace, span);
      self->n++;
    }
}

static int
compare_samples (gconstpointer a,
                 gconstpointer b)
{
  const Sample *left = a;
  const Sample *right = b;

  if (left->begin != right->begin)
    return left->begin < right->begin ? -1 : 1;
  return (left->item > right->item) - (left->item < right->item);
}

static gboolean
is_in_order (const Sample *samples,
             guint64       n)
{
  for (guint64 i = 1; i < n; i++)
    if (compare_samples (&samples[i - 1], &samples[i]) > 0)
      return FALSE;
  return TRUE;
}

static void
sort_samples (Sample  *samples,
              guint64  n)
{
  if (!is_in_order (samples, n))
    qsort (samples, n, sizeof *samples, compare_samples);
}

/* Replaces the values of samples, in order of begin, by the times since the previous sample; drops
 * the first, which has no previous one. Returns how many are left. */
static guint64
make_periods (Sample  *samples,
              guint64  n)
{
  if (n == 0)
    return 0;

  for (guint64 i = n - 1; i > 0; i--)
    samples[i].value = subtract (samples[i].begin, samples[i - 1].begin);

  memmove (samples, samples + 1, (n - 1) * sizeof *samples);
  return n - 1;
}

/* Replaces periods of the whole trace, in order of begin, by their jitter, and drops those that are
 * not wholly in the range. So how late a span is does not depend on the range. Returns how many are
 * left. */
static guint64
make_jitter (const Gathering *self,
             Sample          *samples,
             guint64          n)
{
  guint64 n_kept = 0;
  gint64 *values;
  gint64 median;

  if (n == 0)
    return 0;

  values = dwell_big_alloc (n * sizeof (gint64));
  for (guint64 i = 0; i < n; i++)
    values[i] = samples[i].value;
  dwell_sort_int64 (values, n, NULL);
  median = values[(n - 1) / 2];
  dwell_big_free (values);

  for (guint64 i = 0; i < n; i++)
    {
      Sample sample = samples[i];

      if (subtract (sample.begin, sample.value) < self->begin || sample.begin > self->end)
        continue;

      sample.value = subtract (sample.value, median);
      samples[n_kept++] = sample;
    }
  return n_kept;
}

static void
gather_pairs (Gathering *self,
              guint32    area)
{
  const DwellStatisticsIndex *index = self->index;

  for (guint32 pair = index->group_pairs[area]; pair < index->group_pairs[area + 1]; pair++)
    if (self->context == DWELL_NONE || index->pairs[pair].context == self->context)
      gather_pair (self, pair);
}

static void
gather_area (Gathering *self,
             guint32    area)
{
  guint64 first = self->n;
  Gathering whole = *self;

  if (self->measure != DWELL_MEASURE_PERIOD && self->measure != DWELL_MEASURE_JITTER)
    {
      gather_pairs (self, area);
      return;
    }

  if (self->measure == DWELL_MEASURE_JITTER)
    {
      whole.begin = G_MININT64;
      whole.end = G_MAXINT64;
    }

  gather_pairs (&whole, area);
  sort_samples (self->samples + first, whole.n - first);
  self->n = first + make_periods (self->samples + first, whole.n - first);
  if (self->measure == DWELL_MEASURE_JITTER)
    self->n = first + make_jitter (self, self->samples + first, self->n - first);
}

static guint64
count_entries (const DwellStatisticsIndex *index,
               const guint32              *areas,
               guint                       n_areas)
{
  guint64 n = 0;

  for (guint i = 0; i < n_areas; i++)
    n += index->pairs[index->group_pairs[areas[i] + 1]].first -
         index->pairs[index->group_pairs[areas[i]]].first;
  return n;
}

/* Whether, for the own times of @n spans, listing the children of all spans takes less time than
 * searching the spans that began while each of these was open: about one span in each row. */
static gboolean
needs_children (const DwellTrace *trace,
                DwellMeasure      measure,
                guint64           n)
{
  return measure == DWELL_MEASURE_NET && n * trace->n_rows / ROWS_PER_LIST > trace->n_spans;
}

/*< private >
 * _dwell_samples_new_of_values: makes samples without spans; takes over @values and @sorted */
DwellSamples *
_dwell_samples_new_of_values (DwellTrace   *trace,
                              DwellMeasure  measure,
                              gint64       *values,
                              gint64       *sorted,
                              guint64       n)
{
  DwellSamples *self = g_new0 (DwellSamples, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = dwell_trace_ref (trace);
  self->measure = measure;
  self->n = n;
  self->values = values;
  self->sorted = sorted;
  return self;
}

/* @items: (out): their spans or places, in order, which the caller stores in the returned
 *   samples */
static DwellSamples *
make_samples (DwellTrace    *trace,
              DwellMeasure   measure,
              const Sample  *samples,
              guint64        n,
              guint32      **items,
              GCancellable  *cancellable)
{
  gint64 *values = dwell_big_alloc (n * sizeof (gint64));
  gint64 *sorted = dwell_big_alloc (n * sizeof (gint64));

  *items = dwell_big_alloc (n * sizeof (guint32));
  for (guint64 i = 0; i < n; i++)
    {
      (*items)[i] = samples[i].item;
      values[i] = sorted[i] = samples[i].value;
    }
  dwell_sort_int64 (sorted, n, cancellable);

  return _dwell_samples_new_of_values (trace, measure, values, sorted, n);
}

/**
 * dwell_samples_new:
 * @index: statistics by area
 * @areas: (array length=n_areas): the areas of the spans, each once
 * @n_areas: how many
 * @context: a context, or %DWELL_NONE for all
 * @begin: ns
 * @end: ns
 * @measure: the figure to measure
 * @cancellable: (nullable): checked now and then
 *
 * Gathers the samples of a range; call it on a worker.
 *
 * Returns: (transfer full) (nullable): the samples, or %NULL if it was cancelled, or if there is
 *   too little memory
 */
DwellSamples *
dwell_samples_new (DwellStatisticsIndex *index,
                   const guint32        *areas,
                   guint                 n_areas,
                   guint32               context,
                   gint64                begin,
                   gint64                end,
                   DwellMeasure          measure,
                   GCancellable         *cancellable)
{
  Gathering gathering = { .index = index, .context = context, .begin = begin, .end = end,
                          .measure = measure, .cancellable = cancellable };
  guint64 n = count_entries (index, areas, n_areas);
  gsize n_bytes = n * SAMPLE_BYTES;
  g_autoptr(DwellChildren) children = NULL;
  DwellSamples *self = NULL;

  g_return_val_if_fail (index->group_by == DWELL_GROUP_BY_AREA, NULL);

  gathering.entries = _dwell_statistics_get_entries (index, cancellable);
  if (gathering.entries == NULL || !dwell_memory_claim (n_bytes, NULL))
    return NULL;

  if (needs_children (index->trace, measure, n))
    gathering.children = children = dwell_children_new (index->trace);
  gathering.samples = dwell_big_alloc (n * sizeof (Sample));
  for (guint i = 0; i < n_areas; i++)
    gather_area (&gathering, areas[i]);
  sort_samples (gathering.samples, gathering.n);

  if (!g_cancellable_is_cancelled (cancellable))
    {
      guint32 *spans;

      self = make_samples (index->trace, measure, gathering.samples, gathering.n, &spans,
                           cancellable);
      self->spans = spans;
    }

  dwell_big_free (gathering.samples);
  dwell_memory_release (n_bytes);
  return self;
}

/* --- Of derived tracks --- */

/* Returns: the factor that converts a value of @track to ns; 0: it is not a time */
static double
get_track_ns (const DwellTrace *trace,
              guint32           track)
{
  const char *unit = dwell_trace_get_string (trace, trace->areas[trace->tracks[track].area].unit);
  g_autofree char *one = g_strconcat ("1", unit, NULL);
  gint64 ns;

  return *unit != '\0' && dwell_text_parse_time (one, &ns) ? (double) ns : 0;
}

/**
 * dwell_samples_has_track:
 * @trace: a trace
 * @track: one of its tracks
 *
 * Returns: whether its values are samples: it is a derived track of times, each of which was
 *   measured. Amounts in windows are not, as they differ at every moment
 */
gboolean
dwell_samples_has_track (const DwellTrace *trace,
                         guint32           track)
{
  return dwell_trace_is_derived (trace, track) && !dwell_values_is_linear (trace, track) &&
         get_track_ns (trace, track) > 0;
}

/* The nearest whole time, or @none if 64 bits cannot hold it. */
static gint64
to_ns (double time,
       gint64 none)
{
  return fabs (time) < 0x1p63 ? (gint64) round (time) : none;
}

/**
 * dwell_sample_limits_of_track:
 * @trace: a trace
 * @track: a track that has samples
 * @low: the smallest allowed value, in its unit; −INFINITY: no limit
 * @high: the largest allowed value; INFINITY: no limit
 *
 * Returns: the limits of its samples
 */
DwellSampleLimits
dwell_sample_limits_of_track (const DwellTrace *trace,
                              guint32           track,
                              double            low,
                              double            high)
{
  double unit_ns = get_track_ns (trace, track);

  return (DwellSampleLimits) { to_ns (low * unit_ns, G_MININT64),
                               to_ns (high * unit_ns, G_MAXINT64) };
}

/* Appends the known values of @track from @begin to @end. Returns: false if it was cancelled */
static gboolean
gather_track (const DwellTrace *trace,
              guint32           track,
              gint64            begin,
              gint64            end,
              Sample           *samples,
              guint64          *n,
              GCancellable     *cancellable)
{
  guint32 place = begin == G_MININT64 ? trace->tracks[track].first_write
                                      : dwell_trace_write_search (trace, track, begin - 1);
  guint32 last = trace->tracks[track].first_write + trace->tracks[track].n_writes;
  double unit_ns = get_track_ns (trace, track);

  for (; place < last; place++)
    {
      gint64 time = dwell_trace_get_track_write_time (trace, place);
      double value = dwell_values_get (trace, place).real * unit_ns;

      if ((place & DWELL_STATISTICS_CANCEL_MASK) == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (time > end)
        break;
      /* Values that are not known, or that do not fit into 64 bits. */
      if (!(fabs (value) < 0x1p63))
        continue;

      samples[(*n)++] = (Sample) { time, (gint64) round (value), place };
    }

  return TRUE;
}

/**
 * dwell_samples_new_of_tracks:
 * @trace: a trace
 * @tracks: (array length=n_tracks): tracks that have samples, each once
 * @n_tracks: how many
 * @begin: ns
 * @end: ns
 * @cancellable: (nullable): checked now and then
 *
 * Gathers the values of derived tracks from @begin to @end, both inclusive; call it on a worker.
 *
 * Returns: (transfer full) (nullable): the samples, or %NULL if it was cancelled, or if there is
 *   too little memory
 */
DwellSamples *
dwell_samples_new_of_tracks (DwellTrace    *trace,
                             const guint32 *tracks,
                             guint          n_tracks,
                             gint64         begin,
                             gint64         end,
                             GCancellable  *cancellable)
{
  DwellSamples *self = NULL;
  Sample *samples;
  gboolean is_whole = TRUE;
  gsize n_bytes = 0;
  guint64 n = 0;

  for (guint i = 0; i < n_tracks; i++)
    n_bytes += trace->tracks[tracks[i]].n_writes * SAMPLE_BYTES;
  if (!dwell_memory_claim (n_bytes, NULL))
    return NULL;

  samples = dwell_big_alloc (n_bytes);
  for (guint i = 0; i < n_tracks && is_whole; i++)
    is_whole = gather_track (trace, tracks[i], begin, end, samples, &n, cancellable);
  sort_samples (samples, n);
  if (is_whole)
    {
      guint32 *places;

      self = make_samples (trace, DWELL_MEASURE_CALL, samples, n, &places, cancellable);
      self->places = places;
    }

  dwell_big_free (samples);
  dwell_memory_release (n_bytes);
  return self;
}

/**
 * dwell_samples_ref:
 * @self: samples
 *
 * Returns: (transfer full): @self, with one more reference
 */
DwellSamples *
dwell_samples_ref (DwellSamples *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_samples_unref:
 * @self: (transfer full): samples
 *
 * Drops a reference; frees the memory with the last one.
 */
void
dwell_samples_unref (DwellSamples *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_big_free ((gpointer) self->spans);
  dwell_big_free ((gpointer) self->places);
  dwell_big_free ((gpointer) self->values);
  dwell_big_free ((gpointer) self->sorted);
  dwell_trace_unref (self->trace);
  g_free (self);
}
