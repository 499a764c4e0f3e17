/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growing tree: nodes in order of creation, a parent before its children, found by open
 * addressing. Trees of several threads are merged, then ordered depth first. If there is too little
 * memory for a node, the tree is marked as full and cannot be used. */
#include "config.h"

#include <string.h>

#include "analysis/tree/dwell-tree-private.h"
#include "core/dwell-hash.h"

#define FIRST_PLACES 1024u

/* Bytes per node for what may be made from a finished tree. */
#define MADE_OF_NODE_BYTES 64

/* The place of a node that is not in the table. */
static void
enter (DwellTreeBuild *self,
       guint32         node)
{
  const DwellTreeNode *n = _dwell_tree_build_get (self, node);
  gsize i = dwell_hash_two (n->parent, n->item);

  while (self->table[i & self->mask] != 0)
    i++;
  self->table[i & self->mask] = node;
}

/* Takes over @table. */
static void
set_table (DwellTreeBuild *self,
           guint32        *table,
           gsize           n_places)
{
  dwell_big_free (self->table);
  self->table = table;
  self->mask = n_places - 1;

  for (guint32 node = 1; node < self->nodes->n; node++)
    enter (self, node);
}

/* Makes room for one more node. */
static gboolean
reserve (DwellTreeBuild *self)
{
  gsize n_places = (self->mask + 1) * 4;
  guint32 *table;

  if (!dwell_column_reserve (self->nodes, 1, NULL))
    return FALSE;
  if (self->nodes->n < self->mask / 2)
    return TRUE;

  table = dwell_big_try_alloc (n_places * sizeof (guint32), NULL);
  if (table == NULL)
    return FALSE;

  set_table (self, table, n_places);
  return TRUE;
}

/*< private >
 * _dwell_tree_build_new: makes a tree with the root, for up to @n_max nodes below it */
DwellTreeBuild *
_dwell_tree_build_new (const DwellTrace *trace,
                       gsize             n_max)
{
  DwellTreeBuild *self = g_new0 (DwellTreeBuild, 1);
  DwellTreeNode root = { .parent = DWELL_TREE_ROOT, .item = DWELL_NONE, .first = DWELL_NONE,
                         .longest = DWELL_NONE };

  self->trace = trace;
  self->nodes = dwell_column_new_with_max (sizeof (DwellTreeNode), n_max + 1);
  dwell_column_append (self->nodes, &root, 1);
  set_table (self, dwell_big_alloc (FIRST_PLACES * sizeof (guint32)), FIRST_PLACES);
  return self;
}

void
_dwell_tree_build_free (DwellTreeBuild *self)
{
  dwell_big_free (self->table);
  dwell_column_free (self->nodes);
  g_free (self);
}

/*< private >
 * _dwell_tree_build_find: returns the child of @parent with @item. If there is none it is made,
 * with @first as its first span or stack node, which may move nodes in memory; returns @parent
 * itself if there is too little memory */
guint32
_dwell_tree_build_find (DwellTreeBuild *self,
                        guint32         parent,
                        guint32         item,
                        guint32         first)
{
  DwellTreeNode added = { .parent = parent, .item = item, .first = first, .longest = DWELL_NONE };
  guint32 node;

  for (gsize i = dwell_hash_two (parent, item); (node = self->table[i & self->mask]) != 0; i++)
    {
      const DwellTreeNode *n = _dwell_tree_build_get (self, node);

      if (n->parent == parent && n->item == item)
        return node;
    }

  if (!reserve (self))
    {
      self->is_full = TRUE;
      return parent;
    }

  dwell_column_append (self->nodes, &added, 1);
  node = (guint32) self->nodes->n - 1;
  enter (self, node);
  return node;
}

/*< private >
 * _dwell_tree_build_merge: adds the nodes of @other */
void
_dwell_tree_build_merge (DwellTreeBuild *self,
                         DwellTreeBuild *other,
                         gboolean        of_spans)
{
  guint32 n = (guint32) other->nodes->n;
  guint32 *numbers = dwell_big_try_alloc (n * sizeof (guint32), NULL);

  self->is_full = self->is_full || other->is_full || numbers == NULL;
  if (self->is_full)
    {
      dwell_big_free (numbers);
      return;
    }

  for (guint32 i = 1; i < n; i++)
    {
      const DwellTreeNode *from = _dwell_tree_build_get (other, i);
      DwellTreeNode *to;

      numbers[i] = _dwell_tree_build_find (self, numbers[from->parent], from->item, from->first);
      if (self->is_full)
        break;

      to = _dwell_tree_build_get (self, numbers[i]);
      if (_dwell_tree_is_earlier (self->trace, of_spans, from->first, to->first))
        to->first = from->first;
      if (from->longest != DWELL_NONE &&
          (to->longest == DWELL_NONE || from->longest_length > to->longest_length ||
           (from->longest_length == to->longest_length && from->longest < to->longest)))
        {
          to->longest = from->longest;
          to->longest_length = from->longest_length;
        }
      to->count += from->count;
      to->self_is_undefined |= from->self_is_undefined;
      to->total += from->total;
      to->self += from->self;
    }

  dwell_big_free (numbers);
}

typedef struct {
  DwellTreeBuild *build;
  gboolean        of_spans;
} Order;

static int
compare_siblings (gconstpointer a,
                  gconstpointer b,
                  gpointer      user_data)
{
  const Order *order = user_data;
  guint32 left = _dwell_tree_build_get (order->build, *(const guint32 *) a)->first;
  guint32 right = _dwell_tree_build_get (order->build, *(const guint32 *) b)->first;

  /* Two nodes with the same first span are above one another. */
  return _dwell_tree_is_earlier (order->build->trace, order->of_spans, left, right) ? -1 : 1;
}

/* Returns the nodes sorted by parent, siblings in order; @places[parent] is the place of the first
 * child. */
static guint32 *
sort_siblings (const Order *order,
               guint32     *places,
               guint32      n)
{
  guint32 *sorted = dwell_big_alloc (n * sizeof (guint32));
  guint32 *next = dwell_big_alloc (n * sizeof (guint32));

  for (guint32 i = 1; i < n; i++)
    places[_dwell_tree_build_get (order->build, i)->parent + 1]++;
  for (guint32 i = 0; i < n; i++)
    places[i + 1] += places[i];
  memcpy (next, places, n * sizeof (guint32));

  for (guint32 i = 1; i < n; i++)
    sorted[next[_dwell_tree_build_get (order->build, i)->parent]++] = i;

  for (guint32 i = 0; i < n; i++)
    {
      gboolean in_order = TRUE;

      for (guint32 j = places[i] + 1; j < places[i + 1] && in_order; j++)
        in_order = compare_siblings (&sorted[j - 1], &sorted[j], (gpointer) order) < 0;

      if (!in_order)
        g_qsort_with_data (sorted + places[i], (int) (places[i + 1] - places[i]), sizeof (guint32),
                           compare_siblings, (gpointer) order);
    }

  dwell_big_free (next);
  return sorted;
}

/* The depth-first number of each node; that of the root is 0. */
static guint32 *
number_nodes (const Order *order,
              guint32     *sizes,
              guint32      n)
{
  guint32 *numbers = dwell_big_alloc (n * sizeof (guint32));
  guint32 *places = dwell_big_alloc (((gsize) n + 1) * sizeof (guint32));
  guint32 *sorted = sort_siblings (order, places, n);

  for (guint32 i = n; i-- > 1;)
    {
      sizes[i]++;
      sizes[_dwell_tree_build_get (order->build, i)->parent] += sizes[i];
    }

  for (guint32 i = 0; i < n; i++)
    {
      guint32 next = numbers[i] + 1;

      for (guint32 j = places[i]; j < places[i + 1]; j++)
        {
          numbers[sorted[j]] = next;
          next += sizes[sorted[j]];
        }
    }

  dwell_big_free (sorted);
  dwell_big_free (places);
  return numbers;
}

static gint64
saturate (DwellTreeWeight weight)
{
  return (gint64) CLAMP (weight, 0, G_MAXINT64);
}

/* The columns of @tree, for writing. */
typedef struct {
  guint32 *areas;
  guint32 *contexts;
  guint32 *parents;
  guint32 *ends;
  guint32 *depths;
  guint64 *counts;
  gint64  *totals;
  gint64  *selves;
  guint32 *longest;
} Columns;

static void
make_columns (DwellTree *tree,
              Columns   *columns,
              guint32    n,
              gboolean   by_context)
{
  gboolean has_selves = tree->is_of_spans || tree->trace->node_self != NULL;

  tree->areas = columns->areas = dwell_big_alloc (n * sizeof (guint32));
  tree->contexts = columns->contexts = by_context ? dwell_big_alloc (n * sizeof (guint32)) : NULL;
  tree->parents = columns->parents = dwell_big_alloc (n * sizeof (guint32));
  tree->ends = columns->ends = dwell_big_alloc (n * sizeof (guint32));
  tree->depths = columns->depths = dwell_big_alloc (n * sizeof (guint32));
  tree->counts = columns->counts = dwell_big_alloc (n * sizeof (guint64));
  tree->totals = columns->totals = dwell_big_alloc (n * sizeof (gint64));
  tree->selves = columns->selves = has_selves ? dwell_big_alloc (n * sizeof (gint64)) : NULL;
  tree->longest = columns->longest =
    tree->is_of_spans ? dwell_big_alloc (n * sizeof (guint32)) : NULL;
}

static void
fill_node (const Columns       *columns,
           guint32              to,
           const DwellTreeNode *node,
           guint32              n_areas)
{
  gboolean is_context = node->item >= n_areas;

  columns->areas[to] = is_context ? DWELL_NONE : node->item;
  columns->counts[to] = node->count;
  columns->totals[to] = saturate (node->total);
  if (columns->selves != NULL)
    columns->selves[to] = node->self_is_undefined ? DWELL_TIME_NONE : saturate (node->self);
  if (columns->longest != NULL)
    columns->longest[to] = node->longest;
  if (columns->contexts != NULL && is_context)
    columns->contexts[to] = node->item - n_areas;
}

/* The own time of all nodes; negative if some of it has no meaning. */
static double
get_whole (DwellTreeBuild *self)
{
  DwellTreeWeight whole = 0;

  for (guint32 i = 1; i < self->nodes->n; i++)
    {
      const DwellTreeNode *node = _dwell_tree_build_get (self, i);

      if (node->self_is_undefined)
        return -1;
      whole += node->self;
    }

  return (double) whole;
}

/*< private >
 * _dwell_tree_build_finish: makes the columns of @tree, depth first. The weight of a context is the
 * sum of its children. Returns false if there is too little memory. */
gboolean
_dwell_tree_build_finish (DwellTreeBuild *self,
                          DwellTree      *tree,
                          gboolean        by_context)
{
  Order order = { self, tree->is_of_spans };
  guint32 n = (guint32) self->nodes->n;
  /* Five arrays of numbers, one more for sorting siblings, and the columns. A tree is used for
   * flame graphs and groups, so it is not made unless there is room for these. */
  gsize n_bytes = n * (6 * sizeof (guint32) + 6 * sizeof (guint32) + 3 * sizeof (guint64) +
                       MADE_OF_NODE_BYTES);
  DwellTreeWeight total = 0;
  guint32 *sizes;
  guint32 *numbers;
  Columns columns;

  if (self->is_full || !dwell_memory_claim (n_bytes, NULL))
    return FALSE;

  sizes = dwell_big_alloc (n * sizeof (guint32));
  numbers = number_nodes (&order, sizes, n);

  for (guint32 i = n; i-- > 1;)
    {
      const DwellTreeNode *node = _dwell_tree_build_get (self, i);
      DwellTreeNode *parent = _dwell_tree_build_get (self, node->parent);

      if (parent->item >= self->trace->n_areas && node->parent != DWELL_TREE_ROOT)
        parent->total += node->total;
    }

  tree->n_nodes = n - 1;
  make_columns (tree, &columns, tree->n_nodes, by_context);

  /* Parents are numbered before their children in both orders. */
  for (guint32 i = 1; i < n; i++)
    {
      const DwellTreeNode *node = _dwell_tree_build_get (self, i);
      guint32 to = numbers[i] - 1;
      gboolean is_root = node->parent == DWELL_TREE_ROOT;
      guint32 parent = is_root ? DWELL_NONE : numbers[node->parent] - 1;

      columns.parents[to] = parent;
      columns.ends[to] = to + sizes[i];
      columns.depths[to] = is_root ? 0 : columns.depths[parent] + 1;
      if (columns.contexts != NULL && !is_root)
        columns.contexts[to] = columns.contexts[parent];
      fill_node (&columns, to, node, self->trace->n_areas);
      if (is_root)
        total += saturate (node->total);
    }

  tree->total = saturate (total);
  tree->whole = get_whole (self);
  dwell_big_free (numbers);
  dwell_big_free (sizes);
  dwell_memory_release (n_bytes);
  return TRUE;
}

/*< private >
 * _dwell_tree_map_areas: (transfer full) (nullable): by area, for dwell_big_free(); %NULL where
 * there is no memory */
guint32 *
_dwell_tree_map_areas (const DwellTrace *trace,
                       gboolean          shows_lines)
{
  guint32 *map = dwell_big_try_alloc (trace->n_areas * sizeof (guint32), NULL);

  for (guint32 i = 0; map != NULL && i < trace->n_areas; i++)
    {
      const DwellArea *area = &trace->areas[i];
      DwellAreaKind kind = area->parent != DWELL_NONE ? trace->areas[area->parent].kind
                                                      : DWELL_N_AREA_KINDS;

      map[i] = i;
      if (!shows_lines && area->kind == DWELL_AREA_LINE &&
          (kind == DWELL_AREA_FUNCTION || kind == DWELL_AREA_ROUTINE))
        map[i] = area->parent;
    }

  return map;
}
