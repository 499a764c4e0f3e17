/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Least squares of two parameters. Shapes are given in units of the largest, so that nothing
 * overflows and n³ keeps its digits. What a point left out would be foretold as takes the sums of
 * those before it and of those after it: to subtract it from all would lose digits. */
#include "config.h"

#include <math.h>

#include "analysis/dwell-growth-fit.h"

/* g(n) = n^(quarters / 4) · (log n)^logs of the classes a + b·g(n). */
typedef struct {
  guint8 quarters;
  guint8 logs;
} Shape;

static const Shape shapes[DWELL_N_GROWTH_CLASSES] = {
  [DWELL_GROWTH_LOG] = { 0, 1 },
  [DWELL_GROWTH_LINEAR] = { 4, 0 },
  [DWELL_GROWTH_LINEAR_LOG] = { 4, 1 },
  [DWELL_GROWTH_POWER_1_5] = { 6, 0 },
  [DWELL_GROWTH_SQUARE] = { 8, 0 },
  [DWELL_GROWTH_SQUARE_LOG] = { 8, 1 },
  [DWELL_GROWTH_CUBE] = { 12, 0 },
};

/* What lies next to a class and is none of them: one that fits better says that none does. */
#define N_RIVALS 3
static const Shape rivals[DWELL_N_GROWTH_CLASSES][N_RIVALS] = {
  [DWELL_GROWTH_LOG] = { { 1, 0 }, { 2, 0 }, { 0, 2 } },
  [DWELL_GROWTH_LINEAR] = { { 2, 0 }, { 3, 0 } },
  [DWELL_GROWTH_LINEAR_LOG] = { { 3, 0 }, { 5, 0 }, { 4, 2 } },
  [DWELL_GROWTH_POWER_1_5] = { { 5, 0 }, { 7, 0 }, { 4, 2 } },
  [DWELL_GROWTH_SQUARE] = { { 7, 0 } },
  [DWELL_GROWTH_SQUARE_LOG] = { { 9, 0 }, { 10, 0 }, { 8, 2 } },
  [DWELL_GROWTH_CUBE] = { { 10, 0 }, { 11, 0 }, { 16, 0 } },
  [DWELL_GROWTH_EXPONENTIAL] = { { 16, 0 }, { 20, 0 }, { 24, 0 } },
};

/* Sums of weighted relative residuals: with u = 1/y and v = g/y, a·u + b·v should be 1. */
typedef struct {
  double uu;
  double uv;
  double vv;
  double u;
  double v;
} Sums;

static double
get_shape (const Shape *shape,
           double       n)
{
  double root = sqrt (sqrt (n));
  double value = 1;

  for (guint i = 0; i < shape->quarters; i++)
    value *= root;
  for (guint i = 0; i < shape->logs; i++)
    value *= log (n);
  return value;
}

/* g of each size in units of the largest, which is returned; 0 if there is none. */
static double
fill_shapes (const Shape  *shape,
             const double *sizes,
             guint         n,
             double       *values)
{
  double largest = 0;

  for (guint i = 0; i < n; i++)
    {
      values[i] = get_shape (shape, sizes[i]);
      largest = MAX (largest, values[i]);
    }
  if (!(largest > 0) || !isfinite (largest))
    return 0;

  for (guint i = 0; i < n; i++)
    values[i] /= largest;
  return largest;
}

static void
add_point (Sums   *sums,
           double  value,
           double  cost)
{
  double u = 1 / cost;
  double v = value / cost;

  sums->uu += u * u;
  sums->uv += u * v;
  sums->vv += v * v;
  sums->u += u;
  sums->v += v;
}

/* In units of the largest shape. */
static gboolean
solve (const Sums     *sums,
       gboolean        is_flat,
       DwellGrowthFit *fit)
{
  double determinant = sums->uu * sums->vv - sums->uv * sums->uv;

  *fit = (DwellGrowthFit) { .offset = sums->u / sums->uu };
  if (is_flat)
    return isfinite (fit->offset);
  if (determinant <= 0)
    return FALSE;

  fit->offset = (sums->vv * sums->u - sums->uv * sums->v) / determinant;
  fit->factor = (sums->uu * sums->v - sums->uv * sums->u) / determinant;

  /* Costs are positive, so not both are negative: at the border the other alone fits best. */
  if (fit->offset < 0)
    *fit = (DwellGrowthFit) { .factor = sums->v / sums->vv };
  else if (fit->factor < 0)
    *fit = (DwellGrowthFit) { .offset = sums->u / sums->uu };

  return isfinite (fit->offset) && isfinite (fit->factor);
}

static gboolean
fit_shape (DwellGrowthClass  class,
           const double     *sizes,
           const double     *costs,
           guint             n,
           DwellGrowthFit   *fit)
{
  double values[DWELL_GROWTH_POINTS_MAX];
  double largest = fill_shapes (&shapes[class], sizes, n, values);
  Sums sums = { 0 };

  for (guint i = 0; i < n && largest > 0; i++)
    add_point (&sums, values[i], costs[i]);
  if (largest <= 0 || !solve (&sums, class == DWELL_GROWTH_CONSTANT, fit))
    return FALSE;

  fit->factor /= largest;
  return isfinite (fit->factor);
}

/* What is said of a point against what was measured, in 200ths of per cent. */
static double
get_error (double value,
           double cost)
{
  return 200 * fabs (value - cost) / (fabs (value) + cost);
}

static double
score_shape (const Shape  *shape,
             gboolean      is_flat,
             const double *sizes,
             const double *costs,
             guint         n)
{
  double values[DWELL_GROWTH_POINTS_MAX];
  Sums after[DWELL_GROWTH_POINTS_MAX + 1];
  Sums before = { 0 };
  double sum = 0;

  if (fill_shapes (shape, sizes, n, values) <= 0)
    return INFINITY;

  after[n] = before;
  for (guint i = n; i-- > 0;)
    {
      after[i] = after[i + 1];
      add_point (&after[i], values[i], costs[i]);
    }

  for (guint i = 0; i < n; i++)
    {
      const Sums *rest = &after[i + 1];
      Sums others = { before.uu + rest->uu, before.uv + rest->uv, before.vv + rest->vv,
                      before.u + rest->u, before.v + rest->v };
      DwellGrowthFit fit;

      if (!solve (&others, is_flat, &fit))
        return INFINITY;
      sum += get_error (fit.offset + fit.factor * values[i], costs[i]);
      add_point (&before, values[i], costs[i]);
    }

  return isfinite (sum) ? sum / n : INFINITY;
}

static gboolean
fit_exponential (const double   *sizes,
                 const double   *costs,
                 guint           n,
                 DwellGrowthFit *fit)
{
  double size_mean = 0;
  double cost_mean = 0;
  double variance = 0;
  double covariance = 0;

  for (guint i = 0; i < n; i++)
    {
      size_mean += sizes[i] / n;
      cost_mean += log (costs[i]) / n;
    }

  for (guint i = 0; i < n; i++)
    {
      variance += (sizes[i] - size_mean) * (sizes[i] - size_mean);
      covariance += (sizes[i] - size_mean) * (log (costs[i]) - cost_mean);
    }

  if (!(variance > 0) || !(covariance > 0))
    return FALSE;

  *fit = (DwellGrowthFit) {
    .factor = exp (cost_mean - covariance / variance * size_mean),
    .base = exp (covariance / variance),
  };
  return isfinite (fit->factor) && isfinite (fit->base);
}

/*< private >
 * _dwell_growth_fit_points: false if the class cannot be fitted to these points */
gboolean
_dwell_growth_fit_points (DwellGrowthClass  class,
                          const double     *sizes,
                          const double     *costs,
                          guint             n,
                          DwellGrowthFit   *fit)
{
  return class == DWELL_GROWTH_EXPONENTIAL ? fit_exponential (sizes, costs, n, fit)
                                           : fit_shape (class, sizes, costs, n, fit);
}

/*< private >
 * _dwell_growth_fit_value: the fitted curve at @size */
double
_dwell_growth_fit_value (DwellGrowthClass      class,
                         const DwellGrowthFit *fit,
                         double                size)
{
  if (class == DWELL_GROWTH_EXPONENTIAL)
    {
      double value = fit->factor * pow (fit->base, size);

      /* A factor too small for a number times a power too large for one. */
      return isnan (value) ? INFINITY : value;
    }

  return fit->factor > 0 ? fit->offset + fit->factor * get_shape (&shapes[class], size)
                         : fit->offset;
}

static double
score_exponential (const double *sizes,
                   const double *costs,
                   guint         n)
{
  double others_sizes[DWELL_GROWTH_POINTS_MAX];
  double others_costs[DWELL_GROWTH_POINTS_MAX];
  double sum = 0;

  /* The first point changes places with the one that is left out. */
  for (guint i = 1; i < n; i++)
    {
      others_sizes[i - 1] = sizes[i];
      others_costs[i - 1] = costs[i];
    }

  for (guint i = 0; i < n; i++)
    {
      DwellGrowthFit fit;

      if (!fit_exponential (others_sizes, others_costs, n - 1, &fit))
        return INFINITY;

      sum += get_error (_dwell_growth_fit_value (DWELL_GROWTH_EXPONENTIAL, &fit, sizes[i]),
                        costs[i]);
      if (i + 1 < n)
        {
          others_sizes[i] = sizes[i];
          others_costs[i] = costs[i];
        }
    }

  return isfinite (sum) ? sum / n : INFINITY;
}

/*< private >
 * _dwell_growth_fit_score: SMAPE in per cent of predictions for points left out one by one;
 * INFINITY if the class cannot be fitted */
double
_dwell_growth_fit_score (DwellGrowthClass  class,
                         const double     *sizes,
                         const double     *costs,
                         guint             n)
{
  return class == DWELL_GROWTH_EXPONENTIAL
           ? score_exponential (sizes, costs, n)
           : score_shape (&shapes[class], class == DWELL_GROWTH_CONSTANT, sizes, costs, n);
}

/*< private >
 * _dwell_growth_rival_score: the same of the best function beside @class that is no class; INFINITY
 * if there is none */
double
_dwell_growth_rival_score (DwellGrowthClass  class,
                           const double     *sizes,
                           const double     *costs,
                           guint             n)
{
  double best = INFINITY;

  for (guint i = 0; i < N_RIVALS; i++)
    if (rivals[class][i].quarters > 0 || rivals[class][i].logs > 0)
      best = MIN (best, score_shape (&rivals[class][i], FALSE, sizes, costs, n));
  return best;
}
