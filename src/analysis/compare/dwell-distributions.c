/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The distributions that tests take their p from: normal, Student's, binomial. */
#include "config.h"

#include "analysis/compare/dwell-rank-tests.h"

#include <math.h>

/* Beyond these degrees of freedom Student's distribution is near enough to the normal one for an
 * expansion to give all digits that are shown. */
#define MANY_DF        1e5
#define MANY_DF_INVERSE 200

/* Up to so many values binomial tails are summed up. */
#define BINOMIAL_MAX 1000

/**
 * dwell_normal_p:
 * @z: a number
 *
 * Returns: the part of a normal distribution that lies further from 0 than @z, on both sides
 */
double
dwell_normal_p (double z)
{
  return erfc (fabs (z) / G_SQRT2);
}

/* The logarithm of the gamma function of a positive number. lgamma() is avoided because it sets a
 * global variable. */
static double
log_gamma (double x)
{
  int sign;

  return lgamma_r (x, &sign);
}

/* The continued fraction of the incomplete beta function, by Lentz's method. */
static double
beta_fraction (double a,
               double b,
               double x)
{
  const double tiny = 1e-300;
  double c = 1;
  double d = 1 - (a + b) * x / (a + 1);
  double h;

  d = 1 / (fabs (d) > tiny ? d : tiny);
  h = d;

  for (guint m = 1; m < 10000; m++)
    {
      const double steps[] = {
        m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
        -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
      };

      for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
        {
          d = 1 + steps[i] * d;
          d = 1 / (fabs (d) > tiny ? d : tiny);
          c = 1 + steps[i] / c;
          c = fabs (c) > tiny ? c : tiny;
          h *= d * c;
        }

      if (fabs (d * c - 1) < 1e-16)
        break;
    }

  return h;
}

/* The regularised incomplete beta function. */
static double
beta (double a,
      double b,
      double x)
{
  double front;

  if (x <= 0 || x >= 1)
    return x <= 0 ? 0 : 1;

  front = exp (log_gamma (a + b) - log_gamma (a) - log_gamma (b) + a * log (x) + b * log1p (-x));
  if (x < (a + 1) / (a + b + 2))
    return front * beta_fraction (a, b, x) / a;

  return 1 - front * beta_fraction (b, a, 1 - x) / b;
}

/**
 * dwell_student_p:
 * @t: a number
 * @df: degrees of freedom
 *
 * Returns: the part of Student's distribution that lies further from 0 than @t, on both sides
 */
double
dwell_student_p (double t,
                 double df)
{
  if (df > MANY_DF)
    return dwell_normal_p (t * (1 - 1 / (4 * df)) / sqrt (1 + t * t / (2 * df)));

  return MIN (1, beta (df / 2, 0.5, df / (df + t * t)));
}

/**
 * dwell_student_quantile:
 * @p: a probability
 * @df: degrees of freedom
 *
 * Returns: the number beyond which, on both sides together, @p of Student's distribution lies; with
 *   many degrees of freedom only a @p of 0.05 is supported
 */
double
dwell_student_quantile (double p,
                        double df)
{
  const double z = DWELL_TEST_Z;
  double low = 0;
  double high = 1e6;

  /* Abramowitz and Stegun 26.7.5. */
  if (df > MANY_DF_INVERSE && p == 0.05)
    return z + (pow (z, 3) + z) / (4 * df) +
           (5 * pow (z, 5) + 16 * pow (z, 3) + 3 * z) / (96 * df * df) +
           (3 * pow (z, 7) + 19 * pow (z, 5) + 17 * pow (z, 3) - 15 * z) / (384 * pow (df, 3));

  for (guint i = 0; i < 80; i++)
    {
      double middle = (low + high) / 2;

      if (dwell_student_p (middle, df) > p)
        low = middle;
      else
        high = middle;
    }

  return (low + high) / 2;
}

static double
log_choose (double n,
            double k)
{
  return log_gamma (n + 1) - log_gamma (k + 1) - log_gamma (n - k + 1);
}

/**
 * dwell_least_p:
 * @m: how many values are on one side
 * @n: how many values are on the other
 *
 * Returns: the smallest p that a test of ranks can yield: 2/C(m+n, m)
 */
double
dwell_least_p (guint64 m,
               guint64 n)
{
  return MIN (1, 2 * exp (-log_choose ((double) m + (double) n, (double) m)));
}

/**
 * dwell_quantile_ranks:
 * @n: how many values
 * @fraction: which quantile, 0 to 1
 * @inflation: how alike neighbours are: the variance of a mean divided by that of independent
 *   values; 1: not at all
 * @low: (out): the rank, from 1, of the lower limit of the interval; 0: too few values
 * @high: (out): the rank of the upper limit; 0: too few values
 *
 * Finds the ranks of a distribution-free 95 % interval of a quantile.
 */
void
dwell_quantile_ranks (guint64  n,
                      double   fraction,
                      double   inflation,
                      guint64 *low,
                      guint64 *high)
{
  double below = 0; /* P (Binomial (n, fraction) < rank) */

  *low = *high = 0;

  if (n > BINOMIAL_MAX || inflation > 1)
    {
      double middle = (double) n * fraction;
      double reach = DWELL_TEST_Z * sqrt (middle * (1 - fraction) * MAX (inflation, 1));

      if (middle - reach >= 1)
        *low = (guint64) floor (middle - reach);
      if (ceil (middle + reach) + 1 <= (double) n)
        *high = (guint64) ceil (middle + reach) + 1;
      return;
    }

  for (guint64 rank = 1; rank <= n && *high == 0; rank++)
    {
      double k = (double) rank - 1;

      below += exp (log_choose ((double) n, k) + k * log (fraction) +
                    ((double) n - k) * log1p (-fraction));
      if (below <= 0.025)
        *low = rank;
      if (1 - below <= 0.025)
        *high = rank;
    }
}

/**
 * dwell_wilson:
 * @hits: how many of a sample are hits
 * @total: the size of the sample, at least 1
 *
 * Returns: Wilson’s 95 % interval of the share of hits
 */
DwellInterval
dwell_wilson (guint64 hits,
              guint64 total)
{
  double n = (double) total;
  double share = (double) hits / n;
  double z2 = DWELL_TEST_Z * DWELL_TEST_Z;
  double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  double reach = DWELL_TEST_Z / (1 + z2 / n) * sqrt (share * (1 - share) / n + z2 / (4 * n * n));

  return (DwellInterval) { hits == 0 ? 0 : MAX (middle - reach, 0),
                           hits == total ? 1 : MIN (middle + reach, 1) };
}

/* The logarithm of the probability of @hits in the first of two samples, given the total in
 * both. */
static double
log_odds (double hits,
          double base_total,
          double all_hits,
          double new_total)
{
  return log_choose (base_total, hits) + log_choose (new_total, all_hits - hits);
}

/**
 * dwell_fisher_exact:
 * @base_hits: how many of the first sample are hits
 * @base_total: the size of the first sample
 * @new_hits: how many of the second sample are hits
 * @new_total: the size of the second sample
 *
 * Returns: the p of Fisher's test of two shares: the probability of all splits that are at most as
 *   likely as this one
 */
double
dwell_fisher_exact (guint64 base_hits,
                    guint64 base_total,
                    guint64 new_hits,
                    guint64 new_total)
{
  gboolean are_many = base_hits > base_total / 2 && new_hits > new_total / 2;
  double of_base = (double) (are_many ? base_total - base_hits : base_hits); /* the rarer kind */
  double of_new = (double) (are_many ? new_total - new_hits : new_hits);
  double all = of_base + of_new;
  double first = MAX (0, all - (double) new_total);
  double last = MIN (all, (double) base_total);
  double observed = log_odds (of_base, (double) base_total, all, (double) new_total);
  double whole = log_choose ((double) base_total + (double) new_total, all);
  double p = 0;

  for (double hits = first; hits <= last; hits++)
    {
      double odds = log_odds (hits, (double) base_total, all, (double) new_total);

      if (odds <= observed + 1e-9)
        p += exp (odds - whole);
    }

  return MIN (p, 1);
}
