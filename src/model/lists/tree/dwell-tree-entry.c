/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes, sorts and finds the entries of the tree list. */
#include "config.h"

#include "model/lists/tree/dwell-tree-entry.h"
#include "analysis/statistics/dwell-share.h"
#include "model/lists/tree/dwell-tree-item.h"

static DwellTreeRow
get_node_row (const DwellTree *tree,
              guint32          node)
{
  return (DwellTreeRow) {
    .area = tree->areas[node],
    .context = tree->contexts != NULL ? tree->contexts[node] : DWELL_NONE,
    .node = node,
    .count = tree->counts[node],
    .total = tree->totals[node],
    .self = tree->selves != NULL ? tree->selves[node] : DWELL_TIME_NONE,
  };
}

static DwellTreeRow
get_group_row (const DwellTreeGroup *group)
{
  return (DwellTreeRow) {
    .area = group->area,
    .context = group->context,
    .node = DWELL_NONE,
    .count = group->count,
    .total = group->total,
    .self = group->self,
  };
}

static DwellTreeRow
get_figures (const DwellTreeEntry *self,
             const DwellTreeForm  *form)
{
  if (self->group != NULL)
    return get_group_row (self->group);

  return get_node_row (form->tree, self->node);
}

DwellTreeRow
_dwell_tree_entry_get_row (const DwellTreeEntry *self,
                           const DwellTreeForm  *form)
{
  DwellTreeRow row = get_figures (self, form);

  row.depth = self->depth;
  row.half = (DwellTreeHalf) self->half;
  row.has_children = self->has_children;
  row.is_unfolded = self->is_unfolded;
  row.total_share = dwell_share ((double) row.total, form->whole);
  row.self_share = row.self != DWELL_TIME_NONE ? dwell_share ((double) row.self, form->whole) : -1;
  return row;
}

/* For sorting, shares are replaced by their weights, which have the same order, because the whole
 * is not known yet. */
static DwellCellValue
get_sorted_cell (const DwellTreeRow  *row,
                 const DwellTreeForm *form)
{
  DwellTreeColumn column = form->sort_by == DWELL_TREE_SELF_SHARE  ? DWELL_TREE_SELF
                           : form->sort_by == DWELL_TREE_TOTAL_SHARE ? DWELL_TREE_TOTAL
                                                                     : form->sort_by;

  return _dwell_tree_row_get_cell (row, form->tree, column);
}

/* Entries that are equal keep the order in which they were made. */
static void
sort_children (DwellTreeEntry      *self,
               const DwellTreeForm *form,
               DwellArrangement    *arrangement)
{
  const guint32 *order;

  /* The two halves are not sorted. */
  if (self->n_children < 2 || self->siblings[0].half != DWELL_TREE_NO_HALF)
    return;

  for (guint32 i = 0; i < self->n_children; i++)
    {
      DwellTreeRow row = get_figures (&self->siblings[i], form);
      DwellCellValue cell = get_sorted_cell (&row, form);

      dwell_arrangement_add (arrangement, i, &cell);
    }

  order = dwell_arrangement_sort (arrangement, form->descending);
  for (guint32 i = 0; i < self->n_children; i++)
    self->children[i] = &self->siblings[order[i]];
}

/* Sorts all entries that were made below @top. */
void
_dwell_tree_entry_sort_all (DwellTreeEntry      *top,
                            const DwellTreeForm *form,
                            GCancellable        *cancellable)
{
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  g_autoptr(GPtrArray) waiting = g_ptr_array_new ();

  g_ptr_array_add (waiting, top);
  while (waiting->len > 0 && !g_cancellable_is_cancelled (cancellable))
    {
      DwellTreeEntry *entry = g_ptr_array_steal_index (waiting, waiting->len - 1);

      sort_children (entry, form, arrangement);
      for (guint32 i = 0; i < entry->n_children; i++)
        if (entry->siblings[i].children != NULL)
          g_ptr_array_add (waiting, &entry->siblings[i]);
    }
}

/* True if more than @limit entries were made below @top. */
gboolean
_dwell_tree_entry_has_more (const DwellTreeEntry *top,
                            guint                 limit)
{
  g_autoptr(GPtrArray) waiting = g_ptr_array_new ();
  guint n = 0;

  g_ptr_array_add (waiting, (gpointer) top);
  while (waiting->len > 0)
    {
      const DwellTreeEntry *entry = g_ptr_array_steal_index (waiting, waiting->len - 1);

      if (entry->n_children > limit - n)
        return TRUE;

      n += entry->n_children;
      for (guint32 i = 0; i < entry->n_children; i++)
        if (entry->siblings[i].children != NULL)
          g_ptr_array_add (waiting, &entry->siblings[i]);
    }

  return FALSE;
}

static void
make_children (DwellTreeEntry *self,
               guint32         n)
{
  self->n_children = n;
  self->siblings = g_new0 (DwellTreeEntry, MAX (n, 1));
  self->children = g_new (DwellTreeEntry *, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    {
      self->children[i] = &self->siblings[i];
      self->siblings[i].parent = self;
      self->siblings[i].node = DWELL_NONE;
      self->siblings[i].depth = self->parent != NULL ? self->depth + 1 : 0;
      self->siblings[i].goes_down = self->goes_down;
    }
}

/* Makes children of the node @first and of its siblings before @end. */
static void
add_nodes (DwellTreeEntry  *self,
           const DwellTree *tree,
           guint32          first,
           guint32          end)
{
  guint32 n = 0;

  for (guint32 node = first; node < end; node = tree->ends[node])
    n++;

  make_children (self, n);
  n = 0;
  for (guint32 node = first; node < end; node = tree->ends[node], n++)
    {
      self->siblings[n].node = node;
      self->siblings[n].has_children = tree->ends[node] > node + 1;
    }
}

static gboolean
has_relatives (const DwellTreeEntry *self,
               const DwellTreeForm  *form)
{
  return self->goes_down ? dwell_tree_group_has_callees (self->group, form->tree)
                         : dwell_tree_group_has_callers (self->group, form->tree, form->root);
}

/* Takes over @groups. Adds no child if gathering them was cancelled, because some would be missing.
 * */
static void
add_groups (DwellTreeEntry      *self,
            const DwellTreeForm *form,
            GPtrArray           *groups,
            GCancellable        *cancellable)
{
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_ptr_array_unref (groups);
      return;
    }

  make_children (self, groups->len);
  for (guint i = 0; i < groups->len; i++)
    {
      self->siblings[i].group = groups->pdata[i];
      self->siblings[i].has_children = has_relatives (&self->siblings[i], form);
    }

  g_ptr_array_set_free_func (groups, NULL);
  g_ptr_array_unref (groups);
}

static void
add_halves (DwellTreeEntry      *self,
            const DwellTreeForm *form,
            GCancellable        *cancellable)
{
  DwellTreeGroup *groups[2] = { NULL, NULL };

  for (guint i = 0; i < G_N_ELEMENTS (groups) && form->area != DWELL_NONE; i++)
    groups[i] = dwell_tree_get_group (form->tree, form->root, form->area, cancellable);

  make_children (self, groups[0] != NULL && groups[1] != NULL ? 2 : 0);
  for (guint i = 0; i < self->n_children; i++)
    {
      DwellTreeEntry *half = &self->siblings[i];

      half->half = i == 0 ? DWELL_TREE_CALLERS : DWELL_TREE_CALLEES;
      half->goes_down = i == 1;
      half->group = g_steal_pointer (&groups[i]);
      half->has_children = has_relatives (half, form);
    }

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    g_clear_pointer (&groups[i], dwell_tree_group_free);
}

static void
add_roots (DwellTreeEntry      *self,
           const DwellTreeForm *form,
           GCancellable        *cancellable)
{
  const DwellTree *tree = form->tree;

  switch (form->mode)
    {
    case DWELL_TREE_BOTTOM_UP:
      add_groups (self, form, dwell_tree_get_groups (tree, form->root, cancellable), cancellable);
      break;
    case DWELL_TREE_AROUND:
      add_halves (self, form, cancellable);
      break;
    case DWELL_TREE_TOP_DOWN:
    default:
      if (form->root != DWELL_NONE)
        add_nodes (self, tree, form->root, tree->ends[form->root]);
      else
        add_nodes (self, tree, 0, tree->n_nodes);
      break;
    }
}

/* Makes the children and sorts them, unless they exist. Can leave them unmade if it is cancelled.
 * */
void
_dwell_tree_entry_make_children (DwellTreeEntry      *self,
                                 const DwellTreeForm *form,
                                 GCancellable        *cancellable)
{
  g_autoptr(DwellArrangement) arrangement = NULL;
  const DwellTree *tree = form->tree;

  if (self->children != NULL)
    return;

  if (self->parent == NULL)
    add_roots (self, form, cancellable);
  else if (self->group == NULL)
    add_nodes (self, tree, self->node + 1, tree->ends[self->node]);
  else if (self->goes_down)
    add_groups (self, form, dwell_tree_group_get_callees (self->group, tree, cancellable),
                cancellable);
  else
    add_groups (self, form,
                dwell_tree_group_get_callers (self->group, tree, form->root, cancellable),
                cancellable);

  arrangement = dwell_arrangement_new ();
  sort_children (self, form, arrangement);
}

/* True if making the children looks at no more than @limit nodes. */
gboolean
_dwell_tree_entry_is_quick (const DwellTreeEntry *self,
                            const DwellTreeForm  *form,
                            guint                 limit)
{
  const DwellTree *tree = form->tree;
  guint32 n_nodes = self->group != NULL ? self->group->n_nodes : 1;
  guint n = n_nodes;

  if (self->children != NULL)
    return TRUE;
  if (n_nodes > limit || (self->group != NULL && !self->goes_down))
    return n_nodes <= limit;

  for (guint32 i = 0; i < n_nodes; i++)
    {
      guint32 node = self->group != NULL ? self->group->nodes[i] : self->node;

      for (guint32 child = node + 1; child < tree->ends[node]; child = tree->ends[child])
        if (++n > limit)
          return FALSE;
    }

  return TRUE;
}

void
_dwell_tree_entry_unfold (DwellTreeEntry      *self,
                          const DwellTreeForm *form,
                          GCancellable        *cancellable)
{
  self->is_unfolded = TRUE;
  _dwell_tree_entry_make_children (self, form, cancellable);
}

/* Returns the unfolded top entry, without children if there is no tree. */
DwellTreeEntry *
_dwell_tree_entry_new (const DwellTreeForm *form,
                       GCancellable        *cancellable)
{
  DwellTreeEntry *self = g_atomic_rc_box_new0 (DwellTreeEntry);

  self->node = DWELL_NONE;
  self->is_unfolded = TRUE;
  if (form->tree != NULL)
    _dwell_tree_entry_make_children (self, form, cancellable);
  if (self->children == NULL)
    make_children (self, 0);
  return self;
}

/* Frees all entries below @top without recursion: an entry whose children are all freed is freed by
 * its parent. */
static void
clear (gpointer top)
{
  DwellTreeEntry *entry = top;

  while (entry != NULL)
    {
      if (entry->children != NULL && entry->n_children > 0)
        {
          entry = &entry->siblings[--entry->n_children];
          continue;
        }

      g_free (entry->children);
      g_free (entry->siblings);
      g_clear_pointer (&entry->group, dwell_tree_group_free);
      entry = entry->parent;
    }
}

DwellTreeEntry *
_dwell_tree_entry_ref (DwellTreeEntry *top)
{
  return g_atomic_rc_box_acquire (top);
}

void
_dwell_tree_entry_unref (DwellTreeEntry *top)
{
  g_atomic_rc_box_release_full (top, clear);
}

/* --- Unfolded places --- */

static DwellTreePlace
get_place (const DwellTreeEntry *self,
           const DwellTreeForm  *form)
{
  DwellTreeRow row = get_figures (self, form);

  return (DwellTreePlace) {
    .area = row.area,
    .context = row.area == DWELL_NONE ? row.context : DWELL_NONE,
    .half = self->half,
    .is_unfolded = self->is_unfolded || self->is_wanted,
  };
}

/* Returns a DwellTreePlace for @top and for each entry below it that is unfolded or is @current
 * (nullable). Parents come before their children, and siblings are adjacent. */
GArray *
_dwell_tree_entry_get_places (DwellTreeEntry       *top,
                              const DwellTreeForm  *form,
                              const DwellTreeEntry *current)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (DwellTreePlace));
  g_autoptr(GPtrArray) entries = g_ptr_array_new ();
  DwellTreePlace place = { .is_unfolded = TRUE };

  g_array_append_val (places, place);
  g_ptr_array_add (entries, top);
  for (guint i = 0; i < entries->len; i++)
    {
      DwellTreeEntry *entry = entries->pdata[i];

      for (guint32 j = 0; j < entry->n_children; j++)
        {
          DwellTreeEntry *child = &entry->siblings[j];

          if (!child->is_unfolded && !child->is_wanted && child != current)
            continue;

          place = get_place (child, form);
          place.parent = i;
          place.is_current = child == current;
          g_array_append_val (places, place);
          g_ptr_array_add (entries, child);
        }
    }

  return places;
}

static guint
hash_place (gconstpointer key)
{
  const DwellTreePlace *place = key;

  return place->area * 31 + place->context * 17 + place->half;
}

static gboolean
is_same_place (gconstpointer a,
               gconstpointer b)
{
  const DwellTreePlace *left = a;
  const DwellTreePlace *right = b;

  return left->area == right->area && left->context == right->context &&
         left->half == right->half;
}

/* Maps a place to the child of @self that has its area, context and half. The keys live in @keys.
 * */
static GHashTable *
index_children (DwellTreeEntry      *self,
                const DwellTreeForm *form,
                GArray              *keys)
{
  GHashTable *children = g_hash_table_new (hash_place, is_same_place);

  g_array_set_size (keys, self->n_children);
  for (guint32 i = self->n_children; i-- > 0;)
    {
      DwellTreePlace *key = &g_array_index (keys, DwellTreePlace, i);

      *key = get_place (self->children[i], form);
      g_hash_table_replace (children, key, self->children[i]);
    }

  return children;
}

/* Unfolds below @top the places of another tree. Returns (nullable) the entry of the current place.
 * */
DwellTreeEntry *
_dwell_tree_entry_unfold_places (DwellTreeEntry      *top,
                                 const DwellTreeForm *form,
                                 const GArray        *places,
                                 GCancellable        *cancellable)
{
  g_autoptr(GPtrArray) entries = g_ptr_array_new ();
  g_autoptr(GArray) keys = g_array_new (FALSE, FALSE, sizeof (DwellTreePlace));
  g_autoptr(GHashTable) children = NULL;
  DwellTreeEntry *current = NULL;
  guint parent = G_MAXUINT;

  g_ptr_array_add (entries, top);
  for (guint i = 1; i < places->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const DwellTreePlace *place = &g_array_index (places, DwellTreePlace, i);
      DwellTreeEntry *above = entries->pdata[place->parent];
      DwellTreeEntry *entry = NULL;

      if (above != NULL && place->parent != parent)
        {
          g_clear_pointer (&children, g_hash_table_unref);
          children = index_children (above, form, keys);
          parent = place->parent;
        }
      if (above != NULL)
        entry = g_hash_table_lookup (children, place);
      if (entry != NULL && place->is_current)
        current = entry;
      if (entry != NULL && place->is_unfolded && entry->has_children)
        _dwell_tree_entry_unfold (entry, form, cancellable);
      g_ptr_array_add (entries, entry != NULL && entry->children != NULL ? entry : NULL);
    }

  return current;
}
