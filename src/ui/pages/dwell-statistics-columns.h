/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/lists/statistics/dwell-statistics-list.h"
#include "ui/table/dwell-table-columns.h"

G_BEGIN_DECLS

void dwell_statistics_columns_add  (DwellTableColumns *columns);
void dwell_statistics_columns_show (DwellTableColumns *columns,
                                    const DwellTrace  *trace);

G_END_DECLS
