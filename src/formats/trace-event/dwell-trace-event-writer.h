/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes trace events. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

gboolean dwell_trace_event_can_write (const DwellTrace          *trace);
gboolean dwell_trace_event_write     (DwellTrace                *trace,
                                      const DwellExportSettings *settings,
                                      DwellSink                 *sink,
                                      DwellProgress             *progress,
                                      GCancellable              *cancellable,
                                      GError                   **error);

G_END_DECLS
