/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the rows of a difference, on all processors: for each row the durations of both sides are
 * sorted, and all tests use these, so memory is 4 bytes a span plus that of the largest areas. */
#include "config.h"

#include <math.h>

#include "analysis/compare/dwell-difference-private.h"
#include "analysis/dwell-sample-table.h"
#include "core/dwell-parallel.h"

/* A sample drifts if its halves differ with a q up to this. */
#define DRIFT_ALPHA 0.01

/* Value for a row whose own times are not tested. */
#define NOT_TESTED G_MAXUINT

/* A side, and one measure of all its spans; NULL: each row gathers its own. */
typedef struct {
  const DwellComparedSide *side;
  DwellSampleTable        *table;
} Side;

typedef struct {
  DwellDifference *difference;
  Side             base;
  Side             new;
  DwellMeasure     measure; /* of the tables */
  guint           *n_blocks; /* by row: the number of blocks for the test of own times, or
                              * NOT_TESTED */
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
gather (const Testing *testing,
        const Side    *of,
        guint32        area,
        guint32        context,
        DwellMeasure   measure)
{
  const DwellComparedSide *side = of->side;

  if (area == DWELL_NONE)
    return NULL;
  if (of->table != NULL && measure == testing->measure)
    return dwell_sample_table_get (of->table, area, context, testing->cancellable);

  return dwell_samples_new (side->index, &area, 1, context, side->begin, side->end, measure,
                            testing->cancellable);
}

static void
gather_both (const Testing            *testing,
             const DwellDifferenceRow *row,
             DwellMeasure              measure,
             DwellSamples            **base,
             DwellSamples            **new)
{
  *base = gather (testing, &testing->base, row->base_area, row->base_context, measure);
  *new = gather (testing, &testing->new, row->new_area, row->new_context, measure);
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
  tested->estimate = of_new.mean / of_base.mean;
  tested->ratio = dwell_fieller (&of_base, &of_new);
}

static void
take_shift (DwellTestedFigure *tested,
            const DwellShift  *shift)
{
  tested->p = shift->p;
  tested->estimate = (double) shift->new / (double) shift->base;
  tested->ratio = shift->ratio;
}

static void
test_quantile (DwellTestedFigure *tested,
               const Samples     *self,
               double             fraction)
{
  DwellShift shift;

  dwell_shift_init (&shift, fraction, self->base, self->new, &self->test);
  take_shift (tested, &shift);
}

static gboolean
has_both (const DwellDifferenceRow *row)
{
  return row->base != NULL && row->base->n_complete > 0 &&
         row->new != NULL && row->new->n_complete > 0;
}

static gboolean
has_nets (const DwellDifferenceRow *row)
{
  return has_both (row) && row->base->net_is_defined && row->new->net_is_defined;
}

/* Whether own times need a test: only where they differ from the durations. */
static gboolean
net_differs (const DwellDifferenceRow *row)
{
  return row->base->net.total != row->base->call_sum || row->new->net.total != row->new->call_sum;
}

/* Tests the own times of a row whose durations were tested. */
static void
test_net (guint    number,
          gpointer user_data)
{
  const Testing *testing = user_data;
  DwellDifferenceRow *row = &testing->difference->rows[number];
  DwellTestedFigure *tested = &row->tested[DWELL_TESTED_NET_AVG];
  g_autoptr(DwellSamples) base = NULL;
  g_autoptr(DwellSamples) new = NULL;

  if (testing->n_blocks[number] == NOT_TESTED || g_cancellable_is_cancelled (testing->cancellable))
    return;

  if (!net_differs (row))
    {
      *tested = row->tested[DWELL_TESTED_CALL_AVG];
      return;
    }

  gather_both (testing, row, DWELL_MEASURE_NET, &base, &new);
  test_means (tested, base, new, testing->n_blocks[number]);
}

static gboolean
can_test (const Samples *self)
{
  return self->base != NULL && self->new != NULL && MIN (self->base->n, self->new->n) > 0 &&
         dwell_least_p (self->base->n, self->new->n) <= self->difference->options.alpha;
}

/* Tests a percentile that was asked for, of durations or of periods. */
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
      gather_both (testing, row, DWELL_MEASURE_PERIOD, &base, &new);
      self.base = base;
      self.new = new;
      dwell_samples_test_init (&self.test, base, new, options->alpha);
    }

  dwell_shift_init (&shift, measure->percentile, self.base, self.new, &self.test);
  row->value = (DwellFigure) {
    .has_base = shift.has_base, .has_new = shift.has_new, .base = shift.base, .new = shift.new,
    .base_real = (double) shift.base, .new_real = (double) shift.new,
  };
  if (can_test (&self))
    take_shift (&row->tested[DWELL_TESTED_MEASURE], &shift);
}

/* Tests the durations of a row. */
static void
test_call (guint    number,
           gpointer user_data)
{
  static const double fractions[] = { 0.5, 0.9, 0.99 };
  const Testing *testing = user_data;
  const DwellDifferenceOptions *options = &testing->difference->options;
  DwellDifferenceRow *row = &testing->difference->rows[number];
  Samples self = { .difference = testing->difference, .row = row };
  g_autoptr(DwellSamples) base = NULL;
  g_autoptr(DwellSamples) new = NULL;

  testing->n_blocks[number] = NOT_TESTED;
  if (g_cancellable_is_cancelled (testing->cancellable) ||
      (!has_both (row) && options->measure.percentile == 0))
    return;

  gather_both (testing, row, DWELL_MEASURE_CALL, &base, &new);
  self.base = base;
  self.new = new;
  test_durations (&self);

  if (has_both (row) && can_test (&self))
    {
      test_means (&row->tested[DWELL_TESTED_CALL_AVG], base, new, self.test.n_blocks);
      if (has_nets (row))
        testing->n_blocks[number] = self.test.n_blocks;
      for (guint i = 0; i < G_N_ELEMENTS (fractions); i++)
        test_quantile (&row->tested[DWELL_TESTED_P50 + i], &self, fractions[i]);
    }

  if (options->measure.percentile > 0)
    test_measure (testing, &self);
}

/* Computes q from the p of a figure in all rows. */
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

/* Drifts of both sides are corrected together, as one table. */
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

static gboolean
asks_for_samples (const Testing *testing,
                  guint          i)
{
  const DwellDifferenceRow *row = &testing->difference->rows[i];

  return testing->measure == DWELL_MEASURE_CALL
           ? has_both (row) : testing->n_blocks[i] != NOT_TESTED && net_differs (row);
}

/* Makes a table if rows need much of the trace; for own times always, as the own time of a single
 * span may require looking at all others. Where there is too little memory for a table, each row
 * gathers its own values. */
static void
make_table (const Testing *testing,
            Side          *side)
{
  const DwellDifference *difference = testing->difference;
  DwellStatisticsIndex *index = side->side->index;
  const DwellTrace *trace = dwell_statistics_index_get_trace (index);
  guint64 n_worth = testing->measure == DWELL_MEASURE_NET ? 1 : trace->n_spans / 4 + 1;
  g_autofree gboolean *is_asked_for = g_new0 (gboolean, MAX (trace->n_areas, 1));
  guint64 n = 0;

  for (guint i = 0; i < difference->n_rows; i++)
    {
      const DwellDifferenceRow *row = &difference->rows[i];
      gboolean is_base = side == &testing->base;

      if (asks_for_samples (testing, i))
        {
          n += (is_base ? row->base : row->new)->n_complete;
          is_asked_for[is_base ? row->base_area : row->new_area] = TRUE;
        }
    }

  if (n >= n_worth)
    side->table = dwell_sample_table_new (index, is_asked_for, side->side->begin, side->side->end,
                                          testing->measure, testing->cancellable);
}

/* Tests one measure of all rows, so that only the tables of one measure are in memory at a time. */
static void
test_rows (Testing      *testing,
           DwellMeasure  measure,
           DwellJobFunc  test)
{
  testing->measure = measure;
  make_table (testing, &testing->base);
  make_table (testing, &testing->new);
  dwell_parallel_for (testing->difference->n_rows, test, testing);
  g_clear_pointer (&testing->base.table, dwell_sample_table_free);
  g_clear_pointer (&testing->new.table, dwell_sample_table_free);
}

/* Tests all rows; a row is not tested where there is too little memory for its spans. */
void
_dwell_difference_test (DwellDifference *self,
                        GCancellable    *cancellable)
{
  g_autofree guint *n_blocks = g_new (guint, MAX (self->n_rows, 1));
  Testing testing = { .difference = self, .base.side = &self->options.base,
                      .new.side = &self->options.new, .n_blocks = n_blocks,
                      .cancellable = cancellable };

  test_rows (&testing, DWELL_MEASURE_CALL, test_call);
  test_rows (&testing, DWELL_MEASURE_NET, test_net);

  for (DwellTested i = 0; i < DWELL_N_TESTED; i++)
    make_q (self, i);
  find_drifts (self);
}
