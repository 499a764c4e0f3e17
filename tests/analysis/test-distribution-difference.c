/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two distributions against one another: worked examples, and everything again by plain loops. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/dwell-distribution-difference.h"

#define MAX_VALUES 400

typedef struct {
  DwellSamples samples;
  gint64       values[MAX_VALUES];
  gint64       sorted[MAX_VALUES];
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
  self->samples = (DwellSamples) { .n = n, .values = self->values, .sorted = self->sorted };
  g_atomic_ref_count_init (&self->samples.ref_count);
}

static DwellDistributionDifference *
compare (Sample   *base,
         Sample   *new,
         gboolean  is_log)
{
  return dwell_distribution_difference_new (base != NULL ? &base->samples : NULL,
                                            new != NULL ? &new->samples : NULL, NULL, 0, is_log,
                                            0.05);
}

#define assert_near(value, expected, within) \
  g_assert_cmpfloat (fabs ((value) - (expected)), <=, within)

/* Eight a side, 25 longer each: too few for an interval of the tenth, enough for the median. */
static void
test_eight_a_side (void)
{
  static Sample base;
  static Sample new;
  g_autoptr(DwellDistributionDifference) difference = NULL;
  const DwellShift *median;

  for (guint i = 0; i < 8; i++)
    {
      base.values[i] = 100 + 10 * i;
      new.values[i] = 125 + 10 * i;
    }
  seal (&base, 8);
  seal (&new, 8);
  difference = compare (&base, &new, FALSE);

  g_assert_cmpuint (difference->n_shifts, ==, 9);
  assert_near (difference->test.superiority, 0.765625, 0);
  assert_near (difference->test.p, 0.08298368298, 1e-11);
  g_assert_cmpint (difference->test.kind, ==, DWELL_TEST_MANN_WHITNEY_EXACT);
  assert_near (difference->distance, 0.375, 0);
  g_assert_cmpint (difference->distance_at, ==, 120);
  g_assert_true (isnan (difference->shifts[0].change.low));
  g_assert_true (isnan (difference->shifts[0].p));

  /* The fourth of eight; its interval is from the first to the last. */
  median = &difference->shifts[4];
  g_assert_cmpint (median->base, ==, 130);
  g_assert_cmpint (median->new, ==, 155);
  assert_near (median->change.low, 25 - hypot (30, 40), 1e-12);
  assert_near (median->change.high, 25 + hypot (40, 30), 1e-12);
}

/* P (Binomial (n, fraction) < rank), by products alone. */
static double
get_below (guint64 n,
           double  fraction,
           guint64 rank)
{
  double sum = 0;
  double term = pow (1 - fraction, (double) n);

  for (guint64 k = 0; k < rank; k++)
    {
      sum += term;
      term *= (double) (n - k) / (double) (k + 1) * fraction / (1 - fraction);
    }

  return sum;
}

static gboolean
find_interval (const Sample *sample,
               double        fraction,
               double       *low,
               double       *high)
{
  guint64 n = sample->samples.n;
  guint64 first = 0;
  guint64 last = 0;

  for (guint64 rank = 1; rank <= n; rank++)
    {
      if (get_below (n, fraction, rank) <= 0.025)
        first = rank;
      if (last == 0 && 1 - get_below (n, fraction, rank) <= 0.025)
        last = rank;
    }

  if (first == 0 || last == 0)
    return FALSE;

  *low = (double) sample->sorted[first - 1];
  *high = (double) sample->sorted[last - 1];
  return TRUE;
}

static void
check_shifts (const Sample                      *base,
              const Sample                      *new,
              const DwellDistributionDifference *difference)
{
  for (guint i = 0; i < difference->n_shifts; i++)
    {
      const DwellShift *shift = &difference->shifts[i];
      double a_low;
      double a_high;
      double b_low;
      double b_high;
      double change = (double) shift->new - (double) shift->base;

      assert_near (shift->fraction, (i + 1) / 10.0, 1e-15);
      g_assert_cmpint (shift->base, ==,
                       base->sorted[((i + 1) * base->samples.n + 9) / 10 - 1]);
      if (!find_interval (base, shift->fraction, &a_low, &a_high) ||
          !find_interval (new, shift->fraction, &b_low, &b_high))
        {
          g_assert_true (isnan (shift->change.low));
          g_assert_true (isnan (shift->q));
          continue;
        }

      assert_near (shift->change.low, change - hypot ((double) shift->new - b_low,
                                                      a_high - (double) shift->base), 1e-6);
      assert_near (shift->change.high, change + hypot (b_high - (double) shift->new,
                                                       (double) shift->base - a_low), 1e-6);
      g_assert_cmpfloat (shift->p, >=, 0);
      g_assert_cmpfloat (shift->p, <=, 1);
      g_assert_cmpfloat (shift->q, >=, shift->p);
    }
}

static guint64
count (const Sample *sample,
       gint64        low,
       gint64        high)
{
  guint64 n = 0;

  for (guint64 i = 0; i < sample->samples.n; i++)
    n += sample->values[i] >= low && sample->values[i] < high;

  return n;
}

static void
check_bins (const Sample                      *base,
            const Sample                      *new,
            const DwellDistributionDifference *difference)
{
  guint64 n_base = 0;
  guint64 n_new = 0;

  for (guint i = 0; i < difference->n_bins; i++)
    {
      const DwellCommonBin *bin = &difference->bins[i];

      if (i > 0)
        g_assert_cmpint (bin->low, ==, difference->bins[i - 1].high);
      g_assert_cmpuint (bin->base, ==, count (base, bin->low, bin->high));
      g_assert_cmpuint (bin->new, ==, count (new, bin->low, bin->high));
      n_base += bin->base;
      n_new += bin->new;
    }

  g_assert_cmpuint (n_base, ==, base->samples.n);
  g_assert_cmpuint (n_new, ==, new->samples.n);
}

static void
check_distance (const Sample                      *base,
                const Sample                      *new,
                const DwellDistributionDifference *difference)
{
  double furthest = 0;
  double of_base;
  double of_new;

  for (guint64 i = 0; i < base->samples.n + new->samples.n; i++)
    {
      gint64 value = i < base->samples.n ? base->values[i] : new->values[i - base->samples.n];
      double base_part = (double) count (base, G_MININT64, value + 1) / (double) base->samples.n;
      double new_part = (double) count (new, G_MININT64, value + 1) / (double) new->samples.n;

      dwell_distribution_difference_count_up_to (difference, value, &of_base, &of_new);
      assert_near (of_base, base_part, 0);
      assert_near (of_new, new_part, 0);
      furthest = MAX (furthest, fabs (base_part - new_part));
    }

  assert_near (difference->distance, furthest, 0);
  dwell_distribution_difference_count_up_to (difference, difference->distance_at, &of_base,
                                             &of_new);
  assert_near (fabs (of_base - of_new), furthest, 0);
}

/* Swapped sides negate every change, and invert every ratio. */
static void
check_swapped (Sample                            *base,
               Sample                            *new,
               const DwellDistributionDifference *there)
{
  g_autoptr(DwellDistributionDifference) back = compare (new, base, there->is_log);

  assert_near (there->test.superiority + back->test.superiority, 1, 1e-12);
  g_assert_cmpint (there->test.kind, ==, back->test.kind);
  if (there->test.kind != DWELL_TEST_NONE)
    assert_near (there->test.p, back->test.p, 1e-9);
  assert_near (there->distance, back->distance, 0);
  g_assert_cmpint (there->distance_at, ==, back->distance_at);
  g_assert_cmpuint (there->n_bins, ==, back->n_bins);

  for (guint i = 0; i < there->n_bins; i++)
    {
      g_assert_cmpuint (there->bins[i].base, ==, back->bins[i].new);
      g_assert_cmpuint (there->bins[i].new, ==, back->bins[i].base);
    }
  for (guint i = 0; i < there->n_shifts; i++)
    {
      g_assert_cmpint (there->shifts[i].base, ==, back->shifts[i].new);
      if (isnan (there->shifts[i].change.low))
        continue;
      assert_near (there->shifts[i].change.low, -back->shifts[i].change.high, 1e-6);
      assert_near (there->shifts[i].p, back->shifts[i].p, 1e-12);
      if (!isnan (there->shifts[i].ratio.low))
        assert_near (there->shifts[i].ratio.low * back->shifts[i].ratio.high, 1, 1e-9);
    }
}

static void
fill (Sample *self,
      GRand  *rand)
{
  guint n = (guint) g_rand_int_range (rand, 1, g_rand_boolean (rand) ? 12 : 280);
  int spread = g_rand_boolean (rand) ? 4 : 100000;
  gint64 step = g_rand_boolean (rand) ? 1 : 1000;
  gint64 least = g_rand_boolean (rand) ? 0 : -20;

  for (guint i = 0; i < n; i++)
    self->values[i] = (least + g_rand_int_range (rand, 1, spread)) * step;
  seal (self, n);
}

static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (4711);
  static Sample base;
  static Sample new;

  for (guint i = 0; i < 150; i++)
    {
      g_autoptr(DwellDistributionDifference) difference = NULL;

      fill (&base, rand);
      fill (&new, rand);
      difference = compare (&base, &new, i % 2 == 0 && base.sorted[0] >= 0 && new.sorted[0] >= 0);
      check_shifts (&base, &new, difference);
      check_bins (&base, &new, difference);
      check_distance (&base, &new, difference);
      check_swapped (&base, &new, difference);
    }
}

/* Nothing changed, and neighbours are alike: 400 of a side are cut into blocks. */
static void
test_self (void)
{
  static Sample sample;

  for (guint n = 1; n <= MAX_VALUES; n += n < 20 ? 1 : 95)
    {
      g_autoptr(DwellDistributionDifference) difference = NULL;

      for (guint i = 0; i < n; i++)
        sample.values[i] = 100 + i / 10;
      seal (&sample, n);
      difference = compare (&sample, &sample, FALSE);

      assert_near (difference->test.superiority, 0.5, 0);
      assert_near (difference->distance, 0, 0);
      if (difference->test.kind != DWELL_TEST_NONE)
        assert_near (difference->test.p, 1, 1e-12);
      for (guint i = 0; i < difference->n_bins; i++)
        g_assert_cmpuint (difference->bins[i].base, ==, difference->bins[i].new);
      for (guint i = 0; i < difference->n_shifts; i++)
        {
          const DwellShift *shift = &difference->shifts[i];

          g_assert_cmpint (shift->base, ==, shift->new);
          if (isnan (shift->change.low))
            continue;
          assert_near (shift->q, 1, 0);
          g_assert_cmpfloat (shift->change.low, <=, 0);
          g_assert_cmpfloat (shift->change.high, >=, 0);
          g_assert_cmpfloat (shift->ratio.low, <=, 1);
          g_assert_cmpfloat (shift->ratio.high, >=, 1);
        }
    }
}

/* What only one side has, or neither. */
static void
test_missing (void)
{
  static Sample base;
  static Sample none;
  Sample *sides[][2] = { { &base, NULL }, { NULL, &base }, { &base, &none }, { NULL, NULL } };

  for (guint i = 0; i < 20; i++)
    base.values[i] = 1000 * i;
  seal (&base, 20);
  seal (&none, 0);

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      g_autoptr(DwellDistributionDifference) difference = compare (sides[i][0], sides[i][1], TRUE);
      guint64 n = 0;
      double of_base;
      double of_new;

      g_assert_true (isnan (difference->test.superiority));
      g_assert_true (isnan (difference->test.p));
      g_assert_true (isnan (difference->distance));
      for (guint k = 0; k < difference->n_bins; k++)
        n += difference->bins[k].base + difference->bins[k].new;
      g_assert_cmpuint (n, ==, i < 3 ? 20 : 0);
      dwell_distribution_difference_count_up_to (difference, 5000, &of_base, &of_new);
      g_assert_cmpint (isnan (of_base), ==, i == 1 || i == 3);
      g_assert_true (i == 1 || isnan (of_new));
      for (guint k = 0; k < difference->n_shifts; k++)
        {
          g_assert_cmpint (difference->shifts[k].has_base, ==, i == 0 || i == 2);
          g_assert_cmpint (difference->shifts[k].has_new, ==, i == 1);
          g_assert_true (isnan (difference->shifts[k].q));
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/distribution-difference/eight-a-side", test_eight_a_side);
  g_test_add_func ("/distribution-difference/random", test_random);
  g_test_add_func ("/distribution-difference/self", test_self);
  g_test_add_func ("/distribution-difference/missing", test_missing);
  return g_test_run ();
}
