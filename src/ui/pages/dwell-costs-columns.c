/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the table of costs. */
#include "config.h"

#include "ui/pages/dwell-costs-columns.h"

#include <glib/gi18n-lib.h>

static void
fill_favourite (DwellCell     *cell,
                DwellCostItem *item)
{
  gboolean is_favourite = dwell_cost_item_is_favourite (item);

  dwell_cell_set_icon (cell, is_favourite ? "starred-symbolic" : "non-starred-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  is_favourite ? _("Favourite") : _("Not a favourite"), -1);
}

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  DwellCostListColumn column = (DwellCostListColumn) id;
  g_autofree char *text = NULL;
  g_autofree char *tip = dwell_cost_item_get_tip (item, column);
  const DwellCostItemPlot *plot;

  if (column == DWELL_COST_LIST_NAME)
    {
      text = dwell_cost_item_get_text (item, column);
      dwell_cell_set_text (cell, text);
      dwell_cell_set_area (cell, dwell_cost_item_get_trace (item), dwell_cost_item_get_area (item));
      dwell_cell_set_tip (cell, tip);
      return;
    }

  dwell_cell_set_tip (cell, tip);
  if (column == DWELL_COST_LIST_FAVOURITE)
    {
      fill_favourite (cell, item);
      return;
    }
  if (column == DWELL_COST_LIST_PLOT)
    {
      plot = dwell_cost_item_get_plot (item);
      dwell_cell_set_plot (cell, plot != NULL ? plot->sizes : NULL,
                           plot != NULL ? plot->costs : NULL, plot != NULL ? plot->n : 0);
      return;
    }

  text = dwell_cost_item_get_text (item, column);
  dwell_cell_set_text (cell, text);
  if (column == DWELL_COST_LIST_SHARE || column == DWELL_COST_LIST_CALL_SHARE)
    {
      dwell_cell_set_share (cell, dwell_cost_item_get_share (item, column));
      if (tip != NULL)
        dwell_cell_set_tip (cell, tip);
    }
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  return is_plain ? dwell_cost_item_get_plain (item, (DwellCostListColumn) id)
                  : dwell_cost_item_get_text (item, (DwellCostListColumn) id);
}

/* Names sort in ascending order, figures in descending; the plot does not sort. */
static DwellTableSort
get_sort (guint column)
{
  if (column == DWELL_COST_LIST_PLOT)
    return DWELL_TABLE_UNSORTED;

  return column == DWELL_COST_LIST_NAME || column == DWELL_COST_LIST_IMAGE
           ? DWELL_TABLE_ASCENDING : DWELL_TABLE_DESCENDING;
}

/**
 * dwell_costs_columns_add:
 * @columns: the columns of an empty table of costs
 *
 * Adds all columns.
 */
void
dwell_costs_columns_add (DwellTableColumns *columns)
{
  static const int widths[DWELL_N_COST_LIST_COLUMNS] = {
    [DWELL_COST_LIST_FAVOURITE] = 40, [DWELL_COST_LIST_NAME] = 176,
    [DWELL_COST_LIST_GROWTH] = 144, [DWELL_COST_LIST_AT_10X] = 132,
    [DWELL_COST_LIST_EXPONENT] = 76,
    [DWELL_COST_LIST_PLOT] = 92, [DWELL_COST_LIST_COST] = 126, [DWELL_COST_LIST_SHARE] = 76,
    [DWELL_COST_LIST_CALLS] = 84, [DWELL_COST_LIST_CALL_SHARE] = 78,
    [DWELL_COST_LIST_SIZES] = 72, [DWELL_COST_LIST_MAX_SIZE] = 84,
    [DWELL_COST_LIST_SYSCALL] = 76, [DWELL_COST_LIST_THREAD] = 76,
    [DWELL_COST_LIST_CONTEXTS] = 80, [DWELL_COST_LIST_IMAGE] = 110,
  };

  for (guint i = 0; i < DWELL_N_COST_LIST_COLUMNS; i++)
    {
      const DwellColumnInfo *info = &dwell_cost_columns[i];
      DwellTableColumn column = {
        .title = _(info->title),
        .width = widths[i],
        .is_number = dwell_column_is_number (info),
        .expands = i == DWELL_COST_LIST_NAME,
        .id = (int) i,
        .fill = fill,
        .name = info->id,
        .get_text = i != DWELL_COST_LIST_PLOT ? get_text : NULL,
        .tip = _(info->summary),
        .sort = get_sort (i),
        .is_fixed = i == DWELL_COST_LIST_NAME,
        .is_hidden = i == DWELL_COST_LIST_EXPONENT || i == DWELL_COST_LIST_CALL_SHARE,
      };

      dwell_table_columns_add (columns, &column);
    }
}

/**
 * dwell_costs_columns_show:
 * @columns: columns of costs
 * @costs: the costs in the table
 *
 * Hides the columns that would be empty.
 *
 * Returns: %TRUE if self costs are known
 */
gboolean
dwell_costs_columns_show (DwellTableColumns *columns,
                          DwellCosts        *costs)
{
  guint32 known = 0;
  gboolean has_nodes = FALSE;
  gboolean has_images = FALSE;

  for (guint row = 0; row < dwell_costs_get_n_rows (costs); row++)
    {
      const DwellCostRow *info = dwell_costs_get_row (costs, row);

      known |= info->known;
      has_nodes |= info->n_nodes > 0;
      has_images |= dwell_costs_get_trace (costs)->areas[info->area].file != 0;
    }

  dwell_table_columns_set_available (columns, DWELL_COST_LIST_SYSCALL,
                                     (known & 1u << DWELL_COST_SYSCALL) != 0);
  dwell_table_columns_set_available (columns, DWELL_COST_LIST_THREAD,
                                     (known & 1u << DWELL_COST_THREAD) != 0);
  dwell_table_columns_set_available (columns, DWELL_COST_LIST_CONTEXTS, has_nodes);
  dwell_table_columns_set_available (columns, DWELL_COST_LIST_IMAGE, has_images);

  return (known & 1u << DWELL_COST_SELF) != 0;
}
