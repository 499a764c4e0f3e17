/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a view of its core and its parts, and lets it follow its session. When the session has
 * another trace, be it a newer part of the same file or the file read again, everything that can be
 * kept is kept. */
#include "config.h"

#include "model/view/dwell-view-private.h"

static void
take_reading (DwellView *self)
{
  self->reading = dwell_reading_ref (dwell_session_get_reading (self->session));
  self->trace = self->reading->trace;
}

static void
take_trace (DwellView *self)
{
  gboolean was_at_home = self->trace == NULL || _dwell_view_is_at_home (self);
  g_autoptr(DwellReading) old = g_steal_pointer (&self->reading);
  gboolean range_changed;
  gboolean selection_changed;
  gboolean cursor_changed;

  take_reading (self);
  range_changed = _dwell_view_adapt_range (self, was_at_home);
  selection_changed = _dwell_view_adapt_selection (self);
  cursor_changed = _dwell_view_adapt_cursor (self);

  _dwell_view_emit (self, DWELL_VIEW_TRACE_CHANGED);

  if (range_changed)
    _dwell_view_emit (self, DWELL_VIEW_RANGE_CHANGED);

  if (selection_changed)
    _dwell_view_emit (self, DWELL_VIEW_SELECTION_CHANGED);

  if (cursor_changed)
    _dwell_view_emit (self, DWELL_VIEW_CURSOR_CHANGED);

  _dwell_view_announce_scope (self);
}

static void
session_trace_changed (DwellView *self)
{
  g_object_ref (self);
  take_trace (self);
  g_object_unref (self);
}

static void
session_indexes_changed (DwellView *self)
{
  g_autoptr(DwellReading) old = g_steal_pointer (&self->reading);

  take_reading (self);
  _dwell_view_emit (self, DWELL_VIEW_INDEXES_CHANGED);
}

/**
 * dwell_view_new:
 * @session: a session, with a trace or still without
 *
 * Makes a view that shows the whole of @session.
 *
 * Returns: (transfer full): the view
 */
DwellView *
dwell_view_new (DwellSession *session)
{
  DwellView *self;

  g_return_val_if_fail (DWELL_IS_SESSION (session), NULL);

  self = g_object_new (DWELL_TYPE_VIEW, NULL);
  self->session = g_object_ref (session);
  _dwell_view_adapt_range (self, TRUE);
  _dwell_view_add_tracks (self);
  _dwell_view_add_focus (self);
  _dwell_view_add_markers (self);
  _dwell_view_add_finder (self);
  _dwell_view_add_lit (self);
  _dwell_view_add_kept (self);
  _dwell_view_add_deadlines (self);
  _dwell_view_add_judged (self);

  g_signal_connect_object (session, "trace-changed", G_CALLBACK (session_trace_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "indexes-changed", G_CALLBACK (session_indexes_changed), self,
                           G_CONNECT_SWAPPED);

  if (dwell_session_get_trace (session) != NULL)
    take_trace (self);

  return self;
}
