/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What routines cost by the size of their input in two recordings, as a list of rows. */
#pragma once

#include "analysis/compare/dwell-costs-difference.h"
#include "model/comparison/dwell-comparison-rows.h"
#include "model/lists/costs/dwell-cost-plot.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_COMPARISON_COST_NAME,
  DWELL_COMPARISON_COST_IMAGE,
  DWELL_COMPARISON_COST_GROWTH,          /* sorted by the kind of change */
  DWELL_COMPARISON_COST_GROWTH_VERDICT,
  DWELL_COMPARISON_COST_CHANGE,
  DWELL_COMPARISON_COST_VERDICT,
  DWELL_COMPARISON_COST_RATIO,
  DWELL_COMPARISON_COST_FACTOR,
  DWELL_COMPARISON_COST_FACTOR_AT_LARGEST,
  DWELL_COMPARISON_COST_BY_INPUTS,
  DWELL_COMPARISON_COST_BY_COST,
  DWELL_COMPARISON_COST_EXPONENT_CHANGE,
  DWELL_COMPARISON_COST_EXPONENT_BASE,
  DWELL_COMPARISON_COST_EXPONENT_NEW,
  DWELL_COMPARISON_COST_BASE,
  DWELL_COMPARISON_COST_NEW,
  DWELL_COMPARISON_COST_CALLS_BASE,
  DWELL_COMPARISON_COST_CALLS_NEW,
  DWELL_N_COMPARISON_COST_COLUMNS,
} DwellComparisonCostColumn;

extern const DwellColumnInfo dwell_comparison_cost_columns[DWELL_N_COMPARISON_COST_COLUMNS];

DwellComparisonRows *dwell_comparison_costs_new          (void) G_GNUC_WARN_UNUSED_RESULT;
const DwellCostsDifference *
                     dwell_comparison_costs_get          (DwellComparisonRows  *self);
guint                dwell_comparison_costs_get_routines (DwellComparisonRows  *self,
                                                          guint                 row,
                                                          DwellCostPlotRoutine  routines[2]);
char                *dwell_comparison_costs_describe     (DwellComparisonRows  *self)
                                                         G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
