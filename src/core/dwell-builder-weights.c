/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of formats without time stamps: stack nodes with their weights, lines, cost points and
 * the records themselves. Nodes come in the order in which a reader meets them, a parent before its
 * children; the trace has them depth first, so that one comparison of numbers shows whether a node
 * is below another. */
#include "config.h"

#include "core/dwell-builder-private.h"

#include <string.h>

#include "core/dwell-trace-private.h"
#include "core/dwell-wide.h"

/**
 * dwell_builder_add_stack_node:
 * @self: a builder
 * @parent: a node added before, or %DWELL_NONE
 * @area: what ran
 * @context: in which context
 * @error: return location
 *
 * Adds a node with the weights 0. The caller makes sure that there is no node with this parent and
 * area yet.
 *
 * Returns: its number in the builder; %DWELL_NONE with %DWELL_ERROR_LIMIT
 */
guint32
dwell_builder_add_stack_node (DwellBuilder  *self,
                              guint32        parent,
                              guint32        area,
                              guint32        context,
                              GError       **error)
{
  guint32 node = (guint32) self->node_parent->n;

  g_return_val_if_fail (parent == DWELL_NONE || parent < node, DWELL_NONE);

  if (!_dwell_builder_reserve (self, DWELL_BUILDER_NODES, 1, error))
    return DWELL_NONE;

  dwell_column_append (self->node_parent, &parent, 1);
  dwell_column_append (self->node_area, &area, 1);
  dwell_column_append (self->node_context, &context, 1);
  dwell_column_append (self->node_count, &(guint64) { 0 }, 1);
  dwell_column_append (self->node_total, &(gint64) { 0 }, 1);
  dwell_column_append (self->node_self, &(gint64) { 0 }, 1);
  return node;
}

/* Counts the nodes below each node, itself included. A parent's number is smaller than those of its
 * children. */
static guint32 *
count_subtrees (const guint32 *parents,
                guint32        n)
{
  guint32 *sizes = dwell_big_alloc (n * sizeof (guint32));

  for (guint32 i = n; i-- > 0;)
    {
      sizes[i]++;
      if (parents[i] != DWELL_NONE)
        sizes[parents[i]] += sizes[i];
    }
  return sizes;
}

/* The depth-first number of each node: a child follows its elder siblings and all that is below
 * them. */
static guint32 *
number_depth_first (const guint32 *parents,
                    const guint32 *sizes,
                    guint32        n)
{
  guint32 *numbers = dwell_big_alloc (n * sizeof (guint32));
  guint32 *next = dwell_big_alloc (n * sizeof (guint32)); /* of a node's next child */
  guint32 next_root = 0;

  for (guint32 i = 0; i < n; i++)
    {
      guint32 *place = parents[i] == DWELL_NONE ? &next_root : &next[parents[i]];

      numbers[i] = *place;
      *place += sizes[i];
      next[i] = numbers[i] + 1;
    }
  dwell_big_free (next);
  return numbers;
}

/* Of nodes in depth-first order. */
static void
sum_totals (gint64        *totals,
            const gint64  *selves,
            const guint32 *parents,
            guint32        n)
{
  for (guint32 i = n; i-- > 0;)
    {
      dwell_add_saturated (&totals[i], selves[i]);
      if (parents[i] != DWELL_NONE)
        dwell_add_saturated (&totals[parents[i]], totals[i]);
    }
}

/* Copies the elements of @column in the new order of their nodes. For a whole trace, the column is
 * emptied. Returns: (transfer none): the copy, which the trace owns */
static gpointer
arrange (DwellTrace    *trace,
         DwellColumn   *column,
         const guint32 *numbers,
         guint32        n)
{
  gsize size = column->element_size;
  char *to = _dwell_trace_own (trace, dwell_big_alloc (n * size), dwell_big_free);
  const char *from = column->data;

  for (guint32 i = 0; i < n; i++)
    memcpy (to + numbers[i] * size, from + i * size, size);

  if (!trace->is_partial)
    {
      dwell_column_clear (column);
      dwell_column_trim (column);
    }

  return to;
}

static void
fill_stack_nodes (DwellBuilder  *self,
                  DwellTrace    *trace,
                  const guint32 *numbers,
                  const guint32 *sizes)
{
  guint32 n = trace->n_stack_nodes;
  guint32 *parents = arrange (trace, self->node_parent, numbers, n);
  guint32 *ends = _dwell_trace_own (trace, dwell_big_alloc (n * sizeof (guint32)), dwell_big_free);
  gint64 *totals = arrange (trace, self->node_total, numbers, n);

  for (guint32 i = 0; i < n; i++)
    {
      ends[numbers[i]] = numbers[i] + sizes[i];
      if (parents[i] != DWELL_NONE)
        parents[i] = numbers[parents[i]];
    }

  trace->node_parent = parents;
  trace->node_end = ends;
  trace->node_area = arrange (trace, self->node_area, numbers, n);
  trace->node_context = arrange (trace, self->node_context, numbers, n);
  trace->node_count = arrange (trace, self->node_count, numbers, n);
  trace->node_self =
    self->node_selves_are_unknown ? NULL : arrange (trace, self->node_self, numbers, n);
  if (!self->node_totals_are_known && trace->node_self != NULL)
    sum_totals (totals, trace->node_self, parents, n);
  trace->node_total = totals;
}

/* A column for all points: it is filled up with 0 if it is shorter. */
static const DwellPacked *
share_packed (DwellTrace  *trace,
              DwellPacked *column)
{
  if (column->n < trace->n_cost_points)
    dwell_packed_repeat (column, 0, trace->n_cost_points - column->n);

  dwell_packed_finish (column);
  return _dwell_trace_own (trace, dwell_packed_ref (column), (GDestroyNotify) dwell_packed_unref);
}

/* Points keep their places; owners that are nodes get the nodes' new numbers. */
static void
fill_costs (DwellBuilder  *self,
            DwellTrace    *trace,
            const guint32 *numbers)
{
  DwellCostOwner *owners;
  guint32 known = 0;

  trace->n_cost_owners = (guint32) self->cost_owners->n;
  trace->n_cost_points = (guint32) self->point_size->n;
  owners = _dwell_trace_own (trace, dwell_big_alloc (trace->n_cost_owners * sizeof *owners),
                             dwell_big_free);
  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    {
      owners[i] = dwell_column_index (self->cost_owners, DwellCostOwner, i);
      if (owners[i].node != DWELL_NONE)
        owners[i].node = numbers[owners[i].node];
    }
  trace->cost_owners = owners;

  trace->point_size = share_packed (trace, self->point_size);
  trace->point_known = share_packed (trace, self->point_known);
  trace->point_flags = share_packed (trace, self->point_flags);
  for (guint32 i = 0; i < trace->n_cost_points; i++)
    known |= (guint32) dwell_packed_get (trace->point_known, i);
  for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
    if (known & (1u << i))
      trace->point_columns[i] = share_packed (trace, self->point_columns[i]);
  trace->size_bytes = self->size_bytes;
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  guint32 left = ((const DwellLineWeight *) a)->area;
  guint32 right = ((const DwellLineWeight *) b)->area;

  return (left > right) - (left < right);
}

/* Most readers add lines in the order of their areas. */
static gboolean
are_lines_in_order (const DwellLineWeight *lines,
                    guint32                n_lines)
{
  for (guint32 i = 1; i < n_lines; i++)
    if (lines[i].area < lines[i - 1].area)
      return FALSE;

  return TRUE;
}

/*< private >
 * _dwell_builder_count_weight_bytes: bytes that filling takes at most */
gsize
_dwell_builder_count_weight_bytes (DwellBuilder *self)
{
  gsize node_bytes = 6 * sizeof (guint32) + 3 * sizeof (guint64) + sizeof (guint32);

  return self->node_parent->n * node_bytes + self->lines->n * sizeof (DwellLineWeight) +
         self->cost_owners->n * sizeof (DwellCostOwner) +
         /* Shorter columns are filled up with 0, which takes a block's head for many values. */
         (self->point_size->n / DWELL_PACKED_BLOCK + 1) * DWELL_N_PACKED * 2 *
           sizeof (DwellPackedBlock);
}

/*< private >
 * _dwell_builder_fill_weights: nodes depth first, points, lines, records of a new trace */
void
_dwell_builder_fill_weights (DwellBuilder *self,
                             DwellTrace   *trace)
{
  guint32 n = (guint32) self->node_parent->n;
  guint32 *sizes = count_subtrees (self->node_parent->data, n);
  guint32 *numbers = number_depth_first (self->node_parent->data, sizes, n);
  DwellLineWeight *lines;

  trace->n_stack_nodes = n;
  fill_stack_nodes (self, trace, numbers, sizes);
  if (!trace->is_partial)
    fill_costs (self, trace, numbers);
  dwell_big_free (numbers);
  dwell_big_free (sizes);

  trace->n_lines = (guint32) self->lines->n;
  lines = _dwell_trace_own (trace, dwell_big_alloc (trace->n_lines * sizeof *lines),
                            dwell_big_free);
  memcpy (lines, self->lines->data, trace->n_lines * sizeof *lines);
  if (!are_lines_in_order (lines, trace->n_lines))
    qsort (lines, trace->n_lines, sizeof *lines, compare_lines);
  trace->lines = lines;

  trace->n_functions = (guint32) self->functions->n;
  trace->n_arcs = (guint32) self->arcs->n;
  trace->n_records = (guint32) self->records->n;
  trace->n_records_in_file = self->n_records_in_file;
  trace->weight_unit = self->weight_unit;
  trace->weights_are_times = self->weights_are_times;
  trace->total_weight = self->total_weight;
  trace->axis = self->axis;
  trace->modules_ignore_case = self->modules_ignore_case;
  trace->spans_are_sequence = self->spans_are_sequence;
}
