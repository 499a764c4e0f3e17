/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes and recognises folded stacks. For reading see dwell-folded-reader.c, for writing
 * dwell-folded-writer.c. */
#include "config.h"

#include "formats/folded/dwell-folded.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/tree/dwell-tree.h"
#include "formats/common/dwell-export-select.h"
#include "formats/folded/dwell-folded-finish.h"
#include "formats/folded/dwell-folded-line.h"
#include "formats/folded/dwell-folded-reader.h"
#include "formats/folded/dwell-folded-writer.h"

/* Recognition looks at this many lines that are neither empty nor comments. */
#define RECOGNISED_LINES 20
#define NEEDED_LINES     3

/* Certainty in per cent: if all lines have the format, or all but one in five. */
#define RATHER_SURE 80
#define PERHAPS     55

/* A first line that is longer than the head is taken for a stack if it has at least this many
 * frames. */
#define NEEDED_FRAMES 64

typedef struct {
  guint    n_lines;
  guint    n_own;
  gboolean is_nested;    /* a stack has more than one frame */
  gboolean is_cut_stack; /* only the start of one stack was read */
} Seen;

static gboolean
is_stack (DwellScan text)
{
  DwellFoldedLine line;

  return dwell_folded_line_parse (text, 1, &line) == DWELL_FOLDED_STACK;
}

static void
see_line (Seen      *self,
          DwellScan  text)
{
  DwellFoldedLine line;
  DwellFoldedLineKind kind = dwell_folded_line_parse (text, 1, &line);

  if (kind == DWELL_FOLDED_STACK)
    {
      self->n_own++;
      self->is_nested |=
        memchr (line.stack.p, ';', (gsize) (line.stack.end - line.stack.p)) != NULL;
    }
  self->n_lines += kind == DWELL_FOLDED_STACK || kind == DWELL_FOLDED_BAD;
}

/* JSON, XML and the header of callgrind also have lines that end with a number. */
static gboolean
is_other (const char *head,
          gsize       length)
{
  return length > 0 && (strchr ("{[<", *head) != NULL ||
                        g_strstr_len (head, (gssize) MIN (length, 4096), "\nevents:") != NULL ||
                        (length >= 7 && memcmp (head, "events:", 7) == 0));
}

/* Whether @text, whose end was not read, can be the start of a stack. */
static gboolean
is_cut_stack (DwellScan text)
{
  guint n_frames = 1;

  for (const char *p = text.p; p < text.end; p++)
    {
      if ((guchar) *p < ' ')
        return FALSE;
      n_frames += *p == ';';
    }

  return n_frames >= NEEDED_FRAMES;
}

static Seen
see_utf8 (const char *head,
          gsize       length)
{
  DwellScan s = { head, head + length };
  Seen seen = { 0 };
  DwellScan text;

  dwell_scan_literal (&s, "\xef\xbb\xbf");
  if (is_other (s.p, (gsize) (s.end - s.p)))
    return seen;

  while (seen.n_lines < RECOGNISED_LINES && dwell_scan_line (&s, &text))
    {
      /* The head may end within a line. */
      if (text.end == s.end && length == DWELL_SOURCE_HEAD_BYTES)
        {
          seen.is_cut_stack = seen.n_lines == 0 && is_cut_stack (text);
          if (seen.is_cut_stack || seen.n_lines > 0)
            break;
        }
      /* So may the file, if its writer was stopped. */
      if (text.end == s.end && seen.n_lines >= NEEDED_LINES && !is_stack (text))
        break;
      see_line (&seen, text);
    }

  return seen;
}

static Seen
see (const char *head,
     gsize       length)
{
  const char *charset = dwell_source_find_charset (head, length);
  g_autofree char *text = NULL;

  if (charset == NULL)
    return see_utf8 (head, length);

  text = g_convert (head, (gssize) (length & ~(gsize) 1), "UTF-8", charset, NULL, &length, NULL);
  return text != NULL ? see_utf8 (text, length) : (Seen) { 0 };
}

static guint
recognise (const char *head,
           gsize       length)
{
  Seen seen = see (head, length);

  if (seen.is_cut_stack)
    return PERHAPS;
  if (!seen.is_nested || seen.n_own == 0 || seen.n_own < MIN (NEEDED_LINES, seen.n_lines))
    return 0;
  if (seen.n_own == seen.n_lines)
    return RATHER_SURE;

  return 5 * (seen.n_lines - seen.n_own) <= seen.n_lines ? PERHAPS : 0;
}

/**
 * dwell_folded_looks_like:
 * @head: the first bytes of a file
 * @length: how many there are
 *
 * The only mark of a profile without callers is that its lines end with a number, which is not
 * enough to recognise it.
 *
 * Returns: whether all lines may be stacks of one frame each
 */
gboolean
dwell_folded_looks_like (const char *head,
                         gsize       length)
{
  Seen seen = see (head, length);

  return !seen.is_nested && seen.n_own == seen.n_lines && seen.n_own >= NEEDED_LINES;
}

static const char * const suffixes[] = { ".folded", ".collapsed", NULL };
static const char * const unit_choices[] = { "samples", "ns", "us", "ms", "bytes", NULL };
static const char * const unit_titles[] =
  { N_("Samples"), N_("Nanoseconds"), N_("Microseconds"), N_("Milliseconds"), N_("Bytes"), NULL };
static const char * const column_choices[] = { "2", "1", NULL };
static const char * const column_titles[] = { N_("The second"), N_("The first"), NULL };
static const char * const context_choices[] = { "auto", "none", NULL };
static const char * const context_titles[] =
  { N_("If all have a process or thread number"), N_("Never"), NULL };

static const DwellOption read_options[] = {
  { "Unit", DWELL_OPTION_CHOICE, unit_choices, "samples",
    N_("The unit of the numbers, which the file does not contain."), N_("Unit"), unit_titles },
  { "Column", DWELL_OPTION_CHOICE, column_choices, "2",
    N_("Which number of a stack is shown, where the file has two."), N_("Number"), column_titles },
  { "Contexts", DWELL_OPTION_CHOICE, context_choices, "auto",
    N_("Whether outermost frames are processes and threads rather than functions."),
    N_("Outermost frames are contexts"), context_titles },
};

/* In the order of DwellFoldedWriteUnit. */
static const char * const write_units[] = { "ns", "us", "ms", "samples", NULL };
static const char * const write_unit_titles[] =
  { N_("Nanoseconds"), N_("Microseconds"), N_("Milliseconds"), N_("Counts"), NULL };
static const char * const write_contexts[] = { "first-frame", "none", NULL };
static const char * const write_context_titles[] =
  { N_("As outermost frames"), N_("Merged"), NULL };

#define AT(member) .offset = G_STRUCT_OFFSET (DwellFoldedSettings, member)

static const DwellOption write_options[] = {
  { "Unit", DWELL_OPTION_CHOICE, write_units, "ns",
    N_("The unit of times, or counts instead of times. Weights that are not times are not "
       "converted."),
    .title = N_("_Unit"), .choice_titles = write_unit_titles, AT (unit) },
  { "ContextsAs", DWELL_OPTION_CHOICE, write_contexts, "first-frame",
    N_("How threads, tasks and processes are written, if there are several."),
    .title = N_("Contexts _As"), .choice_titles = write_context_titles, AT (is_merged) },
  { "Lines", DWELL_OPTION_BOOLEAN, NULL, "false",
    N_("The lines of functions after their names, where they are known."),
    .title = N_("_Lines"), AT (has_lines) },
  { "Empty", DWELL_OPTION_BOOLEAN, NULL, "false",
    N_("Stacks without self weight, too."),
    .title = N_("_Empty Stacks"), AT (has_empty) },
  DWELL_EXPORT_SELECTION_OPTIONS,
};

/* A reader knows some modules by the ends of names. */
static gboolean
loses_fact (const DwellTrace *trace,
            guint32           area,
            DwellAreaFact     fact)
{
  const char *name = dwell_trace_get_area_name (trace, area);
  const char *module = dwell_folded_get_module (name, strlen (name));

  return fact == DWELL_AREA_FACT_AUTHOR || fact == DWELL_AREA_FACT_FILE ||
         (fact == DWELL_AREA_FACT_MODULE &&
          g_strcmp0 (module, dwell_trace_get_string (trace, trace->areas[area].module)) != 0);
}

const DwellFormat dwell_folded_format = {
  .id = "folded",
  .title = N_("Folded stacks"),
  .mime_type = "application/x-folded-stacks",
  .suffixes = suffixes,
  .tables = DWELL_TABLE_STACK_NODES,
  .read_options = read_options,
  .n_read_options = G_N_ELEMENTS (read_options),
  .recognise = recognise,
  .read = dwell_folded_read,
  .write = dwell_folded_write,
  .can_write = dwell_tree_is_possible,
  .loses_fact = loses_fact,
  .write_summary = N_("The call tree, one stack per line with its self time or self weight: for "
                      "flamegraph.pl, speedscope and others."),
  .write_options = write_options,
  .n_write_options = G_N_ELEMENTS (write_options),
  .settings_size = sizeof (DwellFoldedSettings),
};
