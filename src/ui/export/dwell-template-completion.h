/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "formats/template/dwell-template.h"
#include "model/export/dwell-export-preview.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TEMPLATE_COMPLETION (dwell_template_completion_get_type ())
/* Signals: replace (int begin, int end, string text): the owner is to replace these bytes of its
 * text by @text; toggled: the list of macros was opened or closed. */
G_DECLARE_FINAL_TYPE (DwellTemplateCompletion, dwell_template_completion, DWELL,
                      TEMPLATE_COMPLETION, GObject)

DwellTemplateCompletion *dwell_template_completion_new       (GtkEditable             *editable,
                                                              GtkMenuButton           *menu,
                                                              DwellTemplateKind        kind,
                                                              DwellExportPreview      *preview)
                                                             G_GNUC_WARN_UNUSED_RESULT;
void                     dwell_template_completion_detach    (DwellTemplateCompletion *self);
gboolean                 dwell_template_completion_is_open   (DwellTemplateCompletion *self);
void                     dwell_template_completion_set_quiet (DwellTemplateCompletion *self,
                                                              gboolean                 is_quiet);
gboolean                 dwell_template_completion_press     (DwellTemplateCompletion *self,
                                                              guint                    key,
                                                              GdkModifierType          state);

G_END_DECLS
