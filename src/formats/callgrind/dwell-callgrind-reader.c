/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads files of callgrind and cachegrind. Workers parse blocks; the meaning of a line depends on
 * earlier lines (positions, names, events), so the consumer determines it, in the order of the
 * file. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind-reader.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-wide.h"
#include "formats/callgrind/dwell-callgrind-block.h"
#include "formats/callgrind/dwell-callgrind-events.h"
#include "formats/callgrind/dwell-callgrind-finish.h"
#include "formats/callgrind/dwell-callgrind-header.h"
#include "formats/callgrind/dwell-callgrind-names.h"
#include "formats/callgrind/dwell-callgrind-profile.h"

#define MAX_LINE_BYTES ((gsize) 1 << 20)

/* The greatest number of nodes of the tree that is apportioned from arcs, because there may be
 * countless paths. */
#define MAX_TREE_NODES 200000

/* Lines of costs that are added at a time. */
#define MAX_GATHERED 64

/* The meaning of the next line, because a line of costs has no keyword. */
typedef enum {
  EXPECT_ANY,
  EXPECT_CALL, /* the cost of the calls */
  EXPECT_BAD_CALL, /* the same, for calls that are left out */
  EXPECT_JUMP, /* where a jump starts */
} Expected;

typedef struct {
  DwellBuilder            *builder;
  DwellCallgrindProfile    profile;
  DwellCallgrindEvents     events;
  DwellCallgrindHeader     header;
  DwellCallgrindPositions  positions;
  DwellCallgrindNames      names;
  guint32                  object;
  guint32                  file;       /* of the functions that follow */
  guint32                  cost_file;  /* of the costs that follow */
  guint32                  function;   /* its number, or DWELL_NONE */
  guint32                  callee_object;
  guint32                  callee_file;
  guint32                  callee;     /* string */
  gboolean                 has_callee_object;
  gboolean                 has_callee_file;
  gboolean                 has_callee;
  Expected                 expected;
  guint64                  calls;
  guint64                  last_line;
  guint64                  line;       /* the current line of the file */
  gboolean                 has_events;
  gboolean                 has_costs;
  gboolean                 has_said;   /* this part has any names or costs */
  guint64                  n_jumps;
  guint64                  n_entries;
  DwellWide                summaries;  /* sums of the totals that the parts state */
  DwellWide                totals;
  guint                    n_summaries;
  guint                    n_totals;
} Reader;

/* A line of a block, or several plain ones. */
typedef struct {
  const DwellCallgrindEntry *entry;
  DwellScan                  text;   /* of the entry */
  const guint64             *values; /* values of the entry */
  const guint8              *forms;  /* for plain lines of costs */
} Line;

static void
report (Reader     *self,
        const char *code,
        const char *message)
{
  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, code, self->line, -1, "%s",
                      message);
}

static void
report_bad_line (Reader *self)
{
  report (self, "bad-line", _("A line has an unknown form: it was left out"));
}

static void
forget_callee (Reader *self)
{
  self->has_callee_object = FALSE;
  self->has_callee_file = FALSE;
  self->has_callee = FALSE;
  self->expected = EXPECT_ANY;
}

/* Begins a part: names and positions start anew. */
static void
begin_part (Reader *self)
{
  dwell_callgrind_names_forget (&self->names);
  self->object = self->file = self->cost_file = 0;
  self->function = DWELL_NONE;
  self->last_line = 0;
  self->has_said = FALSE;
  self->positions = (DwellCallgrindPositions) { .has_lines = TRUE };
  forget_callee (self);
}

static gboolean
take_name (Reader                 *self,
           DwellCallgrindNameKind  kind,
           const Line             *line,
           guint32                *string)
{
  DwellScan name = line->text;

  if (line->entry->is_bad)
    {
      report_bad_line (self);
      return FALSE;
    }

  *string = line->entry->has_id && name.p == name.end
            ? dwell_callgrind_names_find (&self->names, kind, line->values[0], self->line)
            : dwell_callgrind_names_define (&self->names, kind,
                                            line->entry->has_id ? line->values : NULL, name,
                                            self->line);
  self->has_said = TRUE;
  return TRUE;
}

static gboolean
set_function (Reader   *self,
              guint32   name,
              GError  **error)
{
  DwellCallgrindFunction function = { self->object, self->file, name };

  self->function = dwell_callgrind_profile_get_function (&self->profile, &function, error);
  return self->function != DWELL_NONE;
}

static void
set_positions (Reader    *self,
               DwellScan  text)
{
  DwellScan word;

  self->positions = (DwellCallgrindPositions) { 0 };
  while (dwell_callgrind_scan_word (&text, &word))
    {
      self->positions.has_instructions |= dwell_callgrind_is (word, "instr");
      self->positions.has_lines |= dwell_callgrind_is (word, "line");
    }
}

static gboolean
set_events (Reader     *self,
            DwellScan   text,
            GError    **error)
{
  gboolean differs;

  if (!dwell_callgrind_events_set (&self->events, text,
                                   self->header.creator != NULL ? self->header.creator : "",
                                   &differs))
    {
      g_autofree char *list = dwell_callgrind_events_dup_list (&self->events);

      g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                   /* Translators: the name of an event; the names of those of the file */
                   _("the file has no event “%s”; it has %s"), self->events.wanted, list);
      return FALSE;
    }

  self->has_events = self->events.names->len > 0;
  if (differs)
    report (self, "events-differ",
            _("A part has other events than the parts before it: events are identified by name"));
  return TRUE;
}

/* Adds the total of all costs that the file states. */
static void
take_total (Reader    *self,
            DwellScan  text,
            DwellWide *total,
            guint     *n)
{
  g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (guint64));
  DwellCallgrindForms forms;
  DwellCallgrindCosts costs;
  guint32 n_values;
  gint64 sum;

  if (self->has_events && dwell_callgrind_scan_words (text, values, &forms, &n_values) &&
      dwell_callgrind_costs_init (&costs, (const guint64 *) (gpointer) values->data, n_values,
                                  forms, (DwellCallgrindPositions) { 0 }, 0,
                                  self->events.columns->len) &&
      dwell_callgrind_events_sum (&self->events, costs.values, costs.n_values, &sum))
    {
      *total += (guint64) sum;
      ++*n;
    }
}

static gboolean
take_header (Reader     *self,
             DwellScan   text,
             GError    **error)
{
  DwellCallgrindLine line;
  DwellScan version;
  guint64 number;

  dwell_callgrind_line_parse (text, &line);
  version = line.text;
  if (!dwell_callgrind_header_take (&self->header, line.key, line.text))
    {
      report_bad_line (self);
      return TRUE;
    }

  if (dwell_callgrind_is (line.key, "version"))
    {
      if (self->has_said)
        begin_part (self);
      if (!dwell_scan_u64 (&version, &number) || number != 1)
        dwell_problems_add (self->builder->problems, DWELL_SEVERITY_INFO, "version", self->line, -1,
                            _("The version of the file is not 1: it is read anyway"));
    }
  else if (dwell_callgrind_is (line.key, "part") && self->has_said)
    begin_part (self);
  else if (dwell_callgrind_is (line.key, "positions"))
    set_positions (self, line.text);
  else if (dwell_callgrind_is (line.key, "event"))
    {
      if (!dwell_callgrind_events_add_formula (&self->events, line.text))
        dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "too-many-formulas",
                            self->line, -1, _("There are more than %d events that are sums of "
                                              "others: one was left out"),
                            DWELL_CALLGRIND_MAX_FORMULAS);
    }
  else if (dwell_callgrind_is (line.key, "events"))
    return set_events (self, line.text, error);
  else if (dwell_callgrind_is (line.key, "summary"))
    take_total (self, line.text, &self->summaries, &self->n_summaries);
  else if (dwell_callgrind_is (line.key, "totals"))
    take_total (self, line.text, &self->totals, &self->n_totals);

  return TRUE;
}

static void
take_calls (Reader     *self,
            const Line *line)
{
  self->expected = EXPECT_CALL;
  if (!line->entry->is_bad)
    self->calls = line->values[0];
  if (line->entry->is_bad || !self->has_callee)
    {
      report_bad_line (self);
      self->expected = EXPECT_BAD_CALL;
    }
}

static gboolean
add_call (Reader   *self,
          gint64    total,
          GError  **error)
{
  DwellCallgrindFunction function = {
    self->has_callee_object ? self->callee_object : self->object,
    self->has_callee_file ? self->callee_file : self->cost_file,
    self->callee,
  };
  guint32 callee = dwell_callgrind_profile_get_function (&self->profile, &function, error);

  return callee != DWELL_NONE &&
         dwell_callgrind_profile_add_call (&self->profile, self->function, callee, self->calls,
                                           total, error);
}

/* Makes sure that costs have a function. */
static gboolean
have_function (Reader  *self,
               GError **error)
{
  if (self->function != DWELL_NONE)
    return TRUE;

  report (self, "no-function", _("Costs come before the first function: they are assigned to the "
                                 "function ???"));
  return set_function (self, dwell_strings_intern (self->builder->strings, "???", -1), error);
}

static gboolean
add_costs (Reader                     *self,
           const DwellCallgrindCosts  *costs,
           Expected                    expected,
           GError                    **error)
{
  gint64 sum;

  if (!dwell_callgrind_events_sum (&self->events, costs->values, costs->n_values, &sum))
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                           _("the costs add up to more than can be counted"));
      return FALSE;
    }

  self->n_entries++;
  self->has_costs = TRUE;
  if (!have_function (self, error))
    return FALSE;

  return expected == EXPECT_CALL
         ? add_call (self, sum, error)
         : dwell_callgrind_profile_add_costs (&self->profile, self->function, self->cost_file,
                                              &(DwellCallgrindLineCost) { (guint32) costs->line,
                                                                          sum }, 1, error);
}

static gboolean
take_costs (Reader                     *self,
            const DwellCallgrindEntry  *entry,
            DwellCallgrindForms         forms,
            const guint64              *values,
            GError                    **error)
{
  DwellCallgrindCosts costs;
  Expected expected = self->expected;
  gboolean is_good = self->has_events && !entry->is_bad &&
                     dwell_callgrind_costs_init (&costs, values, entry->n_values, forms,
                                                 self->positions, self->last_line,
                                                 self->events.columns->len) &&
                     costs.line <= G_MAXUINT32;

  self->expected = EXPECT_ANY;
  self->has_said = TRUE;
  if (!is_good)
    {
      report_bad_line (self);
    }
  else
    {
      if (costs.was_negative)
        report (self, "negative-position", _("A line number would be negative: 0 is used"));
      if (costs.has_more)
        report (self, "too-many-costs", _("A line has more costs than there are events"));
      self->last_line = costs.line;
      is_good = expected == EXPECT_JUMP || expected == EXPECT_BAD_CALL ||
                add_costs (self, &costs, expected, error);
    }

  if (expected == EXPECT_CALL || expected == EXPECT_BAD_CALL)
    forget_callee (self);
  return is_good || *error == NULL;
}

/* Gathers the plain lines from the @i-th on, as long as they have a cost of the current function
 * and nothing has to be reported: those are nearly all. take_costs() does the same for any line. */
static guint
gather_costs (Reader                 *self,
              const Line             *line,
              guint32                 i,
              DwellCallgrindLineCost  costs[MAX_GATHERED])
{
  const DwellCallgrindEntry *entry = line->entry;
  guint32 column = self->events.only;
  guint n = 0;

  if (self->expected != EXPECT_ANY || !self->has_events || self->positions.has_instructions ||
      !self->positions.has_lines || entry->n_values - 1 > self->events.columns->len ||
      column >= entry->n_values - 1)
    return 0;

  for (; i < entry->n_lines && n < MAX_GATHERED; i++)
    {
      const guint64 *values = line->values + (gsize) i * entry->n_values;
      DwellCallgrindCosts position = { 0 };

      if (!dwell_callgrind_costs_set_line (&position, values[0], line->forms[i],
                                           self->last_line) ||
          position.was_negative || position.line > G_MAXUINT32 ||
          values[1 + column] >= G_MAXINT64)
        break;

      self->last_line = position.line;
      costs[n++] = (DwellCallgrindLineCost) { (guint32) position.line,
                                              (gint64) values[1 + column] };
    }

  return n;
}

static gboolean
take_plain_costs (Reader      *self,
                  const Line  *line,
                  GError     **error)
{
  const DwellCallgrindEntry *entry = line->entry;
  DwellCallgrindLineCost costs[MAX_GATHERED];
  guint64 first_line = self->line;
  guint32 i = 0;

  while (i < entry->n_lines)
    {
      guint n = gather_costs (self, line, i, costs);

      self->line = first_line + i;
      if (n > 0 && (!have_function (self, error) ||
                    !dwell_callgrind_profile_add_costs (&self->profile, self->function,
                                                        self->cost_file, costs, n, error)))
        return FALSE;

      self->n_entries += n;
      self->has_costs |= n > 0;
      self->has_said |= n > 0;
      i += n;
      if (n == MAX_GATHERED || i == entry->n_lines)
        continue;

      self->line = first_line + i;
      if (!take_costs (self, entry, (DwellCallgrindForms) { { line->forms[i], 0 } },
                       line->values + (gsize) i * entry->n_values, error))
        return FALSE;
      i++;
    }

  self->line = first_line + entry->n_lines - 1;
  return TRUE;
}

/* Checks the line after “calls=” or a jump. */
static void
check_expected (Reader             *self,
                DwellCallgrindKind  kind)
{
  if (self->expected == EXPECT_ANY || kind == DWELL_CALLGRIND_COST ||
      kind == DWELL_CALLGRIND_COSTS || kind == DWELL_CALLGRIND_EMPTY)
    return;

  report (self, "bad-line", _("Calls or a jump lack the line that must follow: they were left "
                              "out"));
  self->expected = EXPECT_ANY;
}

static gboolean
take_line (Reader      *self,
           const Line  *line,
           GError     **error)
{
  DwellCallgrindKind kind = (DwellCallgrindKind) line->entry->kind;
  guint32 name;

  check_expected (self, kind);
  switch (kind)
    {
    case DWELL_CALLGRIND_COST:
      return take_costs (self, line->entry, line->entry->forms, line->values, error);

    case DWELL_CALLGRIND_COSTS:
      return take_plain_costs (self, line, error);

    case DWELL_CALLGRIND_HEADER:
      return take_header (self, line->text, error);

    case DWELL_CALLGRIND_OBJECT:
      take_name (self, DWELL_CALLGRIND_OBJECTS, line, &self->object);
      break;

    case DWELL_CALLGRIND_FILE:
      if (take_name (self, DWELL_CALLGRIND_FILES, line, &self->file))
        self->cost_file = self->file;
      break;

    case DWELL_CALLGRIND_INLINED:
      take_name (self, DWELL_CALLGRIND_FILES, line, &self->cost_file);
      break;

    case DWELL_CALLGRIND_FUNCTION:
      self->cost_file = self->file;
      return !take_name (self, DWELL_CALLGRIND_FUNCTIONS, line, &name) ||
             set_function (self, name, error);

    case DWELL_CALLGRIND_CALLEE_OBJECT:
      self->has_callee_object = take_name (self, DWELL_CALLGRIND_OBJECTS, line,
                                           &self->callee_object);
      break;

    case DWELL_CALLGRIND_CALLEE_FILE:
      self->has_callee_file = take_name (self, DWELL_CALLGRIND_FILES, line,
                                         &self->callee_file);
      break;

    case DWELL_CALLGRIND_CALLEE:
      self->has_callee = take_name (self, DWELL_CALLGRIND_FUNCTIONS, line, &self->callee);
      break;

    case DWELL_CALLGRIND_CALLS:
      take_calls (self, line);
      break;

    case DWELL_CALLGRIND_JUMP:
      self->n_jumps++;
      self->expected = EXPECT_JUMP;
      break;

    case DWELL_CALLGRIND_JUMP_FILE:
    case DWELL_CALLGRIND_JUMP_FUNCTION:
      take_name (self, kind == DWELL_CALLGRIND_JUMP_FUNCTION ? DWELL_CALLGRIND_FUNCTIONS
                                                             : DWELL_CALLGRIND_FILES, line, &name);
      break;

    case DWELL_CALLGRIND_BAD:
      report_bad_line (self);
      break;

    case DWELL_CALLGRIND_EMPTY:
    default:
      break;
    }

  return TRUE;
}

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  return dwell_callgrind_block_new (block);
}

static void
free_block (gpointer data,
            gpointer user_data)
{
  dwell_callgrind_block_free (data);
}

static gboolean
consume_block (const DwellBlock  *block,
               gpointer           parsed,
               guint64            n_lines_before,
               gpointer           user_data,
               GError           **error)
{
  Reader *self = user_data;
  DwellCallgrindBlock *lines = parsed;
  const DwellCallgrindEntry *entries = lines->entries;
  Line line = { .values = (const guint64 *) (gpointer) lines->values->data,
                .forms = lines->forms };
  GError *failure = NULL;

  if (!dwell_builder_check (self->builder, 0, error))
    return FALSE;

  self->line = n_lines_before;
  for (gsize i = 0; i < lines->n_entries; i++)
    {
      const char *text = block->text + entries[i].begin;

      self->line++;
      line.entry = &entries[i];
      line.text = (DwellScan) { text, text + entries[i].length };
      if (!take_line (self, &line, &failure))
        {
          g_propagate_error (error, failure);
          return FALSE;
        }
      line.values += (gsize) entries[i].n_values * entries[i].n_lines;
      if (entries[i].kind == DWELL_CALLGRIND_COSTS)
        line.forms += entries[i].n_lines;
    }

  return TRUE;
}

/* Compares the totals. Writers go on counting while they write, so a small difference does not
 * matter. */
static void
check_total (Reader *self)
{
  DwellWide told = self->n_totals > 0 ? self->totals : self->summaries;
  DwellWide read = (guint64) self->profile.total;
  DwellWide difference = told > read ? told - read : read - told;
  g_autofree char *told_text = dwell_wide_to_text (told);
  g_autofree char *read_text = dwell_wide_to_text (read);

  if ((self->n_totals > 0 || self->n_summaries > 0) && difference * 1000 > MAX (told, read))
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_INFO, "total-differs", 0, -1,
                        /* Translators: two numbers */
                        _("According to the file, all costs add up to %s; in fact they add up to "
                          "%s"), told_text,
                        read_text);
}

static gboolean
finish (Reader   *self,
        GError  **error)
{
  DwellBuilder *builder = self->builder;
  g_autofree char *list = dwell_callgrind_events_dup_list (&self->events);
  guint32 context;

  if (!self->has_events)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                           _("no costs: there is no line “events:”"));
      return FALSE;
    }

  context = dwell_callgrind_header_finish (&self->header, builder);
  dwell_builder_set_property (builder, "events", N_("Events"), g_variant_new_string (list));
  if (self->n_jumps > 0)
    dwell_builder_set_property (builder, "jumps", N_("Jumps"),
                                g_variant_new_uint64 (self->n_jumps));

  builder->weight_unit = dwell_strings_intern (builder->strings,
                                               self->events.unit != NULL ? self->events.unit : "",
                                               -1);
  builder->weights_are_times = self->events.is_time;
  builder->n_events = self->n_entries;
  if (!self->has_costs)
    dwell_problems_add (builder->problems, DWELL_SEVERITY_INFO, "no-costs", 0, -1,
                        _("The file has a header but no costs"));
  check_total (self);

  return dwell_callgrind_finish (&self->profile, builder, context, MAX_TREE_NODES, error);
}

/**
 * dwell_callgrind_read:
 * @source: the source of the file
 * @options: the options of reading
 * @builder: (inout): the builder of the trace
 * @checkpoint: not used: there are no partial traces
 * @progress: (nullable): shows how much was read
 * @cancellable: (nullable): a cancellable
 * @error: the cause; %DWELL_ERROR_SYNTAX if the file does not name its events, %DWELL_ERROR_OPTION
 *   if it does not have the wanted event
 *
 * Reads a file of callgrind or cachegrind. Implements #DwellFormat.read; for any thread.
 *
 * Returns: %FALSE if nothing can be shown
 */
gboolean
dwell_callgrind_read (DwellSource         *source,
                      const DwellOptions  *options,
                      DwellBuilder        *builder,
                      DwellCheckpoint     *checkpoint,
                      DwellProgress       *progress,
                      GCancellable        *cancellable,
                      GError             **error)
{
  static const DwellLineWork work = { parse_block, consume_block, free_block };
  g_autofree Reader *self = g_new0 (Reader, 1);
  gboolean is_good;

  self->builder = builder;
  dwell_callgrind_names_init (&self->names, builder);
  dwell_callgrind_profile_init (&self->profile, builder->strings);
  dwell_callgrind_events_init (&self->events, dwell_options_get (options, "Event"));
  dwell_callgrind_header_init (&self->header);
  begin_part (self);

  is_good = dwell_lines_run (source, MAX_LINE_BYTES, &work, self, builder->problems, progress,
                             cancellable, error) &&
            finish (self, error);

  dwell_callgrind_profile_clear (&self->profile);
  dwell_callgrind_events_clear (&self->events);
  dwell_callgrind_header_clear (&self->header);
  dwell_callgrind_names_clear (&self->names);
  return is_good;
}
