/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What needs all durations at once: standard deviation, percentiles; and what needs all begins: the
 * periods of a group over several contexts.
 *
 * Percentiles are selected by radix: a histogram of 2048 equal steps from the least to the most,
 * then the same within the step that the rank falls into, at most six times for 64 bits. The cost
 * is linear whatever the durations are, which quickselect does not promise. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/dwell-statistics-private.h"
#include "core/dwell-memory.h"

#define STEP_BITS     11
#define N_STEPS       (1u << STEP_BITS)
#define FEW_DURATIONS 48

static const guint percents[] = { 50, 90, 99 };

/* Those of @values that lie from @low to @high, rank after rank. */
typedef struct {
  const guint64 *values;
  gsize          n_values;
  guint64        low;
  guint64        high;
} Selection;

static gsize
copy_selected (const Selection *selection,
               guint64         *copy)
{
  gsize n = 0;

  for (gsize i = 0; i < selection->n_values; i++)
    {
      copy[n] = selection->values[i];
      n += selection->values[i] - selection->low <= selection->high - selection->low;
    }

  return n;
}

static guint64
select_among_few (const Selection *selection,
                  gsize            rank)
{
  guint64 sorted[FEW_DURATIONS + 1];
  gsize n = copy_selected (selection, sorted);

  for (gsize i = 1; i < n; i++)
    {
      guint64 value = sorted[i];
      gsize j = i;

      for (; j > 0 && sorted[j - 1] > value; j--)
        sorted[j] = sorted[j - 1];
      sorted[j] = value;
    }

  return rank < n ? sorted[rank] : selection->high;
}

/* Counts the selected values by step; the shift from a value above low to its step is returned. */
static guint
count_steps (const Selection *selection,
             guint32         *counts)
{
  guint64 range = selection->high - selection->low;
  guint shift = 0;

  while (range >> shift >= N_STEPS)
    shift++;

  memset (counts, 0, N_STEPS * sizeof (guint32));
  for (gsize i = 0; i < selection->n_values; i++)
    {
      guint64 above = selection->values[i] - selection->low;

      if (above <= range)
        counts[above >> shift]++;
    }

  return shift;
}

/* Narrows @selection to the step that @rank falls into, and @rank to the place in there. Returns
 * how many values the step has. */
static gsize
narrow (Selection     *selection,
        const guint32 *counts,
        guint          shift,
        gsize         *rank)
{
  guint step = 0;
  guint64 width = ((guint64) 1 << shift) - 1;

  while (step < N_STEPS - 1 && *rank >= counts[step])
    *rank -= counts[step++];

  selection->low += (guint64) step << shift;
  selection->high = selection->low + MIN (selection->high - selection->low, width);
  return counts[step];
}

/* The value of @rank (from 0). @counts and @shift are those of @selection. */
static guint64
select_rank (Selection  selection,
             guint32   *counts,
             guint      shift,
             gsize      rank)
{
  gsize n = narrow (&selection, counts, shift, &rank);
  guint64 *copy;
  guint64 value;

  if (selection.low == selection.high)
    return selection.low;

  /* The last place is written to by those that are not meant. */
  copy = dwell_big_alloc ((n + 1) * sizeof (guint64));
  selection.n_values = copy_selected (&selection, copy);
  selection.values = copy;

  while (selection.low < selection.high && n > FEW_DURATIONS)
    {
      shift = count_steps (&selection, counts);
      n = narrow (&selection, counts, shift, &rank);
      selection.n_values = copy_selected (&selection, copy);
    }

  value = selection.low < selection.high ? select_among_few (&selection, rank) : selection.low;
  dwell_big_free (copy);
  return value;
}

/* Sums the halves of the durations by themselves, which cannot overflow. */
static void
find_extremes (const guint64 *durations,
               gsize          n,
               DwellExtremes *call)
{
  guint64 min = durations[0];
  guint64 max = durations[0];
  guint64 low_sum = 0;
  guint64 high_sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      min = MIN (min, durations[i]);
      max = MAX (max, durations[i]);
      low_sum += (guint32) durations[i];
      high_sum += durations[i] >> 32;
    }

  call->n = n;
  call->min = min;
  call->max = max;
  call->sum = ((DwellWide) high_sum << 32) + low_sum;
}

static double
get_deviation (const guint64       *durations,
               gsize                n,
               const DwellExtremes *call)
{
  guint64 mean = (guint64) (call->sum / call->n);
  double rest = (double) (call->sum - (DwellWide) mean * call->n) / (double) call->n;
  double squares = 0;

  /* Differences from the whole part of the mean are exact, however long the durations are. */
  for (gsize i = 0; i < n; i++)
    {
      guint64 apart = durations[i] >= mean ? durations[i] - mean : mean - durations[i];

      squares += (double) apart * (double) apart;
    }

  return sqrt (MAX (0, squares / (double) call->n - rest * rest));
}

/*< private >
 * _dwell_statistics_spread:
 * @durations: ns, in any order
 * @n: how many there are
 * @details: its call, std and percentiles are set
 * @cancellable: (nullable): looked at between passes over the durations
 *
 * The standard deviation of the population, and percentiles by nearest rank: the ⌈p/100 · n⌉th. */
void
_dwell_statistics_spread (const guint64 *durations,
                          gsize          n,
                          DwellDetails  *details,
                          GCancellable  *cancellable)
{
  Selection selection = { durations, n, 0, 0 };
  guint32 first_counts[N_STEPS];
  guint32 counts[N_STEPS];
  guint shift;

  if (n == 0)
    return;

  find_extremes (durations, n, &details->call);
  selection.low = details->call.min;
  selection.high = details->call.max;
  details->std = get_deviation (durations, n, &details->call);
  shift = count_steps (&selection, first_counts);

  for (gsize i = 0; i < G_N_ELEMENTS (percents) && !g_cancellable_is_cancelled (cancellable); i++)
    {
      memcpy (counts, first_counts, sizeof counts);
      details->percentiles[i] = select_rank (selection, counts, shift,
                                             (details->call.n * percents[i] + 99) / 100 - 1);
    }
}

/* Merges the sorted values before and from @middle on; @scratch has room for the former. Leaves it
 * undone if cancelled. */
static void
merge (gint64       *values,
       gsize         middle,
       gsize         n,
       gint64       *scratch,
       GCancellable *cancellable)
{
  gsize left = 0;
  gsize right = middle;
  gsize out = 0;

  if (middle == 0 || middle == n || values[middle - 1] <= values[middle])
    return;

  memcpy (scratch, values, middle * sizeof (gint64));
  while (left < middle && right < n)
    {
      values[out++] = scratch[left] <= values[right] ? scratch[left++] : values[right++];

      if ((out & DWELL_STATISTICS_CANCEL_MASK) == 0 && g_cancellable_is_cancelled (cancellable))
        return;
    }

  memcpy (values + out, scratch + left, (middle - left) * sizeof (gint64));
}

/*< private >
 * _dwell_statistics_periods:
 * @begins: runs of sorted begins, one after another; sorted as a whole afterwards
 * @run_ends: where each run ends; written over
 * @n_runs: how many there are
 * @periods: (out): the differences of neighbours
 * @cancellable: (nullable): looked at all the while */
void
_dwell_statistics_periods (gint64        *begins,
                           gsize         *run_ends,
                           guint          n_runs,
                           DwellExtremes *periods,
                           GCancellable  *cancellable)
{
  gsize n = n_runs > 0 ? run_ends[n_runs - 1] : 0;
  gint64 *scratch = dwell_big_alloc (n * sizeof (gint64));

  while (n_runs > 1)
    {
      guint n_merged = 0;

      for (guint run = 0; run < n_runs; run += 2)
        {
          gsize start = run > 0 ? run_ends[run - 1] : 0;

          if (run + 1 < n_runs)
            merge (begins + start, run_ends[run] - start, run_ends[run + 1] - start, scratch,
                   cancellable);

          run_ends[n_merged++] = run_ends[MIN (run + 1, n_runs - 1)];
        }

      n_runs = n_merged;
    }

  for (gsize i = 1; i < n; i++)
    _dwell_extremes_add (periods, _dwell_statistics_length (begins[i - 1], begins[i]));

  dwell_big_free (scratch);
}
