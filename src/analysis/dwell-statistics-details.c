/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The details of a range: extremes of net, call, period and gap, and the durations themselves for
 * deviation and percentiles.
 *
 * One walk over the blocks that have begins in the range, on all processors, in order of number, so
 * that memory is read in order and only the pairs' states are jumped about in. Each block leaves
 * what it found per pair; borders are mended afterwards: the period across one, and spans whose
 * children stand in later blocks, whose own time is known only when the next span of their row
 * begins. Durations go to a place per pair as they are met, for the places in the pairs' lists are
 * known; group after group, so that those of a group over all contexts stand together too. */
#include "config.h"

#include "analysis/dwell-statistics-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

/* What a block finds of a pair. */
typedef struct {
  DwellExtremes net;
  DwellExtremes call;
  DwellExtremes period;
  DwellExtremes gap;
  gint64        first_begin; /* recorded, in the range; DWELL_TIME_NONE if there is none */
  gint64        last_begin;
  gint64        reach;
  guint32       reach_is_recorded;
  guint32       place; /* of the next span in the pair's list */
} PairFinds;

/* The children that a block has of the span that was the last of its row before the block. */
typedef struct {
  guint32 span;
  guint64 cover;
} Head;

typedef struct {
  const DwellStatisticsIndex *self;
  gint64                      begin;
  gint64                      end;
  const DwellPairState       *states_at_begin;
  const DwellPairState       *states_at_end;
  DwellDetails               *pair_details;
  DwellDetails               *group_details;
  GCancellable               *cancellable;

  guint32       *blocks; /* that have begins in the range */
  guint          n_blocks;
  PairFinds     *finds;  /* by block in the range, and pair */
  Head          *heads;  /* by block in the range, and row */
  DwellRowState *tails;  /* by block in the range, and row: the last that began in the block */

  guint64 *durations;
  guint64 *offsets; /* into durations: by pair, and one more */
} Gathering;

/*< private >
 * _dwell_extremes_merge: as if all that @other has seen had been added to @self */
void
_dwell_extremes_merge (DwellExtremes       *self,
                       const DwellExtremes *other)
{
  if (other->n == 0)
    return;

  self->min = self->n == 0 ? other->min : MIN (self->min, other->min);
  self->max = MAX (self->max, other->max);
  self->sum += other->sum;
  self->n += other->n;
}

static inline gboolean
is_whole (const Gathering *gathering,
          guint32          span)
{
  const DwellTrace *trace = gathering->self->trace;

  return trace->span_begin[span] >= gathering->begin && trace->span_end[span] <= gathering->end &&
         (trace->span_flags[span] & (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_DOUBTFUL)) == 0;
}

/* All children of the span in @row are known. */
static inline void
add_own_time (const Gathering     *gathering,
              const DwellRowState *row,
              DwellExtremes       *net)
{
  const DwellTrace *trace = gathering->self->trace;
  guint64 length;

  if (!is_whole (gathering, row->span))
    return;

  length = _dwell_statistics_length (trace->span_begin[row->span], trace->span_end[row->span]);
  _dwell_extremes_add (net, length - MIN (row->cover, length));
}

static inline void
add_begin (PairFinds *finds,
           gint64     begin)
{
  if (finds->last_begin == DWELL_TIME_NONE)
    finds->first_begin = begin;
  else
    _dwell_extremes_add (&finds->period, _dwell_statistics_length (finds->last_begin, begin));

  finds->last_begin = begin;
}

/* A gap ends where a span begins that nothing of its pair is open beside. One without length where
 * another ends comes after it, unless that is its parent. */
static inline void
add_gap (const Gathering *gathering,
         PairFinds       *finds,
         guint32          span,
         guint32          pair)
{
  const DwellTrace *trace = gathering->self->trace;
  guint32 parent = trace->span_parent[span];
  gint64 begin = trace->span_begin[span];

  if (begin < finds->reach || !finds->reach_is_recorded || finds->reach < gathering->begin)
    return;

  if (trace->span_end[span] == finds->reach && parent != DWELL_NONE &&
      _dwell_statistics_get_pair (gathering->self, trace->span_row[parent],
                                  trace->span_area[parent]) == pair)
    return;

  _dwell_extremes_add (&finds->gap, _dwell_statistics_length (finds->reach, begin));
}

static inline void
extend_reach (PairFinds *finds,
              gint64     end,
              guint      flags)
{
  if (end > finds->reach)
    {
      finds->reach = end;
      finds->reach_is_recorded = (flags & DWELL_SPAN_END_MISSING) == 0;
    }
}

static inline void
add_to_pair (const Gathering *gathering,
             PairFinds       *finds,
             guint32          span,
             guint32          pair)
{
  const DwellTrace *trace = gathering->self->trace;
  gint64 begin = trace->span_begin[span];
  gint64 end = trace->span_end[span];
  guint flags = trace->span_flags[span];

  if ((flags & DWELL_SPAN_BEGIN_MISSING) == 0)
    {
      add_begin (finds, begin);
      if (finds->reach != DWELL_TIME_NONE)
        add_gap (gathering, finds, span, pair);
    }

  extend_reach (finds, end, flags);
  if (is_whole (gathering, span))
    _dwell_extremes_add (&finds->call, _dwell_statistics_length (begin, end));
}

/* Writes the duration of a span in the range to its place. */
static inline void
put_duration (const Gathering *gathering,
              guint32          span,
              guint32          pair,
              guint32          place)
{
  const DwellTrace *trace = gathering->self->trace;
  guint64 slot = gathering->offsets[pair] + place - gathering->states_at_begin[pair].n;

  /* Places run on from the first in the range only if begins rise with the number, as promised. */
  if (G_UNLIKELY (slot < gathering->offsets[pair] || slot >= gathering->offsets[pair + 1]))
    return;

  gathering->durations[slot] =
    is_whole (gathering, span)
      ? _dwell_statistics_length (trace->span_begin[span], trace->span_end[span])
      : DWELL_DURATION_NONE;
}

/* A span in the range begins in its row: the one before it there has all its children. */
static inline void
enter_row (const Gathering *gathering,
           PairFinds       *finds,
           Head            *head,
           DwellRowState   *row,
           guint32          span,
           guint32          pair)
{
  if (row->span == head->span)
    head->cover = row->cover;
  else if (row->pair != DWELL_NONE)
    add_own_time (gathering, row, &finds[row->pair].net);

  row->span = span;
  row->pair = pair;
  row->reach = gathering->self->trace->span_begin[span];
  row->cover = 0;
}

static void
walk_span (const Gathering *gathering,
           PairFinds       *finds,
           Head            *heads,
           DwellRowState   *rows,
           guint32          span)
{
  const DwellStatisticsIndex *self = gathering->self;
  const DwellTrace *trace = self->trace;
  gint64 begin = trace->span_begin[span];
  gint64 end = trace->span_end[span];
  guint flags = trace->span_flags[span];
  guint32 row = trace->span_row[span];
  guint32 parent = trace->span_parent[span];
  guint32 pair = _dwell_statistics_get_pair (self, row, trace->span_area[span]);
  guint32 place = finds[pair].place++;

  if (begin > gathering->end)
    return;

  if (begin < gathering->begin)
    {
      if ((flags & DWELL_SPAN_DOUBTFUL) == 0)
        extend_reach (&finds[pair], end, flags);
      return;
    }

  if (parent != DWELL_NONE && rows[trace->span_row[parent]].span == parent)
    {
      DwellRowState *above = &rows[trace->span_row[parent]];

      above->cover += _dwell_row_state_add_child (above, begin, end);
    }

  put_duration (gathering, span, pair, place);
  enter_row (gathering, finds, &heads[row], &rows[row], span,
             (flags & DWELL_SPAN_DOUBTFUL) == 0 ? pair : DWELL_NONE);
  if ((flags & DWELL_SPAN_DOUBTFUL) == 0)
    add_to_pair (gathering, &finds[pair], span, pair);
}

static void
walk_block (guint    job,
            gpointer user_data)
{
  const Gathering *gathering = user_data;
  const DwellStatisticsIndex *self = gathering->self;
  const DwellTrace *trace = self->trace;
  guint32 block = gathering->blocks[job];
  const DwellPairState *states = self->states + (gsize) block * self->n_pairs;
  PairFinds *finds = gathering->finds + (gsize) job * self->n_pairs;
  Head *heads = gathering->heads + (gsize) job * trace->n_rows;
  DwellRowState *rows = gathering->tails + (gsize) job * trace->n_rows;
  guint32 first = block * self->block_size;
  guint32 last = (guint32) MIN ((guint64) first + self->block_size, trace->n_spans);

  _dwell_statistics_load_rows (self, self->last_spans + (gsize) block * trace->n_rows, rows);
  for (guint32 row = 0; row < trace->n_rows; row++)
    heads[row].span = rows[row].span;

  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    {
      finds[pair].first_begin = DWELL_TIME_NONE;
      finds[pair].last_begin = DWELL_TIME_NONE;
      finds[pair].reach = states[pair].reach;
      finds[pair].reach_is_recorded = states[pair].reach_is_recorded;
      finds[pair].place = states[pair].n;
    }

  for (guint32 span = first; span < last; span++)
    {
      if ((span & DWELL_STATISTICS_CANCEL_MASK) == 0 &&
          g_cancellable_is_cancelled (gathering->cancellable))
        return;

      walk_span (gathering, finds, heads, rows, span);
    }

  for (guint32 row = 0; row < trace->n_rows; row++)
    if (rows[row].span == heads[row].span)
      {
        heads[row].cover = rows[row].cover;
        rows[row].span = DWELL_NONE;
      }
}

/* Follows each row from block to block for the own times that no block could settle. */
static void
mend_rows (const Gathering *gathering)
{
  guint32 n_rows = gathering->self->trace->n_rows;
  g_autofree DwellRowState *open = g_new (DwellRowState, MAX (n_rows, 1));

  for (guint32 row = 0; row < n_rows; row++)
    open[row].pair = open[row].span = DWELL_NONE;

  for (guint block = 0; block <= gathering->n_blocks; block++)
    for (guint32 row = 0; row < n_rows; row++)
      {
        gsize place = (gsize) block * n_rows + row;
        gboolean at_end = block == gathering->n_blocks;

        if (!at_end && open[row].span == gathering->heads[place].span)
          open[row].cover += gathering->heads[place].cover;

        if (!at_end && gathering->tails[place].span == DWELL_NONE)
          continue;

        if (open[row].pair != DWELL_NONE)
          add_own_time (gathering, &open[row], &gathering->pair_details[open[row].pair].net);

        if (!at_end)
          open[row] = gathering->tails[place];
      }
}

/* What the blocks found of the pairs becomes what is true of them. */
static void
merge_finds (const Gathering *gathering)
{
  guint32 n_pairs = gathering->self->n_pairs;

  for (guint32 pair = 0; pair < n_pairs; pair++)
    {
      DwellDetails *details = &gathering->pair_details[pair];
      gint64 last_begin = DWELL_TIME_NONE;

      for (guint block = 0; block < gathering->n_blocks; block++)
        {
          const PairFinds *finds = &gathering->finds[(gsize) block * n_pairs + pair];

          _dwell_extremes_merge (&details->net, &finds->net);
          _dwell_extremes_merge (&details->call, &finds->call);
          _dwell_extremes_merge (&details->gap, &finds->gap);

          if (finds->first_begin == DWELL_TIME_NONE)
            continue;

          if (last_begin != DWELL_TIME_NONE)
            _dwell_extremes_add (&details->period,
                                 _dwell_statistics_length (last_begin, finds->first_begin));

          _dwell_extremes_merge (&details->period, &finds->period);
          last_begin = finds->last_begin;
        }
    }
}

/* The begins of a group over its contexts, merged. */
static void
find_group_periods (const Gathering *gathering,
                    guint32          group)
{
  const DwellStatisticsIndex *self = gathering->self;
  const DwellTrace *trace = self->trace;
  guint32 first = self->group_pairs[group];
  guint n_runs = self->group_pairs[group + 1] - first;
  guint64 n = gathering->offsets[first + n_runs] - gathering->offsets[first];
  g_autofree gsize *run_ends = g_new (gsize, n_runs);
  gint64 *begins = dwell_big_alloc (n * sizeof (gint64));
  gsize n_begins = 0;

  for (guint run = 0; run < n_runs; run++)
    {
      guint32 pair = first + run;
      const guint32 *entries = self->entries + self->pairs[pair].first;

      for (guint32 i = gathering->states_at_begin[pair].n;
           i < gathering->states_at_end[pair].n;
           i++)
        if ((trace->span_flags[entries[i]] & (DWELL_SPAN_BEGIN_MISSING | DWELL_SPAN_DOUBTFUL)) == 0)
          begins[n_begins++] = trace->span_begin[entries[i]];

      run_ends[run] = n_begins;
    }

  _dwell_statistics_periods (begins, run_ends, n_runs, &gathering->group_details[group].period);
  dwell_big_free (begins);
}

static void
settle_group (const Gathering *gathering,
              guint32          group)
{
  const DwellStatisticsIndex *self = gathering->self;
  guint32 first = self->group_pairs[group];
  guint32 last = self->group_pairs[group + 1];
  DwellDetails *details = &gathering->group_details[group];
  guint64 offset = gathering->offsets[first];

  for (guint32 pair = first; pair < last; pair++)
    {
      DwellDetails *of_pair = &gathering->pair_details[pair];

      _dwell_statistics_spread (gathering->durations + gathering->offsets[pair],
                                gathering->offsets[pair + 1] - gathering->offsets[pair], of_pair);
      _dwell_extremes_merge (&details->net, &of_pair->net);
      _dwell_extremes_merge (&details->call, &of_pair->call);
      _dwell_extremes_merge (&details->gap, &of_pair->gap);
    }

  if (last - first == 1)
    {
      *details = gathering->pair_details[first];
      return;
    }

  _dwell_statistics_spread (gathering->durations + offset, gathering->offsets[last] - offset,
                            details);
  find_group_periods (gathering, group);
}

typedef struct {
  const Gathering *gathering;
  guint32         *groups; /* the largest first */
} Settling;

static void
settle (guint    job,
        gpointer user_data)
{
  const Settling *settling = user_data;

  if (!g_cancellable_is_cancelled (settling->gathering->cancellable))
    settle_group (settling->gathering, settling->groups[job]);
}

static guint64
count_durations (const Gathering *gathering,
                 guint32          group)
{
  const guint32 *group_pairs = gathering->self->group_pairs;

  return gathering->offsets[group_pairs[group + 1]] - gathering->offsets[group_pairs[group]];
}

static int
compare_sizes (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  const Gathering *gathering = user_data;
  guint64 n_left = count_durations (gathering, *(const guint32 *) a);
  guint64 n_right = count_durations (gathering, *(const guint32 *) b);

  return (n_left < n_right) - (n_left > n_right);
}

static void
settle_groups (const Gathering *gathering)
{
  const DwellStatisticsIndex *self = gathering->self;
  g_autofree guint32 *groups = g_new (guint32, MAX (self->n_groups, 1));
  Settling settling = { gathering, groups };
  guint n = 0;

  for (guint32 group = 0; group < self->n_groups; group++)
    if (self->group_pairs[group] < self->group_pairs[group + 1])
      groups[n++] = group;

  g_qsort_with_data (groups, (int) n, sizeof (guint32), compare_sizes, (gpointer) gathering);
  dwell_parallel_for (n, settle, &settling);
}

static void
prepare (Gathering *gathering)
{
  const DwellStatisticsIndex *self = gathering->self;
  gsize n_rows = self->trace->n_rows;

  gathering->blocks = g_new (guint32, MAX (self->n_blocks, 1));
  for (guint32 block = 0; block < self->n_blocks; block++)
    if (self->block_begins[block] <= gathering->end && self->block_ends[block] >= gathering->begin)
      gathering->blocks[gathering->n_blocks++] = block;

  gathering->finds = dwell_big_alloc (gathering->n_blocks * self->n_pairs * sizeof (PairFinds));
  gathering->heads = dwell_big_alloc (gathering->n_blocks * n_rows * sizeof (Head));
  gathering->tails = dwell_big_alloc (gathering->n_blocks * n_rows * sizeof (DwellRowState));

  gathering->offsets = dwell_big_alloc (((gsize) self->n_pairs + 1) * sizeof (guint64));
  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    {
      guint32 n_before = gathering->states_at_begin[pair].n;

      gathering->offsets[pair + 1] = gathering->offsets[pair] +
        MAX (gathering->states_at_end[pair].n, n_before) - n_before;
    }

  gathering->durations = dwell_big_alloc (gathering->offsets[self->n_pairs] * sizeof (guint64));
}

/*< private >
 * _dwell_statistics_get_details: all of #DwellDetails, by pair and by group. False if cancelled. */
gboolean
_dwell_statistics_get_details (const DwellStatisticsIndex *self,
                               gint64                      begin,
                               gint64                      end,
                               const DwellPairState       *states_at_begin,
                               const DwellPairState       *states_at_end,
                               DwellDetails               *pair_details,
                               DwellDetails               *group_details,
                               GCancellable               *cancellable)
{
  Gathering gathering = {
    .self = self, .begin = begin, .end = end,
    .states_at_begin = states_at_begin, .states_at_end = states_at_end,
    .pair_details = pair_details, .group_details = group_details, .cancellable = cancellable,
  };

  prepare (&gathering);
  dwell_parallel_for (gathering.n_blocks, walk_block, &gathering);

  if (!g_cancellable_is_cancelled (cancellable))
    {
      merge_finds (&gathering);
      mend_rows (&gathering);
      settle_groups (&gathering);
    }

  dwell_big_free (gathering.durations);
  dwell_big_free (gathering.offsets);
  dwell_big_free (gathering.tails);
  dwell_big_free (gathering.heads);
  dwell_big_free (gathering.finds);
  g_free (gathering.blocks);

  return !g_cancellable_is_cancelled (cancellable);
}
