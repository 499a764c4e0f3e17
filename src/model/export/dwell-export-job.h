/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A running export to a file. The old file and its companion stay until everything is written;
 * then both are replaced, or the companion is removed if that is wanted. */
#pragma once

#include "formats/common/dwell-export-settings.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EXPORT_JOB (dwell_export_job_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportJob, dwell_export_job, DWELL, EXPORT_JOB, GObject)

/* Signal: finished (written, failed or cancelled). Dropping the last reference cancels it. */

DwellExportJob *dwell_export_job_start        (DwellTrace                *trace,
                                               const DwellExportSettings *settings,
                                               GFile                     *file,
                                               gboolean                   removes_companion)
                                              G_GNUC_WARN_UNUSED_RESULT;
void            dwell_export_job_cancel       (DwellExportJob            *self);
GFile          *dwell_export_job_get_file     (DwellExportJob            *self);
double          dwell_export_job_get_fraction (DwellExportJob            *self);
char           *dwell_export_job_describe     (DwellExportJob            *self)
                                              G_GNUC_WARN_UNUSED_RESULT;
gboolean        dwell_export_job_leaves_foreign (DwellExportJob          *self);
const GError   *dwell_export_job_get_error    (DwellExportJob            *self);

G_END_DECLS
