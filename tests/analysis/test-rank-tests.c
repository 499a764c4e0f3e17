/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of two samples, against published figures and against plain loops. */
#include <math.h>
#include <stdlib.h>

#include "analysis/compare/dwell-rank-tests.h"
#include "analysis/compare/dwell-series.h"

#define MAX_VALUES 700

typedef struct {
  DwellTestSample sample;
  gint64          values[MAX_VALUES];
  gint64          sorted[MAX_VALUES];
} Sample;

static int
compare_values (gconstpointer a,
                gconstpointer b)
{
  gint64 left = *(const gint64 *) a;
  gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

static void
seal (Sample  *self,
      guint64  n)
{
  memcpy (self->sorted, self->values, n * sizeof (gint64));
  qsort (self->sorted, n, sizeof (gint64), compare_values);
  self->sample = (DwellTestSample) { self->values, self->sorted, n };
}

/* Numbers with blanks between. */
static void
fill (Sample     *self,
      const char *text)
{
  g_auto(GStrv) words = g_strsplit (text, " ", -1);
  guint n = g_strv_length (words);

  for (guint i = 0; i < n; i++)
    self->values[i] = g_ascii_strtoll (words[i], NULL, 10);
  seal (self, n);
}

#define assert_near(value, expected, within) \
  g_assert_cmpfloat (fabs ((value) - (expected)), <=, within)

static double
get_u (const DwellRanks *ranks)
{
  return (double) ranks->twice_u / 2;
}

static double
get_delta (const DwellRanks *ranks)
{
  return 2 * ranks->superiority - 1;
}

/* The examples of scipy's manual. */
static void
test_scipy (void)
{
  Sample a;
  Sample b;
  DwellRanks ranks;
  DwellTest test;
  DwellBlocks blocks;

  fill (&a, "1 2 1 1 1 1 1 1 1 1 2 4 1 1");
  fill (&b, "3 3 4 3 1 2 3 1 1 5 4");
  ranks = dwell_ranks (&a.sample, &b.sample);
  test = dwell_brunner_munzel (&a.sample, &b.sample, &ranks, 0, &blocks, &blocks);
  assert_near (ranks.superiority, 0.788961038961039, 1e-15);
  assert_near (test.statistic, 3.1374674823029505, 1e-13);
  assert_near (test.df, 17.68284197948154, 1e-12);
  assert_near (test.p, 0.005786208666151, 1e-14);

  fill (&a, "19 22 16 29 24");
  fill (&b, "20 11 17 12");
  ranks = dwell_ranks (&b.sample, &a.sample);
  assert_near (get_u (&ranks), 17, 0);
  assert_near (dwell_mann_whitney_exact (&b.sample, &a.sample), 0.1111111111111111, 1e-15);
  assert_near (dwell_mann_whitney (&b.sample, &a.sample, &ranks).p, 0.11134688653314, 1e-14);
}

/* The examples of benchstat's manual. */
static void
test_benchstat (void)
{
  Sample a;
  Sample b;
  DwellRanks ranks;

  fill (&a, "3069 3075 3069 3067 3207 3064 3064 3058 3059 3062");
  fill (&b, "3075 3065 3059 3065 3060 3081 3186 3135 3087 3062");
  ranks = dwell_ranks (&a.sample, &b.sample);
  assert_near (get_u (&ranks), 60.5, 0);
  assert_near (get_delta (&ranks), 0.21, 1e-15);
  assert_near (dwell_mann_whitney_exact (&a.sample, &b.sample), 0.44610188573, 5e-12);

  fill (&a, "1726 1723 1707 1707 1713 1729 1736 1707 1705 1774");
  fill (&b, "1423 1416 1411 1413 1412 1426 1422 1424 1447 1425");
  ranks = dwell_ranks (&a.sample, &b.sample);
  assert_near (get_u (&ranks), 0, 0);
  assert_near (get_delta (&ranks), -1, 0);
  assert_near (dwell_mann_whitney_exact (&a.sample, &b.sample), 2.0 / 184756, 1e-20);
  assert_near (dwell_least_p (10, 10), 2.0 / 184756, 1e-15);
}

static void
test_eight_a_side (void)
{
  Sample a;
  Sample b;
  DwellRanks ranks;
  DwellMoments base;
  DwellMoments new;
  DwellTest test;
  DwellInterval ratio;
  DwellBlocks blocks;

  fill (&a, "100 110 120 130 140 150 160 170");
  fill (&b, "125 135 145 155 165 175 185 195");
  ranks = dwell_ranks (&a.sample, &b.sample);
  assert_near (get_u (&ranks), 49, 0);
  assert_near (ranks.superiority, 0.765625, 0);
  assert_near (dwell_mann_whitney_exact (&a.sample, &b.sample), 0.08298368298, 5e-12);
  test = dwell_brunner_munzel (&a.sample, &b.sample, &ranks, 0, &blocks, &blocks);
  assert_near (test.p, 0.04779136, 5e-9);

  base = dwell_moments (a.values, 8, 0);
  new = dwell_moments (b.values, 8, 0);
  test = dwell_welch (&base, &new);
  assert_near (base.mean, 135, 0);
  assert_near (new.mean, 160, 0);
  assert_near (test.statistic, 2.0412414523, 5e-11);
  assert_near (test.df, 14, 1e-12);
  assert_near (test.p, 0.0605450310, 5e-11);
  ratio = dwell_fieller (&base, &new);
  assert_near (ratio.low, 0.9914374416, 5e-11);
  assert_near (ratio.high, 1.4246710551, 5e-11);

  ranks = dwell_ranks (&b.sample, &a.sample);
  assert_near (get_u (&ranks), 15, 0);
  assert_near (get_delta (&ranks), -0.53125, 0);
  assert_near (dwell_mann_whitney_exact (&b.sample, &a.sample), 0.08298368298, 5e-12);
}

static void
test_ties (void)
{
  Sample a;
  Sample b;
  DwellRanks ranks;
  DwellBlocks blocks;

  fill (&a, "100 100 100 200");
  fill (&b, "100 100 200 200");
  ranks = dwell_ranks (&a.sample, &b.sample);
  assert_near (get_u (&ranks), 10, 0);
  assert_near (ranks.superiority, 0.625, 0);
  assert_near (dwell_mann_whitney_exact (&a.sample, &b.sample), 1, 0);

  fill (&a, "5 5 5 5");
  ranks = dwell_ranks (&a.sample, &a.sample);
  assert_near (ranks.superiority, 0.5, 0);
  assert_near (dwell_mann_whitney_exact (&a.sample, &a.sample), 1, 0);
  assert_near (dwell_mann_whitney (&a.sample, &a.sample, &ranks).p, 1, 0);
  assert_near (dwell_brunner_munzel (&a.sample, &a.sample, &ranks, 0, &blocks, &blocks).p, 1,
               0);

  /* Nothing varies, and all is different: as sure as so many values can be. */
  fill (&b, "6 6 6 6");
  ranks = dwell_ranks (&a.sample, &b.sample);
  assert_near (dwell_brunner_munzel (&a.sample, &b.sample, &ranks, 0, &blocks, &blocks).p,
               2.0 / 70, 1e-14);
}

static void
test_least (void)
{
  static const double expected[] = { 0, 0, 1 / 3.0, 0.1, 1 / 35.0, 1 / 126.0, 1 / 462.0 };

  for (guint n = 2; n < G_N_ELEMENTS (expected); n++)
    {
      Sample a;
      Sample b;

      for (guint i = 0; i < n; i++)
        {
          a.values[i] = i;
          b.values[i] = 100 + i;
        }
      seal (&a, n);
      seal (&b, n);
      assert_near (dwell_mann_whitney_exact (&a.sample, &b.sample), expected[n], 1e-15);
      assert_near (dwell_least_p (n, n), expected[n], 1e-14);
    }
}

/* A stair, whose neighbours are alike, and a saw, whose are not. */
static void
test_blocks (void)
{
  Sample a;
  Sample b;
  DwellRanks ranks;
  DwellMoments base;
  DwellMoments new;
  DwellTest test;
  DwellBlocks blocks;

  for (guint i = 0; i < 300; i++)
    {
      a.values[i] = 100 + i / 10;
      b.values[i] = a.values[i] + 2;
    }
  seal (&a, 300);
  seal (&b, 300);
  ranks = dwell_ranks (&a.sample, &b.sample);
  assert_near (ranks.superiority, 0.5644444, 5e-8);
  test = dwell_brunner_munzel (&a.sample, &b.sample, &ranks, 0, &blocks, &blocks);
  assert_near (test.statistic, 2.7649154, 5e-8);
  assert_near (test.df, 598, 1e-9);
  assert_near (test.p, 0.0058694, 5e-8);
  test = dwell_brunner_munzel (&a.sample, &b.sample, &ranks, 30, &blocks, &blocks);
  assert_near (test.statistic, 0.8610835, 5e-8);
  assert_near (test.df, 58, 1e-9);
  assert_near (test.p, 0.3927379, 5e-8);
  g_assert_cmpfloat (blocks.inflation, >, 10);
  g_assert_cmpfloat (blocks.drift_p, <, 1e-6);

  base = dwell_moments (a.values, 300, 0);
  new = dwell_moments (b.values, 300, 0);
  assert_near (dwell_welch (&base, &new).p, 0.0048816, 5e-8);
  base = dwell_moments (a.values, 300, 30);
  new = dwell_moments (b.values, 300, 30);
  assert_near (dwell_welch (&base, &new).p, 0.3825541, 5e-8);

  for (guint i = 0; i < 300; i++)
    {
      a.values[i] = 100 + i % 10;
      b.values[i] = a.values[i] + 1;
    }
  seal (&a, 300);
  seal (&b, 300);
  ranks = dwell_ranks (&a.sample, &b.sample);
  test = dwell_brunner_munzel (&a.sample, &b.sample, &ranks, 30, &blocks, &blocks);
  assert_near (ranks.superiority, 0.595, 1e-15);
  assert_near (test.statistic, 4.153090698767505, 1e-12);
  assert_near (test.p, 3.7578768e-05, 5e-13);
  assert_near (blocks.inflation, 1, 0);
  assert_near (blocks.drift_p, 1, 0);
}

static void
test_quantiles (void)
{
  static const struct {
    guint64 n;
    double  fraction;
    guint64 low;
    guint64 high;
  } cases[] = {
    { 5, 0.5, 0, 0 }, { 6, 0.5, 1, 6 }, { 10, 0.5, 2, 9 }, { 59, 0.5, 22, 38 },
    { 100, 0.5, 40, 61 }, { 100, 0.9, 84, 96 }, { 100, 0.99, 97, 0 },
    { 1000, 0.5, 469, 532 }, { 1000, 0.9, 881, 919 }, { 1000, 0.99, 983, 997 },
  };
  DwellInterval interval;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint64 low;
      guint64 high;

      dwell_quantile_ranks (cases[i].n, cases[i].fraction, 1, &low, &high);
      g_assert_cmpuint (low, ==, cases[i].low);
      g_assert_cmpuint (high, ==, cases[i].high);
    }

  interval = dwell_mover (100, (DwellInterval) { 95, 108 }, 120, (DwellInterval) { 114, 125 });
  assert_near (interval.low, 10, 1e-12);
  assert_near (interval.high, 27.0710678, 5e-8);
  assert_near (dwell_interval_p (20, interval), 8.8575e-05, 5e-10);
}

static void
test_many (void)
{
  static const double p[] = { 0.0058, 0.03, 0.04, 0.2, NAN, 0.0002, 1 };
  static const double expected[] = { 0.0174, 0.06, 0.06, 0.24, NAN, 0.0012, 1 };
  double q[G_N_ELEMENTS (p)];

  dwell_benjamini_hochberg (p, q, G_N_ELEMENTS (p));
  for (guint i = 0; i < G_N_ELEMENTS (p); i++)
    if (isnan (p[i]))
      g_assert_true (isnan (q[i]));
    else
      assert_near (q[i], expected[i], 1e-15);
}

static void
test_shares (void)
{
  DwellTest test = dwell_proportions (120, 1000, 180, 1200);

  assert_near (test.statistic, 2.0416711, 5e-8);
  assert_near (test.p, 0.0411842, 5e-8);
  assert_near (dwell_proportions (0, 1000, 1, 1000).p, 0.317, 5e-4);
  assert_near (dwell_proportions (120, 1000, 120, 1000).p, 1, 0);
  assert_near (dwell_fisher_exact (0, 1000, 1, 1000), 1, 1e-9);
  /* Fisher's own: a lady, eight cups of tea. */
  assert_near (dwell_fisher_exact (3, 4, 1, 4), 34.0 / 70, 1e-12);
}

static void
test_recordings (void)
{
  Sample a;
  Sample b;
  DwellMoments base;
  DwellMoments new;
  DwellInterval ratio;

  fill (&a, "201 204 199 203");
  fill (&b, "211 208 214 210");
  assert_near (dwell_mann_whitney_exact (&a.sample, &b.sample), 0.0285714, 5e-8);
  base = dwell_moments (a.values, 4, 0);
  new = dwell_moments (b.values, 4, 0);
  ratio = dwell_fieller (&base, &new);
  assert_near (new.mean / base.mean, 1.0446097, 5e-8);
  assert_near (ratio.low, 1.0240581, 5e-8);
  assert_near (ratio.high, 1.0655417, 5e-8);
}

static void
test_series (void)
{
  static const gint64 rising[] = { 100, 101, 99, 103, 104, 106, 105, 109 };
  static const gint64 flat[] = { 5, 5, 5, 5, 5, 5 };
  static const gint64 step[] = { 10, 11, 10, 12, 11, 10, 30, 31, 32, 30, 31, 33 };
  gint64 many[DWELL_SERIES_MAX];
  DwellTrend trend;

  dwell_trend_init (&trend, rising, G_N_ELEMENTS (rising), 0.05, 0.01);
  assert_near (trend.slope, 1.225, 1e-12);
  g_assert_cmpint (trend.s, ==, 22);
  assert_near (trend.p, 0.0055060, 5e-8);

  dwell_trend_init (&trend, flat, G_N_ELEMENTS (flat), 0.05, 0.01);
  assert_near (trend.slope, 0, 0);
  g_assert_cmpint (trend.s, ==, 0);
  assert_near (trend.p, 1, 1e-12);
  g_assert_cmpuint (trend.since, ==, 0);

  dwell_trend_init (&trend, step, G_N_ELEMENTS (step), 0.05, 0.01);
  g_assert_cmpuint (trend.since, ==, 6);

  for (guint i = 0; i < DWELL_SERIES_MAX; i++)
    many[i] = i % 2;
  dwell_trend_init (&trend, many, DWELL_SERIES_MAX, 0.05, 0.01);
  g_assert_cmpfloat (trend.p, >, 0.3);
  g_assert_cmpuint (trend.since, ==, 0);
}

static void
fill_random (Sample *self,
             guint   n,
             gint64  most)
{
  for (guint i = 0; i < n; i++)
    self->values[i] = g_test_rand_int_range (0, (gint32) most);
  seal (self, n);
}

/* U by all pairs. */
static double
count_u (const Sample *a,
         const Sample *b)
{
  double u = 0;

  for (guint64 i = 0; i < a->sample.n; i++)
    for (guint64 j = 0; j < b->sample.n; j++)
      u += b->values[j] > a->values[i] ? 1 : b->values[j] == a->values[i] ? 0.5 : 0;

  return u;
}

static double
place (const Sample *within,
       gint64        value)
{
  double below = 0;

  for (guint64 i = 0; i < within->sample.n; i++)
    below += within->values[i] < value ? 1 : within->values[i] == value ? 0.5 : 0;

  return below / (double) within->sample.n;
}

static double
placement_variance (const Sample *of,
                    const Sample *within)
{
  double mean = 0;
  double squares = 0;

  for (guint64 i = 0; i < of->sample.n; i++)
    mean += place (within, of->values[i]) / (double) of->sample.n;
  for (guint64 i = 0; i < of->sample.n; i++)
    squares += pow (place (within, of->values[i]) - mean, 2);

  return squares / ((double) of->sample.n - 1);
}

/* The p by looking at every split, as bits. */
static double
count_p (const Sample *a,
         const Sample *b)
{
  guint n_a = (guint) a->sample.n;
  guint n = n_a + (guint) b->sample.n;
  double observed = fabs (count_u (a, b) - (double) n_a * (n - n_a) / 2);
  guint n_far = 0;
  guint n_all = 0;

  for (guint bits = 0; bits < 1u << n; bits++)
    {
      Sample left;
      Sample right;
      guint n_left = 0;
      guint n_right = 0;

      if (__builtin_popcount (bits) != (int) n_a)
        continue;

      for (guint i = 0; i < n; i++)
        {
          gint64 value = i < n_a ? a->values[i] : b->values[i - n_a];

          if (bits & 1u << i)
            left.values[n_left++] = value;
          else
            right.values[n_right++] = value;
        }
      left.sample.n = n_left;
      right.sample.n = n_right;
      n_far += fabs (count_u (&left, &right) - (double) n_a * (n - n_a) / 2) >= observed - 1e-9;
      n_all++;
    }

  return (double) n_far / n_all;
}

static void
test_random (void)
{
  for (guint i = 0; i < 300; i++)
    {
      gint64 most = g_test_rand_int_range (2, 60);
      Sample a;
      Sample b;
      DwellRanks there;
      DwellRanks back;
      DwellBlocks blocks;
      DwellTest test;

      fill_random (&a, (guint) g_test_rand_int_range (2, 200), most);
      fill_random (&b, (guint) g_test_rand_int_range (2, 200), most);
      there = dwell_ranks (&a.sample, &b.sample);
      back = dwell_ranks (&b.sample, &a.sample);
      assert_near (get_u (&there), count_u (&a, &b), 0);
      assert_near (there.base_variance, placement_variance (&a, &b), 1e-12);
      assert_near (there.new_variance, placement_variance (&b, &a), 1e-12);
      assert_near (there.superiority + back.superiority, 1, 1e-15);
      assert_near (dwell_mann_whitney (&a.sample, &b.sample, &there).p,
                   dwell_mann_whitney (&b.sample, &a.sample, &back).p, 1e-12);
      test = dwell_brunner_munzel (&a.sample, &b.sample, &there, 0, &blocks, &blocks);
      assert_near (test.p, dwell_brunner_munzel (&b.sample, &a.sample, &back, 0, &blocks,
                                                 &blocks).p, 1e-10);
      there = dwell_ranks (&a.sample, &a.sample);
      assert_near (there.superiority, 0.5, 0);
      assert_near (dwell_brunner_munzel (&a.sample, &a.sample, &there, 2, &blocks,
                                         &blocks).p, 1, 0);
    }

  for (guint i = 0; i < 12; i++)
    {
      Sample a;
      Sample b;

      fill_random (&a, (guint) g_test_rand_int_range (1, 6), 5);
      fill_random (&b, (guint) g_test_rand_int_range (1, 7), 5);
      assert_near (dwell_mann_whitney_exact (&a.sample, &b.sample), count_p (&a, &b), 1e-14);
    }
}

/* The expansions for many degrees of freedom meet the exact ones. */
static void
test_student (void)
{
  assert_near (dwell_student_quantile (0.05, 10), 2.228138851986, 1e-11);
  assert_near (dwell_student_quantile (0.05, 199.9), dwell_student_quantile (0.05, 200.1), 1.3e-5);
  assert_near (dwell_student_p (dwell_student_quantile (0.05, 201), 201), 0.05, 1e-9);
  assert_near (dwell_student_p (2, 99999), dwell_student_p (2, 100001), 1e-8);
  assert_near (dwell_student_p (2, 1e15), dwell_normal_p (2), 1e-12);
}

/* A number of a standard normal distribution, always the same ones. */
static double
draw_normal (GRand *random)
{
  return sqrt (-2 * log (1 - g_rand_double (random))) * cos (2 * G_PI * g_rand_double (random));
}

static void
fill_run (Sample *self,
          GRand  *random,
          double  memory)
{
  double x = 0;

  for (guint i = 0; i < 600; i++)
    {
      x = memory * x + draw_normal (random);
      self->values[i] = (gint64) floor (1000 + 50 * x + 0.5);
    }
  seal (self, 600);
}

/* How often, of 200 pairs of samples in which nothing changed, the test says that something did. */
static void
count_alarms (double  memory,
              guint  *n_plain,
              guint  *n_blocks)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (1);

  *n_plain = *n_blocks = 0;
  for (guint i = 0; i < 200; i++)
    {
      Sample a;
      Sample b;
      DwellRanks ranks;
      DwellBlocks blocks;

      fill_run (&a, random, memory);
      fill_run (&b, random, memory);
      ranks = dwell_ranks (&a.sample, &b.sample);
      *n_plain += dwell_brunner_munzel (&a.sample, &b.sample, &ranks, 0, &blocks,
                                        &blocks).p < 0.05;
      *n_blocks += dwell_brunner_munzel (&a.sample, &b.sample, &ranks, DWELL_TEST_BLOCKS,
                                         &blocks, &blocks).p < 0.05;
    }
}

/* Spans that are like their neighbours cry wolf; blocks of time do not. Ten of 200 were due. */
static void
test_false_alarms (void)
{
  guint n_plain;
  guint n_blocks;

  count_alarms (0, &n_plain, &n_blocks);
  g_assert_cmpuint (n_plain, <=, 20);
  g_assert_cmpuint (n_blocks, <=, n_plain);

  count_alarms (0.8, &n_plain, &n_blocks);
  g_assert_cmpuint (n_plain, >=, 60);
  g_assert_cmpuint (n_blocks, <=, 30);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank-tests/scipy", test_scipy);
  g_test_add_func ("/rank-tests/benchstat", test_benchstat);
  g_test_add_func ("/rank-tests/eight-a-side", test_eight_a_side);
  g_test_add_func ("/rank-tests/ties", test_ties);
  g_test_add_func ("/rank-tests/least", test_least);
  g_test_add_func ("/rank-tests/blocks", test_blocks);
  g_test_add_func ("/rank-tests/quantiles", test_quantiles);
  g_test_add_func ("/rank-tests/many", test_many);
  g_test_add_func ("/rank-tests/shares", test_shares);
  g_test_add_func ("/rank-tests/recordings", test_recordings);
  g_test_add_func ("/rank-tests/series", test_series);
  g_test_add_func ("/rank-tests/random", test_random);
  g_test_add_func ("/rank-tests/student", test_student);
  g_test_add_func ("/rank-tests/false-alarms", test_false_alarms);
  return g_test_run ();
}
