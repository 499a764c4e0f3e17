/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "formats/text1/dwell-text1-template.h"
#include "model/export/dwell-export-preview.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TEMPLATE_COMPLETION (dwell_template_completion_get_type ())
G_DECLARE_FINAL_TYPE (DwellTemplateCompletion, dwell_template_completion, DWELL,
                      TEMPLATE_COMPLETION, GObject)

/* Signals: replace (int begin, int end, string): bytes of the text that a macro takes the place of;
 * toggled: macros are offered, or no more. */
DwellTemplateCompletion *dwell_template_completion_new       (GtkEditable             *editable,
                                                              GtkMenuButton           *menu,
                                                              DwellTemplateKind        kind,
                                                              DwellExportPreview      *preview)
                                                             G_GNUC_WARN_UNUSED_RESULT;
void                     dwell_template_completion_detach    (DwellTemplateCompletion *self);
gboolean                 dwell_template_completion_is_open   (DwellTemplateCompletion *self);
/* Whether what changes is not typed, so that nothing is offered for it. */
void                     dwell_template_completion_set_quiet (DwellTemplateCompletion *self,
                                                              gboolean                 is_quiet);
/* What the owner's capturing key controller was told: whether it is dealt with. */
gboolean                 dwell_template_completion_press     (DwellTemplateCompletion *self,
                                                              guint                    key,
                                                              GdkModifierType          state);

G_END_DECLS
