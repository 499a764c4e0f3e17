/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of counters. */
#pragma once

#include "formats/store/dwell-store.h"
#include "formats/trace-event/dwell-trace-event-parse.h"

G_BEGIN_DECLS

gboolean _dwell_trace_event_take_values (DwellStore                 *self,
                                         const DwellTraceEvent      *event,
                                         guint32                     name,
                                         guint32                     process,
                                         const DwellTraceEventExtra *extra);

G_END_DECLS
