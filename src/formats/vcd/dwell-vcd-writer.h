/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes any trace with times as a value change dump. */
#pragma once

#include "formats/common/dwell-export-settings.h"

G_BEGIN_DECLS

/* How the spans of threads and tasks are written. */
typedef enum {
  DWELL_VCD_WRITE_ROWS, /* the name of what runs, a signal for each row */
  DWELL_VCD_WRITE_BUSY, /* whether anything runs, a bit for each track */
} DwellVcdWriteSpans;

typedef struct {
  DwellExportSettings base;
  guint               spans; /* DwellVcdWriteSpans */
} DwellVcdSettings;

typedef struct {
  guint64 borders;    /* known starts and ends at times at which recording begins or stops */
  guint64 incomplete; /* unknown starts and ends at other times */
  guint64 gaps;       /* stretches in which a bit has no state */
  guint64 repeated;   /* values that are written again although they did not change */
  guint64 texts;      /* messages with more text than the name of their event */
  guint64 renamed;
  guint64 cut;        /* names that are too long */
} DwellVcdLosses;

gboolean dwell_vcd_write     (DwellTrace                *trace,
                              const DwellExportSettings *settings,
                              DwellSink                 *sink,
                              DwellProgress             *progress,
                              GCancellable              *cancellable,
                              GError                   **error);
gboolean dwell_vcd_can_write (const DwellTrace          *trace);
GArray  *dwell_vcd_check     (DwellTrace                *trace,
                              const DwellExportSettings *settings,
                              GCancellable              *cancellable);
void     dwell_vcd_count_losses (const DwellTrace          *trace,
                                 const DwellExportSettings *settings,
                                 GCancellable              *cancellable,
                                 DwellVcdLosses            *losses);

G_END_DECLS
