/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trends of series of recordings. */
#include "config.h"

#include "analysis/compare/dwell-series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/dwell-rank-tests.h"
#include "core/dwell-sort.h"
#include "core/dwell-wide.h"

static int
compare_reals (gconstpointer a,
               gconstpointer b)
{
  double left = *(const double *) a;
  double right = *(const double *) b;

  return (left > right) - (left < right);
}

static void
find_slope (DwellTrend   *self,
            const gint64 *values,
            guint         n)
{
  guint n_slopes = n * (n - 1) / 2;
  g_autofree double *slopes = g_new (double, MAX (n_slopes, 1));
  guint k = 0;

  self->s = 0;
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++)
      {
        slopes[k++] = ((double) values[j] - (double) values[i]) / (j - i);
        self->s += (values[j] > values[i]) - (values[j] < values[i]);
      }

  qsort (slopes, n_slopes, sizeof *slopes, compare_reals);
  self->slope = n_slopes > 0 ? (slopes[n_slopes / 2] + slopes[(n_slopes - 1) / 2]) / 2 : 0;
}

/* The part of all orders of @n values whose S is at least as far from 0, by the number of
 * inversions. */
static double
count_orders (guint n,
              gint  s)
{
  guint top = n * (n - 1) / 2;
  g_autofree double *parts = g_new0 (double, top + 1);
  g_autofree double *before = g_new0 (double, top + 1);
  double p = 0;

  parts[0] = 1;
  for (guint k = 2; k <= n; k++)
    {
      double window = 0;

      memcpy (before, parts, (top + 1) * sizeof *parts);
      for (guint i = 0; i <= top; i++)
        {
          window += before[i] - (i >= k ? before[i - k] : 0);
          parts[i] = MAX (window, 0) / k;
        }
    }

  for (guint i = 0; i <= top; i++)
    if (ABS ((gint) top - 2 * (gint) i) >= ABS (s))
      p += parts[i];

  return MIN (p, 1);
}

static void
find_split (DwellTrend   *self,
            const gint64 *values,
            guint         n,
            double        alpha)
{
  g_autofree gint64 *sorted = g_new (gint64, n);
  double best = 1;
  guint n_splits = n - 3;

  for (guint split = 2; split + 2 <= n; split++)
    {
      DwellTestSample base = { values, sorted, split };
      DwellTestSample new = { values + split, sorted + split, n - split };
      double p;

      memcpy (sorted, values, n * sizeof *values);
      dwell_sort_int64 (sorted, split, NULL);
      dwell_sort_int64 (sorted + split, n - split, NULL);

      if (MAX (base.n, new.n) <= DWELL_TEST_EXACT_MAX)
        {
          p = dwell_mann_whitney_exact (&base, &new);
        }
      else
        {
          DwellRanks ranks = dwell_ranks (&base, &new);

          p = dwell_mann_whitney (&base, &new, &ranks).p;
        }

      if (p < best)
        {
          best = p;
          self->since = p * n_splits <= alpha ? split : 0;
        }
    }
}

static double
get_mean (const gint64 *values,
          guint         n)
{
  DwellSignedWide sum = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];

  return (double) sum / n;
}

/* A change smaller than noise does not count. */
static void
weigh_split (DwellTrend   *self,
             const gint64 *values,
             guint         n,
             double        noise)
{
  double before = self->since > 0 ? get_mean (values, self->since) : 0;
  double then = self->since > 0 ? get_mean (values + self->since, n - self->since) : 0;

  if (before != 0)
    self->since_ratio = then / before;
  if (before != 0 ? fabs (self->since_ratio - 1) < noise : then == 0)
    {
      self->since = 0;
      self->since_ratio = NAN;
    }
}

/**
 * dwell_trend_init:
 * @self: (out caller-allocates): the trend
 * @values: (array length=n): a figure, recording by recording
 * @n: how many, at most %DWELL_SERIES_MAX
 * @alpha: the significance level
 * @noise: 0.01: changes of less than a hundredth do not count
 *
 * Finds how the figure develops.
 */
void
dwell_trend_init (DwellTrend   *self,
                  const gint64 *values,
                  guint         n,
                  double        alpha,
                  double        noise)
{
  *self = (DwellTrend) { .p = NAN, .since_ratio = NAN };

  g_return_if_fail (n <= DWELL_SERIES_MAX);

  find_slope (self, values, n);
  if (n >= DWELL_SERIES_TREND_MIN)
    self->p = count_orders (n, self->s);
  if (n >= DWELL_SERIES_SPLIT_MIN)
    find_split (self, values, n, alpha);
  weigh_split (self, values, n, noise);
}
