/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call trees of a view's session and of its base as one tree, with its flame graph if that is
 * wanted, made on a worker. */
#pragma once

#include "analysis/compare/dwell-tree-difference.h"
#include "model/lists/dwell-query.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_TREE (dwell_comparison_tree_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonTree, dwell_comparison_tree, DWELL, COMPARISON_TREE,
                      DwellQuery)

/* Signal: changed (the trees or the flame graph have changed, or there are none any more). */

DwellComparisonTree *dwell_comparison_tree_new            (void) G_GNUC_WARN_UNUSED_RESULT;
void                 dwell_comparison_tree_want_flame     (DwellComparisonTree *self,
                                                           gboolean             is_wanted);
void                 dwell_comparison_tree_set_width      (DwellComparisonTree *self,
                                                           DwellTreeWidth       width);
DwellTreeWidth       dwell_comparison_tree_get_width      (DwellComparisonTree *self);
DwellTreeDifference *dwell_comparison_tree_get_difference (DwellComparisonTree *self);
DwellFlame          *dwell_comparison_tree_take_flame     (DwellComparisonTree *self);
guint32              dwell_comparison_tree_get_area       (DwellComparisonTree *self,
                                                           guint32              node);
guint32              dwell_comparison_tree_find_area      (DwellComparisonTree *self,
                                                           guint32              area);

char                *dwell_tree_difference_describe       (const DwellTreeDifference *self,
                                                           guint32                    node);

G_END_DECLS
