/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of a report, from its header lines and its file name. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/aprof/dwell-aprof-line.h"

G_BEGIN_DECLS

typedef struct {
  DwellBuilder *builder;
  gboolean      has_version;
  guint64       version;
  guint64       total;       /* k; 0: unknown */
  guint64       total_line;
  guint32       cell_bytes;  /* t or g; 0: unknown */
  char         *metric;      /* (nullable): m, which is also the unit of costs */
  char         *measure;     /* (nullable): i */
  guint         n_tags;      /* number of header lines, without comments */
} DwellAprofHeader;

void     dwell_aprof_header_init   (DwellAprofHeader *self,
                                    DwellBuilder     *builder);
void     dwell_aprof_header_clear  (DwellAprofHeader *self);
gboolean dwell_aprof_header_take   (DwellAprofHeader *self,
                                    const DwellScan  *tag,
                                    DwellScan         text,
                                    guint64           line);
guint32  dwell_aprof_header_finish (DwellAprofHeader *self,
                                    const char       *file_name);

G_END_DECLS
