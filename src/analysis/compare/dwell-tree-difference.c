/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps two trees with their union, and makes flame graphs of the union. */
#include "config.h"

#include "analysis/compare/dwell-tree-difference.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-memory.h"
#include "core/dwell-text.h"

/* The data that a flame graph keeps alive. */
typedef struct {
  DwellTreeDifference *difference;
  gint64              *totals;
} Widths;

static gint64
get_all (const DwellTreeParts *parts)
{
  return parts->common + parts->lost + parts->gained;
}

/* Finds the widest node of each area of a side. */
static guint32 *
find_heaviest (const DwellTreeDifference *self,
               const DwellTree           *side,
               const guint32             *nodes)
{
  guint32 *heaviest = g_new (guint32, MAX (side->trace->n_areas, 1));
  const DwellUnionTree *tree = self->tree;

  for (guint32 i = 0; i < side->trace->n_areas; i++)
    heaviest[i] = DWELL_NONE;

  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      guint32 area = nodes[i] != DWELL_NONE ? side->areas[nodes[i]] : DWELL_NONE;

      if (area == DWELL_NONE)
        continue;
      if (heaviest[area] == DWELL_NONE ||
          tree->common[i] + tree->lost[i] + tree->gained[i] >
            tree->common[heaviest[area]] + tree->lost[heaviest[area]] +
              tree->gained[heaviest[area]])
        heaviest[area] = i;
    }

  return heaviest;
}

/**
 * dwell_tree_difference_new:
 * @base: a tree, all of whose contexts are merged
 * @new: another
 * @match: which areas of the two correspond
 *
 * Where the two trees count different things, weights are shares of the whole of their tree.
 *
 * Returns: (transfer full) (nullable): their difference, or %NULL if there is too little memory
 */
DwellTreeDifference *
dwell_tree_difference_new (DwellTree        *base,
                           DwellTree        *new,
                           const DwellMatch *match)
{
  gboolean differ = base->weights_are_times != new->weights_are_times ||
                    g_strcmp0 (dwell_tree_get_unit (base), dwell_tree_get_unit (new)) != 0;
  DwellUnionTree *tree = dwell_union_tree_new (base, new, match, differ);
  DwellTreeDifference *self;

  if (tree == NULL)
    return NULL;

  self = g_new0 (DwellTreeDifference, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->base = dwell_tree_ref (base);
  self->new = dwell_tree_ref (new);
  self->tree = tree;
  self->base_heaviest = find_heaviest (self, base, tree->base_nodes);
  self->new_heaviest = find_heaviest (self, new, tree->new_nodes);
  return self;
}

/**
 * dwell_tree_difference_ref:
 * @self: a difference
 *
 * Returns: (transfer full): @self
 */
DwellTreeDifference *
dwell_tree_difference_ref (DwellTreeDifference *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_tree_difference_unref:
 * @self: (transfer full): a difference
 */
void
dwell_tree_difference_unref (DwellTreeDifference *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_union_tree_free (self->tree);
  dwell_tree_unref (self->base);
  dwell_tree_unref (self->new);
  g_free (self->base_heaviest);
  g_free (self->new_heaviest);
  g_free (self);
}

/**
 * dwell_tree_difference_get_side:
 * @self: a difference
 * @node: a node of the union
 * @own: (out): the node in the returned tree
 *
 * Returns: (transfer none): the new tree, or the base if @node is gone
 */
DwellTree *
dwell_tree_difference_get_side (const DwellTreeDifference *self,
                                guint32                    node,
                                guint32                   *own)
{
  gboolean is_gone = self->tree->new_nodes[node] == DWELL_NONE;

  *own = is_gone ? self->tree->base_nodes[node] : self->tree->new_nodes[node];
  return is_gone ? self->base : self->new;
}

/**
 * dwell_tree_difference_get_name:
 * @self: a difference
 * @node: a node of the union
 *
 * Returns: the name of @node in the new recording, or in the base if it is gone
 */
const char *
dwell_tree_difference_get_name (const DwellTreeDifference *self,
                                guint32                    node)
{
  guint32 own;
  const DwellTree *side = dwell_tree_difference_get_side (self, node, &own);

  return dwell_tree_get_name (side, own);
}

/**
 * dwell_tree_difference_get_parts:
 * @self: a difference
 * @node: a node of the union
 * @width: what the width of nodes stands for
 *
 * Returns: the parts that make the width of @node, from left to right
 */
DwellTreeParts
dwell_tree_difference_get_parts (const DwellTreeDifference *self,
                                 guint32                    node,
                                 DwellTreeWidth             width)
{
  const DwellUnionTree *tree = self->tree;
  DwellTreeParts parts = { tree->common[node], tree->lost[node], tree->gained[node] };

  if (width == DWELL_TREE_WIDTH_CHANGES)
    parts.common = 0;
  else if (width == DWELL_TREE_WIDTH_BASE)
    parts.gained = 0;
  else if (width == DWELL_TREE_WIDTH_NEW)
    parts.lost = 0;

  return parts;
}

/**
 * dwell_tree_difference_dup_weight:
 * @self: a difference
 * @weight: a weight of the union
 *
 * Returns: (transfer full): the weight with its unit
 */
char *
dwell_tree_difference_dup_weight (const DwellTreeDifference *self,
                                  gint64                     weight)
{
  g_autofree char *count = NULL;

  if (self->tree->are_shares)
    return dwell_text_percent ((double) weight / DWELL_UNION_TREE_WHOLE);
  if (self->new->weights_are_times)
    return dwell_text_duration (weight);

  count = dwell_text_count ((guint64) weight);
  if (*dwell_tree_get_unit (self->new) == '\0')
    return g_steal_pointer (&count);

  /* Translators: a number, and what it counts: “20,310,154 bb-count” */
  return g_strdup_printf (C_("cost", "%s %s"), count, dwell_tree_get_unit (self->new));
}

/**
 * dwell_tree_difference_dup_change:
 * @self: a difference
 * @change: of a weight
 *
 * Returns: (transfer full): the change with its sign
 */
char *
dwell_tree_difference_dup_change (const DwellTreeDifference *self,
                                  gint64                     change)
{
  g_autofree char *weight = dwell_tree_difference_dup_weight (self, change < 0 ? -change : change);

  return g_strconcat (change < 0 ? "−" : change > 0 ? "+" : "", weight, NULL);
}

static void
widths_free (gpointer data)
{
  Widths *self = data;

  dwell_tree_difference_unref (self->difference);
  dwell_big_free (self->totals);
  g_free (self);
}

static const char *
get_name (gconstpointer owner,
          guint32       node)
{
  return dwell_tree_difference_get_name (((const Widths *) owner)->difference, node);
}

/**
 * dwell_tree_difference_make_flame:
 * @self: a difference
 * @width: what the width of nodes stands for
 * @order: of siblings
 *
 * Returns: (transfer full): a flame graph of the union
 */
DwellFlame *
dwell_tree_difference_make_flame (DwellTreeDifference *self,
                                  DwellTreeWidth       width,
                                  DwellFlameOrder      order)
{
  const DwellUnionTree *tree = self->tree;
  Widths *widths = g_new0 (Widths, 1);
  DwellFlameShape shape = { tree->n_nodes, tree->parents, tree->ends, tree->depths, NULL,
                            get_name };

  widths->difference = dwell_tree_difference_ref (self);
  widths->totals = dwell_big_alloc (MAX ((gsize) tree->n_nodes, 1) * sizeof (gint64));
  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      DwellTreeParts parts = dwell_tree_difference_get_parts (self, i, width);

      widths->totals[i] = get_all (&parts);
    }

  shape.totals = widths->totals;
  return dwell_flame_new_of_shape (&shape, widths, widths_free, order);
}
