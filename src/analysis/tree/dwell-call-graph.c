/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds cycles by Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972) with an
 * explicit stack, since chains of calls can be long; then makes the tree, the heaviest nodes
 * first. */
#include "config.h"

#include "analysis/tree/dwell-call-graph.h"

#include "core/dwell-memory.h"
#include "core/dwell-wide.h"

/* The maximum bytes for a function and an arc, in all arrays together. */
#define FUNCTION_BYTES 128
#define ARC_BYTES      16

/* Sorts the numbers 0 … @n − 1 by @keys. @firsts: by key, and one more. */
static guint32 *
sort_by_key (const guint32 *keys,
             gsize          stride,
             guint32        n,
             guint32        n_keys,
             guint32       *firsts)
{
  guint32 *sorted = dwell_big_alloc (MAX (n, 1) * sizeof (guint32));

  for (guint32 i = 0; i < n; i++)
    firsts[keys[i * stride]]++;
  for (guint32 key = 0, first = 0; key <= n_keys; key++)
    {
      guint32 n_of_key = key < n_keys ? firsts[key] : 0;

      firsts[key] = first;
      first += n_of_key;
    }

  /* Each first moves to that of the next key, and is moved back. */
  for (guint32 i = 0; i < n; i++)
    sorted[firsts[keys[i * stride]]++] = i;
  for (guint32 key = n_keys; key > 0; key--)
    firsts[key] = firsts[key - 1];
  firsts[0] = 0;
  return sorted;
}

/* A depth-first walk. */
typedef struct {
  DwellCallGraph *graph;
  guint32        *orders;  /* by function: when it was visited, from 1; 0: not yet */
  guint32        *lows;    /* by function: the earliest function that it leads to */
  guint32        *nexts;   /* by function: its next arc */
  guint32        *path;    /* functions from the first to the current one */
  guint32        *open;    /* visited functions that are not in a component yet */
  guint32         n_path;
  guint32         n_open;
  guint32         n_met;
} Walk;

static void
enter (Walk    *walk,
       guint32  function)
{
  walk->orders[function] = walk->lows[function] = ++walk->n_met;
  walk->nexts[function] = walk->graph->first_arcs[function];
  walk->path[walk->n_path++] = function;
  walk->open[walk->n_open++] = function;
}

/* The last function of the path has no more arcs. */
static void
leave (Walk *walk)
{
  DwellCallGraph *graph = walk->graph;
  guint32 function = walk->path[--walk->n_path];
  guint32 member;

  if (walk->n_path > 0)
    {
      guint32 caller = walk->path[walk->n_path - 1];

      walk->lows[caller] = MIN (walk->lows[caller], walk->lows[function]);
    }
  if (walk->lows[function] != walk->orders[function])
    return;

  do
    {
      member = walk->open[--walk->n_open];
      graph->components[member] = graph->n_components;
    }
  while (member != function);
  graph->n_components++;
}

static void
walk_from (Walk    *walk,
           guint32  function)
{
  const DwellCallGraph *graph = walk->graph;

  enter (walk, function);
  while (walk->n_path > 0)
    {
      guint32 caller = walk->path[walk->n_path - 1];
      guint32 callee;

      if (walk->nexts[caller] == graph->first_arcs[caller + 1])
        {
          leave (walk);
          continue;
        }

      callee = graph->arcs[graph->sorted[walk->nexts[caller]++]].callee;
      if (walk->orders[callee] == 0)
        enter (walk, callee);
      else if (graph->components[callee] == DWELL_NONE)
        walk->lows[caller] = MIN (walk->lows[caller], walk->orders[callee]);
    }
}

static void
find_components (DwellCallGraph *self)
{
  gsize n_bytes = MAX (self->n_functions, 1) * sizeof (guint32);
  Walk walk = {
    .graph = self,
    .orders = dwell_big_alloc (n_bytes),
    .lows = dwell_big_alloc (n_bytes),
    .nexts = dwell_big_alloc (n_bytes),
    .path = dwell_big_alloc (n_bytes),
    .open = dwell_big_alloc (n_bytes),
  };

  self->components = dwell_big_alloc (n_bytes);
  for (guint32 i = 0; i < self->n_functions; i++)
    self->components[i] = DWELL_NONE;
  for (guint32 i = 0; i < self->n_functions; i++)
    if (walk.orders[i] == 0)
      walk_from (&walk, i);

  dwell_big_free (walk.orders);
  dwell_big_free (walk.lows);
  dwell_big_free (walk.nexts);
  dwell_big_free (walk.path);
  dwell_big_free (walk.open);
}

static gboolean
is_cycle (const DwellCallGraph *self,
          guint32               component)
{
  return self->first_members[component + 1] - self->first_members[component] > 1;
}

/* Cycles are numbered by their first functions. */
static void
number_cycles (DwellCallGraph *self)
{
  for (guint32 i = 0; i < self->n_functions; i++)
    self->cycles[i] = DWELL_NONE;
  for (guint32 i = 0; i < self->n_functions; i++)
    {
      guint32 component = self->components[i];

      if (self->cycles[i] != DWELL_NONE || !is_cycle (self, component))
        continue;

      for (guint32 j = self->first_members[component]; j < self->first_members[component + 1]; j++)
        self->cycles[self->members[j]] = self->n_cycles;
      self->cycle_components[self->n_cycles++] = component;
    }
}

static void
sum_up (DwellCallGraph *self,
        guint32         n_arcs)
{
  for (guint32 i = 0; i < self->n_functions; i++)
    self->bases[i] = self->selves[i];
  for (guint32 i = 0; i < n_arcs; i++)
    {
      const DwellCallArc *arc = &self->arcs[i];

      self->calls[arc->callee] =
        dwell_wide_narrow ((DwellWide) self->calls[arc->callee] + arc->calls);
      if (self->components[arc->caller] != self->components[arc->callee])
        dwell_add_saturated (&self->bases[arc->caller], arc->total);
    }
  for (guint32 i = 0; i < self->n_functions; i++)
    dwell_add_saturated (&self->component_bases[self->components[i]], self->bases[i]);
}

/* The tree in the making. */
typedef struct {
  DwellCallGraph *graph;
  GArray         *heap;     /* guint32: nodes to unfold, the heaviest first */
  guint32        *children; /* by component: its node below the current one, plus 1 */
  guint32         n_nodes_max;
} Unfolding;

static DwellCallGraphNode *
get_node (const Unfolding *self,
          guint32          node)
{
  return &g_array_index (self->graph->nodes, DwellCallGraphNode, node);
}

static gboolean
is_heavier (const Unfolding *self,
            guint32          a,
            guint32          b)
{
  gint64 left = get_node (self, a)->weight;
  gint64 right = get_node (self, b)->weight;

  return left != right ? left > right : a < b;
}

static void
push (Unfolding *self,
      guint32    node)
{
  guint32 *heap;
  guint place = self->heap->len;

  g_array_append_val (self->heap, node);
  heap = (guint32 *) (gpointer) self->heap->data;
  for (; place > 0 && is_heavier (self, node, heap[(place - 1) / 2]); place = (place - 1) / 2)
    heap[place] = heap[(place - 1) / 2];
  heap[place] = node;
}

static guint32
pop (Unfolding *self)
{
  guint32 *heap = (guint32 *) (gpointer) self->heap->data;
  guint32 first = heap[0];
  guint32 last = heap[self->heap->len - 1];
  guint n = self->heap->len - 1;
  guint place = 0;

  g_array_set_size (self->heap, n);
  while (2 * place + 1 < n)
    {
      guint child = 2 * place + 1;

      if (child + 1 < n && is_heavier (self, heap[child + 1], heap[child]))
        child++;
      if (is_heavier (self, last, heap[child]))
        break;
      heap[place] = heap[child];
      place = child;
    }
  if (n > 0)
    heap[place] = last;
  return first;
}

static guint32
add_node (Unfolding *self,
          guint32    parent,
          guint32    item,
          guint64    count,
          gint64     weight)
{
  DwellCallGraphNode node = { parent, item, count, weight, weight };

  g_array_append_val (self->graph->nodes, node);
  return self->graph->nodes->len - 1;
}

/* Adds the callees of @node, with the weights for the whole function or cycle. */
static void
add_function_children (Unfolding *self,
                       guint32    node,
                       guint32    function)
{
  DwellCallGraph *graph = self->graph;

  for (guint32 i = graph->first_arcs[function]; i < graph->first_arcs[function + 1]; i++)
    {
      const DwellCallArc *arc = &graph->arcs[graph->sorted[i]];
      guint32 component = graph->components[arc->callee];
      guint32 cycle = graph->cycles[arc->callee];
      DwellCallGraphNode *child;

      if (component == graph->components[function] || arc->total <= 0)
        continue;

      if (self->children[component] == 0)
        self->children[component] =
          add_node (self, node, cycle != DWELL_NONE ? graph->n_functions + cycle : arc->callee,
                    0, 0) + 1;
      child = get_node (self, self->children[component] - 1);
      child->count = dwell_wide_narrow ((DwellWide) child->count + arc->calls);
      dwell_add_saturated (&child->weight, arc->total);
    }

  for (guint32 i = graph->first_arcs[function]; i < graph->first_arcs[function + 1]; i++)
    self->children[graph->components[graph->arcs[graph->sorted[i]].callee]] = 0;
}

/* Adds the members of a cycle, except those that scale_children() would drop, which are many in a
 * large cycle. */
static void
add_members (Unfolding *self,
             guint32    node,
             guint32    component,
             gint64     base)
{
  const DwellCallGraph *graph = self->graph;
  gint64 weight = get_node (self, node)->weight;
  gint64 least = weight > 0 ? base / weight + (base % weight != 0) : G_MAXINT64;

  for (guint32 i = graph->first_members[component]; i < graph->first_members[component + 1]; i++)
    {
      guint32 member = graph->members[i];

      if (graph->bases[member] >= MAX (least, 1))
        add_node (self, node, member, graph->calls[member], graph->bases[member]);
    }
}

static guint64
apportion (guint64 of_all,
           gint64  weight,
           gint64  base)
{
  return dwell_wide_narrow ((DwellWide) of_all * (guint64) weight / (guint64) base);
}

/* Scales the nodes from @first on to their parts, and drops those with an empty part. */
static void
scale_children (Unfolding *self,
                guint32    node,
                guint32    first,
                gint64     base)
{
  GArray *nodes = self->graph->nodes;
  gint64 weight = get_node (self, node)->weight;
  gint64 rest = weight;
  guint32 n = first;

  for (guint32 i = first; i < nodes->len; i++)
    {
      DwellCallGraphNode child = *get_node (self, i);

      child.weight = (gint64) MIN (apportion ((guint64) child.weight, weight, base),
                                   (guint64) rest);
      child.self = child.weight;
      child.count = apportion (child.count, weight, base);
      rest -= child.weight;
      if (child.weight > 0)
        *get_node (self, n++) = child;
    }

  g_array_set_size (nodes, n);
  get_node (self, node)->self = rest;
  for (guint32 i = first; i < n; i++)
    push (self, i);
}

static gint64
get_base (const DwellCallGraph *graph,
          guint32               item,
          guint32              *component)
{
  if (item < graph->n_functions)
    return graph->bases[item];

  *component = graph->cycle_components[item - graph->n_functions];
  return graph->component_bases[*component];
}

static guint32
count_children (const DwellCallGraph *graph,
                guint32               item,
                guint32               component)
{
  return item < graph->n_functions
         ? graph->first_arcs[item + 1] - graph->first_arcs[item]
         : graph->first_members[component + 1] - graph->first_members[component];
}

/* Everything below @node stays one node, if there is anything. */
static void
leave_folded (Unfolding *self,
              guint32    node)
{
  DwellCallGraph *graph = self->graph;
  guint32 item = get_node (self, node)->item;
  gint64 weight = get_node (self, node)->weight;
  gint64 own = item < graph->n_functions
               ? (gint64) apportion ((guint64) graph->selves[item], weight, graph->bases[item])
               : 0;

  if (item < graph->n_functions && graph->bases[item] == graph->selves[item])
    return;

  add_node (self, node, DWELL_CALL_GRAPH_REST, 0, weight - own);
  get_node (self, node)->self = own;
  graph->is_whole = FALSE;
}

static void
unfold (Unfolding *self)
{
  DwellCallGraph *graph = self->graph;

  while (self->heap->len > 0)
    {
      guint32 node = pop (self);
      guint32 item = get_node (self, node)->item;
      guint32 first = graph->nodes->len;
      guint32 component = 0;
      gint64 base = get_base (graph, item, &component);

      /* Nodes that stay folded each have one node below them. */
      if (first + self->heap->len + 2 * (guint64) count_children (graph, item, component) >
          self->n_nodes_max)
        {
          leave_folded (self, node);
          continue;
        }

      if (item < graph->n_functions)
        add_function_children (self, node, item);
      else
        add_members (self, node, component, base);
      scale_children (self, node, first, base);
    }
}

/* The weight of a function that no caller accounts for. */
static void
add_roots (Unfolding    *self,
           const gint64 *called)
{
  DwellCallGraph *graph = self->graph;

  for (guint32 i = 0; i < graph->n_functions; i++)
    {
      guint32 component = graph->components[i];
      guint32 cycle = graph->cycles[i];
      gint64 rest = graph->component_bases[component] - called[component];

      if (rest <= 0 || self->children[component] != 0)
        continue;

      self->children[component] = 1;
      push (self, add_node (self, DWELL_NONE,
                            cycle != DWELL_NONE ? graph->n_functions + cycle : i, 0, rest));
    }

  for (guint32 i = 0; i < graph->n_components; i++)
    self->children[i] = 0;
}

/* Where the callers of a function have more weight than the function itself, the roots would be too
 * heavy: they get parts of the real weight, and the heaviest gets the rounding error. */
static void
scale_roots (Unfolding *self)
{
  DwellCallGraph *graph = self->graph;
  DwellWide whole = 0;
  DwellWide sum = 0;
  gint64 rest;

  for (guint32 i = 0; i < graph->n_functions; i++)
    whole += (guint64) graph->selves[i];
  for (guint32 i = 0; i < graph->nodes->len; i++)
    sum += (guint64) get_node (self, i)->weight;
  if (sum <= whole)
    return;

  rest = (gint64) whole;
  for (guint32 i = 0; i < graph->nodes->len; i++)
    {
      DwellCallGraphNode *node = get_node (self, i);

      node->weight = node->self = (gint64) ((DwellWide) node->weight * whole / sum);
      rest -= node->weight;
    }

  /* Scaling keeps the order, so the heap stays valid. */
  get_node (self, g_array_index (self->heap, guint32, 0))->weight += rest;
}

static void
make_nodes (DwellCallGraph *self,
            guint32         n_arcs,
            guint32         n_nodes_max)
{
  gint64 *called = dwell_big_alloc (MAX (self->n_components, 1) * sizeof (gint64));
  Unfolding unfolding = {
    .graph = self,
    .heap = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .children = dwell_big_alloc (MAX (self->n_components, 1) * sizeof (guint32)),
    .n_nodes_max = n_nodes_max,
  };

  for (guint32 i = 0; i < n_arcs; i++)
    {
      guint32 component = self->components[self->arcs[i].callee];

      if (self->components[self->arcs[i].caller] != component)
        dwell_add_saturated (&called[component], self->arcs[i].total);
    }

  add_roots (&unfolding, called);
  scale_roots (&unfolding);
  unfold (&unfolding);
  g_array_unref (unfolding.heap);
  dwell_big_free (unfolding.children);
  dwell_big_free (called);
}

/**
 * dwell_call_graph_new:
 * @selves: (array length=n_functions): the self weight of each function, at least 0; must outlive
 *   the graph
 * @n_functions: how many functions there are
 * @arcs: (array length=n_arcs): calls between functions by number, each pair once; must outlive the
 *   graph
 * @n_arcs: how many there are
 * @n_nodes_max: the maximum number of nodes of the tree; the heaviest are unfolded first
 * @error: %DWELL_ERROR_LIMIT
 *
 * Finds cycles, adds up, and apportions.
 *
 * Returns: (transfer full) (nullable): the graph, or %NULL if there is too little memory
 */
DwellCallGraph *
dwell_call_graph_new (const gint64        *selves,
                      guint32              n_functions,
                      const DwellCallArc  *arcs,
                      guint32              n_arcs,
                      guint32              n_nodes_max,
                      GError             **error)
{
  gsize n_bytes = (gsize) n_functions * FUNCTION_BYTES + (gsize) n_arcs * ARC_BYTES;
  gsize n = MAX (n_functions, 1);
  DwellCallGraph *self;

  if (!dwell_memory_claim (n_bytes, error))
    return NULL;

  self = g_new0 (DwellCallGraph, 1);
  self->n_functions = n_functions;
  self->selves = selves;
  self->arcs = arcs;
  self->is_whole = TRUE;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (DwellCallGraphNode));
  self->cycles = dwell_big_alloc (n * sizeof (guint32));
  self->cycle_components = dwell_big_alloc (n * sizeof (guint32));
  self->bases = dwell_big_alloc (n * sizeof (gint64));
  self->calls = dwell_big_alloc (n * sizeof (guint64));
  self->component_bases = dwell_big_alloc (n * sizeof (gint64));
  self->first_arcs = dwell_big_alloc ((n + 1) * sizeof (guint32));
  self->first_members = dwell_big_alloc ((n + 1) * sizeof (guint32));

  self->sorted = sort_by_key (&arcs[0].caller, sizeof *arcs / sizeof (guint32), n_arcs,
                              n_functions, self->first_arcs);
  find_components (self);
  self->members = sort_by_key (self->components, 1, n_functions, self->n_components,
                               self->first_members);
  number_cycles (self);
  sum_up (self, n_arcs);
  make_nodes (self, n_arcs, n_nodes_max);
  dwell_memory_release (n_bytes);
  return self;
}

/**
 * dwell_call_graph_free:
 * @self: (transfer full): a graph
 */
void
dwell_call_graph_free (DwellCallGraph *self)
{
  gpointer arrays[] = {
    self->cycles, self->bases, self->calls, self->component_bases, self->first_arcs, self->sorted,
    self->components, self->first_members, self->members, self->cycle_components,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (arrays); i++)
    dwell_big_free (arrays[i]);
  g_array_unref (self->nodes);
  g_free (self);
}
