/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The session with which a view's session is compared: the base or, if both are swapped, the new
 * recording. */
#include "config.h"

#include "model/view/dwell-view-private.h"

/**
 * dwell_view_get_base:
 * @self: a view
 * @is_swapped: (out) (optional): whether the view’s own session is the base, and the other session
 *   the new recording
 *
 * Returns: (transfer none) (nullable): the session that it is compared with
 */
DwellSession *
dwell_view_get_base (DwellView *self,
                     gboolean  *is_swapped)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  if (is_swapped != NULL)
    *is_swapped = self->is_swapped;
  return self->base;
}

/**
 * dwell_view_set_base:
 * @self: a view
 * @base: (nullable): another session, or the one compared already; %NULL: nothing is compared
 * @is_swapped: whether the view’s own session is the base instead
 *
 * Compares the view’s session with @base, which the view keeps alive.
 */
void
dwell_view_set_base (DwellView    *self,
                     DwellSession *base,
                     gboolean      is_swapped)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (base != self->session || base == self->base);

  if (base == self->base && is_swapped == self->is_swapped)
    return;

  self->has_stretch = self->has_stretch && base == self->base;
  g_set_object (&self->base, base);
  self->is_swapped = is_swapped;
  _dwell_view_emit (self, DWELL_VIEW_BASE_CHANGED);
}

/**
 * dwell_view_get_base_stretch:
 * @self: a view
 * @begin: (out) (optional): ns
 * @end: (out) (optional): ns
 *
 * Returns: whether a stretch of dwell_view_get_base() is compared, rather than the range that
 *   corresponds to the view’s scope; if not, @begin and @end stay as they are
 */
gboolean
dwell_view_get_base_stretch (DwellView *self,
                             gint64    *begin,
                             gint64    *end)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  if (!self->has_stretch)
    return FALSE;

  if (begin != NULL)
    *begin = self->stretch.begin;
  if (end != NULL)
    *end = self->stretch.end;
  return TRUE;
}

/**
 * dwell_view_set_base_stretch:
 * @self: a view
 * @base: a session, also the view’s own
 * @begin: ns
 * @end: ns
 *
 * Compares the view’s scope with a stretch of @base.
 */
void
dwell_view_set_base_stretch (DwellView    *self,
                             DwellSession *base,
                             gint64        begin,
                             gint64        end)
{
  g_return_if_fail (DWELL_IS_VIEW (self) && DWELL_IS_SESSION (base) && begin <= end);

  g_set_object (&self->base, base);
  self->stretch = (DwellRange) { begin, end };
  self->has_stretch = TRUE;
  self->is_swapped = FALSE;
  _dwell_view_emit (self, DWELL_VIEW_BASE_CHANGED);
}

/* Returns the range of the base that is compared: its stretch, or the range that corresponds to the
 * scope. Both recordings are aligned at their starts, and the whole corresponds to the whole. */
void
_dwell_view_get_base_range (DwellView        *self,
                            const DwellTrace *base,
                            gint64           *begin,
                            gint64           *end)
{
  const DwellTrace *trace = self->trace;
  gint64 from;
  gint64 to;

  if (self->has_stretch)
    {
      *begin = CLAMP (self->stretch.begin, base->begin, base->end);
      *end = CLAMP (self->stretch.end, base->begin, base->end);
      return;
    }

  dwell_view_get_scope_range (self, &from, &to);
  *begin = base->begin;
  *end = base->end;
  if (from <= trace->begin && to >= trace->end)
    return;

  if (!__builtin_sub_overflow (from, trace->begin, &from) &&
      !__builtin_add_overflow (from, base->begin, &from))
    *begin = CLAMP (from, base->begin, base->end);
  if (!__builtin_sub_overflow (to, trace->begin, &to) &&
      !__builtin_add_overflow (to, base->begin, &to))
    *end = CLAMP (to, *begin, base->end);
}
