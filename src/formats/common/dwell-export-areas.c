/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/common/dwell-export-areas.h"

/**
 * dwell_export_mark_areas:
 * @trace: what is written
 * @begin: ns: the range that is written
 * @end: ns
 *
 * Returns: (transfer full) (array): by area: whether it, or a line or state of it, ran in the
 *   range, or it is the variable of a track; what has no time is in every range
 */
guint8 *
dwell_export_mark_areas (const DwellTrace *trace,
                         gint64            begin,
                         gint64            end)
{
  guint8 *is_marked = g_malloc0 ((gsize) trace->n_areas + 1);

  for (guint32 i = 0; i < trace->n_spans; i++)
    is_marked[trace->span_area[i]] |= dwell_trace_span_takes_part (trace, i, begin, end);
  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (trace->tracks[i].area != DWELL_NONE)
      is_marked[trace->tracks[i].area] = TRUE;
  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    is_marked[trace->node_area[i]] = TRUE;
  for (guint32 i = 0; i < trace->n_functions; i++)
    is_marked[trace->functions[i].area] = TRUE;
  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    is_marked[trace->cost_owners[i].area] = TRUE;
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (is_marked[i] && trace->areas[i].parent != DWELL_NONE)
      is_marked[trace->areas[i].parent] = TRUE;

  return is_marked;
}

/**
 * dwell_export_count_functions:
 * @trace: a trace
 *
 * Returns: how many functions of @trace ran, or whatever its format has instead; a line of none
 *   counts as one
 */
guint64
dwell_export_count_functions (const DwellTrace *trace)
{
  g_autofree guint8 *is_marked = dwell_export_mark_areas (trace, G_MININT64, G_MAXINT64);
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      DwellAreaKind kind = trace->areas[i].kind;
      gboolean is_of_other = trace->areas[i].parent != DWELL_NONE &&
                             (kind == DWELL_AREA_LINE || kind == DWELL_AREA_STATE);

      n += is_marked[i] && !is_of_other && kind != DWELL_AREA_VARIABLE && kind != DWELL_AREA_AUX &&
           kind != DWELL_AREA_DERIVED;
    }

  return n;
}
