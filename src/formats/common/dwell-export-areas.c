/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/common/dwell-export-areas.h"

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-export-warnings.h"

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

/**
 * dwell_export_loses_all_facts:
 * @trace: a trace
 * @area: an area
 * @fact: a fact
 *
 * Implements #DwellFormat.loses_fact for a format that holds only names.
 *
 * Returns: %TRUE
 */
gboolean
dwell_export_loses_all_facts (const DwellTrace *trace,
                              guint32           area,
                              DwellAreaFact     fact)
{
  return TRUE;
}

/* Lines and states have their facts from what they belong to, and so has a module that is just the
 * file. */
static gboolean
has_fact (const DwellArea *area,
          DwellAreaFact    fact)
{
  if (area->kind == DWELL_AREA_LINE || area->kind == DWELL_AREA_STATE)
    return FALSE;

  return fact == DWELL_AREA_FACT_MODULE ? area->module != 0 && area->module != area->file
         : fact == DWELL_AREA_FACT_AUTHOR ? area->author != 0
         : fact == DWELL_AREA_FACT_FILE ? area->file != 0
         : area->unit != 0;
}

/**
 * dwell_export_check_facts:
 * @format: the format that is written
 * @trace: what is written of a trace
 * @is_written: (array): by area
 * @warnings: (inout) (element-type DwellExportWarning): warnings
 *
 * Warns of facts of areas that the format leaves out.
 */
void
dwell_export_check_facts (const DwellFormat *format,
                          const DwellTrace  *trace,
                          const guint8      *is_written,
                          GArray            *warnings)
{
  const char * const messages[DWELL_N_AREA_FACTS] = {
    [DWELL_AREA_FACT_MODULE] = _("Modules of functions are left out"),
    [DWELL_AREA_FACT_AUTHOR] = _("Authors of functions are left out"),
    [DWELL_AREA_FACT_FILE] = _("Source files of functions are left out"),
    [DWELL_AREA_FACT_UNIT] = _("Units of variables are left out"),
  };

  for (DwellAreaFact fact = 0; format->loses_fact != NULL && fact < DWELL_N_AREA_FACTS; fact++)
    {
      guint64 n = 0;

      for (guint32 i = 0; i < trace->n_areas; i++)
        n += is_written[i] && has_fact (&trace->areas[i], fact) &&
             format->loses_fact (trace, i, fact);
      dwell_export_warnings_add (warnings, FALSE, TRUE, n, g_strdup (messages[fact]));
    }
}
