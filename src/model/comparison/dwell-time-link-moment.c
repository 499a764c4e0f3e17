/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/comparison/dwell-time-link-moment.h"

#include "analysis/compare/dwell-occurrence.h"

/* Returns: (transfer full) (nullable): a question for the place in @to of what is in focus of
 * @from. @to_area is its area there, or DWELL_NONE. NULL if neither a span nor a mark is in
 * focus. */
DwellTimeLinkMoment *
_dwell_time_link_moment_new (DwellView *from,
                             DwellView *to,
                             guint32    to_area,
                             gboolean   is_of_base)
{
  guint32 span = dwell_view_get_focus_span (from);
  guint32 mark = dwell_view_get_focus_mark (from);
  DwellTimeLinkMoment *self;

  if (mark == DWELL_NONE && (span == DWELL_NONE || to_area == DWELL_NONE))
    return NULL;

  self = g_new0 (DwellTimeLinkMoment, 1);
  self->from = dwell_reading_ref (dwell_view_get_reading (from));
  self->to = dwell_reading_ref (dwell_view_get_reading (to));
  self->span = mark == DWELL_NONE ? span : DWELL_NONE;
  self->mark = mark;
  self->to_area = to_area;
  self->is_of_base = is_of_base;
  return self;
}

void
_dwell_time_link_moment_free (gpointer data)
{
  DwellTimeLinkMoment *self = data;

  dwell_reading_unref (self->from);
  dwell_reading_unref (self->to);
  g_free (self);
}

static gint64
get_time (const DwellTimeLinkMoment *self)
{
  const DwellTrace *trace = self->from->trace;

  return self->span != DWELL_NONE ? dwell_trace_get_span_begin (trace, self->span)
                                  : trace->mark_time[self->mark];
}

void
_dwell_time_link_moment_find (gpointer      data,
                              GCancellable *cancellable)
{
  DwellTimeLinkMoment *self = data;
  const DwellTrace *from = self->from->trace;
  const DwellTrace *to = self->to->trace;
  const DwellAnchoredSide of_from = { from, from->begin, from->end, NULL };
  const DwellAnchoredSide of_to = { to, to->begin, to->end, NULL };
  DwellOccurrence occurrence;
  gint64 time;

  if (self->span != DWELL_NONE
        ? !dwell_occurrence_of_span (&occurrence, &of_from, self->span, cancellable)
        : !dwell_occurrence_of_mark (&occurrence, &of_from, self->mark, cancellable))
    return;

  if (self->span != DWELL_NONE)
    occurrence.area = self->to_area;
  time = dwell_occurrence_find_time (&occurrence, &of_to, cancellable);
  if (time == DWELL_TIME_NONE)
    return;

  self->number = occurrence.number;
  self->moment = (DwellAlignedMoment) { self->is_of_base ? get_time (self) : time,
                                        self->is_of_base ? time : get_time (self) };
  self->is_found = TRUE;
}
