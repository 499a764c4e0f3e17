/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes functions, lines and arcs of any trace as a profile of callgrind. */
#pragma once

#include "formats/common/dwell-export-settings.h"

G_BEGIN_DECLS

typedef struct {
  DwellExportSettings base;
  guint               is_separate; /* write a part for each context */
} DwellCallgrindSettings;

gboolean dwell_callgrind_can_write (const DwellTrace          *trace);
gboolean dwell_callgrind_write     (DwellTrace                *trace,
                                    const DwellExportSettings *settings,
                                    DwellSink                 *sink,
                                    DwellProgress             *progress,
                                    GCancellable              *cancellable,
                                    GError                   **error);
GArray  *dwell_callgrind_check     (DwellTrace                *trace,
                                    const DwellExportSettings *settings,
                                    GCancellable              *cancellable);

G_END_DECLS
