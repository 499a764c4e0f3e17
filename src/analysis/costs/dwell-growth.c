/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The classifier: points, fits, scores, and the conclusions from them. The rules are in the header;
 * the fits in dwell-growth-fit.c. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/costs/dwell-growth-fit.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

#define MIN_SIZES        5
#define FLAT_RATIO       1.05
#define MAX_UNBINNED     24
#define BINS_PER_OCTAVE  8
#define KEPT_RANGE       32
#define MAX_EXPONENT     256    /* the largest n for r^n */
/* If costs rise this much, no constant is within SEVERAL_SCORE at both ends: ((200 + 25) / (200 -
 * 25))². */
#define CONSTANT_RATIO   (81 / 49.0)
#define TIE_FACTOR       1.15
#define TIE_POINTS       0.3    /* percentage points */
#define SEVERAL_SCORE    25
#define RIVAL_FACTOR     1.5
#define BENT_SCORE       3      /* per cent */
#define ENDING_SCORE     1      /* per cent, for costs that stop growing */
#define ONE_IN_HUNDRED   2.326  /* standard deviations, on one side */
#define ONE_IN_TWENTY    1.645  /* standard deviations, on one side */
#define MIN_SURE         8      /* points */
#define SURE_RANGE       16
#define N_RESAMPLES      200
#define SEED             G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

/* The number of rows that a worker takes at a time. */
#define PORTION 16

typedef struct {
  double size;
  double cost;
} Measured;

static int
compare_measured (gconstpointer a,
                  gconstpointer b)
{
  const Measured *left = a;
  const Measured *right = b;

  if (left->size != right->size)
    return left->size < right->size ? -1 : 1;

  return (left->cost > right->cost) - (left->cost < right->cost);
}

/* The bin of a point: by its octave, or, if all points are too close together, by its place. */
static double
get_bin (const Measured *points,
         guint           n,
         guint           i,
         gboolean        by_octave)
{
  return by_octave ? floor (log2 (points[i].size) * BINS_PER_OCTAVE)
                   : floor ((double) i * MAX_UNBINNED / n);
}

/* Replaces the points by the means of their bins. Returns: how many bins have points; they come
 * first in @points. */
static guint
bin (Measured *points,
     guint     n)
{
  guint n_octave_bins = 1;
  guint n_bins = 0;

  for (guint i = 1; i < n; i++)
    n_octave_bins += get_bin (points, n, i - 1, TRUE) != get_bin (points, n, i, TRUE);

  for (guint i = 0; i < n;)
    {
      gboolean by_octave = n_octave_bins >= MIN_SIZES;
      double number = get_bin (points, n, i, by_octave);
      Measured sum = { 0 };
      guint first = i;

      for (; i < n && get_bin (points, n, i, by_octave) == number; i++)
        {
          sum.size += points[i].size;
          sum.cost += points[i].cost;
        }

      points[n_bins++] = (Measured) { sum.size / (i - first), sum.cost / (i - first) };
    }

  return n_bins;
}

/* @points: sorted by size; changed. */
static void
prepare (Measured          *points,
         guint              n,
         DwellGrowthPoints *out)
{
  guint first = 0;

  out->n = 0;
  out->n_measured = n;
  out->least = INFINITY;
  out->most = 0;

  for (guint i = 0; i < n; i++)
    {
      out->least = MIN (out->least, points[i].cost);
      out->most = MAX (out->most, points[i].cost);
    }

  if (n > MAX_UNBINNED)
    n = bin (points, n);

  while (n - first > MIN_SIZES && points[first].size < points[n - 1].size / KEPT_RANGE)
    first++;

  /* Bins of the kept octaves are 41 at most. */
  for (guint i = first; i < n && out->n < DWELL_GROWTH_POINTS_MAX; i++, out->n++)
    {
      out->sizes[out->n] = points[i].size;
      out->costs[out->n] = points[i].cost;
    }
}

/**
 * dwell_growth_prepare_values:
 * @sizes: (array length=n): sizes in any order
 * @costs: (array length=n): their costs
 * @n: how many
 * @out: (out caller-allocates): the points for a fit
 *
 * Leaves out points that cannot be fitted (not finite, n < 1, cost ≤ 0), takes the mean for equal
 * sizes, then applies rules 2 and 3.
 */
void
dwell_growth_prepare_values (const double      *sizes,
                             const double      *costs,
                             gsize              n,
                             DwellGrowthPoints *out)
{
  g_autofree Measured *points = g_new (Measured, MAX (n, 1));
  guint n_points = 0;
  guint n_sizes = 0;

  for (gsize i = 0; i < n; i++)
    if (isfinite (sizes[i]) && isfinite (costs[i]) && sizes[i] >= 1 && costs[i] > 0)
      points[n_points++] = (Measured) { sizes[i], costs[i] };

  qsort (points, n_points, sizeof *points, compare_measured);

  for (guint i = 0; i < n_points; n_sizes++)
    {
      Measured mean = points[i];
      guint first = i;

      for (i++; i < n_points && points[i].size == mean.size; i++)
        mean.cost += points[i].cost;

      mean.cost /= i - first;
      points[n_sizes] = mean;
    }

  prepare (points, n_sizes, out);
}

/**
 * dwell_growth_prepare:
 * @points: a routine's points
 * @kind: (inout): %DWELL_COST_CURVE_WORST, _AVERAGE or _BEST; the first falls back to the second if
 *   a report does not have it
 * @is_self: whether self cost is fitted
 * @out: (out caller-allocates): the points for a fit
 *
 * Returns: whether the points have such a cost
 */
gboolean
dwell_growth_prepare (const DwellCostPoints *points,
                      DwellCostCurveKind    *kind,
                      gboolean               is_self,
                      DwellGrowthPoints     *out)
{
  g_autoptr(DwellCostCurve) curve = NULL;
  DwellCostCurveOptions options = { .kind = *kind, .is_self = is_self };

  curve = dwell_cost_curve_new (points, &options);
  if (curve->n == 0 && *kind == DWELL_COST_CURVE_WORST)
    {
      options.kind = *kind = DWELL_COST_CURVE_AVERAGE;
      dwell_cost_curve_free (curve);
      curve = dwell_cost_curve_new (points, &options);
    }

  dwell_growth_prepare_values (curve->sizes, curve->values, curve->n, out);
  return curve->n > 0;
}

/* The slope of log y against log n, and how much of the variance it explains. */
static void
regress (const DwellGrowthPoints *points,
         DwellGrowth             *growth)
{
  double x_mean = 0;
  double y_mean = 0;
  double xx = 0;
  double xy = 0;
  double yy = 0;

  for (guint i = 0; i < points->n; i++)
    {
      x_mean += log (points->sizes[i]) / points->n;
      y_mean += log (points->costs[i]) / points->n;
    }

  for (guint i = 0; i < points->n; i++)
    {
      double x = log (points->sizes[i]) - x_mean;
      double y = log (points->costs[i]) - y_mean;

      xx += x * x;
      xy += x * y;
      yy += y * y;
    }

  if (xx > 0)
    {
      growth->exponent = xy / xx;
      growth->r2 = yy > 0 ? xy * xy / (xx * yy) : NAN;
    }
}

/* Rule 4: whether the costs rise with the sizes, by the test of Mann (1945) and Kendall: the number
 * of pairs that rise minus those that fall is 0 by chance, with a variance of n·(n − 1)·(2n + 5) /
 * 18; and whether they rise so far that no constant comes near both ends. */
static gboolean
rises (const DwellGrowthPoints *points)
{
  double n = points->n;
  double least = INFINITY;
  double most = 0;
  int n_rising = 0;

  for (guint i = 0; i < points->n; i++)
    {
      least = MIN (least, points->costs[i]);
      most = MAX (most, points->costs[i]);
      for (guint j = 0; j < i; j++)
        n_rising += (points->costs[i] > points->costs[j]) - (points->costs[i] < points->costs[j]);
    }

  return most > CONSTANT_RATIO * least &&
         n_rising > ONE_IN_HUNDRED * sqrt (n * (n - 1) * (2 * n + 5) / 18);
}

/* Rules 4 and 5. Scores go to @scores, INFINITY for classes that cannot be fitted. */
static DwellGrowthClass
choose (const DwellGrowthPoints *points,
        double                  *scores)
{
  guint chosen = rises (points) ? DWELL_GROWTH_LOG : DWELL_GROWTH_CONSTANT;
  double best = INFINITY;

  for (guint class = 0; class < DWELL_N_GROWTH_CLASSES; class++)
    {
      gboolean is_possible = class != DWELL_GROWTH_EXPONENTIAL ||
                             points->sizes[points->n - 1] <= MAX_EXPONENT;

      scores[class] = is_possible ? _dwell_growth_fit_score ((DwellGrowthClass) class,
                                                             points->sizes, points->costs,
                                                             points->n) : INFINITY;
      best = class >= chosen ? MIN (best, scores[class]) : best;
    }

  if (!isfinite (best))
    return isfinite (scores[DWELL_GROWTH_CONSTANT]) ? DWELL_GROWTH_CONSTANT : DWELL_GROWTH_NONE;

  while (scores[chosen] > TIE_FACTOR * best + TIE_POINTS)
    chosen++;
  return (DwellGrowthClass) chosen;
}

static DwellGrowthClass
find_second (DwellGrowthClass  class,
             const double     *scores)
{
  guint second = DWELL_GROWTH_NONE;

  for (guint i = 0; i < DWELL_N_GROWTH_CLASSES; i++)
    if (i != class && isfinite (scores[i]) &&
        (second == DWELL_GROWTH_NONE || scores[i] < scores[second]))
      second = i;

  return (DwellGrowthClass) second;
}

/**
 * dwell_growth_value:
 * @growth: a growth
 * @size: n, at least 1
 *
 * Returns: the fitted curve at @size; NAN without a class
 */
double
dwell_growth_value (const DwellGrowth *growth,
                    double             size)
{
  DwellGrowthFit fit = { growth->offset, growth->factor, growth->base };

  return growth->class != DWELL_GROWTH_NONE ? _dwell_growth_fit_value (growth->class, &fit, size)
                                            : NAN;
}

/* Returns whether residuals are smooth, i.e. follow one another more closely than by chance in one
 * of twenty cases: tests the mean square of their differences divided by their own mean square (von
 * Neumann 1941), which is 2 for independent residuals, with a variance of about 4·(n − 2) / (n² −
 * 1). */
static gboolean
is_smooth (const DwellGrowthPoints *points,
           const DwellGrowth       *growth)
{
  double n = points->n;
  double differences = 0;
  double squares = 0;
  double last = 0;

  for (guint i = 0; i < points->n; i++)
    {
      double residual = dwell_growth_value (growth, points->sizes[i]) / points->costs[i] - 1;

      differences += i > 0 ? (residual - last) * (residual - last) : 0;
      squares += residual * residual;
      last = residual;
    }

  return differences < squares * (2 - ONE_IN_TWENTY * sqrt (4 * (n - 2) / (n * n - 1)));
}

/* Returns whether residuals change their sign more rarely than by chance in one of twenty cases. */
static gboolean
keeps_sign (const DwellGrowthPoints *points,
            const DwellGrowth       *growth)
{
  guint n_turns = 0;

  for (guint i = 1; i < points->n; i++)
    n_turns += (dwell_growth_value (growth, points->sizes[i]) > points->costs[i]) !=
               (dwell_growth_value (growth, points->sizes[i - 1]) > points->costs[i - 1]);

  return n_turns < (points->n - 1) / 2.0 - ONE_IN_TWENTY * sqrt (points->n - 1.0) / 2;
}

/* Returns whether enough of r^n is seen: at enough points it lifts the cost above the offset, and
 * over all sizes it rises by as much as sizes have to range for the other classes. */
static gboolean
shows_rise (const DwellGrowthPoints *points,
            const DwellGrowth       *growth)
{
  guint n_lifted = 0;

  for (guint i = 0; i < points->n; i++)
    n_lifted += dwell_growth_value (growth, points->sizes[i]) > FLAT_RATIO * growth->offset;

  return n_lifted >= MIN_SURE &&
         pow (growth->base, growth->max_size - growth->min_size) >= SURE_RANGE;
}

/* Rule 7: how much better a function fits that is not one of the classes, and whether the residuals
 * show a bend that the class misses. There is no such function that grows more slowly than the
 * logarithm, so in this case only the residuals can show it. */
static DwellConfidence
limit_confidence (const DwellGrowthPoints *points,
                  const DwellGrowth       *growth)
{
  double rival = _dwell_growth_rival_score (growth->class, points->sizes, points->costs,
                                            points->n);
  double misfit = (growth->score + TIE_POINTS) / (rival + TIE_POINTS);
  gboolean is_exponential = growth->class == DWELL_GROWTH_EXPONENTIAL;
  gboolean is_bent = growth->score >= BENT_SCORE &&
                     (keeps_sign (points, growth) ||
                      (is_exponential && is_smooth (points, growth)));
  gboolean ends = growth->class == DWELL_GROWTH_LOG && growth->score >= ENDING_SCORE &&
                  is_smooth (points, growth);

  if (growth->score > SEVERAL_SCORE || misfit >= RIVAL_FACTOR || ends ||
      (is_bent && rival < RIVAL_FACTOR * growth->score))
    return DWELL_CONFIDENCE_LOW;
  if (misfit >= TIE_FACTOR || points->n < MIN_SURE || (is_bent && !isfinite (rival)) ||
      (is_exponential && (is_bent || !shows_rise (points, growth))))
    return DWELL_CONFIDENCE_MEDIUM;
  return DWELL_CONFIDENCE_HIGH;
}

/* Rules 6 and 7. */
static void
judge (const DwellGrowthPoints *points,
       DwellGrowth             *growth)
{
  double range = growth->max_size / growth->min_size;
  double margin = growth->second != DWELL_GROWTH_NONE
                  ? (growth->second_score + TIE_POINTS) / (growth->score + TIE_POINTS) : INFINITY;

  if (margin >= 3 || (margin >= 1.5 && range >= SURE_RANGE && growth->score < 15))
    growth->confidence = DWELL_CONFIDENCE_HIGH;
  else if (margin >= TIE_FACTOR && range >= SURE_RANGE)
    growth->confidence = DWELL_CONFIDENCE_MEDIUM;
  else
    growth->confidence = DWELL_CONFIDENCE_LOW;

  if (growth->confidence > DWELL_CONFIDENCE_LOW)
    growth->confidence = MIN (growth->confidence, limit_confidence (points, growth));

  growth->is_between = growth->confidence == DWELL_CONFIDENCE_LOW &&
                       growth->second != DWELL_GROWTH_NONE &&
                       (range < 4 || (margin < TIE_FACTOR && growth->score >= 5)) &&
                       !(growth->class == DWELL_GROWTH_CONSTANT && growth->exponent < 0);
  growth->has_several_behaviours = growth->score > SEVERAL_SCORE;
}

/* Rule 1: the confidence depends on how far the sizes are apart. */
static void
settle_flat (const DwellGrowthPoints *points,
             DwellGrowth             *growth)
{
  DwellGrowthFit fit;
  double range = growth->max_size / growth->min_size;

  /* Limits numbers whose squares would overflow a double. */
  if (!_dwell_growth_fit_points (DWELL_GROWTH_CONSTANT, points->sizes, points->costs, points->n,
                                 &fit))
    return;

  growth->class = DWELL_GROWTH_CONSTANT;
  growth->confidence = range >= SURE_RANGE ? DWELL_CONFIDENCE_HIGH
                       : range >= 4 ? DWELL_CONFIDENCE_MEDIUM : DWELL_CONFIDENCE_LOW;
  growth->offset = fit.offset;
}

/**
 * dwell_growth_classify:
 * @points: prepared points
 * @growth: (out caller-allocates): the growth; its kind and is_self are set for the worst
 *   cumulative cost
 *
 * Finds the class of functions that fits best.
 */
void
dwell_growth_classify (const DwellGrowthPoints *points,
                       DwellGrowth             *growth)
{
  double scores[DWELL_N_GROWTH_CLASSES];
  DwellGrowthFit fit;

  *growth = (DwellGrowth) {
    .class = DWELL_GROWTH_NONE,
    .second = DWELL_GROWTH_NONE,
    .n_measured = points->n_measured,
    .n_used = points->n,
    .score = NAN,
    .second_score = NAN,
    .exponent = NAN,
    .r2 = NAN,
  };

  if (points->n > 0)
    {
      growth->min_size = points->sizes[0];
      growth->max_size = points->sizes[points->n - 1];
    }

  if (points->n_measured < MIN_SIZES)
    return;

  regress (points, growth);
  if (points->most < FLAT_RATIO * points->least)
    {
      settle_flat (points, growth);
      return;
    }

  growth->class = points->n >= MIN_SIZES ? choose (points, scores) : DWELL_GROWTH_NONE;
  if (growth->class == DWELL_GROWTH_NONE)
    return;

  _dwell_growth_fit_points (growth->class, points->sizes, points->costs, points->n, &fit);
  growth->offset = fit.offset;
  growth->factor = fit.factor;
  growth->base = fit.base;
  growth->score = scores[growth->class];
  growth->second = find_second (growth->class, scores);
  if (growth->second != DWELL_GROWTH_NONE)
    growth->second_score = scores[growth->second];
  judge (points, growth);
}

typedef struct {
  const DwellCosts         *costs;
  const DwellGrowthOptions *options;
  GCancellable             *cancellable;
  DwellGrowth              *growths;
} ClassifyAll;

static void
classify_row (const ClassifyAll *all,
              guint              row)
{
  g_autoptr(DwellCostPoints) points = NULL;
  DwellCostCurveKind kind = all->options->kind;
  DwellGrowthPoints prepared = { 0 };

  /* Most routines have too few sizes. */
  if (dwell_costs_get_row (all->costs, row)->n_sizes >= MIN_SIZES)
    {
      points = dwell_costs_get_points (all->costs, row);
      dwell_growth_prepare (points, &kind, all->options->is_self, &prepared);
    }

  dwell_growth_classify (&prepared, &all->growths[row]);
  all->growths[row].kind = kind;
  all->growths[row].is_self = all->options->is_self != FALSE;
}

static void
classify_portion (guint    job,
                  gpointer user_data)
{
  const ClassifyAll *all = user_data;
  guint end = MIN ((job + 1) * PORTION, dwell_costs_get_n_rows (all->costs));

  for (guint row = job * PORTION; row < end; row++)
    if (!g_cancellable_is_cancelled (all->cancellable))
      classify_row (all, row);
}

/**
 * dwell_growth_classify_all:
 * @costs: the rows
 * @options: the cost to classify
 * @cancellable: (nullable): a cancellable
 *
 * Returns: (transfer full) (nullable): the growth of each row's cost, for g_free(); %NULL when
 *   cancelled
 */
DwellGrowth *
dwell_growth_classify_all (const DwellCosts         *costs,
                           const DwellGrowthOptions *options,
                           GCancellable             *cancellable)
{
  guint n_rows = dwell_costs_get_n_rows (costs);
  g_autofree DwellGrowth *growths = g_new0 (DwellGrowth, MAX (n_rows, 1));
  ClassifyAll all = { costs, options, cancellable, growths };

  dwell_parallel_for ((n_rows + PORTION - 1) / PORTION, classify_portion, &all);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&growths);
}

/* xorshift64*: Vigna 2016. */
static guint64
next_random (guint64 *state)
{
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * G_GUINT64_CONSTANT (0x2545f4914f6cdd1d);
}

/* A fit to the same number of points, drawn with replacement. If they cannot be fitted, the fit to
 * all points is used. */
static DwellGrowthFit
fit_resampled (const DwellGrowth       *growth,
               const DwellGrowthPoints *points,
               guint64                 *state)
{
  DwellGrowthFit fit = { growth->offset, growth->factor, growth->base };
  DwellGrowthFit resampled;
  double sizes[DWELL_GROWTH_POINTS_MAX];
  double costs[DWELL_GROWTH_POINTS_MAX];

  for (guint i = 0; i < points->n; i++)
    {
      guint drawn = (guint) ((next_random (state) >> 32) * points->n >> 32);

      sizes[i] = points->sizes[drawn];
      costs[i] = points->costs[drawn];
    }

  return _dwell_growth_fit_points (growth->class, sizes, costs, points->n, &resampled) ? resampled
                                                                                      : fit;
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double left = *(const double *) a;
  double right = *(const double *) b;

  return (left > right) - (left < right);
}

/**
 * dwell_growth_predict:
 * @growth: a growth
 * @points: the points that it was found from
 * @sizes: (array length=n): sizes, each at least 1
 * @n: how many
 * @predictions: (array length=n) (out caller-allocates): the predicted costs
 *
 * Extrapolates the fitted curve, with the band that contains 90 % of 200 fits to resampled points.
 * All are NAN without a class; INFINITY on overflow.
 */
void
dwell_growth_predict (const DwellGrowth       *growth,
                      const DwellGrowthPoints *points,
                      const double            *sizes,
                      gsize                    n,
                      DwellGrowthPrediction   *predictions)
{
  DwellGrowthFit fits[N_RESAMPLES];
  double values[N_RESAMPLES];
  guint64 state = SEED;

  for (guint i = 0; i < N_RESAMPLES && growth->class != DWELL_GROWTH_NONE; i++)
    fits[i] = fit_resampled (growth, points, &state);

  for (gsize i = 0; i < n; i++)
    {
      predictions[i] = (DwellGrowthPrediction) { dwell_growth_value (growth, sizes[i]), NAN, NAN };
      if (growth->class == DWELL_GROWTH_NONE)
        continue;

      for (guint k = 0; k < N_RESAMPLES; k++)
        values[k] = _dwell_growth_fit_value (growth->class, &fits[k], sizes[i]);

      qsort (values, N_RESAMPLES, sizeof *values, compare_doubles);
      predictions[i].low = MIN (values[N_RESAMPLES * 5 / 100], predictions[i].value);
      predictions[i].high = MAX (values[N_RESAMPLES * 95 / 100 - 1], predictions[i].value);
    }
}
