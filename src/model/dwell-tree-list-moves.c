/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going to a row that may be folded away: that of a node, the end of the hottest path, the next
 * that a search matches. How many nodes match below one is known, so nothing is unfolded
 * in vain. */
#include "config.h"

#include "model/dwell-tree-list-private.h"

/* Where callers are many, the way up that is shown ends somewhere. */
#define HOTTEST_DEPTH 1000u

/* Unfolds what is above @entry, and has it current. */
static void
reveal (DwellTreeList  *self,
        DwellTreeEntry *entry)
{
  gboolean is_new = FALSE;

  for (DwellTreeEntry *above = entry->parent; above != NULL; above = above->parent)
    {
      is_new = is_new || !above->is_unfolded;
      above->is_unfolded = TRUE;
    }

  self->current = entry;
  if (is_new)
    _dwell_tree_list_renew (self);
}

static DwellTreeEntry *
find_child (DwellTreeEntry *entry,
            guint32         node)
{
  for (guint32 i = 0; i < entry->n_children; i++)
    if (entry->siblings[i].node == node)
      return &entry->siblings[i];

  return NULL;
}

/* The entry of @node, with those above it. Its ancestors within the root come first. */
static DwellTreeEntry *
find_node (DwellTreeList *self,
           guint32        node)
{
  const DwellTree *tree = self->form.tree;
  g_autoptr(GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  DwellTreeEntry *entry = self->top;

  for (; node != DWELL_NONE; node = node == self->form.root ? DWELL_NONE : tree->parents[node])
    g_array_append_val (path, node);

  for (guint i = path->len; i-- > 0 && entry != NULL;)
    {
      if (entry->children == NULL)
        {
          gboolean was_unfolded = entry->is_unfolded;

          _dwell_tree_entry_unfold (entry, &self->form);
          entry->is_unfolded = was_unfolded;
        }
      entry = find_child (entry, g_array_index (path, guint32, i));
    }

  return entry;
}

/**
 * dwell_tree_list_go_to_node:
 * @self: a list that shows the tree from above
 * @node: a node
 *
 * Returns: whether it is part of what is shown
 */
gboolean
dwell_tree_list_go_to_node (DwellTreeList *self,
                            guint32        node)
{
  DwellTreeEntry *entry;

  g_return_val_if_fail (DWELL_IS_TREE_LIST (self), FALSE);

  if (self->form.tree == NULL || self->form.mode != DWELL_TREE_TOP_DOWN ||
      node >= self->form.tree->n_nodes)
    return FALSE;

  entry = find_node (self, node);
  if (entry != NULL)
    reveal (self, entry);
  return entry != NULL;
}

/* The heaviest child, or NULL. The outermost rows from below are weighed by what they do. */
static DwellTreeEntry *
get_heaviest (DwellTreeList  *self,
              DwellTreeEntry *entry)
{
  DwellTreeEntry *heaviest = NULL;
  gint64 most = 0;

  for (guint32 i = 0; i < entry->n_children; i++)
    {
      DwellTreeRow row = _dwell_tree_entry_get_row (&entry->siblings[i], &self->form);
      gint64 weight = entry->parent == NULL && row.self != DWELL_TIME_NONE ? row.self : row.total;

      if (weight > most)
        {
          most = weight;
          heaviest = &entry->siblings[i];
        }
    }

  return heaviest;
}

/**
 * dwell_tree_list_go_to_hottest:
 * @self: a list
 *
 * From above: follows the heaviest children from the current row, or from the top if nothing is
 * below that. From below: follows the heaviest callers of what does most itself.
 *
 * Returns: whether there is a way
 */
gboolean
dwell_tree_list_go_to_hottest (DwellTreeList *self)
{
  DwellTreeEntry *entry = self->top;
  DwellTreeEntry *next;

  g_return_val_if_fail (DWELL_IS_TREE_LIST (self), FALSE);

  if (self->form.tree == NULL)
    return FALSE;

  if (self->form.mode == DWELL_TREE_TOP_DOWN)
    {
      guint32 from = self->current != NULL ? self->current->node : self->form.root;
      guint32 node = dwell_tree_get_hottest (self->form.tree, from);

      if (node == from)
        node = dwell_tree_get_hottest (self->form.tree, self->form.root);
      return node != DWELL_NONE && dwell_tree_list_go_to_node (self, node);
    }

  for (guint i = 0; i < HOTTEST_DEPTH && (next = get_heaviest (self, entry)) != NULL; i++)
    {
      entry = next;
      if (entry->has_children && entry->children == NULL)
        {
          _dwell_tree_entry_unfold (entry, &self->form);
          entry->is_unfolded = FALSE;
        }
    }

  if (entry == self->top)
    return FALSE;

  reveal (self, entry);
  return TRUE;
}

/* How many nodes at and below @entry match, from above. */
static guint32
count_matches (const DwellTreeList  *self,
               const DwellTreeMatch *match,
               const DwellTreeEntry *entry,
               gboolean              with_itself)
{
  guint32 node = entry->node;

  return match->before[self->form.tree->ends[node]] - match->before[with_itself ? node : node + 1];
}

static gboolean
is_match (const DwellTreeList  *self,
          const DwellTreeMatch *match,
          const DwellTreeEntry *entry)
{
  DwellTreeRow row = _dwell_tree_entry_get_row (entry, &self->form);

  return row.half == DWELL_TREE_NO_HALF && row.area != DWELL_NONE && match->areas[row.area];
}

/* The first (or last) row of those below @entry that matches, folded or not; @entry itself comes
 * before them. At least one of these matches. */
static DwellTreeEntry *
descend_to_match (DwellTreeList        *self,
                  const DwellTreeMatch *match,
                  DwellTreeEntry       *entry,
                  int                   direction)
{
  for (;;)
    {
      guint32 i = 0;

      if (is_match (self, match, entry) &&
          (direction > 0 || count_matches (self, match, entry, FALSE) == 0))
        return entry;

      if (entry->children == NULL)
        {
          _dwell_tree_entry_unfold (entry, &self->form);
          entry->is_unfolded = FALSE;
        }

      while (i + 1 < entry->n_children &&
             count_matches (self, match,
                            entry->children[direction > 0 ? i : entry->n_children - 1 - i],
                            TRUE) == 0)
        i++;
      entry = entry->children[direction > 0 ? i : entry->n_children - 1 - i];
    }
}

static guint32
get_index (const DwellTreeEntry *entry)
{
  guint32 i = 0;

  while (entry->parent->children[i] != entry)
    i++;

  return i;
}

/* The next match from above, in the order of the rows, NULL at the end. */
static DwellTreeEntry *
step_from_above (DwellTreeList        *self,
                 const DwellTreeMatch *match,
                 DwellTreeEntry       *entry,
                 int                   direction)
{
  /* What is below comes after it. */
  if (direction > 0 && count_matches (self, match, entry, FALSE) > 0)
    {
      _dwell_tree_entry_unfold (entry, &self->form);
      for (guint32 i = 0; i < entry->n_children; i++)
        if (count_matches (self, match, entry->children[i], TRUE) > 0)
          return descend_to_match (self, match, entry->children[i], 1);
    }

  for (; entry->parent != NULL; entry = entry->parent)
    {
      DwellTreeEntry *parent = entry->parent;

      for (gint64 i = (gint64) get_index (entry) + direction;
           i >= 0 && i < parent->n_children;
           i += direction)
        if (count_matches (self, match, parent->children[i], TRUE) > 0)
          return descend_to_match (self, match, parent->children[i], direction);

      if (direction < 0 && parent->parent != NULL && is_match (self, match, parent))
        return parent;
    }

  return NULL;
}

static DwellTreeEntry *
step_along_rows (DwellTreeList        *self,
                 const DwellTreeMatch *match,
                 guint                 from,
                 int                   direction)
{
  guint n = self->rows->len;

  for (guint i = 1; i <= n; i++)
    {
      guint position = from == G_MAXUINT ? (direction > 0 ? i - 1 : n - i)
                                         : (direction > 0 ? from + i : from + n - i) % n;

      if (is_match (self, match, self->rows->pdata[position]))
        return self->rows->pdata[position];
    }

  return NULL;
}

/**
 * dwell_tree_list_go_to_match:
 * @self: a list
 * @direction: 1 for the next row that matches the source's search, -1 for the previous
 *
 * From above, rows that are folded away are found too, and unfolded. Wraps around.
 *
 * Returns: whether there is any
 */
gboolean
dwell_tree_list_go_to_match (DwellTreeList *self,
                             int            direction)
{
  const DwellTreeMatch *match;
  DwellTreeEntry *found = NULL;

  g_return_val_if_fail (DWELL_IS_TREE_LIST (self), FALSE);

  match = self->source != NULL ? dwell_tree_source_get_match (self->source) : NULL;
  if (match == NULL || self->rows->len == 0)
    return FALSE;

  if (self->form.mode != DWELL_TREE_TOP_DOWN)
    {
      found = step_along_rows (self, match, dwell_tree_list_get_current (self), direction);
    }
  else
    {
      DwellTreeEntry *edge = self->top->children[direction > 0 ? 0 : self->top->n_children - 1];

      if (self->current != NULL)
        found = step_from_above (self, match, self->current, direction);
      if (found == NULL && count_matches (self, match, edge, TRUE) > 0)
        found = descend_to_match (self, match, edge, direction);
      if (found == NULL)
        found = step_from_above (self, match, edge, direction);
    }

  if (found != NULL)
    reveal (self, found);
  return found != NULL;
}
