/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The indent of a table whose rows have many levels. If visible rows are deep, an indent from the
 * edge would push the names out of their column. Then each row shows the number of its level, and
 * the indent is counted from about the outermost visible row. */
#pragma once

#include "ui/table/dwell-cell.h"
#include "ui/table/dwell-table-rows.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TABLE_LEVELS (dwell_table_levels_get_type ())
G_DECLARE_FINAL_TYPE (DwellTableLevels, dwell_table_levels, DWELL, TABLE_LEVELS, GObject)

/* Property: base (uint): the level from which the indent is counted, while rows show the numbers of
 * their levels; 0: no visible row is deep. */

/* Returns the depth of an item of the list, from 0. */
typedef guint (*DwellTableDepthFunc) (gpointer item);

DwellTableLevels *dwell_table_levels_new   (GtkColumnView       *table,
                                            DwellTableRows      *rows,
                                            GListModel          *list,
                                            DwellTableDepthFunc  get_depth)
                                           G_GNUC_WARN_UNUSED_RESULT;
void              dwell_table_levels_apply (DwellTableLevels    *self,
                                            DwellCell           *cell,
                                            guint                depth);

G_END_DECLS
