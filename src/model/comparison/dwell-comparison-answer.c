/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the difference of two readings, on a worker. */
#include "config.h"

#include "model/comparison/dwell-comparison-answer.h"

/* As dwell-cli compare has them by default. */
#define NOISE 0.01
#define ALPHA 0.05

static void
answer_free (DwellComparisonAnswer *self)
{
  g_clear_pointer (&self->difference, dwell_difference_free);
  g_clear_pointer (&self->match, dwell_match_free);
  dwell_reading_unref (self->base);
  dwell_reading_unref (self->new);
  g_free (self);
}

/* Returns: (transfer full) (nullable): NULL when cancelled, or where there is too little memory.
 * Both readings have statistics. */
DwellComparisonAnswer *
_dwell_comparison_answer_new (DwellReading *base,
                              gint64        base_begin,
                              gint64        base_end,
                              DwellReading *new,
                              gint64        new_begin,
                              gint64        new_end,
                              GCancellable *cancellable)
{
  const DwellMatchOptions matching = { .loosest = DWELL_MATCHED_BY_NOTHING };
  const DwellDifferenceOptions options = {
    .base = { base->statistics, base_begin, base_end, NULL, NULL },
    .new = { new->statistics, new_begin, new_end, NULL, NULL },
    .measure = { DWELL_STATISTIC_NET }, .noise = NOISE, .alpha = ALPHA, .per_area = DWELL_NONE,
  };
  g_autoptr(DwellComparisonAnswer) self = g_new0 (DwellComparisonAnswer, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->base = dwell_reading_ref (base);
  self->new = dwell_reading_ref (new);
  self->match = dwell_match_new (base->trace, new->trace, &matching, NULL);
  if (self->match != NULL && !g_cancellable_is_cancelled (cancellable))
    self->difference = dwell_difference_new (&options, self->match, cancellable);

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
