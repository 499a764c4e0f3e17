/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranking of routines. By default those that will become expensive when the input grows come
 * first (src/formats/aprof/README.md, "Ranking"): ranked by how much more a call is predicted to
 * cost on ten times the largest size. */
#include "config.h"

#include <math.h>

#include "analysis/costs/dwell-growth.h"
#include "core/dwell-arrangement.h"

#define TIMES 10

/**
 * dwell_growth_get_rank:
 * @growth: a growth
 *
 * Returns: a number to sort by: the fastest growth first, within a class the most certain; 0
 *   without a class
 */
double
dwell_growth_get_rank (const DwellGrowth *growth)
{
  if (growth->class == DWELL_GROWTH_NONE)
    return 0;

  /* Four steps per class, three of which are for confidence. */
  return (double) (growth->class * 4u + growth->confidence);
}

/**
 * dwell_growth_is_sure:
 * @growth: a growth
 *
 * Nothing can be predicted from a growth that is between two classes, or that was found from fewer
 * than 8 sizes or from sizes less than 4 times apart; nor from an exponential growth with low
 * confidence, whose predictions are unbounded.
 *
 * Returns: whether the growth is sure enough to rank its routine by it
 */
gboolean
dwell_growth_is_sure (const DwellGrowth *growth)
{
  if (growth->class == DWELL_GROWTH_NONE || growth->is_between ||
      growth->n_measured < DWELL_GROWTH_SURE_SIZES ||
      growth->max_size < DWELL_GROWTH_SURE_RANGE * growth->min_size)
    return FALSE;

  return growth->class != DWELL_GROWTH_EXPONENTIAL ||
         growth->confidence > DWELL_CONFIDENCE_LOW;
}

/**
 * dwell_growth_get_at_10x:
 * @growth: the growth of the costs of a routine
 * @row: the routine
 *
 * Returns: the predicted cost of a call on ten times the largest size; %INFINITY if it overflows,
 *   NAN without a class
 */
double
dwell_growth_get_at_10x (const DwellGrowth  *growth,
                         const DwellCostRow *row)
{
  return dwell_growth_value (growth, TIMES * (double) row->max_size);
}

/**
 * dwell_growth_get_urgency:
 * @growth: the growth of the costs of a routine
 * @row: the routine
 *
 * The urgency is how much more a call costs on ten times the largest size than on the largest. Each
 * step of confidence below high reduces it by half a power of the size. Growths that are not sure
 * come after all sure ones, in the same order.
 *
 * Returns: a number to sort by, the larger the worse; NAN without a class
 */
double
dwell_growth_get_urgency (const DwellGrowth  *growth,
                          const DwellCostRow *row)
{
  double later = dwell_growth_get_at_10x (growth, row);
  guint n_steps = DWELL_CONFIDENCE_HIGH - MIN (growth->confidence, DWELL_CONFIDENCE_HIGH);
  double rise;

  if (growth->class == DWELL_GROWTH_NONE)
    return NAN;

  /* Both are on the curve, which never falls. */
  rise = isfinite (later) ? later - dwell_growth_value (growth, (double) row->max_size) : INFINITY;
  rise /= pow (TIMES, n_steps / 2.0);

  /* Sure ones are 1 or more, others from −1 to 0. */
  return dwell_growth_is_sure (growth) ? 1 + rise : -1 / (1 + rise);
}

/**
 * dwell_growth_rank_rows:
 * @costs: the rows
 * @growths: the growth of each row's cost
 *
 * Returns: (transfer full): the numbers of all rows, the most urgent first; ties, and rows whose
 *   growth is not known, by cost
 */
guint32 *
dwell_growth_rank_rows (const DwellCosts  *costs,
                        const DwellGrowth *growths)
{
  guint n_rows = dwell_costs_get_n_rows (costs);
  g_autofree guint32 *by_cost = dwell_costs_rank (costs, n_rows > 0 && growths[0].is_self);
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();

  for (guint i = 0; i < n_rows; i++)
    {
      guint32 row = by_cost[i];
      DwellCellValue cell =
        dwell_cell_real (DWELL_CELL_REAL,
                         dwell_growth_get_urgency (&growths[row],
                                                   dwell_costs_get_row (costs, row)), TRUE);

      dwell_arrangement_add (arrangement, row, &cell);
    }

  return g_memdup2 (dwell_arrangement_sort (arrangement, TRUE), n_rows * sizeof (guint32));
}
