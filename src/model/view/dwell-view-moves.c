/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves the focus of a view from span to span: along a row, from row to row in the order of lanes,
 * up and down the calls, along flows, and among the spans of one area. */
#include "config.h"

#include "core/dwell-args.h"
#include "model/view/dwell-view-private.h"

static const DwellEvent nowhere = { DWELL_NONE, DWELL_NONE };

static gboolean
is_nowhere (DwellEvent event)
{
  return event.span == DWELL_NONE && event.mark == DWELL_NONE;
}

static guint32
get_focus_track (DwellView *self)
{
  if (self->focus->span != DWELL_NONE)
    return dwell_trace_get_span_track (self->trace, self->focus->span);

  return self->focus->mark != DWELL_NONE ? self->trace->mark_track[self->focus->mark] : DWELL_NONE;
}

/* Returns the middle of the part of the focus that is in view. */
static gint64
get_focus_time (DwellView *self)
{
  __int128 begin;
  __int128 end;

  if (self->focus->span == DWELL_NONE)
    return self->trace->mark_time[self->focus->mark];

  begin = MAX (dwell_trace_get_span_begin (self->trace, self->focus->span), self->range.begin);
  end = MIN (dwell_trace_get_span_end (self->trace, self->focus->span), self->range.end);
  return begin < end ? (gint64) ((begin + end) / 2)
                     : dwell_trace_get_span_begin (self->trace, self->focus->span);
}

/* Returns the span of @row at @time, or the nearest to it. */
static guint32
find_nearest (const DwellTrace *trace,
              guint32           row,
              gint64            time)
{
  const DwellRow *r = &trace->rows[row];
  guint32 i = dwell_trace_row_search (trace, row, time);
  guint32 before;
  guint32 after;

  if (r->n_spans == 0)
    return DWELL_NONE;

  if (i == r->first_span)
    return trace->row_spans[i];

  before = trace->row_spans[i - 1];

  if (i == r->first_span + r->n_spans)
    return before;

  after = trace->row_spans[i];
  return (__int128) dwell_trace_get_span_begin (trace, after) - time <=
         (__int128) time - dwell_trace_get_span_end (trace, before)
         ? after : before;
}

/* Looks for the next row with a span in the direction, starting from @row of the rows that the lane
 * at position @lane shows (-1: its header). Returns the span of it that is nearest to @time. */
static guint32
step_rows (DwellView *self,
           int        lane,
           gint64     row,
           int        direction,
           gint64     time)
{
  const GArray *lanes = dwell_view_get_lanes (self);

  for (; lane >= 0 && lane < (int) lanes->len; lane += direction)
    {
      const DwellLane *l = &g_array_index (lanes, DwellLane, lane);

      for (row += direction; row >= 0 && row < l->n_rows; row += direction)
        {
          guint32 span = find_nearest (self->trace,
                                       dwell_lane_get_row (l, self->trace, (guint32) row), time);

          if (span != DWELL_NONE)
            return span;
        }

      /* Into the next lane: from its header down, or from below its last row up. */
      row = -1;

      if (direction < 0 && lane > 0)
        row = g_array_index (lanes, DwellLane, lane - 1).n_rows;
    }

  return DWELL_NONE;
}

/* Returns the position of @track's lane, or -1. */
static int
find_lane (DwellView *self,
           guint32    track)
{
  const GArray *lanes = dwell_view_get_lanes (self);

  for (guint i = 0; i < lanes->len; i++)
    if (g_array_index (lanes, DwellLane, i).track == track)
      return (int) i;

  return -1;
}

/* Returns the place of @row among the rows that @lane shows. If it is folded away, returns a place
 * from which a step in @direction leads to the next shown row. */
static gint64
get_shown_row (DwellView       *self,
               const DwellLane *lane,
               guint32          row,
               int              direction)
{
  guint32 index = dwell_lane_find_row (lane, self->trace, row);

  if (index != DWELL_NONE)
    return index;
  if (lane->is_folded)
    return -1;

  /* Rows of lines are below the rows of their functions. */
  return (gint64) self->trace->rows[row].depth + (direction < 0 ? 1 : 0);
}

static DwellEvent
move_to_row (DwellView *self,
             int        direction)
{
  int lane = find_lane (self, get_focus_track (self));
  gint64 row = -1;

  if (self->focus->span != DWELL_NONE && lane >= 0)
    row = get_shown_row (self, &g_array_index (dwell_view_get_lanes (self), DwellLane, lane),
                         self->trace->span_row[self->focus->span], direction);

  return (DwellEvent) { step_rows (self, lane, row, direction, get_focus_time (self)),
                        DWELL_NONE };
}

static DwellEvent
move_in_row (DwellView *self,
             int        direction)
{
  const DwellTrace *trace = self->trace;
  const DwellTrack *track;
  gint64 i;

  if (self->focus->span != DWELL_NONE)
    return (DwellEvent) { dwell_trace_get_row_neighbour (trace, self->focus->span, direction),
                          DWELL_NONE };

  track = &trace->tracks[trace->mark_track[self->focus->mark]];
  i = dwell_trace_mark_search (trace, trace->mark_track[self->focus->mark],
                               trace->mark_time[self->focus->mark]);

  while (trace->track_marks[i] != self->focus->mark)
    i++;

  i += direction;

  if (i < track->first_mark || i >= (gint64) track->first_mark + track->n_marks)
    return nowhere;

  return (DwellEvent) { DWELL_NONE, trace->track_marks[i] };
}

/* Returns the area's first span that starts in or after the visible range, or the last one that
 * starts in or before it. Spans are numbered by their starts; the slight disorder among contexts
 * does no harm here. */
static guint32
find_in_area (DwellView *self,
              int        direction)
{
  const DwellTrace *trace = self->trace;
  guint32 last = DWELL_NONE;

  for (guint32 span = 0; span < trace->n_spans; span++)
    if (trace->span_area[span] == self->focus->area)
      {
        if (direction > 0 && dwell_trace_get_span_begin (trace, span) >= self->range.begin)
          return span;

        if (direction < 0 && dwell_trace_get_span_begin (trace, span) > self->range.end)
          return last;

        last = span;
      }

  return direction < 0 ? last : DWELL_NONE;
}

static DwellEvent
move_in_area (DwellView *self,
              int        direction)
{
  DwellStatisticsIndex *index = self->reading->statistics;

  if (self->focus->area == DWELL_NONE)
    return nowhere;

  if (self->focus->span == DWELL_NONE)
    return (DwellEvent) { find_in_area (self, direction), DWELL_NONE };

  if (index == NULL)
    return nowhere;

  return (DwellEvent) { dwell_statistics_index_get_neighbour (index, self->focus->span, direction),
                        DWELL_NONE };
}

static guint32
find_extreme (DwellView *self,
              DwellMove  move)
{
  DwellStatisticsIndex *index = self->reading->statistics;
  gint64 begin;
  gint64 end;

  if (index == NULL || self->focus->area == DWELL_NONE)
    return DWELL_NONE;

  dwell_view_get_scope_range (self, &begin, &end);
  return move == DWELL_MOVE_LONGEST
         ? dwell_statistics_index_get_longest (index, DWELL_NONE, self->focus->area, begin, end)
         : dwell_statistics_index_get_shortest (index, DWELL_NONE, self->focus->area, begin, end);
}

/* Returns the longest span of the focused area within the scope, or DWELL_NONE. */
guint32
_dwell_view_find_longest (DwellView *self)
{
  return self->trace != NULL ? find_extreme (self, DWELL_MOVE_LONGEST) : DWELL_NONE;
}

/* Goes to the caller, or from a line to its function. */
static DwellEvent
move_to_parent (DwellView *self)
{
  guint32 span = self->focus->span;
  guint32 parent;

  if (span == DWELL_NONE)
    parent = self->trace->mark_span[self->focus->mark];
  else if (self->trace->span_parent[span] != DWELL_NONE)
    parent = self->trace->span_parent[span];
  else
    parent = dwell_trace_get_line_function (self->trace, span);

  return (DwellEvent) { parent, DWELL_NONE };
}

/* Goes to the first callee, or from a function that calls none to its first line, if shown. */
static DwellEvent
move_to_child (DwellView *self)
{
  guint32 span = self->focus->span;
  guint32 child = dwell_trace_get_first_child (self->trace, span);
  int lane = find_lane (self, get_focus_track (self));

  if (child == DWELL_NONE && lane >= 0 &&
      g_array_index (dwell_view_get_lanes (self), DwellLane, lane).shows_lines)
    child = dwell_trace_get_first_line (self->trace, span);

  return (DwellEvent) { child, DWELL_NONE };
}

/* Returns where moves start while nothing is focused: the topmost span in view. */
static DwellEvent
find_first_in_view (DwellView *self)
{
  const GArray *lanes = dwell_view_get_lanes (self);

  for (guint i = 0; i < lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (lanes, DwellLane, i);

      for (guint32 j = 0; j < lane->n_rows; j++)
        {
          guint32 row = dwell_lane_get_row (lane, self->trace, j);
          guint32 k = dwell_trace_row_search (self->trace, row, self->range.begin);
          guint32 end = self->trace->rows[row].first_span + self->trace->rows[row].n_spans;

          if (k < end &&
              dwell_trace_get_span_begin (self->trace, self->trace->row_spans[k]) <=
              self->range.end)
            return (DwellEvent) { self->trace->row_spans[k], DWELL_NONE };
        }
    }

  return nowhere;
}

/* Continues along the flow that led to the focus, if it goes on; otherwise follows the first flow
 * that leads on, or the last one that led there. */
static DwellEvent
move_in_flow (DwellView *self,
              int        direction)
{
  const DwellTrace *trace = self->trace;
  DwellFocus *focus = self->focus;
  const DwellFlow *chosen = NULL;
  guint32 n;
  guint32 first;

  if (focus->span == DWELL_NONE)
    return nowhere;

  first = direction > 0 ? dwell_flows_from (trace, focus->span, &n)
                        : dwell_flows_to (trace, focus->span, &n);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 place = direction > 0 ? first + i : first + n - 1 - i;
      const DwellFlow *flow = &trace->flows[direction > 0 ? place : trace->flows_in[place]];
      gboolean goes_on = focus->flow_span == focus->span && focus->flow_chain == flow->chain;

      if (chosen == NULL || goes_on)
        chosen = flow;
      if (goes_on)
        break;
    }

  if (chosen == NULL)
    return nowhere;

  focus->flow_span = direction > 0 ? chosen->to_span : chosen->from_span;
  focus->flow_chain = chosen->chain;
  return (DwellEvent) { focus->flow_span, DWELL_NONE };
}

static DwellEvent
find_target (DwellView *self,
             DwellMove  move)
{
  gboolean has_focus = self->focus->span != DWELL_NONE || self->focus->mark != DWELL_NONE;

  switch (move)
    {
    case DWELL_MOVE_NEXT_SAME_AREA:
      return move_in_area (self, 1);

    case DWELL_MOVE_PREVIOUS_SAME_AREA:
      return move_in_area (self, -1);

    case DWELL_MOVE_NEXT_IN_FLOW:
      return move_in_flow (self, 1);

    case DWELL_MOVE_PREVIOUS_IN_FLOW:
      return move_in_flow (self, -1);

    case DWELL_MOVE_LONGEST:
    case DWELL_MOVE_SHORTEST:
      return (DwellEvent) { find_extreme (self, move), DWELL_NONE };

    case DWELL_MOVE_PARENT:
      return has_focus ? move_to_parent (self) : find_first_in_view (self);

    case DWELL_MOVE_FIRST_CHILD:
      if (self->focus->span == DWELL_NONE)
        return has_focus ? nowhere : find_first_in_view (self);

      return move_to_child (self);

    case DWELL_MOVE_NEXT_IN_ROW:
      return has_focus ? move_in_row (self, 1) : find_first_in_view (self);

    case DWELL_MOVE_PREVIOUS_IN_ROW:
      return has_focus ? move_in_row (self, -1) : find_first_in_view (self);

    case DWELL_MOVE_ROW_ABOVE:
      return has_focus ? move_to_row (self, -1) : find_first_in_view (self);

    case DWELL_MOVE_ROW_BELOW:
      return has_focus ? move_to_row (self, 1) : find_first_in_view (self);

    default:
      g_return_val_if_reached (nowhere);
    }
}

/**
 * dwell_view_move_focus:
 * @self: a view
 * @move: where to
 *
 * Moves the focus and reveals it. Without a focused span or mark, moves along rows and calls start
 * at the topmost span in view. Moves among an area's spans need the statistics index.
 *
 * Returns: whether there is something to move to; if not, the focus stays
 */
gboolean
dwell_view_move_focus (DwellView *self,
                       DwellMove  move)
{
  DwellEvent target;

  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  if (self->trace == NULL)
    return FALSE;

  target = find_target (self, move);

  if (is_nowhere (target))
    return FALSE;

  if (target.span != DWELL_NONE)
    dwell_view_reveal_span (self, target.span);
  else
    dwell_view_reveal_mark (self, target.mark);

  return TRUE;
}
