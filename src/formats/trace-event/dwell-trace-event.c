/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes and recognises trace events. For reading see dwell-trace-event-reader.c, for writing
 * dwell-trace-event-writer.c. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-export-select.h"
#include "formats/trace-event/dwell-trace-event-reader.h"
#include "formats/trace-event/dwell-trace-event-writer.h"

/* Certainty in per cent, with an event among the first bytes or without. */
#define SURE        95
#define RATHER_SURE 90

static guint
recognise (const char *head,
           gsize       length)
{
  gboolean has_event;

  if (dwell_trace_event_get_form (head, length, &has_event) == DWELL_TRACE_EVENT_OTHER)
    return 0;

  return has_event ? SURE : RATHER_SURE;
}

/* A reader takes a category of one word for the module. */
static gboolean
loses_fact (const DwellTrace *trace,
            guint32           area,
            DwellAreaFact     fact)
{
  const char *module = dwell_trace_get_string (trace, trace->areas[area].module);

  return fact != DWELL_AREA_FACT_MODULE || strpbrk (module, ", ") != NULL;
}

static const char * const suffixes[] = { ".json", ".trace", NULL };

static const char * const suspensions[] = { "none", "children", NULL };
static const char * const suspension_titles[] =
  { N_("Left out"), N_("As spans within those they interrupt"), NULL };
static const char * const compressions[] = { "none", "gzip", NULL };
static const char * const compression_titles[] = { N_("Not compressed"), "gzip", NULL };

#define AT(member) .offset = G_STRUCT_OFFSET (DwellTraceEventSettings, member)

static const DwellOption write_options[] = {
  { "Suspensions", DWELL_OPTION_CHOICE, suspensions, "none",
    N_("How to write the times when threads and tasks did not run: the format has no place for "
       "them."),
    .title = N_("Preempted _Time"), .choice_titles = suspension_titles, AT (has_suspensions) },
  { "Compression", DWELL_OPTION_CHOICE, compressions, "none",
    N_("Reduces the size to about a tenth; viewers read compressed files directly."),
    .title = N_("C_ompression"), .choice_titles = compression_titles, AT (is_compressed) },
  DWELL_EXPORT_SELECTION_OPTIONS,
};

const DwellFormat dwell_trace_event_format = {
  .id = "trace-event",
  .title = N_("Trace events (JSON)"),
  .mime_type = "application/x-trace-event+json",
  .suffixes = suffixes,
  .tables = DWELL_TABLE_SPANS | DWELL_TABLE_MARKS | DWELL_TABLE_WRITES |
            DWELL_TABLE_ARGS | DWELL_TABLE_FLOWS,
  .recognise = recognise,
  .read = dwell_trace_event_read,
  .write = dwell_trace_event_write,
  .can_write = dwell_trace_event_can_write,
  .loses_fact = loses_fact,
  .write_summary = N_("Spans, messages and values for Perfetto, speedscope, Tracy and others. The "
                      "format has no place for preempted time."),
  .write_options = write_options,
  .n_write_options = G_N_ELEMENTS (write_options),
  .settings_size = sizeof (DwellTraceEventSettings),
  .check = dwell_trace_event_check,
  .decode = dwell_trace_event_decode,
};
