/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes and recognises value change dumps. For reading see dwell-vcd-reader.c, for writing
 * dwell-vcd-writer.c. */
#include "config.h"

#include "formats/vcd/dwell-vcd.h"

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-export-areas.h"
#include "formats/common/dwell-export-select.h"
#include "formats/vcd/dwell-vcd-changes.h"
#include "formats/vcd/dwell-vcd-reader.h"
#include "formats/vcd/dwell-vcd-writer.h"

/* Certainty in per cent. */
#define SURE 95

static gboolean
is_any_of (DwellScan           word,
           const char * const *words)
{
  for (; *words != NULL; words++)
    if (dwell_vcd_token_is (word, *words))
      return TRUE;

  return FALSE;
}

/* The file must begin with a section. The first section that only this format has may follow other
 * whole sections. */
static guint
recognise (const char *head,
           gsize       length)
{
  static const char * const first[] = { "$date", "$version", "$comment", "$timezero", "$attrbegin",
                                        NULL };
  static const char * const own[] = { "$timescale", "$scope", "$var", "$enddefinitions", NULL };
  DwellScan s = { head, head + length };
  DwellScan word;

  dwell_scan_literal (&s, "\xef\xbb\xbf");
  while (dwell_vcd_take_token (&s, &word))
    {
      gboolean is_own = is_any_of (word, own);

      if (!is_own && !is_any_of (word, first))
        return 0;

      while (dwell_vcd_take_token (&s, &word) && !dwell_vcd_token_is (word, "$end"))
        continue;
      if (!dwell_vcd_token_is (word, "$end"))
        return 0;
      if (is_own)
        return SURE;
    }

  return 0;
}

static const char * const suffixes[] = { ".vcd", ".evcd", NULL };

/* In the order of DwellVcdWriteSpans. */
static const char * const write_spans[] = { "rows", "busy", NULL };
static const char * const write_span_titles[] =
  { N_("Names, a signal for each row"), N_("Busy or not, one bit"), NULL };

#define AT(member) .offset = G_STRUCT_OFFSET (DwellVcdSettings, member)

static const DwellOption write_options[] = {
  { "Spans", DWELL_OPTION_CHOICE, write_spans, "rows",
    N_("How to write the functions that ran: as signals with their names, or as one bit for each "
       "thread or task."),
    .title = N_("F_unctions"), .choice_titles = write_span_titles, AT (spans) },
  DWELL_EXPORT_SELECTION_OPTIONS,
};

const DwellFormat dwell_vcd_format = {
  .id = "vcd",
  .title = N_("Value change dump"),
  .mime_type = "application/x-value-change-dump",
  .suffixes = suffixes,
  .tables = DWELL_TABLE_SPANS | DWELL_TABLE_MARKS | DWELL_TABLE_WRITES,
  .recognise = recognise,
  .read = dwell_vcd_read,
  .write = dwell_vcd_write,
  .can_write = dwell_vcd_can_write,
  .loses_fact = dwell_export_loses_all_facts,
  .write_summary = N_("Spans and states as signals with names, values as numbers, messages as "
                      "events: for GTKWave, PulseView and others."),
  .write_options = write_options,
  .n_write_options = G_N_ELEMENTS (write_options),
  .settings_size = sizeof (DwellVcdSettings),
  .check = dwell_vcd_check,
};
