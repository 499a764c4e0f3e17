/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks which areas of two recordings correspond to each other, and which times. */
#include "config.h"

#include "model/comparison/dwell-time-link-question.h"

/* Takes over the contents of @sides. */
DwellTimeLinkQuestion *
_dwell_time_link_question_new (const DwellComparisonSides *sides,
                               DwellView                  *view,
                               guint                       serial)
{
  DwellTimeLinkQuestion *self = g_new0 (DwellTimeLinkQuestion, 1);

  self->sides = *sides;
  self->options = dwell_comparison_options_new (view);
  self->serial = serial;
  return self;
}

void
_dwell_time_link_question_free (gpointer data)
{
  DwellTimeLinkQuestion *self = data;

  g_clear_pointer (&self->anchors, dwell_anchors_free);
  g_clear_pointer (&self->match, dwell_match_free);
  g_clear_pointer (&self->options, dwell_comparison_options_free);
  _dwell_comparison_sides_clear (&self->sides);
  g_free (self);
}

/* Returns the answer, and leaves an empty one, which its owner frees. */
DwellTimeLinkQuestion *
_dwell_time_link_question_steal (DwellTimeLinkQuestion *self)
{
  DwellTimeLinkQuestion *answer = g_memdup2 (self, sizeof *self);

  self->anchors = NULL;
  self->match = NULL;
  self->options = NULL;
  self->sides.base.reading = self->sides.new.reading = NULL;
  return answer;
}

void
_dwell_time_link_question_work (gpointer      data,
                                GCancellable *cancellable)
{
  DwellTimeLinkQuestion *self = data;
  const DwellTrace *base = self->sides.base.reading->trace;
  const DwellTrace *new = self->sides.new.reading->trace;
  const DwellAnchoredSide of_base = { base, base->begin, base->end, NULL };
  const DwellAnchoredSide of_new = { new, new->begin, new->end, NULL };

  self->match = _dwell_comparison_options_match (self->options, base, new,
                                                 self->sides.is_swapped);
  self->anchors = dwell_anchors_new (&of_base, &of_new, self->match, FALSE, cancellable);
  if (self->anchors == NULL || self->anchors->n_anchors > 0)
    return;

  /* No area starts exactly once in both recordings: the first starts are the next best. */
  dwell_anchors_free (self->anchors);
  self->anchors = dwell_anchors_new (&of_base, &of_new, self->match, TRUE, cancellable);
}

/* Returns the matching area of the other trace; DWELL_NONE: it has none. */
guint32
_dwell_time_link_question_find (const DwellTimeLinkQuestion *self,
                                guint32                      area,
                                gboolean                     is_back)
{
  gboolean is_of_base = self->sides.is_swapped != is_back;

  if (area == DWELL_NONE || area >= (is_of_base ? self->match->n_base : self->match->n_new))
    return DWELL_NONE;

  return is_of_base ? self->match->new_of_base[area] : self->match->base_of_new[area];
}
