/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns that a point gets in a report. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

typedef struct {
  const DwellCostColumn *columns;    /* in the order of the line; NULL: average and calls */
  guint                  n;
  guint                  version;    /* the one that has it */
  guint32                needed;     /* bits 1 << DwellCostColumn: must be known */
  guint32                unmeasured; /* may be unknown, which 0 then says */
} DwellAprofLayout;

GArray  *dwell_aprof_check               (DwellTrace                *trace,
                                          const DwellExportSettings *settings,
                                          GCancellable              *cancellable);

guint32  _dwell_aprof_layout_get_known   (const DwellTrace *trace);
guint    _dwell_aprof_layout_get_version (const DwellTrace *trace,
                                          guint32           anywhere);
const DwellAprofLayout *_dwell_aprof_layout_find (guint32 known,
                                                  guint32 anywhere);

G_END_DECLS
