/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree list: its public functions. dwell-tree-list-work.c runs the operations,
 * dwell-tree-list-rows.c keeps the rows. */
#include "config.h"

#include "model/lists/tree/dwell-tree-list.h"

#include "model/lists/tree/dwell-tree-item.h"
#include "model/lists/tree/dwell-tree-list-private.h"

enum {
  ARRIVED,
  UNFOLDED_BELOW,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTreeList, dwell_tree_list, DWELL_TYPE_LIST)

static gpointer
dwell_tree_list_get_item (DwellList *list,
                          guint      position)
{
  DwellTreeList *self = DWELL_TREE_LIST (list);
  DwellTreeRow row = _dwell_tree_entry_get_row (self->rows->pdata[position], &self->form);

  return _dwell_tree_item_new (self->form.tree,
                               _dwell_time_units_get (&self->units, self->form.tree,
                                                      DWELL_N_TREE_COLUMNS), &row);
}

/* The list is also busy before a worker has started to make the rows. */
static gboolean
dwell_tree_list_is_busy (DwellQuery *query)
{
  DwellTreeList *self = DWELL_TREE_LIST (query);

  return dwell_query_get_question (query) != NULL ||
         (self->is_outdated && self->wanted.tree != NULL);
}

static DwellTreeEntry *
get_entry (DwellTreeList *self,
           guint          position)
{
  return position < self->rows->len ? self->rows->pdata[position] : NULL;
}

static void
on_tree_changed (DwellTreeList *self)
{
  DwellTree *tree = self->source != NULL ? dwell_tree_source_get_tree (self->source) : NULL;
  DwellTreeForm form = self->wanted;
  gboolean is_same_trace = tree != NULL && form.tree != NULL && form.tree->trace == tree->trace &&
                           (form.tree->contexts == NULL) == (tree->contexts == NULL);

  if (tree == form.tree)
    return;

  if (!is_same_trace && (tree == NULL || form.tree == NULL || form.tree->trace != tree->trace))
    form.area = DWELL_NONE;
  form.tree = tree;
  _dwell_tree_list_take_form (self, &form, is_same_trace);
}

static void
dwell_tree_list_dispose (GObject *object)
{
  DwellTreeList *self = DWELL_TREE_LIST (object);

  _dwell_tree_list_drop_work (self);
  if (self->source != NULL)
    dwell_tree_source_unfollow (self->source, &self->wanted.root);
  g_clear_object (&self->source_signals);
  g_clear_object (&self->source);

  G_OBJECT_CLASS (dwell_tree_list_parent_class)->dispose (object);
}

static void
dwell_tree_list_finalize (GObject *object)
{
  DwellTreeList *self = DWELL_TREE_LIST (object);

  g_ptr_array_unref (self->rows);
  g_queue_free (self->waiting);
  _dwell_job_discard (self->top, (GDestroyNotify) _dwell_tree_entry_unref);
  g_clear_pointer (&self->form.tree, dwell_tree_unref);
  g_clear_pointer (&self->wanted.tree, dwell_tree_unref);
  g_clear_pointer (&self->units, _dwell_time_units_unref);

  G_OBJECT_CLASS (dwell_tree_list_parent_class)->finalize (object);
}

static void
dwell_tree_list_class_init (DwellTreeListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  object_class->dispose = dwell_tree_list_dispose;
  object_class->finalize = dwell_tree_list_finalize;
  list_class->item_type = DWELL_TYPE_TREE_ITEM;
  list_class->get_item = dwell_tree_list_get_item;
  query_class->update = _dwell_tree_list_proceed;
  query_class->take = _dwell_tree_list_take;
  query_class->is_busy = dwell_tree_list_is_busy;

  signals[ARRIVED] = g_signal_new ("arrived", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[UNFOLDED_BELOW] = g_signal_new ("unfolded-below", G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                          G_TYPE_BOOLEAN);
}

static void
dwell_tree_list_init (DwellTreeList *self)
{
  self->form.area = DWELL_NONE;
  self->form.root = DWELL_NONE;
  self->form.sort_by = DWELL_TREE_TOTAL;
  self->form.descending = TRUE;
  self->wanted = self->form;
  self->top = _dwell_tree_entry_new (&self->form, NULL);
  self->rows = g_ptr_array_new ();
  self->waiting = g_queue_new ();

  self->source_signals = g_signal_group_new (DWELL_TYPE_TREE_SOURCE);
  g_signal_group_connect_swapped (self->source_signals, "tree-changed",
                                  G_CALLBACK (on_tree_changed), self);
}

/**
 * dwell_tree_list_new:
 *
 * Returns: (transfer full): an empty list, top-down, that sorts by total with the largest first
 */
DwellTreeList *
dwell_tree_list_new (void)
{
  return g_object_new (DWELL_TYPE_TREE_LIST, NULL);
}

/**
 * dwell_tree_list_set_source:
 * @self: a list
 * @source: (nullable): the source of the tree to show
 */
void
dwell_tree_list_set_source (DwellTreeList   *self,
                            DwellTreeSource *source)
{
  g_return_if_fail (DWELL_IS_TREE_LIST (self));

  if (self->source == source)
    return;

  if (self->source != NULL)
    dwell_tree_source_unfollow (self->source, &self->wanted.root);
  g_set_object (&self->source, source);
  self->wanted.root = DWELL_NONE;
  if (source != NULL)
    dwell_tree_source_follow (source, &self->wanted.root);

  g_signal_group_set_target (self->source_signals, source);
  on_tree_changed (self);
}

/**
 * dwell_tree_list_get_mode:
 * @self: a list
 *
 * Returns: the way in which the tree is shown
 */
DwellTreeMode
dwell_tree_list_get_mode (DwellTreeList *self)
{
  return self->wanted.mode;
}

/**
 * dwell_tree_list_set_mode:
 * @self: a list
 * @mode: the way to show the tree
 */
void
dwell_tree_list_set_mode (DwellTreeList *self,
                          DwellTreeMode  mode)
{
  DwellTreeForm form = self->wanted;

  g_return_if_fail (DWELL_IS_TREE_LIST (self));

  if (form.mode == mode)
    return;

  form.mode = mode;
  _dwell_tree_list_take_form (self, &form, FALSE);
}

/**
 * dwell_tree_list_get_area:
 * @self: a list
 *
 * Returns: the area whose callers and callees %DWELL_TREE_AROUND shows, or %DWELL_NONE
 */
guint32
dwell_tree_list_get_area (DwellTreeList *self)
{
  return self->wanted.area;
}

/**
 * dwell_tree_list_set_area:
 * @self: a list
 * @area: an area, or %DWELL_NONE
 *
 * Chooses the area whose callers and callees %DWELL_TREE_AROUND shows.
 */
void
dwell_tree_list_set_area (DwellTreeList *self,
                          guint32        area)
{
  DwellTreeForm form = self->wanted;

  g_return_if_fail (DWELL_IS_TREE_LIST (self));

  if (form.area == area)
    return;

  form.area = area;
  if (form.mode == DWELL_TREE_AROUND)
    _dwell_tree_list_take_form (self, &form, FALSE);
  else
    self->wanted.area = self->form.area = area;
}

/**
 * dwell_tree_list_get_root:
 * @self: a list
 *
 * Returns: the node that the list is limited to, or %DWELL_NONE
 */
guint32
dwell_tree_list_get_root (DwellTreeList *self)
{
  return self->wanted.root;
}

/**
 * dwell_tree_list_set_root:
 * @self: a list
 * @node: a node of the source's tree, or %DWELL_NONE
 *
 * Limits the list to @node and the nodes below it. Shares are then parts of the self time of these
 * nodes.
 */
void
dwell_tree_list_set_root (DwellTreeList *self,
                          guint32        node)
{
  DwellTreeForm form = self->wanted;

  g_return_if_fail (DWELL_IS_TREE_LIST (self));
  g_return_if_fail (node == DWELL_NONE || (form.tree != NULL && node < form.tree->n_nodes));

  if (form.root == node)
    return;

  form.root = node;
  _dwell_tree_list_take_form (self, &form, FALSE);
}

/**
 * dwell_tree_list_sort:
 * @self: a list
 * @column: a column
 * @descending: true to begin with the largest, or the last in the alphabet
 *
 * Sorts siblings among themselves.
 */
void
dwell_tree_list_sort (DwellTreeList   *self,
                      DwellTreeColumn  column,
                      gboolean         descending)
{
  g_return_if_fail (DWELL_IS_TREE_LIST (self));

  if (self->wanted.sort_by == column && self->wanted.descending == descending)
    return;

  self->wanted.sort_by = column;
  self->wanted.descending = descending;
  /* Rows that are being made are sorted when they are finished. */
  if (!self->is_outdated)
    _dwell_tree_list_do (self, DWELL_TREE_WORK_SORT, NULL, DWELL_NONE, 0);
}

/**
 * dwell_tree_list_get_current:
 * @self: a list
 *
 * Returns: the position of the current row; %G_MAXUINT: there is none, or it is folded away
 */
guint
dwell_tree_list_get_current (DwellTreeList *self)
{
  guint position;

  g_return_val_if_fail (DWELL_IS_TREE_LIST (self), G_MAXUINT);

  return self->current != NULL && g_ptr_array_find (self->rows, self->current, &position)
           ? position : G_MAXUINT;
}

/**
 * dwell_tree_list_set_current:
 * @self: a list
 * @position: the position of a row, or %G_MAXUINT
 */
void
dwell_tree_list_set_current (DwellTreeList *self,
                             guint          position)
{
  g_return_if_fail (DWELL_IS_TREE_LIST (self));

  self->current = get_entry (self, position);
  self->serial++;
}

/**
 * dwell_tree_list_fold:
 * @self: a list
 * @position: the position of a row
 * @is_folded: true to fold the row, false to unfold it
 *
 * The rows below appear later if a worker has to make them. Does nothing if @position does not
 * exist.
 */
void
dwell_tree_list_fold (DwellTreeList *self,
                      guint          position,
                      gboolean       is_folded)
{
  DwellTreeEntry *entry = get_entry (self, position);
  gboolean is_unfolded;

  g_return_if_fail (DWELL_IS_TREE_LIST (self));

  if (entry == NULL || !entry->has_children)
    return;

  is_unfolded = entry->is_unfolded || entry->is_wanted;
  if (is_unfolded == !is_folded)
    return;

  self->serial++;
  entry->is_wanted = !is_folded;
  if (!is_folded)
    _dwell_tree_list_do (self, DWELL_TREE_WORK_UNFOLD, entry, DWELL_NONE, 0);
  else if (entry->is_unfolded)
    _dwell_tree_list_hide_below (self, position);
}

/**
 * dwell_tree_list_unfold_below:
 * @self: a list
 * @position: the position of a row
 *
 * Unfolds a row and all rows below it, level by level, until 20 000 rows are added. Then
 * “unfolded-below” is emitted.
 */
void
dwell_tree_list_unfold_below (DwellTreeList *self,
                              guint          position)
{
  DwellTreeEntry *entry = get_entry (self, position);

  g_return_if_fail (DWELL_IS_TREE_LIST (self));

  if (entry != NULL)
    _dwell_tree_list_do (self, DWELL_TREE_WORK_UNFOLD_BELOW, entry, DWELL_NONE, 0);
}

/**
 * dwell_tree_list_go_to_node:
 * @self: a list
 * @node: a node of the source's tree
 *
 * Finds a row only in %DWELL_TREE_TOP_DOWN, and only at or below the root. “arrived” is emitted at
 * the end.
 */
void
dwell_tree_list_go_to_node (DwellTreeList *self,
                            guint32        node)
{
  g_return_if_fail (DWELL_IS_TREE_LIST (self));

  if (self->wanted.tree == NULL || self->wanted.mode != DWELL_TREE_TOP_DOWN ||
      node >= self->wanted.tree->n_nodes)
    g_signal_emit (self, signals[ARRIVED], 0, FALSE);
  else
    _dwell_tree_list_do (self, DWELL_TREE_WORK_GO_TO_NODE, NULL, node, 0);
}

/**
 * dwell_tree_list_go_to_hottest:
 * @self: a list
 *
 * Top-down, follows the heaviest children from the current row, or from the top if the current row
 * has nothing below it. Bottom-up, follows the heaviest callers of the area with the largest own
 * weight. “arrived” is emitted at the end.
 */
void
dwell_tree_list_go_to_hottest (DwellTreeList *self)
{
  g_return_if_fail (DWELL_IS_TREE_LIST (self));

  if (self->wanted.tree == NULL)
    g_signal_emit (self, signals[ARRIVED], 0, FALSE);
  else
    _dwell_tree_list_do (self, DWELL_TREE_WORK_GO_TO_HOTTEST, NULL, DWELL_NONE, 0);
}

/**
 * dwell_tree_list_go_to_match:
 * @self: a list
 * @direction: 1 for the next row that matches the source's search, -1 for the previous one
 *
 * Also finds rows that are folded away, and unfolds them. Wraps around. “arrived” is emitted at the
 * end.
 */
void
dwell_tree_list_go_to_match (DwellTreeList *self,
                             int            direction)
{
  g_return_if_fail (DWELL_IS_TREE_LIST (self));

  if (self->wanted.tree == NULL || self->source == NULL ||
      dwell_tree_source_get_match (self->source) == NULL)
    g_signal_emit (self, signals[ARRIVED], 0, FALSE);
  else
    _dwell_tree_list_do (self, DWELL_TREE_WORK_GO_TO_MATCH, NULL, DWELL_NONE, direction);
}

/**
 * dwell_tree_list_get_parent:
 * @self: a list
 * @position: the position of a row
 *
 * Returns: the position of the row above it in the tree, or %G_MAXUINT
 */
guint
dwell_tree_list_get_parent (DwellTreeList *self,
                            guint          position)
{
  DwellTreeEntry *entry = get_entry (self, position);

  while (position-- > 0 && entry != NULL)
    if (self->rows->pdata[position] == entry->parent)
      return position;

  return G_MAXUINT;
}
