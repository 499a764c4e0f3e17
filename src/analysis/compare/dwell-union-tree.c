/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks two trees side by side; without recursion, as a stack may be 100 000 deep. Linear: the
 * children of a node are matched by a table of areas, which records the node that it was filled
 * for. */
#include "config.h"

#include "analysis/compare/dwell-union-tree.h"

#include "core/dwell-memory.h"
#include "core/dwell-wide.h"

#include <string.h>

/* Two corresponding nodes that are still to be put into the union. */
typedef struct {
  guint32 base;
  guint32 new;
  guint32 parent;
  guint32 depth;
} Step;

typedef struct {
  const DwellTree  *base;
  const DwellTree  *new;
  const DwellMatch *match;
  DwellUnionTree   *tree;
  GArray           *steps;
  GArray           *children; /* Step: of one node */
  guint32          *slots;    /* by area of new: which child */
  guint32          *filled;   /* by area of new: the node for which it was filled, minus 1 */
} Joining;

/* The first child of @node, or the first node of all; each sibling starts at the end of the
 * previous one. */
static guint32
get_first (guint32 node)
{
  return node == DWELL_NONE ? 0 : node + 1;
}

static guint32
get_end (const DwellTree *tree,
         guint32          node)
{
  return node == DWELL_NONE ? tree->n_nodes : tree->ends[node];
}

/* Puts the children of a node of the union on the stack, in reverse. @is_outermost: puts the
 * outermost nodes instead. */
static void
push_children (Joining *self,
               guint32  base,
               guint32  new,
               guint32  parent,
               guint32  depth,
               gboolean is_outermost)
{
  guint32 stamp = is_outermost ? 1 : parent + 2;

  g_array_set_size (self->children, 0);
  if (base != DWELL_NONE || is_outermost)
    for (guint32 i = get_first (base); i < get_end (self->base, base); i = self->base->ends[i])
      {
        Step step = { i, DWELL_NONE, parent, depth };
        guint32 area = self->match->new_of_base[self->base->areas[i]];

        if (area != DWELL_NONE)
          {
            self->slots[area] = self->children->len;
            self->filled[area] = stamp;
          }
        g_array_append_val (self->children, step);
      }

  if (new != DWELL_NONE || is_outermost)
    for (guint32 i = get_first (new); i < get_end (self->new, new); i = self->new->ends[i])
      {
        guint32 area = self->new->areas[i];

        if (self->filled[area] == stamp)
          {
            g_array_index (self->children, Step, self->slots[area]).new = i;
            self->filled[area] = 0;
          }
        else
          {
            Step step = { DWELL_NONE, i, parent, depth };

            g_array_append_val (self->children, step);
          }
      }

  for (guint i = self->children->len; i-- > 0;)
    g_array_append_val (self->steps, g_array_index (self->children, Step, i));
}

static gint64
get_own (const DwellTree *tree,
         guint32          node,
         double           scale)
{
  gint64 own = node != DWELL_NONE ? dwell_tree_get_own (tree, node) : 0;

  /* A negative weight, as in a file that contradicts itself, has no width. */
  own = MAX (own, 0);
  return scale > 0 ? dwell_time_round ((long double) own * scale) : own;
}

static void
add_node (Joining    *self,
          const Step *step,
          double      base_scale,
          double      new_scale)
{
  DwellUnionTree *tree = self->tree;
  guint32 node = tree->n_nodes++;
  gint64 base = get_own (self->base, step->base, base_scale);
  gint64 new = get_own (self->new, step->new, new_scale);

  tree->base_nodes[node] = step->base;
  tree->new_nodes[node] = step->new;
  tree->parents[node] = step->parent;
  tree->depths[node] = step->depth;
  tree->common[node] = MIN (base, new);
  tree->lost[node] = base - MIN (base, new);
  tree->gained[node] = new - MIN (base, new);
}

/* Adds up what is below each node. Damaged files may hold sums that overflow. */
static void
add_up (DwellUnionTree *tree)
{
  for (guint32 i = 0; i < tree->n_nodes; i++)
    tree->ends[i] = i + 1;

  for (guint32 i = tree->n_nodes; i-- > 0;)
    {
      guint32 parent = tree->parents[i];

      if (parent == DWELL_NONE)
        {
          dwell_add_saturated (&tree->total_common, tree->common[i]);
          dwell_add_saturated (&tree->total_lost, tree->lost[i]);
          dwell_add_saturated (&tree->total_gained, tree->gained[i]);
          continue;
        }

      dwell_add_saturated (&tree->common[parent], tree->common[i]);
      dwell_add_saturated (&tree->lost[parent], tree->lost[i]);
      dwell_add_saturated (&tree->gained[parent], tree->gained[i]);
      tree->ends[parent] = MAX (tree->ends[parent], tree->ends[i]);
    }
}

/* The factor for own weights; 0 for an empty tree. */
static double
get_scale (const DwellTree *tree,
           gboolean         as_shares)
{
  if (!as_shares)
    return 0;

  return tree->total > 0 ? DWELL_UNION_TREE_WHOLE / (double) tree->total : 1;
}

/**
 * dwell_union_tree_new:
 * @base: a tree, all of whose contexts are merged
 * @new: another
 * @match: which areas of the two correspond
 * @as_shares: whether weights are millionths of the whole of their side
 *
 * Returns: (transfer full) (nullable): the union, or %NULL if there is too little memory
 */
DwellUnionTree *
dwell_union_tree_new (const DwellTree  *base,
                      const DwellTree  *new,
                      const DwellMatch *match,
                      gboolean          as_shares)
{
  gsize n = MAX ((gsize) base->n_nodes + new->n_nodes, 1);
  gsize n_areas = MAX (match->n_new, 1);
  gsize n_bytes = n * (5 * sizeof (guint32) + 3 * sizeof (gint64));
  double base_scale = get_scale (base, as_shares);
  double new_scale = get_scale (new, as_shares);
  DwellUnionTree *tree;
  Joining self = { base, new, match };

  if (!dwell_memory_claim (n_bytes, NULL))
    return NULL;

  self.tree = tree = g_new0 (DwellUnionTree, 1);
  tree->are_shares = as_shares;
  tree->base_nodes = dwell_big_alloc (n * sizeof (guint32));
  tree->new_nodes = dwell_big_alloc (n * sizeof (guint32));
  tree->parents = dwell_big_alloc (n * sizeof (guint32));
  tree->ends = dwell_big_alloc (n * sizeof (guint32));
  tree->depths = dwell_big_alloc (n * sizeof (guint32));
  tree->common = dwell_big_alloc (n * sizeof (gint64));
  tree->lost = dwell_big_alloc (n * sizeof (gint64));
  tree->gained = dwell_big_alloc (n * sizeof (gint64));
  self.steps = g_array_new (FALSE, FALSE, sizeof (Step));
  self.children = g_array_new (FALSE, FALSE, sizeof (Step));
  self.slots = g_new (guint32, n_areas);
  self.filled = g_new0 (guint32, n_areas);

  push_children (&self, DWELL_NONE, DWELL_NONE, DWELL_NONE, 0, TRUE);
  while (self.steps->len > 0)
    {
      Step step = g_array_index (self.steps, Step, self.steps->len - 1);

      g_array_set_size (self.steps, self.steps->len - 1);
      add_node (&self, &step, base_scale, new_scale);
      push_children (&self, step.base, step.new, tree->n_nodes - 1, step.depth + 1, FALSE);
    }
  add_up (tree);

  g_array_unref (self.steps);
  g_array_unref (self.children);
  g_free (self.slots);
  g_free (self.filled);
  dwell_memory_release (n_bytes);
  return tree;
}

/**
 * dwell_union_tree_free:
 * @self: (transfer full): a union
 *
 * Frees @self.
 */
void
dwell_union_tree_free (DwellUnionTree *self)
{
  dwell_big_free (self->base_nodes);
  dwell_big_free (self->new_nodes);
  dwell_big_free (self->parents);
  dwell_big_free (self->ends);
  dwell_big_free (self->depths);
  dwell_big_free (self->common);
  dwell_big_free (self->lost);
  dwell_big_free (self->gained);
  g_free (self);
}
