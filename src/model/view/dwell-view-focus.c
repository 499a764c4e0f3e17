/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The focus of a view: a span, a mark, an area. In a new trace it is found again by its area, its
 * track's name and its time. */
#include "config.h"

#include "model/view/dwell-view-private.h"

static gboolean
is_same_string (const DwellTrace *old,
                guint32           old_string,
                const DwellTrace *new,
                guint32           new_string)
{
  return g_str_equal (dwell_trace_get_string (old, old_string),
                      dwell_trace_get_string (new, new_string));
}

/* Compares the keys of two areas, but not those of their parents. */
static gboolean
is_same_area (const DwellTrace *old,
              guint32           old_area,
              const DwellTrace *new,
              guint32           new_area)
{
  const DwellArea *a = &old->areas[old_area];
  const DwellArea *b = &new->areas[new_area];

  return a->kind == b->kind && a->has_value == b->has_value
         && (!a->has_value || a->value == b->value)
         && is_same_string (old, a->name, new, b->name)
         && is_same_string (old, a->module, new, b->module)
         && is_same_string (old, a->file, new, b->file);
}

static guint32
find_area (const DwellTrace *old,
           guint32           area,
           const DwellTrace *new)
{
  /* In a newer part of the same file, the area has kept its number. */
  if (area < new->n_areas && is_same_area (old, area, new, area))
    return area;

  for (guint32 i = 0; i < new->n_areas; i++)
    if (is_same_area (old, area, new, i))
      return i;

  return DWELL_NONE;
}

static gboolean
is_same_track (const DwellTrace *old,
               guint32           old_track,
               const DwellTrace *new,
               guint32           new_track)
{
  return is_same_string (old, old->tracks[old_track].name, new, new->tracks[new_track].name);
}

static gboolean
is_same_span (const DwellTrace *old,
              guint32           old_span,
              const DwellTrace *new,
              guint32           new_span)
{
  return dwell_trace_get_span_begin (old, old_span) == dwell_trace_get_span_begin (new, new_span)
         && is_same_area (old, old->span_area[old_span], new, new->span_area[new_span])
         && is_same_track (old, dwell_trace_get_span_track (old, old_span),
                           new, dwell_trace_get_span_track (new, new_span));
}

/* Returns: the same span of another trace, or DWELL_NONE */
guint32
_dwell_view_find_span (const DwellTrace *old,
                       guint32           span,
                       const DwellTrace *new)
{
  gint64 begin = dwell_trace_get_span_begin (old, span);

  if (span < new->n_spans && is_same_span (old, span, new, span))
    return span;

  for (guint32 row = 0; row < new->n_rows; row++)
    {
      guint32 end = new->rows[row].first_span + new->rows[row].n_spans;

      /* Spans without length are to be found, too. */
      for (guint32 i = dwell_trace_row_search (new, row, begin > G_MININT64 ? begin - 1 : begin);
           i < end && dwell_trace_get_span_begin (new, new->row_spans[i]) <= begin;
           i++)
        if (is_same_span (old, span, new, new->row_spans[i]))
          return new->row_spans[i];
    }

  return DWELL_NONE;
}

static gboolean
is_same_mark (const DwellTrace *old,
              guint32           old_mark,
              const DwellTrace *new,
              guint32           new_mark)
{
  return old->mark_time[old_mark] == new->mark_time[new_mark]
         && is_same_string (old, old->mark_text[old_mark], new, new->mark_text[new_mark])
         && is_same_track (old, old->mark_track[old_mark], new, new->mark_track[new_mark]);
}

static guint32
find_mark (const DwellTrace *old,
           guint32           mark,
           const DwellTrace *new)
{
  gint64 time = old->mark_time[mark];

  if (mark < new->n_marks && is_same_mark (old, mark, new, mark))
    return mark;

  for (guint32 track = 0; track < new->n_tracks; track++)
    {
      guint32 end = new->tracks[track].first_mark + new->tracks[track].n_marks;

      for (guint32 i = dwell_trace_mark_search (new, track, time);
           i < end && new->mark_time[new->track_marks[i]] == time;
           i++)
        if (is_same_mark (old, mark, new, new->track_marks[i]))
          return new->track_marks[i];
    }

  return DWELL_NONE;
}

static void
adapt (gpointer data)
{
  DwellFocus *self = data;
  g_autoptr(DwellTrace) old = g_steal_pointer (&self->trace);
  guint32 span = self->span;
  guint32 mark = self->mark;
  guint32 area = self->area;

  self->trace = dwell_trace_ref (self->view->trace);

  if (span != DWELL_NONE)
    self->span = _dwell_view_find_span (old, span, self->trace);

  if (mark != DWELL_NONE)
    self->mark = find_mark (old, mark, self->trace);

  if (area != DWELL_NONE)
    self->area = find_area (old, area, self->trace);

  self->is_other = span != self->span || mark != self->mark || area != self->area;
}

static void
announce (gpointer data)
{
  DwellFocus *self = data;

  if (self->is_other)
    _dwell_view_emit (self->view, DWELL_VIEW_FOCUS_CHANGED);
}

static void
focus_free (gpointer data)
{
  DwellFocus *self = data;

  g_clear_pointer (&self->trace, dwell_trace_unref);
  g_free (self);
}

void
_dwell_view_add_focus (DwellView *self)
{
  self->focus = g_new0 (DwellFocus, 1);
  self->focus->view = self;
  self->focus->span = DWELL_NONE;
  self->focus->mark = DWELL_NONE;
  self->focus->area = DWELL_NONE;
  self->focus->flow_span = DWELL_NONE;
  _dwell_view_add_part (self, self->focus, focus_free, adapt, announce);
}

static void
set_focus (DwellView *self,
           guint32    span,
           guint32    mark,
           guint32    area)
{
  DwellFocus *focus = self->focus;

  focus->is_latest = span != DWELL_NONE || mark != DWELL_NONE || area != DWELL_NONE;
  if (focus->span == span && focus->mark == mark && focus->area == area)
    return;

  focus->span = span;
  focus->mark = mark;
  focus->area = area;
  _dwell_view_emit (self, DWELL_VIEW_FOCUS_CHANGED);
}

static guint32
get_mark_area (const DwellTrace *trace,
               guint32           mark)
{
  if (trace->mark_area[mark] != DWELL_NONE || trace->mark_span[mark] == DWELL_NONE)
    return trace->mark_area[mark];

  return trace->span_area[trace->mark_span[mark]];
}

/**
 * dwell_view_get_focus_span:
 * @self: a view
 *
 * Returns: the focused span, or %DWELL_NONE
 */
guint32
dwell_view_get_focus_span (DwellView *self)
{
  return self->focus->span;
}

/**
 * dwell_view_get_focus_mark:
 * @self: a view
 *
 * Returns: the focused mark, or %DWELL_NONE; a span and a mark are never focused together
 */
guint32
dwell_view_get_focus_mark (DwellView *self)
{
  return self->focus->mark;
}

/**
 * dwell_view_get_focus_area:
 * @self: a view
 *
 * Returns: the focused area, which is the area of a focused span or mark; or %DWELL_NONE
 */
guint32
dwell_view_get_focus_area (DwellView *self)
{
  return self->focus->area;
}

static gboolean
has_span (DwellView *self,
          guint32    span)
{
  return self->trace != NULL && span < self->trace->n_spans;
}

static gboolean
has_mark (DwellView *self,
          guint32    mark)
{
  return self->trace != NULL && mark < self->trace->n_marks;
}

/**
 * dwell_view_focus_span:
 * @self: a view
 * @span: a span, or %DWELL_NONE for no focus at all
 *
 * Focuses @span and its area, and moves the cursor to its start. The visible range stays: see
 * dwell_view_reveal_span().
 */
void
dwell_view_focus_span (DwellView *self,
                       guint32    span)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (span == DWELL_NONE || has_span (self, span));

  set_focus (self, span, DWELL_NONE,
             span != DWELL_NONE ? self->trace->span_area[span] : DWELL_NONE);

  if (span != DWELL_NONE)
    _dwell_view_put_cursor (self, dwell_trace_get_span_begin (self->trace, span), DWELL_NONE);
}

/**
 * dwell_view_focus_mark:
 * @self: a view
 * @mark: a mark, or %DWELL_NONE for no focus at all
 *
 * Focuses @mark and its area, or that of its span, and moves the cursor to its time.
 */
void
dwell_view_focus_mark (DwellView *self,
                       guint32    mark)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (mark == DWELL_NONE || has_mark (self, mark));

  set_focus (self, DWELL_NONE, mark,
             mark != DWELL_NONE ? get_mark_area (self->trace, mark) : DWELL_NONE);

  if (mark != DWELL_NONE)
    _dwell_view_put_cursor (self, self->trace->mark_time[mark], DWELL_NONE);
}

/**
 * dwell_view_focus_area:
 * @self: a view
 * @area: an area, or %DWELL_NONE for no focus at all
 *
 * Focuses @area. A focused span or mark stays only if it belongs to that area.
 */
void
dwell_view_focus_area (DwellView *self,
                       guint32    area)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (area == DWELL_NONE
                    || (self->trace != NULL && area < self->trace->n_areas));

  if (area == DWELL_NONE || area != self->focus->area)
    set_focus (self, DWELL_NONE, DWELL_NONE, area);
}
