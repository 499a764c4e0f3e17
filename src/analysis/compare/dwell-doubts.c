/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what makes a comparison doubtful. */
#include "config.h"

#include "analysis/compare/dwell-doubts.h"

#include <math.h>

/* A range that is so much longer than the other makes totals doubtful. */
#define LENGTHS_DIFFER 0.2
/* Less of the base’s time that found a partner makes all doubtful. */
#define LEAST_MATCHED 0.5

static double
get_length (const DwellComparedSide *side)
{
  return (double) dwell_time_between (side->begin, side->end);
}

/**
 * dwell_difference_get_doubts:
 * @self: a difference
 *
 * Returns: bits of #DwellDoubts
 */
guint
dwell_difference_get_doubts (const DwellDifference *self)
{
  double base_length = get_length (&self->options.base);
  double new_length = get_length (&self->options.new);
  guint doubts = 0;

  if (g_strcmp0 (self->base->format_id, self->new->format_id) != 0)
    doubts |= DWELL_DOUBT_FORMATS;
  if (self->base->is_partial || self->new->is_partial)
    doubts |= DWELL_DOUBT_PARTIAL;
  if (self->options.per == DWELL_PER_NOTHING && base_length > 0 && new_length > 0 &&
      fabs (new_length / base_length - 1) > LENGTHS_DIFFER)
    doubts |= DWELL_DOUBT_LENGTHS;
  if (self->base_matched >= 0 && self->base_matched < LEAST_MATCHED)
    doubts |= DWELL_DOUBT_MATCHED;

  return doubts;
}
