/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes areas of functions and lines; keeps the arcs, and apportions a tree from them. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind-finish.h"

#include <glib/gi18n-lib.h>

#include "analysis/tree/dwell-call-graph.h"
#include "core/dwell-decimal.h"

/* The name of a cycle contains at most this many of its members. */
#define NAMED_MEMBERS 3

typedef struct {
  const DwellCallgrindProfile *profile;
  DwellBuilder                *builder;
  guint32                      n_functions;
  guint32                     *areas;  /* by function */
  gint64                      *selves; /* by function */
  GString                     *title;  /* of a line */
  char                        *base;   /* (nullable): name of the file of the previous line */
  guint32                      base_file; /* (string): that file; 0: none */
} Work;

static const DwellCallgrindFunction *
get_function (const Work *self,
              guint32     function)
{
  return &dwell_column_index (self->profile->functions, DwellCallgrindFunction, function);
}

static const char *
get_name (const Work *self,
          guint32     function)
{
  return dwell_strings_get (self->builder->strings, get_function (self, function)->name);
}

static void
add_functions (Work *self)
{
  for (guint32 i = 0; i < self->n_functions; i++)
    {
      const DwellCallgrindFunction *function = get_function (self, i);
      DwellArea area = {
        .name = function->name,
        .file = function->object,
        .module = function->file,
        .parent = DWELL_NONE,
        .kind = DWELL_AREA_ROUTINE,
      };

      self->areas[i] = dwell_builder_add_area (self->builder, &area);
    }
}

/* The name of the function's file, with which titles begin. */
static const char *
get_base (Work    *self,
          guint32  file)
{
  if (file != self->base_file)
    {
      g_free (self->base);
      self->base = g_path_get_basename (dwell_strings_get (self->builder->strings, file));
      self->base_file = file;
    }

  return self->base;
}

/* Functions are distinct, and so are their lines, so no lookup is needed. */
static guint32
add_line (Work                     *self,
          const DwellCallgrindCost *cost)
{
  DwellStrings *strings = self->builder->strings;
  GString *title = self->title;
  gsize begin;
  DwellArea area = {
    .module = cost->file,
    .file = cost->file,
    .parent = self->areas[cost->function],
    .line = cost->line,
    .kind = DWELL_AREA_LINE,
  };

  g_string_truncate (title, 0);
  if (cost->file != 0)
    {
      g_string_append (title, get_base (self, cost->file));
      g_string_append_c (title, ' ');
    }

  begin = title->len;
  if (cost->line > 0)
    dwell_decimal_append (title, cost->line);
  else
    g_string_append (title, _("(no line)"));
  area.name = dwell_strings_intern (strings, title->str + begin, (gssize) (title->len - begin));

  g_string_append_c (title, ' ');
  g_string_append (title, get_name (self, cost->function));
  area.title = dwell_strings_append (strings, title->str, title->len);
  return dwell_builder_append_area (self->builder, &area);
}

/* Adds the lines with costs; without a cost nothing is known of a line. */
static gboolean
add_lines (Work    *self,
           GError **error)
{
  DwellBuilder *builder = self->builder;

  for (gsize i = 0; i < self->profile->costs->n; i++)
    {
      const DwellCallgrindCost *cost = &dwell_column_index (self->profile->costs,
                                                            DwellCallgrindCost, i);
      DwellLineWeight line = { .min = DWELL_TIME_NONE, .max = DWELL_TIME_NONE };

      if (cost->cost == 0)
        continue;

      self->selves[cost->function] += cost->cost;
      line.area = add_line (self, cost);
      line.hits = builder->weights_are_times ? 0 : (guint64) cost->cost;
      line.time = builder->weights_are_times ? cost->cost : 0;
      if (!dwell_builder_reserve (builder, builder->lines, 1))
        return dwell_builder_check (builder, 0, error);
      dwell_column_append (builder->lines, &line, 1);
    }

  return dwell_builder_check (builder, 0, error);
}

/* Adds the exact figures, which do not depend on the tree. */
static gboolean
add_arcs (Work                  *self,
          const DwellCallGraph  *graph,
          GError               **error)
{
  DwellBuilder *builder = self->builder;
  const DwellColumn *arcs = self->profile->arcs;

  if (!dwell_builder_reserve (builder, builder->functions, self->n_functions) ||
      !dwell_builder_reserve (builder, builder->arcs, arcs->n))
    return dwell_builder_check (builder, 0, error);

  for (guint32 i = 0; i < self->n_functions; i++)
    dwell_column_append (builder->functions,
                         &(DwellFunctionWeight) { self->areas[i], graph->calls[i],
                                                  self->selves[i], graph->bases[i] }, 1);

  for (gsize i = 0; i < arcs->n; i++)
    {
      DwellCallArc arc = dwell_column_index (arcs, DwellCallArc, i);

      arc.caller = self->areas[arc.caller];
      arc.callee = self->areas[arc.callee];
      dwell_column_append (builder->arcs, &arc, 1);
    }

  return TRUE;
}

/* Makes an area for each cycle, with the names of some of its members. */
static guint32 *
add_cycles (Work                 *self,
            const DwellCallGraph *graph)
{
  DwellBuilder *builder = self->builder;
  guint32 *areas = g_new0 (guint32, graph->n_cycles);
  g_autofree guint32 *n_members = g_new0 (guint32, graph->n_cycles);
  g_autoptr(GPtrArray) names =
    g_ptr_array_new_null_terminated (graph->n_cycles, g_free, FALSE);

  for (guint32 i = 0; i < graph->n_cycles; i++)
    g_ptr_array_add (names, g_strdup ("\xe2\x9f\xb3 "));

  for (guint32 i = 0; i < self->n_functions; i++)
    {
      guint32 cycle = graph->cycles[i];
      guint32 n = cycle != DWELL_NONE ? ++n_members[cycle] : NAMED_MEMBERS + 2;
      char *name = n <= NAMED_MEMBERS + 1 ? names->pdata[cycle] : NULL;

      if (name == NULL)
        continue;

      names->pdata[cycle] = n <= NAMED_MEMBERS
                            ? g_strconcat (name, n > 1 ? ", " : "", get_name (self, i), NULL)
                            : g_strconcat (name, ", \xe2\x80\xa6", NULL);
      g_free (name);
    }

  for (guint32 i = 0; i < graph->n_cycles; i++)
    {
      DwellArea area = {
        .name = dwell_strings_intern (builder->strings, names->pdata[i], -1),
        .parent = DWELL_NONE,
        .kind = DWELL_AREA_ROUTINE,
      };

      areas[i] = dwell_builder_add_area (builder, &area);
    }

  return areas;
}

static guint32
add_rest (Work *self)
{
  DwellArea area = {
    .name = dwell_strings_intern (self->builder->strings, _("(not expanded)"), -1),
    .parent = DWELL_NONE,
    .kind = DWELL_AREA_ROUTINE,
  };

  return dwell_builder_add_area (self->builder, &area);
}

static gboolean
add_tree (Work                  *self,
          const DwellCallGraph  *graph,
          guint32                context,
          GError               **error)
{
  DwellBuilder *builder = self->builder;
  g_autofree guint32 *cycles = add_cycles (self, graph);
  guint32 rest = graph->is_whole ? DWELL_NONE : add_rest (self);

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const DwellCallGraphNode *node = &g_array_index (graph->nodes, DwellCallGraphNode, i);
      guint32 area = node->item == DWELL_CALL_GRAPH_REST ? rest
                     : node->item < self->n_functions ? self->areas[node->item]
                     : cycles[node->item - self->n_functions];
      guint32 number = dwell_builder_add_stack_node (builder, node->parent, area, context, error);

      if (number == DWELL_NONE)
        return FALSE;

      dwell_column_index (builder->node_self, gint64, number) = node->self;
      dwell_column_index (builder->node_count, guint64, number) = node->count;
    }

  dwell_builder_add_note (builder, N_("The file contains callers and callees, not whole stacks: "
                                      "below the first caller, costs are distributed in "
                                      "proportion."));
  return TRUE;
}

static gboolean
add_all (Work     *self,
         guint32   context,
         guint32   n_nodes_max,
         GError  **error)
{
  const DwellColumn *arcs = self->profile->arcs;
  g_autoptr(DwellCallGraph) graph = NULL;

  add_functions (self);
  if (!add_lines (self, error))
    return FALSE;

  graph = dwell_call_graph_new (self->selves, self->n_functions, arcs->data, (guint32) arcs->n,
                                n_nodes_max, error);

  /* A file of cachegrind contains no calls at all. */
  return graph != NULL && add_arcs (self, graph, error) &&
         (arcs->n == 0 || add_tree (self, graph, context, error));
}

/**
 * dwell_callgrind_finish:
 * @profile: (inout): the contents of the file; nothing may be added afterwards
 * @builder: (inout): gets areas, lines, functions, arcs and stack nodes; whether weights are times
 *   must be set
 * @context: the context of everything
 * @n_nodes_max: the greatest number of nodes of the tree
 * @error: %DWELL_ERROR_LIMIT
 *
 * Makes a trace from the profile.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_callgrind_finish (DwellCallgrindProfile  *profile,
                        DwellBuilder           *builder,
                        guint32                 context,
                        guint32                 n_nodes_max,
                        GError                **error)
{
  gsize n = profile->functions->n;
  Work self = { .profile = profile, .builder = builder, .n_functions = (guint32) n };
  gboolean is_good;

  dwell_callgrind_profile_close (profile);
  self.areas = dwell_big_try_alloc (MAX (n, 1) * sizeof (guint32), error);
  self.selves = self.areas != NULL ? dwell_big_try_alloc (MAX (n, 1) * sizeof (gint64), error)
                                   : NULL;
  self.title = g_string_new (NULL);
  is_good = self.selves != NULL && add_all (&self, context, n_nodes_max, error);

  g_clear_pointer (&self.areas, dwell_big_free);
  g_clear_pointer (&self.selves, dwell_big_free);
  g_string_free (self.title, TRUE);
  g_free (self.base);
  builder->total_weight = profile->total;
  return is_good;
}
