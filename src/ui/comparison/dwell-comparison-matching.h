/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the user match an area of one recording with an area of the other. */
#pragma once

#include "model/comparison/dwell-comparison-list.h"
#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

gboolean dwell_comparison_matching_can_ask  (DwellComparisonList *list,
                                             guint                position);
gboolean dwell_comparison_matching_can_part (DwellComparisonList *list,
                                             guint                position);
void     dwell_comparison_matching_ask      (DwellViewBin        *page,
                                             DwellComparisonList *list,
                                             guint                position);
void     dwell_comparison_matching_part     (DwellViewBin        *page,
                                             DwellComparisonList *list,
                                             guint                position);

G_END_DECLS
