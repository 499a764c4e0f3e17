/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/export/dwell-export-draft.h"
#include "model/export/dwell-export-preview.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EXPORT_SETTINGS_PAGE (dwell_export_settings_page_get_type ())
/* Signal: entered (pointer, a const DwellOption): the text of this option got the focus. */
G_DECLARE_FINAL_TYPE (DwellExportSettingsPage, dwell_export_settings_page, DWELL,
                      EXPORT_SETTINGS_PAGE, AdwBin)

GtkWidget *dwell_export_settings_page_new (DwellView          *view,
                                           DwellExportDraft   *draft,
                                           DwellExportPreview *preview) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
