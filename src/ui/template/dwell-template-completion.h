/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/template/dwell-template.h"
#include "model/export/dwell-export-preview.h"
#include "ui/template/dwell-wrapped-entry.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TEMPLATE_COMPLETION (dwell_template_completion_get_type ())
/* Signal: toggled: the list of macros was opened or closed. */
G_DECLARE_FINAL_TYPE (DwellTemplateCompletion, dwell_template_completion, DWELL,
                      TEMPLATE_COMPLETION, GObject)

DwellTemplateCompletion *dwell_template_completion_new     (DwellWrappedEntry       *entry,
                                                            GtkMenuButton           *menu,
                                                            DwellTemplateKind        kind,
                                                            DwellExportPreview      *preview)
                                                           G_GNUC_WARN_UNUSED_RESULT;
void                     dwell_template_completion_detach  (DwellTemplateCompletion *self);
gboolean                 dwell_template_completion_is_open (DwellTemplateCompletion *self);
void                     dwell_template_completion_follow  (DwellTemplateCompletion *self);
gboolean                 dwell_template_completion_press   (DwellTemplateCompletion *self,
                                                            guint                    key,
                                                            GdkModifierType          state);

G_END_DECLS
