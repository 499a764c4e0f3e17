/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads trace events. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

/* The form of a file, from its start. */
typedef enum {
  DWELL_TRACE_EVENT_OTHER,
  DWELL_TRACE_EVENT_ARRAY,  /* [ event, … */
  DWELL_TRACE_EVENT_OBJECT, /* { "traceEvents": [ event, … */
  DWELL_TRACE_EVENT_BARE,   /* event, … */
} DwellTraceEventForm;

DwellTraceEventForm dwell_trace_event_get_form (const char          *head,
                                                gsize                length,
                                                gboolean            *has_event);
gboolean            dwell_trace_event_read     (DwellSource         *source,
                                                const DwellOptions  *options,
                                                DwellBuilder        *builder,
                                                DwellCheckpoint     *checkpoint,
                                                DwellProgress       *progress,
                                                GCancellable        *cancellable,
                                                GError             **error);

G_END_DECLS
