/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes row objects and cells, for the files of the tree list. */
#pragma once

#include "model/lists/dwell-cell-text.h"
#include "model/lists/tree/dwell-tree-list.h"

G_BEGIN_DECLS

DwellTreeItem *_dwell_tree_item_new (DwellTree          *tree,
                                     DwellTimeUnits     *units,
                                     const DwellTreeRow *row) G_GNUC_WARN_UNUSED_RESULT;

DwellCellValue _dwell_tree_row_get_cell (const DwellTreeRow *self,
                                         const DwellTree    *tree,
                                         DwellTreeColumn     column);

G_END_DECLS
