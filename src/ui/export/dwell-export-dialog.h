/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EXPORT_DIALOG (dwell_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportDialog, dwell_export_dialog, DWELL, EXPORT_DIALOG, AdwWindow)

DwellExportDialog *dwell_export_dialog_new       (GtkWindow         *parent,
                                                  DwellView         *view);
gboolean           dwell_export_dialog_set_format (DwellExportDialog *self,
                                                  const char        *id);
void               dwell_export_dialog_export_to (DwellExportDialog *self,
                                                  GFile             *file);

G_END_DECLS
