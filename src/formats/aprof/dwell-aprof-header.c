/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the header lines of a report, and makes contexts, properties and notes from them. */
#include "config.h"

#include "formats/aprof/dwell-aprof-header.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-trace-contexts.h"

/* The values of a report without an m or i line. */
#define DEFAULT_METRIC  "bb-count"
#define DEFAULT_MEASURE "rms"

#define CELL_BYTES_MAX 16

static char *
to_text (DwellScan text)
{
  while (text.end > text.p && g_ascii_isspace (text.end[-1]))
    text.end--;

  return dwell_text_to_utf8 (text.p, (gsize) (text.end - text.p), DWELL_CHARSET_WINDOWS_1252);
}

static void
set_text (DwellAprofHeader *self,
          const char       *key,
          const char       *title,
          DwellScan         text)
{
  g_autofree char *value = to_text (text);

  if (!g_str_equal (value, "(null)"))
    dwell_builder_set_property (self->builder, key, title, g_variant_new_string (value));
}

static gboolean
take_number (DwellAprofHeader *self,
             DwellScan         text,
             guint64           line,
             guint64          *number)
{
  DwellScan s = text;

  if (dwell_scan_u64 (&s, number))
    {
      dwell_scan_blanks (&s);
      if (s.p == s.end)
        return TRUE;
    }

  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-header", line, -1,
                      _("A number is expected in the header"));
  return FALSE;
}

static void
take_metric (DwellAprofHeader *self,
             DwellScan         text,
             guint64           line)
{
  DwellProblems *problems = self->builder->problems;

  g_free (self->metric);
  self->metric = to_text (text);

  if (g_str_equal (self->metric, "bb_count"))
    {
      dwell_problems_add (problems, DWELL_SEVERITY_INFO, "metric-spelling", line, -1,
                          _("The metric is written “bb_count”, not “bb-count”"));
      g_free (self->metric);
      self->metric = g_strdup (DEFAULT_METRIC);
    }
  else if (!g_str_equal (self->metric, DEFAULT_METRIC) && !g_str_equal (self->metric, "time-usec"))
    dwell_problems_add (problems, DWELL_SEVERITY_INFO, "other-metric", line, -1,
                        /* Translators: the unit of cost as the file tells it */
                        _("The metric “%s” is not documented: costs are in that unit, as reported"),
                        self->metric);
}

static void
take_cell_bytes (DwellAprofHeader *self,
                 DwellScan         text,
                 guint64           line)
{
  DwellScan s = text;
  guint32 bytes;

  if (dwell_scan_u32 (&s, &bytes) && s.p == s.end && bytes > 0 && bytes <= CELL_BYTES_MAX &&
      (bytes & (bytes - 1)) == 0)
    {
      self->cell_bytes = bytes;
      return;
    }

  set_text (self, "created", N_("Created"), text);
  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_INFO, "no-cell-size", line, -1,
                      _("“t” contains a date, not the bytes per cell: sizes in bytes are not "
                        "known"));
}

/**
 * dwell_aprof_header_init:
 * @self: (out): an uninitialised header
 * @builder: the builder of the trace; must outlive @self
 */
void
dwell_aprof_header_init (DwellAprofHeader *self,
                         DwellBuilder     *builder)
{
  *self = (DwellAprofHeader) { .builder = builder };
}

/**
 * dwell_aprof_header_clear:
 * @self: a header
 *
 * Frees what the header owns.
 */
void
dwell_aprof_header_clear (DwellAprofHeader *self)
{
  g_free (self->metric);
  g_free (self->measure);
}

static void
take (DwellAprofHeader *self,
      char              tag,
      DwellScan         text,
      guint64           line)
{
  guint64 number;

  switch (tag)
    {
    case 'v':
      self->has_version = take_number (self, text, line, &self->version);
      break;

    case 'k':
      if (take_number (self, text, line, &self->total))
        self->total_line = line;
      break;

    case 'e':
      set_text (self, "executable_date", N_("Date of the executable"), text);
      break;

    case 'm':
      take_metric (self, text, line);
      break;

    case 'i':
      g_free (self->measure);
      self->measure = to_text (text);
      break;

    case 't':
      take_cell_bytes (self, text, line);
      break;

    case 'g':
      if (take_number (self, text, line, &number) && number > 0 && number <= CELL_BYTES_MAX)
        self->cell_bytes = (guint32) number;
      break;

    case 'a':
      set_text (self, "program", N_("Program"), text);
      break;

    case 'f':
      set_text (self, "command_line", N_("Command line"), text);
      break;

    default:
      break;
    }
}

/**
 * dwell_aprof_header_take:
 * @self: a header
 * @tag: the tag of a line
 * @text: the rest of the line, after the blanks that follow the tag
 * @line: number of the line, from 1
 *
 * Reads a line if its tag is one of the header's. Adds a problem if the line is not valid.
 *
 * Returns: %TRUE if the tag is one of the header's, or a comment
 */
gboolean
dwell_aprof_header_take (DwellAprofHeader *self,
                         const DwellScan  *tag,
                         DwellScan         text,
                         guint64           line)
{
  if (tag->end - tag->p != 1 || strchr ("cvkemitgaf", *tag->p) == NULL)
    return FALSE;

  self->n_tags += *tag->p != 'c';
  take (self, *tag->p, text, line);
  return TRUE;
}

/* Reads "…_PID_TID_RESOLUTION.aprof" from the right, as the program's name may contain "_". */
static gboolean
parse_file_name (const char *file_name,
                 guint64    *process,
                 guint64    *thread)
{
  static const char * const suffixes[] = { ".gz", ".zst", ".aprof" };
  g_autofree char *name = g_strdup (file_name);
  guint64 numbers[3];

  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]))
      name[strlen (name) - strlen (suffixes[i])] = '\0';

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      char *underscore = strrchr (name, '_');
      DwellScan s;

      if (underscore == NULL)
        return FALSE;

      s = (DwellScan) { underscore + 1, underscore + strlen (underscore) };
      if (!dwell_scan_u64 (&s, &numbers[i]) || s.p != s.end)
        return FALSE;
      *underscore = '\0';
    }

  *thread = numbers[1];
  *process = numbers[2];
  return TRUE;
}

static guint32
add_contexts (DwellAprofHeader *self,
              const char       *file_name)
{
  DwellBuilder *builder = self->builder;
  g_autofree char *process_name = NULL;
  g_autofree char *thread_name = NULL;
  guint64 process;
  guint64 thread;
  guint32 parent;

  if (!parse_file_name (file_name, &process, &thread))
    return dwell_builder_add_context (builder, DWELL_CONTEXT_UNNAMED, DWELL_CONTEXT_SESSION, 0,
                                      DWELL_NONE);

  dwell_builder_set_property (builder, "process_id", N_("Process"), g_variant_new_uint64 (process));
  dwell_builder_set_property (builder, "thread_id", N_("Thread"), g_variant_new_uint64 (thread));
  process_name = g_strdup_printf ("process %" PRIu64, process);
  thread_name = g_strdup_printf ("thread %" PRIu64, thread);
  parent = dwell_builder_add_context (builder, process_name, DWELL_CONTEXT_PROCESS, process,
                                      DWELL_NONE);
  return dwell_builder_add_context (builder, thread_name, DWELL_CONTEXT_THREAD, thread, parent);
}

static void
add_notes (DwellAprofHeader *self)
{
  DwellBuilder *builder = self->builder;

  dwell_builder_add_note (builder, N_("Size is the memory read by an activation, not the n of its "
                                      "algorithm: a binary search is linear in it, and a matrix "
                                      "product grows as n¹·⁵."));

  if (g_strcmp0 (self->metric, "time-usec") == 0)
    dwell_builder_add_note (builder, N_("Costs are as reported: some builds of aprof store ticks "
                                        "and call them microseconds."));
}

/**
 * dwell_aprof_header_finish:
 * @self: a header that has read all its lines
 * @file_name: name of the report, without folders
 *
 * Adds the properties and notes of the report, and its contexts: a process and a thread if
 * @file_name is PROGRAM_PID_TID_RESOLUTION.aprof, else a session.
 *
 * Returns: the context that all routines ran in
 */
guint32
dwell_aprof_header_finish (DwellAprofHeader *self,
                           const char       *file_name)
{
  DwellBuilder *builder = self->builder;
  const char *metric = self->metric != NULL ? self->metric : DEFAULT_METRIC;
  const char *measure = self->measure != NULL ? self->measure : DEFAULT_MEASURE;
  guint32 thread = add_contexts (self, file_name);

  dwell_builder_set_property (builder, "report_version", N_("Version of the report"),
                              g_variant_new_uint64 (self->version));
  dwell_builder_set_property (builder, "metric", N_("Cost"), g_variant_new_string (metric));
  dwell_builder_set_property (builder, "input_metric", N_("Size of the input"),
                              g_variant_new_string (measure));

  if (self->cell_bytes > 0)
    dwell_builder_set_property (builder, "cell_bytes", N_("Bytes per cell"),
                                g_variant_new_uint64 (self->cell_bytes));

  if (self->total > 0)
    {
      dwell_builder_set_property (builder, "total_cost", N_("Total cost"),
                                  g_variant_new_uint64 (self->total));
      builder->total_weight = (gint64) MIN (self->total, (guint64) G_MAXINT64);
    }

  dwell_column_index (builder->contexts, DwellContext, thread).total_weight =
    builder->total_weight;
  builder->weight_unit = dwell_strings_intern (builder->strings, metric, -1);
  builder->size_bytes = self->cell_bytes;
  add_notes (self);
  return thread;
}
