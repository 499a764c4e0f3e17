/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which reading a view shows: that of its session, or one with derived tracks of the same trace.
 * When the trace changes, everything that can be kept is kept. */
#include "config.h"

#include "model/view/dwell-view-private.h"

static void
discard (gpointer reading)
{
  dwell_reading_unref (reading);
}

/* Takes the newest reading; @former: (transfer full) (nullable): the reading before. */
static void
take_reading (DwellView    *self,
              DwellReading *former)
{
  DwellReading *own = dwell_session_get_reading (self->session);
  DwellReading *derived = self->derived;

  if (derived != NULL && self->derived_of == own->trace)
    self->reading = dwell_reading_follow (former != NULL && former->trace == derived->trace
                                            ? former : derived, own);
  else
    self->reading = dwell_reading_ref (own);

  self->trace = self->reading->trace;
  if (former != NULL)
    _dwell_job_discard (former, discard);
}

/* Called when the trace has changed. */
void
_dwell_view_take_trace (DwellView *self)
{
  gboolean was_at_home = self->trace == NULL || _dwell_view_is_at_home (self);
  gboolean range_changed;
  gboolean selection_changed;
  gboolean cursor_changed;

  take_reading (self, g_steal_pointer (&self->reading));
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

/* Called when there are more indexes of the same trace. */
void
_dwell_view_take_indexes (DwellView *self)
{
  take_reading (self, g_steal_pointer (&self->reading));
  _dwell_view_emit (self, DWELL_VIEW_INDEXES_CHANGED);
}

/* Shows @derived (nullable) instead of the reading of the session, as long as the session has the
 * trace @base, from which it was derived. */
void
_dwell_view_set_derived (DwellView        *self,
                         DwellReading     *derived,
                         const DwellTrace *base)
{
  DwellReading *former = self->derived;

  if (derived == former)
    return;

  self->derived = derived != NULL ? dwell_reading_ref (derived) : NULL;
  self->derived_of = base;
  if (self->reading != NULL)
    _dwell_view_take_trace (self);
  if (former != NULL)
    _dwell_job_discard (former, discard);
}
