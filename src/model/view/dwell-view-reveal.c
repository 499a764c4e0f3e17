/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings into view what was chosen elsewhere: shows its track, moves the visible range no more than
 * needed, and focuses it. */
#include "config.h"

#include "model/view/dwell-view-private.h"

/* A revealed span narrower than LEAST_PARTS thousandths of the view is shown ZOOMED_PARTS
 * thousandths wide. */
#define LEAST_PARTS   3
#define ZOOMED_PARTS 50

static gint64
saturate (__int128 time)
{
  return (gint64) CLAMP (time, (__int128) G_MININT64, (__int128) G_MAXINT64);
}

/* Shows @width ns around the middle of [begin, end]. A jump or a zoom is added to the history, a
 * step is not. */
static void
center (DwellView *self,
        gint64     begin,
        gint64     end,
        __int128   width)
{
  __int128 first = ((__int128) begin + end - width) / 2;
  gboolean is_zoom = width < (__int128) self->range.end - self->range.begin;
  gboolean is_jump = first >= self->range.end || first + width <= self->range.begin;

  if (is_zoom || is_jump)
    dwell_view_go_to_range (self, saturate (first), saturate (first + width));
  else
    dwell_view_set_range (self, saturate (first), saturate (first + width));
}

/* Moves the visible range no more than needed to show [begin, end]: not at all if it is in view, or
 * wider than the view and partly in it; otherwise so that it is in the middle. */
void
_dwell_view_bring_into_view (DwellView *self,
                             gint64     begin,
                             gint64     end)
{
  __int128 width = (__int128) self->range.end - self->range.begin;
  __int128 length = (__int128) end - begin;
  gboolean is_outside = end < self->range.begin || begin > self->range.end;
  gboolean is_inside = begin >= self->range.begin && end <= self->range.end;

  if (length > 0 && length * 1000 < width * LEAST_PARTS)
    center (self, begin, end, MAX (length * 1000 / ZOOMED_PARTS, 1));
  else if (is_outside && length > width)
    center (self, begin, saturate ((__int128) begin + width), width);
  else if (is_outside || (!is_inside && length <= width))
    center (self, begin, end, width);
}

/**
 * dwell_view_reveal_span:
 * @self: a view
 * @span: a span
 *
 * Focuses @span, unfolds its track and moves the visible range so that the span is in it; zooms in
 * if the span would be narrower than 3 thousandths of the view.
 */
void
dwell_view_reveal_span (DwellView *self,
                        guint32    span)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (self->trace != NULL && span < self->trace->n_spans);

  _dwell_view_show_track (self, dwell_trace_get_span_track (self->trace, span), span);
  _dwell_view_bring_into_view (self, dwell_trace_get_span_begin (self->trace, span),
                               dwell_trace_get_span_end (self->trace, span));
  dwell_view_focus_span (self, span);
}

/**
 * dwell_view_reveal_mark:
 * @self: a view
 * @mark: a mark
 *
 * Focuses @mark, shows its track and moves the visible range so that the mark is in it.
 */
void
dwell_view_reveal_mark (DwellView *self,
                        guint32    mark)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (self->trace != NULL && mark < self->trace->n_marks);

  _dwell_view_show_track (self, self->trace->mark_track[mark], DWELL_NONE);
  _dwell_view_bring_into_view (self, self->trace->mark_time[mark], self->trace->mark_time[mark]);
  dwell_view_focus_mark (self, mark);
}

/* Shows [@begin, @end] with a little room on each side. */
static void
zoom_to (DwellView *self,
         gint64     begin,
         gint64     end)
{
  __int128 room = ((__int128) end - begin) / 20;

  dwell_view_go_to_range (self, saturate (begin - room), saturate (end + room));
}

/**
 * dwell_view_zoom_to_span:
 * @self: a view
 * @span: a span
 *
 * Focuses @span and shows only it, with a little room on each side.
 */
void
dwell_view_zoom_to_span (DwellView *self,
                         guint32    span)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (self->trace != NULL && span < self->trace->n_spans);

  _dwell_view_show_track (self, dwell_trace_get_span_track (self->trace, span), span);
  zoom_to (self, dwell_trace_get_span_begin (self->trace, span),
           dwell_trace_get_span_end (self->trace, span));
  dwell_view_focus_span (self, span);
}

/**
 * dwell_view_zoom_to_longest:
 * @self: a view
 *
 * Zooms to the longest span of the focused area within the scope. Needs the statistics index.
 *
 * Returns: whether there is such a span
 */
gboolean
dwell_view_zoom_to_longest (DwellView *self)
{
  guint32 span;

  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  span = _dwell_view_find_longest (self);
  if (span != DWELL_NONE)
    dwell_view_zoom_to_span (self, span);

  return span != DWELL_NONE;
}

/**
 * dwell_view_zoom_to_focus:
 * @self: a view
 *
 * Zooms to the focused span, reveals the focused mark, or zooms to the longest span of the focused
 * area.
 *
 * Returns: whether there is anything to show
 */
gboolean
dwell_view_zoom_to_focus (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  if (self->focus->span != DWELL_NONE)
    dwell_view_zoom_to_span (self, self->focus->span);
  else if (self->focus->mark != DWELL_NONE)
    dwell_view_reveal_mark (self, self->focus->mark);
  else
    return dwell_view_zoom_to_longest (self);

  return TRUE;
}

/**
 * dwell_view_zoom_to_selection:
 * @self: a view
 *
 * Shows the selection, with a little room on each side.
 *
 * Returns: whether there is a selection
 */
gboolean
dwell_view_zoom_to_selection (DwellView *self)
{
  gint64 begin;
  gint64 end;

  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  if (!dwell_view_get_selection (self, &begin, &end))
    return FALSE;

  zoom_to (self, begin, end);
  return TRUE;
}

/**
 * dwell_view_zoom_to_latest:
 * @self: a view
 *
 * Zooms to the selection or to what is in focus, whichever was chosen later.
 *
 * Returns: whether there is anything to show
 */
gboolean
dwell_view_zoom_to_latest (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  if (self->focus->is_latest)
    return dwell_view_zoom_to_focus (self) || dwell_view_zoom_to_selection (self);

  return dwell_view_zoom_to_selection (self) || dwell_view_zoom_to_focus (self);
}

/**
 * dwell_view_reveal_write:
 * @self: a view
 * @place: the place of a write in track_writes
 *
 * Shows the track of the write, moves the visible range so that the write is in it, moves the
 * cursor there and focuses the variable.
 */
void
dwell_view_reveal_write (DwellView *self,
                         guint32    place)
{
  guint32 write;
  guint32 track;

  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (self->trace != NULL && place < self->trace->n_writes);

  write = self->trace->track_writes[place];
  track = self->trace->write_track[write];
  _dwell_view_show_track (self, track, DWELL_NONE);
  _dwell_view_bring_into_view (self, dwell_trace_get_write_time (self->trace, write),
                               dwell_trace_get_write_time (self->trace, write));

  if (self->trace->tracks[track].area != DWELL_NONE)
    dwell_view_focus_area (self, self->trace->tracks[track].area);

  _dwell_view_put_cursor (self, dwell_trace_get_write_time (self->trace, write), track);
}
