/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flame graph of two recordings, with its legend. */
#pragma once

#include "model/comparison/dwell-comparison-tree.h"
#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_FLAME (dwell_comparison_flame_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonFlame, dwell_comparison_flame, DWELL, COMPARISON_FLAME,
                      DwellViewBin)

void dwell_comparison_flame_set_tree (DwellComparisonFlame *self,
                                      DwellComparisonTree  *tree);

G_END_DECLS
