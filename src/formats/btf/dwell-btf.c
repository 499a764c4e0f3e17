/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes and recognises the Best Trace Format. For reading see dwell-btf-reader.c, for writing
 * dwell-btf-writer.c. */
#include "config.h"

#include "formats/btf/dwell-btf.h"

#include <glib/gi18n-lib.h>

#include "formats/btf/dwell-btf-line.h"
#include "formats/btf/dwell-btf-reader.h"
#include "formats/btf/dwell-btf-writer.h"
#include "formats/common/dwell-export-areas.h"
#include "formats/common/dwell-export-select.h"

/* Without a header, this many of the first lines are checked. */
#define RECOGNISED_LINES 5
#define NEEDED_LINES     3

/* Certainty in per cent. */
#define SURE        95
#define RATHER_SURE 70

/* Whether @text is a parameter that may be at the start of such a file. */
static gboolean
is_header (DwellScan text)
{
  static const char * const words[] = { "#version", "#creator", "#timescale" };
  DwellScan word;

  if (!dwell_btf_take_word (&text, &word))
    return FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (dwell_btf_is_word (word, words[i]))
      return TRUE;

  return FALSE;
}

static guint
recognise (const char *head,
           gsize       length)
{
  DwellScan s = { head, head + length };
  gboolean has_header = FALSE;
  guint n_lines = 0;
  guint n_own = 0;
  DwellScan text;

  dwell_scan_literal (&s, "\xef\xbb\xbf");
  while (dwell_scan_line (&s, &text))
    {
      DwellBtfLine line;
      DwellBtfLineKind kind = dwell_btf_line_parse (text, &line);

      if (n_lines == 0 && kind != DWELL_BTF_LINE_EMPTY)
        has_header = is_header (text);
      n_lines += kind != DWELL_BTF_LINE_EMPTY;
      if (kind == DWELL_BTF_LINE_EVENT)
        {
          DwellBtfType type = dwell_btf_type_find (line.type);

          if (has_header && type != DWELL_BTF_OTHER_TYPE)
            return SURE;
          n_own += dwell_btf_takes_event (type, dwell_btf_event_find (line.event));
        }
      if (!has_header && n_lines == RECOGNISED_LINES)
        break;
    }

  return !has_header && n_own >= NEEDED_LINES ? RATHER_SURE : 0;
}

static const char * const suffixes[] = { ".btf", NULL };

static const DwellOption read_options[] = {
  { "States", DWELL_OPTION_BOOLEAN, NULL, "true",
    N_("Whether the states of tasks and what cores run are variables of their own."),
    N_("States of tasks and cores") },
  { "Scheduler", DWELL_OPTION_BOOLEAN, NULL, "false",
    N_("Whether the events of schedulers and cores are shown as messages."),
    N_("Messages of schedulers") },
};

#define AT(member) .offset = G_STRUCT_OFFSET (DwellBtfWriteSettings, member)

static const DwellOption write_options[] = {
  { "Core", DWELL_OPTION_TEXT, NULL, "Core_1",
    N_("The core that is written for running tasks if the recording does not contain it."),
    .title = N_("_Core"), AT (core) },
  { "Interrupts", DWELL_OPTION_TEXT, NULL, "ISR*,IRQ*,*_ISR,*_IRQ",
    N_("The names that are written as interrupts rather than tasks, separated by commas; * matches "
       "any text."),
    .title = N_("_Interrupts"), AT (interrupts) },
  DWELL_EXPORT_SELECTION_OPTIONS,
};

const DwellFormat dwell_btf_format = {
  .id = "btf",
  .title = N_("Best Trace Format"),
  .mime_type = "application/x-btf-trace",
  .suffixes = suffixes,
  .tables = DWELL_TABLE_SPANS | DWELL_TABLE_MARKS | DWELL_TABLE_WRITES | DWELL_TABLE_SUSPENSIONS,
  .read_options = read_options,
  .n_read_options = G_N_ELEMENTS (read_options),
  .recognise = recognise,
  .read = dwell_btf_read,
  .write = dwell_btf_write,
  .can_write = dwell_btf_can_write,
  .loses_fact = dwell_export_loses_all_facts,
  .write_summary = N_("Tasks, runnables, preemptions, values and messages for TA Tool Suite, "
                      "INCHRON, Trace Compass and others."),
  .write_options = write_options,
  .n_write_options = G_N_ELEMENTS (write_options),
  .settings_size = sizeof (DwellBtfWriteSettings),
  .check = dwell_btf_check,
};
