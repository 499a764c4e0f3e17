/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a view of its core and its parts, and lets it follow its session, which may get another
 * trace: a newer part of the same file, or the trace of a file that was read again. */
#include "config.h"

#include "model/view/dwell-view-private.h"

static void
session_trace_changed (DwellView *self)
{
  g_object_ref (self);
  _dwell_view_take_trace (self);
  g_object_unref (self);
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
  _dwell_view_add_chosen (self);
  _dwell_view_add_kept (self);
  _dwell_view_add_deadlines (self);
  _dwell_view_add_judged (self);

  g_signal_connect_object (session, "trace-changed", G_CALLBACK (session_trace_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "indexes-changed", G_CALLBACK (_dwell_view_take_indexes), self,
                           G_CONNECT_SWAPPED);

  if (dwell_session_get_trace (session) != NULL)
    _dwell_view_take_trace (self);

  return self;
}
