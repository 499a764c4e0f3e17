/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the ticks of a ruler. Steps are 1, 2 or 5 times a power of ten, and ticks are at
 * multiples of the step, so that they keep their times while the user pans. */
#include "config.h"

#include "paint/dwell-scale.h"

/**
 * dwell_scale_tick_step:
 * @self: a scale
 * @min_gap: the smallest distance between two ticks, px
 *
 * Returns: the smallest of 1, 2, 5 × 10ⁿ ns whose ticks are at least @min_gap apart; 5 × 10¹⁸ at
 * most
 */
gint64
dwell_scale_tick_step (const DwellScale *self,
                       double            min_gap)
{
  static const guint factors[] = { 1, 2, 5 };
  double wanted = dwell_scale_get_range (self) / self->width * min_gap;
  gint64 power = 1;

  for (guint n = 0; n < 19; n++, power *= 10)
    {
      for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
        {
          if ((double) (power * factors[i]) >= wanted)
            return power * factors[i];
        }

      if (n == 18)
        break;
    }

  return power * 5;
}

/**
 * dwell_scale_first_tick:
 * @self: a scale
 * @step: between two ticks, ns; positive
 *
 * Returns: the first multiple of @step at or after the scale's start; %G_MAXINT64 if there is none
 */
gint64
dwell_scale_first_tick (const DwellScale *self,
                        gint64            step)
{
  gint64 rest = self->begin % step;
  gint64 to_next = rest > 0 ? step - rest : -rest;

  return self->begin > G_MAXINT64 - to_next ? G_MAXINT64 : self->begin + to_next;
}
