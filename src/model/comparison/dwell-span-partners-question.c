/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/comparison/dwell-span-partners-question.h"

/* Returns: (transfer full) (nullable): NULL while a side has no statistics. */
DwellSpanPartnersQuestion *
_dwell_span_partners_question_new (DwellView *view,
                                   guint32    own_area,
                                   guint32    other_area)
{
  DwellComparisonSides sides = { { NULL } };
  DwellSpanPartnersQuestion *self;

  if (!_dwell_comparison_sides_init (&sides, view))
    return NULL;

  self = g_atomic_rc_box_new0 (DwellSpanPartnersQuestion);
  self->sides = sides;
  self->options = dwell_comparison_options_new (view);
  self->own_area = own_area;
  self->other_area = other_area;
  return self;
}

static void
clear (gpointer data)
{
  DwellSpanPartnersQuestion *self = data;

  g_clear_pointer (&self->pairs, dwell_span_pairs_free);
  dwell_comparison_options_free (self->options);
  _dwell_comparison_sides_clear (&self->sides);
}

DwellSpanPartnersQuestion *
_dwell_span_partners_question_ref (DwellSpanPartnersQuestion *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
_dwell_span_partners_question_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, clear);
}

static DwellAnchoredSide
get_side (const DwellComparisonSide *side)
{
  return (DwellAnchoredSide) { side->reading->trace, side->begin, side->end, NULL };
}

void
_dwell_span_partners_question_work (gpointer      data,
                                    GCancellable *cancellable)
{
  DwellSpanPartnersQuestion *self = data;
  const DwellAnchoredSide base = get_side (&self->sides.base);
  const DwellAnchoredSide new = get_side (&self->sides.new);
  g_autoptr(DwellMatch) match = _dwell_comparison_options_match (self->options, base.trace,
                                                                 new.trace,
                                                                 self->sides.is_swapped);
  guint32 *base_area = self->sides.is_swapped ? &self->own_area : &self->other_area;
  guint32 *new_area = self->sides.is_swapped ? &self->other_area : &self->own_area;

  if (*base_area != DWELL_NONE)
    *new_area = match->new_of_base[*base_area];
  else
    *base_area = match->base_of_new[*new_area];
  if (*base_area != DWELL_NONE && *new_area != DWELL_NONE)
    self->pairs = dwell_span_pairs_new (&base, &new, match, *base_area, cancellable);

  self->is_done = !g_cancellable_is_cancelled (cancellable);
}

static DwellReading *
get_reading (const DwellSpanPartnersQuestion *self,
             gboolean                         is_own)
{
  return (self->sides.is_swapped == is_own ? &self->sides.base : &self->sides.new)->reading;
}

/* Whether the views (nullable) still have the traces whose span numbers it contains. */
gboolean
_dwell_span_partners_question_is_of (const DwellSpanPartnersQuestion *self,
                                     DwellView                       *own,
                                     DwellView                       *other)
{
  return own != NULL && other != NULL &&
         dwell_view_get_trace (own) == get_reading (self, TRUE)->trace &&
         dwell_view_get_trace (other) == get_reading (self, FALSE)->trace;
}

/* Returns the number of the span's pair, or DWELL_NONE. */
guint32
_dwell_span_partners_question_find (const DwellSpanPartnersQuestion *self,
                                    guint32                          span,
                                    gboolean                         is_own)
{
  return self->pairs != NULL
           ? dwell_span_pairs_find (self->pairs, span, self->sides.is_swapped == is_own)
           : DWELL_NONE;
}

/* Returns: (transfer full): the name of the area, in the new recording if that has it. */
char *
_dwell_span_partners_question_dup_name (const DwellSpanPartnersQuestion *self)
{
  gboolean is_own = self->other_area == DWELL_NONE ||
                    (self->own_area != DWELL_NONE && !self->sides.is_swapped);

  return dwell_trace_dup_area_label (get_reading (self, is_own)->trace,
                                     is_own ? self->own_area : self->other_area);
}

DwellSpanPartnersChoice *
_dwell_span_partners_choice_new (DwellSpanPartnersQuestion *answer)
{
  DwellSpanPartnersChoice *self = g_new0 (DwellSpanPartnersChoice, 1);

  self->answer = _dwell_span_partners_question_ref (answer);
  return self;
}

void
_dwell_span_partners_choice_free (gpointer data)
{
  DwellSpanPartnersChoice *self = data;

  _dwell_span_partners_question_unref (self->answer);
  g_clear_pointer (&self->of_own, g_array_unref);
  g_clear_pointer (&self->of_other, g_array_unref);
  g_free (self);
}

void
_dwell_span_partners_choice_work (gpointer      data,
                                  GCancellable *cancellable)
{
  DwellSpanPartnersChoice *self = data;
  const DwellSpanPairs *pairs = self->answer->pairs;
  gboolean is_base = self->answer->sides.is_swapped;

  self->of_own = dwell_span_pairs_list_different (pairs, &self->noise, is_base, cancellable);
  if (self->of_own != NULL)
    self->of_other = dwell_span_pairs_list_different (pairs, &self->noise, !is_base, cancellable);
}
