/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The titles of a table's columns: their widths, their alignment, and sorting by them. */
#include "config.h"

#include "ui/table/dwell-table-title.h"

/* px; a hidden arrow cannot be measured. */
#define ARROW_WIDTH 16
/* px; a limit, because a title can contain a unit, which a file sets. */
#define MAX_TITLE_WIDTH 320

/* GTK has no function that returns the widget of a title, so this searches the table's children. */
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
 * @position: the position of a visible column
 *
 * Returns: the px that the column's title needs, with the arrow that shows the order; 0 if the
 *   title was not found
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

  /* The title widget itself would report the width of its column. */
  gtk_widget_measure (box, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_style_context_get_padding (gtk_widget_get_style_context (title), &padding);

  return MIN (padding.left + least + padding.right + ARROW_WIDTH, MAX_TITLE_WIDTH);
}

/**
 * dwell_table_align_title:
 * @table: a table
 * @position: the position of a column of numbers
 *
 * Aligns the column's title with its numbers, at the right. In right-to-left languages titles are
 * right-aligned anyway. If the table's children are not as expected, nothing changes.
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

static gboolean
on_query_tip (GtkWidget  *title,
              int         x,
              int         y,
              gboolean    is_keyboard,
              GtkTooltip *tooltip,
              const char *tip)
{
  gtk_tooltip_set_text (tooltip, tip);
  return TRUE;
}

static void
free_tip (gpointer  tip,
          GClosure *closure)
{
  g_free (tip);
}

/**
 * dwell_table_set_title_tip:
 * @table: a table
 * @position: the position of a column
 * @tip: (nullable): one sentence
 *
 * Sets the tooltip of a column's title. It can be called only once for a column.
 */
void
dwell_table_set_title_tip (GtkColumnView *table,
                           guint          position,
                           const char    *tip)
{
  GtkWidget *title = find_title (table, position);

  if (title == NULL || tip == NULL)
    return;

  /* For each text of a tooltip GTK asks the display server for the position of the pointer, and
   * waits; a table has dozens. So the text is set only when it is needed. */
  g_signal_connect_data (title, "query-tooltip", G_CALLBACK (on_query_tip), g_strdup (tip),
                         free_tip, 0);
  gtk_widget_set_has_tooltip (title, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (title),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tip, -1);
}

static int
write_id (gconstpointer a,
          gconstpointer b,
          gpointer      user_data)
{
  *(int *) a = GPOINTER_TO_INT (user_data);

  return -1;
}

/**
 * dwell_table_set_sort_id:
 * @column: a column of a table whose model sorts itself
 * @id: the id of the column, 0 or more
 *
 * Makes the column's header sort by a click. The sorter never compares rows: it only returns the id
 * to dwell_table_get_sort_id().
 */
void
dwell_table_set_sort_id (GtkColumnViewColumn *column,
                         int                  id)
{
  g_autoptr(GtkSorter) sorter =
    GTK_SORTER (gtk_custom_sorter_new (write_id, GINT_TO_POINTER (id), NULL));

  gtk_column_view_column_set_sorter (column, sorter);
}

/**
 * dwell_table_get_sort_id:
 * @table: a table
 * @is_descending: (out): whether the largest value comes first
 *
 * GTK 4.8 has no function that returns the column to sort by. But the table's sorter calls those of
 * the columns in order of precedence. This passes a pointer to an id in place of a row, and the
 * first of these sorters writes its id there.
 *
 * Returns: the id of the column to sort by; -1: none
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
