/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics: making and freeing an index, and queries. A query makes rows from the difference
 * between the states at the end and at the begin of the range. */
#include "config.h"

#include "analysis/statistics/dwell-statistics-private.h"

#include "analysis/statistics/dwell-share.h"
#include "analysis/values/dwell-values.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

/* Returns the maximum bytes that are needed for the pairs. */
static gsize
count_index_bytes (const DwellStatisticsIndex *self)
{
  gsize n_bytes = _dwell_statistics_count_state_bytes (self) +
                  _dwell_suspension_index_count_bytes (self);

  if (self->group_by == DWELL_GROUP_BY_AREA)
    n_bytes += _dwell_write_index_count_bytes (self->trace) +
               _dwell_statistics_count_recorded_bytes (self);

  return n_bytes;
}

/*< private >
 * _dwell_statistics_index_new: for tests, with blocks of @block_size spans; 0 for the best size. */
DwellStatisticsIndex *
_dwell_statistics_index_new (DwellTrace   *trace,
                             DwellGroupBy  group_by,
                             guint32       block_size,
                             GCancellable *cancellable)
{
  DwellStatisticsIndex *self = g_new0 (DwellStatisticsIndex, 1);
  gsize n_bytes;

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->listing);
  self->trace = dwell_trace_ref (trace);
  self->group_by = group_by;
  self->block_size = block_size;

  if (!_dwell_statistics_make_groups (self) ||
      !_dwell_statistics_make_pairs (self, cancellable))
    {
      dwell_statistics_index_unref (self);
      return NULL;
    }

  _dwell_statistics_cut (self);
  n_bytes = count_index_bytes (self);
  if (!dwell_memory_claim (n_bytes, NULL))
    {
      dwell_statistics_index_unref (self);
      return NULL;
    }

  if (!_dwell_statistics_make_states (self, cancellable) ||
      ((trace->tables & DWELL_TABLE_SUSPENSIONS) != 0 &&
       (self->suspensions = _dwell_suspension_index_new (self, cancellable)) == NULL))
    g_clear_pointer (&self, dwell_statistics_index_unref);

  if (self != NULL && group_by == DWELL_GROUP_BY_AREA)
    {
      self->writes = _dwell_write_index_new (trace);
      _dwell_statistics_sort_recorded (self);
    }

  dwell_memory_release (n_bytes);
  return self;
}

/**
 * dwell_statistics_index_new:
 * @trace: a trace; the index keeps a reference
 * @group_by: what rows are grouped by
 * @cancellable: (nullable): checked every few milliseconds
 *
 * Makes the index that queries are answered from, on all processors: up to 4 bytes a span. This
 * does not include the lists of dwell_statistics_index_list_spans().
 *
 * Returns: (transfer full) (nullable): the index, or %NULL if it was cancelled, or if there is too
 *   little memory
 */
DwellStatisticsIndex *
dwell_statistics_index_new (DwellTrace   *trace,
                            DwellGroupBy  group_by,
                            GCancellable *cancellable)
{
  g_return_val_if_fail (trace != NULL, NULL);

  return _dwell_statistics_index_new (trace, group_by, 0, cancellable);
}

/**
 * dwell_statistics_index_ref:
 * @self: an index
 *
 * Returns: (transfer full): @self, with one more reference
 */
DwellStatisticsIndex *
dwell_statistics_index_ref (DwellStatisticsIndex *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_statistics_index_unref:
 * @self: (transfer full): an index
 *
 * Drops a reference; frees the memory with the last one.
 */
void
dwell_statistics_index_unref (DwellStatisticsIndex *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_big_free (self->group_pairs);
  dwell_big_free (self->state_tracks);
  dwell_big_free (self->group_classes);
  dwell_big_free (self->area_groups);
  dwell_trace_unref (self->trace);
  g_mutex_clear (&self->listing);
  if (self->base != NULL)
    {
      dwell_statistics_index_unref (self->base);
      g_free (self);
      return;
    }

  g_clear_pointer (&self->suspensions, _dwell_suspension_index_free);
  g_clear_pointer (&self->writes, _dwell_write_index_free);
  g_clear_pointer (&self->recorded_sums, g_array_unref);
  g_free (self->recorded);
  dwell_big_free (self->block_longs);
  dwell_big_free (self->block_ends);
  dwell_big_free (self->block_begins);
  dwell_big_free (self->context_begins);
  dwell_big_free (self->last_spans);
  dwell_big_free (self->states);
  dwell_big_free (self->nested);
  dwell_big_free (self->entries);
  dwell_big_free (self->values);
  dwell_big_free (self->keys);
  dwell_big_free (self->table);
  dwell_big_free (self->pairs);
  dwell_big_free (self->row_contexts);
  dwell_big_free (self->group_strings);
  g_free (self);
}

/**
 * dwell_statistics_index_get_trace:
 * @self: an index
 *
 * Returns: (transfer none): its trace
 */
DwellTrace *
dwell_statistics_index_get_trace (DwellStatisticsIndex *self)
{
  return self->trace;
}

typedef struct {
  const DwellStatisticsIndex *self;
  gint64                      begin;
  gint64                      end;
  GCancellable               *cancellable;
  DwellPairState             *states[2]; /* at the begin and at the end */
  DwellSuspensionSums        *suspensions[2]; /* likewise, or NULL */
  DwellDetails               *pair_details;  /* NULL if only totals are wanted */
  DwellDetails               *group_details;
} Query;

/* The figures of a row: the difference of two states, or the sum of several differences. */
typedef struct {
  DwellSignedWide call;
  DwellSignedWide outer;
  DwellSignedWide net;
  DwellSignedWide gross;
  DwellSignedWide outside;
  guint64         count;
  guint64         incomplete;
  guint64         undefined;
} Sums;

/* Own time without a meaning may be negative. */
static DwellWide
get_total (DwellSignedWide time)
{
  return (DwellWide) MAX (time, 0);
}

static Sums
get_sums (const Query *query,
          guint32      pair)
{
  const DwellPairState *at_begin = &query->states[0][pair];
  const DwellPairState *at_end = &query->states[1][pair];
  Sums sums = {
    .call = at_end->call - at_begin->call,
    .outer = at_end->outer - at_begin->outer,
    .net = at_end->net - at_begin->net,
    .outside = (DwellSignedWide) _dwell_statistics_length (query->begin, query->end) -
               (at_end->covered - at_begin->covered),
    .count = at_end->n_recorded - at_begin->n_recorded,
    .incomplete = at_end->n_incomplete - at_begin->n_incomplete,
    .undefined = at_end->n_undefined - at_begin->n_undefined,
  };

  sums.gross = sums.outer;
  if (query->suspensions[0] != NULL)
    {
      sums.net = sums.call - (query->suspensions[1][pair].suspended -
                              query->suspensions[0][pair].suspended);
      sums.gross -= query->suspensions[1][pair].paused - query->suspensions[0][pair].paused;
    }

  return sums;
}

static void
add_sums (Sums       *self,
          const Sums *other)
{
  self->call += other->call;
  self->outer += other->outer;
  self->net += other->net;
  self->gross += other->gross;
  self->outside += other->outside;
  self->count += other->count;
  self->incomplete += other->incomplete;
  self->undefined += other->undefined;
}

static void
set_extremes (DwellTimes          *times,
              const DwellExtremes *extremes)
{
  if (extremes->n == 0)
    return;

  times->min = dwell_wide_clamp (extremes->min);
  times->max = dwell_wide_clamp (extremes->max);
  times->avg = dwell_mean_new (extremes->sum, extremes->n);
}

/* Returns the length of the range inside the session, beyond which nothing is known. */
static guint64
get_known_length (const Query *query)
{
  gint64 begin = query->begin;
  gint64 end = query->end;

  return dwell_values_clip (query->self->trace, &begin, &end)
           ? _dwell_statistics_length (begin, end) : 0;
}

/* For the whole see dwell-share.h. @whole: the sums of the group's class in @context. */
static double
get_share (const Query *query,
           guint32      context,
           guint32      group,
           const Sums  *sums,
           const Sums  *whole)
{
  const DwellStatisticsIndex *self = query->self;
  guint32 n_tracks = 1;

  if (whole->undefined > 0)
    return -1;
  if (self->group_classes[group] != DWELL_STATISTICS_STATES || self->group_strings != NULL)
    return dwell_share ((double) sums->net, (double) whole->net);

  if (context == DWELL_NONE)
    {
      guint32 variable = self->trace->areas[group].parent;

      n_tracks = self->state_tracks[variable != DWELL_NONE ? variable : group];
    }

  return dwell_share ((double) sums->net, (double) get_known_length (query) * MAX (n_tracks, 1));
}

/* @whole: of the context, or of all. */
static void
fill_row (const Query        *query,
          DwellStatisticsRow *row,
          guint32             context,
          guint32             group,
          const Sums         *sums,
          const Sums         *whole,
          const DwellDetails *details)
{
  const DwellStatisticsIndex *self = query->self;

  row->context = context;
  row->area = self->group_strings == NULL ? group : DWELL_NONE;
  row->group = self->group_strings != NULL ? self->group_strings[group] : 0;
  row->count = sums->count;
  row->incomplete = sums->incomplete;
  row->net_is_defined = sums->undefined == 0;
  row->net.total = get_total (sums->net);
  row->call.total = get_total (sums->outer);
  row->call_sum = get_total (sums->call);
  row->outside.total = get_total (sums->outside);
  row->share = get_share (query, context, group, sums, whole);

  if (details != NULL)
    {
      row->n_complete = details->call.n;
      row->n_periods = details->period.n;
      row->n_gaps = details->gap.n;
      set_extremes (&row->net, &details->net);
      set_extremes (&row->call, &details->call);
      set_extremes (&row->period, &details->period);
      set_extremes (&row->outside, &details->gap);
      row->std = details->std;
      row->p50 = dwell_wide_clamp (details->percentiles[0]);
      row->p90 = dwell_wide_clamp (details->percentiles[1]);
      row->p99 = dwell_wide_clamp (details->percentiles[2]);
    }

  row->gross = row->call;
  row->gross.total = get_total (sums->gross);
  if (details != NULL && self->suspensions != NULL)
    set_extremes (&row->gross, &details->gross);
}

/* Returns whether there is a row of the group, or in all contexts of each. A module has the figures
 * of its functions; those of its lines only if no function ran, as lines ran at the same time. */
static gboolean
has_row (const DwellStatisticsIndex *self,
         guint32                     group)
{
  if (self->group_pairs[group] == self->group_pairs[group + 1])
    return FALSE;

  return self->group_strings == NULL ||
         self->group_classes[group] == self->group_classes[self->pairs[0].group];
}

/* Returns the first row of each context, after the @first rows of all contexts, followed by the
 * number of all rows. */
static guint32 *
place_contexts (const DwellStatisticsIndex *self,
                guint32                     first)
{
  guint32 *places = g_new0 (guint32, (gsize) self->trace->n_contexts + 1);

  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    places[self->pairs[pair].context + 1] += has_row (self, self->pairs[pair].group);

  places[0] = first;
  for (guint32 context = 0; context < self->trace->n_contexts; context++)
    places[context + 1] += places[context];

  return places;
}

static DwellStatistics *
make_rows (const Query           *query,
           DwellStatisticsDetail  detail)
{
  const DwellStatisticsIndex *self = query->self;
  DwellStatistics *statistics = g_new0 (DwellStatistics, 1);
  gsize n_wholes = (gsize) self->trace->n_contexts * DWELL_N_STATISTICS_CLASSES;
  g_autofree Sums *context_wholes = g_new0 (Sums, MAX (n_wholes, 1));
  g_autofree guint32 *places = NULL;
  Sums wholes[DWELL_N_STATISTICS_CLASSES] = { 0 };
  guint32 row = 0;

  for (guint32 group = 0; group < self->n_groups; group++)
    statistics->n_rows += has_row (self, group);

  places = place_contexts (self, statistics->n_rows);
  statistics->n_rows = places[self->trace->n_contexts];
  statistics->rows = g_new0 (DwellStatisticsRow, MAX (statistics->n_rows, 1));
  statistics->group_by = self->group_by;
  statistics->detail = detail;
  statistics->begin = query->begin;
  statistics->end = query->end;

  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    {
      Sums sums = get_sums (query, pair);
      guint8 class = self->group_classes[self->pairs[pair].group];

      add_sums (&context_wholes[self->pairs[pair].context * DWELL_N_STATISTICS_CLASSES + class],
                &sums);
      add_sums (&wholes[class], &sums);
    }

  for (guint32 group = 0; group < self->n_groups; group++)
    {
      guint8 class = self->group_classes[group];
      Sums all = { 0 };

      if (!has_row (self, group))
        continue;

      for (guint32 pair = self->group_pairs[group]; pair < self->group_pairs[group + 1]; pair++)
        {
          guint32 context = self->pairs[pair].context;
          Sums sums = get_sums (query, pair);

          add_sums (&all, &sums);
          fill_row (query, &statistics->rows[places[context]++], context, group, &sums,
                    &context_wholes[context * DWELL_N_STATISTICS_CLASSES + class],
                    query->pair_details != NULL ? &query->pair_details[pair] : NULL);
        }

      fill_row (query, &statistics->rows[row++], DWELL_NONE, group, &all, &wholes[class],
                query->group_details != NULL ? &query->group_details[group] : NULL);
    }

  return statistics;
}

/* Returns the maximum bytes for a query, except for those for the spans in the range. */
static gsize
count_query_bytes (const DwellStatisticsIndex *self)
{
  const DwellTrace *trace = self->trace;
  gsize row_bytes = sizeof (DwellRowState) + 4 * sizeof (guint32);
  gsize pair_bytes = sizeof (DwellPairState) +
                     (self->suspensions != NULL ? sizeof (DwellSuspensionSums) : 0);
  gsize n_rows = self->n_pairs + (gsize) MIN (self->n_groups, self->n_pairs);

  /* Other rows are inserted between these, which are copied. */
  if (self->writes != NULL || self->n_recorded > 0)
    n_rows = 2 * n_rows + 4 * ((gsize) trace->n_tracks + trace->n_recorded);

  /* At both ends; details; rows. */
  return 2 * (self->n_pairs * pair_bytes + trace->n_rows * row_bytes + self->n_blocks +
              trace->n_contexts * sizeof (guint32)) +
         ((gsize) self->n_pairs + self->n_groups) * sizeof (DwellDetails) +
         trace->n_contexts * (DWELL_N_STATISTICS_CLASSES * sizeof (Sums) + sizeof (guint32)) +
         n_rows * sizeof (DwellStatisticsRow);
}

static void
find_states (guint    job,
             gpointer user_data)
{
  Query *query = user_data;

  query->states[job] = _dwell_statistics_get_states (query->self,
                                                     job == 0 ? query->begin : query->end,
                                                     job == 1, query->cancellable);
}

/**
 * dwell_statistics_index_query:
 * @self: an index
 * @begin: ns, the range's first moment
 * @end: ns, its last; if it is before @begin, @begin is used instead
 * @detail: which figures are wanted
 * @cancellable: (nullable): checked every few milliseconds
 *
 * Gets the statistics of a range. Totals take a walk over one block of spans at either end, however
 * long the range is; details take a walk over all spans that begin in it, and temporarily 8 bytes
 * for each. Totals are exact however large they are. Several threads may query an index at once.
 *
 * Returns: (transfer full) (nullable): the rows, or %NULL if it was cancelled, or if there is too
 *   little memory
 */
DwellStatistics *
dwell_statistics_index_query (DwellStatisticsIndex  *self,
                              gint64                 begin,
                              gint64                 end,
                              DwellStatisticsDetail  detail,
                              GCancellable          *cancellable)
{
  Query query = { self, begin, MAX (begin, end), cancellable };
  DwellStatistics *statistics = NULL;
  gsize n_bytes = count_query_bytes (self);
  gboolean done;

  if (!dwell_memory_claim (n_bytes, NULL))
    return NULL;

  dwell_parallel_for (2, find_states, &query);
  done = query.states[0] != NULL && query.states[1] != NULL;

  for (guint i = 0; done && i < 2 && self->suspensions != NULL; i++)
    query.suspensions[i] = _dwell_suspension_index_get_sums (self->suspensions,
                                                             i == 0 ? query.begin : query.end);

  if (done && detail == DWELL_STATISTICS_ALL)
    {
      query.pair_details = dwell_big_alloc (self->n_pairs * sizeof (DwellDetails));
      query.group_details = dwell_big_alloc (self->n_groups * sizeof (DwellDetails));
      done = _dwell_statistics_get_details (self, query.begin, query.end,
                                            query.states[0], query.states[1],
                                            query.pair_details, query.group_details, cancellable);
      if (done && self->suspensions != NULL)
        done = _dwell_suspension_index_get_details (self->suspensions, query.begin, query.end,
                                                    query.pair_details, query.group_details);
    }

  if (done)
    {
      statistics = make_rows (&query, detail);
      _dwell_statistics_complete (self, statistics);
    }

  dwell_big_free (query.suspensions[1]);
  dwell_big_free (query.suspensions[0]);
  dwell_big_free (query.group_details);
  dwell_big_free (query.pair_details);
  dwell_big_free (query.states[1]);
  dwell_big_free (query.states[0]);
  dwell_memory_release (n_bytes);
  return statistics;
}

/**
 * dwell_statistics_free:
 * @self: (transfer full): statistics
 */
void
dwell_statistics_free (DwellStatistics *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->recorded_sums, g_array_unref);
  g_free (self->rows);
  g_free (self);
}
