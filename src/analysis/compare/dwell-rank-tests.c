/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of two samples. Ranks come from one walk along both sorted samples, in whole numbers. */
#include "config.h"

#include "analysis/compare/dwell-rank-tests.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/dwell-placements.h"

/* Sums of placements of the values of one sample in the other: doubled, so that they are whole
 * numbers, and minus the middle, so that squares stay small. */
typedef struct {
  DwellSignedWide sum;
  DwellWide       squares;
  gint64          min;
  gint64          max;
} Placements;

static void
add_placements (Placements *self,
                gint64      placement,
                guint64     n)
{
  guint64 size = (guint64) ABS (placement);

  self->sum += (DwellSignedWide) placement * (gint64) n;
  self->squares += (DwellWide) size * size * n;
  self->min = MIN (self->min, placement);
  self->max = MAX (self->max, placement);
}

/* @n: the number of placements; @n_other: the size of the other sample. */
static double
get_variance (const Placements *self,
              guint64           n,
              guint64           n_other)
{
  long double scale = 2.0L * n_other;
  long double rest;

  if (n < 2 || self->min >= self->max)
    return 0;

  rest = (long double) self->squares - (long double) self->sum * (long double) self->sum / n;
  return (double) (MAX (rest, 0) / (n - 1) / (scale * scale));
}

/* How many of the values from @i on equal @value. */
static guint64
count_equal (const DwellTestSample *sample,
             guint64                i,
             gint64                 value)
{
  guint64 n = 0;

  while (i + n < sample->n && sample->sorted[i + n] == value)
    n++;

  return n;
}

/**
 * dwell_ranks:
 * @base: a sample of at least one value
 * @new: another
 *
 * Returns: how their ranks relate
 */
DwellRanks
dwell_ranks (const DwellTestSample *base,
             const DwellTestSample *new)
{
  Placements of_base = { .min = G_MAXINT64, .max = G_MININT64 };
  Placements of_new = { .min = G_MAXINT64, .max = G_MININT64 };
  DwellRanks ranks = { 0 };
  guint64 i = 0;
  guint64 j = 0;

  while (i < base->n || j < new->n)
    {
      gint64 value = i == base->n ? new->sorted[j]
                     : j == new->n ? base->sorted[i] : MIN (base->sorted[i], new->sorted[j]);
      guint64 n_base = count_equal (base, i, value);
      guint64 n_new = count_equal (new, j, value);
      long double n = (long double) (n_base + n_new);

      if (n_base > 0)
        add_placements (&of_base, (gint64) (2 * j + n_new) - (gint64) new->n, n_base);
      if (n_new > 0)
        add_placements (&of_new, (gint64) (2 * i + n_base) - (gint64) base->n, n_new);
      ranks.twice_u += (DwellWide) (2 * i + n_base) * n_new;
      ranks.ties += n * n * n - n;
      i += n_base;
      j += n_new;
    }

  ranks.superiority = (double) ((long double) ranks.twice_u / (2.0L * base->n * new->n));
  ranks.base_variance = get_variance (&of_base, base->n, new->n);
  ranks.new_variance = get_variance (&of_new, new->n, base->n);
  return ranks;
}

/* Twice the mid rank of each value of both samples together; returns the sum of those of the
 * smaller sample. */
static guint
fill_ranks (const DwellTestSample *base,
            const DwellTestSample *new,
            guint                 *twice)
{
  gboolean is_new = new->n < base->n;
  guint sum = 0;
  guint i = 0;
  guint j = 0;

  while (i < base->n || j < new->n)
    {
      gint64 value = i == base->n ? new->sorted[j]
                     : j == new->n ? base->sorted[i] : MIN (base->sorted[i], new->sorted[j]);
      guint n_base = (guint) count_equal (base, i, value);
      guint n_new = (guint) count_equal (new, j, value);
      guint rank = 2 * (i + j) + n_base + n_new + 1;

      for (guint k = 0; k < n_base + n_new; k++)
        twice[i + j + k] = rank;
      sum += rank * (is_new ? n_new : n_base);
      i += n_base;
      j += n_new;
    }

  return sum;
}

/**
 * dwell_mann_whitney_exact:
 * @base: a sample of 1 to %DWELL_TEST_EXACT_MAX values
 * @new: another
 *
 * Counts all splits of the values, with their ties, whose U is at least as far from the middle as
 * that of the two samples. The counts are whole numbers: C(100, 50) fits.
 *
 * Returns: the two-sided p
 */
double
dwell_mann_whitney_exact (const DwellTestSample *base,
                          const DwellTestSample *new)
{
  guint n_all = (guint) (base->n + new->n);
  guint n = (guint) MIN (base->n, new->n);
  guint width = 2 * n_all * n + 1; /* no rank is larger than n_all */
  guint twice[2 * DWELL_TEST_EXACT_MAX];
  g_autofree DwellWide *ways = NULL;
  DwellWide total = 0;
  DwellWide far = 0;
  guint observed;
  guint middle = n * (n_all + 1);

  g_return_val_if_fail (MAX (base->n, new->n) <= DWELL_TEST_EXACT_MAX && n > 0, NAN);

  observed = fill_ranks (base, new, twice);
  ways = g_new0 (DwellWide, (gsize) (n + 1) * width);
  ways[0] = 1;

  for (guint i = 0; i < n_all; i++)
    for (guint k = MIN (n, i + 1); k-- > 0;)
      for (guint sum = 0; sum + twice[i] < width; sum++)
        ways[(gsize) (k + 1) * width + sum + twice[i]] += ways[(gsize) k * width + sum];

  for (guint sum = 0; sum < width; sum++)
    {
      DwellWide n_ways = ways[(gsize) n * width + sum];

      total += n_ways;
      if (MAX (sum, middle) - MIN (sum, middle) >= MAX (observed, middle) - MIN (observed, middle))
        far += n_ways;
    }

  return (double) ((long double) far / (long double) total);
}

/**
 * dwell_mann_whitney:
 * @base: a sample
 * @new: another
 * @ranks: how their ranks relate, from dwell_ranks()
 *
 * Returns: the test of Mann and Whitney by the normal distribution, corrected for ties and for
 *   continuity; the statistic is U of @new
 */
DwellTest
dwell_mann_whitney (const DwellTestSample *base,
                    const DwellTestSample *new,
                    const DwellRanks      *ranks)
{
  long double product = (long double) base->n * new->n;
  long double n = (long double) base->n + new->n;
  long double variance = product / 12 * (n + 1 - ranks->ties / (n * (n - 1)));
  long double u = ranks->twice_u / 2.0L;
  DwellTest test = { .statistic = (double) u, .df = NAN, .p = 1 };

  if (variance > 0)
    test.p = MIN (1, dwell_normal_p ((double) (MAX (0, fabsl (u - product / 2) - 0.5L) /
                                               sqrtl (variance))));
  return test;
}

static guint64
block_begin (guint64 n,
             guint   n_blocks,
             guint   block)
{
  return (guint64) ((DwellWide) n * block / n_blocks);
}

/* The variance of the mean of the means of blocks. */
static double
variance_of_blocks (const double *means,
                    guint         n_blocks)
{
  double mean = 0;
  double squares = 0;

  for (guint i = 0; i < n_blocks; i++)
    mean += means[i] / n_blocks;
  for (guint i = 0; i < n_blocks; i++)
    squares += (means[i] - mean) * (means[i] - mean);

  return squares / (n_blocks - 1) / n_blocks;
}

/* Welch and Satterthwaite. */
static double
join_df (const DwellMoments *base,
         const DwellMoments *new)
{
  double variance = base->variance + new->variance;

  return variance * variance / (base->variance * base->variance / base->df +
                                new->variance * new->variance / new->df);
}

/* The p of Welch's test of the first half of the means against the second. */
static double
get_drift (const double *means,
           guint         n_blocks)
{
  guint n = n_blocks / 2;
  DwellMoments halves[2];

  for (guint i = 0; i < 2; i++)
    {
      const double *half = means + i * n;

      halves[i] = (DwellMoments) { 0, variance_of_blocks (half, n), n - 1 };
      for (guint k = 0; k < n; k++)
        halves[i].mean += half[k] / n;
    }

  return dwell_welch (&halves[0], &halves[1]).p;
}

/* The variance of the mean placement of @sample in @other, by blocks where that is larger. */
static DwellMoments
get_placement_moments (const DwellTestSample *sample,
                       const DwellTestSample *other,
                       double                 variance,
                       guint                  n_blocks,
                       DwellBlocks           *blocks)
{
  DwellMoments moments = { 0.5, variance / (double) sample->n, (double) sample->n - 1 };
  g_autofree double *means = NULL;
  double of_blocks;
  DwellPlacements placements;

  *blocks = (DwellBlocks) { 1, NAN };
  if (n_blocks < 2 || variance <= 0)
    return moments;

  means = g_new0 (double, n_blocks);
  _dwell_placements_init (&placements, other);
  for (guint i = 0; i < n_blocks; i++)
    {
      guint64 begin = block_begin (sample->n, n_blocks, i);
      guint64 end = block_begin (sample->n, n_blocks, i + 1);

      means[i] = _dwell_placements_sum (&placements, sample->values + begin, end - begin) /
                 (double) (end - begin);
    }
  _dwell_placements_clear (&placements);

  of_blocks = variance_of_blocks (means, n_blocks);
  blocks->drift_p = get_drift (means, n_blocks);
  if (of_blocks > moments.variance)
    {
      blocks->inflation = of_blocks / moments.variance;
      moments.variance = of_blocks;
      moments.df = n_blocks - 1;
    }
  return moments;
}

/**
 * dwell_brunner_munzel:
 * @base: a sample of at least two values
 * @new: another
 * @ranks: how their ranks relate, from dwell_ranks()
 * @n_blocks: how many blocks each is cut into; 0: not cut
 * @base_blocks: (out): the results of the blocks of @base
 * @new_blocks: (out): the results of the blocks of @new
 *
 * Returns: the test of Brunner and Munzel, which assumes neither equal variances nor distinct
 *   values
 */
DwellTest
dwell_brunner_munzel (const DwellTestSample *base,
                      const DwellTestSample *new,
                      const DwellRanks      *ranks,
                      guint                  n_blocks,
                      DwellBlocks           *base_blocks,
                      DwellBlocks           *new_blocks)
{
  DwellMoments of_base = get_placement_moments (base, new, ranks->base_variance, n_blocks,
                                                base_blocks);
  DwellMoments of_new = get_placement_moments (new, base, ranks->new_variance, n_blocks,
                                               new_blocks);
  double variance = of_base.variance + of_new.variance;
  DwellTest test = { .df = NAN };

  if (variance <= 0)
    {
      test.statistic = ranks->superiority == 0.5 ? 0 : NAN;
      test.p = ranks->superiority == 0.5 ? 1 : dwell_least_p (base->n, new->n);
      return test;
    }

  test.df = join_df (&of_base, &of_new);
  test.statistic = (ranks->superiority - 0.5) / sqrt (variance);
  test.p = dwell_student_p (test.statistic, test.df);
  return test;
}

static long double
sum_squares (const gint64 *values,
             guint64       n,
             long double   mean)
{
  long double squares = 0;

  for (guint64 i = 0; i < n; i++)
    squares += ((long double) values[i] - mean) * ((long double) values[i] - mean);

  return squares;
}

static long double
get_mean (const gint64 *values,
          guint64       n)
{
  DwellSignedWide sum = 0;

  for (guint64 i = 0; i < n; i++)
    sum += values[i];

  return (long double) sum / n;
}

/**
 * dwell_moments:
 * @values: (array length=n): values in order of time
 * @n: how many, at least two
 * @n_blocks: how many blocks they are cut into; 0: not cut
 *
 * Returns: their mean and its variance
 */
DwellMoments
dwell_moments (const gint64 *values,
               guint64       n,
               guint         n_blocks)
{
  long double mean = get_mean (values, n);
  DwellMoments moments = { (double) mean, (double) (sum_squares (values, n, mean) / (n - 1) / n),
                           (double) n - 1 };
  g_autofree double *means = NULL;
  double of_blocks;

  if (n_blocks < 2)
    return moments;

  means = g_new (double, n_blocks);
  for (guint i = 0; i < n_blocks; i++)
    {
      guint64 begin = block_begin (n, n_blocks, i);

      means[i] = (double) (get_mean (values + begin, block_begin (n, n_blocks, i + 1) - begin) -
                           mean);
    }

  of_blocks = variance_of_blocks (means, n_blocks);
  if (of_blocks > moments.variance)
    {
      moments.variance = of_blocks;
      moments.df = n_blocks - 1;
    }
  return moments;
}

/**
 * dwell_welch:
 * @base: moments of a sample
 * @new: moments of another
 *
 * Returns: Welch's test of their means
 */
DwellTest
dwell_welch (const DwellMoments *base,
             const DwellMoments *new)
{
  double variance = base->variance + new->variance;
  double difference = new->mean - base->mean;
  DwellTest test = { .df = NAN, .p = difference == 0 };

  if (variance <= 0)
    {
      test.statistic = difference == 0 ? 0 : NAN;
      return test;
    }

  test.df = join_df (base, new);
  test.statistic = difference / sqrt (variance);
  test.p = dwell_student_p (test.statistic, test.df);
  return test;
}

/**
 * dwell_fieller:
 * @base: moments of a sample
 * @new: moments of another
 *
 * Returns: Fieller's 95 % interval of the ratio of their means; NAN where the mean of @base may be
 *   0
 */
DwellInterval
dwell_fieller (const DwellMoments *base,
               const DwellMoments *new)
{
  DwellInterval none = { NAN, NAN };
  double product = base->mean * new->mean;
  double ratio = new->mean / base->mean;
  double root;
  double below;
  double t;

  if (base->mean == 0)
    return none;
  if (base->variance + new->variance <= 0)
    return (DwellInterval) { ratio, ratio };

  t = dwell_student_quantile (0.05, join_df (base, new));
  below = base->mean * base->mean - t * t * base->variance;
  if (below <= 0)
    return none;

  root = sqrt (MAX (0, product * product -
                       below * (new->mean * new->mean - t * t * new->variance)));
  return (DwellInterval) { (product - root) / below, (product + root) / below };
}

/**
 * dwell_mover:
 * @base: a figure
 * @of_base: its interval
 * @new: another
 * @of_new: its interval
 *
 * Returns: the interval of the difference, by the method of Zou and Donner
 */
DwellInterval
dwell_mover (double        base,
             DwellInterval of_base,
             double        new,
             DwellInterval of_new)
{
  return (DwellInterval) {
    new - base - hypot (new - of_new.low, of_base.high - base),
    new - base + hypot (of_new.high - new, base - of_base.low),
  };
}

/**
 * dwell_interval_p:
 * @difference: a difference
 * @interval: its interval
 *
 * Returns: the p of a normally distributed difference with this 95 % interval; NAN if there is no
 *   interval
 */
double
dwell_interval_p (double        difference,
                  DwellInterval interval)
{
  double near = difference > 0 ? difference - interval.low : interval.high - difference;

  if (isnan (near))
    return NAN;
  if (difference == 0)
    return 1;

  return near > 0 ? dwell_normal_p (difference * DWELL_TEST_Z / near) : 0;
}

/**
 * dwell_proportions:
 * @base_hits: how many of the first sample are hits
 * @base_total: the size of the first sample
 * @new_hits: how many of the second sample are hits
 * @new_total: the size of the second sample
 *
 * Returns: the z test of two shares, with the pooled variance
 */
DwellTest
dwell_proportions (guint64 base_hits,
                   guint64 base_total,
                   guint64 new_hits,
                   guint64 new_total)
{
  double share = ((double) base_hits + (double) new_hits) /
                 ((double) base_total + (double) new_total);
  double deviation = sqrt (share * (1 - share) *
                           (1 / (double) base_total + 1 / (double) new_total));
  double difference = (double) new_hits / (double) new_total -
                      (double) base_hits / (double) base_total;
  DwellTest test = { .df = NAN, .p = 1 };

  if (deviation > 0)
    test.statistic = difference / deviation;

  test.p = dwell_normal_p (test.statistic);
  return test;
}

typedef struct {
  double p;
  guint  place;
} Candidate;

static int
compare_candidates (gconstpointer a,
                    gconstpointer b)
{
  const Candidate *left = a;
  const Candidate *right = b;

  if (left->p != right->p)
    return left->p < right->p ? -1 : 1;
  return (left->place > right->place) - (left->place < right->place);
}

/**
 * dwell_benjamini_hochberg:
 * @p: (array length=n): the p of several tests; NAN for tests that were not made
 * @q: (array length=n) (out caller-allocates): the false discovery rate if all tests with at most
 *   this p are taken as discoveries; NAN for tests that were not made
 * @n: how many
 */
void
dwell_benjamini_hochberg (const double *p,
                          double       *q,
                          guint         n)
{
  g_autofree Candidate *candidates = g_new (Candidate, MAX (n, 1));
  guint n_made = 0;
  double least = 1;

  for (guint i = 0; i < n; i++)
    {
      q[i] = NAN;
      if (!isnan (p[i]))
        candidates[n_made++] = (Candidate) { p[i], i };
    }

  qsort (candidates, n_made, sizeof *candidates, compare_candidates);
  for (guint i = n_made; i-- > 0;)
    {
      /* Rounding must not make q smaller than p. */
      least = MIN (least, MAX (candidates[i].p, candidates[i].p * n_made / (i + 1)));
      q[candidates[i].place] = least;
    }
}
