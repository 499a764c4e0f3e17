/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the node of a call tree that stands for a span, or best for an area. */
#include "config.h"

#include "analysis/tree/dwell-tree.h"

static gboolean
is_doubtful (const DwellTrace *trace,
             guint32           span)
{
  return (trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) != 0;
}

/* Returns whether @node has the same callers as @span. Nodes of contexts have no area, and doubtful
 * spans are in no tree. */
static gboolean
has_path (const DwellTree *self,
          guint32          node,
          guint32          span)
{
  const DwellTrace *trace = self->trace;

  while (node != DWELL_NONE && self->areas[node] != DWELL_NONE && span != DWELL_NONE &&
         self->areas[node] == trace->span_area[span])
    {
      node = self->parents[node];
      do
        span = trace->span_parent[span];
      while (span != DWELL_NONE && is_doubtful (trace, span));
    }

  return span == DWELL_NONE && (node == DWELL_NONE || self->areas[node] == DWELL_NONE);
}

static gboolean
is_of_context (const DwellTree *self,
               guint32          node,
               guint32          span)
{
  return self->contexts == NULL ||
         self->contexts[node] == dwell_trace_get_span_context (self->trace, span);
}

/**
 * dwell_tree_find_span:
 * @self: a tree
 * @span: a span of its trace
 *
 * Finds the node that @span is in: that of the same callers. Linear in the nodes.
 *
 * Returns: the node, or %DWELL_NONE if there is none
 */
guint32
dwell_tree_find_span (const DwellTree *self,
                      guint32          span)
{
  guint32 area = self->trace->span_area[span];

  for (guint32 node = 0; node < self->n_nodes; node++)
    if (self->areas[node] == area && is_of_context (self, node, span) &&
        has_path (self, node, span))
      return node;

  return DWELL_NONE;
}

/**
 * dwell_tree_find_area:
 * @self: a tree
 * @area: an area of its trace
 * @span: a span of @area, or %DWELL_NONE
 *
 * Finds the node whose callers are those of @span; else, of the nodes of @area, the heaviest, of
 * equal ones the first. Linear in the nodes.
 *
 * Returns: the node, or %DWELL_NONE if there is none
 */
guint32
dwell_tree_find_area (const DwellTree *self,
                      guint32          area,
                      guint32          span)
{
  guint32 heaviest = span != DWELL_NONE ? dwell_tree_find_span (self, span) : DWELL_NONE;

  if (heaviest != DWELL_NONE)
    return heaviest;

  for (guint32 node = 0; node < self->n_nodes; node++)
    if (self->areas[node] == area &&
        (heaviest == DWELL_NONE || self->totals[node] > self->totals[heaviest]))
      heaviest = node;

  return heaviest;
}
