/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/export/dwell-export-preview.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EXPORT_VIEW (dwell_export_view_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportView, dwell_export_view, DWELL, EXPORT_VIEW, AdwBin)

void dwell_export_view_set_preview (DwellExportView    *self,
                                    DwellExportPreview *preview);
void dwell_export_view_follow      (DwellExportView    *self,
                                    const DwellOption  *option);
void dwell_export_view_set_names   (DwellExportView    *self,
                                    const char         *name,
                                    const char         *suffix);

G_END_DECLS
