/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a difference as cells of a table. */
#pragma once

#include "analysis/compare/dwell-difference.h"
#include "analysis/dwell-columns.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_DIFFERENCE_NAME,
  DWELL_DIFFERENCE_VERDICT,
  DWELL_DIFFERENCE_CHANGE,
  DWELL_DIFFERENCE_RATIO,
  DWELL_DIFFERENCE_BASE,
  DWELL_DIFFERENCE_NEW,
  DWELL_DIFFERENCE_COUNT_BASE,
  DWELL_DIFFERENCE_COUNT_NEW,
  DWELL_DIFFERENCE_COUNT_CHANGE,
  DWELL_DIFFERENCE_BY_COUNT,
  DWELL_DIFFERENCE_BY_TIME,
  DWELL_DIFFERENCE_P50_RATIO,
  DWELL_DIFFERENCE_P90_RATIO,
  DWELL_DIFFERENCE_P99_RATIO,
  DWELL_DIFFERENCE_CLIFF,
  DWELL_DIFFERENCE_Q,
  DWELL_DIFFERENCE_BASE_NAME,
  DWELL_DIFFERENCE_MODULE,
  DWELL_DIFFERENCE_MATCHED_BY,
  DWELL_DIFFERENCE_CONTEXT,
  DWELL_N_DIFFERENCE_COLUMNS,
} DwellDifferenceColumn;

extern const DwellColumnInfo dwell_difference_columns[DWELL_N_DIFFERENCE_COLUMNS];

DwellCellValue dwell_difference_get_cell (const DwellDifference *self,
                                          guint                  row,
                                          DwellDifferenceColumn  column);
const char    *dwell_verdict_get_title   (DwellVerdict           self);

G_END_DECLS
