/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The suspensions of a span are adjacent in its row, between its begin and its end. */
#include "config.h"

#include "analysis/statistics/dwell-suspensions.h"

/**
 * dwell_suspensions_find_at:
 * @trace: a trace
 * @span: a span
 * @time: ns
 * @kind: (out): why it was suspended; not meaningful if it was not
 *
 * Returns: whether @span was suspended at @time
 */
gboolean
dwell_suspensions_find_at (const DwellTrace    *trace,
                           guint32              span,
                           gint64               time,
                           DwellSuspensionKind *kind)
{
  const DwellRow *row = &trace->rows[trace->span_row[span]];
  guint32 place = dwell_trace_suspension_search (trace, trace->span_row[span], time);
  guint32 s;

  if (place == row->first_suspension + row->n_suspensions)
    return FALSE;

  s = trace->row_suspensions[place];
  *kind = trace->suspension_kind[s];
  return trace->suspension_begin[s] <= time && trace->suspension_span[s] == span;
}
