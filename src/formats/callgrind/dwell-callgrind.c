/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes and recognises profiles of callgrind and cachegrind. For reading see
 * dwell-callgrind-reader.c, for writing dwell-callgrind-writer.c. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind.h"

#include <glib/gi18n-lib.h>

#include "formats/callgrind/dwell-callgrind-line.h"
#include "formats/callgrind/dwell-callgrind-reader.h"
#include "formats/callgrind/dwell-callgrind-writer.h"
#include "formats/common/dwell-export-select.h"

/* Certainty in per cent: the file names its format; it has events and then functions; it has
 * events, and its writer is known. */
#define CERTAIN     98
#define SURE        90
#define RATHER_SURE 85

static guint
recognise (const char *head,
           gsize       length)
{
  DwellScan s = { head, head + length };
  gboolean has_events = FALSE;
  gboolean has_creator = FALSE;
  DwellCallgrindLine line;
  DwellScan text;

  dwell_scan_literal (&s, "\xef\xbb\xbf");
  text = s;
  if (dwell_scan_literal (&text, "# callgrind format"))
    return CERTAIN;

  while (dwell_scan_line (&s, &text))
    {
      DwellCallgrindKind kind = dwell_callgrind_line_parse (text, &line);
      DwellScan creator = line.text;

      if (kind == DWELL_CALLGRIND_HEADER)
        {
          has_events |= dwell_callgrind_is (line.key, "events") && line.text.p < line.text.end;
          has_creator |= dwell_callgrind_is (line.key, "creator") &&
                         (dwell_scan_literal (&creator, "callgrind") ||
                          dwell_scan_literal (&creator, "xdebug"));
        }
      else if (kind == DWELL_CALLGRIND_FUNCTION && has_events)
        return SURE;
      else if (kind == DWELL_CALLGRIND_BAD)
        break;
    }

  return has_events && has_creator ? RATHER_SURE : 0;
}

static const char * const suffixes[] = { ".callgrind", ".cachegrind", NULL };

static const DwellOption read_options[] = {
  { "Event", DWELL_OPTION_TEXT, NULL, "",
    N_("The name of the event whose costs are shown. Empty: the first event of the file.") },
};

static const char * const write_contexts[] = { "merged", "separate", NULL };
static const char * const write_context_titles[] = { N_("Merged"), N_("As parts"), NULL };

#define AT(member) .offset = G_STRUCT_OFFSET (DwellCallgrindSettings, member)

static const DwellOption write_options[] = {
  { "ContextsAs", DWELL_OPTION_CHOICE, write_contexts, "merged",
    N_("Whether threads, tasks and processes are added up, or are parts of the file, which "
       "KCachegrind shows separately; callgrind_annotate only reads files with one part."),
    .title = N_("Contexts _As"), .choice_titles = write_context_titles, AT (is_separate) },
  DWELL_EXPORT_SELECTION_OPTIONS,
};

/* A function has a file, a routine an object and a file, which is its module. */
static gboolean
loses_fact (const DwellTrace *trace,
            guint32           area,
            DwellAreaFact     fact)
{
  return fact == DWELL_AREA_FACT_AUTHOR ||
         (fact == DWELL_AREA_FACT_MODULE && trace->areas[area].kind != DWELL_AREA_ROUTINE);
}

const DwellFormat dwell_callgrind_format = {
  .id = "callgrind",
  .title = N_("Callgrind profile"),
  .mime_type = "application/x-kcachegrind",
  .suffixes = suffixes,
  .tables = DWELL_TABLE_STACK_NODES | DWELL_TABLE_LINES | DWELL_TABLE_CALLS,
  .read_options = read_options,
  .n_read_options = G_N_ELEMENTS (read_options),
  .recognise = recognise,
  .read = dwell_callgrind_read,
  .write = dwell_callgrind_write,
  .can_write = dwell_callgrind_can_write,
  .loses_fact = loses_fact,
  .write_summary = N_("Functions and lines with their self times in ns or self weights, and their "
                      "calls: for KCachegrind, callgrind_annotate and others."),
  .write_options = write_options,
  .n_write_options = G_N_ELEMENTS (write_options),
  .settings_size = sizeof (DwellCallgrindSettings),
  .check = dwell_callgrind_check,
};
