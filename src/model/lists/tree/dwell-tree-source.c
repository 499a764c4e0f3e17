/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source asks for a new tree if the scope or the options changed, otherwise for new matches.
 * Two serials record what is outdated. */
#include "config.h"

#include "model/lists/tree/dwell-tree-source.h"

#define KEY "dwell-tree-source"

/* A node number that a caller keeps up to date, and its equivalent in another tree. */
typedef struct {
  guint32 *place; /* the caller's variable */
  guint32  node;
  guint32  same;
} Followed;

/* A question and its answer: one job. */
typedef struct {
  DwellTrace       *trace;
  DwellTreeOptions  options;
  guint             tree_serial;
  guint             match_serial;
  DwellTree        *tree;    /* in (nullable); out: made if it was NULL */
  DwellTree        *old;     /* the tree of the followed nodes, or NULL */
  GArray           *followed; /* Followed */
  DwellPattern     *pattern; /* (nullable) */
  DwellTreeMatch   *match;   /* out */
  DwellFlame       *flame;   /* out, with a new tree */
} Question;

struct _DwellTreeSource
{
  DwellQuery parent_instance;

  DwellTreeOptions  options; /* of the wanted tree */
  char             *search;
  DwellPattern     *pattern; /* NULL: none */
  guint             tree_serial;
  guint             match_serial;

  DwellTree        *tree;   /* the last tree that was made, or NULL */
  GPtrArray        *places; /* guint32 *: variables of callers that hold nodes of the tree */
  DwellTreeMatch   *match;
  DwellFlame       *flame; /* of the tree; NULL: taken */
  guint             shown_tree_serial;
  guint             shown_match_serial;
};

enum {
  TREE_CHANGED,
  MATCH_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTreeSource, dwell_tree_source, DWELL_TYPE_QUERY)

static void
question_free (gpointer data)
{
  Question *self = data;

  g_clear_pointer (&self->tree, dwell_tree_unref);
  g_clear_pointer (&self->old, dwell_tree_unref);
  g_clear_pointer (&self->followed, g_array_unref);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->match, dwell_tree_match_unref);
  g_clear_pointer (&self->flame, dwell_flame_free);
  dwell_trace_unref (self->trace);
  g_free (self);
}

/* Two nodes are equivalent if they are called in the same way; this needs the same areas and
 * contexts, so the same trace. */
static void
find_followed (Question *self)
{
  gboolean is_comparable = self->old != NULL && self->old->trace == self->tree->trace &&
                           (self->old->contexts == NULL) == (self->tree->contexts == NULL);

  for (guint i = 0; self->followed != NULL && i < self->followed->len; i++)
    {
      Followed *followed = &g_array_index (self->followed, Followed, i);

      followed->same = is_comparable && followed->node != DWELL_NONE
                       ? dwell_tree_find_same (self->tree, self->old, followed->node) : DWELL_NONE;
    }
}

static void
work (gpointer      data,
      GCancellable *cancellable)
{
  Question *self = data;

  if (self->tree == NULL)
    {
      self->tree = dwell_tree_new (self->trace, &self->options, cancellable);
      if (self->tree != NULL)
        self->flame = dwell_flame_new (self->tree, DWELL_FLAME_BY_TIME);
    }
  if (self->tree != NULL)
    find_followed (self);
  if (self->tree != NULL && self->pattern != NULL && self->match == NULL)
    self->match = dwell_tree_match_new (self->tree, self->pattern, cancellable);
}

/* True if the question has the wanted trace and options; its range can be outdated. */
static gboolean
has_wanted_kind (DwellTreeSource *self,
                 const Question  *question)
{
  return question->trace == dwell_query_get_trace (DWELL_QUERY (self)) &&
         question->options.by_context == self->options.by_context &&
         question->options.shows_lines == self->options.shows_lines;
}

/* The tree of another trace is dropped at once, so any tree belongs to the wanted trace. */
static gboolean
dwell_tree_source_shows_wanted (DwellQuery *query)
{
  return DWELL_TREE_SOURCE (query)->tree != NULL;
}

/* Stores the followed nodes of the present tree in @question, to be found in the new tree. */
static void
take_followed (DwellTreeSource *self,
               Question        *question)
{
  g_clear_pointer (&question->old, dwell_tree_unref);
  g_clear_pointer (&question->followed, g_array_unref);
  question->old = self->tree != NULL ? dwell_tree_ref (self->tree) : NULL;
  question->followed = g_array_new (FALSE, FALSE, sizeof (Followed));

  for (guint i = 0; i < self->places->len; i++)
    {
      guint32 *place = self->places->pdata[i];

      g_array_append_vals (question->followed, &(Followed) { place, *place, DWELL_NONE }, 1);
    }
}

/* True if the followed nodes are still those that @question looked for. */
static gboolean
is_followed (DwellTreeSource *self,
             const Question  *question)
{
  if (question->tree == self->tree)
    return TRUE;
  if (question->old != self->tree || question->followed == NULL ||
      question->followed->len != self->places->len)
    return FALSE;

  for (guint i = 0; i < question->followed->len; i++)
    {
      const Followed *followed = &g_array_index (question->followed, Followed, i);

      if (followed->place != self->places->pdata[i] || followed->node != *followed->place)
        return FALSE;
    }

  return TRUE;
}

/* While a file is read, trees would be made again and again, so no tree is made until the end. */
static void
dwell_tree_source_ask (DwellQuery *query)
{
  DwellTreeSource *self = DWELL_TREE_SOURCE (query);
  DwellTrace *trace = dwell_query_get_trace (query);
  gboolean needs_tree = self->tree == NULL || self->shown_tree_serial != self->tree_serial;
  Question *question;

  if ((!needs_tree && self->shown_match_serial == self->match_serial) ||
      dwell_session_get_state (dwell_query_get_session (query)) != DWELL_SESSION_READY ||
      !dwell_tree_is_possible (trace))
    return;

  question = g_new0 (Question, 1);
  question->trace = dwell_trace_ref (trace);
  question->options = self->options;
  question->tree_serial = self->tree_serial;
  question->match_serial = self->match_serial;
  if (needs_tree)
    take_followed (self, question);
  else
    question->tree = dwell_tree_ref (self->tree);
  question->pattern = self->pattern != NULL ? dwell_pattern_ref (self->pattern) : NULL;
  dwell_query_ask (query, question, question_free, work);
}

/* Replaces the followed nodes by their equivalents in the new tree; @followed (nullable) lists
 * them. */
static void
move_followed (DwellTreeSource *self,
               const GArray    *followed)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      guint32 *place = self->places->pdata[i];

      *place = followed != NULL ? g_array_index (followed, Followed, i).same : DWELL_NONE;
    }
}

/* Takes over all arguments but @followed. */
static void
show (DwellTreeSource *self,
      DwellTree       *tree,
      DwellFlame      *flame,
      DwellTreeMatch  *match,
      const GArray    *followed)
{
  gboolean is_other = tree != self->tree;

  if (is_other)
    {
      move_followed (self, followed);
      g_clear_pointer (&self->flame, dwell_flame_free);
      self->flame = flame;
    }
  g_clear_pointer (&self->match, dwell_tree_match_unref);
  g_clear_pointer (&self->tree, dwell_tree_unref);
  self->tree = tree;
  self->match = match;

  if (is_other)
    g_signal_emit (self, signals[TREE_CHANGED], 0);
  g_signal_emit (self, signals[MATCH_CHANGED], 0);
}

/* The tree is ready, but other nodes are followed by now. They have to be found first. */
static void
follow_again (DwellTreeSource *self,
              Question        *question)
{
  Question *next = g_new0 (Question, 1);

  next->trace = dwell_trace_ref (question->trace);
  next->options = question->options;
  next->tree_serial = question->tree_serial;
  next->match_serial = question->match_serial;
  next->tree = g_steal_pointer (&question->tree);
  next->flame = g_steal_pointer (&question->flame);
  next->match = g_steal_pointer (&question->match);
  next->pattern = g_steal_pointer (&question->pattern);
  take_followed (self, next);
  dwell_query_ask (DWELL_QUERY (self), next, question_free, work);
}

static void
dwell_tree_source_take (DwellQuery *query,
                        gpointer    data)
{
  DwellTreeSource *self = DWELL_TREE_SOURCE (query);
  Question *question = data;

  if (question->tree == NULL || !has_wanted_kind (self, question) ||
      (question->pattern != NULL && question->match == NULL))
    return;

  if (is_followed (self, question))
    {
      self->shown_tree_serial = question->tree_serial;
      self->shown_match_serial = question->match_serial;
      show (self, g_steal_pointer (&question->tree), g_steal_pointer (&question->flame),
            g_steal_pointer (&question->match), question->followed);
    }
  else
    {
      follow_again (self, question);
    }
}

/* Stack nodes have no time, so a tree of them does not depend on the range. A question about a much
 * longer range than the new one is cancelled, because it would take longer than the new question.
 * */
static void
change_range (DwellTreeSource *self)
{
  DwellQuery *query = DWELL_QUERY (self);
  const Question *question = dwell_query_get_question (query);
  gint64 begin = self->options.begin;
  gint64 end = self->options.end;

  dwell_view_get_scope_range (dwell_query_get_view (query), &self->options.begin,
                              &self->options.end);
  if ((begin == self->options.begin && end == self->options.end) ||
      (self->tree != NULL && !self->tree->is_of_spans))
    return;

  self->tree_serial++;
  if (question != NULL && question->tree_serial != self->shown_tree_serial &&
      (end - begin) / 2 > self->options.end - self->options.begin)
    dwell_query_cancel (query);
  dwell_query_update (query);
}

static void
dwell_tree_source_take_trace (DwellQuery *query)
{
  DwellTreeSource *self = DWELL_TREE_SOURCE (query);
  DwellView *view = dwell_query_get_view (query);

  if (view != NULL)
    dwell_view_get_scope_range (view, &self->options.begin, &self->options.end);
  self->tree_serial++;
  /* Nodes and areas of another trace have other numbers. */
  if (self->tree != NULL && self->tree->trace != dwell_query_get_trace (query))
    show (self, NULL, NULL, NULL, NULL);
}

static void
dwell_tree_source_dispose (GObject *object)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (object));

  if (view != NULL)
    g_object_set_data (G_OBJECT (view), KEY, NULL);

  G_OBJECT_CLASS (dwell_tree_source_parent_class)->dispose (object);
}

static void
dwell_tree_source_finalize (GObject *object)
{
  DwellTreeSource *self = DWELL_TREE_SOURCE (object);

  g_clear_pointer (&self->match, dwell_tree_match_unref);
  g_clear_pointer (&self->flame, dwell_flame_free);
  g_clear_pointer (&self->tree, dwell_tree_unref);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_ptr_array_unref (self->places);
  g_free (self->search);

  G_OBJECT_CLASS (dwell_tree_source_parent_class)->finalize (object);
}

static gboolean
dwell_tree_source_check_filter (DwellQuery  *query,
                                GError     **error)
{
  return dwell_pattern_check (DWELL_TREE_SOURCE (query)->pattern, error);
}

static void
dwell_tree_source_class_init (DwellTreeSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);

  object_class->dispose = dwell_tree_source_dispose;
  object_class->finalize = dwell_tree_source_finalize;

  query_class->take_trace = dwell_tree_source_take_trace;
  query_class->ask = dwell_tree_source_ask;
  query_class->take = dwell_tree_source_take;
  query_class->shows_wanted = dwell_tree_source_shows_wanted;
  query_class->check_filter = dwell_tree_source_check_filter;

  signals[TREE_CHANGED] = g_signal_new ("tree-changed", G_TYPE_FROM_CLASS (klass),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MATCH_CHANGED] = g_signal_new ("match-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_tree_source_init (DwellTreeSource *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  self->places = g_ptr_array_new ();
  dwell_query_set_active (query, FALSE);
  dwell_query_connect_view (query, "scope-changed", G_CALLBACK (change_range));
  dwell_query_connect_session (query, "notify::state", G_CALLBACK (dwell_query_update));
}

/**
 * dwell_tree_source_get:
 * @view: a view
 *
 * All callers share one source for each view. It makes the tree while at least one of them holds
 * it: dwell_query_hold().
 *
 * Returns: (transfer full): the source of @view
 */
DwellTreeSource *
dwell_tree_source_get (DwellView *view)
{
  DwellTreeSource *self;

  g_return_val_if_fail (DWELL_IS_VIEW (view), NULL);

  self = g_object_get_data (G_OBJECT (view), KEY);
  if (self != NULL)
    return g_object_ref (self);

  self = g_object_new (DWELL_TYPE_TREE_SOURCE, NULL);
  g_object_set_data (G_OBJECT (view), KEY, self);
  dwell_query_set_view (DWELL_QUERY (self), view);
  return self;
}

/**
 * dwell_tree_source_get_tree:
 * @self: a source
 *
 * Returns: (transfer none) (nullable): the tree; %NULL: not made yet
 */
DwellTree *
dwell_tree_source_get_tree (DwellTreeSource *self)
{
  return self->tree;
}

/**
 * dwell_tree_source_take_flame:
 * @self: a source
 *
 * The worker that makes a tree also makes its flame graph, to save the first page that shows it the
 * time.
 *
 * Returns: (transfer full) (nullable): the flame graph of the tree, in the order of time; %NULL:
 *   taken already, or not made yet
 */
DwellFlame *
dwell_tree_source_take_flame (DwellTreeSource *self)
{
  return g_steal_pointer (&self->flame);
}

/**
 * dwell_tree_source_follow:
 * @self: a source
 * @node: a variable with a node of the source's tree or %DWELL_NONE; it must stay valid until
 *   dwell_tree_source_unfollow()
 *
 * When the tree is replaced, and before “tree-changed”, the variable is set to the node that is
 * called in the same way in the new tree, or to %DWELL_NONE. The worker finds the node.
 */
void
dwell_tree_source_follow (DwellTreeSource *self,
                          guint32         *node)
{
  g_return_if_fail (DWELL_IS_TREE_SOURCE (self));

  g_ptr_array_add (self->places, node);
}

/**
 * dwell_tree_source_unfollow:
 * @self: a source
 * @node: a variable given to dwell_tree_source_follow()
 */
void
dwell_tree_source_unfollow (DwellTreeSource *self,
                            guint32         *node)
{
  g_return_if_fail (DWELL_IS_TREE_SOURCE (self));

  g_ptr_array_remove (self->places, node);
}

/**
 * dwell_tree_source_get_by_context:
 * @self: a source
 *
 * Returns: true if each context has a root of its own
 */
gboolean
dwell_tree_source_get_by_context (DwellTreeSource *self)
{
  return self->options.by_context;
}

/**
 * dwell_tree_source_set_by_context:
 * @self: a source
 * @by_context: true for a root for each context, false to merge all contexts
 */
void
dwell_tree_source_set_by_context (DwellTreeSource *self,
                                  gboolean         by_context)
{
  g_return_if_fail (DWELL_IS_TREE_SOURCE (self));

  if (self->options.by_context == by_context)
    return;

  self->options.by_context = by_context;
  dwell_query_start_over (DWELL_QUERY (self));
}

/**
 * dwell_tree_source_get_shows_lines:
 * @self: a source
 *
 * Returns: true if lines have nodes of their own
 */
gboolean
dwell_tree_source_get_shows_lines (DwellTreeSource *self)
{
  return self->options.shows_lines;
}

/**
 * dwell_tree_source_set_shows_lines:
 * @self: a source
 * @shows_lines: true for nodes of lines, false to merge lines into their routine
 */
void
dwell_tree_source_set_shows_lines (DwellTreeSource *self,
                                   gboolean         shows_lines)
{
  g_return_if_fail (DWELL_IS_TREE_SOURCE (self));

  if (self->options.shows_lines == shows_lines)
    return;

  self->options.shows_lines = shows_lines;
  dwell_query_start_over (DWELL_QUERY (self));
}

/**
 * dwell_tree_source_set_search:
 * @self: a source
 * @text: (nullable): a pattern as for dwell_pattern_new(); %NULL or "" for no search
 * @error: return location for a mistake in the regular expression
 *
 * Returns: false if @text is not valid; the search then stays as it is
 */
gboolean
dwell_tree_source_set_search (DwellTreeSource  *self,
                              const char       *text,
                              GError          **error)
{
  DwellPattern *pattern = NULL;

  g_return_val_if_fail (DWELL_IS_TREE_SOURCE (self), FALSE);

  if (text != NULL && *text == '\0')
    text = NULL;
  if (g_strcmp0 (self->search, text) == 0)
    return TRUE;
  if (text != NULL && (pattern = dwell_pattern_new (text, error)) == NULL)
    return FALSE;

  g_free (self->search);
  self->search = g_strdup (text);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  self->pattern = pattern;
  self->match_serial++;
  dwell_query_update (DWELL_QUERY (self));
  return TRUE;
}

/**
 * dwell_tree_source_get_match:
 * @self: a source
 *
 * Returns: (transfer none) (nullable): the matches in the tree; %NULL: there is no search, or no
 *   answer yet
 */
DwellTreeMatch *
dwell_tree_source_get_match (DwellTreeSource *self)
{
  return self->match;
}
