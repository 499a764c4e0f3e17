/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two curves of cost by size. */
#include "config.h"

#include "analysis/compare/dwell-cost-difference.h"

#include <math.h>

#include "analysis/compare/dwell-difference.h"

#define N_GRID           24
#define LEAST_OVERLAP    4
#define LEAST_DIFFERENCE 0.15 /* of exponents */
#define LEAST_FACTOR     1.1

static gboolean
is_usable (const DwellCostPoint *point)
{
  return point->size > 0 && point->calls > 0 && point->sum > 0;
}

/* Adds the part of the change that is due to inputs, size by size. */
static void
explain (DwellCostDifference   *self,
         const DwellCostPoints *base,
         const DwellCostPoints *new)
{
  guint i = 0;
  guint k = 0;

  while (i < base->n_points || k < new->n_points)
    {
      const DwellCostPoint *a = i < base->n_points ? &base->points[i] : NULL;
      const DwellCostPoint *b = k < new->n_points ? &new->points[k] : NULL;
      DwellSignedWide by_inputs;
      DwellSignedWide by_cost;

      if (a != NULL && b != NULL && a->size != b->size)
        {
          a = a->size < b->size ? a : NULL;
          b = a == NULL ? b : NULL;
        }

      dwell_difference_explain (a != NULL ? dwell_wide_narrow (a->calls) : 0,
                                a != NULL ? (DwellSignedWide) a->sum : 0,
                                b != NULL ? dwell_wide_narrow (b->calls) : 0,
                                b != NULL ? (DwellSignedWide) b->sum : 0, &by_inputs, &by_cost);
      self->base_total += a != NULL ? (DwellSignedWide) a->sum : 0;
      self->new_total += b != NULL ? (DwellSignedWide) b->sum : 0;
      self->by_inputs += by_inputs;
      i += a != NULL;
      k += b != NULL;
    }

  self->by_cost = self->new_total - self->base_total - self->by_inputs;
}

/* The mean cost at each size that has one, as logarithms. */
typedef struct {
  guint   n;
  double *sizes;
  double *costs;
} Line;

static void
line_init (Line                  *self,
           const DwellCostPoints *points)
{
  self->n = 0;
  self->sizes = g_new (double, MAX (points->n_points, 1));
  self->costs = g_new (double, MAX (points->n_points, 1));

  for (guint i = 0; i < points->n_points; i++)
    if (is_usable (&points->points[i]))
      {
        self->sizes[self->n] = log ((double) points->points[i].size);
        self->costs[self->n] = log ((double) points->points[i].sum /
                                    (double) points->points[i].calls);
        self->n++;
      }
}

static void
line_clear (Line *self)
{
  g_free (self->sizes);
  g_free (self->costs);
}

static double
line_at (const Line *self,
         double      size)
{
  guint i = 1;

  if (self->n == 1 || size <= self->sizes[0])
    return self->costs[0];

  while (i + 1 < self->n && self->sizes[i] < size)
    i++;
  if (size >= self->sizes[i])
    return self->costs[i];

  return self->costs[i - 1] + (self->costs[i] - self->costs[i - 1]) * (size - self->sizes[i - 1]) /
                                (self->sizes[i] - self->sizes[i - 1]);
}

static void
find_factors (DwellCostDifference   *self,
              const DwellCostPoints *base,
              const DwellCostPoints *new)
{
  Line a;
  Line b;

  self->factor = self->factor_at_largest = NAN;
  line_init (&a, base);
  line_init (&b, new);

  if (a.n > 0 && b.n > 0)
    {
      double low = MAX (a.sizes[0], b.sizes[0]);
      double high = MIN (a.sizes[a.n - 1], b.sizes[b.n - 1]);
      double sum = 0;

      for (guint i = 0; i < N_GRID && low <= high; i++)
        {
          double size = low + (high - low) * i / (N_GRID - 1);

          sum += line_at (&b, size) - line_at (&a, size);
        }

      if (low <= high)
        {
          self->factor = exp (sum / N_GRID);
          self->factor_at_largest = exp (line_at (&b, high) - line_at (&a, high));
          self->overlap = exp (high - low);
        }
    }

  line_clear (&a);
  line_clear (&b);
}

static gboolean
is_sure (const DwellGrowth *growth)
{
  return growth->confidence >= DWELL_CONFIDENCE_MEDIUM && !growth->is_between;
}

static DwellGrowthChange
judge (const DwellCostDifference *self,
       const DwellGrowth         *base,
       const DwellGrowth         *new)
{
  gboolean is_certain = is_sure (base) && is_sure (new);
  double difference = new->exponent - base->exponent;

  if (base->class == DWELL_GROWTH_NONE || new->class == DWELL_GROWTH_NONE ||
      isnan (self->factor) || isnan (difference))
    return DWELL_GROWTH_IS_UNKNOWN;
  if (base->class == new->class || fabs (difference) < LEAST_DIFFERENCE)
    return DWELL_GROWTH_IS_SAME;

  is_certain = is_certain && self->overlap >= LEAST_OVERLAP * (1 - 1e-9);
  if (difference > 0 && self->factor_at_largest > LEAST_FACTOR)
    return is_certain ? DWELL_GROWTH_IS_STEEPER : DWELL_GROWTH_IS_PERHAPS_STEEPER;
  if (difference < 0 && self->factor_at_largest < 1 / LEAST_FACTOR)
    return is_certain ? DWELL_GROWTH_IS_FLATTER : DWELL_GROWTH_IS_PERHAPS_FLATTER;

  return DWELL_GROWTH_IS_SAME;
}

/**
 * dwell_cost_difference_init:
 * @self: (out caller-allocates): the difference
 * @base: the points of a routine
 * @base_growth: the growth of its cost
 * @new: its points in another recording
 * @new_growth: the growth of its cost there
 *
 * Compares the costs of a routine.
 */
void
dwell_cost_difference_init (DwellCostDifference   *self,
                            const DwellCostPoints *base,
                            const DwellGrowth     *base_growth,
                            const DwellCostPoints *new,
                            const DwellGrowth     *new_growth)
{
  *self = (DwellCostDifference) { 0 };
  explain (self, base, new);
  find_factors (self, base, new);
  self->change = judge (self, base_growth, new_growth);
}

/**
 * dwell_growth_change_get_id:
 * @self: how a growth changed
 *
 * Returns: (nullable): what the command line calls it
 */
const char *
dwell_growth_change_get_id (DwellGrowthChange self)
{
  static const char * const ids[] = {
    NULL, "same", "steeper", "flatter", "perhaps-steeper", "perhaps-flatter",
  };

  return ids[self];
}
