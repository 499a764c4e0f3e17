/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/lists/values/dwell-value-list.h"
#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_VALUES_PAGE (dwell_values_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellValuesPage, dwell_values_page, DWELL, VALUES_PAGE, DwellTablePage)

G_END_DECLS
