/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Call trees against a naive model: random small traces, whose every span is looked at with the
 * names of all that it lies in, tick by tick. */
#include "config.h"

#include <string.h>

#include "analysis/tree/dwell-tree-private.h"
#include "support/random-trace.h"

/* The expected figures of a node. */
typedef struct {
  guint64  count;
  gint64   total;
  gint64   self;
  gboolean self_is_undefined;
  guint32  first; /* span */
  gint64   longest;
} Figures;

typedef struct {
  const DwellTrace       *trace;
  const DwellTreeOptions *options;
  gint64                  step;
  GHashTable             *figures; /* path → Figures */
} Model;

static gboolean
is_doubtful (const Model *model,
             guint32      span)
{
  return (model->trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) != 0;
}

/* The numbers of the areas from the outermost on, behind that of the context. */
static char *
get_path (const Model *model,
          guint32      span)
{
  GString *path = g_string_new (NULL);
  guint32 context = dwell_trace_get_span_context (model->trace, span);

  for (; span != DWELL_NONE; span = model->trace->span_parent[span])
    if (!is_doubtful (model, span))
      {
        g_autofree char *step = g_strdup_printf ("/%u", model->trace->span_area[span]);

        g_string_prepend (path, step);
      }

  if (model->options->by_context)
    {
      g_autofree char *step = g_strdup_printf ("/c%u", context);

      g_string_prepend (path, step);
    }

  return g_string_free (path, FALSE);
}

static gboolean
is_over (const Model *model,
         guint32      span,
         gint64       tick)
{
  return dwell_trace_get_span_begin (model->trace, span) <= tick &&
         tick < dwell_trace_get_span_end (model->trace, span);
}

static gint64
get_own (const Model *model,
         guint32      span,
         gint64       begin,
         gint64       end)
{
  gint64 own = 0;

  for (gint64 tick = begin; tick < end; tick += model->step)
    {
      gboolean is_own = TRUE;

      for (guint32 i = 0; i < model->trace->n_suspensions && is_own; i++)
        is_own = model->trace->suspension_span[i] != span ||
                 tick < model->trace->suspension_begin[i] ||
                 tick >= model->trace->suspension_end[i];

      /* If the format records suspensions, waiting for a called function is one. */
      if ((model->trace->tables & DWELL_TABLE_SUSPENSIONS) != 0)
        {
          own += is_own ? model->step : 0;
          continue;
        }

      for (guint32 child = span + 1; child < model->trace->n_spans && is_own; child++)
        is_own = model->trace->span_parent[child] != span || !is_over (model, child, tick);

      own += is_own ? model->step : 0;
    }

  return own;
}

/* Returns whether the context of @span was preempted: a pause of any function in a context is a
 * pause of all. */
static gboolean
is_paused (const Model *model,
           guint32      span,
           gint64       tick)
{
  const DwellTrace *trace = model->trace;

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    if (trace->suspension_kind[i] == DWELL_SUSPENSION_PAUSE &&
        trace->suspension_begin[i] <= tick && tick < trace->suspension_end[i] &&
        dwell_trace_get_span_context (trace, trace->suspension_span[i]) ==
        dwell_trace_get_span_context (trace, span))
      return TRUE;

  return FALSE;
}

static gint64
get_gross (const Model *model,
           guint32      span,
           gint64       begin,
           gint64       end)
{
  gint64 gross = 0;

  for (gint64 tick = begin; tick < end; tick += model->step)
    gross += is_paused (model, span, tick) ? 0 : model->step;

  return gross;
}

static Figures *
find_figures (Model      *model,
              const char *path,
              guint32     span)
{
  Figures *figures = g_hash_table_lookup (model->figures, path);

  if (figures == NULL && path[0] != 0)
    {
      figures = g_new0 (Figures, 1);
      figures->first = span;
      g_hash_table_insert (model->figures, g_strdup (path), figures);
    }

  if (figures != NULL &&
      dwell_trace_get_span_begin (model->trace, span) <
      dwell_trace_get_span_begin (model->trace, figures->first))
    figures->first = span;
  return figures;
}

static gboolean
is_in_range (const Model *model,
             guint32      span)
{
  gint64 begin = dwell_trace_get_span_begin (model->trace, span);

  return begin > model->options->end    ? FALSE
         : begin >= model->options->begin ? TRUE
                                          : dwell_trace_get_span_end (model->trace, span) >
                                            model->options->begin;
}

static void
add_span (Model   *model,
          guint32  span)
{
  const DwellTrace *trace = model->trace;
  guint32 context = dwell_trace_get_span_context (trace, span);
  gint64 begin = MAX (dwell_trace_get_span_begin (trace, span), model->options->begin);
  gint64 end = MAX (begin, MIN (dwell_trace_get_span_end (trace, span), model->options->end));
  g_autofree char *path = get_path (model, span);
  Figures *figures;

  if (!is_in_range (model, span) ||
      (model->options->contexts != NULL && !model->options->contexts[context]))
    return;

  /* The callers of a node exist in any case. */
  for (guint32 above = span; above != DWELL_NONE; above = trace->span_parent[above])
    {
      g_autofree char *above_path = get_path (model, above);

      find_figures (model, above_path, above);
      if (trace->span_parent[above] == DWELL_NONE && model->options->by_context)
        {
          above_path[strcspn (above_path + 1, "/") + 1] = 0;
          find_figures (model, above_path, above);
        }
    }
  if (is_doubtful (model, span))
    return;

  figures = find_figures (model, path, span);
  g_assert (figures != NULL);
  figures->count += dwell_trace_get_span_begin (trace, span) >= model->options->begin &&
                    (trace->span_flags[span] & DWELL_SPAN_BEGIN_MISSING) == 0;
  figures->total += get_gross (model, span, begin, end);
  figures->self += get_own (model, span, begin, end);
  figures->self_is_undefined |= (trace->span_flags[span] & DWELL_SPAN_OWN_UNDEFINED) != 0;
  figures->longest = MAX (figures->longest, dwell_trace_get_span_duration (trace, span));
}

static char *
get_node_path (const DwellTree *tree,
               guint32          node)
{
  GString *path = g_string_new (NULL);

  for (; node != DWELL_NONE; node = tree->parents[node])
    {
      gboolean is_context = tree->areas[node] == DWELL_NONE;
      g_autofree char *step = g_strdup_printf ("/%s%u", is_context ? "c" : "",
                                               is_context ? tree->contexts[node]
                                                          : tree->areas[node]);

      g_string_prepend (path, step);
    }

  return g_string_free (path, FALSE);
}

static void
check_shape (const DwellTree *tree)
{
  gint64 total = 0;

  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      guint32 parent = tree->parents[node];

      g_assert_cmpuint (tree->ends[node], >, node);
      g_assert_cmpuint (tree->ends[node], <=, tree->n_nodes);
      if (parent == DWELL_NONE)
        {
          g_assert_cmpuint (tree->depths[node], ==, 0);
          total += tree->totals[node];
        }
      else
        {
          g_assert_cmpuint (parent, <, node);
          g_assert_cmpuint (tree->ends[node], <=, tree->ends[parent]);
          g_assert_cmpuint (tree->depths[node], ==, tree->depths[parent] + 1);
        }
    }

  g_assert_cmpint (tree->total, ==, total);
}

static void
check_context (const DwellTree *tree,
               guint32          node)
{
  gint64 total = 0;

  for (guint32 child = node + 1; child < tree->ends[node]; child = tree->ends[child])
    total += tree->totals[child];

  g_assert_cmpint (tree->totals[node], ==, total);
  g_assert_cmpuint (tree->counts[node], ==, 0);
  g_assert_cmpint (tree->selves[node], ==, 0);
}

static void
check_tree (const Model     *model,
            const DwellTree *tree)
{
  g_autofree guint32 *firsts = g_new0 (guint32, tree->n_nodes + 1);

  check_shape (tree);
  g_assert_cmpuint (tree->n_nodes, ==, g_hash_table_size (model->figures));

  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      g_autofree char *path = get_node_path (tree, node);
      const Figures *figures = g_hash_table_lookup (model->figures, path);

      g_assert_nonnull (figures);
      firsts[node] = figures->first;
      if (tree->areas[node] == DWELL_NONE)
        {
          check_context (tree, node);
          continue;
        }

      g_assert_cmpuint (tree->counts[node], ==, figures->count);
      g_assert_cmpint (tree->totals[node], ==, figures->total);
      if (figures->self_is_undefined)
        g_assert_cmpint (tree->selves[node], ==, DWELL_TIME_NONE);
      else
        g_assert_cmpint (tree->selves[node], ==, figures->self);
      if (tree->longest[node] != DWELL_NONE)
        g_assert_cmpint (dwell_trace_get_span_duration (model->trace, tree->longest[node]), ==,
                         figures->longest);
    }

  /* Siblings are in order of time. */
  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      guint32 next = tree->ends[node];

      if (next < tree->n_nodes && tree->parents[next] == tree->parents[node])
        g_assert_cmpint (dwell_trace_get_span_begin (model->trace, firsts[node]), <=,
                         dwell_trace_get_span_begin (model->trace, firsts[next]));
    }
}

/* A span's node is that of its path, if it is in the tree; an area's, its heaviest. */
static void
check_find (const Model     *model,
            const DwellTree *tree)
{
  const DwellTrace *trace = model->trace;

  for (guint32 span = 0; span < trace->n_spans; span++)
    {
      guint32 node = dwell_tree_find_area (tree, trace->span_area[span], span);
      g_autofree char *path = get_path (model, span);
      g_autofree char *found = node != DWELL_NONE ? get_node_path (tree, node) : NULL;

      if (is_doubtful (model, span))
        continue;

      if (g_hash_table_contains (model->figures, path))
        {
          g_assert_cmpstr (found, ==, path);
          g_assert_cmpuint (dwell_tree_find_span (tree, span), ==, node);
        }
      else
        {
          g_assert_cmpuint (dwell_tree_find_span (tree, span), ==, DWELL_NONE);
        }
    }

  for (guint32 area = 0; area < trace->n_areas; area++)
    {
      guint32 found = dwell_tree_find_area (tree, area, DWELL_NONE);
      gboolean has_area = FALSE;

      for (guint32 node = 0; node < tree->n_nodes; node++)
        if (tree->areas[node] == area)
          {
            has_area = TRUE;
            g_assert_cmpint (tree->totals[found], >=, tree->totals[node]);
          }
      g_assert_cmpint (found != DWELL_NONE, ==, has_area);
      g_assert_true (!has_area || tree->areas[found] == area);
    }
}

/* A tree does not depend on how its making was cut. */
static void
check_same (const DwellTree *a,
            const DwellTree *b)
{
  g_assert_cmpuint (a->n_nodes, ==, b->n_nodes);
  g_assert_cmpmem (a->areas, a->n_nodes * 4, b->areas, b->n_nodes * 4);
  g_assert_cmpmem (a->parents, a->n_nodes * 4, b->parents, b->n_nodes * 4);
  g_assert_cmpmem (a->totals, a->n_nodes * 8, b->totals, b->n_nodes * 8);
  g_assert_cmpmem (a->selves, a->n_nodes * 8, b->selves, b->n_nodes * 8);
  g_assert_cmpmem (a->longest, a->n_nodes * 4, b->longest, b->n_nodes * 4);
}

static void
check_range (Model *model,
             GRand *rand)
{
  g_autoptr(DwellTree) whole = NULL;

  model->figures = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint32 span = 0; span < model->trace->n_spans; span++)
    add_span (model, span);

  whole = dwell_tree_new ((DwellTrace *) model->trace, model->options, NULL);
  check_tree (model, whole);
  check_find (model, whole);

  for (guint i = 0; i < 2; i++)
    {
      guint32 chunk_size = (guint32) g_rand_int_range (rand, 1, 12);
      g_autoptr(DwellTree) cut = _dwell_tree_new ((DwellTrace *) model->trace, model->options,
                                                  chunk_size, NULL);

      check_same (whole, cut);
    }

  g_hash_table_unref (model->figures);
}

static void
test_random (gconstpointer user_data)
{
  gboolean has_suspensions = GPOINTER_TO_INT (user_data);
  guint32 seed = random_trace_new_seed ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);

  g_test_message ("Seed %u", seed);

  for (guint i = 0; i < 300; i++)
    {
      RandomTraceShape shape;
      g_autoptr(DwellTrace) trace = NULL;
      guint8 contexts[8];
      DwellTreeOptions options = { 0 };
      Model model = { .options = &options };

      random_trace_choose_shape (rand, &shape);
      shape.has_suspensions = has_suspensions;
      trace = random_trace_new (rand, &shape);
      model.trace = trace;
      model.step = shape.step;
      for (guint c = 0; c < G_N_ELEMENTS (contexts); c++)
        contexts[c] = (guint8) g_rand_boolean (rand);

      for (guint j = 0; j < 8; j++)
        {
          options.begin = shape.base + shape.step * g_rand_int_range (rand, -2, 120);
          options.end = options.begin + shape.step * g_rand_int_range (rand, 0, 80);
          if (j == 0)
            {
              options.begin = shape.base;
              options.end = trace->end;
            }
          options.by_context = g_rand_boolean (rand);
          options.contexts = g_rand_int_range (rand, 0, 3) == 0 ? contexts : NULL;
          check_range (&model, rand);
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/tree/random", GINT_TO_POINTER (FALSE), test_random);
  g_test_add_data_func ("/tree/random-suspensions", GINT_TO_POINTER (TRUE), test_random);
  return g_test_run ();
}
