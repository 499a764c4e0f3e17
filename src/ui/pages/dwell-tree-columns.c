/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the Call Tree page. */
#include "config.h"

#include "ui/pages/dwell-tree-columns.h"

#include <glib/gi18n-lib.h>

#include "model/lists/tree/dwell-tree-list.h"

#define WEIGHT_WIDTH 116

static void
fill (DwellCell *cell,
      gpointer   data,
      int        id,
      gpointer   user_data)
{
  DwellTreeItem *item = data;
  const DwellTreeRow *row = dwell_tree_item_get_row (item);
  g_autofree char *text = dwell_tree_item_get_text (item, (DwellTreeColumn) id);

  dwell_cell_set_text (cell, text);

  if (id == DWELL_TREE_NAME)
    {
      dwell_table_page_indent (user_data, cell, row->depth);
      dwell_cell_set_expander (cell, !row->has_children ? DWELL_EXPANDER_LEAF
                                     : row->is_unfolded ? DWELL_EXPANDER_UNFOLDED
                                                        : DWELL_EXPANDER_FOLDED);
      dwell_cell_set_area (cell, dwell_tree_item_get_trace (item), row->area);
    }
  else if (id == DWELL_TREE_TOTAL_SHARE)
    {
      dwell_cell_set_share (cell, row->total_share);
    }
  else if (id == DWELL_TREE_SELF_SHARE)
    {
      dwell_cell_set_share (cell, row->self_share);
    }
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  return is_plain ? dwell_tree_item_get_plain (item, (DwellTreeColumn) id)
                  : dwell_tree_item_get_text (item, (DwellTreeColumn) id);
}

static guint
get_depth (gpointer item)
{
  return dwell_tree_item_get_row (item)->depth;
}

/**
 * dwell_tree_columns_add:
 * @page: the page, whose class has get_depth
 * @columns: its columns, which are empty
 *
 * Adds all columns.
 */
void
dwell_tree_columns_add (DwellTablePage    *page,
                        DwellTableColumns *columns)
{
  static const int widths[DWELL_N_TREE_COLUMNS] = {
    [DWELL_TREE_NAME] = 200, [DWELL_TREE_COUNT] = 84,
    [DWELL_TREE_TOTAL] = WEIGHT_WIDTH, [DWELL_TREE_TOTAL_SHARE] = 92,
    [DWELL_TREE_SELF] = WEIGHT_WIDTH, [DWELL_TREE_SELF_SHARE] = 92,
  };

  /* A narrow window shows only the first ones. */
  static const DwellTreeColumn order[DWELL_N_TREE_COLUMNS] = {
    DWELL_TREE_NAME, DWELL_TREE_TOTAL, DWELL_TREE_TOTAL_SHARE, DWELL_TREE_SELF,
    DWELL_TREE_SELF_SHARE, DWELL_TREE_COUNT,
  };

  for (guint n = 0; n < DWELL_N_TREE_COLUMNS; n++)
    {
      const int i = (int) order[n];
      DwellTableColumn column = {
        .title = _(dwell_tree_columns[i].title),
        .width = widths[i],
        .is_number = i != DWELL_TREE_NAME,
        .expands = i == DWELL_TREE_NAME,
        .id = i,
        .fill = fill,
        .user_data = page,
        .name = dwell_tree_columns[i].id,
        .get_text = get_text,
        .get_depth = i == DWELL_TREE_NAME ? get_depth : NULL,
        .tip = _(dwell_tree_columns[i].summary),
        .sort = i == DWELL_TREE_NAME ? DWELL_TABLE_ASCENDING : DWELL_TABLE_DESCENDING,
        .is_fixed = i == DWELL_TREE_NAME,
      };

      dwell_table_columns_add (columns, &column);
    }
}
