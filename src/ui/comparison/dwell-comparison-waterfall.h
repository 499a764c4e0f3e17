/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary of a comparison: how the time of the base becomes that of the new recording, as a
 * waterfall whose rows also say in words what their bars show, and how many rows have changed. */
#pragma once

#include "model/comparison/dwell-comparison-list.h"
#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_WATERFALL (dwell_comparison_waterfall_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonWaterfall, dwell_comparison_waterfall, DWELL,
                      COMPARISON_WATERFALL, DwellViewBin)

void dwell_comparison_waterfall_set_list (DwellComparisonWaterfall *self,
                                          DwellComparisonList      *list);

G_END_DECLS
