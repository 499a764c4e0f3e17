/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registry of formats, and opening: from files to a trace. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

const DwellFormat * const *dwell_formats_get_readers (void);
const DwellFormat         *dwell_formats_find        (const char *id);
const DwellFormat * const *dwell_formats_get_writers (void);
const DwellFormat         *dwell_formats_find_writer (const char *id);
const DwellFormat         *dwell_formats_find_usual_writer (const DwellTrace *trace);
const DwellFormat         *dwell_formats_recognise   (const char *head,
                                                      gsize       length);
const DwellFormat         *dwell_formats_suggest     (const char *head,
                                                      gsize       length);

/* How a file is to be opened; all members may be NULL or 0. */
typedef struct {
  const DwellFormat  *format;     /* forced, instead of recognised */
  const char * const *key_values; /* "KEY=VALUE", NULL-terminated */
  /* Called on the worker thread with partial traces (transfer full) while the file is read, at
   * growing intervals. */
  DwellPartialFunc    partial;
  gpointer            user_data;
  DwellReadLimits     limits;
  gboolean            uses_cache; /* uses the cache of traces: see dwell-trace-cache.h */
} DwellOpenOptions;

DwellTrace *dwell_open_file   (GFile                   *file,
                               const DwellOpenOptions  *options,
                               DwellProgress           *progress,
                               GCancellable            *cancellable,
                               GError                 **error) G_GNUC_WARN_UNUSED_RESULT;
DwellTrace *dwell_open_joined (GFile * const           *files,
                               guint                    n_files,
                               const DwellOpenOptions  *options,
                               DwellProgress           *progress,
                               GCancellable            *cancellable,
                               GError                 **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
