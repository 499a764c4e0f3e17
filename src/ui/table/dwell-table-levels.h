/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a table of rows at many levels is indented. Where rows in view are deep, steps from the edge
 * would push the names out of their column: then each row tells the number of its level, and steps
 * are counted from the outermost row in view. */
#pragma once

#include "ui/table/dwell-cell.h"
#include "ui/table/dwell-table-rows.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TABLE_LEVELS (dwell_table_levels_get_type ())
G_DECLARE_FINAL_TYPE (DwellTableLevels, dwell_table_levels, DWELL, TABLE_LEVELS, GObject)

/* Property: base (uint): from which level on the rows in view are indented, which then tell theirs
 * by numbers; 0: none of them is deep. */

/* How deep an item of the list is, from 0. */
typedef guint (*DwellTableDepthFunc) (gpointer item);

DwellTableLevels *dwell_table_levels_new   (GtkColumnView       *table,
                                            DwellTableRows      *rows,
                                            GListModel          *list,
                                            DwellTableDepthFunc  get_depth)
                                           G_GNUC_WARN_UNUSED_RESULT;
/* For who fills @cell of an item at @depth. */
void              dwell_table_levels_apply (DwellTableLevels    *self,
                                            DwellCell           *cell,
                                            guint                depth);

G_END_DECLS
