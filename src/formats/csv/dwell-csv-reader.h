/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads tables. */
#pragma once

#include "formats/csv/dwell-csv-plan.h"

G_BEGIN_DECLS

gboolean dwell_csv_read          (DwellSource         *source,
                                  const DwellOptions  *options,
                                  DwellBuilder        *builder,
                                  DwellCheckpoint     *checkpoint,
                                  DwellProgress       *progress,
                                  GCancellable        *cancellable,
                                  GError             **error);
char    *_dwell_csv_dup_utf8     (const char          *head,
                                  gsize               *length) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
