/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the durations of one area are distributed in a view's session and in its base, computed on a
 * worker. The area is the one in focus, or one that only the base has. */
#pragma once

#include "analysis/compare/dwell-distribution-difference.h"
#include "model/lists/dwell-query.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_DISTRIBUTION (dwell_comparison_distribution_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonDistribution, dwell_comparison_distribution, DWELL,
                      COMPARISON_DISTRIBUTION, DwellQuery)

/* Signal: changed (the answer has changed, or there is none any more). */

DwellComparisonDistribution *
             dwell_comparison_distribution_new          (void) G_GNUC_WARN_UNUSED_RESULT;
void         dwell_comparison_distribution_set_measure  (DwellComparisonDistribution *self,
                                                         DwellMeasure                 measure);
void         dwell_comparison_distribution_set_other    (DwellComparisonDistribution *self,
                                                         guint32                      area);
DwellMeasure dwell_comparison_distribution_get_measure  (DwellComparisonDistribution *self);
const DwellDistributionDifference *
             dwell_comparison_distribution_get_difference (DwellComparisonDistribution *self);
char        *dwell_comparison_distribution_dup_name     (DwellComparisonDistribution *self);
char        *dwell_comparison_distribution_describe     (DwellComparisonDistribution *self);

G_END_DECLS
