/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the table of costs. */
#include "config.h"

#include "ui/pages/dwell-costs-columns.h"

#include <glib/gi18n-lib.h>

#include "ui/dwell-table-column.h"
#include "ui/dwell-table.h"

static void
fill_favourite (DwellCell     *cell,
                DwellCostItem *item)
{
  gboolean is_favourite = dwell_cost_item_is_favourite (item);

  dwell_cell_set_icon (cell, is_favourite ? "starred-symbolic" : "non-starred-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  is_favourite ? _("Favourite") : _("No favourite"), -1);
}

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id)
{
  DwellCostListColumn column = (DwellCostListColumn) id;
  g_autofree char *text = NULL;
  g_autofree char *tip = dwell_cost_item_get_tip (item, column);
  const DwellCostItemPlot *plot;

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
  if (column == DWELL_COST_LIST_NAME)
    dwell_cell_set_swatch_of (cell, text);
  else if (column == DWELL_COST_LIST_SHARE || column == DWELL_COST_LIST_CALL_SHARE)
    dwell_cell_set_fraction (cell, dwell_cost_item_get_share (item, column));
}

/**
 * dwell_costs_columns_add:
 * @table: a table of costs
 * @columns: (out caller-allocates): its columns, by what they tell
 *
 * Adds all columns.
 */
void
dwell_costs_columns_add (GtkColumnView        *table,
                         GtkColumnViewColumn **columns)
{
  static const int widths[DWELL_N_COST_LIST_COLUMNS] = {
    [DWELL_COST_LIST_FAVOURITE] = 40, [DWELL_COST_LIST_NAME] = 200,
    [DWELL_COST_LIST_GROWTH] = 150, [DWELL_COST_LIST_EXPONENT] = 84,
    [DWELL_COST_LIST_PLOT] = 96, [DWELL_COST_LIST_COST] = 136, [DWELL_COST_LIST_SHARE] = 76,
    [DWELL_COST_LIST_CALLS] = 84, [DWELL_COST_LIST_CALL_SHARE] = 80,
    [DWELL_COST_LIST_SIZES] = 66, [DWELL_COST_LIST_MAX_SIZE] = 84,
    [DWELL_COST_LIST_SYSCALL] = 76, [DWELL_COST_LIST_THREAD] = 76,
    [DWELL_COST_LIST_CONTEXTS] = 84, [DWELL_COST_LIST_IMAGE] = 120,
  };

  for (guint i = 0; i < DWELL_N_COST_LIST_COLUMNS; i++)
    {
      const DwellCostListColumnInfo *info = dwell_cost_list_column_get_info (i);
      DwellTableColumn column = {
        .title = _(info->title),
        .width = widths[i],
        .is_number = info->is_number,
        .expands = i == DWELL_COST_LIST_NAME,
        .id = (int) i,
        .fill = fill,
      };

      columns[i] = dwell_table_add_column (table, &column);
      if (i != DWELL_COST_LIST_PLOT)
        dwell_table_set_sort_id (columns[i], (int) i);
    }
}

/**
 * dwell_costs_columns_show:
 * @columns: the columns
 * @costs: what they tell of
 *
 * Hides columns in which no row would say anything.
 *
 * Returns: whether self costs are told
 */
gboolean
dwell_costs_columns_show (GtkColumnViewColumn **columns,
                          DwellCosts           *costs)
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

  gtk_column_view_column_set_visible (columns[DWELL_COST_LIST_SYSCALL],
                                      (known & 1u << DWELL_COST_SYSCALL) != 0);
  gtk_column_view_column_set_visible (columns[DWELL_COST_LIST_THREAD],
                                      (known & 1u << DWELL_COST_THREAD) != 0);
  gtk_column_view_column_set_visible (columns[DWELL_COST_LIST_CONTEXTS], has_nodes);
  gtk_column_view_column_set_visible (columns[DWELL_COST_LIST_IMAGE], has_images);

  return (known & 1u << DWELL_COST_SELF) != 0;
}
