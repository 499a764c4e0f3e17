/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source asks for what it lacks: a tree if the question changed, then what matches in it. Two
 * serials tell what is outdated. */
#include "config.h"

#include "model/lists/dwell-tree-source.h"

#include "core/dwell-memory.h"
#include "model/dwell-job.h"

#define KEY "dwell-tree-source"

/* A question and its answer: one job. */
typedef struct {
  DwellTrace       *trace;
  DwellTreeOptions  options;
  guint             tree_serial;
  guint             match_serial;
  DwellTree        *tree;    /* NULL: make it */
  DwellPattern     *pattern; /* NULL: nothing is searched */
  DwellTreeMatch   *match;   /* out */
  DwellFlame       *flame;   /* out, with a new tree */
} Query;

struct _DwellTreeSource
{
  GObject parent_instance;

  DwellView        *view;
  GSignalGroup     *view_signals;
  GSignalGroup     *session_signals;
  DwellTreeOptions  options; /* what is wanted */
  char             *search;
  DwellPattern     *pattern; /* NULL: none */
  guint             tree_serial;
  guint             match_serial;
  guint             n_holders;

  DwellJob         *job;   /* under way, or NULL */
  Query            *query; /* … which belongs to it */
  DwellTree        *tree;  /* what is there, or NULL */
  DwellTreeMatch   *match;
  DwellFlame       *flame; /* of the tree; NULL: taken */
  guint             shown_tree_serial;
  guint             shown_match_serial;
  gboolean          is_busy;
};

enum {
  PROP_0,
  PROP_BUSY,
  N_PROPS
};

enum {
  TREE_CHANGED,
  MATCH_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTreeSource, dwell_tree_source, G_TYPE_OBJECT)

DwellTreeMatch *
dwell_tree_match_ref (DwellTreeMatch *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
dwell_tree_match_unref (DwellTreeMatch *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->areas);
  dwell_big_free (self->before);
  dwell_big_free (GSIZE_TO_POINTER (self->callers));
  g_free (self);
}

/**
 * dwell_tree_match_get_callers:
 * @self: a match
 * @tree: its tree
 *
 * Callers stand before what they called, so a walk over all nodes tells it. Made the first time.
 *
 * Returns: (transfer none): by node, the nearest that matches of it and what called it, or
 *   %DWELL_NONE
 */
const guint32 *
dwell_tree_match_get_callers (DwellTreeMatch  *self,
                              const DwellTree *tree)
{
  guint32 *callers;

  if (!g_once_init_enter (&self->callers))
    return GSIZE_TO_POINTER (self->callers);

  callers = dwell_big_alloc (((gsize) tree->n_nodes + 1) * sizeof (guint32));
  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      guint32 parent = tree->parents[node];

      if (tree->areas[node] != DWELL_NONE && self->areas[tree->areas[node]])
        callers[node] = node;
      else
        callers[node] = parent != DWELL_NONE ? callers[parent] : DWELL_NONE;
    }
  g_once_init_leave (&self->callers, GPOINTER_TO_SIZE (callers));
  return callers;
}

static void
query_free (gpointer data)
{
  Query *self = data;

  g_clear_pointer (&self->tree, dwell_tree_unref);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->match, dwell_tree_match_unref);
  g_clear_pointer (&self->flame, dwell_flame_free);
  dwell_trace_unref (self->trace);
  g_free (self);
}

static DwellTreeMatch *
find_matches (const DwellTree    *tree,
              const DwellPattern *pattern,
              GCancellable       *cancellable)
{
  const DwellTrace *trace = tree->trace;
  DwellTreeMatch *match = g_new0 (DwellTreeMatch, 1);

  g_atomic_ref_count_init (&match->ref_count);
  match->areas = g_new0 (guint8, MAX (trace->n_areas, 1));
  match->before = dwell_big_alloc (((gsize) tree->n_nodes + 1) * sizeof (guint32));

  for (guint32 area = 0; area < trace->n_areas; area++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        {
          dwell_tree_match_unref (match);
          return NULL;
        }
      match->areas[area] = dwell_pattern_matches (pattern,
                                                  dwell_trace_get_area_title (trace, area));
    }

  for (guint32 node = 0; node < tree->n_nodes; node++)
    match->before[node + 1] = match->before[node] + (tree->areas[node] != DWELL_NONE &&
                                                     match->areas[tree->areas[node]]);

  match->weight = dwell_tree_get_matched (tree, match->areas, DWELL_NONE, &match->n_nodes);
  return match;
}

static void
work (gpointer      data,
      GCancellable *cancellable)
{
  Query *self = data;

  if (self->tree == NULL)
    {
      self->tree = dwell_tree_new (self->trace, &self->options, cancellable);
      if (self->tree != NULL)
        self->flame = dwell_flame_new (self->tree, DWELL_FLAME_BY_TIME);
    }
  if (self->tree != NULL && self->pattern != NULL)
    self->match = find_matches (self->tree, self->pattern, cancellable);
}

/* Whether the tree is of the trace and made as is wanted, but for the range. */
static gboolean
has_wanted_kind (DwellTreeSource        *self,
                 DwellTrace             *trace,
                 const DwellTreeOptions *options)
{
  return self->view != NULL && trace == dwell_view_get_trace (self->view) &&
         options->by_context == self->options.by_context &&
         options->shows_lines == self->options.shows_lines;
}

static gboolean
is_outdated (DwellTreeSource *self)
{
  return self->tree == NULL || self->tree->trace != dwell_view_get_trace (self->view) ||
         self->shown_tree_serial != self->tree_serial;
}

/* While a file is read, trees would be made again and again: the tree waits for the whole. */
static gboolean
can_ask (DwellTreeSource *self)
{
  return self->view != NULL && self->n_holders > 0 && dwell_view_get_trace (self->view) != NULL &&
         dwell_session_get_state (dwell_view_get_session (self->view)) == DWELL_SESSION_READY &&
         dwell_tree_is_possible (dwell_view_get_trace (self->view));
}

static void
update_busy (DwellTreeSource *self)
{
  gboolean is_busy = self->query != NULL;

  if (!is_busy && self->view != NULL && self->tree == NULL)
    is_busy = dwell_session_get_busy (dwell_view_get_session (self->view));

  if (self->is_busy == is_busy)
    return;

  self->is_busy = is_busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void answered (gpointer data,
                      gpointer user_data);

/* Asks for what is lacking, unless a question is under way, whose end comes back here. */
static void
update (DwellTreeSource *self)
{
  gboolean needs_tree = can_ask (self) && is_outdated (self);
  gboolean needs_match = can_ask (self) && self->shown_match_serial != self->match_serial;

  if (self->query == NULL && (needs_tree || needs_match))
    {
      self->query = g_new0 (Query, 1);
      self->query->trace = dwell_trace_ref (dwell_view_get_trace (self->view));
      self->query->options = self->options;
      self->query->tree_serial = self->tree_serial;
      self->query->match_serial = self->match_serial;
      self->query->tree = needs_tree ? NULL : dwell_tree_ref (self->tree);
      self->query->pattern = self->pattern != NULL ? dwell_pattern_ref (self->pattern) : NULL;
      self->job = _dwell_job_start (self->query, query_free, work, answered, self);
    }

  update_busy (self);
}

/* Takes over what is given. */
static void
show (DwellTreeSource *self,
      DwellTree       *tree,
      DwellFlame      *flame,
      DwellTreeMatch  *match)
{
  gboolean is_other = tree != self->tree;

  if (is_other)
    {
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

static void
answered (gpointer data,
          gpointer user_data)
{
  Query *query = data;
  DwellTreeSource *self = user_data;

  g_object_ref (self);
  self->job = NULL;
  self->query = NULL;

  if (query->tree != NULL && has_wanted_kind (self, query->trace, &query->options) &&
      (query->pattern == NULL || query->match != NULL))
    {
      self->shown_tree_serial = query->tree_serial;
      self->shown_match_serial = query->match_serial;
      show (self, g_steal_pointer (&query->tree), g_steal_pointer (&query->flame),
            g_steal_pointer (&query->match));
    }

  update (self);
  g_object_unref (self);
}

/* The scope is another, perhaps of another range: stack nodes have no time. A question about a much
 * longer range is not waited for. */
static void
change_range (DwellTreeSource *self)
{
  gint64 begin = self->options.begin;
  gint64 end = self->options.end;

  dwell_view_get_scope_range (self->view, &self->options.begin, &self->options.end);
  if ((begin == self->options.begin && end == self->options.end) ||
      (self->tree != NULL && !self->tree->is_of_spans &&
       self->tree->trace == dwell_view_get_trace (self->view)))
    return;

  self->tree_serial++;
  if (self->query != NULL && self->query->tree_serial != self->shown_tree_serial &&
      (end - begin) / 2 > self->options.end - self->options.begin)
    _dwell_job_cancel (self->job);
  update (self);
}

static void
change_subject (DwellTreeSource *self)
{
  if (self->view == NULL)
    return;

  dwell_view_get_scope_range (self->view, &self->options.begin, &self->options.end);
  self->tree_serial++;
  if (self->query != NULL)
    _dwell_job_cancel (self->job);
  /* Nodes and areas of another trace mean nothing. */
  if (self->tree != NULL && self->tree->trace != dwell_view_get_trace (self->view))
    show (self, NULL, NULL, NULL);
  update (self);
}

static void
dwell_tree_source_get_property (GObject    *object,
                                guint       property_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  switch (property_id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, DWELL_TREE_SOURCE (object)->is_busy);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_tree_source_dispose (GObject *object)
{
  DwellTreeSource *self = DWELL_TREE_SOURCE (object);

  if (self->job != NULL)
    _dwell_job_abandon (self->job);
  self->job = NULL;
  self->query = NULL;
  if (self->view != NULL)
    g_object_set_data (G_OBJECT (self->view), KEY, NULL);
  g_clear_object (&self->view_signals);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->view);

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
  g_free (self->search);

  G_OBJECT_CLASS (dwell_tree_source_parent_class)->finalize (object);
}

static void
dwell_tree_source_class_init (DwellTreeSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_tree_source_dispose;
  object_class->finalize = dwell_tree_source_finalize;
  object_class->get_property = dwell_tree_source_get_property;

  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[TREE_CHANGED] = g_signal_new ("tree-changed", G_TYPE_FROM_CLASS (klass),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MATCH_CHANGED] = g_signal_new ("match-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_tree_source_init (DwellTreeSource *self)
{
  self->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "scope-changed",
                                  G_CALLBACK (change_range), self);
  g_signal_group_connect_swapped (self->view_signals, "trace-changed",
                                  G_CALLBACK (change_subject), self);

  self->session_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::state",
                                  G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::busy",
                                  G_CALLBACK (update_busy), self);
}

/**
 * dwell_tree_source_get:
 * @view: a view
 *
 * Returns: (transfer full): the source that all who ask for @view's share
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
  self->view = g_object_ref (view);
  g_object_set_data (G_OBJECT (view), KEY, self);
  g_signal_group_set_target (self->view_signals, view);
  g_signal_group_set_target (self->session_signals, dwell_view_get_session (view));
  change_subject (self);
  return self;
}

/**
 * dwell_tree_source_hold:
 * @self: a source
 *
 * Has the tree made, and kept up to date until dwell_tree_source_release().
 */
void
dwell_tree_source_hold (DwellTreeSource *self)
{
  g_return_if_fail (DWELL_IS_TREE_SOURCE (self));

  self->n_holders++;
  update (self);
}

void
dwell_tree_source_release (DwellTreeSource *self)
{
  g_return_if_fail (DWELL_IS_TREE_SOURCE (self) && self->n_holders > 0);

  self->n_holders--;
  if (self->n_holders == 0 && self->query != NULL)
    _dwell_job_cancel (self->job);
}

DwellTree *
dwell_tree_source_get_tree (DwellTreeSource *self)
{
  return self->tree;
}

DwellFlame *
dwell_tree_source_take_flame (DwellTreeSource *self)
{
  return g_steal_pointer (&self->flame);
}

gboolean
dwell_tree_source_get_busy (DwellTreeSource *self)
{
  return self->is_busy;
}

gboolean
dwell_tree_source_get_by_context (DwellTreeSource *self)
{
  return self->options.by_context;
}

void
dwell_tree_source_set_by_context (DwellTreeSource *self,
                                  gboolean         by_context)
{
  g_return_if_fail (DWELL_IS_TREE_SOURCE (self));

  if (self->options.by_context == by_context)
    return;

  self->options.by_context = by_context;
  change_subject (self);
}

gboolean
dwell_tree_source_get_shows_lines (DwellTreeSource *self)
{
  return self->options.shows_lines;
}

void
dwell_tree_source_set_shows_lines (DwellTreeSource *self,
                                   gboolean         shows_lines)
{
  g_return_if_fail (DWELL_IS_TREE_SOURCE (self));

  if (self->options.shows_lines == shows_lines)
    return;

  self->options.shows_lines = shows_lines;
  change_subject (self);
}

/**
 * dwell_tree_source_set_search:
 * @self: a source
 * @text: (nullable): what to look for in the names; %NULL or "" for nothing
 * @error: what is wrong with a regular expression
 *
 * Returns: false if @text is broken; the search stays as it is
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
  update (self);
  return TRUE;
}

DwellTreeMatch *
dwell_tree_source_get_match (DwellTreeSource *self)
{
  return self->match;
}
