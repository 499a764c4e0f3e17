/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a report tells about itself, in its header and in its file's name. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/aprof/dwell-aprof-line.h"

G_BEGIN_DECLS

typedef struct {
  DwellBuilder *builder;
  gboolean      has_version;
  guint64       version;
  guint64       total;       /* k; 0: not told */
  guint64       total_line;
  guint32       cell_bytes;  /* t or g; 0: not told */
  char         *metric;      /* m, as the unit of costs is called; or NULL */
  char         *measure;     /* i, or NULL */
  guint         n_tags;      /* header lines taken */
} DwellAprofHeader;

void     dwell_aprof_header_init   (DwellAprofHeader *self,
                                    DwellBuilder     *builder);
void     dwell_aprof_header_clear  (DwellAprofHeader *self);
/* False if the tag is none of the header's. */
gboolean dwell_aprof_header_take   (DwellAprofHeader *self,
                                    const DwellScan  *tag,
                                    DwellScan         text,
                                    guint64           line);
/* Adds the contexts that the file's name tells (PROG_PID_TID_RES.aprof), the properties and the
 * notes. Returns: the context of the report's thread. */
guint32  dwell_aprof_header_finish (DwellAprofHeader *self,
                                    const char       *file_name);

G_END_DECLS
