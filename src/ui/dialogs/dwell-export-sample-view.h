/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a file of a format begins that has nothing to be set. */
#pragma once

#include <adwaita.h>

#include "formats/dwell-format.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EXPORT_SAMPLE_VIEW (dwell_export_sample_view_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportSampleView, dwell_export_sample_view, DWELL, EXPORT_SAMPLE_VIEW,
                      AdwBin)

/* Shows what @format makes of @trace; both may be NULL: nothing. */
void dwell_export_sample_view_show (DwellExportSampleView *self,
                                    DwellTrace            *trace,
                                    const DwellFormat     *format);

G_END_DECLS
