/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

#define DWELL_TYPE_IMPORT_TEXT_ROW (dwell_import_text_row_get_type ())
/* Signal: changed. */
G_DECLARE_FINAL_TYPE (DwellImportTextRow, dwell_import_text_row, DWELL, IMPORT_TEXT_ROW,
                      AdwPreferencesRow)

GtkWidget  *dwell_import_text_row_new       (const DwellOption         *option,
                                             GFile                     *folder);
const char *dwell_import_text_row_get_text  (DwellImportTextRow        *self);
void        dwell_import_text_row_set_text  (DwellImportTextRow        *self,
                                             const char                *text);
void        dwell_import_text_row_set_found (DwellImportTextRow        *self,
                                             const DwellPreviewFinding *finding,
                                             gboolean                   is_overridden);
void        dwell_import_text_row_focus     (DwellImportTextRow        *self);
gboolean    dwell_import_text_row_is_valid  (DwellImportTextRow        *self);

G_END_DECLS
