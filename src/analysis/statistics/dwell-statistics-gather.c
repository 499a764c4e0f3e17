/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk over all spans that begin in a range, for the details. It goes in order of number, block
 * by block on all processors, so that memory is read in order and only the states of pairs and rows
 * are accessed randomly. Each block keeps its results; what crosses a border is corrected
 * afterwards by dwell-statistics-details.c. */
#include "config.h"

#include "analysis/statistics/dwell-statistics-gather.h"

#include "core/dwell-parallel.h"

typedef struct {
  const DwellGathering *gathering;
  DwellPairFinds       *finds;
  DwellOwnBlock         own;
  guint32               n_longs; /* durations so far in all blocks of the range */
} Walk;

/* A span as seen by the walk. */
typedef struct {
  guint32 number;
  guint32 pair;
  gint64  begin;
  gint64  end;
  guint   flags;
} Span;

static inline void
add_begin (DwellPairFinds *finds,
           const Span     *span)
{
  if (finds->n_begins++ == 0)
    {
      finds->first_begin = span->begin;
    }
  else
    {
      guint64 period = _dwell_statistics_length (finds->last_begin, span->begin);

      finds->min_period = MIN (finds->min_period, period);
      finds->max_period = MAX (finds->max_period, period);
    }

  finds->last_begin = span->begin;
}

/* A gap ends where an outermost span begins while no other span of its pair is open. */
static inline void
add_gap (const DwellGathering *gathering,
         DwellPairFinds       *finds,
         const Span           *span)
{
  guint64 gap;

  if (span->begin < finds->reach || !finds->reach_is_recorded ||
      finds->reach < gathering->begin || finds->reach == DWELL_TIME_NONE ||
      _dwell_statistics_is_nested (gathering->self, span->number))
    return;

  gap = _dwell_statistics_length (finds->reach, span->begin);
  finds->n_gaps++;
  finds->gap_sum += gap;
  finds->min_gap = MIN (finds->min_gap, gap);
  finds->max_gap = MAX (finds->max_gap, gap);
}

/* Without a branch, as it cannot be predicted which spans reach further than the previous ones. */
static inline void
extend_reach (DwellPairFinds *finds,
              const Span     *span)
{
  gboolean extends = span->end > finds->reach;

  finds->reach = extends ? span->end : finds->reach;
  finds->reach_is_recorded = extends ? (span->flags & DWELL_SPAN_END_MISSING) == 0
                                     : finds->reach_is_recorded;
}

/* If begins rise with the number, as they should, slots stay within those of the pair; the check
 * keeps memory safe if they do not. */
static inline void
put_duration (Walk       *walk,
              guint64     slot,
              const Span *span,
              gboolean    is_whole)
{
  const DwellGathering *gathering = walk->gathering;
  guint64 length = _dwell_statistics_length (span->begin, span->end);

  if (slot >= gathering->slots[gathering->self->n_pairs])
    return;

  if (!is_whole)
    {
      gathering->durations[slot] = DWELL_NO_DURATION;
    }
  else if (G_LIKELY (!_dwell_duration_is_long (length)))
    {
      gathering->durations[slot] = (guint32) length;
    }
  else
    {
      gathering->durations[slot] = DWELL_TIME_FAR + walk->n_longs;
      gathering->longs[walk->n_longs++] = length;
    }
}

/* A span that begins in the range, in @row. */
static inline void
walk_span (Walk       *walk,
           guint32     row,
           const Span *span)
{
  const DwellGathering *gathering = walk->gathering;
  const DwellStatisticsIndex *self = gathering->self;
  DwellPairFinds *finds = &walk->finds[span->pair];
  gboolean is_whole = span->end <= gathering->end &&
                      (span->flags & (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_DOUBTFUL)) == 0;
  guint32 left;
  guint64 own;

  put_duration (walk, finds->slot++, span, is_whole);
  _dwell_own_block_cover (&walk->own, self->trace, span->number);
  if (_dwell_own_block_enter (&walk->own, row, span->number, span->begin, span->end,
                              is_whole ? span->pair : DWELL_NONE, &left, &own))
    _dwell_extremes_add (&walk->finds[left].net, own);

  if ((span->flags & DWELL_SPAN_DOUBTFUL) != 0)
    return;

  if ((span->flags & DWELL_SPAN_BEGIN_MISSING) == 0)
    {
      add_begin (finds, span);
      add_gap (gathering, finds, span);
    }

  extend_reach (finds, span);
}

static void
walk_spans (Walk    *walk,
            guint32  first,
            guint32  last)
{
  const DwellGathering *gathering = walk->gathering;
  const DwellTrace *trace = gathering->self->trace;
  gboolean fetches_ahead = _dwell_statistics_fetches_ahead (gathering->self, sizeof *walk->finds);

  for (guint32 number = first; number < last; number++)
    {
      guint32 row = trace->span_row[number];
      Span span = { .number = number, .begin = dwell_trace_get_span_begin (trace, number),
                    .end = dwell_trace_get_span_end (trace, number),
                    .flags = trace->span_flags[number] };

      if ((number & DWELL_STATISTICS_CANCEL_MASK) == 0 &&
          g_cancellable_is_cancelled (gathering->cancellable))
        return;

      if (fetches_ahead)
        _dwell_statistics_fetch_ahead (gathering->self, number, last, walk->finds,
                                       sizeof *walk->finds);
      if (span.begin > gathering->end)
        continue;

      span.pair = _dwell_statistics_get_pair (gathering->self, row, trace->span_area[number]);

      if (span.begin >= gathering->begin)
        {
          walk_span (walk, row, &span);
          continue;
        }

      walk->finds[span.pair].slot++;
      if ((span.flags & DWELL_SPAN_DOUBTFUL) == 0)
        extend_reach (&walk->finds[span.pair], &span);
    }
}

/* The state before the block. */
static void
begin_walk (Walk    *walk,
            guint32  block)
{
  const DwellGathering *gathering = walk->gathering;
  const DwellStatisticsIndex *self = gathering->self;
  const DwellPairState *states = self->states + (gsize) block * self->n_pairs;

  walk->n_longs = self->block_longs[block] - self->block_longs[gathering->blocks[0]];
  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    {
      DwellPairFinds *finds = &walk->finds[pair];

      finds->min_period = finds->min_gap = G_MAXUINT64;
      finds->reach = states[pair].reach;
      finds->reach_is_recorded = states[pair].reach_is_recorded;
      finds->slot = gathering->slots[pair] + states[pair].n - gathering->states_at_begin[pair].n;
    }
}

static void
walk_block (guint    job,
            gpointer user_data)
{
  const DwellGathering *gathering = user_data;
  const DwellStatisticsIndex *self = gathering->self;
  guint32 first = gathering->blocks[job] * self->block_size;
  guint32 last = (guint32) MIN ((guint64) first + self->block_size, self->trace->n_spans);
  Walk walk = {
    .gathering = gathering,
    .finds = gathering->finds + (gsize) job * self->n_pairs,
  };

  if (g_cancellable_is_cancelled (gathering->cancellable))
    return;

  _dwell_own_block_begin (&walk.own, &gathering->own_times, self, job, gathering->blocks[job]);
  begin_walk (&walk, gathering->blocks[job]);
  walk_spans (&walk, first, last);
  _dwell_own_block_end (&walk.own, self);
}

/*< private >
 * _dwell_statistics_gather: fills finds, heads, tails and durations, which must have room; only
 * partly if it was cancelled. */
void
_dwell_statistics_gather (DwellGathering *gathering)
{
  dwell_parallel_for (gathering->n_blocks, walk_block, gathering);
}
