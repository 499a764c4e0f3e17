/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The details of a range: extremes of net, call, period and gap, deviation and percentiles. The
 * results of the walk over blocks are combined, including periods and own times that cross borders.
 * Then the durations, which the walk has stored pair by pair, are evaluated in place, group by
 * group, on all processors. */
#include "config.h"

#include "analysis/statistics/dwell-statistics-gather.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

static void
add_own (guint32  pair,
         guint64  own,
         gpointer user_data)
{
  const DwellGathering *gathering = user_data;

  _dwell_extremes_add (&gathering->pair_details[pair].net, own);
}

static void
merge_periods (DwellExtremes        *periods,
               const DwellPairFinds *finds,
               gint64               *last_begin)
{
  DwellExtremes within = {
    .n = finds->n_begins - 1, .min = finds->min_period, .max = finds->max_period,
    .sum = _dwell_statistics_length (finds->first_begin, finds->last_begin),
  };

  if (*last_begin != DWELL_TIME_NONE)
    _dwell_extremes_add (periods, _dwell_statistics_length (*last_begin, finds->first_begin));

  _dwell_extremes_merge (periods, &within);
  *last_begin = finds->last_begin;
}

/* Merges the results of the blocks for the pairs. */
static void
merge_finds (const DwellGathering *gathering)
{
  guint32 n_pairs = gathering->self->n_pairs;

  for (guint32 pair = 0; pair < n_pairs; pair++)
    {
      DwellDetails *details = &gathering->pair_details[pair];
      gint64 last_begin = DWELL_TIME_NONE;

      for (guint block = 0; block < gathering->n_blocks; block++)
        {
          const DwellPairFinds *finds = &gathering->finds[(gsize) block * n_pairs + pair];
          DwellExtremes gap = { finds->gap_sum, finds->min_gap, finds->max_gap, finds->n_gaps };

          _dwell_extremes_merge (&details->net, &finds->net);
          _dwell_extremes_merge (&details->gap, &gap);
          if (finds->n_begins > 0)
            merge_periods (&details->period, finds, &last_begin);
        }
    }
}

/* Moves the durations of @pair's complete spans to @out, which is the same place or before it.
 * Returns their number. */
static gsize
pack_pair (const DwellGathering *gathering,
           guint32               pair,
           guint64               out)
{
  guint32 *durations = gathering->durations;
  guint64 end = gathering->slots[pair + 1];
  guint64 first = out;

  for (guint64 i = gathering->slots[pair]; i < end; i++)
    {
      if ((i & DWELL_STATISTICS_CANCEL_MASK) == 0 &&
          g_cancellable_is_cancelled (gathering->cancellable))
        break;

      durations[out] = durations[i];
      out += durations[i] != DWELL_NO_DURATION;
    }

  return out - first;
}

static void
spread_slots (const DwellGathering *gathering,
              guint64               slot,
              gsize                 n,
              DwellDetails         *details)
{
  DwellDurations durations = { gathering->durations + slot, n, gathering->longs };

  _dwell_statistics_spread (&durations, details, gathering->cancellable);
}

typedef struct {
  const DwellGathering *gathering;
  guint32              *groups; /* the largest first */
} Settling;

/* The pairs of a group are adjacent, so after packing their durations are one list. */
static void
settle_group (Settling *settling,
              guint32   group)
{
  const DwellGathering *gathering = settling->gathering;
  const DwellStatisticsIndex *self = gathering->self;
  guint32 first = self->group_pairs[group];
  guint32 last = self->group_pairs[group + 1];
  DwellDetails *details = &gathering->group_details[group];
  gsize n_durations = 0;

  for (guint32 pair = first; pair < last; pair++)
    {
      DwellDetails *of_pair = &gathering->pair_details[pair];
      guint64 slot = gathering->slots[first] + n_durations;
      gsize n_of_pair = pack_pair (gathering, pair, slot);

      spread_slots (gathering, slot, n_of_pair, of_pair);
      _dwell_extremes_merge (&details->net, &of_pair->net);
      _dwell_extremes_merge (&details->gap, &of_pair->gap);
      n_durations += n_of_pair;
    }

  if (last - first == 1)
    *details = gathering->pair_details[first];
  else
    spread_slots (gathering, gathering->slots[first], n_durations, details);
}

static void
settle (guint    job,
        gpointer user_data)
{
  Settling *settling = user_data;

  if (!g_cancellable_is_cancelled (settling->gathering->cancellable))
    settle_group (settling, settling->groups[job]);
}

static guint64
count_durations (const DwellGathering *gathering,
                 guint32               group)
{
  const guint32 *group_pairs = gathering->self->group_pairs;

  return gathering->slots[group_pairs[group + 1]] - gathering->slots[group_pairs[group]];
}

static int
compare_sizes (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  const DwellGathering *gathering = user_data;
  guint64 n_left = count_durations (gathering, *(const guint32 *) a);
  guint64 n_right = count_durations (gathering, *(const guint32 *) b);

  return (n_left < n_right) - (n_left > n_right);
}

static void
settle_groups (const DwellGathering *gathering)
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
find_blocks (DwellGathering *gathering)
{
  const DwellStatisticsIndex *self = gathering->self;

  gathering->blocks = g_new (guint32, MAX (self->n_blocks, 1));
  for (guint32 block = 0; block < self->n_blocks; block++)
    if (self->block_begins[block] <= gathering->end && self->block_ends[block] >= gathering->begin)
      gathering->blocks[gathering->n_blocks++] = block;
}

static guint64
count_entries (const DwellGathering *gathering,
               guint32               pair)
{
  guint32 n_before = gathering->states_at_begin[pair].n;

  return MAX (gathering->states_at_end[pair].n, n_before) - n_before;
}

/* Returns how many spans of the blocks in the range have a long duration. */
static gsize
count_longs (const DwellGathering *gathering)
{
  const guint32 *longs = gathering->self->block_longs;

  if (gathering->n_blocks == 0)
    return 0;

  return longs[gathering->blocks[gathering->n_blocks - 1] + 1] - longs[gathering->blocks[0]];
}

/* The maximum bytes for details: the results of blocks; then all durations, plus twice the
 * durations of the groups that are evaluated at the same time, one for each thread. */
static gsize
count_gathering_bytes (const DwellGathering *gathering)
{
  const DwellStatisticsIndex *self = gathering->self;
  gsize n_threads = dwell_parallel_get_n_threads ();
  guint64 n_most = 0; /* entries of a group */
  guint64 n_all = 0;

  for (guint32 group = 0; group < self->n_groups; group++)
    {
      guint64 n = 0;

      for (guint32 pair = self->group_pairs[group]; pair < self->group_pairs[group + 1]; pair++)
        n += count_entries (gathering, pair);
      n_most = MAX (n_most, n);
      n_all += n;
    }

  return gathering->n_blocks * (self->n_pairs * sizeof (DwellPairFinds)) +
         _dwell_own_times_count_bytes (self, gathering->n_blocks) +
         self->n_groups * 2 * sizeof (guint32) +
         (self->n_pairs + 1) * sizeof (guint64) + n_all * sizeof (guint32) +
         (count_longs (gathering) + MIN (n_all, n_threads * n_most) * 2) * sizeof (guint64);
}

static void
prepare (DwellGathering *gathering)
{
  const DwellStatisticsIndex *self = gathering->self;

  gathering->finds =
    dwell_big_alloc (gathering->n_blocks * self->n_pairs * sizeof (DwellPairFinds));
  _dwell_own_times_init (&gathering->own_times, self, gathering->n_blocks);

  gathering->slots = dwell_big_alloc (((gsize) self->n_pairs + 1) * sizeof (guint64));
  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    gathering->slots[pair + 1] = gathering->slots[pair] + count_entries (gathering, pair);

  gathering->durations = dwell_big_alloc (gathering->slots[self->n_pairs] * sizeof (guint32));
  gathering->longs = dwell_big_alloc (count_longs (gathering) * sizeof (guint64));
}

/*< private >
 * _dwell_statistics_get_details: returns all #DwellDetails, by pair and by group. Returns false if
 * cancelled, or if there is too little memory. */
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
  DwellGathering gathering = {
    .self = self, .begin = begin, .end = end,
    .states_at_begin = states_at_begin, .states_at_end = states_at_end,
    .pair_details = pair_details, .group_details = group_details, .cancellable = cancellable,
  };

  gboolean is_whole = TRUE;
  gsize n_bytes;

  find_blocks (&gathering);
  n_bytes = count_gathering_bytes (&gathering);
  if (!dwell_memory_claim (n_bytes, NULL))
    {
      g_free (gathering.blocks);
      return FALSE;
    }

  prepare (&gathering);
  _dwell_statistics_gather (&gathering);

  if (!g_cancellable_is_cancelled (cancellable))
    {
      merge_finds (&gathering);
      _dwell_own_times_settle (&gathering.own_times, self, add_own, &gathering);
      settle_groups (&gathering);
      is_whole = _dwell_statistics_find_periods (&gathering);
    }

  dwell_big_free (gathering.longs);
  dwell_big_free (gathering.durations);
  dwell_big_free (gathering.slots);
  _dwell_own_times_clear (&gathering.own_times);
  dwell_big_free (gathering.finds);
  g_free (gathering.blocks);
  dwell_memory_release (n_bytes);

  return is_whole && !g_cancellable_is_cancelled (cancellable);
}
