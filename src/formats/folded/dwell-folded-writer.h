/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the call tree of any trace as folded stacks. */
#pragma once

#include "formats/common/dwell-export-settings.h"

G_BEGIN_DECLS

/* What the numbers count. If the weights of a trace are not times, they are written as they are, or
 * as counts of samples. */
typedef enum {
  DWELL_FOLDED_WRITE_NS,
  DWELL_FOLDED_WRITE_US,
  DWELL_FOLDED_WRITE_MS,
  DWELL_FOLDED_WRITE_COUNTS,
} DwellFoldedWriteUnit;

typedef struct {
  DwellExportSettings base;
  guint               unit;        /* DwellFoldedWriteUnit */
  guint               is_merged;   /* contexts are not written as frames */
  gboolean            has_lines;   /* lines of functions follow their names */
  gboolean            has_empty;   /* stacks without weight are written, too */
} DwellFoldedSettings;

gboolean dwell_folded_write (DwellTrace                *trace,
                             const DwellExportSettings *settings,
                             DwellSink                 *sink,
                             DwellProgress             *progress,
                             GCancellable              *cancellable,
                             GError                   **error);

G_END_DECLS
