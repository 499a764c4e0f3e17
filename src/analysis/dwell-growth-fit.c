/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Least squares of two parameters. Sizes are given in units of the largest, costs likewise by the
 * caller of the sums below, so that nothing overflows and n³ keeps its digits. */
#include "config.h"

#include <math.h>

#include "analysis/dwell-growth-fit.h"

/* g(n) of the classes a + b·g(n). */
static inline double
shape (DwellGrowthClass class,
       double           n)
{
  switch (class)
    {
    case DWELL_GROWTH_LOG:
      return log (n);

    case DWELL_GROWTH_LINEAR:
      return n;

    case DWELL_GROWTH_LINEAR_LOG:
      return n * log (n);

    case DWELL_GROWTH_POWER_1_5:
      return n * sqrt (n);

    case DWELL_GROWTH_SQUARE:
      return n * n;

    case DWELL_GROWTH_SQUARE_LOG:
      return n * n * log (n);

    case DWELL_GROWTH_CUBE:
      return n * n * n;

    case DWELL_GROWTH_CONSTANT:
    case DWELL_GROWTH_EXPONENTIAL:
    case DWELL_GROWTH_NONE:
    default:
      return 1;
    }
}

/* Sums of weighted relative residuals: with u = 1/y and v = g/y, a·u + b·v should be 1. */
static gboolean
fit_shape (DwellGrowthClass  class,
           const double     *sizes,
           const double     *costs,
           guint             n,
           DwellGrowthFit   *fit)
{
  double uu = 0;
  double uv = 0;
  double vv = 0;
  double u_sum = 0;
  double v_sum = 0;
  double largest = 0;
  double determinant;

  for (guint i = 0; i < n; i++)
    largest = MAX (largest, shape (class, sizes[i]));
  if (!(largest > 0) || !isfinite (largest))
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      double u = 1 / costs[i];
      double v = shape (class, sizes[i]) / largest / costs[i];

      uu += u * u;
      uv += u * v;
      vv += v * v;
      u_sum += u;
      v_sum += v;
    }

  *fit = (DwellGrowthFit) { .offset = u_sum / uu };
  if (class == DWELL_GROWTH_CONSTANT)
    return TRUE;

  determinant = uu * vv - uv * uv;
  if (determinant <= 0)
    return FALSE;

  fit->offset = (vv * u_sum - uv * v_sum) / determinant;
  fit->factor = (uu * v_sum - uv * u_sum) / determinant;

  /* Costs are positive, so not both are negative: at the border the other alone fits best. */
  if (fit->offset < 0)
    *fit = (DwellGrowthFit) { .factor = v_sum / vv };
  else if (fit->factor < 0)
    *fit = (DwellGrowthFit) { .offset = u_sum / uu };

  fit->factor /= largest;
  return isfinite (fit->offset) && isfinite (fit->factor);
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
    return fit->factor * pow (fit->base, size);

  return fit->factor > 0 ? fit->offset + fit->factor * shape (class, size) : fit->offset;
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
      double value;

      if (!_dwell_growth_fit_points (class, others_sizes, others_costs, n - 1, &fit))
        return INFINITY;

      value = _dwell_growth_fit_value (class, &fit, sizes[i]);
      sum += 200 * fabs (value - costs[i]) / (fabs (value) + costs[i]);

      if (i + 1 < n)
        {
          others_sizes[i] = sizes[i];
          others_costs[i] = costs[i];
        }
    }

  return isfinite (sum) ? sum / n : INFINITY;
}
