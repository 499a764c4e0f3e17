/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the call tree of any trace as folded stacks. */
#pragma once

#include "formats/common/dwell-export-settings.h"

G_BEGIN_DECLS

/* What the numbers are of: of a trace whose weights are no times they are its own weights, unless
 * they are counts. */
typedef enum {
  DWELL_FOLDED_WRITE_NS,
  DWELL_FOLDED_WRITE_US,
  DWELL_FOLDED_WRITE_MS,
  DWELL_FOLDED_WRITE_COUNTS,
} DwellFoldedWriteUnit;

typedef struct {
  DwellExportSettings base;
  guint               unit;        /* DwellFoldedWriteUnit */
  guint               is_merged;   /* contexts are no frames */
  gboolean            has_lines;   /* lines of functions stand behind their names */
  gboolean            has_empty;   /* stacks that weigh nothing are written, too */
} DwellFoldedSettings;

gboolean dwell_folded_write (DwellTrace                *trace,
                             const DwellExportSettings *settings,
                             DwellSink                 *sink,
                             DwellProgress             *progress,
                             GCancellable              *cancellable,
                             GError                   **error);

G_END_DECLS
