/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares each area once with the pattern. Sums by node then show without a search how many nodes
 * at, below or above a node match. */
#include "config.h"

#include "model/lists/tree/dwell-tree-match.h"

#include "core/dwell-memory.h"

/**
 * dwell_tree_match_new:
 * @tree: a tree
 * @pattern: a pattern for the names of areas
 * @cancellable: (nullable): checked for each area
 *
 * Takes time linear in areas and nodes, so call it on a worker.
 *
 * Returns: (transfer full) (nullable): the matches; %NULL: it was cancelled
 */
DwellTreeMatch *
dwell_tree_match_new (const DwellTree    *tree,
                      const DwellPattern *pattern,
                      GCancellable       *cancellable)
{
  const DwellTrace *trace = tree->trace;
  DwellTreeMatch *match = g_new0 (DwellTreeMatch, 1);

  g_atomic_ref_count_init (&match->ref_count);
  match->areas = g_new0 (guint8, MAX (trace->n_areas, 1));
  match->before = dwell_big_alloc (((gsize) tree->n_nodes + 1) * sizeof (guint32));

  for (guint32 area = 0; area < trace->n_areas; area++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        {
          dwell_tree_match_unref (match);
          return NULL;
        }
      match->areas[area] = dwell_pattern_matches (pattern,
                                                  dwell_trace_get_area_title (trace, area));
    }

  for (guint32 node = 0; node < tree->n_nodes; node++)
    match->before[node + 1] = match->before[node] + (tree->areas[node] != DWELL_NONE &&
                                                     match->areas[tree->areas[node]]);

  match->weight = dwell_tree_get_matched (tree, match->areas, DWELL_NONE, &match->n_nodes);
  return match;
}

/**
 * dwell_tree_match_ref:
 * @self: a match
 *
 * Returns: (transfer full): @self
 */
DwellTreeMatch *
dwell_tree_match_ref (DwellTreeMatch *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_tree_match_unref:
 * @self: (transfer full): a match
 */
void
dwell_tree_match_unref (DwellTreeMatch *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->areas);
  dwell_big_free (self->before);
  dwell_big_free (GSIZE_TO_POINTER (self->callers));
  g_free (self);
}

/**
 * dwell_tree_match_get_callers:
 * @self: a match
 * @tree: the tree that @self was made of
 *
 * The array is made in the first call, in time linear in the nodes, so call it on a worker. Any
 * thread may. A caller always has a lower number than its callees, so one pass over the nodes is
 * enough.
 *
 * Returns: (transfer none) (array): by node, the nearest matching node among the node itself and
 *   its callers, or %DWELL_NONE
 */
const guint32 *
dwell_tree_match_get_callers (DwellTreeMatch  *self,
                              const DwellTree *tree)
{
  guint32 *callers;

  if (!g_once_init_enter (&self->callers))
    return GSIZE_TO_POINTER (self->callers);

  callers = dwell_big_alloc (((gsize) tree->n_nodes + 1) * sizeof (guint32));
  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      guint32 parent = tree->parents[node];

      if (tree->areas[node] != DWELL_NONE && self->areas[tree->areas[node]])
        callers[node] = node;
      else
        callers[node] = parent != DWELL_NONE ? callers[parent] : DWELL_NONE;
    }
  g_once_init_leave (&self->callers, GPOINTER_TO_SIZE (callers));
  return callers;
}
