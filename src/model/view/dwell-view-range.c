/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The visible range of a view and the history of ranges.
 *
 * Times can be anywhere in 64 bits, where a product of widths or an edge with its margin may not
 * fit. So all arithmetic is in 128 bits, and one function, fit(), converts it back. */
#include "config.h"

#include "model/view/dwell-view-private.h"

#define LEAST_WIDTH    10 /* ns */
#define MARGIN_PARTS   50 /* the margin on each side is the whole divided by this */
#define HISTORY_MAX   100

typedef __int128 Wide;

/* The range of something that is linked with the view. */
typedef struct {
  gconstpointer link;
  DwellRange    range;
} Room;

/* Returns the axis with its margins, never wider than int64 can subtract. */
static void
get_limits (DwellView *self,
            Wide      *begin,
            Wide      *end)
{
  Wide margin = ((Wide) self->axis.end - self->axis.begin) / MARGIN_PARTS;

  *begin = MAX ((Wide) self->axis.begin - margin, (Wide) G_MININT64);
  *end = MIN ((Wide) self->axis.end + margin, (Wide) G_MAXINT64);
  for (guint i = 0; self->rooms != NULL && i < self->rooms->len; i++)
    {
      const DwellRange *room = &g_array_index (self->rooms, Room, i).range;
      /* With a margin, too, so that both views have the same edges. */
      Wide own = MAX (margin, ((Wide) room->end - room->begin) / MARGIN_PARTS);

      *begin = MAX (MIN (*begin, room->begin - own), (Wide) G_MININT64);
      *end = MIN (MAX (*end, room->end + own), (Wide) G_MAXINT64);
    }

  if (*end - *begin > G_MAXINT64)
    {
      *begin = self->axis.begin;
      *end = MIN ((Wide) self->axis.end, *begin + G_MAXINT64);
    }
}

/* Returns the nearest range to [begin, end] that is neither too narrow nor too wide nor outside. */
static DwellRange
fit (DwellView *self,
     Wide       begin,
     Wide       end)
{
  Wide limit_begin;
  Wide limit_end;
  Wide width;

  get_limits (self, &limit_begin, &limit_end);
  width = CLAMP (end - begin, LEAST_WIDTH, limit_end - limit_begin);
  begin += (end - begin - width) / 2;
  begin = CLAMP (begin, limit_begin, limit_end - width);

  return (DwellRange) { (gint64) begin, (gint64) (begin + width) };
}

static gboolean
is_equal (const DwellRange *a,
          const DwellRange *b)
{
  return a->begin == b->begin && a->end == b->end;
}

static gboolean
change_range (DwellView  *self,
              DwellRange  range)
{
  if (is_equal (&self->range, &range))
    return FALSE;

  self->range = range;
  _dwell_view_emit (self, DWELL_VIEW_RANGE_CHANGED);
  _dwell_view_update_scope (self);
  return TRUE;
}

static void
notify_history (DwellView *self)
{
  g_object_notify (G_OBJECT (self), "can-go-back");
  g_object_notify (G_OBJECT (self), "can-go-forward");
}

static void
push (GArray     *history,
      DwellRange  range)
{
  if (history->len > 0
      && is_equal (&g_array_index (history, DwellRange, history->len - 1), &range))
    return;

  if (history->len == HISTORY_MAX)
    g_array_remove_index (history, 0);

  g_array_append_val (history, range);
}

static void
remember (DwellView  *self,
          DwellRange  range)
{
  push (self->back, range);
  g_array_set_size (self->forward, 0);
  notify_history (self);
}

/* Goes to the newest range of @from that differs from the visible one. */
static void
go_in_history (DwellView *self,
               GArray    *from,
               GArray    *to)
{
  DwellRange here = self->range;

  while (from->len > 0)
    {
      DwellRange range = g_array_index (from, DwellRange, from->len - 1);

      g_array_set_size (from, from->len - 1);
      range = fit (self, range.begin, range.end);

      if (!is_equal (&range, &here))
        {
          push (to, here);
          change_range (self, range);
          break;
        }
    }

  notify_history (self);
}

/* Returns the range that is shown at first: the whole or, if less than half of it was recorded, the
 * recorded part with some margin. */
static DwellRange
get_home (DwellView *self)
{
  Wide begin;
  Wide end;
  Wide margin;

  if (self->trace == NULL)
    return self->axis;

  begin = self->trace->recorded_begin;
  end = self->trace->recorded_end;
  if (2 * (end - begin) >= (Wide) self->axis.end - self->axis.begin)
    return self->axis;

  margin = (end - begin) / MARGIN_PARTS;
  return fit (self, begin - margin, end + margin);
}

/* Returns: whether the range that is shown at first is in view */
gboolean
_dwell_view_is_at_home (DwellView *self)
{
  DwellRange home = get_home (self);

  if (is_equal (&home, &self->axis))
    return self->range.begin <= home.begin && self->range.end >= home.end;

  return is_equal (&home, &self->range);
}

gboolean
_dwell_view_adapt_range (DwellView *self,
                         gboolean   was_at_home)
{
  DwellRange old = self->range;
  gint64 begin = self->trace != NULL ? self->trace->begin : 0;
  gint64 end = self->trace != NULL ? self->trace->end : 0;

  /* A trace of one moment, or of none, still needs some width. */
  begin = MIN (begin, G_MAXINT64 - LEAST_WIDTH);
  self->axis.begin = begin;
  self->axis.end = MAX (end, begin + LEAST_WIDTH);
  self->range = fit (self, old.begin, old.end);
  if (was_at_home)
    {
      DwellRange home = get_home (self);

      self->range = fit (self, home.begin, home.end);
    }

  return !is_equal (&old, &self->range);
}

static guint
find_room (DwellView     *self,
           gconstpointer  link)
{
  guint i = 0;

  while (i < self->rooms->len && g_array_index (self->rooms, Room, i).link != link)
    i++;

  return i;
}

/* Lets the visible range also be in [@begin, @end], where the trace may have nothing, but what
 * @link links with the view has. The timelines of linked views are also equally wide. */
void
_dwell_view_set_room (DwellView     *self,
                      gconstpointer  link,
                      gint64         begin,
                      gint64         end)
{
  const Room room = { link, { begin, MAX (begin, end) } };
  guint i;

  if (self->rooms == NULL)
    self->rooms = g_array_new (FALSE, FALSE, sizeof (Room));

  i = find_room (self, link);
  if (i < self->rooms->len && is_equal (&g_array_index (self->rooms, Room, i).range, &room.range))
    return;

  if (i < self->rooms->len)
    g_array_index (self->rooms, Room, i) = room;
  else
    g_array_append_val (self->rooms, room);
  if (self->rooms->len == 1 && i == 0)
    _dwell_view_emit (self, DWELL_VIEW_LANES_CHANGED);
  _dwell_view_emit (self, DWELL_VIEW_ROOM_CHANGED);
}

void
_dwell_view_drop_room (DwellView     *self,
                       gconstpointer  link)
{
  guint i = self->rooms != NULL ? find_room (self, link) : 0;

  if (self->rooms == NULL || i == self->rooms->len)
    return;

  g_array_remove_index_fast (self->rooms, i);
  if (self->rooms->len == 0)
    _dwell_view_emit (self, DWELL_VIEW_LANES_CHANGED);
  _dwell_view_emit (self, DWELL_VIEW_ROOM_CHANGED);
  if (self->trace != NULL)
    change_range (self, fit (self, self->range.begin, self->range.end));
}

/* Returns the axis, extended by all rooms. */
void
_dwell_view_get_room (DwellView *self,
                      gint64    *begin,
                      gint64    *end)
{
  *begin = self->axis.begin;
  *end = self->axis.end;
  for (guint i = 0; self->rooms != NULL && i < self->rooms->len; i++)
    {
      const DwellRange *room = &g_array_index (self->rooms, Room, i).range;

      *begin = MIN (*begin, room->begin);
      *end = MAX (*end, room->end);
    }
}

/* Returns whether anything is linked with the view. */
gboolean
_dwell_view_has_room (DwellView *self)
{
  return self->rooms != NULL && self->rooms->len > 0;
}

/**
 * dwell_view_get_range:
 * @self: a view
 * @begin: (out): ns
 * @end: (out): ns
 *
 * Returns the visible range.
 */
void
dwell_view_get_range (DwellView *self,
                      gint64    *begin,
                      gint64    *end)
{
  *begin = self->range.begin;
  *end = self->range.end;
}

/**
 * dwell_view_set_range:
 * @self: a view
 * @begin: ns
 * @end: ns
 *
 * Shows the range, or the nearest to it that can be shown: at least 10 ns wide, at most the whole
 * and 2 % of it on each side.
 */
void
dwell_view_set_range (DwellView *self,
                      gint64     begin,
                      gint64     end)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  change_range (self, fit (self, MIN (begin, end), MAX (begin, end)));
}

/**
 * dwell_view_go_to_range:
 * @self: a view
 * @begin: ns
 * @end: ns
 *
 * Shows the range as dwell_view_set_range() does; if that moves the view, the former range is added
 * to the history.
 */
void
dwell_view_go_to_range (DwellView *self,
                        gint64     begin,
                        gint64     end)
{
  DwellRange old;

  g_return_if_fail (DWELL_IS_VIEW (self));

  old = self->range;
  if (change_range (self, fit (self, MIN (begin, end), MAX (begin, end))))
    remember (self, old);
}

/**
 * dwell_view_show_whole:
 * @self: a view
 *
 * Shows everything from the first to the last event; the former range is added to the history.
 */
void
dwell_view_show_whole (DwellView *self)
{
  dwell_view_go_to_range (self, self->axis.begin, self->axis.end);
}

/**
 * dwell_view_remember:
 * @self: a view
 *
 * Adds the visible range to the history, so that after a gesture of many small moves one step
 * back undoes them all.
 */
void
dwell_view_remember (DwellView *self)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  remember (self, self->range);
}

/**
 * dwell_view_go_back:
 * @self: a view
 *
 * Shows the previous range in the history, if there is one.
 */
void
dwell_view_go_back (DwellView *self)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  go_in_history (self, self->back, self->forward);
}

/**
 * dwell_view_go_forward:
 * @self: a view
 *
 * Shows the range that the last dwell_view_go_back() left, if there is one.
 */
void
dwell_view_go_forward (DwellView *self)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  go_in_history (self, self->forward, self->back);
}
