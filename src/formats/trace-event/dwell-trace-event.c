/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes and recognises trace events. dwell-trace-event-reader.c reads,
 * dwell-trace-event-writer.c writes. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event.h"

#include <glib/gi18n-lib.h>

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

static const char * const suffixes[] = { ".json", ".trace", NULL };

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
  .write_summary = N_("Spans, messages and values for Perfetto, speedscope, Tracy and others. "
                      "Pauses have no place there."),
};
