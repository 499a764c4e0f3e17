/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the Best Trace Format. */
#pragma once

#include "formats/common/dwell-export-settings.h"

G_BEGIN_DECLS

typedef struct {
  DwellExportSettings base;
  char               *core;       /* the core of processes whose core is not known */
  char               *interrupts; /* patterns of names, separated by commas */
} DwellBtfWriteSettings;

gboolean  dwell_btf_can_write (const DwellTrace          *trace);
GArray   *dwell_btf_check     (DwellTrace                *base,
                               const DwellExportSettings *settings,
                               GCancellable              *cancellable);
gboolean  dwell_btf_write     (DwellTrace                *base,
                               const DwellExportSettings *settings,
                               DwellSink                 *sink,
                               DwellProgress             *progress,
                               GCancellable              *cancellable,
                               GError                   **error);

G_END_DECLS
