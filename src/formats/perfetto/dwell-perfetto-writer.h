/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes any trace with times for Perfetto. */
#pragma once

#include "formats/common/dwell-export-settings.h"

G_BEGIN_DECLS

typedef struct {
  DwellExportSettings base;
  gboolean            has_suspensions; /* pauses are spans on tracks of their own */
} DwellPerfettoSettings;

gboolean dwell_perfetto_write     (DwellTrace                *trace,
                                   const DwellExportSettings *settings,
                                   DwellSink                 *sink,
                                   DwellProgress             *progress,
                                   GCancellable              *cancellable,
                                   GError                   **error);
gboolean dwell_perfetto_can_write (const DwellTrace          *trace);
GArray  *dwell_perfetto_check     (DwellTrace                *trace,
                                   const DwellExportSettings *settings,
                                   GCancellable              *cancellable);

G_END_DECLS
