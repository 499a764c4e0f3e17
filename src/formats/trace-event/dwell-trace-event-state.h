/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of variables (README.md, "States"), which other readers take for spans. */
#pragma once

#include "formats/store/dwell-store.h"
#include "formats/trace-event/dwell-trace-event-parse.h"

G_BEGIN_DECLS

/* The category of these spans, and the arguments that name the variable and its state. */
#define DWELL_TRACE_EVENT_STATE    "state"
#define DWELL_TRACE_EVENT_VARIABLE "variable"
#define DWELL_TRACE_EVENT_VALUE    "value"

gboolean _dwell_trace_event_take_state (DwellStore                 *self,
                                        const DwellTraceEventBlock *block,
                                        const DwellTraceEvent      *event,
                                        const guint32              *texts,
                                        guint32                     category,
                                        guint32                     process);

G_END_DECLS
