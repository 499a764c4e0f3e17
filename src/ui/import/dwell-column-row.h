/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COLUMN_ROW (dwell_column_row_get_type ())
/* Signal: changed: the user has chosen another column. */
G_DECLARE_FINAL_TYPE (DwellColumnRow, dwell_column_row, DWELL, COLUMN_ROW, AdwComboRow)

GtkWidget  *dwell_column_row_new         (const DwellOption *option) G_GNUC_WARN_UNUSED_RESULT;
const char *dwell_column_row_get_value   (DwellColumnRow    *self);
void        dwell_column_row_set_value   (DwellColumnRow    *self,
                                          const char        *value);
void        dwell_column_row_set_columns (DwellColumnRow    *self,
                                          const GPtrArray   *columns);

G_END_DECLS
