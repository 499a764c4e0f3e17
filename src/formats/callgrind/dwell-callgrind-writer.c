/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes profiles for KCachegrind, callgrind_annotate and other readers. Names are abbreviated to
 * numbers, and positions are plain line numbers, because all readers accept these. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind-writer.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-memory.h"
#include "formats/callgrind/dwell-callgrind-sums.h"
#include "formats/common/dwell-export-warnings.h"
#include "formats/common/dwell-text-output.h"

#define FLUSHED_BYTES ((gsize) 1 << 16)

/* Kinds of names, each numbered on its own. */
typedef enum {
  OBJECTS,
  FILES,
  FUNCTIONS,
  N_NAMES
} Names;

typedef struct {
  DwellTrace               *trace;
  const DwellCallgrindSums *sums;
  GOutputStream            *stream;
  GString                  *text;            /* not yet written */
  GHashTable               *numbers[N_NAMES]; /* string, or area for functions → number */
  guint32                   object;          /* strings: the current object and file */
  guint32                   file;
  DwellProgress            *progress;
  GCancellable             *cancellable;
  gboolean                  is_begun;        /* a function was written */
} Writer;

static gboolean
flush (Writer  *self,
       double   fraction,
       GError **error)
{
  return dwell_text_output_flush (self->stream, self->text, self->progress, fraction,
                                  self->cancellable, error);
}

/* Appends a name without line ends; an empty one becomes ???, as writers of the format do. */
static void
put_text (GString    *text,
          const char *name)
{
  gsize begin = text->len;

  for (; *name != '\0'; name++)
    if (text->len > begin || !g_ascii_isspace (*name))
      g_string_append_c (text, *name == '\n' || *name == '\r' || *name == '\t' ? ' ' : *name);
  if (text->len == begin)
    g_string_append (text, "???");
}

/* Writes KEY=(NUMBER) [ NAME ]: with the name when it is used for the first time. */
static void
put_name (Writer     *self,
          const char *key,
          Names       names,
          guint32     id,
          const char *name)
{
  gpointer of = GSIZE_TO_POINTER ((gsize) id + 1);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers[names], of));

  if (number > 0)
    {
      g_string_append_printf (self->text, "%s=(%u)\n", key, number);
      return;
    }

  number = g_hash_table_size (self->numbers[names]) + 1;
  g_hash_table_insert (self->numbers[names], of, GUINT_TO_POINTER (number));
  g_string_append_printf (self->text, "%s=(%u) ", key, number);
  put_text (self->text, name);
  g_string_append_c (self->text, '\n');
}

static void
put_string (Writer     *self,
            const char *key,
            Names       names,
            guint32     string)
{
  put_name (self, key, names, string, dwell_trace_get_string (self->trace, string));
}

/* Finds the place of a function: for a routine, its file is the object, and its module the source
 * file. */
static void
get_place (const DwellArea *area,
           guint32         *object,
           guint32         *file)
{
  gboolean is_routine = area->kind == DWELL_AREA_ROUTINE && area->module != area->file;

  *object = is_routine ? area->file : 0;
  *file = is_routine ? area->module : area->file;
}

static void
put_function (Writer     *self,
              const char *key,
              guint32     area)
{
  put_name (self, key, FUNCTIONS, area, dwell_trace_get_area_name (self->trace, area));
}

/* Writes the costs of lines, and the rest at the line of the function. */
static void
put_costs (Writer                  *self,
           const DwellCallgrindSum *function)
{
  const DwellTrace *trace = self->trace;
  gint64 rest = function->self;
  guint32 file = self->file;

  for (guint32 i = 0; i < function->n_lines; i++)
    {
      const DwellLineWeight *line = &g_array_index (self->sums->lines, DwellLineWeight,
                                                    function->first_line + i);
      const DwellArea *area = &trace->areas[line->area];
      gint64 weight = dwell_callgrind_sums_get_line (self->sums, line);

      if (weight <= 0)
        continue;
      if (area->file != file)
        put_string (self, area->file == self->file ? "fe" : "fi", FILES, area->file);
      file = area->file;
      g_string_append_printf (self->text, "%u %" G_GINT64_FORMAT "\n", area->line, weight);
      rest -= weight;
    }

  if (file != self->file)
    put_string (self, "fe", FILES, self->file);
  if (rest > 0)
    g_string_append_printf (self->text, "%u %" G_GINT64_FORMAT "\n",
                            trace->areas[function->area].line, rest);
}

static void
put_calls (Writer                  *self,
           const DwellCallgrindSum *function)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < function->n_arcs; i++)
    {
      const DwellCallArc *arc = &g_array_index (self->sums->arcs, DwellCallArc,
                                                function->first_arc + i);
      const DwellArea *callee = &trace->areas[arc->callee];
      guint32 object;
      guint32 file;

      get_place (callee, &object, &file);
      if (object != self->object)
        put_string (self, "cob", OBJECTS, object);
      if (file != self->file)
        put_string (self, "cfi", FILES, file);
      put_function (self, "cfn", arc->callee);
      g_string_append_printf (self->text, "calls=%" G_GUINT64_FORMAT " %u\n%u %" G_GINT64_FORMAT
                              "\n", arc->calls, callee->line, trace->areas[function->area].line,
                              arc->total);
    }
}

static void
put_block (Writer                  *self,
           const DwellCallgrindSum *function)
{
  guint32 object;
  guint32 file;

  if (function->self == 0 && function->n_arcs == 0)
    return;

  self->is_begun = TRUE;
  get_place (&self->trace->areas[function->area], &object, &file);
  g_string_append_c (self->text, '\n');
  if (object != self->object)
    put_string (self, "ob", OBJECTS, object);
  if (file != self->file)
    put_string (self, "fl", FILES, file);
  self->object = object;
  self->file = file;
  put_function (self, "fn", function->area);
  put_costs (self, function);
  put_calls (self, function);
}

/* Writes the name of the event, which may only contain letters, digits and _. */
static void
put_event (Writer *self)
{
  g_autofree char *unit = g_strdup (*self->sums->unit != '\0' ? self->sums->unit : "samples");

  for (char *p = unit; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p))
      *p = '_';

  if (self->sums->are_times)
    g_string_append (self->text, "event: ns : Nanoseconds\n");
  g_string_append_printf (self->text, "events: %s\n", self->sums->are_times ? "ns" : unit);
}

static void
put_header (Writer *self)
{
  const DwellProperty *command = dwell_trace_get_property (self->trace, "command");

  g_string_append (self->text, "# callgrind format\nversion: 1\ncreator: Dwell " DWELL_VERSION
                   "\n");
  if (command != NULL && g_variant_is_of_type (command->value, G_VARIANT_TYPE_STRING))
    {
      g_string_append (self->text, "cmd: ");
      put_text (self->text, g_variant_get_string (command->value, NULL));
      g_string_append_c (self->text, '\n');
    }
}

/* Begins a part. In each part names are numbered anew. */
static void
put_part (Writer  *self,
          guint    number,
          guint32  context)
{
  g_string_append_printf (self->text, "%spart: %u\n", number > 1 ? "\n" : "", number);
  if (context != DWELL_NONE)
    {
      g_string_append_printf (self->text, "thread: %u\ndesc: Thread: ", number);
      put_text (self->text, dwell_trace_get_context_name (self->trace, context));
      g_string_append_c (self->text, '\n');
    }
  g_string_append (self->text, "positions: line\n");
  put_event (self);
  g_string_append_printf (self->text, "summary: %" G_GINT64_FORMAT "\n", self->sums->total);

  for (guint i = 0; i < N_NAMES; i++)
    g_hash_table_remove_all (self->numbers[i]);
  /* The place of the first function is always written, even if unknown: callgrind_annotate requires
   * it. */
  self->object = DWELL_NONE;
  self->file = DWELL_NONE;
}

static gboolean
write_part (Writer                    *self,
            const DwellCallgrindSums  *sums,
            guint                      number,
            guint32                    context,
            GError                   **error)
{
  const GArray *functions = sums->functions;

  self->sums = sums;
  put_part (self, number, context);
  for (guint i = 0; i < functions->len; i++)
    {
      put_block (self, &g_array_index (functions, DwellCallgrindSum, i));
      if (self->text->len >= FLUSHED_BYTES && !flush (self, (double) i / functions->len, error))
        return FALSE;
    }

  g_string_append_printf (self->text, "\ntotals: %" G_GINT64_FORMAT "\n", sums->total);
  return TRUE;
}

static gboolean
write_merged (Writer  *self,
              gint64   begin,
              gint64   end,
              GError **error)
{
  g_autoptr(DwellCallgrindSums) sums =
    dwell_callgrind_sums_new (self->trace, begin, end, self->cancellable, error);

  return sums != NULL && write_part (self, sums, 1, DWELL_NONE, error);
}

/* Writes a part for each context, as callgrind does with --combine-dumps. */
static gboolean
write_separate (Writer  *self,
                gint64   begin,
                gint64   end,
                GError **error)
{
  const DwellTreeOptions options = { .begin = begin, .end = end, .by_context = TRUE };
  g_autoptr(DwellTree) tree = dwell_tree_new (self->trace, &options, self->cancellable);
  guint n = 0;

  if (tree == NULL)
    {
      if (!g_cancellable_set_error_if_cancelled (self->cancellable, error))
        dwell_memory_set_error (error);
      return FALSE;
    }

  for (guint32 root = 0; root < tree->n_nodes; root = tree->ends[root])
    {
      g_autoptr(DwellCallgrindSums) sums = dwell_callgrind_sums_new_part (tree, root, error);

      if (sums == NULL || !write_part (self, sums, ++n, tree->contexts[root], error))
        return FALSE;
    }

  return n > 0 || write_merged (self, begin, end, error);
}

/**
 * dwell_callgrind_can_write:
 * @trace: a trace
 *
 * Returns: whether it has a call tree, or sums of functions
 */
gboolean
dwell_callgrind_can_write (const DwellTrace *trace)
{
  return trace->n_functions > 0 || dwell_tree_is_possible (trace);
}

/**
 * dwell_callgrind_write:
 * @trace: a trace that can be written
 * @settings: (nullable): #DwellCallgrindSettings; %NULL for the whole session as one part
 * @sink: where the file is written
 * @progress: (nullable): shows how much was written
 * @cancellable: (nullable): a cancellable
 * @error: the cause
 *
 * Writes the functions of all contexts together or of each, the greatest self cost first, with
 * their lines and calls: own time in ns, or own weight in the trace's unit. Implements
 * #DwellFormat.write; for any thread.
 *
 * Returns: whether all was written
 */
gboolean
dwell_callgrind_write (DwellTrace                *trace,
                       const DwellExportSettings *settings,
                       DwellSink                 *sink,
                       DwellProgress             *progress,
                       GCancellable              *cancellable,
                       GError                   **error)
{
  const DwellCallgrindSettings *own = (const DwellCallgrindSettings *) settings;
  Writer self = { .trace = trace, .progress = progress, .cancellable = cancellable };
  gboolean is_separate = own != NULL && own->is_separate && trace->n_functions == 0;
  gboolean has_range = settings != NULL && settings->begin <= settings->end;
  gint64 begin = has_range ? settings->begin : trace->begin;
  gint64 end = has_range ? settings->end : trace->end;
  gboolean is_good;

  self.stream = dwell_sink_open_part (sink, "", cancellable, error);
  if (self.stream == NULL)
    return FALSE;

  self.text = g_string_sized_new (2 * FLUSHED_BYTES);
  for (guint i = 0; i < N_NAMES; i++)
    self.numbers[i] = g_hash_table_new (NULL, NULL);
  put_header (&self);
  is_good = (is_separate ? write_separate (&self, begin, end, error)
                         : write_merged (&self, begin, end, error)) &&
            flush (&self, 1, error) && dwell_sink_check_begun (sink, self.is_begun, error);
  g_string_free (self.text, TRUE);
  for (guint i = 0; i < N_NAMES; i++)
    g_hash_table_unref (self.numbers[i]);
  return is_good;
}

/**
 * dwell_callgrind_check:
 * @trace: a trace that can be written
 * @settings: #DwellCallgrindSettings
 * @cancellable: (nullable): a cancellable
 *
 * Implements #DwellFormat.check; for any thread.
 *
 * Returns: (transfer full) (element-type DwellExportWarning): what cannot be written
 */
GArray *
dwell_callgrind_check (DwellTrace                *trace,
                       const DwellExportSettings *settings,
                       GCancellable              *cancellable)
{
  GArray *warnings = dwell_export_warnings_new ();

  if (((const DwellCallgrindSettings *) settings)->is_separate && trace->n_functions == 0)
    dwell_export_warnings_add (warnings, FALSE, TRUE, trace->n_lines,
                               g_strdup (_("Lines are left out: it is not known which thread they "
                                           "ran in")));
  return warnings;
}
