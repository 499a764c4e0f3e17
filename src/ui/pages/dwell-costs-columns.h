/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/lists/costs/dwell-cost-list.h"
#include "ui/table/dwell-table-columns.h"

G_BEGIN_DECLS

void     dwell_costs_columns_add  (DwellTableColumns *columns);
gboolean dwell_costs_columns_show (DwellTableColumns *columns,
                                   DwellCosts        *costs);

G_END_DECLS
