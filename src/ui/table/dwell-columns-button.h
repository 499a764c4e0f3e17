/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/table/dwell-table-columns.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COLUMNS_BUTTON (dwell_columns_button_get_type ())
G_DECLARE_FINAL_TYPE (DwellColumnsButton, dwell_columns_button, DWELL, COLUMNS_BUTTON, AdwBin)

void dwell_columns_button_set_columns (DwellColumnsButton *self,
                                       DwellTableColumns  *columns);

G_END_DECLS
