/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how often the classifier of growth is right: for data of every class with random
 * coefficients and ranges, by noise; then for real algorithms, whose costs come from no formula;
 * how often it is right when it is certain; and how long a routine takes. */
#include "config.h"

#include "growth-maker.h"
#include "growth-programs.h"
#include "measure.h"

#define N_ROUNDS 400

static guint64 random_state = 1;

static double
draw (void)
{
  return (double) (generate_draw (&random_state) >> 11 & 0xffffffff) / 4294967296.0;
}

typedef struct {
  guint n_right;
  guint n_sure;       /* confidence high */
  guint n_sure_right;
  guint n_covered;    /* right, or the other one that is named */
} Tally;

static void
measure_class (DwellGrowthClass  class,
               double            noise,
               Tally            *tally)
{
  static GrowthMaker maker;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      gboolean is_exponential = class == DWELL_GROWTH_EXPONENTIAL;
      guint n = 8 + (guint) (draw () * 60);
      double first = 1 + floor (draw () * (is_exponential ? 4 : 40));
      double range = 8 + draw () * 500;
      double step = is_exponential ? 1 : pow (range, 1.0 / n);
      double factor = exp (draw () * 5);
      double offset = draw () * 10 * factor;
      DwellGrowth growth;

      growth_maker_fill (&maker, class, is_exponential ? MIN (n, 24) : n, first, step, offset,
                         factor, noise, draw);
      growth_maker_classify (&maker, &growth);
      tally->n_right += growth.class == class;
      tally->n_covered += growth.class == class || growth.second == class;
      tally->n_sure += growth.confidence == DWELL_CONFIDENCE_HIGH;
      tally->n_sure_right += growth.confidence == DWELL_CONFIDENCE_HIGH && growth.class == class;
    }
}

/* A clock instead of a count: off by some tenth, and now and then interrupted. */
static void
take_times (GArray *runs)
{
  for (guint i = 0; i < runs->len; i++)
    {
      double off = 0;

      for (guint k = 0; k < 12; k++)
        off += draw () - 0.5;
      g_array_index (runs, GrowthRun, i).cost *= exp (0.1 * off) * (draw () < 0.01 ? 3 : 1);
    }
}

typedef struct {
  guint n[DWELL_CONFIDENCE_HIGH + 1][2]; /* by confidence; wrong, right */
} Verdicts;

static void
judge_program (const GrowthProgram *program,
               guint                n_runs,
               guint                max_n,
               gboolean             is_timed,
               Verdicts            *verdicts,
               GString             *text)
{
  g_autoptr(GArray) runs = growth_program_measure (program, n_runs, max_n, n_runs + max_n);
  g_autofree double *sizes = g_new (double, runs->len);
  g_autofree double *costs = g_new (double, runs->len);
  DwellGrowthPoints points;
  DwellGrowth growth;
  gboolean is_right;

  if (is_timed)
    take_times (runs);
  for (guint i = 0; i < runs->len; i++)
    {
      sizes[i] = g_array_index (runs, GrowthRun, i).size;
      costs[i] = g_array_index (runs, GrowthRun, i).cost;
    }

  dwell_growth_prepare_values (sizes, costs, runs->len, &points);
  dwell_growth_classify (&points, &growth);
  if (growth.class == DWELL_GROWTH_NONE)
    {
      g_string_append (text, "  ·");
      return;
    }

  is_right = (program->classes & 1u << growth.class) != 0;
  verdicts->n[growth.confidence][is_right]++;
  g_string_append_printf (text, "  %s%s %s", is_right ? "" : "✗",
                          dwell_growth_class_get_id (growth.class),
                          growth.is_between ? "between"
                                            : dwell_confidence_get_id (growth.confidence));
}

static void
print_verdicts (const char     *title,
                const Verdicts *verdicts)
{
  g_print ("%s:", title);
  for (guint confidence = DWELL_CONFIDENCE_HIGH; confidence > DWELL_CONFIDENCE_NONE; confidence--)
    {
      const guint *n = verdicts->n[confidence];

      g_print ("  %s %u of %u right", dwell_confidence_get_id ((DwellConfidence) confidence), n[1],
               n[0] + n[1]);
    }
  g_print ("\n");
}

static void
measure_programs (gboolean is_timed)
{
  static const guint runs[] = { 12, 40, 300 };
  guint n_programs;
  const GrowthProgram *programs = growth_programs_get_all (&n_programs);
  Verdicts verdicts = { 0 };

  for (guint i = 0; i < n_programs; i++)
    {
      g_autoptr(GString) text = g_string_new (NULL);

      for (guint part = 1; part <= 10 && programs[i].max_n / part >= 12; part += 9)
        for (guint k = 0; k < G_N_ELEMENTS (runs); k++)
          judge_program (&programs[i], runs[k], programs[i].max_n / part, is_timed, &verdicts,
                         text);
      g_print ("%s:%s\n", programs[i].name, text->str);
    }
  print_verdicts (is_timed ? "programs by the clock" : "programs by counts", &verdicts);
}

/* Costs that grow like none of the classes: nothing should be said of them with confidence. */
typedef enum {
  ODD_ROOT, ODD_POWER_1_25, ODD_LOG_SQUARED, ODD_POWER_2_5, ODD_FALLING, ODD_SATURATED, ODD_BENT,
  ODD_STEPS, ODD_WAVE, ODD_RANDOM,
  N_ODD,
} Odd;

static double
get_odd_cost (Odd    odd,
              double n,
              double largest)
{
  switch (odd)
    {
    case ODD_ROOT:
      return 10 * sqrt (n);
    case ODD_POWER_1_25:
      return pow (n, 1.25);
    case ODD_LOG_SQUARED:
      return n * pow (log (n) + 1, 2);
    case ODD_POWER_2_5:
      return pow (n, 2.5);
    case ODD_FALLING:
      return 1e6 / n;
    case ODD_SATURATED:
      return 100 + MIN (n, largest / 6);
    case ODD_BENT:
      return n < largest / 4 ? 10 * n : 10 * n + pow (n - largest / 4, 2);
    case ODD_STEPS:
      return pow (8, ceil (log (n) / log (8)));
    case ODD_WAVE:
      return n * (1.5 + sin (3 * log (n)));
    case ODD_RANDOM:
      return 1 + draw () * 1e4;
    case N_ODD:
    default:
      return NAN;
    }
}

static void
measure_odd (void)
{
  static const char * const names[N_ODD] = {
    "√n", "n^1.25", "n log² n", "n^2.5", "1/n", "n, then 1", "n, then n²", "steps", "waves",
    "chance",
  };

  for (guint odd = 0; odd < N_ODD; odd++)
    {
      guint n[DWELL_CONFIDENCE_HIGH + 2] = { 0 };
      guint classes[DWELL_N_GROWTH_CLASSES + 1] = { 0 };

      for (guint round = 0; round < N_ROUNDS; round++)
        {
          guint n_points = 8 + (guint) (draw () * 60);
          double largest = 100 * pow (1000, draw ());
          double noise = round % 2 * 0.03;
          static GrowthMaker maker;
          DwellGrowth growth;

          maker.n = n_points;
          for (guint i = 0; i < n_points; i++)
            {
              maker.size[i] = MAX (floor (pow (largest, (i + 1.0) / n_points)), 1);
              maker.cost[i] = get_odd_cost (odd, maker.size[i], largest) *
                              (1 + noise * (2 * draw () - 1));
            }
          growth_maker_classify (&maker, &growth);
          n[growth.is_between ? DWELL_CONFIDENCE_HIGH + 1 : growth.confidence]++;
          classes[growth.class]++;
        }
      g_print ("%s: between %u, low %u, medium %u, high %u of %d;", names[odd],
               n[DWELL_CONFIDENCE_HIGH + 1], n[DWELL_CONFIDENCE_LOW], n[DWELL_CONFIDENCE_MEDIUM],
               n[DWELL_CONFIDENCE_HIGH], N_ROUNDS);
      for (guint class = 0; class < DWELL_N_GROWTH_CLASSES; class++)
        if (classes[class] > 0)
          g_print ("  %s %u", dwell_growth_class_get_id (class), classes[class]);
      g_print ("\n");
    }
}

int
main (void)
{
  static const double noises[] = { 0, 0.01, 0.03, 0.1, 0.3 };
  double begin = measure_now ();

  for (gsize i = 0; i < G_N_ELEMENTS (noises); i++)
    {
      Tally all = { 0 };
      const double n_all = N_ROUNDS * DWELL_N_GROWTH_CLASSES;

      g_print ("noise ±%2.0f %%:", noises[i] * 100);
      for (guint class = 0; class < DWELL_N_GROWTH_CLASSES; class++)
        {
          Tally tally = { 0 };

          measure_class ((DwellGrowthClass) class, noises[i], &tally);
          g_print ("  %s %.0f %%", dwell_growth_class_get_id (class),
                   100.0 * tally.n_right / N_ROUNDS);
          all.n_right += tally.n_right;
          all.n_covered += tally.n_covered;
          all.n_sure += tally.n_sure;
          all.n_sure_right += tally.n_sure_right;
        }

      g_print ("\n  right %.1f %%, or named second %.1f %%; sure of %.1f %%, of these right %.1f "
               "%%\n",
               100 * all.n_right / n_all, 100 * all.n_covered / n_all, 100 * all.n_sure / n_all,
               all.n_sure > 0 ? 100.0 * all.n_sure_right / all.n_sure : 0);
    }

  g_print ("%.1f µs a routine\n", (measure_now () - begin) * 1e6 /
           (N_ROUNDS * DWELL_N_GROWTH_CLASSES * G_N_ELEMENTS (noises)));
  measure_odd ();
  measure_programs (FALSE);
  measure_programs (TRUE);
  return 0;
}
