/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An export on its way to a file. The old file, and what lies beside it, stay as they are until all
 * is written; then both are replaced, or the .BIN removed if that is wanted. */
#pragma once

#include "formats/dwell-format.h"
#include "formats/text1/dwell-text1-export.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EXPORT_JOB (dwell_export_job_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportJob, dwell_export_job, DWELL, EXPORT_JOB, GObject)

/* Signal: finished (written, failed or cancelled). Dropping the last reference cancels it. */
DwellExportJob *dwell_export_job_start        (DwellTrace               *trace,
                                               const DwellText1Settings *settings,
                                               GFile                    *file,
                                               gboolean                  removes_binary)
                                              G_GNUC_WARN_UNUSED_RESULT;
/* The same for a format that writes by itself. */
DwellExportJob *dwell_export_job_start_format (DwellTrace               *trace,
                                               const DwellFormat        *format,
                                               GFile                    *file)
                                              G_GNUC_WARN_UNUSED_RESULT;
void            dwell_export_job_cancel       (DwellExportJob           *self);
GFile          *dwell_export_job_get_file     (DwellExportJob           *self);
double          dwell_export_job_get_fraction (DwellExportJob           *self);
/* For the user: what it does, how fast, and how long it still takes, as far as that is known. */
char           *dwell_export_job_describe     (DwellExportJob           *self)
                                              G_GNUC_WARN_UNUSED_RESULT;
/* Once it is finished: a .BIN that is not its timeline stays beside the file. */
gboolean        dwell_export_job_leaves_foreign (DwellExportJob         *self);
/* (nullable): once it is finished, why nothing was written. */
const GError   *dwell_export_job_get_error    (DwellExportJob           *self);

G_END_DECLS
