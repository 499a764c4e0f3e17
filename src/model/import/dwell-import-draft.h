/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The draft of how files are to be opened: the format, its options, the preset that they come from,
 * and their history. A draft that was not used is kept for its files while the program runs, so
 * that closing the dialog loses nothing. */
#pragma once

#include "formats/dwell-formats.h"
#include "model/dwell-draft.h"

G_BEGIN_DECLS

#define DWELL_TYPE_IMPORT_DRAFT (dwell_import_draft_get_type ())
G_DECLARE_FINAL_TYPE (DwellImportDraft, dwell_import_draft, DWELL, IMPORT_DRAFT, DwellDraft)

DwellImportDraft  *dwell_import_draft_get            (GFile * const       *files,
                                                      guint                n_files,
                                                      const DwellFormat   *format,
                                                      const char * const  *key_values)
                                                      G_GNUC_WARN_UNUSED_RESULT;
void               dwell_import_draft_forget         (DwellImportDraft    *self);

const DwellFormat *dwell_import_draft_get_format     (DwellImportDraft    *self);
void               dwell_import_draft_set_format     (DwellImportDraft    *self,
                                                      const DwellFormat   *format);
const char        *dwell_import_draft_get_value      (DwellImportDraft    *self,
                                                      const DwellOption   *option);
void               dwell_import_draft_set_value      (DwellImportDraft    *self,
                                                      const DwellOption   *option,
                                                      const char          *value);
char             **dwell_import_draft_get_key_values (DwellImportDraft    *self,
                                                      const DwellFormat   *format)
                                                      G_GNUC_WARN_UNUSED_RESULT;

const char        *dwell_import_draft_get_preset     (DwellImportDraft    *self,
                                                      const DwellFormat   *format,
                                                      gboolean            *is_changed);
const char        *dwell_import_draft_get_original   (DwellImportDraft    *self,
                                                      const DwellFormat   *format,
                                                      const DwellOption   *option);
gboolean           dwell_import_draft_set_preset     (DwellImportDraft    *self,
                                                      const DwellFormat   *format,
                                                      const char          *preset,
                                                      GKeyFile            *settings,
                                                      GError             **error);
void               dwell_import_draft_saved          (DwellImportDraft    *self,
                                                      const DwellFormat   *format,
                                                      const char          *preset,
                                                      GKeyFile            *settings);

G_END_DECLS
