/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns paths into stack nodes, parents before their children, as the paths are ordered. If all
 * outermost frames are names of processes or threads, they become contexts. */
#include "config.h"

#include "formats/folded/dwell-folded-finish.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/folded/dwell-folded-line.h"

#define DROPPED_NODES 65536

static const struct {
  const char *choice;
  const char *unit;       /* of whole weights */
  const char *thousandth; /* (nullable): unit if some weights are fractions; NULL: they are times */
  gint64      ns;         /* of a time: ns per unit */
} units[] = {
  [DWELL_FOLDED_SAMPLES] = { "samples", "samples", "samples/1000", 0 },
  [DWELL_FOLDED_NS] = { "ns", "ns", NULL, 1 },
  [DWELL_FOLDED_US] = { "us", "ns", NULL, 1000 },
  [DWELL_FOLDED_MS] = { "ms", "ns", NULL, 1000000 },
  [DWELL_FOLDED_BYTES] = { "bytes", "bytes", "bytes/1000", 0 },
};

typedef struct {
  DwellFoldedPaths       *paths;
  DwellBuilder           *builder;
  DwellFoldedUnit         unit;
  guint32                *contexts; /* by node of the paths */
  guint32                *numbers;  /* nodes of the builder, by node of the paths; or DWELL_NONE */
  guint32                *areas;    /* by string of a frame: area + 1; 0: none yet */
  guint32                 n_areas;  /* number of strings when finishing began */
} Work;

/**
 * dwell_folded_unit_find:
 * @choice: a choice of the option “Unit”
 *
 * Returns: the unit that it names
 */
DwellFoldedUnit
dwell_folded_unit_find (const char *choice)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (units[i].choice, choice))
      return (DwellFoldedUnit) i;

  return DWELL_FOLDED_SAMPLES;
}

/**
 * dwell_folded_unit_get_max:
 * @self: a unit
 *
 * Returns: the greatest total, in thousandths of the unit, that fits both as such and in ns
 */
gint64
dwell_folded_unit_get_max (DwellFoldedUnit self)
{
  return (G_MAXINT64 / MAX (units[self].ns, 1000) - 1) * 1000;
}

/* The weight of a node, in the unit of the trace. */
static gint64
convert (const Work *self,
         gint64      thousandths)
{
  gint64 ns = units[self->unit].ns;

  if (ns > 0)
    return thousandths / 1000 * ns + (thousandths % 1000 * ns + 500) / 1000;

  return self->paths->has_fractions ? thousandths : thousandths / 1000;
}

static const char *
get_name (const Work            *self,
          const DwellFoldedNode *node)
{
  return dwell_strings_get (self->builder->strings, node->frame);
}

static gboolean
are_contexts (const Work *self)
{
  const DwellFoldedNode *nodes = self->paths->nodes->data;
  DwellContextKind kind;
  guint64 id;

  for (gsize i = 0; i < self->paths->nodes->n; i++)
    if (nodes[i].parent == DWELL_NONE &&
        !dwell_folded_is_context (get_name (self, &nodes[i]), &kind, &id))
      return FALSE;

  return TRUE;
}

/**
 * dwell_folded_get_module:
 * @name: a frame
 * @length: its length in bytes
 *
 * Returns: (nullable): the meaning of its suffix; flamegraph.pl chooses colours by it
 */
const char *
dwell_folded_get_module (const char *name,
                         gsize       length)
{
  static const struct {
    const char *suffix;
    const char *module;
  } annotations[] = {
    { "_[k]", "kernel" }, { "_[j]", "jit" }, { "_[i]", "inlined" },
  };

  for (guint i = 0; length > 4 && i < G_N_ELEMENTS (annotations); i++)
    if (memcmp (name + length - 4, annotations[i].suffix, 4) == 0)
      return annotations[i].module;

  return NULL;
}

static guint32
add_area (Work                  *self,
          const DwellFoldedNode *node)
{
  DwellStrings *strings = self->builder->strings;
  DwellArea area = { .kind = DWELL_AREA_FUNCTION, .parent = DWELL_NONE, .name = node->frame };
  g_autofree char *name = NULL;
  gsize length;
  const char *module;
  guint32 id;

  if (node->frame < self->n_areas && self->areas[node->frame] > 0)
    return self->areas[node->frame] - 1;

  name = g_strdup (get_name (self, node));
  length = strlen (name);
  module = dwell_folded_get_module (name, length);
  if (module != NULL)
    {
      area.module = dwell_strings_intern (strings, module, -1);
      area.function = dwell_strings_intern (strings, name, (gssize) length - 4);
    }

  id = dwell_builder_add_area (self->builder, &area);
  if (node->frame < self->n_areas)
    self->areas[node->frame] = id + 1;
  return id;
}

static void
set_weight (Work                  *self,
            const DwellFoldedNode *node,
            guint32                number)
{
  gint64 weight = convert (self, node->self);
  gboolean is_counted = self->unit == DWELL_FOLDED_SAMPLES && !self->paths->has_fractions;

  dwell_column_index (self->builder->node_self, gint64, number) = weight;
  dwell_column_index (self->builder->node_count, guint64, number) =
    is_counted ? (guint64) weight : node->count;
}

/* An outermost frame that is a context. Stacks that consist of this frame only get the node “(no
 * frame)”. */
static gboolean
add_context (Work                   *self,
             const DwellFoldedNode  *node,
             gsize                   n,
             GError                **error)
{
  g_autofree char *name = g_strdup (get_name (self, node));
  DwellContextKind kind;
  DwellFoldedNode frame = *node;
  guint64 id;
  guint32 number;

  dwell_folded_is_context (name, &kind, &id);
  self->contexts[n] = dwell_builder_add_context (self->builder, name, kind, id, DWELL_NONE);
  self->numbers[n] = DWELL_NONE;
  if (node->count == 0)
    return TRUE;

  frame.frame = dwell_strings_intern (self->builder->strings, _("(no frame)"), -1);
  number = dwell_builder_add_stack_node (self->builder, DWELL_NONE, add_area (self, &frame),
                                         self->contexts[n], error);
  if (number == DWELL_NONE)
    return FALSE;

  set_weight (self, node, number);
  return TRUE;
}

static gboolean
add_node (Work                   *self,
          const DwellFoldedNode  *node,
          gsize                   n,
          GError                **error)
{
  guint32 parent = DWELL_NONE;

  if (node->parent != DWELL_NONE)
    {
      parent = self->numbers[node->parent];
      self->contexts[n] = self->contexts[node->parent];
    }

  self->numbers[n] = dwell_builder_add_stack_node (self->builder, parent, add_area (self, node),
                                                   self->contexts[n], error);
  if (self->numbers[n] == DWELL_NONE)
    return FALSE;

  set_weight (self, node, self->numbers[n]);
  return TRUE;
}

static gboolean
add_nodes (Work      *self,
           gboolean   has_contexts,
           GError   **error)
{
  DwellFoldedNode *nodes = self->paths->nodes->data;
  guint32 session = has_contexts ? DWELL_NONE
                                 : dwell_builder_add_context (self->builder, _("Session"),
                                                              DWELL_CONTEXT_SESSION, 0,
                                                              DWELL_NONE);

  for (gsize i = 0; i < self->paths->nodes->n; i++)
    {
      self->contexts[i] = session;
      if (!(has_contexts && nodes[i].parent == DWELL_NONE
            ? add_context (self, &nodes[i], i, error) : add_node (self, &nodes[i], i, error)))
        return FALSE;
      /* The memory of paths that became nodes of the trace is freed for the next ones. */
      if (i % DROPPED_NODES == DROPPED_NODES - 1)
        dwell_big_drop (&nodes[i + 1 - DROPPED_NODES], DROPPED_NODES * sizeof (DwellFoldedNode));
    }

  return TRUE;
}

static void
describe (Work *self)
{
  DwellBuilder *builder = self->builder;
  const char *unit = units[self->unit].unit;

  if (self->paths->has_fractions && units[self->unit].thousandth != NULL)
    {
      unit = units[self->unit].thousandth;
      dwell_builder_add_note (builder, N_("Some weights are fractions: all are counted in "
                                          "thousandths."));
    }

  builder->weight_unit = dwell_strings_intern (builder->strings, unit, -1);
  builder->weights_are_times = units[self->unit].ns > 0;
  builder->total_weight = convert (self, self->paths->total);
  builder->n_events = self->paths->n_stacks;
}

/**
 * dwell_folded_finish:
 * @paths: (inout): all paths of a file, which are freed
 * @builder: (inout): gets areas, contexts and stack nodes
 * @unit: the unit of the numbers in the file
 * @finds_contexts: whether outermost frames that name processes or threads are contexts
 * @error: %DWELL_ERROR_LIMIT
 *
 * Makes a trace from the paths.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_folded_finish (DwellFoldedPaths  *paths,
                     DwellBuilder      *builder,
                     DwellFoldedUnit    unit,
                     gboolean           finds_contexts,
                     GError           **error)
{
  Work self = { .paths = paths, .builder = builder, .unit = unit };
  gsize n = MAX (paths->nodes->n, 1);
  gboolean is_good;

  dwell_ids_clear (&paths->children);
  self.n_areas = dwell_strings_get_n (builder->strings);
  self.contexts = dwell_big_try_alloc (n * sizeof (guint32), error);
  self.numbers = self.contexts != NULL ? dwell_big_try_alloc (n * sizeof (guint32), error) : NULL;
  self.areas = self.numbers != NULL
               ? dwell_big_try_alloc (MAX (self.n_areas, 1) * sizeof (guint32), error) : NULL;
  is_good = self.areas != NULL &&
            add_nodes (&self, finds_contexts && are_contexts (&self), error) &&
            dwell_builder_check (builder, 0, error);
  if (is_good)
    describe (&self);

  g_clear_pointer (&self.contexts, dwell_big_free);
  g_clear_pointer (&self.numbers, dwell_big_free);
  g_clear_pointer (&self.areas, dwell_big_free);
  return is_good;
}
