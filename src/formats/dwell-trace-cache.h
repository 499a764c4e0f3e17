/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cache of traces: images (core/dwell-trace-image.h) of recordings that took long to read, in
 * the user's cache folder, so that they open at once the next time. An image is found by the
 * content of its recording, including the files beside it that reading may open, and by how it was
 * read, never by name. So a changed file is read again, and the image of a moved file is found. The
 * folder may be emptied at any time.
 *
 * The functions block: they are for workers. */
#pragma once

#include "formats/common/dwell-file-stamp.h"
#include "formats/dwell-formats.h"

G_BEGIN_DECLS

/* The state of a recording at some moment. */
typedef struct {
  DwellFileStamp file;
  guint64        companions; /* the checksum of the stamps of the files beside it */
} DwellTraceStamp;

void        dwell_trace_stamp_take    (DwellTraceStamp        *self,
                                       GFile                  *file);
DwellTrace *dwell_trace_cache_find    (GFile                  *file,
                                       const DwellOpenOptions *options,
                                       GCancellable           *cancellable)
  G_GNUC_WARN_UNUSED_RESULT;
gboolean    dwell_trace_cache_keep    (DwellTrace             *trace,
                                       GFile                  *file,
                                       const DwellTraceStamp  *stamp,
                                       const DwellOpenOptions *options,
                                       GCancellable           *cancellable,
                                       GError                **error);
guint64     dwell_trace_cache_measure (void);
void        dwell_trace_cache_clear   (void);

G_END_DECLS
