/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the node of a call tree that stands for a span, or the best one for an area. */
#include "config.h"

#include "analysis/tree/dwell-tree.h"

static gboolean
is_doubtful (const DwellTrace *trace,
             guint32           span)
{
  return (trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) != 0;
}

/* Returns: (element-type guint32) (transfer full): the areas of a span and of its ancestors, from
 *   the span upwards. Doubtful spans are in no tree. */
static GArray *
get_path (const DwellTrace *trace,
          guint32           span)
{
  GArray *areas = g_array_new (FALSE, FALSE, sizeof (guint32));

  while (span != DWELL_NONE)
    {
      g_array_append_val (areas, trace->span_area[span]);
      do
        span = trace->span_parent[span];
      while (span != DWELL_NONE && is_doubtful (trace, span));
    }

  return areas;
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
 * Finds the node of @span, i.e. that with the same callers. Linear in the nodes.
 *
 * Returns: the node, or %DWELL_NONE if there is none
 */
guint32
dwell_tree_find_span (const DwellTree *self,
                      guint32          span)
{
  g_autoptr(GArray) path = get_path (self->trace, span);
  guint32 found = DWELL_NONE;

  /* Nodes come after their parents; those of contexts have no area. */
  for (guint32 node = 0; node < self->n_nodes && path->len > 0; node++)
    {
      guint32 parent = self->parents[node];
      gboolean is_below = found != DWELL_NONE ? parent == found
                          : parent == DWELL_NONE || self->areas[parent] == DWELL_NONE;

      if (!is_below || self->areas[node] != g_array_index (path, guint32, path->len - 1) ||
          !is_of_context (self, node, span))
        continue;

      found = node;
      g_array_set_size (path, path->len - 1);
    }

  return path->len == 0 ? found : DWELL_NONE;
}

/**
 * dwell_tree_find_area:
 * @self: a tree
 * @area: an area of its trace
 * @span: a span of @area, or %DWELL_NONE
 *
 * Finds the node with the same callers as @span; if there is none, the heaviest node of @area, or
 * the first of equally heavy ones. Linear in the nodes.
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
