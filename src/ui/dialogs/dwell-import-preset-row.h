/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "formats/dwell-format.h"

G_BEGIN_DECLS

typedef struct _DwellImportSettings DwellImportSettings;

#define DWELL_TYPE_IMPORT_PRESET_ROW (dwell_import_preset_row_get_type ())
G_DECLARE_FINAL_TYPE (DwellImportPresetRow, dwell_import_preset_row, DWELL, IMPORT_PRESET_ROW,
                      AdwActionRow)

/* Signal: applied (char **key_values: the options of the preset that was chosen). */
/* Whose options are saved; it owns the row. */
void dwell_import_preset_row_set_settings (DwellImportPresetRow *self,
                                           DwellImportSettings  *settings);
void dwell_import_preset_row_set_format   (DwellImportPresetRow *self,
                                           const DwellFormat    *format);
/* The settings have changed: they may be no longer the preset's. */
void dwell_import_preset_row_update       (DwellImportPresetRow *self);

G_END_DECLS
