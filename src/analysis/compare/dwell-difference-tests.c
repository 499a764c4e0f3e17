/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the rows of a difference, on all processors: of each row the durations of both sides are
 * gathered and sorted, and everything is asked of these, so memory is that of the largest areas. */
#include "config.h"

#include <math.h>

#include "analysis/compare/dwell-difference-private.h"
#include "analysis/dwell-samples.h"
#include "core/dwell-parallel.h"

/* Below so many spans of a side ranks are counted rather than taken for normally distributed. */
#define FEW 10

/* A sample drifts where its halves differ by this q. */
#define DRIFT_ALPHA 0.01

typedef struct {
  DwellDifference *difference;
  GCancellable    *cancellable;
} Testing;

/* The samples of one row. */
typedef struct {
  const DwellDifference *difference;
  DwellDifferenceRow    *row;
  const DwellSamples    *base;
  const DwellSamples    *new;
  guint                  n_blocks;
  double                 base_inflation;
  double                 new_inflation;
} Samples;

static DwellSamples *
gather (const DwellComparedSide *side,
        guint32                  area,
        guint32                  context,
        DwellMeasure             measure,
        GCancellable            *cancellable)
{
  return area != DWELL_NONE ? dwell_samples_new (side->index, &area, 1, context, side->begin,
                                                 side->end, measure, cancellable) : NULL;
}

static DwellTestSample
get_sample (const DwellSamples *samples)
{
  return (DwellTestSample) { samples->values, samples->sorted, samples->n };
}

/* The durations as a whole: which test, by how many there are. */
static void
test_durations (Samples *self)
{
  DwellDifferenceRow *row = self->row;
  DwellTestedFigure *tested = &row->tested[DWELL_TESTED_DURATIONS];
  DwellTestSample base = get_sample (self->base);
  DwellTestSample new = get_sample (self->new);
  DwellRanks ranks = dwell_ranks (&base, &new);
  DwellBlocks base_blocks;
  DwellBlocks new_blocks;

  row->superiority = ranks.superiority;

  if (dwell_least_p (base.n, new.n) > self->difference->options.alpha)
    return;

  if (MIN (base.n, new.n) >= FEW)
    {
      row->test = self->n_blocks > 0 ? DWELL_TEST_BRUNNER_MUNZEL_BLOCKS
                                     : DWELL_TEST_BRUNNER_MUNZEL;
      tested->p = dwell_brunner_munzel (&base, &new, &ranks, self->n_blocks, &base_blocks,
                                        &new_blocks).p;
      self->base_inflation = base_blocks.inflation;
      self->new_inflation = new_blocks.inflation;
      row->base_drift_p = base_blocks.drift_p;
      row->new_drift_p = new_blocks.drift_p;
    }
  else if (MAX (base.n, new.n) <= DWELL_TEST_EXACT_MAX)
    {
      row->test = DWELL_TEST_MANN_WHITNEY_EXACT;
      tested->p = dwell_mann_whitney_exact (&base, &new);
    }
  else
    {
      row->test = DWELL_TEST_MANN_WHITNEY;
      tested->p = dwell_mann_whitney (&base, &new, &ranks).p;
    }
}

static void
test_means (DwellTestedFigure  *tested,
            const DwellSamples *base,
            const DwellSamples *new,
            guint               n_blocks)
{
  DwellMoments of_base;
  DwellMoments of_new;

  if (base == NULL || new == NULL || MIN (base->n, new->n) < 2)
    return;

  of_base = dwell_moments (base->values, base->n, n_blocks);
  of_new = dwell_moments (new->values, new->n, n_blocks);
  tested->p = dwell_welch (&of_base, &of_new).p;
  tested->ratio = dwell_fieller (&of_base, &of_new);
}

static DwellInterval
get_quantile_interval (const DwellSamples *samples,
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

/* The ratio by MOVER, too, on logarithms. */
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

static void
test_quantile (DwellTestedFigure  *tested,
               const DwellSamples *base,
               const DwellSamples *new,
               double              fraction,
               double              base_inflation,
               double              new_inflation)
{
  double base_value = (double) dwell_samples_get_percentile (base, fraction);
  double new_value = (double) dwell_samples_get_percentile (new, fraction);
  DwellInterval of_base = get_quantile_interval (base, fraction, base_inflation);
  DwellInterval of_new = get_quantile_interval (new, fraction, new_inflation);

  tested->p = dwell_interval_p (new_value - base_value,
                                dwell_mover (base_value, of_base, new_value, of_new));
  tested->ratio = get_ratio_interval (base_value, of_base, new_value, of_new);
}

/* Own times are gathered where they differ from the durations. */
static void
test_net (const Testing *testing,
          Samples       *self)
{
  const DwellDifferenceOptions *options = &testing->difference->options;
  DwellDifferenceRow *row = self->row;
  DwellTestedFigure *tested = &row->tested[DWELL_TESTED_NET_AVG];
  g_autoptr(DwellSamples) base = NULL;
  g_autoptr(DwellSamples) new = NULL;

  if (!row->base->net_is_defined || !row->new->net_is_defined)
    return;

  if (row->base->net.total == row->base->call_sum && row->new->net.total == row->new->call_sum)
    {
      *tested = row->tested[DWELL_TESTED_CALL_AVG];
      return;
    }

  base = gather (&options->base, row->base_area, row->base_context, DWELL_MEASURE_NET,
                 testing->cancellable);
  new = gather (&options->new, row->new_area, row->new_context, DWELL_MEASURE_NET,
                testing->cancellable);
  test_means (tested, base, new, self->n_blocks);
}

static void
set_percentile (DwellFigure        *value,
                const DwellSamples *base,
                const DwellSamples *new,
                double              fraction)
{
  value->has_base = base != NULL && base->n > 0;
  value->has_new = new != NULL && new->n > 0;
  value->base = value->has_base ? dwell_samples_get_percentile (base, fraction) : 0;
  value->new = value->has_new ? dwell_samples_get_percentile (new, fraction) : 0;
  value->base_real = (double) value->base;
  value->new_real = (double) value->new;
}

static gboolean
can_test (const Testing      *testing,
          const DwellSamples *base,
          const DwellSamples *new)
{
  return base != NULL && new != NULL && MIN (base->n, new->n) > 0 &&
         dwell_least_p (base->n, new->n) <= testing->difference->options.alpha;
}

/* A percentile that was asked for, of durations or of periods. */
static void
test_measure (const Testing      *testing,
              const Samples      *durations)
{
  const DwellDifferenceOptions *options = &testing->difference->options;
  const DwellComparedMeasure *measure = &options->measure;
  DwellDifferenceRow *row = durations->row;
  const DwellSamples *base = durations->base;
  const DwellSamples *new = durations->new;
  g_autoptr(DwellSamples) base_periods = NULL;
  g_autoptr(DwellSamples) new_periods = NULL;

  if (measure->is_of_periods)
    {
      base = base_periods = gather (&options->base, row->base_area, row->base_context,
                                    DWELL_MEASURE_PERIOD, testing->cancellable);
      new = new_periods = gather (&options->new, row->new_area, row->new_context,
                                  DWELL_MEASURE_PERIOD, testing->cancellable);
    }

  set_percentile (&row->value, base, new, measure->percentile);
  if (can_test (testing, base, new))
    test_quantile (&row->tested[DWELL_TESTED_MEASURE], base, new, measure->percentile,
                   durations->base_inflation, durations->new_inflation);
}

static void
test_row (guint    number,
          gpointer user_data)
{
  static const double fractions[] = { 0.5, 0.9, 0.99 };
  const Testing *testing = user_data;
  const DwellDifferenceOptions *options = &testing->difference->options;
  DwellDifferenceRow *row = &testing->difference->rows[number];
  Samples self = { testing->difference, row, NULL, NULL, 0, 1, 1 };
  g_autoptr(DwellSamples) base = NULL;
  g_autoptr(DwellSamples) new = NULL;
  gboolean has_both = row->base != NULL && row->base->n_complete > 0 &&
                      row->new != NULL && row->new->n_complete > 0;

  if (g_cancellable_is_cancelled (testing->cancellable) ||
      (!has_both && options->measure.percentile == 0))
    return;

  self.base = base = gather (&options->base, row->base_area, row->base_context,
                             DWELL_MEASURE_CALL, testing->cancellable);
  self.new = new = gather (&options->new, row->new_area, row->new_context, DWELL_MEASURE_CALL,
                           testing->cancellable);

  if (has_both && base != NULL && new != NULL && MIN (base->n, new->n) > 0)
    {
      self.n_blocks = MIN (base->n, new->n) >= DWELL_TEST_BLOCKS_MIN ? DWELL_TEST_BLOCKS : 0;
      test_durations (&self);
    }

  if (has_both && can_test (testing, base, new))
    {
      test_means (&row->tested[DWELL_TESTED_CALL_AVG], base, new, self.n_blocks);
      test_net (testing, &self);
      for (guint i = 0; i < G_N_ELEMENTS (fractions); i++)
        test_quantile (&row->tested[DWELL_TESTED_P50 + i], base, new, fractions[i],
                       self.base_inflation, self.new_inflation);
    }

  if (options->measure.percentile > 0)
    test_measure (testing, &self);
}

/* From the p of a figure in all rows its q. */
static void
make_q (DwellDifference *self,
        DwellTested      tested)
{
  g_autofree double *p = g_new (double, MAX (self->n_rows, 1));
  g_autofree double *q = g_new (double, MAX (self->n_rows, 1));

  for (guint i = 0; i < self->n_rows; i++)
    p[i] = self->rows[i].tested[tested].p;
  dwell_benjamini_hochberg (p, q, self->n_rows);
  for (guint i = 0; i < self->n_rows; i++)
    self->rows[i].tested[tested].q = q[i];
}

/* Both sides are one table of drifts. */
static void
find_drifts (DwellDifference *self)
{
  g_autofree double *p = g_new (double, 2 * MAX (self->n_rows, 1));
  g_autofree double *q = g_new (double, 2 * MAX (self->n_rows, 1));

  for (guint i = 0; i < self->n_rows; i++)
    {
      p[2 * i] = self->rows[i].base_drift_p;
      p[2 * i + 1] = self->rows[i].new_drift_p;
    }

  dwell_benjamini_hochberg (p, q, 2 * self->n_rows);
  for (guint i = 0; i < self->n_rows; i++)
    {
      self->rows[i].base_drifts = q[2 * i] <= DRIFT_ALPHA;
      self->rows[i].new_drifts = q[2 * i + 1] <= DRIFT_ALPHA;
    }
}

/* Tests all rows; where there is too little memory for the spans of a row it is not tested. */
void
_dwell_difference_test (DwellDifference *self,
                        GCancellable    *cancellable)
{
  Testing testing = { self, cancellable };

  dwell_parallel_for (self->n_rows, test_row, &testing);

  for (DwellTested i = 0; i < DWELL_N_TESTED; i++)
    make_q (self, i);
  find_drifts (self);
}
