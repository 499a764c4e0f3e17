/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the rows of a difference, on all processors: of each row the durations of both sides are
 * gathered and sorted, and everything is asked of these, so memory is that of the largest areas. */
#include "config.h"

#include <math.h>

#include "analysis/compare/dwell-difference-private.h"
#include "analysis/dwell-samples.h"
#include "core/dwell-parallel.h"

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
  DwellSamplesTest       test;
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

/* The durations as a whole. */
static void
test_durations (Samples *self)
{
  DwellDifferenceRow *row = self->row;

  dwell_samples_test_init (&self->test, self->base, self->new,
                           self->difference->options.alpha);
  row->test = self->test.kind;
  row->superiority = self->test.superiority;
  row->tested[DWELL_TESTED_DURATIONS].p = self->test.p;
  row->base_drift_p = self->test.base_blocks.drift_p;
  row->new_drift_p = self->test.new_blocks.drift_p;
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

static void
test_quantile (DwellTestedFigure *tested,
               const Samples     *self,
               double             fraction)
{
  DwellShift shift;

  dwell_shift_init (&shift, fraction, self->base, self->new, &self->test);
  tested->p = shift.p;
  tested->ratio = shift.ratio;
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
  test_means (tested, base, new, self->test.n_blocks);
}

static gboolean
can_test (const Samples *self)
{
  return self->base != NULL && self->new != NULL && MIN (self->base->n, self->new->n) > 0 &&
         dwell_least_p (self->base->n, self->new->n) <= self->difference->options.alpha;
}

/* A percentile that was asked for, of durations or of periods. */
static void
test_measure (const Testing *testing,
              const Samples *durations)
{
  const DwellDifferenceOptions *options = &testing->difference->options;
  const DwellComparedMeasure *measure = &options->measure;
  DwellDifferenceRow *row = durations->row;
  Samples self = *durations;
  DwellShift shift;
  g_autoptr(DwellSamples) base = NULL;
  g_autoptr(DwellSamples) new = NULL;

  if (measure->is_of_periods)
    {
      self.base = base = gather (&options->base, row->base_area, row->base_context,
                                 DWELL_MEASURE_PERIOD, testing->cancellable);
      self.new = new = gather (&options->new, row->new_area, row->new_context,
                               DWELL_MEASURE_PERIOD, testing->cancellable);
      dwell_samples_test_init (&self.test, base, new, options->alpha);
    }

  dwell_shift_init (&shift, measure->percentile, self.base, self.new, &self.test);
  row->value = (DwellFigure) {
    .has_base = shift.has_base, .has_new = shift.has_new, .base = shift.base, .new = shift.new,
    .base_real = (double) shift.base, .new_real = (double) shift.new,
  };
  if (can_test (&self))
    {
      row->tested[DWELL_TESTED_MEASURE].p = shift.p;
      row->tested[DWELL_TESTED_MEASURE].ratio = shift.ratio;
    }
}

static void
test_row (guint    number,
          gpointer user_data)
{
  static const double fractions[] = { 0.5, 0.9, 0.99 };
  const Testing *testing = user_data;
  const DwellDifferenceOptions *options = &testing->difference->options;
  DwellDifferenceRow *row = &testing->difference->rows[number];
  Samples self = { .difference = testing->difference, .row = row };
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
  test_durations (&self);

  if (has_both && can_test (&self))
    {
      test_means (&row->tested[DWELL_TESTED_CALL_AVG], base, new, self.test.n_blocks);
      test_net (testing, &self);
      for (guint i = 0; i < G_N_ELEMENTS (fractions); i++)
        test_quantile (&row->tested[DWELL_TESTED_P50 + i], &self, fractions[i]);
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
