/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call tree: making it from stack nodes or spans, and questions about the whole tree. */
#include "config.h"

#include "analysis/tree/dwell-tree-arcs.h"
#include "analysis/tree/dwell-tree-private.h"

#include "core/dwell-wide.h"

#define CANCEL_MASK 0xffffu

/**
 * dwell_tree_is_possible:
 * @trace: a trace
 *
 * Returns: whether it has stacks, or spans that nest in time: whether a tree can be made of it
 */
gboolean
dwell_tree_is_possible (const DwellTrace *trace)
{
  return dwell_trace_has (trace, DWELL_TABLE_STACK_NODES) ||
         (dwell_trace_has (trace, DWELL_TABLE_SPANS) && !trace->spans_are_sequence);
}

/**
 * dwell_tree_has_times:
 * @trace: a trace
 *
 * Returns: whether its tree is made from spans, so that there can be one of a range; stack nodes
 *   have no times, though the trace may have a timeline
 */
gboolean
dwell_tree_has_times (const DwellTrace *trace)
{
  return !dwell_trace_has (trace, DWELL_TABLE_STACK_NODES);
}

/* A line below its own routine has the same node as the routine. */
static guint32
find_node (DwellTreeBuild *build,
           const guint32  *map,
           guint32         above,
           guint32         node)
{
  const DwellTrace *trace = build->trace;
  guint32 area = trace->node_area[node];
  guint32 parent = trace->node_parent[node];

  if (map[area] != area && parent != DWELL_NONE &&
      _dwell_tree_build_get (build, above)->item == map[area] &&
      trace->areas[trace->node_area[parent]].kind != DWELL_AREA_LINE)
    return above;

  return _dwell_tree_build_find (build, above, map[area], node);
}

/* Adds the trace's stack nodes: with all contexts merged, or below a node for each context. */
static DwellTreeBuild *
walk_nodes (const DwellTrace       *trace,
            const DwellTreeOptions *options,
            GCancellable           *cancellable)
{
  guint32 *map = _dwell_tree_map_areas (trace, options->shows_lines);
  guint32 *numbers = dwell_big_try_alloc (trace->n_stack_nodes * sizeof (guint32), NULL);
  DwellTreeBuild *build = _dwell_tree_build_new (trace, (gsize) trace->n_stack_nodes +
                                                        trace->n_contexts);

  build->is_full = map == NULL || numbers == NULL;
  for (guint32 i = 0; i < trace->n_stack_nodes && !build->is_full; i++)
    {
      guint32 parent = trace->node_parent[i];
      guint32 context = trace->node_context[i];
      guint32 above = DWELL_TREE_ROOT;
      DwellTreeNode *node;

      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (cancellable))
        break;

      if (context != DWELL_NONE && options->contexts != NULL && !options->contexts[context])
        continue;

      /* Nodes below an unwanted node are not wanted either, as they are in the same context. */
      if (parent != DWELL_NONE)
        above = numbers[parent];
      else if (options->by_context && context != DWELL_NONE)
        above = _dwell_tree_build_find (build, DWELL_TREE_ROOT, trace->n_areas + context, i);

      numbers[i] = find_node (build, map, above, i);
      node = _dwell_tree_build_get (build, numbers[i]);
      if (trace->node_self != NULL)
        node->self += trace->node_self[i];
      if (numbers[i] != above)
        node->total += trace->node_total[i];
      if (numbers[i] != above || !trace->weights_are_times)
        node->count += trace->node_count[i];
    }

  dwell_big_free (numbers);
  dwell_big_free (map);
  return build;
}

static gboolean
wants_all_contexts (const DwellTrace       *trace,
                    const DwellTreeOptions *options)
{
  for (guint32 i = 0; i < trace->n_contexts && options->contexts != NULL; i++)
    if (!options->contexts[i])
      return FALSE;

  return TRUE;
}

/* Returns the weight of everything in the wanted contexts according to the file; DWELL_TIME_NONE if
 * it does not have that. */
static gint64
get_recorded_weight (const DwellTrace       *trace,
                     const DwellTreeOptions *options)
{
  gint64 weight = 0;

  if (wants_all_contexts (trace, options))
    return trace->total_weight;

  for (guint32 i = 0; i < trace->n_contexts; i++)
    if (options->contexts[i] && (trace->contexts[i].total_weight == DWELL_TIME_NONE ||
                                 __builtin_add_overflow (weight, trace->contexts[i].total_weight,
                                                         &weight)))
      return DWELL_TIME_NONE;

  return weight;
}

/*< private >
 * _dwell_tree_new: with chunks of @chunk_size spans */
DwellTree *
_dwell_tree_new (DwellTrace             *trace,
                 const DwellTreeOptions *options,
                 guint32                 chunk_size,
                 GCancellable           *cancellable)
{
  gboolean is_of_spans = dwell_tree_has_times (trace);
  g_autoptr(DwellTreeBuild) build = NULL;
  DwellTree *self;

  if (is_of_spans)
    build = _dwell_tree_walk_spans (trace, options, chunk_size, cancellable);
  else
    build = walk_nodes (trace, options, cancellable);

  if (g_cancellable_is_cancelled (cancellable) || build == NULL)
    return NULL;

  self = g_new0 (DwellTree, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->trace = dwell_trace_ref (trace);
  self->begin = options->begin;
  self->end = options->end;
  self->is_of_spans = is_of_spans;
  self->has_arcs = trace->n_functions > 0 && wants_all_contexts (trace, options);
  if (self->has_arcs)
    _dwell_tree_arcs_index (self);
  self->weights_are_times = is_of_spans || trace->weights_are_times;
  if (!_dwell_tree_build_finish (build, self, options->by_context))
    g_clear_pointer (&self, dwell_tree_unref);
  else if (!is_of_spans)
    self->whole = (double) MAX (get_recorded_weight (trace, options), self->total);
  return self;
}

/**
 * dwell_tree_new:
 * @trace: a trace; the tree keeps a reference
 * @options: what to include, and how
 * @cancellable: (nullable): checked every few milliseconds
 *
 * Makes the tree, on all processors: takes 48 bytes for each node; there are far fewer nodes than
 * spans.
 *
 * Returns: (transfer full) (nullable): the tree, or %NULL if it was cancelled, or if there is too
 *   little memory
 */
DwellTree *
dwell_tree_new (DwellTrace             *trace,
                const DwellTreeOptions *options,
                GCancellable           *cancellable)
{
  g_return_val_if_fail (trace != NULL && options != NULL, NULL);

  return _dwell_tree_new (trace, options, 0, cancellable);
}

/**
 * dwell_tree_ref:
 * @self: a tree
 *
 * Returns: (transfer full): @self, with one more reference
 */
DwellTree *
dwell_tree_ref (DwellTree *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_tree_unref:
 * @self: (transfer full): a tree
 *
 * Drops a reference; frees the memory with the last one.
 */
void
dwell_tree_unref (DwellTree *self)
{
  gconstpointer columns[] = {
    self->areas, self->contexts, self->parents, self->ends, self->depths, self->counts,
    self->totals, self->selves, self->longest,
    self->arcs_in, self->first_arcs_in, self->arcs_out, self->first_arcs_out,
  };

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    dwell_big_free ((gpointer) columns[i]);
  dwell_trace_unref (self->trace);
  g_free (self);
}

/**
 * dwell_tree_get_name:
 * @self: a tree
 * @node: a node
 *
 * Returns: (transfer none): the title of its area or the name of its context
 */
const char *
dwell_tree_get_name (const DwellTree *self,
                     guint32          node)
{
  if (self->areas[node] != DWELL_NONE)
    return dwell_trace_get_area_title (self->trace, self->areas[node]);

  return dwell_trace_get_context_name (self->trace, self->contexts[node]);
}

/**
 * dwell_tree_get_unit:
 * @self: a tree
 *
 * Returns: (transfer none): what its weights count; "" if the format does not say
 */
const char *
dwell_tree_get_unit (const DwellTree *self)
{
  return self->weights_are_times ? "ns"
                                 : dwell_trace_get_string (self->trace, self->trace->weight_unit);
}

/**
 * dwell_tree_knows_count:
 * @self: a tree
 * @count: a count of the tree: of a node, or of nodes together
 *
 * A function on a stack was called at least once, so a count of 0 there means that the file does
 * not contain the count.
 *
 * Returns: whether the count is known; if not, it is shown empty
 */
gboolean
dwell_tree_knows_count (const DwellTree *self,
                        guint64          count)
{
  return self->is_of_spans || count > 0;
}

/**
 * dwell_tree_get_own:
 * @self: a tree
 * @node: a node
 *
 * Returns: its weight without the nodes below it; if self has no meaning, its total minus those of
 *   its children; at least 0
 */
gint64
dwell_tree_get_own (const DwellTree *self,
                    guint32          node)
{
  gint64 own = self->selves != NULL ? self->selves[node] : DWELL_TIME_NONE;

  if (own == DWELL_TIME_NONE)
    {
      own = self->totals[node];
      for (guint32 i = node + 1; i < self->ends[node]; i = self->ends[i])
        dwell_add_saturated (&own, -self->totals[i]);
    }

  return MAX (own, 0);
}

/**
 * dwell_tree_get_whole:
 * @self: a tree
 * @root: a node, or %DWELL_NONE: all
 *
 * Returns: the own time of all nodes at and below @root, or for other weights the whole according
 *   to the file; negative if some of that has no meaning
 */
double
dwell_tree_get_whole (const DwellTree *self,
                      guint32          root)
{
  DwellTreeWeight whole = 0;

  if (root == DWELL_NONE)
    return self->whole;
  if (!self->is_of_spans)
    return (double) self->totals[root];

  for (guint32 node = root; node < self->ends[root]; node++)
    {
      if (self->selves[node] == DWELL_TIME_NONE)
        return -1;
      whole += self->selves[node];
    }

  return (double) whole;
}

/* The heaviest of the siblings from @first on that are before @end; the first of equally heavy
 * ones. */
static guint32
get_heaviest (const DwellTree *self,
              guint32          first,
              guint32          end)
{
  guint32 heaviest = DWELL_NONE;

  for (guint32 node = first; node < end; node = self->ends[node])
    if (heaviest == DWELL_NONE || self->totals[node] > self->totals[heaviest])
      heaviest = node;

  return heaviest;
}

/**
 * dwell_tree_get_hottest:
 * @self: a tree
 * @node: the node to begin at, or %DWELL_NONE for all roots
 *
 * Follows the heaviest child (the first of equally heavy ones) as long as its weight is not 0 and
 * not less than the self weight of its parent.
 *
 * Returns: the last node of the path; @node if no child can be followed
 */
guint32
dwell_tree_get_hottest (const DwellTree *self,
                        guint32          node)
{
  for (;;)
    {
      guint32 next = node == DWELL_NONE ? get_heaviest (self, 0, self->n_nodes)
                                        : get_heaviest (self, node + 1, self->ends[node]);

      if (next == DWELL_NONE || self->totals[next] == 0 ||
          (node != DWELL_NONE && self->selves != NULL && self->selves[node] > self->totals[next]))
        return node;

      node = next;
    }
}

/**
 * dwell_tree_get_matched:
 * @self: a tree
 * @areas: by area, whether it matches
 * @root: the root of the subtree to look in, or %DWELL_NONE for all
 * @n_matches: (out) (optional): how many nodes match
 *
 * Returns: the weight of the nodes that match, including what is below them; nothing is counted
 *   twice
 */
gint64
dwell_tree_get_matched (const DwellTree *self,
                        const guint8    *areas,
                        guint32          root,
                        guint32         *n_matches)
{
  guint32 first = root == DWELL_NONE ? 0 : root;
  guint32 end = root == DWELL_NONE ? self->n_nodes : self->ends[root];
  guint32 counted_to = first;
  DwellTreeWeight matched = 0;
  guint32 n = 0;

  for (guint32 node = first; node < end; node++)
    {
      if (self->areas[node] == DWELL_NONE || !areas[self->areas[node]])
        continue;

      n++;
      if (node < counted_to)
        continue;

      matched += self->totals[node];
      counted_to = self->ends[node];
    }

  if (n_matches != NULL)
    *n_matches = n;
  return (gint64) MIN (matched, G_MAXINT64);
}

/**
 * dwell_tree_find_same:
 * @self: a tree
 * @other: another tree of the same trace
 * @node: a node of @other
 *
 * Returns: the node of @self with the same path of callers, or %DWELL_NONE
 */
guint32
dwell_tree_find_same (const DwellTree *self,
                      const DwellTree *other,
                      guint32          node)
{
  g_autoptr(GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 found = DWELL_NONE;

  for (; node != DWELL_NONE; node = other->parents[node])
    g_array_append_val (path, node);

  for (guint i = path->len; i-- > 0;)
    {
      guint32 wanted = g_array_index (path, guint32, i);
      guint32 end = found == DWELL_NONE ? self->n_nodes : self->ends[found];
      guint32 child = found == DWELL_NONE ? 0 : found + 1;

      while (child < end && (self->areas[child] != other->areas[wanted] ||
                             (self->areas[child] == DWELL_NONE &&
                              self->contexts[child] != other->contexts[wanted])))
        child = self->ends[child];
      if (child >= end)
        return DWELL_NONE;
      found = child;
    }

  return found;
}
