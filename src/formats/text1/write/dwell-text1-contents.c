/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Determines which parts of Text1 a trace can fill. */
#include "config.h"

#include "formats/text1/write/dwell-text1-export.h"

/**
 * dwell_text1_has_timeline:
 * @trace: a trace
 *
 * Returns: whether it has events with times: not just numbers of samples, nor spans that only show
 *   the order of lines or samples, which would be read back as calls
 */
gboolean
dwell_text1_has_timeline (const DwellTrace *trace)
{
  return trace->n_file_events > 0 ||
         ((trace->n_spans > 0 || trace->n_writes > 0) && trace->axis != DWELL_AXIS_SAMPLES &&
          !trace->spans_are_sequence);
}

/**
 * dwell_text1_has_time:
 * @trace: a trace
 *
 * Returns: whether its duration is known
 */
gboolean
dwell_text1_has_time (const DwellTrace *trace)
{
  return trace->total_time != DWELL_TIME_NONE ||
         (trace->axis != DWELL_AXIS_SAMPLES &&
          (trace->n_spans > 0 || trace->n_writes > 0 || !dwell_text1_has_weights (trace)));
}

/**
 * dwell_text1_has_weights:
 * @trace: a trace
 *
 * Returns: whether its statistics are weights of the file, rather than computed from a timeline
 */
gboolean
dwell_text1_has_weights (const DwellTrace *trace)
{
  return trace->n_file_events == 0 && (trace->n_spans == 0 || trace->spans_are_sequence) &&
         (trace->n_lines > 0 || trace->n_stack_nodes > 0 || trace->n_cost_points > 0);
}
