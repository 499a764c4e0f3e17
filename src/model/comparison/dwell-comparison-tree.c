/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for the trees of both recordings, or for another flame graph of the trees that it has. */
#include "config.h"

#include "model/comparison/dwell-comparison-tree.h"

#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-comparison-sides.h"

/* A question and its answer: one job. */
typedef struct {
  DwellComparisonSides sides;
  DwellComparisonOptions *options;
  DwellTreeWidth       width;
  gboolean             wants_flame;
  guint                serial;
  DwellTreeDifference *difference; /* in (nullable); out: made if it was NULL */
  DwellFlame          *flame;      /* out; NULL: not wanted, cancelled, or too little memory */
  gboolean             is_done;    /* out: was not cancelled */
} Question;

struct _DwellComparisonTree
{
  DwellQuery parent_instance;

  GSignalGroup        *base_signals;
  DwellTreeWidth       width;
  char                *matching;      /* of the options: what is matched */
  guint                serial;     /* of the wanted trees */
  guint                shown_serial;
  DwellTreeWidth       shown_width;
  gboolean             wants_flame;
  gboolean             has_flame;  /* was made for the trees that are shown, even if it was taken */
  gboolean             is_swapped; /* in what is shown, the base is the view’s session */
  DwellTreeDifference *difference; /* (nullable) */
  DwellFlame          *flame;      /* (nullable): until it is taken */
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellComparisonTree, dwell_comparison_tree, DWELL_TYPE_QUERY)

static void
question_free (gpointer data)
{
  Question *self = data;

  g_clear_pointer (&self->difference, dwell_tree_difference_unref);
  g_clear_pointer (&self->flame, dwell_flame_free);
  g_clear_pointer (&self->options, dwell_comparison_options_free);
  _dwell_comparison_sides_clear (&self->sides);
  g_free (self);
}

static DwellTree *
make_tree (const DwellComparisonSide *side,
           GCancellable              *cancellable)
{
  const DwellTreeOptions options = { .begin = side->begin, .end = side->end };

  return dwell_tree_new (side->reading->trace, &options, cancellable);
}

static void
work (gpointer      data,
      GCancellable *cancellable)
{
  Question *self = data;

  if (self->difference == NULL)
    {
      const DwellComparisonSides *sides = &self->sides;
      g_autoptr(DwellTree) base = make_tree (&sides->base, cancellable);
      g_autoptr(DwellTree) new = base != NULL ? make_tree (&sides->new, cancellable) : NULL;
      g_autoptr(DwellMatch) match = NULL;

      if (new != NULL)
        match = _dwell_comparison_options_match (self->options, sides->base.reading->trace,
                                                 sides->new.reading->trace, sides->is_swapped);
      if (match != NULL && !g_cancellable_is_cancelled (cancellable))
        self->difference = dwell_tree_difference_new (base, new, match);
    }

  if (self->difference != NULL && self->wants_flame && !g_cancellable_is_cancelled (cancellable))
    self->flame = dwell_tree_difference_make_flame (self->difference, self->width,
                                                    DWELL_FLAME_BY_TIME);
  self->is_done = !g_cancellable_is_cancelled (cancellable);
}

/* Whether the flame graph is wanted, and was not made with the wanted widths. */
static gboolean
lacks_flame (DwellComparisonTree *self)
{
  return self->wants_flame && self->difference != NULL &&
         (!self->has_flame || self->shown_width != self->width);
}

static DwellSession *
get_base (DwellComparisonTree *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));

  return view != NULL ? dwell_view_get_base (view, NULL) : NULL;
}

/* Takes over @difference and @flame. */
static void
show (DwellComparisonTree *self,
      DwellTreeDifference *difference,
      DwellFlame          *flame)
{
  DwellTreeDifference *old = self->difference;

  g_clear_pointer (&self->flame, dwell_flame_free);
  self->difference = difference;
  self->flame = flame;
  g_signal_emit (self, signals[CHANGED], 0);
  g_clear_pointer (&old, dwell_tree_difference_unref);
}

/* Trees wait until both recordings are read. */
static void
dwell_comparison_tree_ask (DwellQuery *query)
{
  DwellComparisonTree *self = DWELL_COMPARISON_TREE (query);
  DwellSession *own = dwell_query_get_session (query);
  DwellSession *base = get_base (self);
  gboolean needs_trees = self->shown_serial != self->serial;
  DwellComparisonSides sides = { { NULL } };
  Question *question;

  if ((!needs_trees && !lacks_flame (self)) || base == NULL ||
      dwell_session_get_state (own) != DWELL_SESSION_READY ||
      dwell_session_get_state (base) != DWELL_SESSION_READY ||
      !_dwell_comparison_sides_init (&sides, dwell_query_get_view (query)))
    return;

  question = g_new0 (Question, 1);
  question->sides = sides;
  question->options = dwell_comparison_options_new (dwell_query_get_view (query));
  question->width = self->width;
  question->wants_flame = self->wants_flame;
  question->serial = self->serial;
  if (!needs_trees)
    question->difference = dwell_tree_difference_ref (self->difference);
  dwell_query_ask (query, question, question_free, work);
}

static void
dwell_comparison_tree_take (DwellQuery *query,
                            gpointer    data)
{
  DwellComparisonTree *self = DWELL_COMPARISON_TREE (query);
  Question *question = data;

  if (!question->is_done ||
      !_dwell_comparison_sides_are_of (&question->sides, dwell_query_get_view (query)))
    return;

  self->shown_serial = question->serial;
  self->shown_width = question->width;
  self->has_flame = question->wants_flame;
  self->is_swapped = question->sides.is_swapped;
  show (self, g_steal_pointer (&question->difference), g_steal_pointer (&question->flame));
}

static gboolean
dwell_comparison_tree_shows_wanted (DwellQuery *query)
{
  return DWELL_COMPARISON_TREE (query)->difference != NULL;
}

static gboolean
dwell_comparison_tree_is_busy (DwellQuery *query)
{
  DwellComparisonTree *self = DWELL_COMPARISON_TREE (query);
  DwellSession *base = get_base (self);

  return base != NULL && dwell_session_get_state (base) != DWELL_SESSION_FAILED &&
         (self->shown_serial != self->serial || lacks_flame (self));
}

static void
ask_again (DwellComparisonTree *self)
{
  self->serial++;
  dwell_query_update (DWELL_QUERY (self));
}

static void
take_options (DwellComparisonTree *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));

  if (_dwell_comparison_options_take_matching (&self->matching, view))
    ask_again (self);
}

/* Called when more of the session or of its base has been read. */
static void
take_indexes (DwellComparisonTree *self)
{
  dwell_query_update (DWELL_QUERY (self));
}

static void
take_base (DwellComparisonTree *self)
{
  g_signal_group_set_target (self->base_signals, get_base (self));
  self->has_flame = FALSE;
  if (self->difference != NULL)
    show (self, NULL, NULL);
  ask_again (self);
  dwell_query_update_busy (DWELL_QUERY (self));
}

static void
dwell_comparison_tree_take_trace (DwellQuery *query)
{
  take_base (DWELL_COMPARISON_TREE (query));
}

static void
dwell_comparison_tree_dispose (GObject *object)
{
  g_clear_object (&DWELL_COMPARISON_TREE (object)->base_signals);

  G_OBJECT_CLASS (dwell_comparison_tree_parent_class)->dispose (object);
}

static void
dwell_comparison_tree_finalize (GObject *object)
{
  DwellComparisonTree *self = DWELL_COMPARISON_TREE (object);

  g_clear_pointer (&self->flame, dwell_flame_free);
  g_clear_pointer (&self->difference, dwell_tree_difference_unref);
  g_free (self->matching);

  G_OBJECT_CLASS (dwell_comparison_tree_parent_class)->finalize (object);
}

static void
dwell_comparison_tree_class_init (DwellComparisonTreeClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_comparison_tree_dispose;
  G_OBJECT_CLASS (klass)->finalize = dwell_comparison_tree_finalize;
  query_class->take_trace = dwell_comparison_tree_take_trace;
  query_class->ask = dwell_comparison_tree_ask;
  query_class->take = dwell_comparison_tree_take;
  query_class->shows_wanted = dwell_comparison_tree_shows_wanted;
  query_class->is_busy = dwell_comparison_tree_is_busy;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_comparison_tree_init (DwellComparisonTree *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  self->base_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->base_signals, "trace-changed", G_CALLBACK (ask_again),
                                  self);
  g_signal_group_connect_swapped (self->base_signals, "notify::state", G_CALLBACK (ask_again),
                                  self);
  dwell_query_connect_view (query, "scope-changed", G_CALLBACK (ask_again));
  g_signal_group_connect_swapped (self->base_signals, "indexes-changed",
                                  G_CALLBACK (take_indexes), self);
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (take_indexes));
  dwell_query_connect_view (query, "base-changed", G_CALLBACK (take_base));
  dwell_query_connect_view (query, "kept-changed", G_CALLBACK (take_options));
  dwell_query_connect_session (query, "notify::state", G_CALLBACK (ask_again));
}

/**
 * dwell_comparison_tree_new:
 *
 * Returns: (transfer full): a query for the trees of a view and its base, which has an answer as
 *   soon as both are read
 */
DwellComparisonTree *
dwell_comparison_tree_new (void)
{
  return g_object_new (DWELL_TYPE_COMPARISON_TREE, NULL);
}

/**
 * dwell_comparison_tree_want_flame:
 * @self: the trees of both
 * @is_wanted: whether the flame graph is shown
 *
 * If wanted, the flame graph of the present trees is made, and that of all later ones.
 */
void
dwell_comparison_tree_want_flame (DwellComparisonTree *self,
                                  gboolean             is_wanted)
{
  g_return_if_fail (DWELL_IS_COMPARISON_TREE (self));

  self->wants_flame = is_wanted;
  dwell_query_update (DWELL_QUERY (self));
}

/**
 * dwell_comparison_tree_set_width:
 * @self: the trees of both
 * @width: what the width of a frame of its flame graph stands for
 */
void
dwell_comparison_tree_set_width (DwellComparisonTree *self,
                                 DwellTreeWidth       width)
{
  g_return_if_fail (DWELL_IS_COMPARISON_TREE (self));

  self->width = width;
  dwell_query_update (DWELL_QUERY (self));
}

/**
 * dwell_comparison_tree_get_width:
 * @self: the trees of both
 *
 * Returns: what the width of a frame of the shown flame graph stands for
 */
DwellTreeWidth
dwell_comparison_tree_get_width (DwellComparisonTree *self)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_TREE (self), DWELL_TREE_WIDTH_BOTH);

  return self->shown_width;
}

/**
 * dwell_comparison_tree_get_difference:
 * @self: the trees of both
 *
 * Returns: (transfer none) (nullable): the trees and their union; %NULL: not made yet
 */
DwellTreeDifference *
dwell_comparison_tree_get_difference (DwellComparisonTree *self)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_TREE (self), NULL);

  return self->difference;
}

/**
 * dwell_comparison_tree_take_flame:
 * @self: the trees of both
 *
 * Returns: (transfer full) (nullable): the flame graph that the worker made; %NULL: taken already,
 *   or not made yet
 */
DwellFlame *
dwell_comparison_tree_take_flame (DwellComparisonTree *self)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_TREE (self), NULL);

  return g_steal_pointer (&self->flame);
}

/**
 * dwell_comparison_tree_get_area:
 * @self: the trees of both
 * @node: a node of the union
 *
 * Returns: the area that it calls in the view’s own session; %DWELL_NONE if that has no such call
 */
guint32
dwell_comparison_tree_get_area (DwellComparisonTree *self,
                                guint32              node)
{
  const DwellUnionTree *tree;
  guint32 own;

  g_return_val_if_fail (DWELL_IS_COMPARISON_TREE (self) && self->difference != NULL, DWELL_NONE);

  tree = self->difference->tree;
  own = (self->is_swapped ? tree->base_nodes : tree->new_nodes)[node];
  if (own == DWELL_NONE)
    return DWELL_NONE;

  return (self->is_swapped ? self->difference->base : self->difference->new)->areas[own];
}

/**
 * dwell_comparison_tree_find_area:
 * @self: the trees of both
 * @area: an area of the view’s own session
 *
 * Returns: the widest node that calls it, or %DWELL_NONE
 */
guint32
dwell_comparison_tree_find_area (DwellComparisonTree *self,
                                 guint32              area)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_TREE (self), DWELL_NONE);

  if (self->difference == NULL || area == DWELL_NONE)
    return DWELL_NONE;

  return (self->is_swapped ? self->difference->base_heaviest
                           : self->difference->new_heaviest)[area];
}
