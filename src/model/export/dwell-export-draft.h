/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The draft of an export: its settings, the preset that they come from, and their history. A
 * session keeps one draft for each format, so that the dialog opens as it was left. */
#pragma once

#include "formats/common/dwell-export-settings.h"
#include "model/dwell-draft.h"
#include "model/session/dwell-session.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_EXPORT_WHOLE,
  DWELL_EXPORT_SELECTION,
  DWELL_EXPORT_VISIBLE,
  DWELL_EXPORT_MARKERS, /* between two markers */
} DwellExportRange;

#define DWELL_TYPE_EXPORT_DRAFT (dwell_export_draft_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportDraft, dwell_export_draft, DWELL, EXPORT_DRAFT, DwellDraft)

DwellExportDraft *dwell_export_draft_new         (const DwellFormat *format)
                                                 G_GNUC_WARN_UNUSED_RESULT;
DwellExportDraft *dwell_export_draft_get         (DwellSession      *session,
                                                  const DwellFormat *format);

const DwellExportSettings *dwell_export_draft_get_settings (DwellExportDraft *self);
const DwellExportSettings *dwell_export_draft_get_original (DwellExportDraft *self);
char             *dwell_export_draft_get_fault   (DwellExportDraft  *self)
                                                 G_GNUC_WARN_UNUSED_RESULT;
void              dwell_export_draft_set_text    (DwellExportDraft  *self,
                                                  const DwellOption *option,
                                                  const char        *text);
void              dwell_export_draft_set_number  (DwellExportDraft  *self,
                                                  const DwellOption *option,
                                                  guint              number);

DwellExportRange  dwell_export_draft_get_range   (DwellExportDraft  *self);
void              dwell_export_draft_set_range   (DwellExportDraft  *self,
                                                  DwellExportRange   range,
                                                  gint64             begin,
                                                  gint64             end);

gboolean          dwell_export_draft_set_preset  (DwellExportDraft  *self,
                                                  const char        *preset,
                                                  GKeyFile          *settings,
                                                  GError           **error);
void              dwell_export_draft_saved       (DwellExportDraft  *self,
                                                  const char        *preset,
                                                  GKeyFile          *settings);
const char       *dwell_export_draft_get_preset  (DwellExportDraft  *self);
gboolean          dwell_export_draft_is_modified (DwellExportDraft  *self);

G_END_DECLS
