/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of every class of growth, for the classifier's test and for measuring how often it is
 * right. */
#pragma once

#include <math.h>

#include "analysis/costs/dwell-growth.h"

#define GROWTH_MAKER_POINTS_MAX 2048

typedef struct {
  double size[GROWTH_MAKER_POINTS_MAX];
  double cost[GROWTH_MAKER_POINTS_MAX];
  guint  n;
} GrowthMaker;

static inline double
growth_maker_shape (DwellGrowthClass class,
                    double           n)
{
  switch (class)
    {
    case DWELL_GROWTH_LOG:
      return log2 (n);
    case DWELL_GROWTH_LINEAR:
      return n;
    case DWELL_GROWTH_LINEAR_LOG:
      return n * log2 (n);
    case DWELL_GROWTH_POWER_1_5:
      return n * sqrt (n);
    case DWELL_GROWTH_SQUARE:
      return n * n;
    case DWELL_GROWTH_SQUARE_LOG:
      return n * n * log2 (n);
    case DWELL_GROWTH_CUBE:
      return n * n * n;
    case DWELL_GROWTH_EXPONENTIAL:
      return pow (2, n);
    case DWELL_GROWTH_CONSTANT:
    case DWELL_GROWTH_NONE:
    default:
      return 0;
    }
}

/* @n sizes from @first up by the factor @step (at least by one), of a + b·g(n), each cost off by
 * up to @noise of it; @random from 0 to 1. */
static inline void
growth_maker_fill (GrowthMaker      *self,
                   DwellGrowthClass  class,
                   guint             n,
                   double            first,
                   double            step,
                   double            offset,
                   double            factor,
                   double            noise,
                   double          (*random) (void))
{
  double size = first;

  self->n = n;
  for (guint i = 0; i < n; i++)
    {
      double off = noise > 0 ? 1 + noise * (2 * random () - 1) : 1;

      self->size[i] = size;
      self->cost[i] = (offset + factor * growth_maker_shape (class, size)) * off;
      size = MAX (size + 1, round (size * step));
    }
}

static inline void
growth_maker_classify (const GrowthMaker *self,
                       DwellGrowth       *growth)
{
  DwellGrowthPoints points;

  dwell_growth_prepare_values (self->size, self->cost, self->n, &points);
  dwell_growth_classify (&points, growth);
}
