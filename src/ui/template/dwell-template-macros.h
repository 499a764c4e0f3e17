/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "formats/template/dwell-template.h"
#include "model/export/dwell-export-preview.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TEMPLATE_MACROS (dwell_template_macros_get_type ())
/* Signal: chosen (string: the text to insert). */
G_DECLARE_FINAL_TYPE (DwellTemplateMacros, dwell_template_macros, DWELL, TEMPLATE_MACROS,
                      GtkPopover)

GtkWidget *dwell_template_macros_new      (DwellTemplateKind    kind,
                                           DwellExportPreview  *preview,
                                           gboolean             has_tab)
                                          G_GNUC_WARN_UNUSED_RESULT;
guint      dwell_template_macros_filter   (DwellTemplateMacros *self,
                                           const char          *begin,
                                           gsize                length);
void       dwell_template_macros_move     (DwellTemplateMacros *self,
                                           int                  direction);
void       dwell_template_macros_activate (DwellTemplateMacros *self);

G_END_DECLS
