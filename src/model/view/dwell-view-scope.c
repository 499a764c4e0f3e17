/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selection of a view, and the scope: the range of time that its pages refer to. */
#include "config.h"

#include "model/view/dwell-view-private.h"

static DwellRange
get_scope_range (DwellView *self)
{
  switch (self->scope)
    {
    case DWELL_SCOPE_SELECTION:
      return self->selection;

    case DWELL_SCOPE_VISIBLE:
      return self->range;

    case DWELL_SCOPE_WHOLE:
    default:
      if (self->trace == NULL)
        return (DwellRange) { 0, 0 };

      return (DwellRange) { self->trace->begin, self->trace->end };
    }
}

void
_dwell_view_announce_scope (DwellView *self)
{
  self->scope_range = get_scope_range (self);
  _dwell_view_emit (self, DWELL_VIEW_SCOPE_CHANGED);
}

/* Announces the scope if its range has changed. */
void
_dwell_view_update_scope (DwellView *self)
{
  DwellRange range = get_scope_range (self);

  if (range.begin != self->scope_range.begin || range.end != self->scope_range.end)
    _dwell_view_announce_scope (self);
}

/* Keeps the part of the selection that lies on the new axis. */
gboolean
_dwell_view_adapt_selection (DwellView *self)
{
  DwellRange selection = self->selection;

  if (!self->has_selection)
    return FALSE;

  self->selection.begin = MAX (selection.begin, self->axis.begin);
  self->selection.end = MIN (selection.end, self->axis.end);

  if (self->selection.begin >= self->selection.end)
    {
      self->has_selection = FALSE;

      if (self->scope == DWELL_SCOPE_SELECTION)
        self->scope = DWELL_SCOPE_WHOLE;

      return TRUE;
    }

  return selection.begin != self->selection.begin || selection.end != self->selection.end;
}

/**
 * dwell_view_get_selection:
 * @self: a view
 * @begin: (out) (optional): ns
 * @end: (out) (optional): ns
 *
 * Returns: whether there is a selection; if not, @begin and @end stay as they are
 */
gboolean
dwell_view_get_selection (DwellView *self,
                          gint64    *begin,
                          gint64    *end)
{
  if (!self->has_selection)
    return FALSE;

  if (begin != NULL)
    *begin = self->selection.begin;

  if (end != NULL)
    *end = self->selection.end;

  return TRUE;
}

/**
 * dwell_view_set_selection:
 * @self: a view
 * @begin: ns
 * @end: ns; may be before @begin; if equal to it, the selection is dropped
 *
 * Selects the part of the range that lies on the axis, makes it the scope, and moves the cursor to
 * its start.
 */
void
dwell_view_set_selection (DwellView *self,
                          gint64     begin,
                          gint64     end)
{
  DwellRange selection;
  gboolean is_new;

  g_return_if_fail (DWELL_IS_VIEW (self));

  selection.begin = MAX (MIN (begin, end), self->axis.begin);
  selection.end = MIN (MAX (begin, end), self->axis.end);
  if (selection.begin >= selection.end)
    {
      dwell_view_drop_selection (self);
      return;
    }

  is_new = !self->has_selection || selection.begin != self->selection.begin
           || selection.end != self->selection.end;
  self->has_selection = TRUE;
  self->selection = selection;
  self->focus->is_latest = FALSE;

  if (is_new)
    {
      _dwell_view_emit (self, DWELL_VIEW_SELECTION_CHANGED);
      _dwell_view_put_cursor (self, selection.begin, DWELL_NONE);
    }

  if (is_new || self->scope != DWELL_SCOPE_SELECTION)
    {
      self->scope = DWELL_SCOPE_SELECTION;
      _dwell_view_announce_scope (self);
    }
}

/**
 * dwell_view_drop_selection:
 * @self: a view
 *
 * Removes the selection. If it was the scope, the whole becomes the scope.
 */
void
dwell_view_drop_selection (DwellView *self)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  if (!self->has_selection)
    return;

  self->has_selection = FALSE;
  _dwell_view_emit (self, DWELL_VIEW_SELECTION_CHANGED);

  if (self->scope == DWELL_SCOPE_SELECTION)
    {
      self->scope = DWELL_SCOPE_WHOLE;
      _dwell_view_announce_scope (self);
    }
}

/**
 * dwell_view_get_scope:
 * @self: a view
 *
 * Returns: what pages refer to
 */
DwellScope
dwell_view_get_scope (DwellView *self)
{
  return self->scope;
}

/**
 * dwell_view_set_scope:
 * @self: a view
 * @scope: what pages refer to; the selection only if there is one
 *
 * Changes the scope and keeps the selection. A new selection becomes the scope again.
 */
void
dwell_view_set_scope (DwellView  *self,
                      DwellScope  scope)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  if (self->scope == scope || (scope == DWELL_SCOPE_SELECTION && !self->has_selection))
    return;

  self->scope = scope;
  _dwell_view_announce_scope (self);
}

/**
 * dwell_view_get_scope_range:
 * @self: a view
 * @begin: (out): ns
 * @end: (out): ns
 *
 * Returns the range of time that the scope stands for; both 0 while there is no trace.
 */
void
dwell_view_get_scope_range (DwellView *self,
                            gint64    *begin,
                            gint64    *end)
{
  DwellRange range = get_scope_range (self);

  *begin = range.begin;
  *end = range.end;
}
