/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/comparison/dwell-comparison-sides.h"

#include "model/view/dwell-view-private.h"

/* Returns FALSE and leaves @self empty while a side has no statistics. */
gboolean
_dwell_comparison_sides_init (DwellComparisonSides *self,
                              DwellView            *view)
{
  return _dwell_comparison_sides_init_with (self, view,
                                            view != NULL ? dwell_view_get_base (view, NULL) : NULL);
}

/* The same with any @session (nullable). One that the view is not compared with belongs to its
 * series: it is the new recording, and both are compared as a whole. */
gboolean
_dwell_comparison_sides_init_with (DwellComparisonSides *self,
                                   DwellView            *view,
                                   DwellSession         *session)
{
  gboolean is_compared = view != NULL && session == dwell_view_get_base (view, &self->is_swapped);
  DwellReading *own = view != NULL ? dwell_view_get_reading (view) : NULL;
  DwellReading *other = session != NULL ? dwell_session_get_reading (session) : NULL;
  DwellComparisonSide *own_side = &self->new;
  DwellComparisonSide *other_side = &self->base;

  self->base.reading = self->new.reading = NULL;
  if (own == NULL || other == NULL || own->statistics == NULL || other->statistics == NULL)
    return FALSE;

  if (!is_compared)
    self->is_swapped = TRUE;
  if (self->is_swapped)
    {
      own_side = &self->base;
      other_side = &self->new;
    }

  own_side->reading = dwell_reading_ref (own);
  other_side->reading = dwell_reading_ref (other);
  if (is_compared)
    {
      dwell_view_get_scope_range (view, &own_side->begin, &own_side->end);
      _dwell_view_get_base_range (view, other->trace, &other_side->begin, &other_side->end);
      return TRUE;
    }

  own_side->begin = own->trace->begin;
  own_side->end = own->trace->end;
  other_side->begin = other->trace->begin;
  other_side->end = other->trace->end;
  return TRUE;
}

void
_dwell_comparison_sides_copy (DwellComparisonSides       *self,
                              const DwellComparisonSides *other)
{
  *self = *other;
  dwell_reading_ref (self->base.reading);
  dwell_reading_ref (self->new.reading);
}

void
_dwell_comparison_sides_clear (DwellComparisonSides *self)
{
  g_clear_pointer (&self->base.reading, dwell_reading_unref);
  g_clear_pointer (&self->new.reading, dwell_reading_unref);
}

static gboolean
is_same (const DwellComparisonSide *side,
         const DwellComparisonSide *other)
{
  return side->reading != NULL && other->reading != NULL &&
         side->reading->statistics == other->reading->statistics &&
         side->begin == other->begin && side->end == other->end;
}

/* Two that are both empty count as different. */
gboolean
_dwell_comparison_sides_equal (const DwellComparisonSides *self,
                               const DwellComparisonSides *other)
{
  return is_same (&self->base, &other->base) && is_same (&self->new, &other->new) &&
         self->is_swapped == other->is_swapped;
}

/* Whether @view (nullable) still compares these recordings, with the same one as the base. */
gboolean
_dwell_comparison_sides_are_of (const DwellComparisonSides *self,
                                DwellView                  *view)
{
  gboolean is_swapped = FALSE;
  DwellSession *base = view != NULL ? dwell_view_get_base (view, &is_swapped) : NULL;
  const DwellComparisonSide *other_side = self->is_swapped ? &self->new : &self->base;

  return base != NULL && is_swapped == self->is_swapped &&
         dwell_session_get_trace (base) == other_side->reading->trace;
}
