/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds the columns of a table of rows of a comparison, and fills their cells. The first column
 * shows the name, another one the bar of the change. */
#include "config.h"

#include "ui/comparison/dwell-comparison-columns.h"

#include <glib/gi18n-lib.h>

#include "model/comparison/dwell-comparison-rows.h"

#define WIDTH 100 /* px, of a column without a width of its own */

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  g_autofree char *text = dwell_comparison_row_get_text (item, (guint) id);

  dwell_cell_set_text (cell, text);
  if (id == 0)
    {
      guint32 area;
      const DwellTrace *trace = dwell_comparison_row_get_trace (item, &area);

      dwell_cell_set_area (cell, trace, area);
    }
  else if (id == GPOINTER_TO_INT (user_data))
    {
      dwell_cell_set_change (cell, dwell_comparison_row_get_share (item));
    }
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  return is_plain ? dwell_comparison_row_get_plain (item, (guint) id)
                  : dwell_comparison_row_get_text (item, (guint) id);
}

/**
 * dwell_comparison_columns_add:
 * @columns: the columns of an empty table
 * @infos: (array length=n_columns): the columns to add
 * @n_columns: their number
 * @widths: (array length=n_columns): px; 0: the usual width
 * @change: the column that has a bar
 *
 * Adds all columns.
 */
void
dwell_comparison_columns_add (DwellTableColumns     *columns,
                              const DwellColumnInfo *infos,
                              guint                  n_columns,
                              const int             *widths,
                              guint                  change)
{
  for (guint i = 0; i < n_columns; i++)
    {
      DwellTableColumn column = {
        .title = _(infos[i].title),
        .width = widths[i] > 0 ? widths[i] : WIDTH,
        .is_number = dwell_column_is_number (&infos[i]),
        .expands = i == 0,
        .id = (int) i,
        .fill = fill,
        .user_data = GINT_TO_POINTER (change),
        .name = infos[i].id,
        .get_text = get_text,
        .tip = infos[i].summary != NULL ? _(infos[i].summary) : NULL,
        .sort = i == 0 ? DWELL_TABLE_ASCENDING : DWELL_TABLE_DESCENDING,
        .is_hidden = !infos[i].is_default,
        .is_fixed = i == 0,
      };

      dwell_table_columns_add (columns, &column);
    }
}
