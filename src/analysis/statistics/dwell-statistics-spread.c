/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes what needs all durations at once: standard deviation, percentiles; and all begins: the
 * periods of a group over several contexts.
 *
 * Percentiles are selected by radix: a histogram of equal steps from the least to the most, then
 * the same within the step that the rank falls into, at most eleven times for 64 bits. The cost is
 * linear whatever the durations are, which quickselect does not promise. Of very many durations
 * shares are looked at on all processors. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/statistics/dwell-statistics-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

#define MAX_STEPS       2048u
#define MIN_STEPS       64u
#define MANY_DURATIONS  8192
#define FEW_DURATIONS   48
#define SHARE_DURATIONS ((gsize) 1 << 20)

static const guint percents[] = { 50, 90, 99 };

/* Values from low to high, of which the one at a rank is wanted. */
typedef struct {
  const guint64 *values;
  gsize          n;
  guint64        low;
  guint64        high;
  guint          shift;   /* from a value's distance to low to its step */
  guint          n_steps; /* few for few values: histograms want to be cleared */
} Selection;

/* The result for a share of the durations. */
typedef struct {
  DwellExtremes call;
  double        squares;
  guint32       counts[MAX_STEPS];
  gsize         place; /* where what is selected of it goes */
} Share;

typedef struct {
  Selection     all;
  guint64       mean; /* its whole part */
  Share        *shares;
  guint         n_shares;
  guint32       counts[MAX_STEPS];
  GCancellable *cancellable;
  Selection     step; /* that a rank falls into */
  guint64      *copy; /* of its values */
} Spread;

/* Returns how many values there are in @share, the first of which goes to @values. */
static gsize
get_share (const Spread   *spread,
           guint           share,
           const guint64 **values)
{
  *values = spread->all.values + share * SHARE_DURATIONS;
  return MIN (spread->all.n - share * SHARE_DURATIONS, SHARE_DURATIONS);
}

/* Sums the halves of the durations by themselves, which cannot overflow. */
static void
find_extremes (guint    share,
               gpointer user_data)
{
  const Spread *spread = user_data;
  DwellExtremes *call = &spread->shares[share].call;
  const guint64 *values;
  gsize n = get_share (spread, share, &values);
  guint64 min = values[0];
  guint64 max = values[0];
  guint64 low_sum = 0;
  guint64 high_sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      min = MIN (min, values[i]);
      max = MAX (max, values[i]);
      low_sum += (guint32) values[i];
      high_sum += values[i] >> 32;
    }

  call->n = n;
  call->min = min;
  call->max = max;
  call->sum = ((DwellWide) high_sum << 32) + low_sum;
}

static void
count_steps (const Selection *selection,
             guint32         *counts)
{
  memset (counts, 0, selection->n_steps * sizeof (guint32));

  for (gsize i = 0; i < selection->n; i++)
    counts[(selection->values[i] - selection->low) >> selection->shift]++;
}

/* The steps of a share, and its distances from the mean: from its whole part, so that they are
 * exact however long the durations are. */
static void
measure_share (guint    share,
               gpointer user_data)
{
  const Spread *spread = user_data;
  Selection selection = spread->all;
  double squares = 0;

  if (g_cancellable_is_cancelled (spread->cancellable))
    return;

  selection.n = get_share (spread, share, &selection.values);
  count_steps (&selection, spread->shares[share].counts);

  for (gsize i = 0; i < selection.n; i++)
    {
      guint64 value = selection.values[i];
      guint64 apart = value >= spread->mean ? value - spread->mean : spread->mean - value;

      squares += (double) apart * (double) apart;
    }

  spread->shares[share].squares = squares;
}

static void
set_steps (Selection *selection)
{
  selection->n_steps = selection->n < MANY_DURATIONS ? MIN_STEPS : MAX_STEPS;
  selection->shift = 0;
  while ((selection->high - selection->low) >> selection->shift >= selection->n_steps)
    selection->shift++;
}

/* Narrows @selection to the step that @rank falls into, and @rank to the place in there. Its values
 * are all still, but n is how many of them are meant. Returns the step. */
static guint
narrow (Selection     *selection,
        const guint32 *counts,
        gsize         *rank)
{
  guint step = 0;
  guint64 width = ((guint64) 1 << selection->shift) - 1;

  while (step < selection->n_steps - 1 && *rank >= counts[step])
    *rank -= counts[step++];

  selection->n = counts[step];
  selection->low += (guint64) step << selection->shift;
  selection->high = selection->low + MIN (selection->high - selection->low, width);
  set_steps (selection);
  return step;
}

/* Copies those of @n @values that @selection means; the copy may be in their place. */
static void
copy_selected (const Selection *selection,
               const guint64   *values,
               gsize            n,
               guint64         *copy)
{
  for (gsize i = 0; i < n; i++)
    if (values[i] - selection->low <= selection->high - selection->low)
      *copy++ = values[i];
}

static void
copy_share (guint    share,
            gpointer user_data)
{
  const Spread *spread = user_data;
  const guint64 *values;
  gsize n = get_share (spread, share, &values);

  if (!g_cancellable_is_cancelled (spread->cancellable))
    copy_selected (&spread->step, values, n, spread->copy + spread->shares[share].place);
}

static guint64
select_among_few (const Selection *selection,
                  gsize            rank)
{
  guint64 sorted[FEW_DURATIONS];

  for (gsize i = 0; i < selection->n; i++)
    {
      gsize j = i;

      for (; j > 0 && sorted[j - 1] > selection->values[i]; j--)
        sorted[j] = sorted[j - 1];
      sorted[j] = selection->values[i];
    }

  return sorted[rank];
}

/* The value of @rank, from 0. */
static guint64
select_rank (Spread *spread,
             gsize   rank)
{
  Selection *step = &spread->step;
  guint64 value;
  gsize place = 0;
  guint number;

  *step = spread->all;
  number = narrow (step, spread->counts, &rank);
  if (step->low == step->high)
    return step->low;

  for (guint i = 0; i < spread->n_shares; i++)
    {
      spread->shares[i].place = place;
      place += spread->shares[i].counts[number];
    }

  spread->copy = dwell_big_alloc (step->n * sizeof (guint64));
  dwell_parallel_for (spread->n_shares, copy_share, spread);
  step->values = spread->copy;

  while (step->low < step->high && step->n > FEW_DURATIONS &&
         !g_cancellable_is_cancelled (spread->cancellable))
    {
      guint32 counts[MAX_STEPS];
      gsize n = step->n;

      count_steps (step, counts);
      narrow (step, counts, &rank);
      copy_selected (step, spread->copy, n, spread->copy);
    }

  value = step->low < step->high && step->n <= FEW_DURATIONS ? select_among_few (step, rank)
                                                             : step->low;
  dwell_big_free (spread->copy);
  return value;
}

static void
set_deviation (const Spread *spread,
               DwellDetails *details)
{
  const DwellExtremes *call = &details->call;
  double rest = (double) (call->sum - (DwellWide) spread->mean * call->n) / (double) call->n;
  double squares = 0;

  for (guint i = 0; i < spread->n_shares; i++)
    squares += spread->shares[i].squares;

  details->std = sqrt (MAX (0, squares / (double) call->n - rest * rest));
}

/*< private >
 * _dwell_statistics_spread:
 * @durations: ns, in any order
 * @n: how many there are
 * @details: its call, std and percentiles are set
 * @cancellable: (nullable): looked at every few milliseconds
 *
 * The standard deviation of the population, and percentiles by nearest rank: the ⌈p/100 · n⌉th. */
void
_dwell_statistics_spread (const guint64 *durations,
                          gsize          n,
                          DwellDetails  *details,
                          GCancellable  *cancellable)
{
  Spread spread;

  if (n == 0)
    return;

  spread.all.values = durations;
  spread.all.n = n;
  spread.cancellable = cancellable;
  spread.n_shares = (guint) ((n + SHARE_DURATIONS - 1) / SHARE_DURATIONS);
  spread.shares = g_new0 (Share, spread.n_shares);
  dwell_parallel_for (spread.n_shares, find_extremes, &spread);
  for (guint i = 0; i < spread.n_shares; i++)
    _dwell_extremes_merge (&details->call, &spread.shares[i].call);

  spread.all.low = details->call.min;
  spread.all.high = details->call.max;
  set_steps (&spread.all);
  spread.mean = (guint64) (details->call.sum / details->call.n);
  dwell_parallel_for (spread.n_shares, measure_share, &spread);
  set_deviation (&spread, details);

  memset (spread.counts, 0, spread.all.n_steps * sizeof (guint32));
  for (guint i = 0; i < spread.n_shares; i++)
    for (guint step = 0; step < spread.all.n_steps; step++)
      spread.counts[step] += spread.shares[i].counts[step];

  for (gsize i = 0; i < G_N_ELEMENTS (percents) && !g_cancellable_is_cancelled (cancellable); i++)
    details->percentiles[i] = select_rank (&spread, (n * percents[i] + 99) / 100 - 1);

  g_free (spread.shares);
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
