/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/export/dwell-export-draft.h"
#include "model/export/dwell-export-preview.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EXPORT_TEMPLATE_ROW (dwell_export_template_row_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportTemplateRow, dwell_export_template_row, DWELL,
                      EXPORT_TEMPLATE_ROW, AdwEntryRow)

GtkWidget *dwell_export_template_row_new        (const DwellOption      *option,
                                                 DwellExportDraft       *draft,
                                                 DwellExportPreview     *preview)
                                                G_GNUC_WARN_UNUSED_RESULT;
GtkWidget *dwell_export_template_row_get_reason (DwellExportTemplateRow *self);

G_END_DECLS
