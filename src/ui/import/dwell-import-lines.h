/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/import/dwell-import-preview.h"

G_BEGIN_DECLS

#define DWELL_TYPE_IMPORT_LINES (dwell_import_lines_get_type ())
G_DECLARE_FINAL_TYPE (DwellImportLines, dwell_import_lines, DWELL, IMPORT_LINES, AdwBin)

void dwell_import_lines_show_look (DwellImportLines      *self,
                                   const DwellImportLook *look);
void dwell_import_lines_set_busy  (DwellImportLines      *self,
                                   gboolean               is_busy);

G_END_DECLS
