/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joins the tables of formats without time stamps. Stack nodes, owners of cost points and records
 * follow one another as the files do; a line that several files name becomes one. Routines for
 * which different things were measured are kept apart by a module that says what was measured. If
 * the files count sizes in cells of different lengths, sizes are converted to bytes. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-hash.h"
#include "core/dwell-join-private.h"
#include "core/dwell-measured.h"
#include "core/dwell-wide.h"

static DwellMeasured
find_differences (const DwellJoinCopy *copies,
                  guint                n_copies)
{
  DwellMeasured differences = { 0 };

  for (guint i = 0; i < n_copies; i++)
    dwell_measured_add (&differences, copies[0].trace, copies[i].trace);

  return differences;
}

/* Describes what a file measured, as far as the files differ. */
static char *
describe (const DwellTrace    *trace,
          const DwellMeasured *differences)
{
  g_autofree char *cells = NULL;
  const char *parts[4] = { NULL };
  guint n = 0;

  if (differences->units)
    parts[n++] = dwell_measured_get_unit (trace);
  if (differences->measures)
    parts[n++] = dwell_measured_get_measure (trace);
  if (differences->cells && differences->cells_are_unknown)
    {
      cells = trace->size_bytes == 0
                ? g_strdup (_("cells of unknown size"))
                : g_strdup_printf (ngettext ("cells of %u byte", "cells of %u bytes",
                                             trace->size_bytes), trace->size_bytes);
      parts[n++] = cells;
    }

  /* Translators: between the members of a list */
  return g_strjoinv (C_("list", ", "), (char **) parts);
}

/* Sets the total of all files if they count the same things. */
static void
join_totals (DwellBuilder        *builder,
             const DwellJoinCopy *copies,
             guint                n_copies,
             gboolean             are_alike)
{
  gint64 total = 0;

  for (guint i = 0; i < n_copies && total != DWELL_TIME_NONE; i++)
    if (!are_alike || copies[i].trace->total_weight == DWELL_TIME_NONE ||
        __builtin_add_overflow (total, copies[i].trace->total_weight, &total))
      total = DWELL_TIME_NONE;

  builder->total_weight = total;
}

/*< private >
 * _dwell_join_compare: before areas are copied: sets the units of the joined trace, and for each
 * file the name and the factor that its data need */
void
_dwell_join_compare (DwellJoinCopy *copies,
                     guint          n_copies)
{
  const DwellTrace *first = copies[0].trace;
  DwellBuilder *builder = copies[0].builder;
  DwellMeasured differences = find_differences (copies, n_copies);
  gboolean is_rescaled = dwell_measured_needs_bytes (&differences);

  builder->axis = first->axis;
  builder->modules_ignore_case = first->modules_ignore_case;
  builder->weights_are_times = TRUE;
  builder->size_bytes = is_rescaled ? 1 : differences.cells ? 0 : first->size_bytes;
  if (!differences.units)
    builder->weight_unit = dwell_strings_intern (builder->strings,
                                                 dwell_measured_get_unit (first), -1);

  join_totals (builder, copies, n_copies, !differences.units);

  for (guint i = 0; i < n_copies; i++)
    {
      const DwellTrace *trace = copies[i].trace;
      g_autofree char *apart = describe (trace, &differences);

      copies[i].apart = dwell_strings_intern (builder->strings, apart, -1);
      copies[i].size_factor = is_rescaled ? trace->size_bytes : 1;
      builder->weights_are_times = builder->weights_are_times && trace->weights_are_times;
      builder->spans_are_sequence = builder->spans_are_sequence || trace->spans_are_sequence;
      if (trace->axis != first->axis)
        builder->axis = DWELL_AXIS_TIME;
    }

  if (is_rescaled)
    {
      dwell_problems_add (builder->problems, DWELL_SEVERITY_WARNING, "rescaled-sizes", 0, -1,
                          _("The files count memory in cells of different sizes: all sizes are in "
                            "bytes"));
      dwell_builder_add_note (builder, N_("The files count memory in cells of different sizes: all "
                                          "sizes are in bytes."));
    }
}

static gboolean
copy_nodes (DwellJoinCopy *copy,
            GError       **error)
{
  const DwellTrace *trace = copy->trace;
  DwellBuilder *builder = copy->builder;

  copy->nodes = dwell_big_try_alloc (trace->n_stack_nodes * sizeof (guint32), error);
  if (copy->nodes == NULL || trace->n_stack_nodes == 0)
    return copy->nodes != NULL;

  builder->node_totals_are_known = TRUE;
  if (trace->node_self == NULL)
    builder->node_selves_are_unknown = TRUE;

  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    {
      guint32 parent = trace->node_parent[i];
      guint32 node;

      node = dwell_builder_add_stack_node (builder,
                                           parent == DWELL_NONE ? DWELL_NONE : copy->nodes[parent],
                                           copy->areas[trace->node_area[i]],
                                           copy->contexts[trace->node_context[i]], error);
      if (node == DWELL_NONE)
        return FALSE;

      copy->nodes[i] = node;
      dwell_column_index (builder->node_count, guint64, node) = trace->node_count[i];
      dwell_column_index (builder->node_total, gint64, node) = trace->node_total[i];
      if (trace->node_self != NULL)
        dwell_column_index (builder->node_self, gint64, node) = trace->node_self[i];
    }

  return TRUE;
}

/* @places: by area of the joined trace, the place of its line among the builder's, plus one. */
static void
copy_lines (DwellJoinCopy *copy,
            GHashTable    *places)
{
  DwellColumn *lines = copy->builder->lines;

  for (guint32 i = 0; i < copy->trace->n_lines; i++)
    {
      DwellLineWeight line = copy->trace->lines[i];
      DwellLineWeight *known;
      gsize place;

      line.area = copy->areas[line.area];
      place = GPOINTER_TO_SIZE (g_hash_table_lookup (places, GUINT_TO_POINTER (line.area)));
      if (place == 0)
        {
          if (!dwell_builder_reserve (copy->builder, lines, 1))
            return;

          dwell_column_append (lines, &line, 1);
          g_hash_table_insert (places, GUINT_TO_POINTER (line.area), GSIZE_TO_POINTER (lines->n));
          continue;
        }

      known = &dwell_column_index (lines, DwellLineWeight, place - 1);
      known->hits += line.hits;
      dwell_add_saturated (&known->time, line.time);
      known->min = MIN (known->min, line.min);
      known->max = MAX (known->max, line.max);
    }
}

/* The place of @key among the @n elements of the joined trace; @n for a new one, which gets it. */
static gsize
find_place (GHashTable *places,
            guint64     key,
            gsize       n)
{
  gpointer place;

  if (g_hash_table_lookup_extended (places, &key, NULL, &place))
    return GPOINTER_TO_SIZE (place);

  g_hash_table_insert (places, g_memdup2 (&key, sizeof key), GSIZE_TO_POINTER (n));
  return n;
}

/* @places: by area of the joined trace, the place of its function */
static void
copy_functions (DwellJoinCopy *copy,
                GHashTable    *places)
{
  DwellColumn *functions = copy->builder->functions;

  for (guint32 i = 0; i < copy->trace->n_functions; i++)
    {
      DwellFunctionWeight function = copy->trace->functions[i];
      DwellFunctionWeight *known;
      gsize place;

      function.area = copy->areas[function.area];
      if (!dwell_builder_reserve (copy->builder, functions, 1))
        return;

      place = find_place (places, function.area, functions->n);
      if (place == functions->n)
        {
          dwell_column_append (functions, &function, 1);
          continue;
        }

      known = &dwell_column_index (functions, DwellFunctionWeight, place);
      known->calls += function.calls;
      dwell_add_saturated (&known->self, function.self);
      dwell_add_saturated (&known->total, function.total);
    }
}

/* @places: by caller and callee of the joined trace, the place of their arc */
static void
copy_arcs (DwellJoinCopy *copy,
           GHashTable    *places)
{
  DwellColumn *arcs = copy->builder->arcs;

  for (guint32 i = 0; i < copy->trace->n_arcs; i++)
    {
      DwellCallArc arc = copy->trace->arcs[i];
      DwellCallArc *known;
      gsize place;

      arc.caller = copy->areas[arc.caller];
      arc.callee = copy->areas[arc.callee];
      if (!dwell_builder_reserve (copy->builder, arcs, 1))
        return;

      place = find_place (places, (guint64) arc.caller << 32 | arc.callee, arcs->n);
      if (place == arcs->n)
        {
          dwell_column_append (arcs, &arc, 1);
          continue;
        }

      known = &dwell_column_index (arcs, DwellCallArc, place);
      known->calls += arc.calls;
      dwell_add_saturated (&known->total, arc.total);
    }
}

static void
copy_records (DwellJoinCopy *copy)
{
  guint32 file = dwell_strings_intern (copy->builder->strings, copy->name, -1);

  if (!dwell_builder_reserve (copy->builder, copy->builder->records, copy->trace->n_records))
    return;

  for (guint32 i = 0; i < copy->trace->n_records; i++)
    {
      DwellRecord record = copy->trace->records[i];

      record.area = record.area == DWELL_NONE ? DWELL_NONE : copy->areas[record.area];
      record.text = _dwell_join_copy_string (copy, record.text);
      record.file = file;
      dwell_column_append (copy->builder->records, &record, 1);
    }

  copy->builder->n_records_in_file += copy->trace->n_records_in_file;
}

/* Returns the power in which sizes occur in a column: 0, 1 or 2. */
static guint
get_size_power (DwellCostColumn column)
{
  switch (column)
    {
    case DWELL_COST_SIZE_SQUARES:
      return 2;

    case DWELL_COST_SIZE_SUM:
    case DWELL_COST_SYSCALL:
    case DWELL_COST_THREAD:
    case DWELL_COST_SELF_SYSCALL:
    case DWELL_COST_SELF_THREAD:
      return 1;

    case DWELL_COST_CALLS:
    case DWELL_COST_MIN:
    case DWELL_COST_MAX:
    case DWELL_COST_SUM:
    case DWELL_COST_SQUARES:
    case DWELL_COST_REAL:
    case DWELL_COST_SELF:
    case DWELL_COST_SELF_MIN:
    case DWELL_COST_SELF_MAX:
    case DWELL_COST_SELF_SQUARES:
    case DWELL_N_COST_COLUMNS:
    default:
      return 0;
    }
}

/* Copies the values @first to @end, multiplied @power times by @factor. */
static void
copy_column (DwellPacked       *to,
             const DwellPacked *from,
             guint32            first,
             guint32            end,
             guint64            factor,
             guint              power)
{
  for (guint32 i = first; i < end; i++)
    {
      guint64 value = dwell_packed_get (from, i);

      for (guint k = 0; k < power && factor != 1; k++)
        value = dwell_wide_narrow ((DwellWide) value * factor);
      dwell_packed_append (to, &value, 1);
    }
}

/*< private >
 * _dwell_join_copy_points: false with %DWELL_ERROR_LIMIT */
gboolean
_dwell_join_copy_points (DwellJoinCopy *copy,
                         guint32        first,
                         guint32        end,
                         GError       **error)
{
  const DwellTrace *trace = copy->trace;
  DwellBuilder *builder = copy->builder;
  gsize place = builder->point_size->n;

  if (!dwell_packed_has_room (builder->point_size, end - first))
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                           _("there are more cost points than Dwell can handle"));
      return FALSE;
    }

  copy_column (builder->point_size, trace->point_size, first, end, copy->size_factor, 1);
  copy_column (builder->point_known, trace->point_known, first, end, 1, 0);
  copy_column (builder->point_flags, trace->point_flags, first, end, 1, 0);

  for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
    {
      DwellPacked *column = builder->point_columns[i];

      if (trace->point_columns[i] == NULL)
        continue;

      dwell_packed_repeat (column, 0, place - column->n);
      copy_column (column, trace->point_columns[i], first, end, copy->size_factor,
                   get_size_power ((DwellCostColumn) i));
    }

  return TRUE;
}

/* Copies the owners that are routines, or those that are stack nodes; in the file, each kind is
 * contiguous. */
static gboolean
copy_owners (DwellJoinCopy *copy,
             gboolean       are_nodes,
             GError       **error)
{
  const DwellTrace *trace = copy->trace;
  guint32 place = (guint32) copy->builder->point_size->n;
  guint32 first = G_MAXUINT32;
  guint32 end = 0;

  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    {
      DwellCostOwner owner = trace->cost_owners[i];

      if ((owner.node != DWELL_NONE) != are_nodes)
        continue;

      first = MIN (first, owner.first_point);
      end = owner.first_point + owner.n_points;
      owner.area = copy->areas[owner.area];
      owner.context = copy->contexts[owner.context];
      owner.node = are_nodes ? copy->nodes[owner.node] : DWELL_NONE;
      owner.first_point += place - first;

      if (!dwell_column_has_room (copy->builder->cost_owners, 1))
        {
          g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                               _("there are more routines and contexts than Dwell can handle"));
          return FALSE;
        }
      if (!dwell_column_reserve (copy->builder->cost_owners, 1, error))
        return FALSE;
      dwell_column_append (copy->builder->cost_owners, &owner, 1);
    }

  return first == G_MAXUINT32 || _dwell_join_copy_points (copy, first, end, error);
}

/*< private >
 * _dwell_join_weights: false with %DWELL_ERROR_LIMIT */
gboolean
_dwell_join_weights (DwellJoinCopy *copies,
                     guint          n_copies,
                     GError       **error)
{
  g_autoptr(GHashTable) lines = g_hash_table_new (NULL, NULL);
  g_autoptr(GHashTable) functions = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, g_free,
                                                           NULL);
  g_autoptr(GHashTable) arcs = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, g_free,
                                                      NULL);

  for (guint i = 0; i < n_copies; i++)
    {
      if (!copy_nodes (&copies[i], error))
        return FALSE;

      copy_lines (&copies[i], lines);
      copy_functions (&copies[i], functions);
      copy_arcs (&copies[i], arcs);
      copy_records (&copies[i]);
      if (!dwell_builder_check (copies[i].builder, 0, error))
        return FALSE;
    }

  for (guint are_nodes = 0; are_nodes < 2; are_nodes++)
    for (guint i = 0; i < n_copies; i++)
      if (!copy_owners (&copies[i], are_nodes != 0, error))
        return FALSE;

  return TRUE;
}
