/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cursor of a view: the moment whose values are shown. It is the last place pointed at: a place
 * in the timeline, the start of a focused span or of the selection, a message, a write. */
#include "config.h"

#include "model/view/dwell-view-private.h"

/* Moves the cursor to @time; @track is where it is shown, or DWELL_NONE. */
void
_dwell_view_put_cursor (DwellView *self,
                        gint64     time,
                        guint32    track)
{
  if (self->has_cursor && self->cursor == time && self->cursor_track == track)
    return;

  self->has_cursor = TRUE;
  self->cursor = time;
  self->cursor_track = track;
  _dwell_view_emit (self, DWELL_VIEW_CURSOR_CHANGED);
}

/* Keeps the cursor if its moment also exists in the new trace. */
gboolean
_dwell_view_adapt_cursor (DwellView *self)
{
  gboolean was_there = self->has_cursor;

  self->cursor_track = DWELL_NONE;
  self->has_cursor = was_there && self->cursor >= self->axis.begin &&
                     self->cursor <= self->axis.end;

  return was_there;
}

/**
 * dwell_view_get_cursor:
 * @self: a view
 * @time: (out) (optional): ns
 *
 * Returns the moment whose values are shown, which is drawn as a thin line.
 *
 * Returns: whether there is a cursor; if not, @time stays as it is
 */
gboolean
dwell_view_get_cursor (DwellView *self,
                       gint64    *time)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  if (self->has_cursor && time != NULL)
    *time = self->cursor;

  return self->has_cursor;
}

/**
 * dwell_view_get_cursor_track:
 * @self: a view
 *
 * Returns: the track of the item that moved the cursor to its place, or %DWELL_NONE
 */
guint32
dwell_view_get_cursor_track (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), DWELL_NONE);

  return self->has_cursor ? self->cursor_track : DWELL_NONE;
}

/**
 * dwell_view_set_cursor:
 * @self: a view
 * @time: ns; the nearest time of the axis is taken
 *
 * Moves the cursor to @time. Does nothing while there is no trace.
 */
void
dwell_view_set_cursor (DwellView *self,
                       gint64     time)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  if (self->trace != NULL)
    _dwell_view_put_cursor (self, CLAMP (time, self->axis.begin, self->axis.end), DWELL_NONE);
}

/**
 * dwell_view_drop_cursor:
 * @self: a view
 *
 * Removes the cursor.
 */
void
dwell_view_drop_cursor (DwellView *self)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  if (!self->has_cursor)
    return;

  self->has_cursor = FALSE;
  _dwell_view_emit (self, DWELL_VIEW_CURSOR_CHANGED);
}
