/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds rows, including those folded away: the row of a node, the end of the hottest path, the next
 * match of a search. The search knows which nodes have matches below or above them, so only
 * children that lead to a match are made. All of it can run on a worker, so nothing here changes
 * what is unfolded. */
#include "config.h"

#include "model/lists/tree/dwell-tree-list-private.h"

/* The longest path of heaviest callers: recursion makes such paths very long. */
#define HOTTEST_DEPTH 1000u

/* The most rows that unfolding everything below a row makes. */
#define UNFOLDED_MAX 20000u

static DwellTreeEntry *
find_child (DwellTreeEntry *entry,
            guint32         node)
{
  for (guint32 i = 0; i < entry->n_children; i++)
    if (entry->siblings[i].node == node)
      return &entry->siblings[i];

  return NULL;
}

/* Makes the entries on the path from the root to @node and returns the last, or NULL. */
static DwellTreeEntry *
find_node (DwellTreeWork *work,
           guint32        node,
           GCancellable  *cancellable)
{
  const DwellTree *tree = work->form.tree;
  g_autoptr(GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  DwellTreeEntry *entry = work->top;

  for (; node != DWELL_NONE; node = node == work->form.root ? DWELL_NONE : tree->parents[node])
    g_array_append_val (path, node);

  for (guint i = path->len; i-- > 0 && entry != NULL;)
    {
      _dwell_tree_entry_make_children (entry, &work->form, cancellable);
      entry = find_child (entry, g_array_index (path, guint32, i));
    }

  return entry;
}

void
_dwell_tree_work_go_to_node (DwellTreeWork *work,
                             GCancellable  *cancellable)
{
  work->found = find_node (work, work->node, cancellable);
}

/* Goes level by level and stops after UNFOLDED_MAX rows. */
void
_dwell_tree_work_unfold_below (DwellTreeWork *work,
                               GCancellable  *cancellable)
{
  g_autoptr(GPtrArray) level = g_ptr_array_new ();
  guint n_rows = 0;

  g_ptr_array_add (level, work->entry);
  for (guint i = 0; i < level->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      DwellTreeEntry *entry = level->pdata[i];

      if (!entry->has_children)
        continue;
      if (n_rows >= UNFOLDED_MAX)
        break;

      _dwell_tree_entry_make_children (entry, &work->form, cancellable);
      g_ptr_array_add (work->unfolded, entry);
      n_rows += entry->n_children;
      for (guint32 j = 0; j < entry->n_children; j++)
        g_ptr_array_add (level, entry->children[j]);
    }

  work->is_whole = n_rows < UNFOLDED_MAX;
}

/* Returns the heaviest child, or NULL. The outermost rows are compared by their own weight. */
static DwellTreeEntry *
get_heaviest (DwellTreeWork  *work,
              DwellTreeEntry *entry)
{
  DwellTreeEntry *heaviest = NULL;
  gint64 most = 0;

  for (guint32 i = 0; i < entry->n_children; i++)
    {
      DwellTreeRow row = _dwell_tree_entry_get_row (&entry->siblings[i], &work->form);
      gint64 weight = entry->parent == NULL && row.self != DWELL_TIME_NONE ? row.self : row.total;

      if (weight > most)
        {
          most = weight;
          heaviest = &entry->siblings[i];
        }
    }

  return heaviest;
}

/* See dwell_tree_list_go_to_hottest(). */
void
_dwell_tree_work_go_to_hottest (DwellTreeWork *work,
                                GCancellable  *cancellable)
{
  DwellTreeEntry *entry = work->top;
  DwellTreeEntry *next;

  if (work->form.mode == DWELL_TREE_TOP_DOWN)
    {
      guint32 from = work->entry != NULL ? work->entry->node : work->form.root;
      guint32 node = dwell_tree_get_hottest (work->form.tree, from);

      if (node == from)
        node = dwell_tree_get_hottest (work->form.tree, work->form.root);
      work->found = node != DWELL_NONE ? find_node (work, node, cancellable) : NULL;
      return;
    }

  for (guint i = 0; i < HOTTEST_DEPTH && (next = get_heaviest (work, entry)) != NULL; i++)
    {
      entry = next;
      if (entry->has_children)
        _dwell_tree_entry_make_children (entry, &work->form, cancellable);
    }

  work->found = entry != work->top ? entry : NULL;
}

/* True if a node at (@with_itself) or below @node matches. */
static gboolean
matches_below (const DwellTreeWork *work,
               guint32              node,
               gboolean             with_itself)
{
  const guint32 *before = work->match->before;

  return before[work->form.tree->ends[node]] > before[with_itself ? node : node + 1];
}

/* True if a node at (@with_itself) or above @node matches; nodes above the root do not count. */
static gboolean
matches_above (const DwellTreeWork *work,
               guint32              node,
               gboolean             with_itself)
{
  const DwellTree *tree = work->form.tree;
  guint32 root = work->form.root;

  if (!with_itself)
    node = node != root ? tree->parents[node] : DWELL_NONE;
  if (node == DWELL_NONE)
    return FALSE;

  /* Nodes above the root have lower numbers than the root. */
  node = dwell_tree_match_get_callers (work->match, tree)[node];
  return node != DWELL_NONE && (root == DWELL_NONE || node >= root);
}

/* True if a row below @entry, folded or not, or (@with_itself) the row itself matches. The row that
 * begins a half cannot match. */
static gboolean
has_match (const DwellTreeWork  *work,
           const DwellTreeEntry *entry,
           gboolean              with_itself)
{
  const DwellTreeGroup *group = entry->group;

  with_itself = with_itself && entry->half == DWELL_TREE_NO_HALF;
  if (group == NULL)
    return matches_below (work, entry->node, with_itself);

  for (guint32 i = 0; i < group->n_nodes; i++)
    if (entry->goes_down ? matches_below (work, group->nodes[i], with_itself)
                         : matches_above (work, group->places[i], with_itself))
      return TRUE;

  return FALSE;
}

static gboolean
is_match (const DwellTreeWork  *work,
          const DwellTreeEntry *entry)
{
  DwellTreeRow row = _dwell_tree_entry_get_row (entry, &work->form);

  return row.half == DWELL_TREE_NO_HALF && row.area != DWELL_NONE && work->match->areas[row.area];
}

/* Returns the first (or last) matching row among @entry, which comes first, and the rows below it,
 * folded or not. The caller knows that one of them matches. NULL only if cancelled. */
static DwellTreeEntry *
descend_to_match (DwellTreeWork  *work,
                  DwellTreeEntry *entry,
                  int             direction,
                  GCancellable   *cancellable)
{
  while (!is_match (work, entry) || (direction < 0 && has_match (work, entry, FALSE)))
    {
      guint32 i = 0;

      _dwell_tree_entry_make_children (entry, &work->form, cancellable);
      if (entry->n_children == 0)
        return NULL;

      while (i + 1 < entry->n_children &&
             !has_match (work, entry->children[direction > 0 ? i : entry->n_children - 1 - i],
                         TRUE))
        i++;
      entry = entry->children[direction > 0 ? i : entry->n_children - 1 - i];
    }

  return entry;
}

static guint32
get_index (const DwellTreeEntry *entry)
{
  guint32 i = 0;

  while (entry->parent->children[i] != entry)
    i++;

  return i;
}

/* Returns the next match in the order of the rows, NULL at the end. */
static DwellTreeEntry *
step (DwellTreeWork  *work,
      DwellTreeEntry *entry,
      int             direction,
      GCancellable   *cancellable)
{
  /* Rows below a row come after it. */
  if (direction > 0 && has_match (work, entry, FALSE))
    {
      _dwell_tree_entry_make_children (entry, &work->form, cancellable);
      for (guint32 i = 0; i < entry->n_children; i++)
        if (has_match (work, entry->children[i], TRUE))
          return descend_to_match (work, entry->children[i], 1, cancellable);
    }

  for (; entry->parent != NULL; entry = entry->parent)
    {
      DwellTreeEntry *parent = entry->parent;

      for (gint64 i = (gint64) get_index (entry) + direction;
           i >= 0 && i < parent->n_children;
           i += direction)
        if (has_match (work, parent->children[i], TRUE))
          return descend_to_match (work, parent->children[i], direction, cancellable);

      if (direction < 0 && parent->parent != NULL && is_match (work, parent))
        return parent;
    }

  return NULL;
}

/* Finds the next match, also in rows that are folded away. Wraps around. */
void
_dwell_tree_work_go_to_match (DwellTreeWork *work,
                              GCancellable  *cancellable)
{
  DwellTreeEntry *top = work->top;
  DwellTreeEntry *edge;

  if (work->match == NULL || top->n_children == 0)
    return;

  edge = top->children[work->direction > 0 ? 0 : top->n_children - 1];
  if (work->entry != NULL)
    work->found = step (work, work->entry, work->direction, cancellable);
  if (work->found == NULL && has_match (work, edge, TRUE))
    work->found = descend_to_match (work, edge, work->direction, cancellable);
  if (work->found == NULL)
    work->found = step (work, edge, work->direction, cancellable);
}
