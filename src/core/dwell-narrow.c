/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Narrows a trace by filling a builder with what is kept, in the same order: memory is needed only
 * for that. Data of all contexts together (lines, functions, arcs) are dropped if some contexts are
 * left out; events in file order, records and the file's own statistics are always dropped. */
#include "config.h"

#include "core/dwell-narrow.h"

#include <string.h>

#include "core/dwell-args.h"
#include "core/dwell-join-private.h"
#include "core/dwell-wide.h"

/* How many spans are copied between two checks of the cancellable. */
#define PORTION 65536

typedef struct {
  DwellJoinCopy         copy;
  const DwellTrace     *trace;
  const DwellNarrowing *what;
  guint32              *tracks;   /* new numbers, or DWELL_NONE */
  guint32              *rows;
  guint32              *spans;
  gboolean              has_all_contexts;
  GCancellable         *cancellable;
} Narrow;

static guint32 *
make_numbers (gsize    n,
              GError **error)
{
  guint32 *numbers = dwell_big_try_alloc ((n + 1) * sizeof *numbers, error);

  for (gsize i = 0; numbers != NULL && i < n; i++)
    numbers[i] = DWELL_NONE;
  return numbers;
}

/* Copies the contexts that are kept, and their parents. */
static void
copy_contexts (Narrow *self)
{
  const DwellTrace *trace = self->trace;
  DwellBuilder *builder = self->copy.builder;
  g_autofree guint8 *is_kept = g_malloc0 (trace->n_contexts + 1);

  self->has_all_contexts = TRUE;
  for (guint32 i = 0; i < trace->n_contexts; i++)
    {
      self->has_all_contexts = self->has_all_contexts && self->what->contexts[i];
      for (guint32 context = i;
           self->what->contexts[i] && context != DWELL_NONE && !is_kept[context];
           context = trace->contexts[context].parent)
        is_kept[context] = TRUE;
    }

  for (guint32 i = 0; i < trace->n_contexts; i++)
    {
      const DwellContext *context = &trace->contexts[i];

      if (!is_kept[i])
        continue;

      self->copy.contexts[i] =
        dwell_builder_add_context (builder, dwell_trace_get_context_name (trace, i),
                                   context->kind, context->id,
                                   context->parent != DWELL_NONE
                                   ? self->copy.contexts[context->parent] : DWELL_NONE);
      dwell_column_index (builder->contexts, DwellContext,
                          self->copy.contexts[i]).total_weight = context->total_weight;
    }
}

static gboolean
is_kept (const Narrow *self,
         guint32       track,
         guint32       area)
{
  return self->what->contexts[self->trace->tracks[track].context] && self->what->areas[area];
}

static gboolean
keeps_mark (const Narrow *self,
            guint32       mark)
{
  return self->what->marks[mark] &&
         self->what->contexts[self->trace->tracks[self->trace->mark_track[mark]].context];
}

static gboolean
keeps_write (const Narrow *self,
             guint32       write)
{
  guint32 track = self->trace->write_track[write];

  return is_kept (self, track, self->trace->tracks[track].area);
}

/* Copies the tracks that have something left in them. */
static void
copy_tracks (Narrow *self)
{
  const DwellTrace *trace = self->trace;
  DwellBuilder *builder = self->copy.builder;
  g_autofree guint8 *is_used = g_malloc0 (trace->n_tracks + 1);

  for (guint32 i = 0; i < trace->n_spans; i++)
    is_used[dwell_trace_get_span_track (trace, i)] |=
      is_kept (self, dwell_trace_get_span_track (trace, i), trace->span_area[i]);
  for (guint32 i = 0; i < trace->n_marks; i++)
    is_used[trace->mark_track[i]] |= keeps_mark (self, i);
  for (guint32 i = 0; i < trace->n_writes; i++)
    is_used[trace->write_track[i]] |= keeps_write (self, i);

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[i];

      if (!is_used[i])
        continue;

      self->tracks[i] = dwell_builder_add_track (builder,
                                                 dwell_trace_get_string (trace, track->name),
                                                 self->copy.contexts[track->context],
                                                 track->rows_are_named);
      _dwell_join_copy_track_kind (&self->copy, track, self->tracks[i]);
    }

  for (guint32 i = 0; i < trace->n_rows; i++)
    {
      const DwellRow *row = &trace->rows[i];

      if (self->tracks[row->track] == DWELL_NONE)
        continue;

      self->rows[i] = dwell_builder_add_row (builder, self->tracks[row->track],
                                             _dwell_join_copy_string (&self->copy, row->label));
      if (row->is_lines)
        dwell_builder_set_row_lines (builder, self->rows[i], row->depth);
    }
}

/* The new number of the innermost span around @span that is kept. */
static guint32
find_parent (const Narrow *self,
             guint32       span)
{
  guint32 parent = self->trace->span_parent[span];

  while (parent != DWELL_NONE && self->spans[parent] == DWELL_NONE)
    parent = self->trace->span_parent[parent];

  return parent != DWELL_NONE ? self->spans[parent] : DWELL_NONE;
}

static gboolean
copy_spans (Narrow  *self,
            GError **error)
{
  const DwellTrace *trace = self->trace;
  DwellBuilder *builder = self->copy.builder;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      if (i % PORTION == 0 &&
          (g_cancellable_set_error_if_cancelled (self->cancellable, error) ||
           !dwell_builder_reserve_spans (builder, PORTION, error)))
        return FALSE;
      if (!is_kept (self, dwell_trace_get_span_track (trace, i), trace->span_area[i]))
        continue;

      self->spans[i] =
        dwell_builder_open_span (builder, self->copy.areas[trace->span_area[i]],
                                 self->rows[trace->span_row[i]], find_parent (self, i),
                                 dwell_trace_get_span_begin (trace, i));
      dwell_builder_close_span (builder, self->spans[i], dwell_trace_get_span_end (trace, i),
                                trace->span_flags[i]);
      if (trace->span_args != NULL)
        dwell_builder_set_span_args (builder, self->spans[i],
                                     _dwell_join_copy_args (&self->copy, trace->span_args[i]));
    }

  return TRUE;
}

static gboolean
copy_marks (Narrow  *self,
            GError **error)
{
  const DwellTrace *trace = self->trace;
  DwellBuilder *builder = self->copy.builder;

  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      guint32 span = trace->mark_span[i];
      guint32 area = trace->mark_area[i];

      if (!keeps_mark (self, i))
        continue;
      if (!dwell_builder_add_mark (builder, trace->mark_kind[i], trace->mark_time[i],
                                   self->tracks[trace->mark_track[i]],
                                   span != DWELL_NONE ? self->spans[span] : DWELL_NONE,
                                   area != DWELL_NONE ? self->copy.areas[area] : DWELL_NONE,
                                   _dwell_join_copy_string (&self->copy, trace->mark_text[i]),
                                   error))
        return FALSE;
      if (trace->mark_args != NULL)
        dwell_builder_set_mark_args (builder, (guint32) builder->mark_time->n - 1,
                                     _dwell_join_copy_args (&self->copy, trace->mark_args[i]));
    }

  return TRUE;
}

static gboolean
copy_writes (Narrow  *self,
             GError **error)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_writes; i++)
    {
      if (i % PORTION == 0 &&
          !dwell_builder_reserve_events (self->copy.builder, PORTION, error))
        return FALSE;
      if (keeps_write (self, i))
        dwell_builder_add_write (self->copy.builder, self->tracks[trace->write_track[i]],
                                 dwell_trace_get_write_time (trace, i), trace->write_value[i]);
    }

  return TRUE;
}

static gboolean
copy_suspensions (Narrow  *self,
                  GError **error)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    {
      guint32 span = self->spans[trace->suspension_span[i]];

      if (i % PORTION == 0 &&
          !dwell_builder_reserve_events (self->copy.builder, PORTION, error))
        return FALSE;
      if (span != DWELL_NONE)
        dwell_builder_add_suspension (self->copy.builder, trace->suspension_kind[i], span,
                                      trace->suspension_begin[i], trace->suspension_end[i]);
    }

  return TRUE;
}

static void
copy_flows (Narrow *self)
{
  for (guint32 i = 0; i < self->trace->n_flows; i++)
    {
      DwellFlow flow = self->trace->flows[i];

      flow.from_span = self->spans[flow.from_span];
      flow.to_span = self->spans[flow.to_span];
      flow.name = _dwell_join_copy_string (&self->copy, flow.name);
      flow.category = _dwell_join_copy_string (&self->copy, flow.category);
      if (flow.from_span != DWELL_NONE && flow.to_span != DWELL_NONE)
        dwell_builder_add_flow (self->copy.builder, &flow);
    }
}

/* Nodes with equal keys become one: they may do so when nodes between them and their common
 * ancestor are left out. */
typedef struct {
  guint32 parent; /* a new number, or DWELL_NONE */
  guint32 area;
  guint32 context;
} NodeKey;

static guint
hash_node (gconstpointer data)
{
  const NodeKey *key = data;

  return (key->parent * 31 + key->area) * 31 + key->context;
}

static gboolean
are_nodes_equal (gconstpointer a,
                 gconstpointer b)
{
  return memcmp (a, b, sizeof (NodeKey)) == 0;
}

/* Returns the new number of a node, which other nodes may share, unless nodes have costs;
 * DWELL_NONE if there is no memory. */
static guint32
copy_node (Narrow      *self,
           guint32      node,
           guint32      above,
           GHashTable  *known,
           GError     **error)
{
  const DwellTrace *trace = self->trace;
  DwellBuilder *builder = self->copy.builder;
  NodeKey key = { above, trace->node_area[node], trace->node_context[node] };
  gpointer found;
  guint32 place;

  if (trace->n_cost_owners == 0 && g_hash_table_lookup_extended (known, &key, NULL, &found))
    place = GPOINTER_TO_UINT (found);
  else
    {
      place = dwell_builder_add_stack_node (builder, above, self->copy.areas[key.area],
                                            self->copy.contexts[key.context], error);
      if (place == DWELL_NONE)
        return DWELL_NONE;
      g_hash_table_replace (known, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (place));
    }

  dwell_column_index (builder->node_count, guint64, place) += trace->node_count[node];
  dwell_add_saturated (&dwell_column_index (builder->node_total, gint64, place),
                       trace->node_total[node]);
  if (trace->node_self != NULL)
    dwell_add_saturated (&dwell_column_index (builder->node_self, gint64, place),
                         trace->node_self[node]);
  return place;
}

/* Copies the stack nodes. A node that is left out adds its own weight to the node above it. */
static gboolean
copy_nodes (Narrow  *self,
            GError **error)
{
  const DwellTrace *trace = self->trace;
  DwellBuilder *builder = self->copy.builder;
  guint32 *places = make_numbers (trace->n_stack_nodes, error); /* or of the node above */
  g_autoptr(GHashTable) known = g_hash_table_new_full (hash_node, are_nodes_equal, g_free, NULL);
  gboolean is_good = places != NULL;

  builder->node_totals_are_known = TRUE;
  builder->node_selves_are_unknown = trace->node_self == NULL;
  for (guint32 i = 0; is_good && i < trace->n_stack_nodes; i++)
    {
      guint32 above = trace->node_parent[i] != DWELL_NONE ? places[trace->node_parent[i]]
                                                          : DWELL_NONE;

      places[i] = above;
      if (!self->what->contexts[trace->node_context[i]])
        continue;
      if (!self->what->areas[trace->node_area[i]])
        {
          if (above != DWELL_NONE && trace->node_self != NULL)
            dwell_add_saturated (&dwell_column_index (builder->node_self, gint64, above),
                                 trace->node_self[i]);
          continue;
        }

      places[i] = self->copy.nodes[i] = copy_node (self, i, above, known, error);
      is_good = places[i] != DWELL_NONE;
    }

  dwell_big_free (places);
  return is_good;
}

/* Copies the data of all contexts together. */
static gboolean
copy_sums (Narrow  *self,
           GError **error)
{
  const DwellTrace *trace = self->trace;
  DwellBuilder *builder = self->copy.builder;
  const guint8 *areas = self->what->areas;

  if (!self->has_all_contexts)
    return TRUE;
  if (!dwell_builder_reserve (builder, builder->lines, trace->n_lines) ||
      !dwell_builder_reserve (builder, builder->functions, trace->n_functions) ||
      !dwell_builder_reserve (builder, builder->arcs, trace->n_arcs))
    return dwell_builder_check (builder, 0, error);

  for (guint32 i = 0; i < trace->n_lines; i++)
    {
      DwellLineWeight line = trace->lines[i];

      if (!areas[line.area])
        continue;
      line.area = self->copy.areas[line.area];
      dwell_column_append (builder->lines, &line, 1);
    }

  for (guint32 i = 0; i < trace->n_functions; i++)
    {
      DwellFunctionWeight function = trace->functions[i];

      if (!areas[function.area])
        continue;
      function.area = self->copy.areas[function.area];
      dwell_column_append (builder->functions, &function, 1);
    }

  for (guint32 i = 0; i < trace->n_arcs; i++)
    {
      DwellCallArc arc = trace->arcs[i];

      if (!areas[arc.caller] || !areas[arc.callee])
        continue;
      arc.caller = self->copy.areas[arc.caller];
      arc.callee = self->copy.areas[arc.callee];
      dwell_column_append (builder->arcs, &arc, 1);
    }

  return TRUE;
}

static gboolean
copy_costs (Narrow  *self,
            GError **error)
{
  const DwellTrace *trace = self->trace;
  DwellBuilder *builder = self->copy.builder;

  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    {
      DwellCostOwner owner = trace->cost_owners[i];
      guint32 first = owner.first_point;

      if (!self->what->areas[owner.area] || !self->what->contexts[owner.context] ||
          (owner.node != DWELL_NONE && self->copy.nodes[owner.node] == DWELL_NONE))
        continue;

      owner.area = self->copy.areas[owner.area];
      owner.context = self->copy.contexts[owner.context];
      owner.node = owner.node != DWELL_NONE ? self->copy.nodes[owner.node] : DWELL_NONE;
      owner.first_point = (guint32) builder->point_size->n;
      if (!dwell_column_reserve (builder->cost_owners, 1, error))
        return FALSE;

      dwell_column_append (builder->cost_owners, &owner, 1);
      if (!_dwell_join_copy_points (&self->copy, first, first + owner.n_points, error))
        return FALSE;
    }

  return TRUE;
}

/* Copies what applies to the whole trace. */
static void
copy_head (Narrow *self)
{
  const DwellTrace *trace = self->trace;
  DwellBuilder *builder = self->copy.builder;

  builder->begin = trace->begin;
  builder->end = trace->end;
  builder->axis = trace->axis;
  builder->wall_clock_ns = trace->wall_clock_ns;
  builder->n_events = trace->n_events;
  builder->weights_are_times = trace->weights_are_times;
  builder->modules_ignore_case = trace->modules_ignore_case;
  builder->spans_are_sequence = trace->spans_are_sequence;
  builder->size_bytes = trace->size_bytes;
  builder->weight_unit = _dwell_join_copy_string (&self->copy, trace->weight_unit);

  for (guint i = 0; i < trace->n_properties; i++)
    dwell_builder_set_property (builder, trace->properties[i].key, trace->properties[i].title,
                                trace->properties[i].value);
  for (guint i = 0; trace->notes[i] != NULL; i++)
    dwell_builder_add_note (builder, trace->notes[i]);
}

static gboolean
copy_all (Narrow  *self,
          GError **error)
{
  const DwellTrace *trace = self->trace;
  DwellJoinCopy *copy = &self->copy;

  copy->strings = dwell_big_try_alloc (dwell_strings_get_n (trace->strings) * sizeof (guint32),
                                       error);
  if (copy->strings == NULL ||
      (copy->areas = make_numbers (trace->n_areas, error)) == NULL ||
      (copy->contexts = make_numbers (trace->n_contexts, error)) == NULL ||
      (copy->nodes = make_numbers (trace->n_stack_nodes, error)) == NULL ||
      (self->tracks = make_numbers (trace->n_tracks, error)) == NULL ||
      (self->rows = make_numbers (trace->n_rows, error)) == NULL ||
      (self->spans = make_numbers (trace->n_spans, error)) == NULL)
    return FALSE;

  copy_head (self);
  _dwell_join_copy_areas (copy);
  copy_contexts (self);
  copy_tracks (self);
  if (!copy_spans (self, error) || !copy_marks (self, error) || !copy_writes (self, error) ||
      !copy_suspensions (self, error))
    return FALSE;

  copy_flows (self);
  return copy_nodes (self, error) && copy_sums (self, error) && copy_costs (self, error) &&
         dwell_builder_check (copy->builder, 0, error);
}

/**
 * dwell_narrow:
 * @trace: a trace
 * @what: which part of it is kept
 * @cancellable: (nullable): a cancellable
 * @error: %DWELL_ERROR_LIMIT if there is too little memory; %G_IO_ERROR_CANCELLED
 *
 * Makes a trace of a part. The axis is that of the whole.
 *
 * Returns: (transfer full) (nullable): the part
 */
DwellTrace *
dwell_narrow (DwellTrace            *trace,
              const DwellNarrowing  *what,
              GCancellable          *cancellable,
              GError               **error)
{
  guint tables = trace->tables & ~(guint) (DWELL_TABLE_EVENTS | DWELL_TABLE_RECORDS);
  g_autoptr(DwellBuilder) builder = dwell_builder_new (trace->format_id, trace->format_title,
                                                       tables);
  Narrow self = {
    .copy = { .builder = builder, .trace = trace, .size_factor = 1 },
    .trace = trace, .what = what, .cancellable = cancellable,
  };
  DwellTrace *narrowed = NULL;

  if (copy_all (&self, error))
    {
      narrowed = dwell_builder_finish (g_steal_pointer (&builder));
      if (narrowed == NULL)
        dwell_memory_set_error (error);
    }

  dwell_big_free (self.copy.strings);
  dwell_big_free (self.copy.areas);
  dwell_big_free (self.copy.contexts);
  dwell_big_free (self.copy.nodes);
  dwell_big_free (self.tracks);
  dwell_big_free (self.rows);
  dwell_big_free (self.spans);
  return narrowed;
}
