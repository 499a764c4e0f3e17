/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups and series of recordings: worked examples, plain loops, and how often chance is taken
 * for a change. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/dwell-group-difference.h"
#include "analysis/compare/dwell-series.h"

#define MAX_VALUES 40

#define assert_near(value, expected, within) \
  g_assert_cmpfloat (fabs ((value) - (expected)), <=, within)

static const guint8 everywhere[MAX_VALUES] = {
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};

static DwellGroupDifference
compare (const gint64 *values,
         guint         n_base,
         guint         n_new)
{
  DwellGroups groups = { values, everywhere, n_base, n_new };
  DwellGroupDifference difference;

  dwell_group_difference_init (&difference, &groups);
  difference.q = difference.p;
  dwell_group_difference_judge (&difference, &groups, 0.01, 0.05);
  return difference;
}

/* Four a side, of which none overlap. */
static void
test_four (void)
{
  static const gint64 values[] = { 201, 204, 199, 203, 211, 208, 214, 210 };
  DwellGroupDifference difference = compare (values, 4, 4);

  assert_near (difference.p, 0.0285714, 1e-7);
  assert_near (dwell_figure_get_ratio (&difference.figure), 1.0446097, 1e-7);
  assert_near (difference.ratio.low, 1.0240581, 1e-7);
  assert_near (difference.ratio.high, 1.0655417, 1e-7);
  g_assert_cmpint (difference.verdict, ==, DWELL_VERDICT_MORE);
  g_assert_cmpint (difference.evidence, ==, DWELL_GROUP_EVIDENCE_RECORDINGS);
}

/* By noise floor and by ranges, again by other words for the same. */
static void
test_few (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (815);

  for (guint i = 0; i < 2000; i++)
    {
      guint n_base = (guint) g_rand_int_range (rand, 1, 4);
      guint n_new = (guint) g_rand_int_range (rand, 1, 4);
      gint64 values[6];
      DwellGroupDifference difference;
      double sums[2] = { 0, 0 };
      gboolean are_apart = TRUE;
      gboolean is_more = TRUE;
      gboolean is_less = TRUE;
      double ratio;

      for (guint k = 0; k < n_base + n_new; k++)
        {
          values[k] = g_rand_int_range (rand, 90, 120);
          sums[k >= n_base] += (double) values[k] / (k >= n_base ? n_new : n_base);
        }
      for (guint a = 0; a < n_base; a++)
        for (guint b = n_base; b < n_base + n_new; b++)
          {
            is_more = is_more && values[b] > values[a];
            is_less = is_less && values[b] < values[a];
          }

      ratio = sums[1] / sums[0];
      are_apart = is_more || is_less;
      if (n_base == 2 && n_new == 1)
        are_apart = fabs (sums[1] - sums[0]) >= 2 * fabs ((double) values[0] - (double) values[1]);

      difference = compare (values, n_base, n_new);
      g_assert_true (isnan (difference.p));
      assert_near (dwell_figure_get_ratio (&difference.figure), ratio, 1e-12);
      if (fabs (ratio - 1) < 0.01 - 1e-12)
        g_assert_cmpint (difference.evidence, ==, DWELL_GROUP_EVIDENCE_NONE);
      else if (fabs (ratio - 1) > 0.01 + 1e-12)
        g_assert_cmpint (difference.verdict, ==, !are_apart ? DWELL_VERDICT_UNCLEAR
                                                 : ratio > 1 ? DWELL_VERDICT_MORE
                                                             : DWELL_VERDICT_LESS);
    }
}

static void
test_missing (void)
{
  static const gint64 values[] = { 0, 0, 5, 7 };
  static const guint8 of_new[] = { 0, 0, 1, 0 };
  static const gint64 same[] = { 4, 4, 4, 4, 4, 4, 4, 4 };
  DwellGroups groups = { values, of_new, 2, 2 };
  DwellGroups swapped = { values, of_new + 1, 2, 1 };
  DwellGroupDifference difference;

  dwell_group_difference_init (&difference, &groups);
  dwell_group_difference_judge (&difference, &groups, 0.01, 0.05);
  g_assert_cmpint (difference.verdict, ==, DWELL_VERDICT_NEW);
  g_assert_false (difference.figure.has_base);

  dwell_group_difference_init (&difference, &swapped);
  dwell_group_difference_judge (&difference, &swapped, 0.01, 0.05);
  g_assert_cmpint (difference.verdict, ==, DWELL_VERDICT_GONE);

  for (guint n_base = 1; n_base < 8; n_base++)
    {
      difference = compare (same, n_base, 8 - n_base);
      g_assert_cmpint (difference.verdict, ==, DWELL_VERDICT_IDENTICAL);
      g_assert_cmpfloat (dwell_figure_get_real_change (&difference.figure), ==, 0);
    }
}

/* Nothing changed: of five recordings a side one table in twenty says otherwise. */
static void
test_group_alarms (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (4711);
  guint n_alarms = 0;

  for (guint i = 0; i < 1000; i++)
    {
      gint64 values[10];

      for (guint k = 0; k < 10; k++)
        values[k] = 1000 + g_rand_int_range (rand, 0, 200);
      n_alarms += compare (values, 5, 5).verdict != DWELL_VERDICT_UNCLEAR &&
                  compare (values, 5, 5).evidence == DWELL_GROUP_EVIDENCE_RECORDINGS;
    }

  g_assert_cmpuint (n_alarms, <=, 60);
  g_assert_cmpuint (n_alarms, >, 5);
}

/* U of the last values against the first, ties half, twice. */
static guint
count_u (const gint64 *values,
         guint         split,
         guint         n)
{
  guint u = 0;

  for (guint a = 0; a < split; a++)
    for (guint b = split; b < n; b++)
      u += values[b] > values[a] ? 2 : values[b] == values[a] ? 1 : 0;

  return u;
}

/* The p of Mann and Whitney by all ways to choose the first part. */
static double
count_splits (const gint64 *values,
              guint         split,
              guint         n)
{
  int middle = (int) (split * (n - split));
  int observed = abs ((int) count_u (values, split, n) - middle);
  guint n_ways = 0;
  guint n_far = 0;

  for (guint chosen = 0; chosen < 1u << n; chosen++)
    {
      gint64 parted[16];
      guint first = 0;
      guint second = split;

      if ((guint) __builtin_popcount (chosen) != split)
        continue;
      for (guint i = 0; i < n; i++)
        if (chosen & 1u << i)
          parted[first++] = values[i];
        else
          parted[second++] = values[i];

      n_ways++;
      n_far += abs ((int) count_u (parted, split, n) - middle) >= observed;
    }

  return (double) n_far / n_ways;
}

static double
get_mean (const gint64 *values,
          guint         n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += (double) values[i];

  return sum / n;
}

/* The change point of short series, by trying everything. */
static void
test_since (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (1848);
  guint n_found = 0;

  for (guint i = 0; i < 60; i++)
    {
      guint n = (guint) g_rand_int_range (rand, 8, 14);
      guint at = i % 3 == 0 ? n : (guint) g_rand_int_range (rand, 2, (gint) n - 1);
      gint64 values[16];
      double best = 1;
      guint since = 0;
      double ratio;
      DwellTrend trend;

      for (guint k = 0; k < n; k++)
        values[k] = g_rand_int_range (rand, 100, 120) + (k >= at ? 40 : 0);
      for (guint split = 2; split + 2 <= n; split++)
        {
          double p = count_splits (values, split, n);

          if (p < best - 1e-9)
            {
              best = p;
              since = p * (n - 3) <= 0.05 ? split : 0;
            }
        }
      ratio = since > 0 ? get_mean (values + since, n - since) / get_mean (values, since) : 1;
      if (fabs (ratio - 1) < 0.01)
        since = 0;

      dwell_trend_init (&trend, values, n, 0.05, 0.01);
      g_assert_cmpuint (trend.since, ==, since);
      g_assert_cmpint (isnan (trend.since_ratio), ==, since == 0);
      if (since > 0)
        assert_near (trend.since_ratio, ratio, 1e-12);
      n_found += since > 0;

      /* Noise that is larger hides it. */
      dwell_trend_init (&trend, values, n, 0.05, 0.9);
      g_assert_cmpuint (trend.since, ==, 0);
    }

  g_assert_cmpuint (n_found, >, 5);
}

/* Nothing changed along 12 recordings: hardly ever there is a “since”. */
static void
test_series_alarms (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (4712);
  guint n_since = 0;
  guint n_trends = 0;

  for (guint i = 0; i < 400; i++)
    {
      gint64 values[12];
      DwellTrend trend;

      for (guint k = 0; k < 12; k++)
        values[k] = 1000 + g_rand_int_range (rand, 0, 300);
      dwell_trend_init (&trend, values, 12, 0.05, 0.01);
      n_since += trend.since > 0;
      n_trends += trend.p <= 0.05;
    }

  g_assert_cmpuint (n_since, <=, 20);
  g_assert_cmpuint (n_trends, <=, 30);
  g_assert_cmpuint (n_trends, >, 3);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/group-difference/four", test_four);
  g_test_add_func ("/group-difference/few", test_few);
  g_test_add_func ("/group-difference/missing", test_missing);
  g_test_add_func ("/group-difference/alarms", test_group_alarms);
  g_test_add_func ("/series/since", test_since);
  g_test_add_func ("/series/alarms", test_series_alarms);
  return g_test_run ();
}
