/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two samples: as a whole, quantile by quantile, bin by bin. */
#include "config.h"

#include "analysis/compare/dwell-distribution-difference.h"

#include <math.h>

/* With fewer values on a side, the p of ranks is counted rather than taken from the normal
 * distribution. */
#define FEW 10

static DwellTestSample
get_sample (const DwellSamples *samples)
{
  return (DwellTestSample) { samples->values, samples->sorted, samples->n };
}

static gboolean
have_values (const DwellSamples *base,
             const DwellSamples *new)
{
  return base != NULL && new != NULL && MIN (base->n, new->n) > 0;
}

/**
 * dwell_samples_test_init:
 * @self: (out caller-allocates): the result
 * @base: (nullable): samples
 * @new: (nullable): the other samples
 * @alpha: the significance level
 *
 * Tests whether the values of one are larger than those of the other.
 */
void
dwell_samples_test_init (DwellSamplesTest   *self,
                         const DwellSamples *base,
                         const DwellSamples *new,
                         double              alpha)
{
  DwellTestSample of_base;
  DwellTestSample of_new;
  DwellRanks ranks;

  *self = (DwellSamplesTest) {
    .p = NAN, .superiority = NAN, .base_blocks = { 1, NAN }, .new_blocks = { 1, NAN },
  };
  if (!have_values (base, new))
    return;

  of_base = get_sample (base);
  of_new = get_sample (new);
  ranks = dwell_ranks (&of_base, &of_new);
  self->superiority = ranks.superiority;
  self->n_blocks = MIN (base->n, new->n) >= DWELL_TEST_BLOCKS_MIN ? DWELL_TEST_BLOCKS : 0;
  if (dwell_least_p (base->n, new->n) > alpha)
    return;

  if (MIN (base->n, new->n) >= FEW)
    {
      self->kind = self->n_blocks > 0 ? DWELL_TEST_BRUNNER_MUNZEL_BLOCKS
                                      : DWELL_TEST_BRUNNER_MUNZEL;
      self->p = dwell_brunner_munzel (&of_base, &of_new, &ranks, self->n_blocks,
                                      &self->base_blocks, &self->new_blocks).p;
    }
  else if (MAX (base->n, new->n) <= DWELL_TEST_EXACT_MAX)
    {
      self->kind = DWELL_TEST_MANN_WHITNEY_EXACT;
      self->p = dwell_mann_whitney_exact (&of_base, &of_new);
    }
  else
    {
      self->kind = DWELL_TEST_MANN_WHITNEY;
      self->p = dwell_mann_whitney (&of_base, &of_new, &ranks).p;
    }
}

static DwellInterval
get_interval (const DwellSamples *samples,
              double              fraction,
              double              inflation)
{
  guint64 low;
  guint64 high;

  dwell_quantile_ranks (samples->n, fraction, inflation, &low, &high);
  if (low == 0 || high == 0)
    return (DwellInterval) { NAN, NAN };

  return (DwellInterval) { (double) samples->sorted[low - 1], (double) samples->sorted[high - 1] };
}

static DwellInterval
get_ratio_interval (double        base,
                    DwellInterval of_base,
                    double        new,
                    DwellInterval of_new)
{
  DwellInterval logs;

  if (isnan (of_base.low) || isnan (of_new.low) || of_base.low <= 0 || of_new.low <= 0)
    return (DwellInterval) { NAN, NAN };

  logs = dwell_mover (log (base), (DwellInterval) { log (of_base.low), log (of_base.high) },
                      log (new), (DwellInterval) { log (of_new.low), log (of_new.high) });
  return (DwellInterval) { exp (logs.low), exp (logs.high) };
}

/**
 * dwell_shift_init:
 * @self: (out caller-allocates): the quantile of both
 * @fraction: which one, in (0, 1]
 * @base: (nullable): samples
 * @new: (nullable): the other samples
 * @test: the result of dwell_samples_test_init() for them, which says how alike neighbours are
 *
 * Compares a quantile of two samples; callers that compare several compute q.
 */
void
dwell_shift_init (DwellShift             *self,
                  double                  fraction,
                  const DwellSamples     *base,
                  const DwellSamples     *new,
                  const DwellSamplesTest *test)
{
  DwellInterval of_base;
  DwellInterval of_new;

  *self = (DwellShift) {
    .fraction = fraction, .change = { NAN, NAN }, .ratio = { NAN, NAN }, .p = NAN, .q = NAN,
    .has_base = base != NULL && base->n > 0, .has_new = new != NULL && new->n > 0,
  };
  if (self->has_base)
    self->base = dwell_samples_get_percentile (base, fraction);
  if (self->has_new)
    self->new = dwell_samples_get_percentile (new, fraction);
  if (!self->has_base || !self->has_new)
    return;

  of_base = get_interval (base, fraction, test->base_blocks.inflation);
  of_new = get_interval (new, fraction, test->new_blocks.inflation);
  self->change = dwell_mover ((double) self->base, of_base, (double) self->new, of_new);
  self->ratio = get_ratio_interval ((double) self->base, of_base, (double) self->new, of_new);
  self->p = dwell_interval_p ((double) self->new - (double) self->base, self->change);
}

/* One walk along both samples: visits each distinct value once, with its number of occurrences. */
static void
find_distance (DwellDistributionDifference *self)
{
  const DwellSamples *base = self->base;
  const DwellSamples *new = self->new;
  guint64 i = 0;
  guint64 k = 0;

  self->distance = NAN;
  if (!have_values (base, new))
    return;

  self->distance = 0;
  self->distance_at = MIN (base->sorted[0], new->sorted[0]);
  while (i < base->n && k < new->n)
    {
      gint64 value = MIN (base->sorted[i], new->sorted[k]);
      double distance;

      while (i < base->n && base->sorted[i] == value)
        i++;
      while (k < new->n && new->sorted[k] == value)
        k++;

      distance = fabs ((double) i / (double) base->n - (double) k / (double) new->n);
      if (distance > self->distance)
        {
          self->distance = distance;
          self->distance_at = value;
        }
    }
}

static guint64
count_up_to (const DwellSamples *samples,
             gint64              value)
{
  return samples != NULL ? dwell_samples_count_up_to (samples, value) : 0;
}

/* The coarsest of 1 ms, 1 µs and 1 ns that all values are multiples of, up to @resolution. */
static gint64
refine_resolution (gint64              resolution,
                   const DwellSamples *samples)
{
  for (guint64 i = 0; samples != NULL && i < samples->n && resolution > 1; i++)
    while (samples->sorted[i] % resolution != 0)
      resolution /= 1000;

  return resolution;
}

static void
make_bins (DwellDistributionDifference *self)
{
  gint64 resolution = refine_resolution (refine_resolution (1000000, self->base), self->new);
  const DwellSamples *sides[2];
  guint n_sides = 0;
  guint64 base_before = 0;
  guint64 new_before = 0;
  g_autoptr(GArray) bins = NULL;

  if (self->base != NULL)
    sides[n_sides++] = self->base;
  if (self->new != NULL)
    sides[n_sides++] = self->new;

  bins = dwell_samples_get_common_bins (sides, n_sides, self->is_log, resolution);
  self->n_bins = bins->len;
  self->bins = g_new0 (DwellCommonBin, MAX (bins->len, 1));
  for (guint i = 0; i < bins->len; i++)
    {
      const DwellBin *bin = &g_array_index (bins, DwellBin, i);
      gint64 last = i + 1 < bins->len ? bin->high - 1 : G_MAXINT64;
      guint64 base = count_up_to (self->base, last);
      guint64 new = count_up_to (self->new, last);

      self->bins[i] = (DwellCommonBin) { bin->low, bin->high, base - base_before,
                                         new - new_before };
      base_before = base;
      new_before = new;
    }
}

static void
make_shifts (DwellDistributionDifference *self,
             const double                *fractions)
{
  g_autofree double *p = g_new (double, MAX (self->n_shifts, 1));
  g_autofree double *q = g_new (double, MAX (self->n_shifts, 1));

  self->shifts = g_new0 (DwellShift, MAX (self->n_shifts, 1));
  for (guint i = 0; i < self->n_shifts; i++)
    {
      dwell_shift_init (&self->shifts[i], fractions[i], self->base, self->new, &self->test);
      p[i] = self->shifts[i].p;
    }

  dwell_benjamini_hochberg (p, q, self->n_shifts);
  for (guint i = 0; i < self->n_shifts; i++)
    self->shifts[i].q = q[i];
}

/**
 * dwell_distribution_difference_new:
 * @base: (nullable): the values of the base
 * @new: (nullable): the same measure of the new recording
 * @fractions: (nullable) (array length=n_fractions): the quantiles to compute shifts of, in (0, 1],
 *   rising; %NULL: the deciles
 * @n_fractions: how many
 * @is_log: whether bins have equal ratios instead of equal widths
 * @alpha: the significance level
 *
 * Compares two distributions; takes time linear in their values, so call it on a worker.
 *
 * Returns: (transfer full): their difference
 */
DwellDistributionDifference *
dwell_distribution_difference_new (DwellSamples *base,
                                   DwellSamples *new,
                                   const double *fractions,
                                   guint         n_fractions,
                                   gboolean      is_log,
                                   double        alpha)
{
  static const double deciles[] = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9 };
  DwellDistributionDifference *self = g_new0 (DwellDistributionDifference, 1);

  self->base = base != NULL ? dwell_samples_ref (base) : NULL;
  self->new = new != NULL ? dwell_samples_ref (new) : NULL;
  self->is_log = is_log;
  self->n_shifts = fractions != NULL ? n_fractions : G_N_ELEMENTS (deciles);

  dwell_samples_test_init (&self->test, base, new, alpha);
  find_distance (self);
  make_bins (self);
  make_shifts (self, fractions != NULL ? fractions : deciles);
  return self;
}

static gboolean
has_negative (const DwellSamples *samples)
{
  return samples->n > 0 && samples->sorted[0] < 0;
}

/**
 * dwell_distribution_difference_make:
 * @base: samples of the base
 * @new: samples of the new recording
 * @alpha: the significance level
 *
 * Compares samples at the usual quantiles, on the scale that suits them.
 *
 * Returns: (transfer full): the difference of their distributions
 */
DwellDistributionDifference *
dwell_distribution_difference_make (DwellSamples *base,
                                    DwellSamples *new,
                                    double        alpha)
{
  static const double fractions[] = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99 };
  gboolean is_log = !has_negative (base) && !has_negative (new) &&
                    (dwell_samples_suggest_log (base) || dwell_samples_suggest_log (new));

  return dwell_distribution_difference_new (base, new, fractions, G_N_ELEMENTS (fractions), is_log,
                                            alpha);
}

/**
 * dwell_distribution_difference_free:
 * @self: (transfer full): a difference of distributions
 *
 * Frees @self.
 */
void
dwell_distribution_difference_free (DwellDistributionDifference *self)
{
  g_clear_pointer (&self->base, dwell_samples_unref);
  g_clear_pointer (&self->new, dwell_samples_unref);
  g_free (self->bins);
  g_free (self->shifts);
  g_free (self);
}

static double
get_part (const DwellSamples *samples,
          gint64              value)
{
  if (samples == NULL || samples->n == 0)
    return NAN;

  return (double) dwell_samples_count_up_to (samples, value) / (double) samples->n;
}

/**
 * dwell_distribution_difference_count_up_to:
 * @self: a difference of distributions
 * @value: ns
 * @base: (out): the part of the base’s values that are at most @value; NAN: it has no values
 * @new: (out): the same for the new values
 *
 * Gets the cumulative distributions at one value, in logarithmic time, so that it can be called for
 * each pixel while drawing.
 */
void
dwell_distribution_difference_count_up_to (const DwellDistributionDifference *self,
                                           gint64                             value,
                                           double                            *base,
                                           double                            *new)
{
  *base = get_part (self->base, value);
  *new = get_part (self->new, value);
}

/**
 * dwell_test_kind_get_id:
 * @self: a test
 *
 * Returns: (nullable): what the command line calls it
 */
const char *
dwell_test_kind_get_id (DwellTestKind self)
{
  static const char * const ids[] = {
    NULL, "mann-whitney-exact", "mann-whitney", "brunner-munzel", "brunner-munzel-blocks",
    "proportions", "fisher",
  };

  return ids[self];
}
