/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a ruler has its ticks. Steps are 1, 2 or 5 times a power of ten, and ticks stand at whole
 * multiples of the step, so that they stay where they are while one pans. */
#include "config.h"

#include "paint/dwell-scale.h"

/**
 * dwell_scale_tick_step:
 * @self: a scale
 * @min_gap: how far apart two ticks must be at least, in pixels
 *
 * Returns: the smallest of 1, 2, 5 × 10ⁿ ns that keeps them apart; 5 × 10¹⁸ at most
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
 * @step: the distance of two ticks, ns
 *
 * Returns: the first multiple of @step at or after the scale's begin, or %G_MAXINT64
 */
gint64
dwell_scale_first_tick (const DwellScale *self,
                        gint64            step)
{
  gint64 rest = self->begin % step;
  gint64 to_next = rest > 0 ? step - rest : -rest;

  return self->begin > G_MAXINT64 - to_next ? G_MAXINT64 : self->begin + to_next;
}
