/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries: their children, their order and their figures. */
#include "config.h"

#include "model/dwell-tree-entry.h"

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
  gint64 whole = form->root != DWELL_NONE ? form->tree->totals[form->root] : form->tree->total;
  DwellTreeRow row = get_figures (self, form);

  row.depth = self->depth;
  row.half = (DwellTreeHalf) self->half;
  row.has_children = self->has_children;
  row.is_unfolded = self->is_unfolded;
  row.total_share = whole > 0 ? (double) row.total / (double) whole : -1;
  row.self_share = whole > 0 && row.self != DWELL_TIME_NONE ? (double) row.self / (double) whole
                                                            : -1;
  return row;
}

static const char *
get_name (const DwellTree    *tree,
          const DwellTreeRow *row)
{
  return row->area != DWELL_NONE ? dwell_trace_get_area_title (tree->trace, row->area)
                                 : dwell_trace_get_context_name (tree->trace, row->context);
}

static int
compare_numbers (gint64 a,
                 gint64 b)
{
  return (a > b) - (a < b);
}

/* What is equal keeps the order in which it was made. */
static int
compare_entries (gconstpointer a,
                 gconstpointer b,
                 gpointer      user_data)
{
  const DwellTreeEntry *left = *(DwellTreeEntry * const *) a;
  const DwellTreeEntry *right = *(DwellTreeEntry * const *) b;
  const DwellTreeForm *form = user_data;
  DwellTreeRow left_row = get_figures (left, form);
  DwellTreeRow right_row = get_figures (right, form);
  int order;

  switch (form->sort_by)
    {
    case DWELL_TREE_NAME:
      order = g_utf8_collate (get_name (form->tree, &left_row), get_name (form->tree, &right_row));
      break;
    case DWELL_TREE_COUNT:
      order = (left_row.count > right_row.count) - (left_row.count < right_row.count);
      break;
    case DWELL_TREE_SELF:
    case DWELL_TREE_SELF_SHARE:
      order = compare_numbers (left_row.self, right_row.self);
      break;
    case DWELL_TREE_TOTAL:
    case DWELL_TREE_TOTAL_SHARE:
    case DWELL_N_TREE_COLUMNS:
    default:
      order = compare_numbers (left_row.total, right_row.total);
      break;
    }

  if (order == 0)
    return (left > right) - (left < right);

  return form->descending ? -order : order;
}

static void
sort_children (DwellTreeEntry      *self,
               const DwellTreeForm *form)
{
  /* The two halves stand as they are. */
  if (self->n_children > 1 && self->siblings[0].half == DWELL_TREE_NO_HALF)
    g_qsort_with_data (self->children, (int) self->n_children, sizeof (DwellTreeEntry *),
                       compare_entries, (gpointer) form);
}

/*< private >
 * _dwell_tree_entry_sort_all: all that was made below @top */
void
_dwell_tree_entry_sort_all (DwellTreeEntry      *top,
                            const DwellTreeForm *form)
{
  g_autoptr(GPtrArray) waiting = g_ptr_array_new ();

  g_ptr_array_add (waiting, top);
  while (waiting->len > 0)
    {
      DwellTreeEntry *entry = g_ptr_array_steal_index (waiting, waiting->len - 1);

      sort_children (entry, form);
      for (guint32 i = 0; i < entry->n_children; i++)
        if (entry->siblings[i].children != NULL)
          g_ptr_array_add (waiting, &entry->siblings[i]);
    }
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

/* The nodes from @first on that are siblings and lie before @end. */
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

/* Takes over @groups. */
static void
add_groups (DwellTreeEntry      *self,
            const DwellTreeForm *form,
            GPtrArray           *groups)
{
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
            const DwellTreeForm *form)
{
  DwellTreeGroup *group = NULL;

  if (form->area != DWELL_NONE)
    group = dwell_tree_get_group (form->tree, form->root, form->area,
                                                           NULL);

  make_children (self, group != NULL ? 2 : 0);
  for (guint i = 0; i < self->n_children; i++)
    {
      DwellTreeEntry *half = &self->siblings[i];

      half->half = i == 0 ? DWELL_TREE_CALLERS : DWELL_TREE_CALLEES;
      half->goes_down = i == 1;
      half->group = i == 0 ? group : dwell_tree_get_group (form->tree, form->root, form->area,
                                                           NULL);
      half->has_children = has_relatives (half, form);
    }
}

static void
add_roots (DwellTreeEntry      *self,
           const DwellTreeForm *form)
{
  const DwellTree *tree = form->tree;

  switch (form->mode)
    {
    case DWELL_TREE_BOTTOM_UP:
      add_groups (self, form, dwell_tree_get_groups (tree, form->root, NULL));
      break;
    case DWELL_TREE_AROUND:
      add_halves (self, form);
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

/*< private >
 * _dwell_tree_entry_unfold: makes the children, if that was not done yet, in order */
void
_dwell_tree_entry_unfold (DwellTreeEntry      *self,
                          const DwellTreeForm *form)
{
  self->is_unfolded = TRUE;
  if (self->children != NULL)
    return;

  if (self->parent == NULL)
    add_roots (self, form);
  else if (self->group == NULL)
    add_nodes (self, form->tree, self->node + 1, form->tree->ends[self->node]);
  else if (self->goes_down)
    add_groups (self, form, dwell_tree_group_get_callees (self->group, form->tree, NULL));
  else
    add_groups (self, form,
                dwell_tree_group_get_callers (self->group, form->tree, form->root, NULL));

  sort_children (self, form);
}

/*< private >
 * _dwell_tree_entry_new: the one above all rows, unfolded; none if there is no tree */
DwellTreeEntry *
_dwell_tree_entry_new (const DwellTreeForm *form)
{
  DwellTreeEntry *self = g_new0 (DwellTreeEntry, 1);

  self->node = DWELL_NONE;
  if (form->tree != NULL)
    _dwell_tree_entry_unfold (self, form);
  else
    make_children (self, 0);
  return self;
}

/*< private >
 * _dwell_tree_entry_free: with all below it, without recursion: who has no children left to free is
 * freed by its parent */
void
_dwell_tree_entry_free (DwellTreeEntry *top)
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

  g_free (top);
}

DwellTreeEntry *
_dwell_tree_entry_find (const DwellTreeEntry *self,
                        const DwellTreeForm  *form,
                        const DwellTreeEntry *other,
                        const DwellTreeForm  *other_form)
{
  DwellTreeRow wanted = get_figures (other, other_form);

  for (guint32 i = 0; i < self->n_children; i++)
    {
      DwellTreeEntry *child = self->children[i];
      DwellTreeRow row = get_figures (child, form);

      if (row.area == wanted.area && child->half == other->half &&
          (row.area != DWELL_NONE || row.context == wanted.context))
        return child;
    }

  return NULL;
}
