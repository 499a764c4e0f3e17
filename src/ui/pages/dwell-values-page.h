/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/lists/dwell-value-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_VALUES_PAGE (dwell_values_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellValuesPage, dwell_values_page, DWELL, VALUES_PAGE, AdwBin)

/* Property: view. */
void            dwell_values_page_set_view (DwellValuesPage *self,
                                            DwellView       *view);
DwellValueList *dwell_values_page_get_list (DwellValuesPage *self);

G_END_DECLS
