/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The titles of a table's columns: their width, their alignment, and the order they sort by. */
#include "config.h"

#include "ui/table/dwell-table-title.h"

/* px; it is measured only while it is shown. */
#define ARROW_WIDTH 16
/* px; a unit is as long as its file likes. */
#define MAX_TITLE_WIDTH 320

/* GTK has no call for a column's title, so it is looked for among the table's children. */
static GtkWidget *
find_title (GtkColumnView *table,
            guint          position)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (table));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;

  for (guint i = 0; i < position && title != NULL; i++)
    title = gtk_widget_get_next_sibling (title);

  return title;
}

/**
 * dwell_table_get_title_width:
 * @table: a table
 * @position: of a column that is shown
 *
 * Returns: px that the column's title needs, with the arrow that shows the order
 */
int
dwell_table_get_title_width (GtkColumnView *table,
                             guint          position)
{
  GtkWidget *title = find_title (table, position);
  GtkWidget *box = title != NULL ? gtk_widget_get_first_child (title) : NULL;
  GtkBorder padding;
  int least = 0;

  if (!GTK_IS_BOX (box))
    return 0;

  /* The title itself would tell the width that its column has. */
  gtk_widget_measure (box, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_style_context_get_padding (gtk_widget_get_style_context (title), &padding);

  return MIN (padding.left + least + padding.right + ARROW_WIDTH, MAX_TITLE_WIDTH);
}

/**
 * dwell_table_align_title:
 * @table: a table
 * @position: of a column of numbers
 *
 * Puts the column's title above the end of its numbers, at the right, where it stands from right to
 * left without help. If the table's children are not as expected it stays at the begin.
 */
void
dwell_table_align_title (GtkColumnView *table,
                         guint          position)
{
  GtkWidget *title = find_title (table, position);
  GtkWidget *box = title != NULL ? gtk_widget_get_first_child (title) : NULL;

  if (!GTK_IS_BOX (box) || gtk_widget_get_direction (box) == GTK_TEXT_DIR_RTL)
    return;

  gtk_widget_set_halign (box, GTK_ALIGN_END);
  /* The arrow that shows the order goes before the text. */
  gtk_box_reorder_child_after (GTK_BOX (box), gtk_widget_get_last_child (box), NULL);
}

static int
tell_id (gconstpointer a,
         gconstpointer b,
         gpointer      user_data)
{
  *(int *) a = GPOINTER_TO_INT (user_data);

  return -1;
}

/**
 * dwell_table_set_sort_id:
 * @column: a column of a table whose model sorts itself
 * @id: what to know the column by, 0 or more
 *
 * Lets the column's header be clicked to sort. No row is ever compared by it.
 */
void
dwell_table_set_sort_id (GtkColumnViewColumn *column,
                         int                  id)
{
  g_autoptr(GtkSorter) sorter =
    GTK_SORTER (gtk_custom_sorter_new (tell_id, GINT_TO_POINTER (id), NULL));

  gtk_column_view_column_set_sorter (column, sorter);
}

/**
 * dwell_table_get_sort_id:
 * @table: a table
 * @is_descending: (out): whether the largest comes first
 *
 * GTK 4.8 does not tell which column sorts, but it asks the columns' sorters in the order in which
 * they count: given a place for an id instead of a row, the first one tells its own.
 *
 * Returns: the id of the column by which to sort, -1 if there is none
 */
int
dwell_table_get_sort_id (GtkColumnView *table,
                         gboolean      *is_descending)
{
  int id = -1;
  int other = -1;
  GtkOrdering ordering = gtk_sorter_compare (gtk_column_view_get_sorter (table), &id, &other);

  *is_descending = ordering == GTK_ORDERING_LARGER;

  return id;
}
