/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is done with the entries of a tree list: another tree or another view of it, sorting,
 * unfolding, going somewhere. Where nodes are many a worker does it, one thing at a time, and the
 * rows of before stay meanwhile. What is asked while it works waits, but for the quick unfolding of
 * rows that are about to be replaced: a remake is told of that, and done with it. */
#include "config.h"

#include "model/lists/tree/dwell-tree-list-private.h"

/* How far a new tree is unfolded at most. */
#define FIRST_DEPTH 1000u

/* A walk through this many nodes is not felt. */
#define AT_ONCE_MAX 5000u

/* What a new tree shows before anyone unfolds anything: the way down until it parts. */
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
      gboolean parts = entry->n_children > 1;

      entry = entry->children[0];
      _dwell_tree_entry_unfold (entry, form, cancellable);
      if (parts)
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

/* Takes what there is now to do @work with. False if it speaks of what is gone. */
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

  /* What matches is told by the node: of the source's tree alone. */
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

  /* What the tree is cut down to is what the user is at. */
  if (self->places == NULL && self->form.root != DWELL_NONE && self->top->n_children > 0)
    self->found = self->top->children[0];
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

/* Shows @top, which is taken over. */
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

/* The main thread's part of what was done. */
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

/* Whether it may be done at once. */
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

/*< private >
 * _dwell_tree_list_proceed: goes on with what waits, until a worker is busy with it */
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

/*< private >
 * _dwell_tree_list_take: the worker has done it */
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

/*< private >
 * _dwell_tree_list_drop_work: what waits is not to be done any more */
void
_dwell_tree_list_drop_work (DwellTreeList *self)
{
  g_queue_clear_full (self->waiting, work_free);
}

/*< private >
 * _dwell_tree_list_take_form: the tree, or what it is seen as, is now @form; at once if that is
 * quick. What is unfolded stays so if it is the same kind of tree */
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
      /* So that the page says that rows are to come. */
      dwell_query_update_busy (DWELL_QUERY (self));
      if (self->top->n_children > 0 || form->tree == NULL)
        show (self, &none, _dwell_tree_entry_new (&none, NULL), NULL);
      self->is_outdated = form->tree != NULL;
    }
  dwell_query_update (DWELL_QUERY (self));
}

/*< private >
 * _dwell_tree_list_do: does it, or has it done when what is under way is done */
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
