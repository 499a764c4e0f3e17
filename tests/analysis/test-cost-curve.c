/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves of cost points, by hand. */
#include "config.h"

#include <math.h>

#include "analysis/costs/dwell-costs.h"

static void
assert_curve (const DwellCostPoints       *points,
              const DwellCostCurveOptions *options,
              const double                *sizes,
              const double                *values,
              guint                        n)
{
  g_autoptr(DwellCostCurve) curve = dwell_cost_curve_new (points, options);

  g_assert_cmpuint (curve->n, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpfloat_with_epsilon (curve->sizes[i], sizes[i], 1e-9);
      g_assert_cmpfloat_with_epsilon (curve->values[i], values[i], 1e-9);
    }
}

static void
test_kinds (void)
{
  DwellCostPoint data[] = {
    { .size = 0, .known = G_MAXUINT32, .calls = 1, .min = 5, .max = 5, .sum = 5, .variance = 0 },
    { .size = 10, .known = G_MAXUINT32, .calls = 2, .min = 10, .max = 30, .sum = 40,
      .variance = 100 },
    { .size = 20, .known = 1u << DWELL_COST_CALLS | 1u << DWELL_COST_SUM, .calls = 1, .sum = 60,
      .variance = NAN },
  };
  DwellCostPoints points = { G_N_ELEMENTS (data), data };
  static const double sizes[] = { 0, 10, 20 };
  static const double worst[] = { 5, 30 };
  static const double average[] = { 5, 20, 60 };
  static const double frequency[] = { 1, 2, 1 };
  static const double mean[] = { 5, 15, 26.25 };
  static const double amortized[] = { 45.0 / 20, 105.0 / 40 };
  static const double ratio[] = { 2, 3 };
  static const double smooth[] = { 5, 85.0 / 3, 60 };
  static const double group_sizes[] = { 20.0 / 3, 20 };
  static const double group_average[] = { 15, 60 };
  DwellCostCurveOptions options = { .kind = DWELL_COST_CURVE_WORST };

  assert_curve (&points, &options, sizes, worst, 2);
  options.kind = DWELL_COST_CURVE_FREQUENCY;
  assert_curve (&points, &options, sizes, frequency, 3);
  options.kind = DWELL_COST_CURVE_MEAN;
  assert_curve (&points, &options, sizes, mean, 3);
  options.kind = DWELL_COST_CURVE_AMORTIZED;
  assert_curve (&points, &options, sizes + 1, amortized, 2);
  options.kind = DWELL_COST_CURVE_AVERAGE;
  assert_curve (&points, &options, sizes, average, 3);
  options.smoothing = 1;
  assert_curve (&points, &options, sizes, smooth, 3);
  options.smoothing = 0;
  options.bound.power = 1;
  assert_curve (&points, &options, sizes + 1, ratio, 2);
  options.bound.power = 0;
  options.group_width = 11;
  assert_curve (&points, &options, group_sizes, group_average, 2);
}

static void
test_bounds (void)
{
  static const char * const labels[] = {
    "1", "n", "n log log n", "n log n", "n¹·⁵", "n²", "n²·⁵", "n³",
  };
  DwellCostBound odd = { 2.25, 2, 0 };
  g_autofree char *text = dwell_cost_bound_text (&odd);

  g_assert_cmpstr (text, ==, "n²·²⁵ log² n");
  for (guint i = 0; i < DWELL_N_COST_BOUNDS; i++)
    {
      g_autofree char *label = dwell_cost_bound_text (&dwell_cost_bounds[i]);

      g_assert_cmpstr (label, ==, labels[i]);
      g_assert_true (i == 0 || dwell_cost_bound_value (&dwell_cost_bounds[i], 1000) >
                               dwell_cost_bound_value (&dwell_cost_bounds[i - 1], 1000));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cost-curve/kinds", test_kinds);
  g_test_add_func ("/cost-curve/bounds", test_bounds);
  return g_test_run ();
}
