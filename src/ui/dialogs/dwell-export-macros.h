/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/dwell-export-preview.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EXPORT_MACROS (dwell_export_macros_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportMacros, dwell_export_macros, DWELL, EXPORT_MACROS, GtkPopover)

/* Signal: chosen (uint, DwellMacro). */
GtkWidget *dwell_export_macros_new      (DwellTemplateKind   kind,
                                         DwellExportPreview *preview) G_GNUC_WARN_UNUSED_RESULT;
/* Shows those whose names begin so, or hold it; how many there are. The first is marked. */
guint      dwell_export_macros_filter   (DwellExportMacros  *self,
                                         const char         *begin,
                                         gsize               length);
void       dwell_export_macros_move     (DwellExportMacros  *self,
                                         int                 direction);
/* Chooses the one that is marked. */
void       dwell_export_macros_activate (DwellExportMacros  *self);

G_END_DECLS
