/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of cells for a table of DwellTableRows. A cell is filled when its row is bound, and again
 * whenever the item of the row changes. The code creates cells itself because GTK's builder factory
 * would parse a template for every cell. */
#include "config.h"

#include "ui/table/dwell-table-column.h"

#include "ui/table/dwell-table-header.h"
#include "ui/table/dwell-table-rows.h"
#include "ui/table/dwell-table-title.h"
#include "ui/table/dwell-table.h"
#include "ui/widgets/dwell-text-scale.h"

/* Lives as long as its factory. */
typedef struct {
  DwellTableColumn  info;
  GHashTable       *places; /* GtkListItem → Place */
  GtkColumnViewColumn *column; /* weak */
  int               needed_px;
  guint             grow_source;
} Column;

/* A cell with its column and its list item. */
typedef struct {
  Column      *column;
  GtkListItem *list_item;
  DwellCell   *cell;
} Place;

static void
column_free (Column *self)
{
  g_clear_handle_id (&self->grow_source, g_source_remove);
  g_clear_weak_pointer (&self->column);
  g_hash_table_unref (self->places);
  g_free (self);
}

/* --- Width --- */

/* The key of the width that the program set. If the width differs, the user has set it. */
#define GROWING "dwell-growing"

/**
 * dwell_table_set_width:
 * @column: a column of cells
 * @width: px, as shown; -1: no fixed width
 * @grows: whether the column may grow to fit its numbers, until the user changes the width
 *
 * Sets the width of a column.
 */
void
dwell_table_set_width (GtkColumnViewColumn *column,
                       int                  width,
                       gboolean             grows)
{
  g_object_set_data (G_OBJECT (column), GROWING, GINT_TO_POINTER (grows ? width : 0));
  gtk_column_view_column_set_fixed_width (column, width);
}

/**
 * dwell_table_is_growing:
 * @column: a column of cells
 *
 * Returns: %TRUE if the column may grow and the user has not changed its width
 */
gboolean
dwell_table_is_growing (GtkColumnViewColumn *column)
{
  int width = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), GROWING));

  return width > 0 && width == gtk_column_view_column_get_fixed_width (column);
}

static gboolean
grow (gpointer user_data)
{
  Column *column = user_data;

  column->grow_source = 0;
  if (column->column != NULL && dwell_table_is_growing (column->column) &&
      gtk_column_view_column_get_fixed_width (column->column) < column->needed_px)
    dwell_table_set_width (column->column, column->needed_px, TRUE);

  return G_SOURCE_REMOVE;
}

/* Widens the column to show the whole number. The signal is emitted while the cell is drawn, when a
 * width must not change, so this waits until the main loop is idle. */
static void
on_cut (DwellCell *cell,
        int        missing_px,
        Column    *column)
{
  if (column->column == NULL || !dwell_table_is_growing (column->column))
    return;

  column->needed_px = MAX (column->needed_px, missing_px +
                           gtk_column_view_column_get_fixed_width (column->column));
  if (column->grow_source == 0)
    column->grow_source = g_idle_add (grow, column);
}

/* --- Cells --- */

static void
set_up_cell (GtkSignalListItemFactory *factory,
             GtkListItem              *list_item,
             Column                   *column)
{
  Place *place = g_new (Place, 1);

  place->column = column;
  place->list_item = list_item;
  place->cell = DWELL_CELL (dwell_cell_new ());
  g_hash_table_insert (column->places, list_item, place);

  /* In GTK 4.8 both the row and the cell handle a click: one selects the row, the other would
   * unselect it again. */
  gtk_list_item_set_selectable (list_item, FALSE);
  gtk_list_item_set_activatable (list_item, FALSE);

  dwell_cell_set_is_number (place->cell, column->info.is_number);
  g_signal_connect (place->cell, "cut", G_CALLBACK (on_cut), column);
  gtk_list_item_set_child (list_item, GTK_WIDGET (place->cell));
}

static void
tear_down_cell (GtkSignalListItemFactory *factory,
                GtkListItem              *list_item,
                Column                   *column)
{
  gtk_list_item_set_child (list_item, NULL);
  g_hash_table_remove (column->places, list_item);
}

static void
fill_cell (Place *place)
{
  const DwellTableColumn *info = &place->column->info;
  DwellTableRow *row = gtk_list_item_get_item (place->list_item);
  gpointer item = dwell_table_row_get_item (row);

  if (item != NULL)
    info->fill (place->cell, item, info->id, info->user_data);
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *list_item,
           Column                   *column)
{
  Place *place = g_hash_table_lookup (column->places, list_item);

  dwell_cell_set_position (place->cell, gtk_list_item_get_position (list_item));
  g_signal_connect_swapped (gtk_list_item_get_item (list_item), "notify::item",
                            G_CALLBACK (fill_cell), place);
  fill_cell (place);
}

static void
unbind_cell (GtkSignalListItemFactory *factory,
             GtkListItem              *list_item,
             Column                   *column)
{
  g_signal_handlers_disconnect_by_data (gtk_list_item_get_item (list_item),
                                        g_hash_table_lookup (column->places, list_item));
}

#define SCROLLED_KEY "dwell-scrolled-from-first"

/* Stores the px between the first column, which is the rightmost, and the visible part. */
static void
remember_scrolled (GtkAdjustment *adjustment)
{
  double scrolled = gtk_adjustment_get_upper (adjustment) -
                    gtk_adjustment_get_page_size (adjustment) -
                    gtk_adjustment_get_value (adjustment);

  g_object_set_data (G_OBJECT (adjustment), SCROLLED_KEY, GINT_TO_POINTER ((int) scrolled));
}

static gboolean
allocate_again (gpointer table)
{
  gtk_widget_queue_allocate (table);
  return G_SOURCE_REMOVE;
}

/* The adjustment changes during the allocation of the table, after the columns have been placed
 * with its old value; so the table needs a second allocation. */
static void
keep_scrolled (GtkAdjustment *adjustment,
               GtkWidget     *table)
{
  int scrolled = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (adjustment), SCROLLED_KEY));

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) -
                                        gtk_adjustment_get_page_size (adjustment) - scrolled);
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, allocate_again, g_object_ref (table), g_object_unref);
}

/* In right-to-left languages the first columns are the rightmost. GTK 4.8 would show the left end
 * first, and keep it in view when the width changes. */
static void
on_adjustment (GtkWidget *table)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (table));

  if (adjustment == NULL || gtk_widget_get_direction (table) != GTK_TEXT_DIR_RTL)
    return;

  g_signal_connect_object (adjustment, "changed", G_CALLBACK (keep_scrolled), table, 0);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (remember_scrolled), table, 0);
}

/* Gives the list inside the table the accessible name of the table instead of that of its type. */
static void
name_list (GtkColumnView *table)
{
  gtk_accessible_update_relation (GTK_ACCESSIBLE (dwell_table_get_list (table)),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, table, NULL, -1);
}

/**
 * dwell_table_add_column:
 * @table: a table of DwellTableRows
 * @column: the description of the new column, which is copied
 *
 * Adds a column at the end of @table.
 *
 * Returns: (transfer none): the new column
 */
GtkColumnViewColumn *
dwell_table_add_column (GtkColumnView          *table,
                        const DwellTableColumn *column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr(GtkColumnViewColumn) result = gtk_column_view_column_new (column->title, factory);
  guint position = g_list_model_get_n_items (gtk_column_view_get_columns (table));
  int width;
  Column *data = g_new0 (Column, 1);

  data->info = *column;
  g_set_weak_pointer (&data->column, result);
  data->places = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_cell), data);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), data);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), data);
  g_signal_connect_data (factory, "teardown", G_CALLBACK (tear_down_cell), data,
                         (GClosureNotify) (GCallback) column_free, 0);

  /* The column keeps its factory, which keeps @data. */
  gtk_column_view_column_set_resizable (result, TRUE);
  gtk_column_view_column_set_expand (result, column->expands);
  if (position == 0)
    {
      g_signal_connect (table, "notify::hadjustment", G_CALLBACK (on_adjustment), NULL);
      on_adjustment (GTK_WIDGET (table));
      dwell_table_header_add_keys (table);
      name_list (table);
    }
  gtk_column_view_append_column (table, result);
  if (column->is_number)
    dwell_table_align_title (table, position);
  dwell_table_set_title_tip (table, position, column->tip);
  width = (int) (column->width * dwell_text_scale_get (GTK_WIDGET (table)));
  dwell_table_set_width (result, MAX (width, dwell_table_get_title_width (table, position)),
                         column->is_number);

  return result;
}
