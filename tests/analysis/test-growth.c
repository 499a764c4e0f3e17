/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The classifier of growth against data of every class, and against what is no data. */
#include "config.h"

#include <string.h>

#include "growth-maker.h"

/* Limits for the 140 curves of each kind in test_ending(), which are always the same. */
#define MAX_SURE_ENDING     0
#define MIN_SURE_LOGARITHMS 119

/* The distributions of sizes. */
static const struct {
  guint  n;
  double first;
  double step;
} ranges[] = {
  { 12, 4, 1.5 }, { 20, 10, 1.3 }, { 24, 8, 1.25 }, { 40, 16, 1.15 }, { 200, 5, 1.03 },
  { 1000, 1, 1 },
};

static double
draw (void)
{
  return g_test_rand_double ();
}

/* Without noise the class is found whatever its coefficients, as long as its offset does not bury
 * it. */
static void
test_exact (void)
{
  static const double offsets[] = { 0, 1, 30 };
  static const double factors[] = { 1, 7.5, 1000 };
  static GrowthMaker maker;

  for (guint class = 0; class < DWELL_GROWTH_EXPONENTIAL; class++)
    for (gsize r = 0; r < G_N_ELEMENTS (ranges); r++)
      for (guint k = 0; k < 9; k++)
        {
          DwellGrowth growth;
          double offset = MAX (offsets[k / 3], class == DWELL_GROWTH_CONSTANT ? 5 : 0);

          growth_maker_fill (&maker, (DwellGrowthClass) class, ranges[r].n, ranges[r].first,
                             ranges[r].step, offset, factors[k % 3], 0, draw);
          growth_maker_classify (&maker, &growth);
          g_test_message ("%s, %u sizes from %g by %g, %g + %g g",
                          dwell_growth_class_get_id ((DwellGrowthClass) class), ranges[r].n,
                          ranges[r].first, ranges[r].step, offset, factors[k % 3]);
          g_assert_cmpuint (growth.class, ==, class);
        }
}

static void
test_exponential (void)
{
  static const double bases[] = { 1.1, 1.5, 2, 3 };
  GrowthMaker maker = { .n = 20 };
  DwellGrowth growth;

  for (gsize b = 0; b < G_N_ELEMENTS (bases); b++)
    {
      for (guint i = 0; i < maker.n; i++)
        {
          maker.size[i] = 2 + 2 * i;
          maker.cost[i] = 3 * pow (bases[b], maker.size[i]);
        }

      growth_maker_classify (&maker, &growth);
      g_assert_cmpuint (growth.class, ==, DWELL_GROWTH_EXPONENTIAL);
      g_assert_cmpfloat_with_epsilon (growth.base, bases[b], 1e-6);
      g_assert_cmpfloat_with_epsilon (growth.factor, 3, 1e-3);
    }

  /* Not asked beyond 256. */
  for (guint i = 0; i < maker.n; i++)
    maker.size[i] = 100 + 20 * i;
  growth_maker_classify (&maker, &growth);
  g_assert_cmpuint (growth.class, !=, DWELL_GROWTH_EXPONENTIAL);
}

/* Costs r^n with a start-up cost: the class is found if the power is at least the constant at the
 * largest size, and with certainty if it is visible for long enough; no other class is ever
 * certain. */
static void
test_start_up (void)
{
  static const double bases[] = { 1.5, 1.75, 2, 2.5, 3 };
  static const double offsets[] = { 0, 10, 100, 1000, 1e4, 1e5 };
  static const struct { guint first; guint last; guint step; } sizes[] = {
    { 2, 12, 1 }, { 4, 15, 1 }, { 1, 20, 1 }, { 5, 25, 1 }, { 10, 30, 1 }, { 2, 30, 2 },
    { 3, 24, 3 },
  };
  guint n = 0;
  guint n_sure = 0;

  for (guint k = 0; k < 5 * 6 * G_N_ELEMENTS (sizes); k++)
    {
      double base = bases[k % 5];
      double offset = offsets[k / 5 % 6];
      guint range = k / 30;
      GrowthMaker maker = { 0 };
      DwellGrowth growth;

      for (guint size = sizes[range].first; size <= sizes[range].last; size += sizes[range].step)
        {
          maker.size[maker.n] = size;
          maker.cost[maker.n++] = offset + 3 * pow (base, size);
        }

      growth_maker_classify (&maker, &growth);
      g_test_message ("%g + 3·%g^n, %u to %u: %s %s", offset, base, sizes[range].first,
                      sizes[range].last, dwell_growth_class_get_id (growth.class),
                      dwell_confidence_get_id (growth.confidence));

      if (3 * pow (base, sizes[range].last) < offset)
        {
          g_assert_true (growth.confidence != DWELL_CONFIDENCE_HIGH ||
                         growth.class == DWELL_GROWTH_EXPONENTIAL ||
                         growth.class == DWELL_GROWTH_CONSTANT);
          continue;
        }

      n++;
      n_sure += growth.confidence == DWELL_CONFIDENCE_HIGH;
      g_assert_cmpuint (growth.class, ==, DWELL_GROWTH_EXPONENTIAL);
      g_assert_cmpfloat_with_epsilon (growth.base, base, 1e-5 * base);
      g_assert_cmpfloat_with_epsilon (growth.factor, 3, 1e-2);
      g_assert_cmpfloat_with_epsilon (growth.offset, offset, 0.1 + 1e-4 * offset);
    }

  g_test_message ("sure of %u of %u", n_sure, n);
  g_assert_cmpuint (n_sure, >=, n * 3 / 4);
}

/* Costs that rise far are not classified as constant, however badly all classes fit; costs that
 * only vary are. */
static void
test_rising (void)
{
  static const double factorial[] = { 329, 340, 389, 650, 2281, 14024, 109925 };
  GrowthMaker maker = { .n = G_N_ELEMENTS (factorial) };
  DwellGrowth growth;

  for (guint i = 0; i < maker.n; i++)
    {
      maker.size[i] = 2 + i;
      maker.cost[i] = factorial[i];
    }

  growth_maker_classify (&maker, &growth);
  g_assert_cmpuint (growth.class, ==, DWELL_GROWTH_EXPONENTIAL);
  g_assert_cmpuint (growth.confidence, ==, DWELL_CONFIDENCE_LOW);

  for (guint i = 0; i < maker.n; i++)
    maker.cost[i] = factorial[i * 3 % maker.n];
  growth_maker_classify (&maker, &growth);
  g_assert_cmpuint (growth.class, ==, DWELL_GROWTH_CONSTANT);
  g_assert_cmpuint (growth.confidence, ==, DWELL_CONFIDENCE_LOW);
}

/* Costs that are not exponential, but look so for a while. */
static void
test_no_exponential (void)
{
  for (guint shape = 0; shape < 6; shape++)
    for (guint first = 1; first <= 4; first++)
      for (guint n = 8; n <= 40; n += 4)
        {
          GrowthMaker maker = { .n = shape == 0 ? MIN (n, 20) : n };
          DwellGrowth growth;

          for (guint i = 0; i < maker.n; i++)
            {
              double size = first + i;

              maker.size[i] = size;
              maker.cost[i] = shape == 0 ? tgamma (size + 1) : shape == 1 ? pow (size, 4)
                              : shape == 2 ? pow (size, 5) : shape == 3 ? 1e6 / (100 - size)
                              : shape == 4 ? 50 + pow (MAX (size - 15, 0), 3)
                              : pow (size, 3) * log (size + 1);
            }

          growth_maker_classify (&maker, &growth);
          g_test_message ("%u: %u sizes from %u: %s", shape, maker.n, first,
                          dwell_growth_class_get_id (growth.class));
          g_assert_true (growth.confidence < DWELL_CONFIDENCE_HIGH ||
                         growth.class == DWELL_GROWTH_CONSTANT);
        }
}

/* With noise of two per cent it is never two classes off. */
static void
test_noisy (void)
{
  static GrowthMaker maker;

  for (guint class = DWELL_GROWTH_LOG; class < DWELL_GROWTH_EXPONENTIAL; class++)
    for (guint round = 0; round < 50; round++)
      {
        DwellGrowth growth;

        growth_maker_fill (&maker, (DwellGrowthClass) class, 40, 8, 1.15, 10, 3, 0.02, draw);
        growth_maker_classify (&maker, &growth);
        g_assert_cmpint (ABS ((int) growth.class - (int) class), <=, 1);
      }
}

static void
assert_none (const double *sizes,
             const double *costs,
             guint         n)
{
  DwellGrowthPoints points;
  DwellGrowth growth;
  DwellGrowthPrediction prediction;
  double size = 10;
  g_autofree char *text = NULL;

  dwell_growth_prepare_values (sizes, costs, n, &points);
  dwell_growth_classify (&points, &growth);
  g_assert_cmpuint (growth.class, ==, DWELL_GROWTH_NONE);
  g_assert_cmpuint (growth.confidence, ==, DWELL_CONFIDENCE_NONE);
  g_assert_null (dwell_growth_class_get_id (growth.class));
  g_assert_cmpfloat (dwell_growth_get_rank (&growth), ==, 0);
  dwell_growth_predict (&growth, &points, &size, 1, &prediction);
  g_assert_true (isnan (prediction.value) && isnan (prediction.low));
  text = dwell_growth_describe (&growth);
  g_assert_nonnull (strstr (text, "at least 5"));
}

static void
test_too_few (void)
{
  static const double sizes[] = { 1, 2, 3, 4, 4, 4, 0, NAN, 6, 7, 8, INFINITY };
  static const double costs[] = { 1, 2, 3, 4, 5, 6, 9, 9, NAN, INFINITY, 0, 4 };

  assert_none (sizes, costs, 0);
  assert_none (sizes, costs, 4);
  assert_none (sizes, costs, G_N_ELEMENTS (sizes));
}

/* Whatever comes, an answer comes of it: the fits never leave the finite numbers.
 * Limit: analysis/DWELL_GROWTH_POINTS_MAX */
static void
test_extremes (void)
{
  static const double values[] = {
    0, 1, 2, 5, 1e-300, 1e300, 1e19, 1.8446744073709552e19, 0.5, 1.0000001, 3, 1e6,
  };

  for (guint round = 0; round < 3000; round++)
    {
      double sizes[60];
      double costs[60];
      guint n = (guint) g_test_rand_int_range (0, 61);
      double at[] = { 1, 1e3, 1e18 };
      DwellGrowthPrediction predictions[3];
      DwellGrowthPoints points;
      DwellGrowth growth;
      g_autofree char *text = NULL;

      for (guint i = 0; i < n; i++)
        {
          sizes[i] = values[g_test_rand_int_range (0, G_N_ELEMENTS (values))] + i * (round % 3);
          costs[i] = values[g_test_rand_int_range (0, G_N_ELEMENTS (values))];
        }

      dwell_growth_prepare_values (sizes, costs, n, &points);
      g_assert_cmpuint (points.n, <=, DWELL_GROWTH_POINTS_MAX);
      dwell_growth_classify (&points, &growth);
      dwell_growth_predict (&growth, &points, at, 3, predictions);
      text = dwell_growth_describe (&growth);
      g_assert_true (growth.class == DWELL_GROWTH_NONE || isfinite (growth.offset));
    }
}

/* One value for all sizes, however close the sizes are. */
static void
test_flat (void)
{
  GrowthMaker maker = { .n = 20 };
  DwellGrowth growth;

  for (guint i = 0; i < maker.n; i++)
    {
      maker.size[i] = 1000 + i;
      maker.cost[i] = 7 + 0.001 * i;
    }

  growth_maker_classify (&maker, &growth);
  g_assert_cmpuint (growth.class, ==, DWELL_GROWTH_CONSTANT);
  g_assert_cmpuint (growth.confidence, ==, DWELL_CONFIDENCE_LOW);

  maker.size[0] = 40;
  growth_maker_classify (&maker, &growth);
  g_assert_cmpuint (growth.confidence, ==, DWELL_CONFIDENCE_HIGH);
}

/* Costs that grow like none of the classes: no class is certain. */
static void
test_no_class (void)
{
  for (guint shape = 0; shape < 5; shape++)
    {
      static GrowthMaker maker;
      DwellGrowth growth;

      maker.n = 30;
      for (guint i = 0; i < maker.n; i++)
        {
          double n = round (10 * pow (1.3, i));

          maker.size[i] = n;
          maker.cost[i] = shape == 0 ? sqrt (n) : shape == 1 ? pow (n, 1.25)
                          : shape == 2 ? pow (n, 2.5) : shape == 3 ? n * pow (log (n), 3) : 1e9 / n;
        }
      growth_maker_classify (&maker, &growth);
      g_test_message ("%u: %s", shape, dwell_growth_class_get_id (growth.class));
      g_assert_cmpuint (growth.confidence, ==, DWELL_CONFIDENCE_LOW);

      /* Falling costs do not grow. */
      g_assert_true (shape != 4 || (growth.class == DWELL_GROWTH_CONSTANT && !growth.is_between));
    }
}

/* Costs that grow up to a size and then stay constant are not logarithmic, wherever the growth ends
 * and however many points there are; logarithms are, even with an offset and some noise. */
static void
test_ending (void)
{
  guint n_sure = 0;
  guint n_logarithms = 0;

  for (guint n_points = 8; n_points <= 60; n_points += 4)
    for (guint share = 3; share <= 12; share++)
      {
        static GrowthMaker maker;
        DwellGrowth growth;
        double largest = 100 * pow (10, n_points % 5 * 0.6);

        maker.n = n_points;
        for (guint i = 0; i < n_points; i++)
          {
            maker.size[i] = MAX (floor (pow (largest, (i + 1.0) / n_points)), 1);
            maker.cost[i] = 100 + MIN (maker.size[i], largest / share);
          }
        growth_maker_classify (&maker, &growth);
        n_sure += growth.confidence == DWELL_CONFIDENCE_HIGH;

        for (guint i = 0; i < n_points; i++)
          maker.cost[i] = (20 * share + 7 * log (maker.size[i])) *
                          (1 + 0.01 * ((i * 37 + share * 11) % 17 / 17.0 - 0.5));
        growth_maker_classify (&maker, &growth);
        n_logarithms += growth.class == DWELL_GROWTH_LOG &&
                        growth.confidence == DWELL_CONFIDENCE_HIGH;
      }

  g_test_message ("%u sure, %u logarithms", n_sure, n_logarithms);
  g_assert_cmpuint (n_sure, <=, MAX_SURE_ENDING);
  g_assert_cmpuint (n_logarithms, >=, MIN_SURE_LOGARITHMS);
}

/* A fit predicts the points it was made of, its band contains them, and a second fit is the
 * same. */
static void
test_prediction (void)
{
  static GrowthMaker maker;
  DwellGrowthPoints points;
  DwellGrowth growth;
  DwellGrowthPrediction predictions[2];
  DwellGrowthPrediction again[2];
  double sizes[] = { 100, 100000 };

  growth_maker_fill (&maker, DWELL_GROWTH_SQUARE, 30, 10, 1.2, 100, 4, 0.05, draw);
  dwell_growth_prepare_values (maker.size, maker.cost, maker.n, &points);
  dwell_growth_classify (&points, &growth);
  dwell_growth_predict (&growth, &points, sizes, 2, predictions);
  dwell_growth_predict (&growth, &points, sizes, 2, again);
  g_assert_cmpmem (predictions, sizeof predictions, again, sizeof again);

  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpfloat (predictions[i].low, <=, predictions[i].value);
      g_assert_cmpfloat (predictions[i].high, >=, predictions[i].value);
    }

  g_assert_cmpuint (growth.class, ==, DWELL_GROWTH_SQUARE);
  g_assert_cmpfloat_with_epsilon (predictions[1].value, 4e10, 4e9);
  g_assert_cmpfloat_with_epsilon (growth.exponent, 2, 0.2);
  g_assert_cmpfloat (growth.r2, >, 0.98);
}

/* An exponential function soon exceeds the range of numbers: the prediction is then infinity, never
 * NaN, for the curve and for its band. */
static void
test_absurd_prediction (void)
{
  static const double at[] = { 1, 18, 50, 2000, 5e4, 1e9, 1e18 };
  DwellGrowthPrediction predictions[G_N_ELEMENTS (at)];
  DwellGrowthPoints points;
  DwellGrowth growth;
  double sizes[15];
  double costs[15];

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      sizes[i] = 4 + i;
      costs[i] = 3 * pow (2, sizes[i]) * (i % 2 ? 1.02 : 0.98);
    }

  dwell_growth_prepare_values (sizes, costs, G_N_ELEMENTS (sizes), &points);
  dwell_growth_classify (&points, &growth);
  g_assert_cmpuint (growth.class, ==, DWELL_GROWTH_EXPONENTIAL);
  dwell_growth_predict (&growth, &points, at, G_N_ELEMENTS (at), predictions);
  for (guint i = 0; i < G_N_ELEMENTS (at); i++)
    {
      g_assert_cmpfloat (predictions[i].low, <=, predictions[i].value);
      g_assert_cmpfloat (predictions[i].value, <=, predictions[i].high);
    }
  g_assert_true (isfinite (predictions[2].high));
  g_assert_true (isinf (predictions[4].value));
}

/* Of exact points the cost at ten times the largest size is that of the function they are made of,
 * and the rise is what confidence leaves of the difference. */
static void
test_urgency (void)
{
  static const double shrunk[] = { NAN, 10, 3.1622776601683795, 1 };
  static GrowthMaker maker;

  for (guint class = 0; class < DWELL_GROWTH_EXPONENTIAL; class++)
    for (gsize r = 0; r < G_N_ELEMENTS (ranges); r++)
      {
        DwellGrowth growth;
        DwellCostRow row = { 0 };
        double largest;
        double now;
        double later;

        growth_maker_fill (&maker, (DwellGrowthClass) class, ranges[r].n, ranges[r].first,
                           ranges[r].step, 7, 3, 0, draw);
        growth_maker_classify (&maker, &growth);
        largest = maker.size[maker.n - 1];
        row.max_size = (guint64) largest;
        now = 7 + 3 * growth_maker_shape ((DwellGrowthClass) class, largest);
        later = 7 + 3 * growth_maker_shape ((DwellGrowthClass) class, 10 * largest);

        g_assert_cmpuint (growth.class, ==, class);
        g_assert_true (dwell_growth_is_sure (&growth));
        /* Bins of many points are not quite on the curve. */
        g_assert_cmpfloat_with_epsilon (dwell_growth_get_at_10x (&growth, &row) / later, 1, 5e-3);
        g_assert_cmpfloat_with_epsilon (dwell_growth_get_urgency (&growth, &row) /
                                        (1 + (later - now) / shrunk[growth.confidence]), 1, 5e-3);
      }
}

static void
assert_urgency (const DwellGrowth *growth,
                gboolean           is_sure,
                double             urgency)
{
  const DwellCostRow row = { .max_size = 100 };

  g_assert_true (dwell_growth_is_sure (growth) == is_sure);
  if (isfinite (urgency))
    g_assert_cmpfloat_with_epsilon (dwell_growth_get_urgency (growth, &row), urgency, 1e-9);
  else
    g_assert_cmpfloat (dwell_growth_get_urgency (growth, &row), ==, urgency);
  g_assert_true (is_sure || *dwell_growth_get_doubt (growth) != '\0');
}

/* What is not sure comes after all that is, what cannot be held before all that can. */
static void
test_doubts (void)
{
  const DwellGrowth linear = { .class = DWELL_GROWTH_LINEAR, .confidence = DWELL_CONFIDENCE_HIGH,
                               .n_measured = 8, .min_size = 25, .max_size = 100, .factor = 1 };
  DwellGrowth growth = linear;

  assert_urgency (&growth, TRUE, 901);
  growth.confidence = DWELL_CONFIDENCE_LOW;
  assert_urgency (&growth, TRUE, 91);
  growth.is_between = TRUE;
  assert_urgency (&growth, FALSE, -1.0 / 91);
  growth = linear;
  growth.n_measured = 7;
  assert_urgency (&growth, FALSE, -1.0 / 901);
  growth = linear;
  growth.min_size = 26;
  assert_urgency (&growth, FALSE, -1.0 / 901);

  growth = linear;
  growth.class = DWELL_GROWTH_EXPONENTIAL;
  growth.base = 3;
  assert_urgency (&growth, TRUE, INFINITY);
  growth.confidence = DWELL_CONFIDENCE_LOW;
  assert_urgency (&growth, FALSE, 0);

  growth = linear;
  growth.class = DWELL_GROWTH_CONSTANT;
  growth.factor = 0;
  growth.offset = 12;
  assert_urgency (&growth, TRUE, 1);

  growth.class = DWELL_GROWTH_NONE;
  g_assert_false (dwell_growth_is_sure (&growth));
  g_assert_true (isnan (dwell_growth_get_urgency (&growth, &(DwellCostRow) { 0 })));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/growth/exact", test_exact);
  g_test_add_func ("/growth/exponential", test_exponential);
  g_test_add_func ("/growth/start-up", test_start_up);
  g_test_add_func ("/growth/rising", test_rising);
  g_test_add_func ("/growth/no-exponential", test_no_exponential);
  g_test_add_func ("/growth/noisy", test_noisy);
  g_test_add_func ("/growth/too-few", test_too_few);
  g_test_add_func ("/growth/extremes", test_extremes);
  g_test_add_func ("/growth/flat", test_flat);
  g_test_add_func ("/growth/no-class", test_no_class);
  g_test_add_func ("/growth/ending", test_ending);
  g_test_add_func ("/growth/urgency", test_urgency);
  g_test_add_func ("/growth/urgency/doubts", test_doubts);
  g_test_add_func ("/growth/prediction", test_prediction);
  g_test_add_func ("/growth/prediction/absurd", test_absurd_prediction);
  return g_test_run ();
}
