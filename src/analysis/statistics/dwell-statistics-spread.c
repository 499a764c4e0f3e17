/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes what needs all durations at once: standard deviation and percentiles.
 *
 * Durations are read twice, in place: first for the sums and for a histogram whose steps are
 * narrower for shorter durations; then for the distances from the mean, and to copy those few
 * durations in the steps that contain the ranks. Among these the rank is found by radix: a
 * histogram of equal steps, then the same within the step that contains the rank. The cost is
 * linear whatever the durations are, which quickselect does not guarantee. Very many durations are
 * split into shares for all processors. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/statistics/dwell-percentile.h"
#include "analysis/statistics/dwell-statistics-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

/* One step for each number of few bits, then the same number of steps for each power of two. */
#define STEP_BITS     5
#define N_STEPS       ((64 - STEP_BITS + 1) << STEP_BITS)

#define MAX_EQUAL_STEPS 2048u
#define MIN_EQUAL_STEPS 64u
#define MANY_DURATIONS  8192
#define FEW_DURATIONS   48
#define SHARE_DURATIONS ((gsize) 1 << 20)

static const double fractions[] = { 0.5, 0.9, 0.99 };

#define N_RANKS G_N_ELEMENTS (fractions)

/* A step that contains ranks. */
typedef struct {
  guint    number;
  guint64  low;
  guint64  width;  /* the greatest minus the least value of the step */
  gsize    before; /* how many durations are smaller */
  gsize    n;
  guint64 *values; /* the durations in it; NULL if they are all equal */
} Step;

/* The result for a share of the durations. */
typedef struct {
  DwellExtremes call;
  double        squares;
  gsize         places[N_RANKS]; /* places for the durations in the steps of ranks */
  guint32       counts[N_STEPS];
} Share;

typedef struct {
  const DwellDurations *durations;
  guint64               mean; /* the integer part of the mean */
  Share                *shares;
  guint                 n_shares;
  Step                  steps[N_RANKS]; /* rising, without duplicates */
  guint                 n_steps;
  guint                 rank_steps[N_RANKS];
  GCancellable         *cancellable;
} Spread;

/* Values from low to high, of which the one at a rank is wanted. */
typedef struct {
  const guint64 *values;
  gsize          n;
  guint64        low;
  guint64        high;
  guint          shift;   /* shift from a value's distance from low to its step */
  guint          n_steps; /* few for few values, as histograms have to be cleared */
} Selection;

/* Returns how many durations there are in @share, the first of which is @first. */
static gsize
get_share (const Spread *spread,
           guint         share,
           gsize        *first)
{
  *first = share * SHARE_DURATIONS;
  return MIN (spread->durations->n - *first, SHARE_DURATIONS);
}

static inline guint
get_step (guint64 value)
{
  guint power = 63 - (guint) __builtin_clzll (value | 1);

  if (power < STEP_BITS)
    return (guint) value;

  return ((power - STEP_BITS) << STEP_BITS) + (guint) (value >> (power - STEP_BITS));
}

/* Sums the upper and lower halves of the durations separately, which cannot overflow. */
static void
count_share (guint    share,
             gpointer user_data)
{
  const Spread *spread = user_data;
  Share *self = &spread->shares[share];
  guint64 min = G_MAXUINT64;
  guint64 max = 0;
  guint64 low_sum = 0;
  guint64 high_sum = 0;
  gsize first;
  gsize n = get_share (spread, share, &first);

  memset (self->counts, 0, sizeof self->counts);
  for (gsize i = first; i < first + n; i++)
    {
      guint64 value = _dwell_durations_get (spread->durations, i);

      min = MIN (min, value);
      max = MAX (max, value);
      low_sum += (guint32) value;
      high_sum += value >> 32;
      self->counts[get_step (value)]++;
    }

  self->call = (DwellExtremes) { ((DwellWide) high_sum << 32) + low_sum, min, max, n };
}

/* The distances of a share from the mean: from its integer part, so that they are exact however
 * long the durations are. Copies the durations in the steps of ranks. */
static void
measure_share (guint    share,
               gpointer user_data)
{
  const Spread *spread = user_data;
  Share *self = &spread->shares[share];
  double squares = 0;
  gsize first;
  gsize n = get_share (spread, share, &first);

  if (g_cancellable_is_cancelled (spread->cancellable))
    return;

  for (gsize i = first; i < first + n; i++)
    {
      guint64 value = _dwell_durations_get (spread->durations, i);
      guint64 apart = value >= spread->mean ? value - spread->mean : spread->mean - value;

      squares += (double) apart * (double) apart;
      for (guint k = 0; k < spread->n_steps; k++)
        if (G_UNLIKELY (value - spread->steps[k].low <= spread->steps[k].width) &&
            spread->steps[k].values != NULL)
          spread->steps[k].values[self->places[k]++] = value;
    }

  self->squares = squares;
}

static void
set_bounds (Step *step)
{
  guint shift = step->number >> STEP_BITS;

  step->low = step->number;
  step->width = 0;
  if (shift > 1)
    {
      step->low = ((guint64) (step->number & ((1u << STEP_BITS) - 1)) | 1u << STEP_BITS)
                  << (shift - 1);
      step->width = ((guint64) 1 << (shift - 1)) - 1;
    }
}

static guint32
count_step (const Spread *spread,
            guint         number)
{
  guint32 n = 0;

  for (guint i = 0; i < spread->n_shares; i++)
    n += spread->shares[i].counts[number];

  return n;
}

static gsize
get_rank (const Spread *spread,
          guint         i)
{
  return dwell_percentile_get_rank (fractions[i], spread->durations->n);
}

/* Finds the steps that the ranks fall into. */
static void
find_steps (Spread  *spread,
            guint64  min)
{
  guint number = get_step (min);
  gsize before = 0;
  guint32 n = count_step (spread, number);

  for (guint i = 0; i < N_RANKS; i++)
    {
      while (get_rank (spread, i) >= before + n)
        {
          before += n;
          n = count_step (spread, ++number);
        }

      if (spread->n_steps == 0 || spread->steps[spread->n_steps - 1].number != number)
        {
          spread->steps[spread->n_steps] = (Step) { .number = number, .before = before, .n = n };
          set_bounds (&spread->steps[spread->n_steps++]);
        }
      spread->rank_steps[i] = spread->n_steps - 1;
    }
}

/* Makes room for the durations in the steps. */
static void
prepare_steps (Spread *spread)
{
  for (guint k = 0; k < spread->n_steps; k++)
    {
      Step *step = &spread->steps[k];
      gsize place = 0;

      for (guint i = 0; i < spread->n_shares; i++)
        {
          spread->shares[i].places[k] = place;
          place += spread->shares[i].counts[step->number];
        }

      if (step->width > 0)
        step->values = dwell_big_alloc (step->n * sizeof (guint64));
    }
}

static void
count_equal_steps (const Selection *selection,
                   guint32         *counts)
{
  memset (counts, 0, selection->n_steps * sizeof (guint32));

  for (gsize i = 0; i < selection->n; i++)
    counts[(selection->values[i] - selection->low) >> selection->shift]++;
}

static void
set_equal_steps (Selection *selection)
{
  selection->n_steps = selection->n < MANY_DURATIONS ? MIN_EQUAL_STEPS : MAX_EQUAL_STEPS;
  selection->shift = 0;
  while ((selection->high - selection->low) >> selection->shift >= selection->n_steps)
    selection->shift++;
}

/* Narrows @selection to the step that @rank falls into, and @rank to the place in there. It still
 * has all its values, but n is the number of selected ones. */
static void
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
  set_equal_steps (selection);
}

/* Copies those of @n @values that @selection selects; may copy in place. */
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

/* The value of @rank, from 0, among all durations: in @step. */
static guint64
select_rank (const Spread *spread,
             const Step   *step,
             gsize         rank)
{
  Selection selection = {
    .values = step->values, .n = step->n, .low = step->low, .high = step->low + step->width,
  };
  guint64 *copy = NULL;
  guint64 value;

  rank -= step->before;
  set_equal_steps (&selection);

  while (selection.low < selection.high && selection.n > FEW_DURATIONS &&
         !g_cancellable_is_cancelled (spread->cancellable))
    {
      guint32 counts[MAX_EQUAL_STEPS];
      const guint64 *values = selection.values;
      gsize n = selection.n;

      count_equal_steps (&selection, counts);
      narrow (&selection, counts, &rank);
      if (copy == NULL)
        copy = dwell_big_alloc (selection.n * sizeof (guint64));
      copy_selected (&selection, values, n, copy);
      selection.values = copy;
    }

  value = selection.low < selection.high && selection.n <= FEW_DURATIONS
            ? select_among_few (&selection, rank) : selection.low;
  dwell_big_free (copy);
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
 * @details: call, std and percentiles are set
 * @cancellable: (nullable): checked every few milliseconds
 *
 * Computes the standard deviation of the population, and percentiles. */
void
_dwell_statistics_spread (const DwellDurations *durations,
                          DwellDetails         *details,
                          GCancellable         *cancellable)
{
  Spread spread = { .durations = durations, .cancellable = cancellable };

  if (durations->n == 0)
    return;

  spread.n_shares = (guint) ((durations->n + SHARE_DURATIONS - 1) / SHARE_DURATIONS);
  spread.shares = g_new (Share, spread.n_shares);
  dwell_parallel_for (spread.n_shares, count_share, &spread);
  for (guint i = 0; i < spread.n_shares; i++)
    _dwell_extremes_merge (&details->call, &spread.shares[i].call);

  spread.mean = (guint64) (details->call.sum / details->call.n);
  find_steps (&spread, details->call.min);
  prepare_steps (&spread);
  dwell_parallel_for (spread.n_shares, measure_share, &spread);

  if (!g_cancellable_is_cancelled (cancellable))
    {
      set_deviation (&spread, details);
      for (guint i = 0; i < N_RANKS; i++)
        details->percentiles[i] = select_rank (&spread, &spread.steps[spread.rank_steps[i]],
                                               get_rank (&spread, i));
    }

  for (guint k = 0; k < spread.n_steps; k++)
    dwell_big_free (spread.steps[k].values);
  g_free (spread.shares);
}
