/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what makes a comparison doubtful. */
#include "config.h"

#include "analysis/compare/dwell-doubts.h"

#include <math.h>

/* If a range is longer than the other by more than this part, totals are doubtful. */
#define LENGTHS_DIFFER 0.2
/* If a smaller part of the base’s time has a partner, everything is doubtful. */
#define LEAST_MATCHED 0.5

static double
get_length (const DwellComparedSide *side)
{
  return (double) dwell_time_between (side->begin, side->end);
}

/**
 * dwell_doubts_find_properties:
 * @base: a trace
 * @new: another
 *
 * Returns: (transfer container): the keys of those properties about what was recorded, and how,
 *   that differ; %NULL-terminated
 */
const char **
dwell_doubts_find_properties (const DwellTrace *base,
                              const DwellTrace *new)
{
  static const char * const keys[] = {
    "program", "command_line", "command", "creator", "profile", "events", "metric", "input_metric",
  };
  const char **differing = g_new0 (const char *, G_N_ELEMENTS (keys) + 1);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const DwellProperty *of_base = dwell_trace_get_property (base, keys[i]);
      const DwellProperty *of_new = dwell_trace_get_property (new, keys[i]);

      if (of_base != NULL && of_new != NULL &&
          g_variant_is_of_type (of_base->value, G_VARIANT_TYPE_STRING) &&
          g_variant_is_of_type (of_new->value, G_VARIANT_TYPE_STRING) &&
          !g_variant_equal (of_base->value, of_new->value))
        differing[n++] = keys[i];
    }

  return differing;
}

/* The doubts that apply to any two recordings. */
static guint
get_doubts (const DwellTrace *base,
            const DwellTrace *new,
            double            base_matched)
{
  g_autofree const char **differing = dwell_doubts_find_properties (base, new);
  guint doubts = 0;

  if (g_strcmp0 (base->format_id, new->format_id) != 0)
    doubts |= DWELL_DOUBT_FORMATS;
  if (differing[0] != NULL)
    doubts |= DWELL_DOUBT_PROPERTIES;
  if (base->is_partial || new->is_partial)
    doubts |= DWELL_DOUBT_PARTIAL;
  if (base_matched >= 0 && base_matched < LEAST_MATCHED)
    doubts |= DWELL_DOUBT_MATCHED;

  return doubts;
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
  guint doubts = get_doubts (self->base, self->new, self->base_matched);

  if (self->options.per == DWELL_PER_NOTHING && base_length > 0 && new_length > 0 &&
      fabs (new_length / base_length - 1) > LENGTHS_DIFFER)
    doubts |= DWELL_DOUBT_LENGTHS;
  if (self->n_base_contexts_alone + self->n_new_contexts_alone > 0)
    doubts |= DWELL_DOUBT_CONTEXTS;

  return doubts;
}

/**
 * dwell_weight_difference_get_doubts:
 * @self: a difference of weights
 *
 * Returns: bits of #DwellDoubts
 */
guint
dwell_weight_difference_get_doubts (const DwellWeightDifference *self)
{
  guint doubts = get_doubts (self->base->trace, self->new->trace, self->base_matched);

  if (g_strcmp0 (dwell_tree_get_unit (self->base), dwell_tree_get_unit (self->new)) != 0)
    doubts |= DWELL_DOUBT_UNITS;

  return doubts;
}

/**
 * dwell_costs_difference_get_doubts:
 * @self: a difference of costs
 *
 * What was measured differently is in @self.
 *
 * Returns: bits of #DwellDoubts
 */
guint
dwell_costs_difference_get_doubts (const DwellCostsDifference *self)
{
  /* Costs have no times, thus no part that both recordings have. */
  return get_doubts (dwell_costs_get_trace (self->base), dwell_costs_get_trace (self->new), -1) &
         ~(guint) DWELL_DOUBT_PARTIAL;
}
