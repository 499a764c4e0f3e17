/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often the classifier of growth is right: data of every class with random coefficients and
 * ranges, by how noisy they are; how often it is right where it says it is sure; and how long a
 * routine takes. */
#include "config.h"

#include "growth-maker.h"
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
  return 0;
}
