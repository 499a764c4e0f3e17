/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds parsed events to a store. */
#pragma once

#include "formats/store/dwell-store.h"
#include "formats/trace-event/dwell-trace-event-parse.h"

G_BEGIN_DECLS

void dwell_trace_event_take (DwellStore                 *self,
                             const DwellTraceEventBlock *block,
                             guint64                     n_lines_before,
                             guint64                     offset);

G_END_DECLS
