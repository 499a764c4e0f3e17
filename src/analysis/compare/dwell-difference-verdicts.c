/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives each row of a difference its figure, the causes of its change, and its verdict. */
#include "config.h"

#include "analysis/compare/dwell-difference-private.h"

#include <math.h>

/* What the figures of a side are divided by; 0: division is impossible. */
static double
get_divisor (const DwellDifference *self,
             const DwellMatch      *match,
             gboolean               is_base)
{
  const DwellComparedSide *side = is_base ? &self->options.base : &self->options.new;
  const DwellStatistics *statistics = is_base ? self->of_base : self->of_new;
  guint32 area = self->options.per_area;

  switch (self->options.per)
    {
    case DWELL_PER_SECOND:
      return (double) dwell_time_between (side->begin, side->end) / 1e9;
    case DWELL_PER_TOTAL:
      return is_base ? self->total.base_real : self->total.new_real;
    case DWELL_PER_AREA:
      if (!is_base)
        area = match->new_of_base[area];
      for (guint i = 0; i < statistics->n_rows; i++)
        if (statistics->rows[i].context == DWELL_NONE && statistics->rows[i].area == area)
          return (double) statistics->rows[i].count;
      return 0;
    case DWELL_PER_NOTHING:
    default:
      return 1;
    }
}

/* A figure that cannot be divided is missing. */
static void
divide (const DwellDifference *self,
        DwellFigure           *figure)
{
  if (self->options.per == DWELL_PER_NOTHING)
    return;

  figure->is_real = TRUE;
  figure->has_base = figure->has_base && self->base_divisor > 0;
  figure->has_new = figure->has_new && self->new_divisor > 0;
  figure->base_real /= self->base_divisor > 0 ? self->base_divisor : 1;
  figure->new_real /= self->new_divisor > 0 ? self->new_divisor : 1;
}

/* The same as dwell_difference_explain(), for figures that were divided. */
static void
explain_divided (DwellDifferenceRow *row,
                 const DwellFigure  *count,
                 const DwellFigure  *total)
{
  double change = dwell_figure_get_real_change (total);

  row->by_count_real = change;
  if (count->has_base && count->base_real > 0 && count->has_new && count->new_real > 0)
    row->by_count_real = (count->new_real - count->base_real) *
                         (total->base_real / count->base_real +
                          total->new_real / count->new_real) / 2;
  row->by_time_real = change - row->by_count_real;
}

static void
set_split (DwellDifference    *self,
           DwellDifferenceRow *row)
{
  DwellStatistic statistic = self->options.measure.statistic;
  DwellFigure total = dwell_difference_get_figure (self, row, DWELL_STATISTIC_NET);
  DwellFigure count = dwell_difference_get_figure (self, row, DWELL_STATISTIC_COUNT);

  if (self->options.measure.percentile == 0 &&
      (statistic == DWELL_STATISTIC_GROSS || statistic == DWELL_STATISTIC_CALL ||
       statistic == DWELL_STATISTIC_CALL_SUM))
    total = dwell_difference_get_figure (self, row, statistic);

  divide (self, &total);
  divide (self, &count);
  row->is_split = dwell_figure_has_change (&total);
  if (!row->is_split)
    return;

  if (dwell_difference_is_divided (self))
    explain_divided (row, &count, &total);
  else
    dwell_difference_explain (row->base != NULL ? row->base->count : 0,
                              total.has_base ? total.base : 0,
                              row->new != NULL ? row->new->count : 0,
                              total.has_new ? total.new : 0, &row->by_count, &row->by_time);
}

/* Whether every figure of the row is equal on both sides. */
static gboolean
is_identical (const DwellDifference    *self,
              const DwellDifferenceRow *row)
{
  for (DwellStatistic i = DWELL_STATISTIC_COUNT; i <= DWELL_STATISTIC_INCOMPLETE; i++)
    {
      DwellCellValue base = dwell_statistics_get_cell (self->of_base, self->base, row->base, i);
      DwellCellValue new = dwell_statistics_get_cell (self->of_new, self->new, row->new, i);

      if (base.kind != new.kind ||
          (base.kind != DWELL_CELL_NONE && (base.whole != new.whole || base.rest != new.rest)))
        return FALSE;
    }

  return TRUE;
}

/* Whether a figure changed by as much as the noise threshold. */
static gboolean
is_beyond_noise (const DwellFigure *figure,
                 double             noise)
{
  double ratio = dwell_figure_get_ratio (figure);

  if (isnan (ratio))
    return dwell_figure_get_real_change (figure) != 0;

  return fabs (ratio - 1) >= noise && ratio != 1;
}

/**
 * dwell_difference_count_differs:
 * @self: a difference
 * @row: one of its rows
 *
 * Returns: whether its count, divided as the measure is, changed by at least the noise threshold.
 *   This is a fact, not a test
 */
gboolean
dwell_difference_count_differs (const DwellDifference    *self,
                                const DwellDifferenceRow *row)
{
  DwellFigure count = dwell_difference_get_figure (self, row, DWELL_STATISTIC_COUNT);

  /* Divided by all own time, every count differs as soon as something else took longer. */
  if (self->options.per == DWELL_PER_TOTAL && !is_beyond_noise (&count, self->options.noise))
    return FALSE;

  divide (self, &count);
  return is_beyond_noise (&count, self->options.noise);
}

/**
 * dwell_difference_row_get_interval:
 * @self: a row
 * @measure: a measure
 * @figure: its figure, divided or not
 *
 * Returns: the 95 % interval of the ratio of @figure: that of the tested figure, scaled to this
 *   ratio; NAN if there is no interval
 */
DwellInterval
dwell_difference_row_get_interval (const DwellDifferenceRow   *self,
                                   const DwellComparedMeasure *measure,
                                   const DwellFigure          *figure)
{
  DwellTested tested = dwell_measure_get_tested (measure);
  DwellInterval none = { NAN, NAN };
  const DwellTestedFigure *of;
  double factor;

  if (tested == DWELL_TESTED_NOTHING)
    return none;

  of = &self->tested[tested];
  factor = dwell_figure_get_ratio (figure) / of->estimate;
  return isfinite (factor) ? (DwellInterval) { of->ratio.low * factor, of->ratio.high * factor }
                           : none;
}

static DwellEvidence
get_evidence (const DwellDifference    *self,
              const DwellDifferenceRow *row,
              gboolean                  count_differs)
{
  DwellTested tested = dwell_measure_get_tested (&self->options.measure);
  double q = tested != DWELL_TESTED_NOTHING ? row->tested[tested].q : NAN;
  gboolean is_sure = q <= self->options.alpha;

  if (tested == DWELL_TESTED_NOTHING)
    return DWELL_EVIDENCE_FACT;
  if (is_sure)
    return count_differs ? DWELL_EVIDENCE_BOTH : DWELL_EVIDENCE_TIME;
  if (count_differs)
    return DWELL_EVIDENCE_COUNT;
  if (!isnan (q))
    return DWELL_EVIDENCE_CHANCE;

  return isnan (row->superiority) ? DWELL_EVIDENCE_SUMS : DWELL_EVIDENCE_FEW;
}

static void
judge (DwellDifference    *self,
       DwellDifferenceRow *row)
{
  gboolean count_differs;

  if (row->base == NULL || row->new == NULL)
    {
      row->verdict = row->base == NULL ? DWELL_VERDICT_NEW : DWELL_VERDICT_GONE;
      row->evidence = DWELL_EVIDENCE_FACT;
      return;
    }

  count_differs = dwell_difference_count_differs (self, row);
  row->evidence = DWELL_EVIDENCE_NONE;
  if (is_identical (self, row))
    row->verdict = DWELL_VERDICT_IDENTICAL;
  else if (!dwell_figure_has_change (&row->value) && !count_differs)
    row->verdict = DWELL_VERDICT_SAME;
  else if (dwell_figure_has_change (&row->value) &&
           !is_beyond_noise (&row->value, self->options.noise))
    row->verdict = DWELL_VERDICT_SAME;
  else
    {
      DwellFigure figure = row->value;

      if (!dwell_figure_has_change (&figure))
        {
          figure = dwell_difference_get_figure (self, row, DWELL_STATISTIC_COUNT);
          divide (self, &figure);
        }

      row->evidence = get_evidence (self, row, count_differs);
      row->verdict = row->evidence >= DWELL_EVIDENCE_CHANCE ? DWELL_VERDICT_UNCLEAR
                     : dwell_figure_get_real_change (&figure) > 0 ? DWELL_VERDICT_MORE
                                                                  : DWELL_VERDICT_LESS;
    }
}

/* Finishes all rows after the tests. */
void
_dwell_difference_judge (DwellDifference  *self,
                         const DwellMatch *match)
{
  double logs = 0;
  guint n_logs = 0;

  self->base_divisor = get_divisor (self, match, TRUE);
  self->new_divisor = get_divisor (self, match, FALSE);

  for (guint i = 0; i < self->n_rows; i++)
    {
      DwellDifferenceRow *row = &self->rows[i];
      double ratio;

      if (self->options.measure.percentile == 0)
        row->value = dwell_difference_get_figure (self, row, self->options.measure.statistic);
      divide (self, &row->value);
      set_split (self, row);
      judge (self, row);

      ratio = dwell_figure_get_ratio (&row->value);
      if (!_dwell_difference_is_of_total (self, row))
        continue;

      self->n_verdicts[row->verdict]++;
      if (ratio > 0)
        {
          logs += log (ratio);
          n_logs++;
        }
    }

  self->geomean = n_logs > 0 ? exp (logs / n_logs) : NAN;
}

/**
 * dwell_difference_is_told:
 * @self: a difference
 * @row: one of its rows
 * @least_share: 0.001: a thousandth
 *
 * Returns: whether the row is worth a line: it changed by more than noise, and its own time changed
 *   by at least this part of the base's
 */
gboolean
dwell_difference_is_told (const DwellDifference    *self,
                          const DwellDifferenceRow *row,
                          double                    least_share)
{
  DwellFigure total = self->total;

  divide (self, &total);
  if (row->verdict == DWELL_VERDICT_SAME || row->verdict == DWELL_VERDICT_IDENTICAL)
    return FALSE;

  return self->options.measure.statistic != DWELL_STATISTIC_NET ||
         self->options.measure.percentile > 0 || !dwell_figure_has_change (&row->value) ||
         fabs (dwell_figure_get_real_change (&row->value)) >=
           least_share * (total.has_base ? total.base_real : 0);
}
