/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the list of calls and its rows share. */
#pragma once

#include "model/comparison/dwell-comparison-calls.h"

G_BEGIN_DECLS

DwellComparisonCall *_dwell_comparison_call_new      (DwellTreeDifference          *difference,
                                                      const DwellComparisonCallRow *row);
DwellCellValue       _dwell_comparison_call_get_cell (const DwellTreeDifference    *difference,
                                                      guint32                       node,
                                                      DwellComparisonCallColumn     column);

G_END_DECLS
