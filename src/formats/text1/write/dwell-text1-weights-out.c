/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the statistics of a trace that has weights instead of a timeline: the counts of lines and
 * routines and, if they were timed, their times. Weights in another unit are not times, and have no
 * macro. */
#include "config.h"

#include "analysis/costs/dwell-costs.h"
#include "analysis/statistics/dwell-recorded.h"
#include "core/dwell-memory.h"
#include "formats/text1/write/dwell-text1-writer.h"

#define BIT(figure) (1u << (figure))
/* The figures of complete runs: all but totals and counts. */
#define OF_RUNS \
  (BIT (DWELL_N_RECORDED) - 1 - BIT (DWELL_RECORDED_NET) - BIT (DWELL_RECORDED_GROSS) - \
   BIT (DWELL_RECORDED_CALL) - BIT (DWELL_RECORDED_OUTSIDE) - BIT (DWELL_RECORDED_COUNT))

/* The figures of an area. */
typedef struct {
  guint64  count;
  gint64   values[DWELL_N_RECORDED];
  guint32  known; /* bits 1 << DwellRecorded */
  gboolean is_present;
} Weight;

static void
set_times (Weight *weight,
           gint64  net,
           guint64 count)
{
  weight->values[DWELL_RECORDED_NET] += net;
  weight->known |= BIT (DWELL_RECORDED_NET) | BIT (DWELL_RECORDED_NET_AVG);
  weight->values[DWELL_RECORDED_NET_AVG] =
    count > 0 ? weight->values[DWELL_RECORDED_NET] / (gint64) MIN (count, G_MAXINT64) : 0;
}

static void
gather_lines (const DwellTrace *trace,
              Weight           *weights)
{
  for (guint32 i = 0; i < trace->n_lines; i++)
    {
      const DwellLineWeight *line = &trace->lines[i];
      Weight *weight = &weights[line->area];

      weight->is_present = TRUE;
      weight->count = line->hits;
      if (!trace->weights_are_times)
        continue;

      set_times (weight, line->time, line->hits);
      if (line->min == DWELL_TIME_NONE || line->max == DWELL_TIME_NONE)
        continue;

      weight->values[DWELL_RECORDED_NET_MIN] = line->min;
      weight->values[DWELL_RECORDED_NET_MAX] = line->max;
      weight->known |= BIT (DWELL_RECORDED_NET_MIN) | BIT (DWELL_RECORDED_NET_MAX);
    }
}

/* Adds areas that have no figures so far. */
static void
gather_nodes (const DwellTrace *trace,
              Weight           *weights)
{
  g_autofree guint8 *was_present = g_new0 (guint8, (gsize) trace->n_areas + 1);

  for (guint32 i = 0; i < trace->n_areas; i++)
    was_present[i] = weights[i].is_present;

  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    {
      guint32 area = trace->node_area[i];
      Weight *weight = &weights[area];

      if (was_present[area])
        continue;

      weight->is_present = TRUE;
      weight->count += trace->node_count[i];
      if (trace->weights_are_times && trace->node_self != NULL)
        set_times (weight, trace->node_self[i], weight->count);
    }
}

/* Adds the counts of routines with costs, whose unit is not a time. */
static gboolean
gather_costs (DwellTrace    *trace,
              Weight        *weights,
              GCancellable  *cancellable,
              GError       **error)
{
  DwellCosts *costs = dwell_costs_new (trace, DWELL_NONE, cancellable);

  if (costs == NULL)
    {
      if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        dwell_memory_set_error (error);
      return FALSE;
    }

  for (guint i = 0; i < dwell_costs_get_n_rows (costs); i++)
    {
      const DwellCostRow *row = dwell_costs_get_row (costs, i);
      Weight *weight = &weights[row->area];

      if (!(row->known & 1u << DWELL_COST_CALLS))
        continue;

      weight->is_present = TRUE;
      weight->count = dwell_wide_narrow (row->calls);
    }

  dwell_costs_unref (costs);
  return TRUE;
}

/* Returns the only context with a name, or DWELL_NONE. */
static guint32
find_context (const DwellText1Writer *writer)
{
  guint32 context = DWELL_NONE;

  for (guint32 i = 0; i < writer->trace->n_contexts; i++)
    {
      if (writer->context_handles[i] == DWELL_NONE)
        continue;
      if (context != DWELL_NONE)
        return DWELL_NONE;
      context = i;
    }

  return context;
}

static gboolean
write_section (DwellText1Writer  *writer,
               DwellText1Output  *output,
               const Weight      *weights,
               GError           **error)
{
  guint32 context = find_context (writer);
  gboolean has_header = FALSE;

  if (context != DWELL_NONE && !writer->contexts[context])
    return TRUE;

  for (guint32 i = 0; i < writer->n_listed; i++)
    {
      const Weight *weight = &weights[writer->order[i]];
      DwellText1Entry entry = {
        .area = writer->order[i], .context = context, .count = weight->count,
        .times = weight->values, .known = weight->known | BIT (DWELL_RECORDED_COUNT),
      };

      if (!weight->is_present || !(writer->areas[entry.area] & DWELL_TEXT1_AREA_IS_CHOSEN))
        continue;

      /* If nothing ran, extremes and averages are 0 (README.md, "Statistics"). */
      if (weight->count == 0)
        entry.known |= OF_RUNS;

      if (!has_header)
        dwell_text1_append_header (writer, output->pending, DWELL_TEMPLATE_STATISTICS_HEADER,
                                   "Functions", context);
      has_header = TRUE;
      dwell_text1_append_entry (writer, output->pending, DWELL_TEMPLATE_STATISTICS_ENTRY, &entry);
      if (!dwell_text1_output_flush (output, FALSE, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * dwell_text1_write_weights:
 * @self: a writer of a trace that has weights
 * @output: the output
 * @error: the reason of a failure; %G_IO_ERROR_CANCELLED
 *
 * Writes the weights as statistics of functions and lines.
 *
 * Returns: %FALSE if it failed
 */
gboolean
dwell_text1_write_weights (DwellText1Writer  *self,
                           DwellText1Output  *output,
                           GError           **error)
{
  g_autofree Weight *weights = g_new0 (Weight, (gsize) self->trace->n_areas + 1);

  if (self->trace->n_cost_points > 0 &&
      !gather_costs (self->trace, weights, output->cancellable, error))
    return FALSE;

  gather_lines (self->trace, weights);
  gather_nodes (self->trace, weights);
  return write_section (self, output, weights, error);
}
