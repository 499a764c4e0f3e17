/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joining traces into one, by filling a builder with one after the other. No two files share a
 * context, so spans keep their order within a context. Across files, they are not in order of time;
 * no caller relies on that.
 *
 * Names: a file's process is the parent of its threads; they and their tracks are then called
 * “process 4711, thread 11”. Threads without a process get a parent context with the file's name. A
 * context that stands for a whole file (LMS) takes that name, too. Names that occur twice are
 * numbered. */
#include "config.h"

#include "core/dwell-join-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-args.h"
#include "core/dwell-error.h"
#include "core/dwell-unique.h"

/* A number of this file moved by @first; DWELL_NONE stays. */
static guint32
moved (guint32 id,
       guint32 first)
{
  return id == DWELL_NONE ? DWELL_NONE : id + first;
}

/* Adds one area; its parent is there already. */
static void
copy_area (DwellJoinCopy *copy,
           guint32        id)
{
  const DwellArea *source = &copy->trace->areas[id];
  DwellArea area = *source;
  DwellArea *added;

  area.name = _dwell_join_copy_string (copy, source->name);
  area.title = _dwell_join_copy_string (copy, source->title);
  area.module = _dwell_join_copy_module (copy, source->module);
  area.author = _dwell_join_copy_string (copy, source->author);
  area.function = _dwell_join_copy_string (copy, source->function);
  area.full_name = _dwell_join_copy_string (copy, source->full_name);
  area.mangled = _dwell_join_copy_string (copy, source->mangled);
  area.file = _dwell_join_copy_module (copy, source->file);
  area.unit = _dwell_join_copy_string (copy, source->unit);
  area.parent = source->parent == DWELL_NONE ? DWELL_NONE : copy->areas[source->parent];
  if (area.kind == DWELL_AREA_ROUTINE && area.module == 0 && copy->apart != 0)
    {
      g_autofree char *title =
        g_strjoin (", ", dwell_trace_get_area_title (copy->trace, id),
                   dwell_strings_get (copy->builder->strings, copy->apart), NULL);

      area.module = copy->apart;
      area.title = dwell_strings_intern (copy->builder->strings, title, -1);
    }
  copy->areas[id] = dwell_builder_add_area (copy->builder, &area);

  /* An area with different handles in two files gets none. */
  added = &dwell_column_index (copy->builder->areas, DwellArea, copy->areas[id]);

  if (added->has_handle && (!area.has_handle || added->handle != area.handle))
    added->has_handle = FALSE;
}

/*< private >
 * _dwell_join_copy_areas: with the numbers that the joined trace gives them */
void
_dwell_join_copy_areas (DwellJoinCopy *copy)
{
  g_autoptr(GArray) chain = g_array_new (FALSE, FALSE, sizeof (guint32));

  /* Parents may have been added after their children. */
  for (guint32 i = 0; i < copy->trace->n_areas; i++)
    {
      for (guint32 area = i;
           area != DWELL_NONE && copy->areas[area] == DWELL_NONE;
           area = copy->trace->areas[area].parent)
        g_array_append_val (chain, area);

      for (guint n = chain->len; n > 0; n--)
        copy_area (copy, g_array_index (chain, guint32, n - 1));

      g_array_set_size (chain, 0);
    }
}

/* Adds an outermost context, under another name if an earlier file has a context of this name. */
static guint32
add_outermost (DwellJoinCopy             *copy,
               const char       *name,
               DwellContextKind  kind,
               guint64           id)
{
  g_autofree char *unique = dwell_unique_claim (copy->taken, name, " (", ")");

  return dwell_builder_add_context (copy->builder, unique, kind, id, DWELL_NONE);
}

static const char *
get_added_name (DwellJoinCopy    *copy,
                guint32  context)
{
  const DwellContext *added = &dwell_column_index (copy->builder->contexts, DwellContext, context);

  return dwell_strings_get (copy->builder->strings, added->name);
}

/* “process 4711, thread 11”; @name may begin with @old_parent (or NULL) already. */
static char *
name_below (DwellJoinCopy       *copy,
            guint32     parent,
            const char *old_parent,
            const char *name)
{
  gsize length = old_parent != NULL ? strlen (old_parent) : 0;

  if (length > 0 && g_str_has_prefix (name, old_parent) && g_str_has_prefix (name + length, ", "))
    name += length + 2;

  return g_strdup_printf ("%s, %s", get_added_name (copy, parent), name);
}

static guint32
find_child (const DwellBuilder *builder,
            guint32             parent,
            guint64             id)
{
  for (guint32 i = 0; i < builder->contexts->n; i++)
    {
      const DwellContext *context = &dwell_column_index (builder->contexts, DwellContext, i);

      if (context->parent == parent && context->id == id)
        return i;
    }

  return DWELL_NONE;
}

/* Finds the process of an earlier file that is the same: reports of one run can have one thread
 * each. It is not the same if it has such a thread already. DWELL_NONE if @context is to be a
 * context of its own. */
static guint32
find_same_process (const DwellJoinCopy *copy,
                   guint32              context)
{
  const DwellTrace *trace = copy->trace;
  guint32 same = DWELL_NONE;

  if (trace->n_cost_owners > 0)
    same = find_child (copy->builder, DWELL_NONE, trace->contexts[context].id);
  if (same == DWELL_NONE ||
      dwell_column_index (copy->builder->contexts, DwellContext, same).kind !=
      DWELL_CONTEXT_PROCESS)
    return DWELL_NONE;

  for (guint32 i = 0; i < trace->n_contexts; i++)
    if (trace->contexts[i].parent == context &&
        find_child (copy->builder, same, trace->contexts[i].id) != DWELL_NONE)
      return DWELL_NONE;

  return same;
}

static void
copy_total_weight (DwellJoinCopy *copy,
                   guint32        context)
{
  gint64 weight = copy->trace->contexts[context].total_weight;

  if (weight != DWELL_TIME_NONE)
    dwell_column_index (copy->builder->contexts, DwellContext,
                        copy->contexts[context]).total_weight = weight;
}

static void
copy_contexts (DwellJoinCopy *copy)
{
  guint32 file_context = DWELL_NONE;

  for (guint32 i = 0; i < copy->trace->n_contexts; i++)
    {
      const DwellContext *context = &copy->trace->contexts[i];
      const char *name = dwell_trace_get_context_name (copy->trace, i);
      const char *old_parent = NULL;
      guint32 parent = file_context;
      g_autofree char *full = NULL;

      if (context->parent == DWELL_NONE && (context->kind == DWELL_CONTEXT_PROCESS ||
                                            context->kind == DWELL_CONTEXT_SESSION))
        {
          gboolean is_file = context->kind == DWELL_CONTEXT_SESSION;

          copy->contexts[i] = is_file ? file_context : find_same_process (copy, i);
          if (copy->contexts[i] == DWELL_NONE)
            copy->contexts[i] = add_outermost (copy, is_file ? copy->name : name, context->kind,
                                               context->id);
          if (is_file)
            file_context = copy->contexts[i];
          copy_total_weight (copy, i);
          continue;
        }

      if (context->parent != DWELL_NONE)
        {
          parent = copy->contexts[context->parent];
          old_parent = dwell_trace_get_context_name (copy->trace, context->parent);
        }
      else if (file_context == DWELL_NONE)
        {
          parent = file_context = add_outermost (copy, copy->name, DWELL_CONTEXT_SESSION, 0);
        }

      full = name_below (copy, parent, old_parent, name);
      copy->contexts[i] = dwell_builder_add_context (copy->builder, full, context->kind,
                                                     context->id, parent);
      copy_total_weight (copy, i);
    }
}

/*< private >
 * _dwell_join_copy_track_kind: what @track shows becomes what track @number shows */
void
_dwell_join_copy_track_kind (DwellJoinCopy    *copy,
                             const DwellTrack *track,
                             guint32           number)
{
  dwell_builder_set_track_kind (copy->builder, number, track->kind, track->group,
                                track->area == DWELL_NONE ? DWELL_NONE
                                                          : copy->areas[track->area]);
  if (track->area != DWELL_NONE && copy->trace->areas[track->area].is_float)
    dwell_builder_begin_reals (copy->builder, number);
}

static void
copy_tracks (DwellJoinCopy *copy)
{
  copy->first_track = (guint32) copy->builder->tracks->n;
  copy->first_row = (guint32) copy->builder->rows->n;

  for (guint32 i = 0; i < copy->trace->n_tracks; i++)
    {
      const DwellTrack *track = &copy->trace->tracks[i];
      const char *name = dwell_trace_get_string (copy->trace, track->name);
      guint32 context = copy->contexts[track->context];
      guint32 number;
      g_autofree char *full = NULL;

      if (track->name == copy->trace->contexts[track->context].name)
        name = get_added_name (copy, context);
      else
        name = full = name_below (copy, context, NULL, name);

      number = dwell_builder_add_track (copy->builder, name, context, track->rows_are_named);
      _dwell_join_copy_track_kind (copy, track, number);
    }

  /* A trace's rows are in the order of its tracks, so their new numbers are consecutive. */
  for (guint32 i = 0; i < copy->trace->n_rows; i++)
    {
      const DwellRow *row = &copy->trace->rows[i];
      guint32 number = dwell_builder_add_row (copy->builder, copy->first_track + row->track,
                                              _dwell_join_copy_string (copy, row->label));

      if (row->is_lines)
        dwell_builder_set_row_lines (copy->builder, number, row->depth);
    }
}

/*< private >
 * _dwell_join_copy_args: the list that begins with @arg, which may be DWELL_NONE */
guint32
_dwell_join_copy_args (DwellJoinCopy *copy,
                       guint32        arg)
{
  const DwellTrace *trace = copy->trace;

  for (; arg != DWELL_NONE; arg = dwell_args_next (trace, arg))
    {
      const DwellArg *source = &trace->args[arg];
      guint64 value = source->value;

      if (source->kind == DWELL_ARG_STRING || source->kind == DWELL_ARG_JSON)
        value = _dwell_join_copy_string (copy, source->value);
      else if (source->kind == DWELL_ARG_INTEGER || source->kind == DWELL_ARG_REAL)
        value = trace->arg_wides[source->value];
      else if (source->kind == DWELL_ARG_SMALL)
        value = (guint64) (gint32) source->value;

      dwell_builder_add_arg (copy->builder,
                             _dwell_join_copy_string (copy, trace->arg_keys[source->key].name),
                             source->kind == DWELL_ARG_SMALL ? DWELL_ARG_INTEGER : source->kind,
                             value);
    }

  return dwell_builder_end_args (copy->builder);
}

/* Chains of different files stay separate: each file's numbers follow those of the files before. */
static void
copy_flows (DwellJoinCopy *copy)
{
  const DwellTrace *trace = copy->trace;
  guint32 first_chain = 0;

  for (gsize i = 0; i < copy->builder->flows->n; i++)
    first_chain = MAX (first_chain,
                       dwell_column_index (copy->builder->flows, DwellFlow, i).chain + 1);

  for (guint32 i = 0; i < trace->n_flows; i++)
    {
      DwellFlow flow = trace->flows[i];

      flow.from_time += copy->offset;
      flow.to_time += copy->offset;
      flow.from_span += copy->first_span;
      flow.to_span += copy->first_span;
      flow.name = _dwell_join_copy_string (copy, flow.name);
      flow.category = _dwell_join_copy_string (copy, flow.category);
      flow.chain += first_chain;
      dwell_builder_add_flow (copy->builder, &flow);
    }
}

static gboolean
copy_spans_and_marks (DwellJoinCopy  *copy,
                      GError        **error)
{
  const DwellTrace *trace = copy->trace;

  if (!dwell_builder_reserve_spans (copy->builder, trace->n_spans, error))
    return FALSE;

  copy->first_span = dwell_builder_get_n_spans (copy->builder);

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      guint32 span = dwell_builder_open_span (copy->builder, copy->areas[trace->span_area[i]],
                                              copy->first_row + trace->span_row[i],
                                              moved (trace->span_parent[i], copy->first_span),
                                              dwell_trace_get_span_begin (trace, i) + copy->offset);

      dwell_builder_close_span (copy->builder, span,
                                dwell_trace_get_span_end (trace, i) + copy->offset,
                                trace->span_flags[i]);
      if (trace->span_args != NULL)
        dwell_builder_set_span_args (copy->builder, span,
                                     _dwell_join_copy_args (copy, trace->span_args[i]));
    }

  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      guint32 area = trace->mark_area[i];

      if (!dwell_builder_add_mark (copy->builder, trace->mark_kind[i],
                                   trace->mark_time[i] + copy->offset,
                                   copy->first_track + trace->mark_track[i],
                                   moved (trace->mark_span[i], copy->first_span),
                                   area == DWELL_NONE ? DWELL_NONE : copy->areas[area],
                                   _dwell_join_copy_string (copy, trace->mark_text[i]), error))
        return FALSE;
      if (trace->mark_args != NULL)
        dwell_builder_set_mark_args (copy->builder, (guint32) copy->builder->mark_time->n - 1,
                                     _dwell_join_copy_args (copy, trace->mark_args[i]));
    }

  copy_flows (copy);
  return TRUE;
}

/* Events of files follow one another as the files do; cores and contexts only if all have them. */
static void
copy_events (DwellJoinCopy *copy)
{
  const DwellTrace *trace = copy->trace;
  DwellBuilder *builder = copy->builder;
  gsize first = builder->event_offset->n;

  for (guint32 i = 0; i < trace->n_file_events; i++)
    dwell_builder_add_event (builder, trace->event_kind[i], copy->areas[trace->event_area[i]],
                             dwell_trace_get_event_time (trace, i) + copy->offset);

  if (trace->event_core != NULL && builder->event_core->n == first &&
      dwell_builder_reserve (builder, builder->event_core, trace->n_file_events))
    dwell_column_append (builder->event_core, trace->event_core, trace->n_file_events);

  if (trace->event_context == NULL || builder->event_context->n != first ||
      !dwell_builder_reserve (builder, builder->event_context, trace->n_file_events))
    return;

  for (guint32 i = 0; i < trace->n_file_events; i++)
    {
      guint32 context = trace->event_context[i];

      context = context == DWELL_NONE ? DWELL_NONE : copy->contexts[context];
      dwell_column_append (builder->event_context, &context, 1);
    }
}

static gboolean
copy_file_tables (DwellJoinCopy  *copy,
                  GError        **error)
{
  const DwellTrace *trace = copy->trace;
  gsize n_more = MAX (trace->n_file_events, MAX (trace->n_writes, trace->n_suspensions));

  if (n_more == 0)
    return TRUE;
  if (!dwell_builder_reserve_events (copy->builder, n_more, error))
    return FALSE;

  copy_events (copy);

  for (guint32 i = 0; i < trace->n_writes; i++)
    dwell_builder_add_write (copy->builder, copy->first_track + trace->write_track[i],
                             dwell_trace_get_write_time (trace, i) + copy->offset,
                             trace->write_value[i]);

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    dwell_builder_add_suspension (copy->builder, trace->suspension_kind[i],
                                  copy->first_span + trace->suspension_span[i],
                                  trace->suspension_begin[i] + copy->offset,
                                  trace->suspension_end[i] + copy->offset);

  return TRUE;
}

static gboolean
copy_trace (DwellJoinCopy  *copy,
            GError        **error)
{
  const DwellTrace *trace = copy->trace;
  gboolean copied;

  copy->strings = dwell_big_try_alloc (dwell_strings_get_n (trace->strings) * sizeof (guint32),
                                       error);
  copy->areas = copy->strings == NULL
                ? NULL : dwell_big_try_alloc (trace->n_areas * sizeof (guint32), error);
  copy->contexts = copy->areas == NULL
                   ? NULL : dwell_big_try_alloc (trace->n_contexts * sizeof (guint32), error);
  if (copy->contexts == NULL)
    return FALSE;

  for (guint32 i = 0; i < trace->n_areas; i++)
    copy->areas[i] = DWELL_NONE;

  _dwell_join_copy_areas (copy);
  copy_contexts (copy);
  copy_tracks (copy);
  copied = copy_spans_and_marks (copy, error) && copy_file_tables (copy, error) &&
           dwell_builder_check (copy->builder, 0, error);

  /* The axis of an empty trace does not count. */
  if (trace->n_spans > 0 || trace->n_marks > 0 || trace->begin != trace->end)
    {
      copy->builder->begin = MIN (copy->builder->begin, trace->begin + copy->offset);
      copy->builder->end = MAX (copy->builder->end, trace->end + copy->offset);
    }

  copy->builder->n_events += trace->n_events;
  copy->builder->tables |= trace->tables;

  for (guint i = 0; trace->notes[i] != NULL; i++)
    dwell_builder_add_note (copy->builder, trace->notes[i]);

  return copied;
}

static void
copy_clear (gpointer data)
{
  DwellJoinCopy *copy = data;

  dwell_big_free (copy->strings);
  dwell_big_free (copy->areas);
  dwell_big_free (copy->contexts);
  dwell_big_free (copy->nodes);
}

static gboolean
has_axis (DwellTrace * const *traces,
          guint               n_traces)
{
  for (guint i = 0; i < n_traces; i++)
    if (traces[i]->begin != traces[i]->end || traces[i]->n_spans > 0 || traces[i]->n_marks > 0)
      return TRUE;

  return n_traces == 0;
}

/* Computes, by the wall clocks, how much later each file's zero is than the earliest. Returns
 * FALSE, without offsets, if not all files have a wall clock, or if they are so far apart that
 * times would not fit. */
static gboolean
align (DwellTrace * const *traces,
       guint               n_traces,
       gint64             *offsets,
       gint64             *wall_clock_ns)
{
  gint64 earliest = G_MAXINT64;
  gboolean aligned = TRUE;

  for (guint i = 0; i < n_traces; i++)
    {
      aligned = aligned && traces[i]->wall_clock_ns != DWELL_TIME_NONE;
      earliest = MIN (earliest, traces[i]->wall_clock_ns);
    }

  for (guint i = 0; i < n_traces && aligned; i++)
    {
      gint64 end;

      aligned = !__builtin_sub_overflow (traces[i]->wall_clock_ns, earliest, &offsets[i]) &&
                !__builtin_add_overflow (traces[i]->end, offsets[i], &end) &&
                dwell_time_is_in_range (end);
    }

  for (guint i = 0; i < n_traces && !aligned; i++)
    offsets[i] = 0;

  *wall_clock_ns = aligned ? earliest : DWELL_TIME_NONE;
  return aligned;
}

static char *
property_text (const DwellProperty *property)
{
  if (g_variant_is_of_type (property->value, G_VARIANT_TYPE_STRING))
    return g_variant_dup_string (property->value, NULL);

  return g_variant_print (property->value, FALSE);
}

/**
 * dwell_property_is_count:
 * @key: the key of a property whose value is a number
 *
 * If two files have equal counts, a single one in the joined trace would be taken for their sum.
 * Most other numbers identify something.
 *
 * Returns: whether the number is a count
 */
gboolean
dwell_property_is_count (const char *key)
{
  static const char * const counts[] = { "blocks", "modules", "total_cost", NULL };

  return g_strv_contains (counts, key);
}

/* A property that all files agree on stays as it is; else one text lists it file by file. */
static void
join_property (DwellBuilder        *builder,
               DwellTrace * const  *traces,
               const char * const  *names,
               guint                n_traces,
               const DwellProperty *property)
{
  g_autoptr(GString) text = g_string_new (NULL);
  gboolean agreed = !dwell_property_is_count (property->key);

  for (guint i = 0; i < n_traces; i++)
    {
      const DwellProperty *other = dwell_trace_get_property (traces[i], property->key);
      g_autofree char *value = other != NULL ? property_text (other) : NULL;

      agreed = agreed && other != NULL && g_variant_equal (other->value, property->value);

      if (value != NULL)
        g_string_append_printf (text, "%s%s: %s", text->len > 0 ? "; " : "", names[i], value);
    }

  dwell_builder_set_property (builder, property->key, property->title,
                              agreed ? property->value : g_variant_new_string (text->str));
}

static void
join_properties (DwellBuilder       *builder,
                 DwellTrace * const *traces,
                 const char * const *names,
                 guint               n_traces)
{
  g_autoptr(GString) files = g_string_new (NULL);

  for (guint i = 0; i < n_traces; i++)
    g_string_append_printf (files, "%s%s", i > 0 ? "; " : "", names[i]);

  dwell_builder_set_property (builder, "files", N_("Files"), g_variant_new_string (files->str));

  /* A property that several files have is set several times, to the same value. */
  for (guint i = 0; i < n_traces; i++)
    for (guint n = 0; n < traces[i]->n_properties; n++)
      join_property (builder, traces, names, n_traces, &traces[i]->properties[n]);
}

/* Samples cannot be added to times. */
static gboolean
have_one_axis (DwellTrace * const  *traces,
               const char * const  *names,
               guint                n_traces,
               GError             **error)
{
  for (guint i = 1; i < n_traces; i++)
    {
      gboolean first_is_sampled = traces[0]->axis == DWELL_AXIS_SAMPLES;

      if ((traces[i]->axis == DWELL_AXIS_SAMPLES) == first_is_sampled)
        continue;

      g_set_error (error, DWELL_ERROR, DWELL_ERROR_APART,
                   /* Translators: names of two files */
                   _("samples and times cannot be joined: “%s” counts samples, “%s” measures "
                     "times"),
                   names[first_is_sampled ? 0 : i], names[first_is_sampled ? i : 0]);
      return FALSE;
    }

  return TRUE;
}

static const char *
get_unit (const DwellTrace *trace)
{
  const char *unit = dwell_trace_get_string (trace, trace->weight_unit);

  /* Translators: instead of a unit: the file does not tell in which it counts */
  return *unit != '\0' ? unit : C_("unit", "not known");
}

/* Call trees share one table and one picture, in which weights are added and compared, so their
 * units must agree. Routines without a call tree are kept apart by what was counted, so theirs may
 * differ. */
static gboolean
have_one_weight (DwellTrace * const  *traces,
                 const char * const  *names,
                 guint                n_traces,
                 GError             **error)
{
  guint first = 0;

  while (first < n_traces && traces[first]->n_stack_nodes == 0)
    first++;

  for (guint i = first + 1; i < n_traces; i++)
    {
      const char *unit = get_unit (traces[first]);
      const char *other = get_unit (traces[i]);

      if (traces[i]->n_stack_nodes == 0 || g_str_equal (unit, other))
        continue;

      g_set_error (error, DWELL_ERROR, DWELL_ERROR_APART,
                   /* Translators: a file and its unit as it is written there, “samples”, say; the
                    * same of another file */
                   _("call trees with different units cannot be joined: “%s” (%s), “%s” (%s)"),
                   names[first], unit, names[i], other);
      return FALSE;
    }

  return TRUE;
}

/**
 * dwell_join:
 * @traces: (array length=n_traces): the traces to join, all of one format
 * @names: (array length=n_traces): the display name of each file
 * @n_traces: how many there are, at least one
 * @error: %DWELL_ERROR_APART if they are of different formats, some count samples and others
 *   measure times, or their call trees count different things, %DWELL_ERROR_LIMIT if there are too
 *   many spans or messages, or too little memory
 *
 * Makes one trace of several. A single trace is returned itself. Times are aligned on the wall
 * clocks if all files have one; the joined zero is then the earliest file's. Otherwise all start at
 * their own zero, and a note says so. Problems carry their file's name. Properties that differ are
 * listed file by file.
 *
 * Returns: (transfer full) (nullable): the joined trace
 */
DwellTrace *
dwell_join (DwellTrace * const *traces,
            const char * const *names,
            guint               n_traces,
            GError            **error)
{
  g_autoptr(DwellBuilder) builder = NULL;
  g_autofree gint64 *offsets = NULL;
  g_autoptr(GHashTable) taken = NULL;
  g_autoptr(GArray) copies = NULL;
  DwellTrace *joined;

  g_return_val_if_fail (n_traces > 0, NULL);

  if (n_traces == 1)
    return dwell_trace_ref (traces[0]);

  for (guint i = 1; i < n_traces; i++)
    {
      if (g_str_equal (traces[i]->format_id, traces[0]->format_id))
        continue;

      g_set_error (error, DWELL_ERROR, DWELL_ERROR_APART,
                   /* Translators: a file and its format; the same of another file */
                   _("only files of the same format can be joined: “%s” (%s), “%s” (%s)"),
                   names[0], _(traces[0]->format_title), names[i], _(traces[i]->format_title));
      return NULL;
    }

  if (!have_one_axis (traces, names, n_traces, error) ||
      !have_one_weight (traces, names, n_traces, error))
    return NULL;

  builder = dwell_builder_new (traces[0]->format_id, traces[0]->format_title, 0);
  taken = dwell_unique_new ();
  offsets = g_new0 (gint64, n_traces);

  if (!align (traces, n_traces, offsets, &builder->wall_clock_ns) && has_axis (traces, n_traces))
    dwell_builder_add_note (builder, N_("Not all files record the time of day at which they "
                                        "begin, so each begins at its own zero."));

  join_properties (builder, traces, names, n_traces);

  copies = g_array_new (FALSE, TRUE, sizeof (DwellJoinCopy));
  g_array_set_clear_func (copies, copy_clear);
  g_array_set_size (copies, n_traces);

  for (guint i = 0; i < n_traces; i++)
    g_array_index (copies, DwellJoinCopy, i) = (DwellJoinCopy) {
      .builder = builder, .trace = traces[i], .name = names[i], .offset = offsets[i],
      .taken = taken,
    };

  _dwell_join_compare ((DwellJoinCopy *) (gpointer) copies->data, n_traces);

  for (guint i = 0; i < n_traces; i++)
    {
      dwell_problems_add_all (builder->problems, traces[i]->problems, names[i]);

      if (!copy_trace (&g_array_index (copies, DwellJoinCopy, i), error))
        return NULL;
    }

  if (!_dwell_join_weights ((DwellJoinCopy *) (gpointer) copies->data, n_traces, error))
    return NULL;

  joined = dwell_builder_finish (g_steal_pointer (&builder));
  if (joined == NULL)
    dwell_memory_set_error (error);
  return joined;
}
