/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of a tree that is apportioned from arcs: gives them the figures in the file, makes the
 * groups that the tree lacks, and drops those of cycles, which are not functions. */
#pragma once

#include "analysis/tree/dwell-tree-groups.h"

G_BEGIN_DECLS

void _dwell_tree_arcs_index           (DwellTree       *tree);
void _dwell_tree_arcs_correct_all     (const DwellTree *tree,
                                       GPtrArray       *groups);
void _dwell_tree_arcs_correct         (const DwellTree *tree,
                                       guint32          area,
                                       GPtrArray       *groups);
void _dwell_tree_arcs_correct_callers (const DwellTree *tree,
                                       guint32          area,
                                       GPtrArray       *groups);
void _dwell_tree_arcs_correct_callees (const DwellTree *tree,
                                       guint32          area,
                                       GPtrArray       *groups);
gboolean _dwell_tree_arcs_has_callers (const DwellTree *tree,
                                       guint32          area);
gboolean _dwell_tree_arcs_has_callees (const DwellTree *tree,
                                       guint32          area);

G_END_DECLS
