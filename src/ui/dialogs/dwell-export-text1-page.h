/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/export/dwell-export-draft.h"
#include "model/export/dwell-export-preview.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EXPORT_TEXT1_PAGE (dwell_export_text1_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportText1Page, dwell_export_text1_page, DWELL, EXPORT_TEXT1_PAGE,
                      AdwBin)

/* Of the draft of @view's session. */
GtkWidget *dwell_export_text1_page_new (DwellView          *view,
                                        DwellExportPreview *preview) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
