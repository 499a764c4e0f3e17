/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changes in one view is repeated in the other; meanwhile signals of both are ignored. The two
 * are aligned at the moment that was last in focus. */
#include "config.h"

#include "model/comparison/dwell-time-link-private.h"
#include "model/view/dwell-view-private.h"

static gboolean
begin_linking (DwellTimeLink *self)
{
  DwellView *own = _dwell_time_link_get_own (self);

  if (self->is_linking || self->alignment == DWELL_NOT_ALIGNED || own == NULL ||
      self->other == NULL || dwell_view_get_trace (own) == NULL ||
      dwell_view_get_trace (self->other) == NULL)
    return FALSE;

  self->is_linking = TRUE;
  return TRUE;
}

static void
link_range (DwellTimeLink *self,
            gboolean       is_back)
{
  DwellView *own = _dwell_time_link_get_own (self);
  gint64 begin;
  gint64 end;

  if (!begin_linking (self))
    return;

  dwell_view_get_range (is_back ? self->other : own, &begin, &end);
  dwell_view_set_range (is_back ? own : self->other, dwell_time_link_map (self, begin, is_back),
                        dwell_time_link_map (self, end, is_back));
  self->is_linking = FALSE;
}

static void
link_selection (DwellTimeLink *self,
                gboolean       is_back)
{
  DwellView *to = is_back ? _dwell_time_link_get_own (self) : self->other;
  gint64 begin;
  gint64 end;

  if (!begin_linking (self))
    return;

  if (dwell_view_get_selection (is_back ? self->other : _dwell_time_link_get_own (self), &begin,
                                &end))
    dwell_view_set_selection (to, dwell_time_link_map (self, begin, is_back),
                              dwell_time_link_map (self, end, is_back));
  else
    dwell_view_drop_selection (to);
  self->is_linking = FALSE;
}

static void
link_cursor (DwellTimeLink *self,
             gboolean       is_back)
{
  DwellView *to = is_back ? _dwell_time_link_get_own (self) : self->other;
  gint64 time;

  if (!begin_linking (self))
    return;

  if (dwell_view_get_cursor (is_back ? self->other : _dwell_time_link_get_own (self), &time))
    dwell_view_set_cursor (to, dwell_time_link_map (self, time, is_back));
  else
    dwell_view_drop_cursor (to);
  self->is_linking = FALSE;
}

static void
link_focus (DwellTimeLink *self,
            gboolean       is_back)
{
  DwellView *from = is_back ? self->other : _dwell_time_link_get_own (self);
  DwellView *to = is_back ? _dwell_time_link_get_own (self) : self->other;
  guint32 area;

  if (self->shown == NULL || !begin_linking (self))
    return;

  area = _dwell_time_link_question_find (self->shown, dwell_view_get_focus_area (from),
                                         is_back);
  if (area == DWELL_NONE || area < dwell_view_get_trace (to)->n_areas)
    dwell_view_focus_area (to, area);
  self->is_linking = FALSE;
}

/* Puts a span of either view into focus, in that view only; DWELL_NONE: its area. The cursor stays
 * in step with the other view. */
void
_dwell_time_link_focus_span (DwellTimeLink *self,
                             DwellView     *to,
                             guint32        span)
{
  guint32 area = dwell_view_get_focus_area (to);

  if (!begin_linking (self))
    return;

  if (span != dwell_view_get_focus_span (to))
    dwell_view_focus_span (to, span);
  if (span == DWELL_NONE)
    dwell_view_focus_area (to, area);
  self->is_linking = FALSE;
  link_cursor (self, to != self->other);
}

static void start_finding (DwellTimeLink *self);

/* Aligns both at the first starts of an area, given as an area of the base. Returns whether that is
 * another moment. */
static gboolean
take_firsts (DwellTimeLink *self,
             guint32        base_area)
{
  DwellAlignedMoment moment;

  if (base_area == DWELL_NONE || base_area == self->base_area ||
      !dwell_anchors_get_first (self->shown->anchors, base_area, &moment.base_time,
                                &moment.new_time))
    return FALSE;

  self->base_area = base_area;
  self->moment = moment;
  self->has_moment = TRUE;
  self->number = 0;
  return TRUE;
}

void
_dwell_time_link_forget_moment (DwellTimeLink *self)
{
  self->base_area = DWELL_NONE;
  self->has_moment = FALSE;
  self->number = 0;
  g_clear_pointer (&self->next, _dwell_time_link_moment_free);
  if (self->finding != NULL)
    _dwell_job_cancel (self->finding);
}

/* Returns the area of the base that is in focus. */
static guint32
get_base_area (DwellTimeLink *self)
{
  guint32 area = dwell_view_get_focus_area (_dwell_time_link_get_own (self));

  return self->shown == NULL ? DWELL_NONE
         : dwell_time_link_is_swapped (self)
           ? area : _dwell_time_link_question_find (self->shown, area, FALSE);
}

/* Both are aligned at what was last in focus and happened in both: a span or a mark at the n-th of
 * its kind, which a worker finds, an area at its first start. Returns whether the moment has
 * changed already. */
static gboolean
take_focus (DwellTimeLink *self,
            gboolean       is_back)
{
  DwellView *from = is_back ? self->other : _dwell_time_link_get_own (self);
  DwellView *to = is_back ? _dwell_time_link_get_own (self) : self->other;
  guint32 area;

  if (self->shown == NULL || from == NULL || to == NULL)
    return FALSE;

  area = _dwell_time_link_question_find (self->shown, dwell_view_get_focus_area (from), is_back);
  g_clear_pointer (&self->next, _dwell_time_link_moment_free);
  self->next = _dwell_time_link_moment_new (from, to, area,
                                            dwell_time_link_is_swapped (self) != is_back);
  if (self->next == NULL)
    return take_firsts (self, get_base_area (self));

  start_finding (self);
  return FALSE;
}

/* Extends the range in which each view may be scrolled to times at which only the other recording,
 * or another one linked with that, has something. */
static void
make_room (DwellTimeLink *self)
{
  DwellView *own = _dwell_time_link_get_own (self);
  const DwellTrace *trace = own != NULL ? dwell_view_get_trace (own) : NULL;
  const DwellTrace *other = self->other != NULL ? dwell_view_get_trace (self->other) : NULL;
  gboolean is_linked = trace != NULL && other != NULL && self->alignment != DWELL_NOT_ALIGNED;
  gboolean was_linking = self->is_linking;

  self->is_linking = TRUE;
  if (own != NULL && is_linked)
    _dwell_view_set_room (own, self, dwell_time_link_map (self, other->begin, TRUE),
                          dwell_time_link_map (self, other->end, TRUE));
  else if (own != NULL)
    _dwell_view_drop_room (own, self);
  if (self->other != NULL && is_linked)
    {
      gint64 begin;
      gint64 end;

      _dwell_view_get_room (own, &begin, &end);
      _dwell_view_set_room (self->other, self, dwell_time_link_map (self, begin, FALSE),
                            dwell_time_link_map (self, end, FALSE));
    }
  else if (self->other != NULL)
    {
      _dwell_view_drop_room (self->other, self);
    }
  self->is_linking = was_linking;
}

void
_dwell_time_link_times (DwellTimeLink *self)
{
  make_room (self);
  link_range (self, FALSE);
  link_selection (self, FALSE);
  link_cursor (self, FALSE);
}

void
_dwell_time_link_all (DwellTimeLink *self)
{
  link_focus (self, FALSE);
  take_focus (self, FALSE);
  _dwell_time_link_times (self);
}

static gboolean
is_of_views (DwellTimeLink             *self,
             const DwellTimeLinkMoment *moment)
{
  DwellView *own = _dwell_time_link_get_own (self);
  DwellView *from = moment->is_of_base == dwell_time_link_is_swapped (self) ? own : self->other;
  DwellView *to = from == self->other ? own : self->other;

  return self->shown != NULL && from != NULL && to != NULL &&
         dwell_view_get_trace (from) == moment->from->trace &&
         dwell_view_get_trace (to) == moment->to->trace;
}

/* If the other recording does not have the n-th of its kind, both are aligned at the first
 * starts. */
static void
on_found (gpointer data,
          gpointer user_data)
{
  DwellTimeLink *self = user_data;
  DwellTimeLinkMoment *found = data;

  self->finding = NULL;
  if (self->next != NULL)
    {
      start_finding (self);
      return;
    }
  if (_dwell_time_link_get_own (self) == NULL || !is_of_views (self, found))
    return;

  if (found->is_found)
    {
      self->base_area = DWELL_NONE;
      self->moment = found->moment;
      self->has_moment = TRUE;
      self->number = found->number + 1;
    }
  else if (!take_firsts (self, get_base_area (self)))
    {
      return;
    }

  _dwell_time_link_times (self);
  _dwell_time_link_changed (self);
}

static void
start_finding (DwellTimeLink *self)
{
  if (self->finding != NULL)
    _dwell_job_cancel (self->finding);
  else
    self->finding = _dwell_job_start (g_steal_pointer (&self->next), _dwell_time_link_moment_free,
                                      _dwell_time_link_moment_find, on_found, self);
}

static void
follow_focus (DwellTimeLink *self,
              gboolean       is_back)
{
  link_focus (self, is_back);
  if (self->is_linking || self->alignment != DWELL_ALIGNED_AT_AREA ||
      !take_focus (self, is_back))
    return;

  _dwell_time_link_times (self);
  _dwell_time_link_changed (self);
}

/* --- Following --- */

static void
on_own_range (DwellTimeLink *self)
{
  link_range (self, FALSE);
}

/* Another link has extended the range of the view. */
static void
on_own_room (DwellTimeLink *self)
{
  if (self->is_linking)
    return;

  make_room (self);
  link_range (self, FALSE);
}

static void
on_own_selection (DwellTimeLink *self)
{
  link_selection (self, FALSE);
}

static void
on_own_cursor (DwellTimeLink *self)
{
  link_cursor (self, FALSE);
}

static void
on_own_focus (DwellTimeLink *self)
{
  follow_focus (self, FALSE);
}

static void
on_other_range (DwellTimeLink *self)
{
  link_range (self, TRUE);
}

static void
on_other_selection (DwellTimeLink *self)
{
  link_selection (self, TRUE);
}

static void
on_other_cursor (DwellTimeLink *self)
{
  link_cursor (self, TRUE);
}

static void
on_other_focus (DwellTimeLink *self)
{
  follow_focus (self, TRUE);
}

/* Connects to the signals of both views. */
void
_dwell_time_link_connect (DwellTimeLink *self)
{
  static const struct { const char *signal; GCallback of_own; GCallback of_other; } links[] = {
    { "range-changed", G_CALLBACK (on_own_range), G_CALLBACK (on_other_range) },
    { "selection-changed", G_CALLBACK (on_own_selection), G_CALLBACK (on_other_selection) },
    { "cursor-changed", G_CALLBACK (on_own_cursor), G_CALLBACK (on_other_cursor) },
    { "focus-changed", G_CALLBACK (on_own_focus), G_CALLBACK (on_other_focus) },
  };

  dwell_query_connect_view (DWELL_QUERY (self), "room-changed", G_CALLBACK (on_own_room));
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      dwell_query_connect_view (DWELL_QUERY (self), links[i].signal, links[i].of_own);
      g_signal_group_connect_swapped (self->other_signals, links[i].signal, links[i].of_other,
                                      self);
    }
}
