/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes trace events. */
#pragma once

#include "formats/common/dwell-export-settings.h"

G_BEGIN_DECLS

typedef struct {
  DwellExportSettings base;
  guint               has_suspensions; /* pauses become spans within those that they interrupt */
  guint               is_compressed;   /* with gzip */
} DwellTraceEventSettings;

GArray  *dwell_trace_event_check     (DwellTrace                *trace,
                                      const DwellExportSettings *settings,
                                      GCancellable              *cancellable);
char    *dwell_trace_event_decode    (DwellTrace                *trace,
                                      const DwellExportSettings *settings,
                                      const char                *suffix,
                                      GBytes                    *bytes);
gboolean dwell_trace_event_can_write (const DwellTrace          *trace);
gboolean dwell_trace_event_write     (DwellTrace                *trace,
                                      const DwellExportSettings *settings,
                                      DwellSink                 *sink,
                                      DwellProgress             *progress,
                                      GCancellable              *cancellable,
                                      GError                   **error);

G_END_DECLS
