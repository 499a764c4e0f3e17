/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "analysis/compare/dwell-comparable.h"

#include "analysis/compare/dwell-value-difference.h"
#include "analysis/dwell-line-table.h"
#include "analysis/tree/dwell-tree.h"

/* Spans that only show a sequence cannot be counted and have no times. */
static gboolean
has_spans (const DwellTrace *trace)
{
  return dwell_trace_has (trace, DWELL_TABLE_SPANS) && !trace->spans_are_sequence;
}

static guint
find (const DwellTrace *trace)
{
  guint found = 0;

  if (has_spans (trace))
    found |= DWELL_COMPARABLE_SPANS | DWELL_COMPARABLE_TIMELINE;
  if (dwell_tree_is_possible (trace))
    found |= DWELL_COMPARABLE_TREES;
  if (dwell_line_table_is_possible (trace))
    found |= DWELL_COMPARABLE_LINES;
  if (dwell_trace_has (trace, DWELL_TABLE_COST_POINTS))
    found |= DWELL_COMPARABLE_COSTS;
  if (dwell_value_difference_is_possible (trace))
    found |= DWELL_COMPARABLE_VALUES;

  return found;
}

/**
 * dwell_comparable_is_empty:
 * @trace: a trace
 *
 * Returns: whether it has nothing that could be compared: in a comparison with it, all rows are new
 *   or gone
 */
gboolean
dwell_comparable_is_empty (const DwellTrace *trace)
{
  return find (trace) == 0 && trace->n_spans == 0;
}

/**
 * dwell_comparable_find:
 * @base: a trace
 * @new: another trace; or @base again, to find out what it can be compared by at all
 *
 * Returns: bits of #DwellComparable
 */
guint
dwell_comparable_find (const DwellTrace *base,
                       const DwellTrace *new)
{
  if (dwell_comparable_is_empty (base))
    return find (new) & (DWELL_COMPARABLE_SPANS | DWELL_COMPARABLE_TREES);
  if (dwell_comparable_is_empty (new))
    return find (base) & (DWELL_COMPARABLE_SPANS | DWELL_COMPARABLE_TREES);

  return find (base) & find (new);
}
