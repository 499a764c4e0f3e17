/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Net and gross times of a trace that has suspensions of spans (src/formats/text1/README.md,
 * "Statistics"):
 *   net    the time of a span minus all its suspensions: waiting for what it called, or preempted
 *   gross  the time of a span minus the time in which its context was preempted; the total is over
 *          the outermost spans
 * Files have suspensions in order of their ends, so those of a pair up to a time are a sum up to a
 * place plus the suspensions that last beyond the time, of which there is at most one in each row.
 * How long a context was preempted is taken from the trace. */
#include "config.h"

#include "analysis/statistics/dwell-statistics-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"
#include "core/dwell-search.h"

/* Rising sums, with carries only if they exceed 64 bits. */
typedef struct {
  guint64 *low;
  guint32 *high; /* or NULL */
  gsize    n;
} Rising;

struct _DwellSuspensionIndex
{
  const DwellStatisticsIndex *index;
  const guint32              *entries; /* of the index */

  guint32 *first;    /* by pair, and one more: first place in numbers */
  guint32 *numbers;  /* suspensions, pair after pair, by end */
  Rising   sums;     /* by place in numbers: the length of the pair's suspensions before it */
  guint64 *of_spans; /* by span: the length of its suspensions */

  Rising   paused;   /* by place in the index's entries: the pauses of the pair's outermost spans
                      * before it */
};

/* The state of a pair during a walk over the spans. */
typedef struct {
  DwellWide sum; /* the pauses of its outermost spans so far */
  guint32   n;   /* its spans so far */
} PairSum;

static void
rising_init (Rising *self,
             gsize   n)
{
  *self = (Rising) { dwell_big_alloc (n * sizeof (guint64)), NULL, n };
}

static void
rising_clear (Rising *self)
{
  dwell_big_free (self->high);
  dwell_big_free (self->low);
}

/* Must be called before sums of up to @sum are set, which several threads may do. */
static void
rising_expect (Rising    *self,
               DwellWide  sum)
{
  if (sum >> 64 != 0 && self->high == NULL)
    self->high = dwell_big_alloc (self->n * sizeof (guint32));
}

static inline void
rising_set (Rising    *self,
            gsize      i,
            DwellWide  sum)
{
  self->low[i] = (guint64) sum;
  if (G_UNLIKELY (self->high != NULL))
    self->high[i] = (guint32) (sum >> 64);
}

static inline DwellWide
rising_get (const Rising *self,
            gsize         i)
{
  return (self->high != NULL ? (DwellWide) self->high[i] << 64 : 0) + self->low[i];
}

static guint32
get_pair (const DwellStatisticsIndex *index,
          guint32                     span)
{
  return _dwell_statistics_get_pair (index, index->trace->span_row[span],
                                     index->trace->span_area[span]);
}

static gboolean
is_counted (const DwellTrace *trace,
            guint32           span)
{
  return (trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) == 0;
}

static gboolean
is_outermost (const DwellSuspensionIndex *self,
              guint32                     span)
{
  return is_counted (self->index->trace, span) && !_dwell_statistics_is_nested (self->index, span);
}

static guint64
get_length (const DwellTrace *trace,
            guint32           suspension)
{
  return _dwell_statistics_length (trace->suspension_begin[suspension],
                                   trace->suspension_end[suspension]);
}

static gboolean
end_in_order (const DwellTrace *trace)
{
  for (guint32 i = 1; i < trace->n_suspensions; i++)
    if (trace->suspension_end[i - 1] > trace->suspension_end[i])
      return FALSE;

  return TRUE;
}

/* The place of the next suspension of a pair, and the sum of those before it. */
typedef struct {
  DwellWide total;
  guint32   place;
} PairPlace;

typedef struct {
  DwellSuspensionIndex *index;
  guint                 n_shares;
  PairPlace            *pairs; /* by share and pair */
} Placing;

static guint32
share_begin (const Placing *self,
             guint          share)
{
  return (guint32) ((guint64) self->index->index->trace->n_suspensions * share / self->n_shares);
}

/* Counts and sums up the suspensions of each pair in a share. */
static void
count_share (guint    share,
             gpointer user_data)
{
  const Placing *self = user_data;
  const DwellStatisticsIndex *index = self->index->index;
  const DwellTrace *trace = index->trace;
  PairPlace *pairs = self->pairs + (gsize) share * index->n_pairs;
  guint32 end = share_begin (self, share + 1);

  for (guint32 i = share_begin (self, share); i < end; i++)
    {
      PairPlace *pair = &pairs[get_pair (index, trace->suspension_span[i])];

      pair->place++;
      pair->total += is_counted (trace, trace->suspension_span[i]) ? get_length (trace, i) : 0;
    }
}

/* Replaces the figures of each share by those of all shares before it. */
static void
sum_up_shares (const Placing *self)
{
  guint32 n_pairs = self->index->index->n_pairs;
  guint32 n = 0;

  for (guint32 pair = 0; pair < n_pairs; pair++)
    {
      DwellWide total = 0;

      self->index->first[pair] = n;
      for (guint share = 0; share < self->n_shares; share++)
        {
          PairPlace *next = &self->pairs[(gsize) share * n_pairs + pair];
          PairPlace here = *next;

          *next = (PairPlace) { total, n };
          total += here.total;
          n += here.place;
        }
      rising_expect (&self->index->sums, total);
    }
  self->index->first[n_pairs] = n;
}

static void
place_share (guint    share,
             gpointer user_data)
{
  const Placing *self = user_data;
  DwellSuspensionIndex *placed = self->index;
  const DwellTrace *trace = placed->index->trace;
  PairPlace *pairs = self->pairs + (gsize) share * placed->index->n_pairs;
  guint32 end = share_begin (self, share + 1);

  for (guint32 i = share_begin (self, share); i < end; i++)
    {
      guint32 span = trace->suspension_span[i];
      PairPlace *pair = &pairs[get_pair (placed->index, span)];
      guint64 length = get_length (trace, i);

      placed->numbers[pair->place] = i;
      rising_set (&placed->sums, pair->place++, pair->total);
      pair->total += is_counted (trace, span) ? length : 0;

      /* A span may have suspensions in several shares. */
      __atomic_fetch_add (&placed->of_spans[span], length, __ATOMIC_RELAXED);
    }
}

/* Shares are so large that the data of all pairs is small compared with a share. */
static guint
count_shares (const DwellStatisticsIndex *index)
{
  guint64 n_most = index->trace->n_suspensions / (4 * (guint64) MAX (index->n_pairs, 1));

  return (guint) CLAMP (n_most, 1, dwell_parallel_get_n_threads ());
}

/* Groups the suspensions by pair, in order of number. */
static void
place_suspensions (DwellSuspensionIndex *self)
{
  Placing placing = { .index = self, .n_shares = count_shares (self->index) };

  placing.pairs =
    dwell_big_alloc ((gsize) placing.n_shares * self->index->n_pairs * sizeof (PairPlace));
  dwell_parallel_for (placing.n_shares, count_share, &placing);
  sum_up_shares (&placing);
  dwell_parallel_for (placing.n_shares, place_share, &placing);
  dwell_big_free (placing.pairs);
}

static int
compare_ends (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const DwellTrace *trace = user_data;
  gint64 left = trace->suspension_end[*(const guint32 *) a];
  gint64 right = trace->suspension_end[*(const guint32 *) b];

  return (left > right) - (left < right);
}

/* Sorts the suspensions of each pair by end. Most files have them in that order. */
static void
sort_by_end (DwellSuspensionIndex *self)
{
  const DwellTrace *trace = self->index->trace;

  for (guint32 pair = 0; pair < self->index->n_pairs; pair++)
    {
      guint32 first = self->first[pair];
      guint32 n = self->first[pair + 1] - first;
      DwellWide sum = 0;

      g_qsort_with_data (self->numbers + first, (int) n, sizeof (guint32), compare_ends,
                         (gpointer) trace);

      for (guint32 i = first; i < first + n; i++)
        {
          rising_set (&self->sums, i, sum);
          if (is_counted (trace, trace->suspension_span[self->numbers[i]]))
            sum += get_length (trace, self->numbers[i]);
        }
    }
}

/* For how long the context of @span did not run between @begin and @end. */
static guint64
paused_between (const DwellSuspensionIndex *self,
                guint32                     span,
                gint64                      begin,
                gint64                      end)
{
  guint32 row = self->index->trace->span_row[span];

  return dwell_trace_get_paused (self->index->trace, self->index->row_contexts[row], begin, end,
                                 NULL);
}

static gboolean
has_pauses (const DwellTrace *trace)
{
  return trace->context_pauses != NULL && trace->context_pauses[trace->n_contexts] > 0;
}

/* By context: the pause to continue with, as spans in order of number are in order of begin within
 * their context. */
static guint32 *
new_pauses (const DwellTrace *trace)
{
  guint32 *pauses = g_new (guint32, MAX (trace->n_contexts, 1));

  for (guint32 context = 0; context < trace->n_contexts; context++)
    pauses[context] = DWELL_NONE;

  return pauses;
}

/* In order of number rather than pair by pair, which would read memory in random order. */
static void
sum_up_paused (DwellSuspensionIndex *self)
{
  const DwellStatisticsIndex *index = self->index;
  const DwellTrace *trace = index->trace;
  g_autofree guint32 *pauses = new_pauses (trace);
  PairSum *pairs = dwell_big_alloc (index->n_pairs * sizeof *pairs);

  for (guint32 span = 0; span < trace->n_spans; span++)
    {
      guint32 context = index->row_contexts[trace->span_row[span]];
      guint32 pair = get_pair (index, span);

      rising_expect (&self->paused, pairs[pair].sum);
      rising_set (&self->paused, index->pairs[pair].first + pairs[pair].n++, pairs[pair].sum);
      if (is_outermost (self, span))
        pairs[pair].sum += dwell_trace_get_paused (trace, context,
                                                   dwell_trace_get_span_begin (trace, span),
                                                   dwell_trace_get_span_end (trace, span),
                                                   &pauses[context]);
    }

  dwell_big_free (pairs);
}

/* Jobs for the sums of suspensions and of pauses, which are independent. */
static void
sum_up (guint    job,
        gpointer user_data)
{
  DwellSuspensionIndex *self = user_data;

  if (job == 1)
    {
      /* Sums of no pauses are 0, as their memory is. */
      if (has_pauses (self->index->trace))
        sum_up_paused (self);
      return;
    }

  place_suspensions (self);
  if (!end_in_order (self->index->trace))
    sort_by_end (self);
}

/*< private >
 * _dwell_suspension_index_count_bytes: returns the maximum bytes for the index and for making it */
gsize
_dwell_suspension_index_count_bytes (const DwellStatisticsIndex *index)
{
  const DwellTrace *trace = index->trace;

  if ((trace->tables & DWELL_TABLE_SUSPENSIONS) == 0)
    return 0;

  return trace->n_suspensions * (2 * sizeof (guint32) + sizeof (guint64)) +
         trace->n_spans * (2 * sizeof (guint64) + sizeof (guint32)) +
         (index->n_pairs + 1) * (sizeof (guint32) + sizeof (PairSum)) +
         (gsize) count_shares (index) * index->n_pairs * sizeof (PairPlace) +
         trace->n_contexts * sizeof (guint32);
}

/*< private >
 * _dwell_suspension_index_new: for a trace that has suspensions. Returns NULL if cancelled, or if
 * there is too little memory for the lists of spans; the rest must have been claimed. */
DwellSuspensionIndex *
_dwell_suspension_index_new (const DwellStatisticsIndex *index,
                             GCancellable               *cancellable)
{
  const DwellTrace *trace = index->trace;
  const guint32 *entries = _dwell_statistics_get_entries (index, cancellable);
  DwellSuspensionIndex *self;

  if (entries == NULL)
    return NULL;

  self = g_new0 (DwellSuspensionIndex, 1);
  self->index = index;
  self->entries = entries;
  self->first = dwell_big_alloc (((gsize) index->n_pairs + 1) * sizeof (guint32));
  self->numbers = dwell_big_alloc (trace->n_suspensions * sizeof (guint32));
  rising_init (&self->sums, trace->n_suspensions);
  self->of_spans = dwell_big_alloc (trace->n_spans * sizeof (guint64));
  rising_init (&self->paused, index->pairs[index->n_pairs].first);

  dwell_parallel_for (2, sum_up, self);
  return self;
}

void
_dwell_suspension_index_free (DwellSuspensionIndex *self)
{
  dwell_big_free (self->first);
  dwell_big_free (self->numbers);
  rising_clear (&self->sums);
  dwell_big_free (self->of_spans);
  rising_clear (&self->paused);
  g_free (self);
}

/* The sums of @pair's suspensions that ended by @time. */
static DwellWide
ended_by (const DwellSuspensionIndex *self,
          guint32                     pair,
          gint64                      time)
{
  const DwellTrace *trace = self->index->trace;
  guint32 behind = dwell_lower_bound (i, self->first[pair], self->first[pair + 1],
                                      trace->suspension_end[self->numbers[i]] <= time);
  guint32 last;

  if (behind == self->first[pair])
    return 0;
  if (behind < self->first[pair + 1])
    return rising_get (&self->sums, behind);

  last = self->numbers[behind - 1];
  return rising_get (&self->sums, behind - 1) +
         (is_counted (trace, trace->suspension_span[last])
          ? get_length (trace, last)
          : 0);
}

/* The sums of @pair's outermost spans that began before @time, whole. */
static DwellWide
paused_of_begun (const DwellSuspensionIndex *self,
                 guint32                     pair,
                 gint64                      time)
{
  const DwellStatisticsIndex *index = self->index;
  guint32 behind = dwell_lower_bound (i, index->pairs[pair].first, index->pairs[pair + 1].first,
                                      dwell_trace_get_span_begin (index->trace, self->entries[i]) <
                                      time);
  guint32 last;

  if (behind == index->pairs[pair].first)
    return 0;
  if (behind < index->pairs[pair + 1].first)
    return rising_get (&self->paused, behind);

  last = self->entries[behind - 1];
  return rising_get (&self->paused, behind - 1) +
         (is_outermost (self, last)
          ? paused_between (self, last, dwell_trace_get_span_begin (index->trace, last),
                            dwell_trace_get_span_end (index->trace, last))
          : 0);
}

/*< private >
 * _dwell_suspension_index_get_sums: sums up the suspensions of each pair, and the pauses of its
 * outermost spans, before @time. Returns: (transfer full): by pair, for dwell_big_free() */
DwellSuspensionSums *
_dwell_suspension_index_get_sums (const DwellSuspensionIndex *self,
                                  gint64                      time)
{
  const DwellTrace *trace = self->index->trace;
  DwellSuspensionSums *sums = dwell_big_alloc (self->index->n_pairs * sizeof *sums);

  for (guint32 pair = 0; pair < self->index->n_pairs; pair++)
    {
      sums[pair].suspended = (DwellSignedWide) ended_by (self, pair, time);
      sums[pair].paused = (DwellSignedWide) paused_of_begun (self, pair, time);
    }

  for (guint32 row = 0; row < trace->n_rows; row++)
    {
      guint32 end = trace->rows[row].first_span + trace->rows[row].n_spans;
      guint32 place = dwell_trace_row_search (trace, row, time);
      guint32 number = dwell_trace_suspension_search (trace, row, time);
      guint32 span = place < end ? trace->row_spans[place] : DWELL_NONE;

      if (span == DWELL_NONE || dwell_trace_get_span_begin (trace, span) >= time ||
          !is_counted (trace, span))
        continue;

      if (is_outermost (self, span))
        sums[get_pair (self->index, span)].paused -=
          paused_between (self, span, time, dwell_trace_get_span_end (trace, span));

      if (number < trace->rows[row].first_suspension + trace->rows[row].n_suspensions &&
          trace->suspension_begin[trace->row_suspensions[number]] < time)
        sums[get_pair (self->index, span)].suspended +=
          _dwell_statistics_length (trace->suspension_begin[trace->row_suspensions[number]], time);
    }

  return sums;
}

/* Net and gross times of the complete spans of a pair. */
typedef struct {
  DwellExtremes net;
  DwellExtremes gross;
} Extremes;

typedef struct {
  const DwellSuspensionIndex *self;
  gint64                      begin;
  gint64                      end;
  guint32                     first; /* the first span that can be inside */
  guint32                     last;  /* the place after the last of these */
  guint                       n_parts;
  Extremes                   *extremes; /* by part of the spans and pair */
} Detailing;

/* The spans of one part, in order of number. */
static void
detail_part (guint    part,
             gpointer user_data)
{
  const Detailing *detailing = user_data;
  const DwellStatisticsIndex *index = detailing->self->index;
  const DwellTrace *trace = index->trace;
  Extremes *extremes = detailing->extremes + (gsize) part * index->n_pairs;
  guint64 n_spans = detailing->last - detailing->first;
  guint32 first = detailing->first + (guint32) (n_spans * part / detailing->n_parts);
  guint32 last = detailing->first + (guint32) (n_spans * (part + 1) / detailing->n_parts);
  g_autofree guint32 *pauses = new_pauses (trace);

  for (guint32 span = first; span < last; span++)
    {
      gint64 begin = dwell_trace_get_span_begin (trace, span);
      gint64 end = dwell_trace_get_span_end (trace, span);
      guint64 length = _dwell_statistics_length (begin, end);
      guint32 context = index->row_contexts[trace->span_row[span]];
      guint32 pair;

      if (begin < detailing->begin || end > detailing->end ||
          (trace->span_flags[span] & (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_DOUBTFUL)) != 0)
        continue;

      pair = get_pair (index, span);
      _dwell_extremes_add (&extremes[pair].net,
                           length - MIN (detailing->self->of_spans[span], length));
      _dwell_extremes_add (&extremes[pair].gross,
                           length - dwell_trace_get_paused (trace, context, begin, end,
                                                            &pauses[context]));
    }
}

static void
merge_parts (const Detailing *detailing,
             guint32          pair,
             DwellDetails    *details)
{
  details->net = details->gross = (DwellExtremes) { 0 };
  for (guint part = 0; part < detailing->n_parts; part++)
    {
      const Extremes *extremes =
        &detailing->extremes[(gsize) part * detailing->self->index->n_pairs + pair];

      _dwell_extremes_merge (&details->net, &extremes->net);
      _dwell_extremes_merge (&details->gross, &extremes->gross);
    }
}

/* Chooses the blocks of spans for the range, which are taken whole, split into one part for each
 * thread, or fewer if there are so many pairs that merging the parts costs more than it saves. */
static void
cut (Detailing *detailing)
{
  const DwellStatisticsIndex *index = detailing->self->index;
  guint n_threads = dwell_parallel_get_n_threads ();
  guint32 first = 0;
  guint32 last = index->n_blocks;

  while (first < last && index->block_ends[first] < detailing->begin)
    first++;
  while (last > first && index->block_begins[last - 1] > detailing->end)
    last--;

  detailing->first = first * index->block_size;
  detailing->last = (guint32) MIN ((guint64) last * index->block_size, index->trace->n_spans);
  detailing->first = MIN (detailing->first, detailing->last);
  detailing->n_parts = index->n_pairs < (detailing->last - detailing->first) / n_threads / 8
                         ? n_threads : 1;
}

/*< private >
 * _dwell_suspension_index_get_details: replaces net and gross in @pair_details and @group_details
 * by those of the complete spans inside [@begin, @end]. Returns whether there was enough memory */
gboolean
_dwell_suspension_index_get_details (const DwellSuspensionIndex *self,
                                     gint64                      begin,
                                     gint64                      end,
                                     DwellDetails               *pair_details,
                                     DwellDetails               *group_details)
{
  const DwellStatisticsIndex *index = self->index;
  Detailing detailing = { .self = self, .begin = begin, .end = end };
  gsize n_bytes;

  cut (&detailing);
  n_bytes = detailing.n_parts * (index->n_pairs * sizeof (Extremes) +
                                 index->trace->n_contexts * sizeof (guint32));
  if (!dwell_memory_claim (n_bytes, NULL))
    return FALSE;

  detailing.extremes = dwell_big_alloc (detailing.n_parts * index->n_pairs * sizeof (Extremes));
  dwell_parallel_for (detailing.n_parts, detail_part, &detailing);

  for (guint32 group = 0; group < index->n_groups; group++)
    {
      DwellDetails *all = &group_details[group];

      all->net = all->gross = (DwellExtremes) { 0 };
      for (guint32 pair = index->group_pairs[group]; pair < index->group_pairs[group + 1]; pair++)
        {
          merge_parts (&detailing, pair, &pair_details[pair]);
          _dwell_extremes_merge (&all->net, &pair_details[pair].net);
          _dwell_extremes_merge (&all->gross, &pair_details[pair].gross);
        }
    }

  dwell_big_free (detailing.extremes);
  dwell_memory_release (n_bytes);
  return TRUE;
}
