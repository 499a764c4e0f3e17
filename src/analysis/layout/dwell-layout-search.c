/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds spans of a row by time, by binary search in the row itself. Spans of a row are disjoint and
 * in order, so their begins and their last instants both rise. */
#include "config.h"

#include "analysis/layout/dwell-layout-private.h"
#include "core/dwell-search.h"

guint32
_dwell_layout_reaching (const DwellTrace *trace,
                        guint32           first,
                        guint32           end,
                        guint64           instant)
{
  return dwell_lower_bound (i, first, end,
                            dwell_last_instant (trace, trace->row_spans[i]) < instant);
}

guint32
_dwell_layout_beginning (const DwellTrace *trace,
                         guint32           first,
                         guint32           end,
                         guint64           instant)
{
  return dwell_lower_bound (i, first, end,
                            dwell_first_instant (trace, trace->row_spans[i]) < instant);
}

/**
 * dwell_layout_count:
 * @trace: a trace
 * @row: a row
 * @begin: ns
 * @end: ns
 *
 * Returns: how many spans of @row are at least partly in [@begin, @end); a span without duration is
 *   where it begins
 */
guint32
dwell_layout_count (const DwellTrace *trace,
                    guint32           row,
                    gint64            begin,
                    gint64            end)
{
  guint32 low = trace->rows[row].first_span;
  guint32 high = low + trace->rows[row].n_spans;

  if (begin >= end)
    return 0;

  low = _dwell_layout_reaching (trace, low, high, dwell_instant (begin));

  return _dwell_layout_beginning (trace, low, high, dwell_instant (end)) - low;
}

static void
snap_to (gint64   edge,
         gint64   time,
         guint64 *reach,
         gint64  *snapped)
{
  guint64 distance = (guint64) MAX (edge, time) - (guint64) MIN (edge, time);

  if (distance <= *reach)
    {
      *reach = distance;
      *snapped = edge;
    }
}

/**
 * dwell_layout_snap:
 * @trace: a trace
 * @first_row: a row
 * @n_rows: how many rows from there
 * @time: ns
 * @reach: ns, how far away it may be at most
 *
 * Returns: the begin or end of a span of these rows that is nearest to @time; @time if none is
 *   within @reach
 */
gint64
dwell_layout_snap (const DwellTrace *trace,
                   guint32           first_row,
                   guint32           n_rows,
                   gint64            time,
                   gint64            reach)
{
  guint64 nearest = reach > 0 ? (guint64) reach : 0;
  gint64 snapped = time;

  for (guint32 row = first_row; row < first_row + n_rows; row++)
    {
      guint32 low = trace->rows[row].first_span;
      guint32 high = low + trace->rows[row].n_spans;
      guint32 at = _dwell_layout_reaching (trace, low, high, dwell_instant (time));

      /* The edges around @time are among those of three spans. */
      for (guint32 i = at > low ? at - 1 : low; i < high && i <= (guint64) at + 1; i++)
        {
          snap_to (dwell_trace_get_span_begin (trace, trace->row_spans[i]), time, &nearest,
                   &snapped);
          snap_to (dwell_trace_get_span_end (trace, trace->row_spans[i]), time, &nearest, &snapped);
        }
    }

  return snapped;
}
