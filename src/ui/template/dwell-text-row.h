/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "formats/common/dwell-format.h"
#include "model/export/dwell-export-preview.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_NOTE_PLAIN,
  DWELL_NOTE_WARNING,
  DWELL_NOTE_ERROR, /* the text cannot be used */
} DwellNoteKind;

#define DWELL_TYPE_TEXT_ROW (dwell_text_row_get_type ())
/* Signals: changed (the user has changed the text), entered (the text has the focus), reset. */
G_DECLARE_FINAL_TYPE (DwellTextRow, dwell_text_row, DWELL, TEXT_ROW, AdwPreferencesRow)

GtkWidget  *dwell_text_row_new             (const DwellOption  *option,
                                            const char         *title,
                                            DwellExportPreview *examples)
                                           G_GNUC_WARN_UNUSED_RESULT;
const char *dwell_text_row_get_text        (DwellTextRow       *self);
void        dwell_text_row_set_text        (DwellTextRow       *self,
                                            const char         *text);
void        dwell_text_row_set_original    (DwellTextRow       *self,
                                            const char         *text);
void        dwell_text_row_set_note        (DwellTextRow       *self,
                                            const char         *text,
                                            DwellNoteKind       kind);
void        dwell_text_row_set_lenient     (DwellTextRow       *self);
void        dwell_text_row_set_folder      (DwellTextRow       *self,
                                            GFile              *folder);
void        dwell_text_row_set_placeholder (DwellTextRow       *self,
                                            const char         *text);
void        dwell_text_row_set_editable    (DwellTextRow       *self,
                                            gboolean            is_editable);
gboolean    dwell_text_row_is_valid        (DwellTextRow       *self);
void        dwell_text_row_focus           (DwellTextRow       *self);

G_END_DECLS
