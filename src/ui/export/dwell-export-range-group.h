/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/export/dwell-export-draft.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EXPORT_RANGE_GROUP (dwell_export_range_group_get_type ())
G_DECLARE_FINAL_TYPE (DwellExportRangeGroup, dwell_export_range_group, DWELL, EXPORT_RANGE_GROUP,
                      AdwPreferencesGroup)

void dwell_export_range_group_set_up (DwellExportRangeGroup *self,
                                      DwellView             *view,
                                      DwellExportDraft      *draft);
void dwell_export_range_group_update (DwellExportRangeGroup *self);

G_END_DECLS
