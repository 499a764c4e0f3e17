/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows are nodes of the union of both trees; a set holds those that are unfolded. Children are
 * sorted only when they are shown, so that no more is sorted than what the user looks at. */
#include "config.h"

#include "model/comparison/dwell-comparison-call-private.h"

struct _DwellComparisonCalls
{
  DwellList parent_instance;

  DwellComparisonTree      *tree;
  DwellTreeDifference      *difference;  /* (nullable) */
  GArray                   *rows;        /* guint32: nodes */
  GHashTable               *unfolded;    /* nodes */
  DwellArrangement         *arrangement; /* knows the names of the difference */
  DwellComparisonCallColumn sort_by;
  gboolean                  descending;
};

G_DEFINE_FINAL_TYPE (DwellComparisonCalls, dwell_comparison_calls, DWELL_TYPE_LIST)

static gboolean
is_unfolded (DwellComparisonCalls *self,
             guint32               node)
{
  return g_hash_table_contains (self->unfolded, GUINT_TO_POINTER (node));
}

static gpointer
dwell_comparison_calls_get_item (DwellList *list,
                                 guint      position)
{
  DwellComparisonCalls *self = DWELL_COMPARISON_CALLS (list);
  const DwellUnionTree *tree = self->difference->tree;
  guint32 node = g_array_index (self->rows, guint32, position);
  const DwellComparisonCallRow row = {
    node, tree->depths[node], tree->ends[node] > node + 1, is_unfolded (self, node),
  };

  return _dwell_comparison_call_new (self->difference, &row);
}

/* What @node is sorted by; a change by its size, without its sign. */
static DwellCellValue
get_key (DwellComparisonCalls *self,
         guint32               node)
{
  DwellCellValue cell = _dwell_comparison_call_get_cell (self->difference, node, self->sort_by);

  if (self->sort_by == DWELL_COMPARISON_CALL_CHANGE)
    cell.whole = ABS (cell.whole);
  return cell;
}

/* Appends the children of @node (DWELL_NONE: the outermost calls) in reverse order. */
static void
push_children (DwellComparisonCalls *self,
               guint32               node,
               GArray               *waiting)
{
  const DwellUnionTree *tree = self->difference->tree;
  guint32 end = node == DWELL_NONE ? tree->n_nodes : tree->ends[node];
  const guint32 *children;
  guint n = 0;

  for (guint32 i = node == DWELL_NONE ? 0 : node + 1; i < end; i = tree->ends[i], n++)
    {
      DwellCellValue key = get_key (self, i);

      dwell_arrangement_add (self->arrangement, i, &key);
    }

  children = dwell_arrangement_sort (self->arrangement, self->descending);
  while (n-- > 0)
    g_array_append_val (waiting, children[n]);
}

/* Returns: (transfer full): the rows that are shown below @node, in order. */
static GArray *
gather (DwellComparisonCalls *self,
        guint32               node)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));

  push_children (self, node, waiting);
  while (waiting->len > 0)
    {
      guint32 next = g_array_index (waiting, guint32, waiting->len - 1);

      g_array_set_size (waiting, waiting->len - 1);
      g_array_append_val (rows, next);
      if (is_unfolded (self, next))
        push_children (self, next, waiting);
    }

  return rows;
}

static void
renew (DwellComparisonCalls *self)
{
  GArray *old = self->rows;

  self->rows = self->difference != NULL ? gather (self, DWELL_NONE)
                                        : g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_unref (old);
  dwell_list_replace (DWELL_LIST (self), self->rows->len);
}

static void
on_tree_changed (DwellComparisonCalls *self)
{
  DwellTreeDifference *difference = dwell_comparison_tree_get_difference (self->tree);
  DwellTreeDifference *old = self->difference;

  if (difference == old)
    return;

  self->difference = difference != NULL ? dwell_tree_difference_ref (difference) : NULL;
  dwell_arrangement_free (self->arrangement);
  self->arrangement = dwell_arrangement_new ();
  g_hash_table_remove_all (self->unfolded);
  if (difference != NULL)
    for (guint32 i = 0; i < difference->tree->n_nodes; i = difference->tree->ends[i])
      g_hash_table_add (self->unfolded, GUINT_TO_POINTER (i));
  renew (self);
  g_clear_pointer (&old, dwell_tree_difference_unref);
}

static gboolean
dwell_comparison_calls_is_busy (DwellQuery *query)
{
  DwellComparisonCalls *self = DWELL_COMPARISON_CALLS (query);

  /* A frozen list has no trees to wait for. */
  return self->tree != NULL && dwell_query_get_busy (DWELL_QUERY (self->tree));
}

static void
dwell_comparison_calls_share (DwellList *list,
                              DwellList *frozen)
{
  DwellComparisonCalls *self = DWELL_COMPARISON_CALLS (list);
  DwellComparisonCalls *copy = DWELL_COMPARISON_CALLS (frozen);

  g_array_unref (copy->rows);
  copy->rows = g_array_copy (self->rows);
  if (self->difference != NULL)
    copy->difference = dwell_tree_difference_ref (self->difference);
}

static void
dwell_comparison_calls_finalize (GObject *object)
{
  DwellComparisonCalls *self = DWELL_COMPARISON_CALLS (object);

  g_clear_object (&self->tree);
  g_clear_pointer (&self->difference, dwell_tree_difference_unref);
  g_array_unref (self->rows);
  g_hash_table_unref (self->unfolded);
  dwell_arrangement_free (self->arrangement);

  G_OBJECT_CLASS (dwell_comparison_calls_parent_class)->finalize (object);
}

static void
dwell_comparison_calls_class_init (DwellComparisonCallsClass *klass)
{
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_comparison_calls_finalize;
  list_class->item_type = DWELL_TYPE_COMPARISON_CALL;
  list_class->get_item = dwell_comparison_calls_get_item;
  list_class->share = dwell_comparison_calls_share;
  DWELL_QUERY_CLASS (klass)->is_busy = dwell_comparison_calls_is_busy;
}

static void
dwell_comparison_calls_init (DwellComparisonCalls *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->unfolded = g_hash_table_new (NULL, NULL);
  self->arrangement = dwell_arrangement_new ();
  self->sort_by = DWELL_COMPARISON_CALL_CHANGE;
  self->descending = TRUE;
}

/**
 * dwell_comparison_calls_new:
 * @tree: the trees of both recordings
 *
 * Returns: (transfer full): their calls, the largest change first
 */
DwellComparisonCalls *
dwell_comparison_calls_new (DwellComparisonTree *tree)
{
  DwellComparisonCalls *self = g_object_new (DWELL_TYPE_COMPARISON_CALLS, NULL);

  self->tree = g_object_ref (tree);
  g_signal_connect_object (tree, "changed", G_CALLBACK (on_tree_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tree, "notify::busy", G_CALLBACK (dwell_query_update_busy), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * dwell_comparison_calls_sort:
 * @self: a list of calls
 * @by: a column
 * @descending: whether the greatest comes first; changes are compared by their size
 */
void
dwell_comparison_calls_sort (DwellComparisonCalls      *self,
                             DwellComparisonCallColumn  by,
                             gboolean                   descending)
{
  g_return_if_fail (DWELL_IS_COMPARISON_CALLS (self));

  self->sort_by = by;
  self->descending = descending;
  renew (self);
}

/**
 * dwell_comparison_calls_fold:
 * @self: a list of calls
 * @position: the position of a row
 * @is_folded: whether to hide its callees
 */
void
dwell_comparison_calls_fold (DwellComparisonCalls *self,
                             guint                 position,
                             gboolean              is_folded)
{
  guint32 node = dwell_comparison_calls_get_node (self, position);
  guint n_removed = 0;
  guint n_added = 0;

  if (node == DWELL_NONE || is_unfolded (self, node) != is_folded)
    return;

  if (is_folded)
    {
      guint32 end = self->difference->tree->ends[node];

      for (guint i = position + 1; i < self->rows->len; i++, n_removed++)
        if (g_array_index (self->rows, guint32, i) < node ||
            g_array_index (self->rows, guint32, i) >= end)
          break;
      g_hash_table_remove (self->unfolded, GUINT_TO_POINTER (node));
      if (n_removed > 0)
        g_array_remove_range (self->rows, position + 1, n_removed);
    }
  else
    {
      g_autoptr(GArray) below = NULL;

      g_hash_table_add (self->unfolded, GUINT_TO_POINTER (node));
      below = gather (self, node);
      n_added = below->len;
      g_array_insert_vals (self->rows, position + 1, below->data, n_added);
    }

  /* The row itself changes, too. */
  dwell_list_change (DWELL_LIST (self), (DwellListChange) { position, 1 + n_removed,
                                                            1 + n_added });
}

/**
 * dwell_comparison_calls_get_node:
 * @self: a list of calls
 * @position: the position of a row
 *
 * Returns: its node in the union, or %DWELL_NONE
 */
guint32
dwell_comparison_calls_get_node (DwellComparisonCalls *self,
                                 guint                 position)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_CALLS (self), DWELL_NONE);

  return position < self->rows->len ? g_array_index (self->rows, guint32, position) : DWELL_NONE;
}

static guint
find (DwellComparisonCalls *self,
      guint32               node)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (g_array_index (self->rows, guint32, i) == node)
      return i;

  return G_MAXUINT;
}

/**
 * dwell_comparison_calls_get_parent:
 * @self: a list of calls
 * @position: the position of a row
 *
 * Returns: the position of its caller, or %G_MAXUINT
 */
guint
dwell_comparison_calls_get_parent (DwellComparisonCalls *self,
                                   guint                 position)
{
  guint32 node = dwell_comparison_calls_get_node (self, position);
  guint32 parent = node != DWELL_NONE ? self->difference->tree->parents[node] : DWELL_NONE;

  return parent != DWELL_NONE ? find (self, parent) : G_MAXUINT;
}

/**
 * dwell_comparison_calls_go_to:
 * @self: a list of calls
 * @node: a node of the union
 *
 * Unfolds the callers of @node.
 *
 * Returns: the position of its row, or %G_MAXUINT
 */
guint
dwell_comparison_calls_go_to (DwellComparisonCalls *self,
                              guint32               node)
{
  gboolean is_hidden = FALSE;

  g_return_val_if_fail (DWELL_IS_COMPARISON_CALLS (self), G_MAXUINT);

  if (node == DWELL_NONE || self->difference == NULL)
    return G_MAXUINT;

  for (guint32 above = self->difference->tree->parents[node]; above != DWELL_NONE;
       above = self->difference->tree->parents[above])
    is_hidden |= g_hash_table_add (self->unfolded, GUINT_TO_POINTER (above));
  if (is_hidden)
    renew (self);

  return find (self, node);
}
