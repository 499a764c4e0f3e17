/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/import/dwell-import-draft.h"
#include "model/import/dwell-import-preview.h"

G_BEGIN_DECLS

#define DWELL_TYPE_IMPORT_SETTINGS (dwell_import_settings_get_type ())
G_DECLARE_FINAL_TYPE (DwellImportSettings, dwell_import_settings, DWELL, IMPORT_SETTINGS, AdwBin)

void      dwell_import_settings_set            (DwellImportSettings   *self,
                                                GFile                 *file,
                                                DwellImportDraft      *draft);
char    **dwell_import_settings_get_key_values (DwellImportSettings   *self)
                                                G_GNUC_WARN_UNUSED_RESULT;
gboolean  dwell_import_settings_is_valid       (DwellImportSettings   *self);
void      dwell_import_settings_show_look      (DwellImportSettings   *self,
                                                const DwellImportLook *look);
void      dwell_import_settings_focus_needed   (DwellImportSettings   *self,
                                                const DwellImportLook *look);

G_END_DECLS
