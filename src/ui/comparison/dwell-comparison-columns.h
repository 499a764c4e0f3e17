/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of a table of DwellComparisonRow. */
#pragma once

#include "analysis/dwell-columns.h"
#include "ui/table/dwell-table-columns.h"

G_BEGIN_DECLS

void dwell_comparison_columns_add (DwellTableColumns     *columns,
                                   const DwellColumnInfo *infos,
                                   guint                  n_columns,
                                   const int             *widths,
                                   guint                  change);

G_END_DECLS
