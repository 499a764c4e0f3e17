/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes Perfetto traces, which can only be written: see dwell-perfetto-writer.c. */
#include "config.h"

#include "formats/perfetto/dwell-perfetto.h"

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-export-select.h"
#include "formats/perfetto/dwell-perfetto-decode.h"
#include "formats/perfetto/dwell-perfetto-writer.h"

static const char * const suffixes[] = { ".pftrace", ".perfetto-trace", NULL };

#define AT(member) .offset = G_STRUCT_OFFSET (DwellPerfettoSettings, member)

static const DwellOption write_options[] = {
  { "Suspensions", DWELL_OPTION_BOOLEAN, NULL, "true",
    N_("Times when threads and tasks did not run, as spans of a track below their own."),
    .title = N_("Preempted _Time"), AT (has_suspensions) },
  DWELL_EXPORT_SELECTION_OPTIONS,
};

/* A place in the sources has a file and a line. */
static gboolean
loses_fact (const DwellTrace *trace,
            guint32           area,
            DwellAreaFact     fact)
{
  return fact == DWELL_AREA_FACT_AUTHOR ||
         (fact == DWELL_AREA_FACT_FILE && trace->areas[area].line == 0);
}

const DwellFormat dwell_perfetto_format = {
  .id = "perfetto",
  .title = N_("Perfetto trace"),
  .mime_type = "application/x-perfetto-trace",
  .suffixes = suffixes,
  .tables = DWELL_TABLE_SPANS | DWELL_TABLE_MARKS | DWELL_TABLE_WRITES | DWELL_TABLE_ARGS |
            DWELL_TABLE_FLOWS,
  .write = dwell_perfetto_write,
  .can_write = dwell_perfetto_can_write,
  .loses_fact = loses_fact,
  .write_summary = N_("Spans, messages, values, arguments and flows, for ui.perfetto.dev and "
                      "trace_processor: smaller and faster to load than trace events."),
  .write_options = write_options,
  .n_write_options = G_N_ELEMENTS (write_options),
  .settings_size = sizeof (DwellPerfettoSettings),
  .check = dwell_perfetto_check,
  .decode = dwell_perfetto_decode,
};
