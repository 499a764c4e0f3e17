/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the operations on the entries of a tree list: making the rows of another tree or form,
 * sorting, unfolding, going to a row. A worker does it if there are many nodes, one operation at a
 * time, and the old rows stay meanwhile. Operations that are asked for while it works wait. The
 * exception is unfolding while the rows are being replaced: it is done at once if it is quick, and
 * the remake is then repeated with it. */
#include "config.h"

#include "model/lists/tree/dwell-tree-list-private.h"

/* The greatest number of levels that are unfolded in a new tree. */
#define FIRST_DEPTH 1000u

/* A walk through this many nodes is too short to be noticed. */
#define AT_ONCE_MAX 5000u

/* Unfolds a new tree: both halves, or top-down to the first branching. */
static void
unfold_first (DwellTreeEntry      *entry,
              const DwellTreeForm *form,
              GCancellable        *cancellable)
{
  if (form->mode == DWELL_TREE_AROUND)
    for (guint32 i = 0; i < entry->n_children; i++)
      _dwell_tree_entry_unfold (entry->children[i], form, cancellable);

  if (form->mode != DWELL_TREE_TOP_DOWN)
    return;

  for (guint depth = 0;
       entry->n_children > 0 && depth < FIRST_DEPTH && !g_cancellable_is_cancelled (cancellable);
       depth++)
    {
      gboolean is_branching = entry->n_children > 1;

      entry = entry->children[0];
      _dwell_tree_entry_unfold (entry, form, cancellable);
      if (is_branching)
        break;
    }
}

static void
set_form (DwellTreeForm       *form,
          const DwellTreeForm *source)
{
  DwellTree *old_tree = form->tree;

  *form = *source;
  if (form->tree != NULL)
    dwell_tree_ref (form->tree);
  if (old_tree != NULL)
    _dwell_job_discard (old_tree, (GDestroyNotify) dwell_tree_unref);
}

static void
discard_top (DwellTreeEntry *top)
{
  _dwell_job_discard (top, (GDestroyNotify) _dwell_tree_entry_unref);
}

static void
work_free (gpointer data)
{
  DwellTreeWork *self = data;

  g_clear_pointer (&self->top, _dwell_tree_entry_unref);
  g_clear_pointer (&self->form.tree, dwell_tree_unref);
  g_clear_pointer (&self->match, dwell_tree_match_unref);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->unfolded, g_ptr_array_unref);
  g_free (self);
}

/* Sets the present form, top and match in @work. False if @work is about entries or nodes that no
 * longer exist. */
static gboolean
prepare (DwellTreeList *self,
         DwellTreeWork *work)
{
  DwellTreeMatch *match = self->source != NULL ? dwell_tree_source_get_match (self->source) : NULL;
  gboolean is_of_entry = work->kind == DWELL_TREE_WORK_UNFOLD ||
                         work->kind == DWELL_TREE_WORK_UNFOLD_BELOW;

  if ((is_of_entry && work->top != self->top) ||
      (work->kind == DWELL_TREE_WORK_GO_TO_NODE && work->form.tree != self->form.tree))
    return FALSE;

  set_form (&work->form, &self->form);
  if (work->kind == DWELL_TREE_WORK_SORT)
    {
      work->form.sort_by = self->wanted.sort_by;
      work->form.descending = self->wanted.descending;
    }

  g_clear_pointer (&work->top, _dwell_tree_entry_unref);
  work->top = _dwell_tree_entry_ref (self->top);
  if (!is_of_entry)
    work->entry = self->current;

  /* Matches are by node, so they hold only for the tree of the source. */
  g_clear_pointer (&work->match, dwell_tree_match_unref);
  if (match != NULL && dwell_tree_source_get_tree (self->source) == self->form.tree)
    work->match = dwell_tree_match_ref (match);
  return TRUE;
}

static DwellTreeWork *
work_new (DwellTreeWorkKind    kind,
          const DwellTreeForm *form)
{
  DwellTreeWork *work = g_new0 (DwellTreeWork, 1);

  work->kind = kind;
  set_form (&work->form, form);
  work->unfolded = g_ptr_array_new ();
  return work;
}

static void
remake (DwellTreeWork *self,
        GCancellable  *cancellable)
{
  g_clear_pointer (&self->top, _dwell_tree_entry_unref);
  self->form.whole = dwell_tree_get_whole (self->form.tree, self->form.root);
  self->top = _dwell_tree_entry_new (&self->form, cancellable);
  if (self->places != NULL)
    self->found = _dwell_tree_entry_unfold_places (self->top, &self->form, self->places,
                                                   cancellable);
  else
    unfold_first (self->top, &self->form, cancellable);

  /* The root becomes the current row. */
  if (self->places == NULL && self->form.root != DWELL_NONE && self->top->n_children > 0)
    self->found = self->top->children[0];

  /* Some rows may be missing. */
  if (g_cancellable_is_cancelled (cancellable))
    g_clear_pointer (&self->top, _dwell_tree_entry_unref);
}

static void
run (gpointer      data,
     GCancellable *cancellable)
{
  DwellTreeWork *self = data;

  switch (self->kind)
    {
    case DWELL_TREE_WORK_REMAKE:
      remake (self, cancellable);
      break;
    case DWELL_TREE_WORK_SORT:
      _dwell_tree_entry_sort_all (self->top, &self->form, cancellable);
      break;
    case DWELL_TREE_WORK_UNFOLD:
      _dwell_tree_entry_make_children (self->entry, &self->form, cancellable);
      break;
    case DWELL_TREE_WORK_UNFOLD_BELOW:
      _dwell_tree_work_unfold_below (self, cancellable);
      break;
    case DWELL_TREE_WORK_GO_TO_NODE:
      _dwell_tree_work_go_to_node (self, cancellable);
      break;
    case DWELL_TREE_WORK_GO_TO_HOTTEST:
      _dwell_tree_work_go_to_hottest (self, cancellable);
      break;
    case DWELL_TREE_WORK_GO_TO_MATCH:
      _dwell_tree_work_go_to_match (self, cancellable);
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_same_order (const DwellTreeForm *a,
               const DwellTreeForm *b)
{
  return a->sort_by == b->sort_by && a->descending == b->descending;
}

static gboolean
is_same_form (const DwellTreeForm *a,
              const DwellTreeForm *b)
{
  return a->tree == b->tree && a->mode == b->mode && a->root == b->root &&
         (a->area == b->area || a->mode != DWELL_TREE_AROUND);
}

/* Takes over @top and shows it. */
static void
show (DwellTreeList       *self,
      const DwellTreeForm *form,
      DwellTreeEntry      *top,
      DwellTreeEntry      *current)
{
  DwellTreeEntry *old_top = self->top;

  set_form (&self->form, form);
  self->top = top;
  self->current = current;
  _dwell_tree_list_renew (self);
  discard_top (old_top);
}

/* Does the part of an operation that belongs to the main thread. */
static void
finish (DwellTreeList *self,
        DwellTreeWork *work)
{
  for (guint i = 0; i < work->unfolded->len; i++)
    ((DwellTreeEntry *) work->unfolded->pdata[i])->is_unfolded = TRUE;

  switch (work->kind)
    {
    case DWELL_TREE_WORK_REMAKE:
      self->is_outdated = FALSE;
      show (self, &work->form, g_steal_pointer (&work->top), work->found);
      if (!is_same_order (&self->form, &self->wanted))
        g_queue_push_tail (self->waiting, work_new (DWELL_TREE_WORK_SORT, &self->wanted));
      break;
    case DWELL_TREE_WORK_SORT:
      self->form.sort_by = work->form.sort_by;
      self->form.descending = work->form.descending;
      _dwell_tree_list_renew (self);
      break;
    case DWELL_TREE_WORK_UNFOLD:
      if (work->entry->is_wanted)
        _dwell_tree_list_show_below (self, work->entry);
      break;
    case DWELL_TREE_WORK_UNFOLD_BELOW:
      _dwell_tree_list_renew (self);
      g_signal_emit_by_name (self, "unfolded-below", work->is_whole);
      break;
    case DWELL_TREE_WORK_GO_TO_NODE:
    case DWELL_TREE_WORK_GO_TO_HOTTEST:
    case DWELL_TREE_WORK_GO_TO_MATCH:
    default:
      _dwell_tree_list_arrive (self, work->found);
      break;
    }
}

/* True if the operation can be done at once. */
static gboolean
is_quick (DwellTreeWork *work)
{
  const DwellTree *tree = work->form.tree;

  if (tree == NULL || tree->n_nodes <= AT_ONCE_MAX)
    return TRUE;
  if (work->kind == DWELL_TREE_WORK_SORT)
    return !_dwell_tree_entry_has_more (work->top, AT_ONCE_MAX);

  return work->kind == DWELL_TREE_WORK_UNFOLD &&
         _dwell_tree_entry_is_quick (work->entry, &work->form, AT_ONCE_MAX);
}

/* Takes over @work. */
static void
start (DwellTreeList *self,
       DwellTreeWork *work)
{
  if (is_quick (work))
    {
      run (work, NULL);
      finish (self, work);
      work_free (work);
      return;
    }

  dwell_query_ask (DWELL_QUERY (self), work, work_free, run);
}

/* Makes the rows of the wanted form. */
static void
start_remake (DwellTreeList *self)
{
  DwellTreeWork *work = work_new (DWELL_TREE_WORK_REMAKE, &self->wanted);
  gboolean is_first = self->top->n_children == 0;

  work->serial = self->serial;
  if (!is_first)
    work->places = _dwell_tree_entry_get_places (self->top, &self->form, self->current);
  start (self, work);
}

/* Starts waiting operations until a worker is busy with one. */
void
_dwell_tree_list_proceed (DwellQuery *query)
{
  DwellTreeList *self = DWELL_TREE_LIST (query);

  while (dwell_query_get_question (query) == NULL &&
         (self->is_outdated || !g_queue_is_empty (self->waiting)))
    {
      DwellTreeWork *work;

      if (self->is_outdated)
        {
          start_remake (self);
          continue;
        }

      work = g_queue_pop_head (self->waiting);
      if (prepare (self, work))
        start (self, work);
      else
        work_free (work);
    }
}

/* Takes over the result of a worker, unless it is outdated. */
void
_dwell_tree_list_take (DwellQuery *query,
                       gpointer    question)
{
  DwellTreeWork *work = question;
  DwellTreeList *self = DWELL_TREE_LIST (query);
  gboolean is_remake = work->kind == DWELL_TREE_WORK_REMAKE;
  gboolean is_wanted = is_remake ? work->top != NULL && work->serial == self->serial &&
                                   is_same_form (&work->form, &self->wanted)
                                 : work->top == self->top && !self->is_outdated;

  if (is_wanted)
    finish (self, work);
}

/* Drops the waiting operations. */
void
_dwell_tree_list_drop_work (DwellTreeList *self)
{
  g_queue_clear_full (self->waiting, work_free);
}

/* Changes the tree or the way it is shown, at once if that is quick. If @is_same_kind, rows stay
 * unfolded. */
void
_dwell_tree_list_take_form (DwellTreeList       *self,
                            const DwellTreeForm *form,
                            gboolean             is_same_kind)
{
  DwellTreeForm none = *form;

  set_form (&self->wanted, form);
  _dwell_tree_list_drop_work (self);
  dwell_query_cancel (DWELL_QUERY (self));

  none.tree = NULL;
  none.root = DWELL_NONE;
  self->is_outdated = TRUE;
  if (!is_same_kind || self->form.tree == NULL || form->tree == NULL)
    {
      /* The page shows that rows will come. */
      dwell_query_update_busy (DWELL_QUERY (self));
      if (self->top->n_children > 0 || form->tree == NULL)
        show (self, &none, _dwell_tree_entry_new (&none, NULL), NULL);
      self->is_outdated = form->tree != NULL;
    }
  dwell_query_update (DWELL_QUERY (self));
}

/* Runs an operation, now or after the one that is under way. */
void
_dwell_tree_list_do (DwellTreeList     *self,
                     DwellTreeWorkKind  kind,
                     DwellTreeEntry    *entry,
                     guint32            node,
                     int                direction)
{
  DwellTreeWork *work = work_new (kind, &self->wanted);
  const DwellTreeWork *under_way = dwell_query_get_question (DWELL_QUERY (self));

  work->top = _dwell_tree_entry_ref (self->top);
  work->entry = entry;
  work->node = node;
  work->direction = direction;
  if (kind != DWELL_TREE_WORK_UNFOLD || under_way == NULL ||
      under_way->kind != DWELL_TREE_WORK_REMAKE)
    {
      g_queue_push_tail (self->waiting, work);
      dwell_query_update (DWELL_QUERY (self));
    }
  else if (prepare (self, work) && is_quick (work))
    {
      start (self, work);
    }
  else
    {
      work_free (work);
    }
}
