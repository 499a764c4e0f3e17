/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warns before an export of what cannot be written with these settings, what cannot be
 * distinguished when it is read again, and what is lost, each with a count. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "formats/common/dwell-state-numbers.h"
#include "formats/text1/write/dwell-text1-check-private.h"

/* The number of spans that are checked before cancelling is noticed. */
#define PORTION 8192

static void
check_handles (DwellText1Check *self)
{
  for (guint i = 0; i < DWELL_N_HANDLE_KINDS; i++)
    say (self, FAULT, self->writer->n_excess[i],
         g_strdup (_("There are more areas of a kind than Text1 has handles for")));
}

static void
check_names (DwellText1Check *self)
{
  DwellText1Writer *writer = self->writer;
  guint64 n_breaks = 0;
  guint64 n_tabs = 0;

  for (guint32 i = 0; i < writer->n_listed; i++)
    {
      const char *name = dwell_trace_get_area_name (writer->trace, writer->order[i]);

      n_breaks += strpbrk (name, "\r\n") != NULL;
      n_tabs += strchr (name, '\t') != NULL;
    }

  for (guint32 i = 0; i < writer->trace->n_contexts; i++)
    if (writer->context_handles[i] != DWELL_NONE)
      n_breaks += strpbrk (dwell_trace_get_context_name (writer->trace, i), "\r\n") != NULL;

  say (self, NOTE, writer->n_split,
       g_strdup (_("Variables of several contexts are written as one for each context, with both "
                   "names")));
  say (self, LOSS, n_breaks,
       g_strdup (ngettext ("A name has line breaks; they are written as spaces",
                           "Names have line breaks; they are written as spaces",
                           dwell_text_plural (n_breaks))));
  if (dwell_text1_has_tabs (writer->templates[DWELL_TEMPLATE_MAPPING_ENTRY]))
    say (self, LOSS, n_tabs,
         g_strdup (ngettext ("A name has tabs; they are written as spaces",
                             "Names have tabs; they are written as spaces",
                             dwell_text_plural (n_tabs))));
}

/* Warns of filters that leave nothing. */
static void
check_choice (DwellText1Check *self)
{
  const DwellText1Writer *writer = self->writer;
  guint32 n_contexts = 0;
  guint32 n_chosen = 0;

  for (guint32 i = 0; i < writer->trace->n_contexts; i++)
    {
      n_contexts += writer->context_handles[i] != DWELL_NONE;
      n_chosen += writer->context_handles[i] != DWELL_NONE && writer->contexts[i];
    }

  say (self, NOTE, n_contexts > 0 && n_chosen == 0,
       g_strdup (_("No context matches: nothing that ran is written")));
  say (self, NOTE,
       writer->trace->n_areas > 0 && writer->n_listed == 0 && (n_contexts == 0 || n_chosen > 0),
       g_strdup (_("No area matches: nothing that ran is written")));
}

/* Returns TRUE if there are rows without a context for functions that ran in several contexts: a
 * reader takes the context of the running task, or an unknown one. */
static gboolean
has_unnamed_rows (const DwellText1Writer *writer)
{
  const DwellTrace *trace = writer->trace;

  for (guint32 i = 0; i < trace->n_file_events; i++)
    if ((writer->areas[trace->event_area[i]] & DWELL_TEXT1_AREA_IS_SHARED) != 0 &&
        (trace->event_context == NULL || trace->event_context[i] == DWELL_NONE))
      return TRUE;

  return FALSE;
}

/* Returns: (transfer full): the names of contexts that are written */
static GHashTable *
list_context_names (const DwellText1Writer *writer)
{
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 i = 0; i < writer->trace->n_contexts; i++)
    if (writer->context_handles[i] != DWELL_NONE)
      g_hash_table_add (names, (gpointer) dwell_trace_get_context_name (writer->trace, i));

  return names;
}

/* Returns whether a reader would take the states of a variable for the running task: all its named
 * states are contexts. @is_written: considers only written states, else all */
static gboolean
has_running_task (const DwellText1Writer *writer,
                  gboolean                is_written)
{
  const DwellTrace *trace = writer->trace;
  g_autofree gint *n_named = g_new0 (gint, (gsize) trace->n_areas + 1);
  g_autoptr(GHashTable) names = list_context_names (writer);

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      const DwellArea *state = &trace->areas[i];

      if (state->kind != DWELL_AREA_STATE || state->parent == DWELL_NONE || state->name == 0 ||
          n_named[state->parent] < 0 ||
          (is_written && (writer->areas[i] & DWELL_TEXT1_AREA_IS_CHOSEN) == 0))
        continue;

      n_named[state->parent] = g_hash_table_contains (names, dwell_trace_get_area_name (trace, i))
                               ? n_named[state->parent] + 1 : -1;
    }

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (n_named[i] > 1)
      return TRUE;

  return FALSE;
}

/* Warns of contexts whose names are lost because rows have only handles. */
static void
check_context_names (DwellText1Check *self,
                     guint64          n_contexts)
{
  const DwellText1Writer *writer = self->writer;
  const DwellTemplate *entry = writer->templates[DWELL_TEMPLATE_CONTEXT_ENTRY];

  if ((writer->settings->sections & DWELL_TEXT1_CONTEXTS) == 0)
    say (self, LOSS, n_contexts,
         g_strdup (_("Names of contexts: rows of the timeline contain handles, and CONTEXTS, "
                     "which names them, is not written")));
  else if (!dwell_template_has_macro (entry, DWELL_MACRO_NAME) ||
           !dwell_template_has_macro (entry, DWELL_MACRO_HANDLE))
    say (self, LOSS, n_contexts,
         /* xgettext:no-c-format */
         g_strdup (_("Names of contexts: rows of the timeline contain handles, but ContextEntry "
                     "has no %NAME% or no %HANDLE% to name them")));
}

/* Warns of contexts whose events a reader could not assign to them. */
static void
check_contexts (DwellText1Check *self)
{
  DwellText1Writer *writer = self->writer;
  const DwellText1Settings *settings = writer->settings;
  gboolean has_statistics = (settings->sections & DWELL_TEXT1_STATISTICS) != 0 &&
    dwell_template_has_macro (writer->templates[DWELL_TEMPLATE_STATISTICS_HEADER],
                              DWELL_MACRO_CONTEXT);
  gboolean is_in_rows = !settings->timeline_binary &&
    dwell_template_has_macro (writer->templates[DWELL_TEMPLATE_TIMELINE_ENTRY],
                              DWELL_MACRO_CONTEXT);
  guint64 n_contexts = 0;

  for (guint32 i = 0; i < writer->trace->n_contexts; i++)
    n_contexts += writer->context_handles[i] != DWELL_NONE && writer->contexts[i];

  /* States of the variable are read as contexts only if all of these are known. And if only one
   * context has statistics, areas that ran in an unknown context would be assigned to it as
   * well. */
  if (is_in_rows && has_unnamed_rows (writer) &&
      ((settings->sections & DWELL_TEXT1_CONTEXTS) == 0 ||
       (has_running_task (writer, FALSE) && !has_running_task (writer, TRUE)) ||
       (has_statistics && writer->n_half_known > 0)))
    say (self, LOSS, writer->n_shared,
         g_strdup (_("Contexts of functions that ran in several: not all rows of the timeline "
                     "name them")));
  if (is_in_rows && dwell_text1_writer_writes_handles (writer))
    check_context_names (self, n_contexts);
  if (is_in_rows)
    return;

  if (writer->trace->n_file_events == 0 && has_running_task (writer, TRUE))
    say (self, LOSS, n_contexts,
         g_strdup (_("Contexts: the timeline does not name them, and a variable whose states have "
                     "their names is taken to name the running context")));
  if (!has_statistics)
    say (self, LOSS, n_contexts,
         g_strdup (settings->timeline_binary
                     ? _("Contexts: a .BIN does not hold them, and no statistics of contexts are "
                         "written")
                     : _("Contexts: neither the timeline nor statistics of contexts name them")));
  else
    {
      say (self, LOSS, writer->n_shared,
           g_strdup (settings->timeline_binary
                       ? _("Contexts of functions that ran in several: a .BIN does not hold them")
                       : /* xgettext:no-c-format */
                         _("Contexts of functions that ran in several: the timeline does not "
                           "name them without %CONTEXT%")));
      say (self, LOSS, dwell_text1_count_unassigned (writer),
           g_strdup (_("Contexts of functions whose statistics are all 0: readers cannot see "
                       "that they ran there")));
    }
}

static void
say_without_row (DwellText1Check *self,
                 guint64          n)
{
  say (self, LOSS, n,
       g_strdup (ngettext ("An activation or a state from before the range: no event in the "
                           "range shows it",
                           "Activations and states from before the range: no event in the range "
                           "shows them", dwell_text_plural (n))));
}

/* Warns of values from before the range. */
static void
check_held (DwellText1Check *self)
{
  guint64 n = dwell_text1_count_held (self->writer);

  say (self, LOSS, n,
       g_strdup (ngettext ("A value that was written before the range: no event in the range "
                           "shows it",
                           "Values that were written before the range: no event in the range "
                           "shows them", dwell_text_plural (n))));
}

static void
check_spans (DwellText1Check *self)
{
  g_autoptr(DwellText1Spans) spans = dwell_text1_spans_new (self->writer);
  g_autofree DwellText1Row *rows = g_new (DwellText1Row, PORTION);
  guint64 n;

  while (dwell_text1_spans_fill (spans, rows, PORTION) > 0)
    if (g_cancellable_is_cancelled (self->cancellable))
      return;

  n = dwell_text1_spans_get_n_crossing (spans);
  say (self, LOSS, n,
       g_strdup (ngettext ("An activation overlaps another in its context, but Text1 only knows "
                           "nested ones: both are read back with other counts and times",
                           "Activations overlap others in their context, but Text1 only knows "
                           "nested ones: they are read back with other counts and times",
                           dwell_text_plural (n))));
  say_without_row (self, dwell_text1_spans_get_n_without_row (spans));
  n = dwell_text1_spans_get_n_mistaken (spans);
  say (self, LOSS, n,
       g_strdup (ngettext ("A wait for something other than a call, or a preemption exactly where "
                           "a call begins: Text1 cannot distinguish them",
                           "Waits for something other than calls, or preemptions exactly where "
                           "calls begin: Text1 cannot distinguish them", dwell_text_plural (n))));
  n = dwell_text1_spans_get_n_inferred (spans);
  say (self, LOSS, n,
       g_strdup (ngettext ("An end that was not recorded is written where it was inferred",
                           "Ends that were not recorded are written where they were inferred",
                           dwell_text_plural (n))));
}

static gboolean
is_in_range (const DwellText1Writer *writer,
             gint64                  begin,
             gint64                  end)
{
  return begin <= writer->end && end >= writer->begin;
}

/* Counts the messages in the export, or the ends without a start. One without an area belongs to
 * all of them. */
static guint64
count_marks (const DwellText1Writer *writer,
             gboolean                are_ends)
{
  const DwellTrace *trace = writer->trace;
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      guint32 span = trace->mark_span[i];
      guint32 area = trace->mark_area[i];

      if (area == DWELL_NONE && span != DWELL_NONE)
        area = trace->span_area[span];
      n += (trace->mark_kind[i] == DWELL_MARK_ORPHAN_END) == are_ends &&
           is_in_range (writer, trace->mark_time[i], trace->mark_time[i]) &&
           writer->contexts[trace->tracks[trace->mark_track[i]].context] &&
           (area == DWELL_NONE || (writer->areas[area] & DWELL_TEXT1_AREA_IS_CHOSEN) != 0);
    }

  return n;
}

/* Counts flags that Text1 cannot express: times that were cut, or are doubtful. */
static guint64
count_doubtful (const DwellText1Writer *writer)
{
  const DwellTrace *trace = writer->trace;
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_spans; i++)
    n += dwell_export_is_doubtful (trace, i) &&
         is_in_range (writer, dwell_trace_get_span_begin (trace, i),
                      dwell_trace_get_span_end (trace, i)) &&
         writer->contexts[dwell_trace_get_span_context (trace, i)] &&
         (writer->areas[trace->span_area[i]] & DWELL_TEXT1_AREA_IS_CHOSEN) != 0;

  return n;
}

/* Counts the calls in stacks of the file. */
static guint64
count_calls (const DwellTrace *trace)
{
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    n += trace->node_parent[i] != DWELL_NONE;

  return n;
}

static guint64
count_clauses (const DwellTrace *trace)
{
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_lines; i++)
    n += trace->areas[trace->lines[i].area].value > 0;

  return n;
}

/* Weights that are not times have no macro. */
static void
check_weights (DwellText1Check *self)
{
  const DwellTrace *trace = self->writer->trace;
  const DwellText1Settings *settings = self->writer->settings;
  gboolean has_statistics = (settings->sections & DWELL_TEXT1_STATISTICS) != 0;
  guint64 n = (guint64) trace->n_lines + trace->n_cost_points;

  if (!dwell_text1_has_weights (trace))
    return;

  if (!trace->weights_are_times)
    say (self, LOSS, n != 0 ? n : trace->n_stack_nodes,
         g_strdup (_("Costs that are not times: Text1 has no place for them; counts are written")));
  if (has_statistics && dwell_text1_writer_has_range (self->writer))
    say (self, NOTE, 1,
         g_strdup (_("Statistics are those of the whole recording: its file has no others")));
  say (self, LOSS, count_calls (trace),
       g_strdup (_("Callers and what they called: only a timeline shows them")));
  say (self, LOSS, count_clauses (trace),
       g_strdup (_("Clauses of lines: only the names of lines contain them")));
}

/* Compares the session with the one that a reader would find. */
static void
check_session (DwellText1Check *self)
{
  const DwellText1Writer *writer = self->writer;
  g_autofree char *begin = g_strdup_printf ("%" G_GINT64_FORMAT, writer->read_begin);
  g_autofree char *end = g_strdup_printf ("%" G_GINT64_FORMAT, writer->read_end);

  say (self, LOSS,
       writer->read_begin != writer->begin || writer->read_end != writer->end,
       /* Translators: two times */
       g_strdup_printf (_("Start and end of the session: it is read back from %s ns to %s ns, "
                          "because Text1 only knows 0, the total time, the first and the last "
                          "event"),
                        begin, end));
  say (self, NOTE,
       writer->total_time == DWELL_TIME_NONE && dwell_text1_has_time (writer->trace) &&
       (writer->settings->sections & DWELL_TEXT1_INFO) != 0 &&
       dwell_template_has_macro (writer->templates[DWELL_TEMPLATE_INFO_ENTRY],
                                 DWELL_MACRO_TOTAL_TIME),
       g_strdup (_("INFO is left out: with a total time the session would begin at 0")));
}

static void
check_states (DwellText1Check *self)
{
  const DwellText1Writer *writer = self->writer;
  guint64 n = writer->states_are_events ? 0 : writer->n_lost_states;
  guint64 n_made = 0;

  for (guint32 i = 0; i < writer->n_listed; i++)
    n_made += writer->trace->areas[writer->order[i]].kind == DWELL_AREA_STATE &&
              dwell_state_number_is_made (writer->trace, writer->state_numbers, writer->order[i]);

  say (self, NOTE, n_made,
       g_strdup (ngettext ("A state has no number of its own, which Text1 needs: it gets one",
                           "States have no numbers of their own, which Text1 needs: they get "
                           "some", dwell_text_plural (n_made))));
  say (self, LOSS, n,
       g_strdup (ngettext ("A start or an end of a state: writes of its variable do not show it",
                           "Starts and ends of states: writes of their variables do not show them",
                           dwell_text_plural (n))));
}

/* The recorded statistics are about the whole session. */
static void
check_recorded (DwellText1Check *self)
{
  const DwellText1Writer *writer = self->writer;
  guint64 n = writer->trace->n_recorded;

  if ((writer->settings->sections & DWELL_TEXT1_STATISTICS) == 0 &&
      writer->begin == writer->trace->begin && writer->end == writer->trace->end)
    say (self, LOSS, n,
         g_strdup (ngettext ("A row of the file’s own statistics: STATISTICS is not written",
                             "Rows of the file’s own statistics: STATISTICS is not written",
                             dwell_text_plural (n))));
}

static void
check_timeline (DwellText1Check *self)
{
  DwellText1Writer *writer = self->writer;
  const DwellTrace *trace = writer->trace;
  guint64 n_messages;

  if ((writer->settings->sections & DWELL_TEXT1_TIMELINE) == 0)
    return;

  if (!dwell_text1_has_timeline (trace))
    {
      say (self, NOTE, !trace->spans_are_sequence, g_strdup (_("This recording has no timeline")));
      say (self, LOSS, trace->spans_are_sequence,
           g_strdup (_("The sequence of lines or samples: in a timeline each of its parts would be "
                       "a call")));
      return;
    }

  n_messages = count_marks (writer, FALSE);
  say (self, LOSS, n_messages,
       g_strdup (ngettext ("A message: Text1 has no place for it",
                           "Messages: Text1 has no place for them",
                           dwell_text_plural (n_messages))));
  check_contexts (self);
  check_states (self);
  check_held (self);
  if (trace->n_file_events > 0)
    say_without_row (self, dwell_text1_count_without_row (writer));
  else
    {
      guint64 n_doubtful = count_doubtful (writer);
      guint64 n_ends = count_marks (writer, TRUE);

      check_spans (self);
      say (self, LOSS, n_ends,
           g_strdup (ngettext ("An end without a start is left out",
                               "Ends without a start are left out", dwell_text_plural (n_ends))));
      dwell_export_warnings_add_doubtful (self->warnings, n_doubtful);
    }
}

static void
check_source (DwellText1Check *self)
{
  const DwellText1Writer *writer = self->writer;
  const DwellText1Source *source = writer->is_text1 ? writer->trace->source : NULL;

  if (source == NULL)
    say (self, FAULT, 1,
         g_strdup (_("The preset “source” writes back what was read from one Text1 file; this "
                     "recording comes from elsewhere")));
  else if (!source->is_exact)
    say (self, LOSS, 1,
         g_strdup (_("The file has too many lines that are not rows; not all of them were kept")));

  if (dwell_text1_writer_has_range (writer))
    say (self, NOTE, 1,
         g_strdup (_("The preset “source” writes the whole recording, not the range")));
}

/**
 * dwell_text1_check:
 * @trace: the trace to write
 * @base: the settings
 * @cancellable: (nullable): a cancellable
 *
 * Collects warnings. Blocks: for a worker.
 *
 * Returns: (transfer full) (element-type DwellExportWarning): the warnings; if it was cancelled,
 *   some of them
 */
GArray *
dwell_text1_check (DwellTrace                *trace,
                   const DwellExportSettings *base,
                   GCancellable              *cancellable)
{
  const DwellText1Settings *settings = (const DwellText1Settings *) base;
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellText1Writer) writer = dwell_text1_writer_new (trace, settings, &error);
  DwellText1Check self = { writer, dwell_export_warnings_new (), cancellable };

  if (writer == NULL)
    say (&self, FAULT, 1, g_strdup (error->message));
  else if (base->is_as_read)
    check_source (&self);
  else
    {
      check_handles (&self);
      _dwell_text1_check_templates (&self);
      check_choice (&self);
      check_names (&self);
      check_weights (&self);
      check_recorded (&self);
      check_session (&self);
      check_timeline (&self);
    }

  return self.warnings;
}
