/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/session/dwell-session.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EXPORT_PRESETS_ROW (dwell_export_presets_row_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportPresetsRow, dwell_export_presets_row, DWELL, EXPORT_PRESETS_ROW,
                      AdwActionRow)

/* Of the session's draft. Actions: presets.save, presets.rename, presets.remove, presets.import,
 * presets.export, presets.reset. */
GtkWidget *dwell_export_presets_row_new (DwellSession *session) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
