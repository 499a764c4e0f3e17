/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a tree list shows is another: another tree, seen from elsewhere, or cut down.
 *
 * The outermost rows from below and around an area take a walk through all nodes. In a great tree a
 * worker does that; meanwhile those of the tree before stay, if they are of the same kind. */
#include "config.h"

#include "model/dwell-tree-list-private.h"

/* How far a new tree is unfolded at most. */
#define FIRST_DEPTH 1000u

/* A walk through this many nodes is not felt. */
#define AT_ONCE_MAX 20000u

/* A question and its answer: one job. */
typedef struct {
  DwellTreeForm   form; /* owns its tree */
  gboolean        is_first;
  DwellTreeEntry *top;  /* out */
} Question;

/* What a new tree shows before anyone unfolds anything: the way down until it parts. */
static void
unfold_first (DwellTreeEntry      *entry,
              const DwellTreeForm *form)
{
  if (form->mode == DWELL_TREE_AROUND)
    for (guint32 i = 0; i < entry->n_children; i++)
      _dwell_tree_entry_unfold (entry->children[i], form);

  if (form->mode != DWELL_TREE_TOP_DOWN)
    return;

  for (guint depth = 0; entry->n_children > 0 && depth < FIRST_DEPTH; depth++)
    {
      gboolean parts = entry->n_children > 1;

      entry = entry->children[0];
      _dwell_tree_entry_unfold (entry, form);
      if (parts)
        break;
    }
}

typedef struct {
  DwellTreeEntry *old;
  DwellTreeEntry *new;
} Pair;

/* Unfolds below @top what is unfolded in the old tree. */
static void
unfold_as_before (DwellTreeList       *self,
                  DwellTreeEntry      *top,
                  const DwellTreeForm *form)
{
  g_autoptr(GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  DwellTreeEntry *current = NULL;
  Pair pair = { self->top, top };

  g_array_append_val (pairs, pair);
  while (pairs->len > 0)
    {
      Pair next = g_array_index (pairs, Pair, pairs->len - 1);

      g_array_set_size (pairs, pairs->len - 1);
      for (guint32 i = 0; i < next.old->n_children; i++)
        {
          DwellTreeEntry *old = next.old->children[i];

          if (!old->is_unfolded && old != self->current)
            continue;

          pair.old = old;
          pair.new = _dwell_tree_entry_find (next.new, form, old, &self->form);
          if (pair.new == NULL)
            continue;

          if (old == self->current)
            current = pair.new;
          if (!old->is_unfolded || !pair.new->has_children)
            continue;

          _dwell_tree_entry_unfold (pair.new, form);
          g_array_append_val (pairs, pair);
        }
    }

  self->current = current;
}

static void
set_form (DwellTreeForm       *form,
          const DwellTreeForm *source)
{
  DwellTree *old_tree = form->tree;

  *form = *source;
  if (form->tree != NULL)
    dwell_tree_ref (form->tree);
  g_clear_pointer (&old_tree, dwell_tree_unref);
}

static DwellTreeEntry *
make_top (const DwellTreeForm *form,
          gboolean             is_first)
{
  DwellTreeEntry *top = _dwell_tree_entry_new (form);

  if (is_first)
    unfold_first (top, form);
  return top;
}

/* Shows @top, which is taken over. */
static void
show (DwellTreeList       *self,
      const DwellTreeForm *form,
      DwellTreeEntry      *top,
      gboolean             is_same_kind)
{
  DwellTreeEntry *old_top = self->top;

  if (is_same_kind && self->form.tree != NULL && form->tree != NULL)
    unfold_as_before (self, top, form);
  else
    self->current = NULL;

  set_form (&self->form, form);
  self->top = top;
  _dwell_tree_list_renew (self);
  _dwell_tree_entry_free (old_top);
}

static void
set_busy (DwellTreeList *self,
          gboolean       is_busy)
{
  if (self->is_busy == is_busy)
    return;

  self->is_busy = is_busy;
  g_object_notify (G_OBJECT (self), "busy");
}

static void
question_free (gpointer data)
{
  Question *self = data;

  if (self->top != NULL)
    _dwell_tree_entry_free (self->top);
  g_clear_pointer (&self->form.tree, dwell_tree_unref);
  g_free (self);
}

static void
work (gpointer      data,
      GCancellable *cancellable)
{
  Question *self = data;

  self->top = make_top (&self->form, self->is_first);
}

static gboolean
is_same_form (const DwellTreeForm *a,
              const DwellTreeForm *b)
{
  return a->tree == b->tree && a->mode == b->mode && a->area == b->area && a->root == b->root;
}

static void answered (gpointer data,
                      gpointer user_data);

/* Has the rows that are wanted made, unless others are being made, whose end comes back here. */
static void
ask (DwellTreeList *self)
{
  Question *question;

  if (self->job != NULL)
    return;

  question = g_new0 (Question, 1);
  set_form (&question->form, &self->wanted);
  question->is_first = self->top->n_children == 0;
  self->job = _dwell_job_start (question, question_free, work, answered, self);
}

static void
answered (gpointer data,
          gpointer user_data)
{
  Question *question = data;
  DwellTreeList *self = user_data;

  self->job = NULL;
  if (!self->is_busy)
    return;

  if (question->top == NULL || question->is_first != (self->top->n_children == 0) ||
      !is_same_form (&question->form, &self->wanted))
    {
      ask (self);
      return;
    }

  g_object_ref (self);
  if (question->form.sort_by != self->wanted.sort_by ||
      question->form.descending != self->wanted.descending)
    _dwell_tree_entry_sort_all (question->top, &self->wanted);
  /* The page that hears of the rows asks whether there are more to come. */
  self->is_busy = FALSE;
  show (self, &self->wanted, g_steal_pointer (&question->top), !question->is_first);
  g_object_notify (G_OBJECT (self), "busy");
  g_object_unref (self);
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
  gboolean is_quick = form->tree == NULL || form->mode == DWELL_TREE_TOP_DOWN ||
                      form->tree->n_nodes <= AT_ONCE_MAX;
  gboolean is_first = !is_same_kind || self->form.tree == NULL || self->top->n_children == 0;

  set_form (&self->wanted, form);
  if (self->job != NULL)
    _dwell_job_cancel (self->job);

  if (is_quick)
    {
      set_busy (self, FALSE);
      show (self, form, make_top (form, is_first), !is_first);
      return;
    }

  set_busy (self, TRUE);
  none.tree = NULL;
  none.root = DWELL_NONE;
  if (is_first)
    show (self, &none, _dwell_tree_entry_new (&none), FALSE);
  ask (self);
}
