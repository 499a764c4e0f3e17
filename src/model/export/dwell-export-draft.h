/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An export being shaped: its settings, where they come from, and their history. A session keeps
 * one draft, so that the dialog opens as it was left. */
#pragma once

#include "formats/text1/dwell-text1-export.h"
#include "model/session/dwell-session.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_EXPORT_WHOLE,
  DWELL_EXPORT_SELECTION,
  DWELL_EXPORT_VISIBLE,
  DWELL_EXPORT_MARKERS, /* between two of them */
} DwellExportRange;

#define DWELL_TYPE_EXPORT_DRAFT (dwell_export_draft_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportDraft, dwell_export_draft, DWELL, EXPORT_DRAFT, GObject)

/* Properties: can-undo, can-redo (boolean). Signal: changed (any setting, or the preset's name). */
DwellExportDraft *dwell_export_draft_new         (void) G_GNUC_WARN_UNUSED_RESULT;
/* The session's own; made when it is first asked for. */
DwellExportDraft *dwell_export_draft_get         (DwellSession      *session);

const DwellText1Settings *dwell_export_draft_get_settings (DwellExportDraft *self);
/* As the preset has them, for going back to them. */
const DwellText1Settings *dwell_export_draft_get_original (DwellExportDraft *self);
/* (nullable) (transfer full): why nothing can be written like that, as far as the settings tell. */
char             *dwell_export_draft_get_fault   (DwellExportDraft  *self)
                                                 G_GNUC_WARN_UNUSED_RESULT;
/* What dwell_text1_settings_set() takes. Typing letter after letter is one step of the history. */
gboolean          dwell_export_draft_set         (DwellExportDraft  *self,
                                                  const char        *name,
                                                  const char        *value,
                                                  GError           **error);
/* A word of a list, "Sections" or "Classes". */
void              dwell_export_draft_set_word    (DwellExportDraft  *self,
                                                  const char        *name,
                                                  const char        *word,
                                                  gboolean           is_on);
gboolean          dwell_export_draft_has_word    (DwellExportDraft  *self,
                                                  const char        *name,
                                                  const char        *word);

DwellExportRange  dwell_export_draft_get_range   (DwellExportDraft  *self);
void              dwell_export_draft_set_range   (DwellExportDraft  *self,
                                                  DwellExportRange   range,
                                                  gint64             begin,
                                                  gint64             end);

/* (nullable) @settings: of a preset that the user saved. */
gboolean          dwell_export_draft_set_preset  (DwellExportDraft  *self,
                                                  const char        *preset,
                                                  GKeyFile          *settings,
                                                  GError           **error);
/* @settings were saved as that preset. */
void              dwell_export_draft_saved       (DwellExportDraft  *self,
                                                  const char        *preset,
                                                  GKeyFile          *settings);
/* A preset has another name now, or NULL: it is gone. */
void              dwell_export_draft_renamed     (DwellExportDraft  *self,
                                                  const char        *preset,
                                                  const char        *new_name);
/* (nullable): NULL for settings of no preset. */
const char       *dwell_export_draft_get_preset  (DwellExportDraft  *self);
/* Whether a setting other than the range differs from the preset's. */
gboolean          dwell_export_draft_is_modified (DwellExportDraft  *self);

void              dwell_export_draft_undo        (DwellExportDraft  *self);
void              dwell_export_draft_redo        (DwellExportDraft  *self);

G_END_DECLS
