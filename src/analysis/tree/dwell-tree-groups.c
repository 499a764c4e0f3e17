/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of nodes: gathered by the area of the nodes, of their callers or of their callees, then
 * summed up. */
#include "config.h"

#include "analysis/tree/dwell-tree-groups.h"

#include <stdlib.h>

#include "analysis/tree/dwell-tree-arcs.h"
#include "analysis/tree/dwell-tree-private.h"

/* Groups being made, by item as in dwell-tree-private.h. */
typedef struct {
  const DwellTree *tree;
  GHashTable      *numbers; /* item + 1 → place in groups + 1 */
  GPtrArray       *groups;
  GArray          *sizes;   /* by group: the number of nodes that there is room for */
  GCancellable    *cancellable;
  guint32          n_steps;
} Gathering;

#define CANCEL_MASK 0xffffu

/**
 * dwell_tree_group_free:
 * @self: (transfer full): a group
 */
void
dwell_tree_group_free (DwellTreeGroup *self)
{
  if (self->places != self->nodes)
    g_free (self->places);
  g_free (self->nodes);
  g_free (self);
}

static void
gathering_init (Gathering       *self,
                const DwellTree *tree,
                GCancellable    *cancellable)
{
  self->tree = tree;
  self->cancellable = cancellable;
  self->n_steps = 0;
  self->numbers = g_hash_table_new (NULL, NULL);
  self->groups = g_ptr_array_new_with_free_func ((GDestroyNotify) dwell_tree_group_free);
  self->sizes = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/* Called at each step. */
static gboolean
may_go_on (Gathering *self)
{
  return (++self->n_steps & CANCEL_MASK) != 0 || !g_cancellable_is_cancelled (self->cancellable);
}

/* The group for the item of @node. */
static guint
find_group (Gathering *self,
            guint32    node)
{
  const DwellTree *tree = self->tree;
  gboolean is_area = tree->areas[node] != DWELL_NONE;
  guint32 item = is_area ? tree->areas[node] : tree->trace->n_areas + tree->contexts[node];
  gpointer key = GSIZE_TO_POINTER ((gsize) item + 1);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, key));
  DwellTreeGroup *group;

  if (number > 0)
    return number - 1;

  group = g_new0 (DwellTreeGroup, 1);
  group->area = tree->areas[node];
  group->context = is_area ? DWELL_NONE : tree->contexts[node];
  g_ptr_array_add (self->groups, group);
  g_array_append_val (self->sizes, (guint32) { 0 });
  g_hash_table_insert (self->numbers, key, GUINT_TO_POINTER (self->groups->len));
  return self->groups->len - 1;
}

/* @place: the caller of @node that it is counted for, or itself */
static void
add_node (Gathering *self,
          guint      number,
          guint32    node,
          guint32    place)
{
  DwellTreeGroup *group = self->groups->pdata[number];
  guint32 *size = &g_array_index (self->sizes, guint32, number);

  if (group->n_nodes == *size)
    {
      gboolean is_of_callers = group->places != group->nodes || (*size == 0 && place != node);

      *size = MAX (2, *size * 2);
      if (is_of_callers)
        group->places = g_renew (guint32, group->places, *size);
      group->nodes = g_renew (guint32, group->nodes, *size);
      if (!is_of_callers)
        group->places = group->nodes;
    }

  group->nodes[group->n_nodes] = node;
  group->places[group->n_nodes++] = place;
}

static gint64
saturate (DwellTreeWeight weight)
{
  return (gint64) MIN (weight, G_MAXINT64);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* The nodes of callees come caller by caller, and one caller may be below another. */
static void
sort_nodes (DwellTreeGroup *group)
{
  for (guint32 i = 1; i < group->n_nodes; i++)
    if (group->nodes[i] < group->nodes[i - 1])
      {
        qsort (group->nodes, group->n_nodes, sizeof (guint32), compare_numbers);
        return;
      }
}

static void
sum_up (DwellTreeGroup  *group,
        const DwellTree *tree)
{
  DwellTreeWeight total = 0;
  DwellTreeWeight self = 0;
  gboolean self_is_defined = tree->selves != NULL;
  guint32 counted_to = 0;

  if (group->places == group->nodes)
    sort_nodes (group);

  for (guint32 i = 0; i < group->n_nodes; i++)
    {
      guint32 node = group->nodes[i];

      group->count += tree->counts[node];
      self_is_defined = self_is_defined && tree->selves[node] != DWELL_TIME_NONE;
      self += self_is_defined ? tree->selves[node] : 0;
      if (node < counted_to)
        continue;

      total += tree->totals[node];
      counted_to = tree->ends[node];
    }

  group->total = saturate (total);
  group->self = self_is_defined ? saturate (self) : DWELL_TIME_NONE;
}

static GPtrArray *
gathering_finish (Gathering *self)
{
  for (guint i = 0; i < self->groups->len && !g_cancellable_is_cancelled (self->cancellable); i++)
    sum_up (self->groups->pdata[i], self->tree);

  g_hash_table_unref (self->numbers);
  g_array_unref (self->sizes);
  return self->groups;
}

static void
get_range (const DwellTree *tree,
           guint32          root,
           guint32         *first,
           guint32         *end)
{
  *first = root == DWELL_NONE ? 0 : root;
  *end = root == DWELL_NONE ? tree->n_nodes : tree->ends[root];
}

/**
 * dwell_tree_get_groups:
 * @tree: a tree
 * @root: a node, or %DWELL_NONE for all
 * @cancellable: (nullable): checked every millisecond
 *
 * Walks over all nodes and takes 4 bytes for each. Groups are in the order of their first nodes.
 *
 * Returns: (transfer container) (element-type DwellTreeGroup): a group for each area
 */
GPtrArray *
dwell_tree_get_groups (const DwellTree *tree,
                       guint32          root,
                       GCancellable    *cancellable)
{
  Gathering gathering;
  guint32 first;
  guint32 end;

  get_range (tree, root, &first, &end);
  gathering_init (&gathering, tree, cancellable);

  for (guint32 node = first; node < end && may_go_on (&gathering); node++)
    if (tree->areas[node] != DWELL_NONE)
      add_node (&gathering, find_group (&gathering, node), node, node);

  gathering_finish (&gathering);
  if (tree->has_arcs && root == DWELL_NONE)
    _dwell_tree_arcs_correct_all (tree, gathering.groups);
  return gathering.groups;
}

/**
 * dwell_tree_get_group:
 * @tree: a tree
 * @root: a node, or %DWELL_NONE for all
 * @area: an area
 * @cancellable: (nullable): checked every millisecond
 *
 * Returns: (transfer full) (nullable): all nodes of @area at or below @root
 */
DwellTreeGroup *
dwell_tree_get_group (const DwellTree *tree,
                      guint32          root,
                      guint32          area,
                      GCancellable    *cancellable)
{
  g_autoptr(GPtrArray) groups = NULL;
  Gathering gathering;
  guint32 first;
  guint32 end;

  get_range (tree, root, &first, &end);
  gathering_init (&gathering, tree, cancellable);

  for (guint32 node = first; node < end && may_go_on (&gathering); node++)
    if (tree->areas[node] == area)
      add_node (&gathering, find_group (&gathering, node), node, node);

  groups = gathering_finish (&gathering);
  if (tree->has_arcs && root == DWELL_NONE)
    _dwell_tree_arcs_correct (tree, area, groups);
  return groups->len > 0 ? g_ptr_array_steal_index (groups, 0) : NULL;
}

/**
 * dwell_tree_group_get_callers:
 * @self: a group
 * @tree: its tree
 * @root: a node above all of @self's, or %DWELL_NONE
 * @cancellable: (nullable): checked every millisecond
 *
 * Groups the callers of the places of the nodes; @root has no callers.
 *
 * Returns: (transfer container) (element-type DwellTreeGroup): a group for each caller
 */
GPtrArray *
dwell_tree_group_get_callers (const DwellTreeGroup *self,
                              const DwellTree      *tree,
                              guint32               root,
                              GCancellable         *cancellable)
{
  Gathering gathering;

  gathering_init (&gathering, tree, cancellable);

  for (guint32 i = 0; i < self->n_nodes && may_go_on (&gathering); i++)
    {
      guint32 caller = self->places[i] == root ? DWELL_NONE : tree->parents[self->places[i]];

      if (caller != DWELL_NONE)
        add_node (&gathering, find_group (&gathering, caller), self->nodes[i], caller);
    }

  gathering_finish (&gathering);
  if (self->is_whole)
    _dwell_tree_arcs_correct_callers (tree, self->area, gathering.groups);
  return gathering.groups;
}

/**
 * dwell_tree_group_has_callers:
 * @self: a group
 * @tree: its tree
 * @root: a node above all of its nodes, or %DWELL_NONE
 *
 * Returns: whether dwell_tree_group_get_callers() would return any
 */
gboolean
dwell_tree_group_has_callers (const DwellTreeGroup *self,
                              const DwellTree      *tree,
                              guint32               root)
{
  if (self->is_whole)
    return _dwell_tree_arcs_has_callers (tree, self->area);

  for (guint32 i = 0; i < self->n_nodes; i++)
    if (self->places[i] != root && tree->parents[self->places[i]] != DWELL_NONE)
      return TRUE;

  return FALSE;
}

/**
 * dwell_tree_group_get_callees:
 * @self: a group of nodes that stand for themselves
 * @tree: its tree
 * @cancellable: (nullable): checked every millisecond
 *
 * Returns: (transfer container) (element-type DwellTreeGroup): a group for each callee
 */
GPtrArray *
dwell_tree_group_get_callees (const DwellTreeGroup *self,
                              const DwellTree      *tree,
                              GCancellable         *cancellable)
{
  Gathering gathering;

  gathering_init (&gathering, tree, cancellable);

  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      guint32 node = self->nodes[i];

      for (guint32 child = node + 1;
           child < tree->ends[node] && may_go_on (&gathering);
           child = tree->ends[child])
        add_node (&gathering, find_group (&gathering, child), child, child);
    }

  gathering_finish (&gathering);
  if (self->is_whole)
    _dwell_tree_arcs_correct_callees (tree, self->area, gathering.groups);
  return gathering.groups;
}

/**
 * dwell_tree_group_has_callees:
 * @self: a group of nodes that stand for themselves
 * @tree: its tree
 *
 * Returns: whether dwell_tree_group_get_callees() would return any
 */
gboolean
dwell_tree_group_has_callees (const DwellTreeGroup *self,
                              const DwellTree      *tree)
{
  if (self->is_whole)
    return _dwell_tree_arcs_has_callees (tree, self->area);

  for (guint32 i = 0; i < self->n_nodes; i++)
    if (tree->ends[self->nodes[i]] > self->nodes[i] + 1)
      return TRUE;

  return FALSE;
}
