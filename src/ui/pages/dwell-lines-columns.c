/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds the columns of the tables on the Lines page, and fills their cells. */
#include "config.h"

#include "ui/pages/dwell-lines-columns.h"

#include <glib/gi18n-lib.h>

#include "model/lists/dwell-neighbour-list.h"
#include "model/lists/lines/dwell-record-list.h"
#include "model/lists/lines/dwell-source-list.h"

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  g_autofree char *text = dwell_line_item_get_text (item, (DwellLineColumn) id);
  gboolean is_line = dwell_line_item_get_kind (item) == DWELL_LINE_IS_LINE;

  dwell_cell_set_text (cell, text);

  if (id == DWELL_LINE_NAME)
    {
      /* A line is aligned with its routine's name, not with the routine's arrow. */
      dwell_cell_set_depth (cell, dwell_line_item_get_depth (item) +
                                  (is_line && dwell_line_item_get_depth (item) > 0));
      dwell_cell_set_expander (cell, is_line ? DWELL_EXPANDER_NONE
                                     : dwell_line_item_is_folded (item)
                                       ? DWELL_EXPANDER_FOLDED : DWELL_EXPANDER_UNFOLDED);
      dwell_cell_set_tip (cell, is_line && !dwell_line_item_has_text (item)
                                ? _("The file does not contain the text of this line: choose the "
                                    "source under Source")
                                : NULL);
    }
  else if (id == DWELL_LINE_TEXT)
    {
      gtk_widget_add_css_class (GTK_WIDGET (cell), "monospace");
    }
  else if (id == DWELL_LINE_SHARE)
    {
      dwell_cell_set_share (cell, dwell_line_item_get_share (item));
    }
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  return is_plain ? dwell_line_item_get_plain (item, (DwellLineColumn) id)
                  : dwell_line_item_get_text (item, (DwellLineColumn) id);
}

static guint
get_depth (gpointer item)
{
  return dwell_line_item_get_depth (item);
}

static void
fill_neighbour (DwellCell *cell,
                gpointer   item,
                int        id,
                gpointer   user_data)
{
  g_autofree char *text = dwell_neighbour_item_get_text (item, (DwellNeighbourColumn) id);

  dwell_cell_set_text (cell, text);
  if (id == DWELL_NEIGHBOUR_NAME)
    dwell_cell_set_depth (cell, dwell_neighbour_item_is_heading (item) ? 0 : 1);
  else if (id == DWELL_NEIGHBOUR_SHARE)
    dwell_cell_set_fraction (cell, dwell_neighbour_item_get_share (item));
}

static void
fill_source (DwellCell *cell,
             gpointer   item,
             int        id,
             gpointer   user_data)
{
  g_autofree char *text = dwell_source_item_get_text (item, (DwellSourceColumn) id);

  dwell_cell_set_text (cell, text);
  if (id == DWELL_SOURCE_TEXT)
    gtk_widget_add_css_class (GTK_WIDGET (cell), "monospace");
  if (id == DWELL_SOURCE_SHARE || id == DWELL_SOURCE_TEXT)
    dwell_cell_set_fraction (cell, dwell_source_item_get_heat (item));
}

static void
fill_record (DwellCell *cell,
             gpointer   item,
             int        id,
             gpointer   user_data)
{
  g_autofree char *text = dwell_record_item_get_text (item, (DwellRecordColumn) id);

  dwell_cell_set_text (cell, text);
}

/**
 * dwell_lines_add_columns:
 * @columns: the columns of an empty table of lines
 *
 * Adds all columns.
 */
void
dwell_lines_add_columns (DwellTableColumns *columns)
{
  static const int widths[DWELL_N_LINE_COLUMNS] = {
    [DWELL_LINE_NAME] = 130, [DWELL_LINE_TEXT] = 140,
    [DWELL_LINE_MODULE] = 160, [DWELL_LINE_ROUTINE] = 160,
    [DWELL_LINE_HITS] = 92, [DWELL_LINE_TIME] = 88, [DWELL_LINE_AVERAGE] = 84,
    [DWELL_LINE_MIN] = 84, [DWELL_LINE_MAX] = 84, [DWELL_LINE_SHARE] = 84,
  };
  /* Figures come before the columns that the tree shows anyway. */
  static const DwellLineColumn order[DWELL_N_LINE_COLUMNS] = {
    DWELL_LINE_NAME, DWELL_LINE_TEXT, DWELL_LINE_SHARE, DWELL_LINE_TIME, DWELL_LINE_HITS,
    DWELL_LINE_AVERAGE, DWELL_LINE_MIN, DWELL_LINE_MAX, DWELL_LINE_ROUTINE, DWELL_LINE_MODULE,
  };

  for (guint n = 0; n < DWELL_N_LINE_COLUMNS; n++)
    {
      DwellLineColumn i = order[n];
      const DwellColumnInfo *info = &dwell_line_columns[i];
      DwellTableColumn column = {
        .title = _(info->title),
        .width = widths[i],
        .is_number = dwell_column_is_number (info),
        .expands = i == DWELL_LINE_NAME || i == DWELL_LINE_TEXT,
        .id = (int) i,
        .fill = fill,
        .name = info->id,
        .get_text = get_text,
        .get_depth = i == DWELL_LINE_NAME ? get_depth : NULL,
        .tip = _(info->summary),
        .sort = dwell_column_is_number (info) ? DWELL_TABLE_DESCENDING : DWELL_TABLE_ASCENDING,
        .is_fixed = i == DWELL_LINE_NAME,
        .is_hidden = i == DWELL_LINE_MIN || i == DWELL_LINE_MAX,
      };

      dwell_table_columns_add (columns, &column);
    }
}

static void
add_columns (GtkColumnView          *table,
             const DwellTableColumn *columns,
             guint                   n)
{
  for (guint i = 0; i < n; i++)
    dwell_table_add_column (table, &columns[i]);
}

/**
 * dwell_lines_add_neighbour_columns:
 * @table: an empty table of callers and callees
 *
 * Adds all columns.
 */
void
dwell_lines_add_neighbour_columns (GtkColumnView *table)
{
  const DwellTableColumn columns[] = {
    { _("Line or Routine"), 140, FALSE, TRUE, DWELL_NEIGHBOUR_NAME, fill_neighbour },
    { _("Total"), 84, TRUE, FALSE, DWELL_NEIGHBOUR_WEIGHT, fill_neighbour },
    { _("Share"), 76, TRUE, FALSE, DWELL_NEIGHBOUR_SHARE, fill_neighbour },
  };

  add_columns (table, columns, G_N_ELEMENTS (columns));
}

/**
 * dwell_lines_add_source_columns:
 * @table: an empty table of a source
 *
 * Adds all columns.
 */
void
dwell_lines_add_source_columns (GtkColumnView *table)
{
  const DwellTableColumn columns[] = {
    { _("Count"), 76, TRUE, FALSE, DWELL_SOURCE_HITS, fill_source },
    { _("Self"), 92, TRUE, FALSE, DWELL_SOURCE_WEIGHT, fill_source },
    { _("Share"), 76, TRUE, FALSE, DWELL_SOURCE_SHARE, fill_source },
    { _("Source"), 400, FALSE, TRUE, DWELL_SOURCE_TEXT, fill_source },
  };

  add_columns (table, columns, G_N_ELEMENTS (columns));
}

/**
 * dwell_lines_add_record_columns:
 * @table: an empty table of records
 *
 * Adds all columns.
 *
 * Returns: (transfer none): the column with the file of a record, for a trace of several files
 */
GtkColumnViewColumn *
dwell_lines_add_record_columns (GtkColumnView *table)
{
  const DwellTableColumn columns[] = {
    { _("Offset"), 110, TRUE, FALSE, DWELL_RECORD_OFFSET, fill_record },
    { _("Record"), 180, FALSE, FALSE, DWELL_RECORD_TYPE, fill_record },
    { _("What"), 240, FALSE, TRUE, DWELL_RECORD_WHAT, fill_record },
    { _("Module or Time"), 130, TRUE, FALSE, DWELL_RECORD_VALUE, fill_record },
  };
  const DwellTableColumn file = { _("File"), 180, FALSE, FALSE, DWELL_RECORD_FILE, fill_record };

  add_columns (table, columns, G_N_ELEMENTS (columns));
  return dwell_table_add_column (table, &file);
}
