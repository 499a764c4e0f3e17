/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the difference of two readings, on a worker. */
#include "config.h"

#include "model/comparison/dwell-comparison-answer.h"

/* The default of dwell-cli compare. */
#define ALPHA 0.05

static void
answer_free (DwellComparisonAnswer *self)
{
  g_clear_pointer (&self->difference, dwell_difference_free);
  g_clear_pointer (&self->match, dwell_match_free);
  g_clear_pointer (&self->options, dwell_comparison_options_free);
  _dwell_comparison_sides_clear (&self->sides);
  g_free (self);
}

/* Returns: (transfer full) (nullable): NULL if cancelled, or if there is too little memory. */
DwellComparisonAnswer *
_dwell_comparison_answer_new (const DwellComparisonSides   *sides,
                              const DwellComparisonOptions *options,
                              GCancellable                 *cancellable)
{
  const DwellComparisonSide *base = &sides->base;
  const DwellComparisonSide *new = &sides->new;
  DwellDifferenceOptions how = {
    .base = { base->reading->statistics, base->begin, base->end, NULL, NULL },
    .new = { new->reading->statistics, new->begin, new->end, NULL, NULL },
    .alpha = ALPHA, .per_area = DWELL_NONE,
  };
  g_autoptr(DwellComparisonAnswer) self = g_new0 (DwellComparisonAnswer, 1);

  g_atomic_ref_count_init (&self->ref_count);
  _dwell_comparison_sides_copy (&self->sides, sides);
  self->options = dwell_comparison_options_copy (options);
  _dwell_comparison_options_apply (options, &how);
  self->match = _dwell_comparison_options_match (options, base->reading->trace,
                                                 new->reading->trace, sides->is_swapped);
  if (!g_cancellable_is_cancelled (cancellable))
    self->difference = dwell_difference_new (&how, self->match, cancellable);

  return self->difference != NULL ? g_steal_pointer (&self) : NULL;
}

DwellComparisonAnswer *
_dwell_comparison_answer_ref (DwellComparisonAnswer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
_dwell_comparison_answer_unref (DwellComparisonAnswer *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    answer_free (self);
}
