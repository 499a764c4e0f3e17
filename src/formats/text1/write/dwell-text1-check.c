/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warns before an export: of what cannot be written with these settings, what cannot be
 * distinguished when it is read again, and what is lost, each with a count. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "formats/common/dwell-export-warnings.h"
#include "formats/common/dwell-state-numbers.h"
#include "formats/text1/write/dwell-text1-writer.h"

/* The number of spans that are checked before cancelling is noticed. */
#define PORTION 8192

typedef struct {
  DwellText1Writer *writer;
  GArray           *warnings;
  GCancellable     *cancellable;
} Check;

typedef enum {
  NOTE,
  LOSS,
  FAULT,
} Severity;

/* Adds a warning, unless the count is 0. (transfer full): @message */
static void
say (GArray   *warnings,
     Severity  severity,
     guint64   count,
     char     *message)
{
  dwell_export_warnings_add (warnings, severity == FAULT, severity == LOSS, count, message);
}

static void
check_issues (Check *self)
{
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    {
      guint n;
      const DwellTemplateIssue *issues = dwell_template_get_issues (self->writer->templates[i], &n);

      for (guint k = 0; k < n && (self->writer->settings->sections & 1u << i / 2) != 0; k++)
        say (self->warnings, FAULT, 1,
             g_strdup_printf ("%s: %s", dwell_template_get_id ((DwellTemplateKind) i),
                              issues[k].message));
    }
}

static void
check_handles (Check *self)
{
  for (guint i = 0; i < DWELL_N_HANDLE_KINDS; i++)
    say (self->warnings, FAULT, self->writer->n_excess[i],
         g_strdup (_("There are more areas of a kind than Text1 has handles for")));
}

static gboolean
is_free_text (const DwellTemplateToken *token)
{
  return !token->is_literal && token->macro < DWELL_N_MACROS &&
         dwell_macro_get_info (token->macro)->form == DWELL_FIELD_FREE_TEXT;
}

/* Counts the entries that contain @separator in one of the two texts beside it. */
static guint64
count_ambiguous (Check                    *self,
                 DwellTemplateKind         kind,
                 const DwellTemplateToken *left,
                 const DwellTemplateToken *separator,
                 const DwellTemplateToken *right)
{
  g_autofree char *between = separator != NULL ? g_strndup (separator->text, separator->length)
                                               : g_strdup ("");
  gboolean has_tab = strchr (between, '\t') != NULL;
  g_autoptr(GString) text = g_string_new (NULL);
  guint64 n = 0;

  for (guint32 i = 0; i < self->writer->n_listed; i++)
    {
      DwellText1Entry entry = { .area = self->writer->order[i], .context = DWELL_NONE };
      gboolean is_ambiguous;

      g_string_truncate (text, 0);
      dwell_text1_append_macro (self->writer, text, kind, left->macro, has_tab, &entry);
      is_ambiguous = strstr (text->str, between) != NULL && text->len > 0;
      g_string_truncate (text, 0);
      dwell_text1_append_macro (self->writer, text, kind, right->macro, has_tab, &entry);
      n += is_ambiguous || (strstr (text->str, between) != NULL && text->len > 0);
    }

  return n;
}

static void
check_neighbours (Check             *self,
                  DwellTemplateKind  kind)
{
  guint n;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (self->writer->templates[kind], &n);

  for (guint i = 0; i + 1 < n; i++)
    {
      guint next = tokens[i + 1].is_literal ? i + 2 : i + 1;

      if (!is_free_text (&tokens[i]) || next >= n || !is_free_text (&tokens[next]))
        continue;

      say (self->warnings, NOTE,
           count_ambiguous (self, kind, &tokens[i], next == i + 2 ? &tokens[i + 1] : NULL,
                            &tokens[next]),
           /* Translators: which template, and two macros in it */
           g_strdup_printf (_("%s: the text between %%%s%% and %%%s%% also occurs in the values, "
                              "so readers cannot be sure where one ends"),
                            dwell_template_get_id (kind),
                            dwell_macro_get_info (tokens[i].macro)->name,
                            dwell_macro_get_info (tokens[next].macro)->name));
    }
}

static gboolean
has_tabs (const DwellText1Writer *writer)
{
  return strchr (dwell_template_get_text (writer->templates[DWELL_TEMPLATE_MAPPING_ENTRY]),
                 '\t') != NULL;
}

static void
check_names (Check *self)
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

  say (self->warnings, NOTE, writer->n_split,
       g_strdup (_("Variables that several contexts have are written as one for each, called by "
                   "both")));
  say (self->warnings, LOSS, n_breaks,
       g_strdup (ngettext ("A name has line breaks; they are written as spaces",
                           "Names have line breaks; they are written as spaces",
                           dwell_text_plural (n_breaks))));
  if (has_tabs (writer))
    say (self->warnings, LOSS, n_tabs,
         g_strdup (ngettext ("A name has tabs; they are written as spaces",
                             "Names have tabs; they are written as spaces",
                             dwell_text_plural (n_tabs))));
}

static gboolean
is_lost (const DwellArea *area,
         DwellMacro       macro)
{
  switch ((guint) macro)
    {
    case DWELL_MACRO_VALUE_TYPE:
      return area->is_float;
    case DWELL_MACRO_VALUE_UNIT:
      return area->unit != 0;
    case DWELL_MACRO_FILE:
      return area->file != 0;
    case DWELL_MACRO_PATH:
      return area->module != 0;
    default:
      return FALSE;
    }
}

/* Checks for properties of areas that only the mapping has, and that would be lost or changed. */
static void
check_mapping (Check *self)
{
  static const struct {
    DwellMacro  macro;
    const char *message;
  } properties[] = {
    { DWELL_MACRO_VALUE_TYPE,
      /* xgettext:no-c-format */
      N_("Types of values: MappingEntry has no %VALUE.TYPE%, so readers would take fractional "
         "values for integers") },
    { DWELL_MACRO_VALUE_UNIT,
      /* xgettext:no-c-format */
      N_("Units: MappingEntry has no %VALUE.UNIT%") },
    { DWELL_MACRO_FILE,
      /* xgettext:no-c-format */
      N_("Source files: MappingEntry has no %FILE%") },
    { DWELL_MACRO_PATH,
      /* xgettext:no-c-format */
      N_("Modules: MappingEntry has no %PATH%") },
  };
  DwellText1Writer *writer = self->writer;
  const DwellTemplate *entry = writer->templates[DWELL_TEMPLATE_MAPPING_ENTRY];
  gboolean is_written = (writer->settings->sections & DWELL_TEXT1_MAPPING) != 0;

  if (!is_written || !dwell_template_has_macro (entry, DWELL_MACRO_NAME))
    say (self->warnings, LOSS, writer->n_listed,
         g_strdup (_("Names: no mapping contains them, so areas are read back under their "
                     "handles")));
  if (!is_written)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    {
      guint64 n_lost = 0;

      if (dwell_template_has_macro (entry, properties[i].macro))
        continue;

      for (guint32 k = 0; k < writer->n_listed; k++)
        n_lost += is_lost (&writer->trace->areas[writer->order[k]], properties[i].macro);
      say (self->warnings, LOSS, n_lost, g_strdup (_(properties[i].message)));
    }
}

/* Warns of filters that leave nothing. */
static void
check_choice (Check *self)
{
  const DwellText1Writer *writer = self->writer;
  guint32 n_contexts = 0;
  guint32 n_chosen = 0;

  for (guint32 i = 0; i < writer->trace->n_contexts; i++)
    {
      n_contexts += writer->context_handles[i] != DWELL_NONE;
      n_chosen += writer->context_handles[i] != DWELL_NONE && writer->contexts[i];
    }

  say (self->warnings, NOTE, n_contexts > 0 && n_chosen == 0,
       g_strdup (_("No context matches: nothing that ran is written")));
  say (self->warnings, NOTE,
       writer->trace->n_areas > 0 && writer->n_listed == 0 && (n_contexts == 0 || n_chosen > 0),
       g_strdup (_("No area matches: nothing that ran is written")));
}

/* Returns TRUE if functions that ran in several contexts have rows without a context: the context
 * is that of the running task, or unknown. */
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

/* Returns whether a reader would take the states of a variable for the running task: all named ones
 * of it are contexts. */
static gboolean
has_running_task (const DwellText1Writer *writer)
{
  const DwellTrace *trace = writer->trace;
  g_autofree gint *n_named = g_new0 (gint, (gsize) trace->n_areas + 1);
  g_autoptr(GHashTable) names = list_context_names (writer);

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      const DwellArea *state = &trace->areas[i];

      if (state->kind != DWELL_AREA_STATE || state->parent == DWELL_NONE || state->name == 0 ||
          n_named[state->parent] < 0)
        continue;

      n_named[state->parent] = g_hash_table_contains (names, dwell_trace_get_area_name (trace, i))
                               ? n_named[state->parent] + 1 : -1;
    }

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (n_named[i] > 1)
      return TRUE;

  return FALSE;
}

/* Warns of contexts whose events a reader could not assign to them. */
static void
check_contexts (Check *self)
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

  /* States of the variable are read as contexts only if all of these are known. And statistics of
   * only one context would also attract what ran in an unknown one. */
  if (is_in_rows && has_unnamed_rows (writer) &&
      ((settings->sections & DWELL_TEXT1_CONTEXTS) == 0 ||
       (has_statistics && writer->n_half_known > 0)))
    say (self->warnings, LOSS, writer->n_shared,
         g_strdup (_("Contexts of functions that ran in several: not all rows of the timeline "
                     "name them")));
  if (is_in_rows && dwell_text1_writer_writes_handles (writer) &&
      (settings->sections & DWELL_TEXT1_CONTEXTS) == 0)
    say (self->warnings, LOSS, n_contexts,
         g_strdup (_("Names of contexts: rows of the timeline contain handles, and CONTEXTS, "
                     "which names them, is not written")));
  if (is_in_rows)
    return;

  if (writer->trace->n_file_events == 0 && has_running_task (writer))
    say (self->warnings, LOSS, n_contexts,
         g_strdup (_("Contexts: the timeline does not name them, and a variable whose states have "
                     "their names is taken to name the running context")));
  if (!has_statistics)
    say (self->warnings, LOSS, n_contexts,
         g_strdup (settings->timeline_binary
                     ? _("Contexts: a .BIN does not hold them, and no statistics of contexts are "
                         "written")
                     : _("Contexts: neither the timeline nor statistics of contexts name them")));
  else
    {
      say (self->warnings, LOSS, writer->n_shared,
           g_strdup (settings->timeline_binary
                       ? _("Contexts of functions that ran in several: a .BIN does not hold them")
                       : /* xgettext:no-c-format */
                         _("Contexts of functions that ran in several: the timeline does not "
                           "name them without %CONTEXT%")));
      say (self->warnings, LOSS, dwell_text1_count_unassigned (writer),
           g_strdup (_("Contexts of functions whose statistics are all 0: readers cannot see "
                       "that they ran there")));
    }
}

static void
say_without_row (Check   *self,
                 guint64  n)
{
  say (self->warnings, LOSS, n,
       g_strdup (ngettext ("An activation or a state from before the range: no event in the "
                           "range shows it",
                           "Activations and states from before the range: no event in the range "
                           "shows them", dwell_text_plural (n))));
}

/* Warns of values from before the range. */
static void
check_held (Check *self)
{
  guint64 n = dwell_text1_count_held (self->writer);

  say (self->warnings, LOSS, n,
       g_strdup (ngettext ("A value that was written before the range: no event in the range "
                           "shows it",
                           "Values that were written before the range: no event in the range "
                           "shows them", dwell_text_plural (n))));
}

static void
check_spans (Check *self)
{
  g_autoptr(DwellText1Spans) spans = dwell_text1_spans_new (self->writer);
  g_autofree DwellText1Row *rows = g_new (DwellText1Row, PORTION);
  guint64 n;

  while (dwell_text1_spans_fill (spans, rows, PORTION) > 0)
    if (g_cancellable_is_cancelled (self->cancellable))
      return;

  n = dwell_text1_spans_get_n_crossing (spans);
  say (self->warnings, LOSS, n,
       g_strdup (ngettext ("An activation overlaps another in its context, but Text1 only knows "
                           "nested ones: both are read back with other counts and times",
                           "Activations overlap others in their context, but Text1 only knows "
                           "nested ones: they are read back with other counts and times",
                           dwell_text_plural (n))));
  say_without_row (self, dwell_text1_spans_get_n_without_row (spans));
  n = dwell_text1_spans_get_n_mistaken (spans);
  say (self->warnings, LOSS, n,
       g_strdup (ngettext ("A wait for something other than a call, or a preemption exactly where "
                           "a call begins: Text1 cannot distinguish them",
                           "Waits for something other than calls, or preemptions exactly where "
                           "calls begin: Text1 cannot distinguish them", dwell_text_plural (n))));
  n = dwell_text1_spans_get_n_inferred (spans);
  say (self->warnings, LOSS, n,
       g_strdup (ngettext ("An end that was not recorded is written where it was inferred",
                           "Ends that were not recorded are written where they were inferred",
                           dwell_text_plural (n))));
}

/* Counts flags that Text1 cannot express: that a time was cut, or is doubtful. */
static guint64
count_doubtful (const DwellText1Writer *writer)
{
  const DwellTrace *trace = writer->trace;
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_spans; i++)
    n += (trace->span_flags[i] & ~DWELL_SPAN_INCOMPLETE) != 0 &&
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

/* Weights that are no times are in no macro of times. */
static void
check_weights (Check *self)
{
  const DwellTrace *trace = self->writer->trace;
  const DwellText1Settings *settings = self->writer->settings;
  gboolean has_statistics = (settings->sections & DWELL_TEXT1_STATISTICS) != 0;
  guint64 n = (guint64) trace->n_lines + trace->n_cost_points;

  if (!dwell_text1_has_weights (trace))
    return;

  if (!trace->weights_are_times)
    say (self->warnings, LOSS, n != 0 ? n : trace->n_stack_nodes,
         g_strdup (_("Costs that are not times: Text1 has no place for them; counts are written")));
  if (has_statistics && dwell_text1_writer_has_range (self->writer))
    say (self->warnings, NOTE, 1,
         g_strdup (_("Statistics are those of the whole recording: its file has no others")));
  say (self->warnings, LOSS, count_calls (trace),
       g_strdup (_("Callers and what they called: only a timeline shows them")));
  if ((settings->sections & DWELL_TEXT1_TIMELINE) != 0 && dwell_text1_has_timeline (trace))
    say (self->warnings, LOSS, 1,
         g_strdup (trace->axis == DWELL_AXIS_TIME
                     ? _("The timeline represents samples: what ran between two of them is not "
                         "known")
                     : _("The timeline shows the order of lines with their times added up, not "
                         "when they ran")));
}

/* Compares the session with the one that a reader would find. */
static void
check_session (Check *self)
{
  const DwellText1Writer *writer = self->writer;
  g_autofree char *begin = g_strdup_printf ("%" G_GINT64_FORMAT, writer->read_begin);
  g_autofree char *end = g_strdup_printf ("%" G_GINT64_FORMAT, writer->read_end);

  say (self->warnings, LOSS,
       writer->read_begin != writer->begin || writer->read_end != writer->end,
       /* Translators: two times */
       g_strdup_printf (_("Start and end of the session: it is read back from %s ns to %s ns, "
                          "because Text1 only knows 0, the total time, the first and the last "
                          "event"),
                        begin, end));
  say (self->warnings, NOTE,
       writer->total_time == DWELL_TIME_NONE && dwell_text1_has_time (writer->trace) &&
       (writer->settings->sections & DWELL_TEXT1_INFO) != 0 &&
       dwell_template_has_macro (writer->templates[DWELL_TEMPLATE_INFO_ENTRY],
                                 DWELL_MACRO_TOTAL_TIME),
       g_strdup (_("INFO is left out: with a total time the session would begin at 0")));
}

static void
check_states (Check *self)
{
  const DwellText1Writer *writer = self->writer;
  guint64 n = writer->states_are_events ? 0 : writer->n_lost_states;
  guint64 n_made = 0;

  for (guint32 i = 0; i < writer->n_listed; i++)
    n_made += writer->trace->areas[writer->order[i]].kind == DWELL_AREA_STATE &&
              dwell_state_number_is_made (writer->trace, writer->state_numbers, writer->order[i]);

  say (self->warnings, NOTE, n_made,
       g_strdup (ngettext ("A state has no number of its own, by which Text1 tells states: it is "
                           "given one",
                           "States have no numbers of their own, by which Text1 tells them: they "
                           "are given some", dwell_text_plural (n_made))));
  say (self->warnings, LOSS, n,
       g_strdup (ngettext ("A start or an end of a state: writes of its variable do not show it",
                           "Starts and ends of states: writes of their variables do not show them",
                           dwell_text_plural (n))));
}

/* The recorded statistics are those of the whole session. */
static void
check_recorded (Check *self)
{
  const DwellText1Writer *writer = self->writer;
  guint64 n = writer->trace->n_recorded;

  if ((writer->settings->sections & DWELL_TEXT1_STATISTICS) == 0 &&
      writer->begin == writer->trace->begin && writer->end == writer->trace->end)
    say (self->warnings, LOSS, n,
         g_strdup (ngettext ("A row of the file’s own statistics: STATISTICS is not written",
                             "Rows of the file’s own statistics: STATISTICS is not written",
                             dwell_text_plural (n))));
}

static void
check_timeline (Check *self)
{
  DwellText1Writer *writer = self->writer;
  const DwellTrace *trace = writer->trace;
  guint64 n_messages = 0;

  if ((writer->settings->sections & DWELL_TEXT1_TIMELINE) == 0)
    return;

  if (!dwell_text1_has_timeline (trace))
    {
      say (self->warnings, NOTE, 1, g_strdup (_("This recording has no timeline")));
      return;
    }

  for (guint32 i = 0; i < trace->n_marks; i++)
    n_messages += trace->mark_kind[i] != DWELL_MARK_ORPHAN_END;

  say (self->warnings, LOSS, n_messages,
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

      check_spans (self);
      say (self->warnings, LOSS, n_doubtful,
           g_strdup (ngettext ("An activation whose time is doubtful or was corrected: Text1 "
                               "cannot express this",
                               "Activations whose times are doubtful or were corrected: Text1 "
                               "cannot express this", dwell_text_plural (n_doubtful))));
    }
}

static void
check_source (Check *self)
{
  const DwellText1Writer *writer = self->writer;
  const DwellText1Source *source = writer->is_text1 ? writer->trace->source : NULL;

  if (source == NULL)
    say (self->warnings, FAULT, 1,
         g_strdup (_("The preset “source” writes back what was read from one Text1 file; this "
                     "recording comes from elsewhere")));
  else if (!source->is_exact)
    say (self->warnings, LOSS, 1,
         g_strdup (_("The file has too many lines that are not rows; not all of them were kept")));

  if (dwell_text1_writer_has_range (writer))
    say (self->warnings, NOTE, 1,
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
  Check self = { writer, dwell_export_warnings_new (), cancellable };

  if (writer == NULL)
    say (self.warnings, FAULT, 1, g_strdup (error->message));
  else if (base->is_as_read)
    check_source (&self);
  else
    {
      check_issues (&self);
      check_handles (&self);
      if (settings->sections & DWELL_TEXT1_MAPPING)
        check_neighbours (&self, DWELL_TEMPLATE_MAPPING_ENTRY);
      if (settings->sections & DWELL_TEXT1_STATISTICS)
        check_neighbours (&self, DWELL_TEMPLATE_STATISTICS_ENTRY);
      check_choice (&self);
      check_names (&self);
      check_mapping (&self);
      check_weights (&self);
      check_recorded (&self);
      check_session (&self);
      check_timeline (&self);
    }

  return self.warnings;
}
