/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Least squares with two parameters. Shapes are given in units of the largest, so that nothing
 * overflows and n³ keeps its digits. The prediction for a point that is left out is made from the
 * sums of the points before and after it: subtracting it from the sum of all would lose digits. */
#include "config.h"

#include "analysis/costs/dwell-growth-fit.h"

#include <math.h>

/* The least and greatest rise of the exponential over the sizes, as a power of e: 10^26 times is
 * more than 64-bit costs can show. */
#define RISE_MIN   1.0
#define RISE_MAX   60.0
#define N_RATES    32
#define N_SECTIONS 36
#define GOLDEN     0.6180339887498949

/* g(n) = n^(quarters / 4) · (log n)^logs of the classes a + b·g(n), or n!. */
typedef struct {
  guint8 quarters;
  guint8 logs;
  guint8 is_factorial;
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

/* Functions that are close to a class but are not a class: if one of them fits better, no class
 * fits well. */
#define N_RIVALS 4
static const Shape rivals[DWELL_N_GROWTH_CLASSES][N_RIVALS] = {
  [DWELL_GROWTH_LOG] = { { 1, 0 }, { 2, 0 }, { 0, 2 } },
  [DWELL_GROWTH_LINEAR] = { { 2, 0 }, { 3, 0 } },
  [DWELL_GROWTH_LINEAR_LOG] = { { 3, 0 }, { 5, 0 }, { 4, 2 } },
  [DWELL_GROWTH_POWER_1_5] = { { 5, 0 }, { 7, 0 }, { 4, 2 } },
  [DWELL_GROWTH_SQUARE] = { { 7, 0 } },
  [DWELL_GROWTH_SQUARE_LOG] = { { 9, 0 }, { 10, 0 }, { 8, 2 } },
  [DWELL_GROWTH_CUBE] = { { 10, 0 }, { 11, 0 }, { 12, 1 }, { 16, 0 } },
  [DWELL_GROWTH_EXPONENTIAL] = { { 16, 0 }, { 20, 0 }, { 24, 0 }, { .is_factorial = TRUE } },
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
  double value = shape->is_factorial ? tgamma (n + 1) : 1;

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

  /* Costs are positive, so at most one is negative: at the border the other one alone fits best. */
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

/* The difference between the prediction for a point and its cost, in 200ths of a per cent. */
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

/* The powers e^(rate·n) in units of the power of @largest. */
static void
fill_powers (double        rate,
             double        largest,
             const double *sizes,
             guint         n,
             double       *values)
{
  for (guint i = 0; i < n; i++)
    values[i] = exp (rate * (sizes[i] - largest));
}

/* a and b of a + b·v for the powers @values, all points but @left_out. Returns: the sum of squared
 * relative residuals; INFINITY if there is no such fit. */
static double
fit_powers (const double   *values,
            const double   *costs,
            guint           n,
            guint           left_out,
            DwellGrowthFit *fit)
{
  Sums sums = { 0 };
  double squares = 0;

  for (guint i = 0; i < n; i++)
    if (i != left_out)
      add_point (&sums, values[i], costs[i]);

  if (!solve (&sums, FALSE, fit) || !(fit->factor > 0))
    return INFINITY;

  for (guint i = 0; i < n; i++)
    {
      double residual = 1 - (fit->offset + fit->factor * values[i]) / costs[i];

      squares += i != left_out ? residual * residual : 0;
    }

  return squares;
}

/* Sizes as needed to search for the rate. */
typedef struct {
  const double *sizes;
  const double *costs;
  guint         n;
  double        largest;
  double        span;
} Rates;

static gboolean
init_rates (Rates        *self,
            const double *sizes,
            const double *costs,
            guint         n)
{
  double smallest = INFINITY;

  *self = (Rates) { sizes, costs, n, 0, 0 };
  for (guint i = 0; i < n; i++)
    {
      self->largest = MAX (self->largest, sizes[i]);
      smallest = MIN (smallest, sizes[i]);
    }

  self->span = self->largest - smallest;
  return self->span > 0;
}

/* Returns the sum of squares that the best a and b leave, for the logarithm @log_rate of a rate. */
static double
try_rate (const Rates *self,
          double       log_rate)
{
  double values[DWELL_GROWTH_POINTS_MAX];
  DwellGrowthFit fit;

  fill_powers (exp (log_rate), self->largest, self->sizes, self->n, values);
  return fit_powers (values, self->costs, self->n, self->n, &fit);
}

/* The best rate: the best of some at equal ratios, refined by golden section. NAN if none fits. */
static double
find_rate (const Rates *self)
{
  double first = log (RISE_MIN / self->span);
  double step = log (RISE_MAX / RISE_MIN) / (N_RATES - 1);
  double best = INFINITY;
  double low = NAN;
  double high;

  for (guint i = 0; i < N_RATES; i++)
    {
      double squares = try_rate (self, first + i * step);

      if (squares < best)
        {
          best = squares;
          low = first + (i - 1.0) * step;
        }
    }

  high = low + 2 * step;
  for (guint i = 0; i < N_SECTIONS && isfinite (low); i++)
    {
      double left = high - GOLDEN * (high - low);
      double right = low + GOLDEN * (high - low);

      if (try_rate (self, left) < try_rate (self, right))
        high = right;
      else
        low = left;
    }

  return exp ((low + high) / 2);
}

/* a + b·r^n by least squares of relative residuals, like the other classes: for a given r it is
 * linear in a and b, so only r is searched for (variable projection: Golub and Pereyra 1973). */
static gboolean
fit_exponential (const double   *sizes,
                 const double   *costs,
                 guint           n,
                 DwellGrowthFit *fit)
{
  double values[DWELL_GROWTH_POINTS_MAX];
  Rates rates;
  double rate = init_rates (&rates, sizes, costs, n) ? find_rate (&rates) : NAN;

  if (!isfinite (rate))
    return FALSE;

  fill_powers (rate, rates.largest, sizes, n, values);
  if (!isfinite (fit_powers (values, costs, n, n, fit)))
    return FALSE;

  fit->base = exp (rate);
  fit->factor *= exp (-rate * rates.largest);
  return isfinite (fit->offset) && isfinite (fit->factor) && isfinite (fit->base);
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
      double value = fit->offset + fit->factor * pow (fit->base, size);

      /* A factor too small for a number times a power too large for one. */
      return isnan (value) ? INFINITY : value;
    }

  return fit->factor > 0 ? fit->offset + fit->factor * get_shape (&shapes[class], size)
                         : fit->offset;
}

/* Subtracts from @values their projection onto @of. */
static void
project_out (const double *of,
             guint         n,
             double       *values)
{
  double product = 0;
  double square = 0;

  for (guint i = 0; i < n; i++)
    {
      product += of[i] * values[i];
      square += of[i] * of[i];
    }

  for (guint i = 0; i < n && square > 0; i++)
    values[i] -= of[i] * product / square;
}

/* Returns how much higher the rate should be without the point @left_out, by one Gauss–Newton step
 * from the fit to all points, which has these @values. */
static double
get_step (const Rates          *self,
          const DwellGrowthFit *fit,
          const double         *values,
          guint                 left_out)
{
  double by_offset[DWELL_GROWTH_POINTS_MAX];
  double by_factor[DWELL_GROWTH_POINTS_MAX];
  double by_rate[DWELL_GROWTH_POINTS_MAX];
  double residuals[DWELL_GROWTH_POINTS_MAX];
  double product = 0;
  double square = 0;

  for (guint i = 0; i < self->n; i++)
    {
      double weight = i != left_out ? 1 / self->costs[i] : 0;

      by_offset[i] = fit->offset > 0 ? weight : 0;
      by_factor[i] = weight * values[i];
      by_rate[i] = by_factor[i] * fit->factor * (self->sizes[i] - self->largest);
      residuals[i] = weight * (self->costs[i] - fit->offset - fit->factor * values[i]);
    }

  project_out (by_offset, self->n, by_factor);
  project_out (by_offset, self->n, by_rate);
  project_out (by_factor, self->n, by_rate);
  for (guint i = 0; i < self->n; i++)
    {
      product += by_rate[i] * residuals[i];
      square += by_rate[i] * by_rate[i];
    }

  return square > 0 ? product / square : 0;
}

/* The rate without a point is approximated by one step; a and b for that rate are exact. */
static double
score_exponential (const double *sizes,
                   const double *costs,
                   guint         n)
{
  double values[DWELL_GROWTH_POINTS_MAX];
  DwellGrowthFit all;
  Rates rates;
  double rate = init_rates (&rates, sizes, costs, n) ? find_rate (&rates) : NAN;
  double sum = 0;

  if (!isfinite (rate))
    return INFINITY;

  fill_powers (rate, rates.largest, sizes, n, values);
  if (!isfinite (fit_powers (values, costs, n, n, &all)))
    return INFINITY;

  for (guint i = 0; i < n; i++)
    {
      double others[DWELL_GROWTH_POINTS_MAX];
      double other_rate = CLAMP (rate + get_step (&rates, &all, values, i), rate / 2, rate * 2);
      DwellGrowthFit fit;

      fill_powers (other_rate, rates.largest, sizes, n, others);
      if (!isfinite (fit_powers (others, costs, n, i, &fit)))
        return INFINITY;
      sum += get_error (fit.offset + fit.factor * others[i], costs[i]);
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
 * _dwell_growth_rival_score: the same for the best function close to @class that is not a class;
 * INFINITY if there is none */
double
_dwell_growth_rival_score (DwellGrowthClass  class,
                           const double     *sizes,
                           const double     *costs,
                           guint             n)
{
  double best = INFINITY;

  for (guint i = 0; i < N_RIVALS; i++)
    if (rivals[class][i].quarters > 0 || rivals[class][i].logs > 0 ||
        rivals[class][i].is_factorial)
      best = MIN (best, score_shape (&rivals[class][i], FALSE, sizes, costs, n));
  return best;
}
