/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that all tables share: scrolling, focus, the row at a point, keys, menus. */
#include "config.h"

#include "ui/table/dwell-table.h"

#include "ui/table/dwell-cell.h"
#include "ui/widgets/dwell-keypad.h"

static void
on_map (DwellTableRows *rows)
{
  dwell_table_rows_set_shown (rows, TRUE);
}

static void
on_unmap (DwellTableRows *rows)
{
  dwell_table_rows_set_shown (rows, FALSE);
}

/**
 * dwell_table_show_list:
 * @table: a table without rows
 * @list: a list
 *
 * Shows @list in @table. While the table is not mapped, its rows do not follow the list.
 *
 * Returns: (transfer none): the rows, which @table owns
 */
DwellTableRows *
dwell_table_show_list (GtkColumnView *table,
                       GListModel    *list)
{
  g_autoptr(DwellTableRows) rows = dwell_table_rows_new (list);

  gtk_column_view_set_model (table, GTK_SELECTION_MODEL (rows));
  g_signal_connect_object (table, "map", G_CALLBACK (on_map), rows, G_CONNECT_SWAPPED);
  g_signal_connect_object (table, "unmap", G_CALLBACK (on_unmap), rows, G_CONNECT_SWAPPED);
  return rows;
}

/* Scrolls as soon as the list has a size; before that, GTK would ignore it. */
static gboolean
scroll_later (GtkWidget     *list,
              GdkFrameClock *clock,
              gpointer       position)
{
  if (gtk_widget_get_height (list) <= 0)
    return G_SOURCE_CONTINUE;

  gtk_widget_activate_action (list, "list.scroll-to-item", "u", GPOINTER_TO_UINT (position));
  return G_SOURCE_REMOVE;
}

/**
 * dwell_table_get_list:
 * @table: a table
 *
 * Returns: (transfer none): the list of rows inside it, below the headings
 */
GtkWidget *
dwell_table_get_list (GtkColumnView *table)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (table));

  while (child != NULL && !GTK_IS_LIST_VIEW (child))
    child = gtk_widget_get_next_sibling (child);

  return child;
}

/**
 * dwell_table_scroll_to:
 * @table: a table
 * @position: a row of its model
 *
 * Scrolls by the least distance that makes the row visible. A table that has not been shown yet
 * scrolls when it is shown.
 */
void
dwell_table_scroll_to (GtkColumnView *table,
                       guint          position)
{
  GtkWidget *list = dwell_table_get_list (table);

  /* gtk_column_view_scroll_to() is newer than our floor; the list inside the table can do it. */
  if (gtk_widget_get_height (list) > 0)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
  else
    gtk_widget_add_tick_callback (list, scroll_later, GUINT_TO_POINTER (position), NULL);
}

/* Returns the position that @widget, GTK's widget for a row or NULL, shows. */
static guint
get_position (GtkWidget *widget)
{
  while (widget != NULL && !DWELL_IS_CELL (widget))
    widget = gtk_widget_get_first_child (widget);

  return widget != NULL ? dwell_cell_get_position (DWELL_CELL (widget))
                        : GTK_INVALID_LIST_POSITION;
}

/* Returns: (nullable): the row that has the focus */
static GtkWidget *
get_focused (GtkColumnView *table)
{
  GtkWidget *list = dwell_table_get_list (table);

  return gtk_widget_get_focus_child (GTK_WIDGET (table)) == list
           ? gtk_widget_get_focus_child (list) : NULL;
}

/**
 * dwell_table_get_focused_row:
 * @table: a table of cells
 *
 * Returns: the position of the row that has the focus, or %GTK_INVALID_LIST_POSITION
 */
guint
dwell_table_get_focused_row (GtkColumnView *table)
{
  return get_position (get_focused (table));
}

/**
 * dwell_table_get_focused_bounds:
 * @table: a table of cells
 * @position: (out): the position of the row that has the focus
 * @bounds: (out): its place in @table
 *
 * Returns: whether a row has the focus
 */
gboolean
dwell_table_get_focused_bounds (GtkColumnView   *table,
                                guint           *position,
                                graphene_rect_t *bounds)
{
  GtkWidget *row = get_focused (table);

  *position = get_position (row);
  return *position != GTK_INVALID_LIST_POSITION &&
         gtk_widget_compute_bounds (row, GTK_WIDGET (table), bounds);
}

/**
 * dwell_table_move_focus:
 * @table: a table of cells
 * @position: a row in view
 *
 * Moves the focus to a row if the table has the focus, so that the arrow keys continue from there.
 */
void
dwell_table_move_focus (GtkColumnView *table,
                        guint          position)
{
  GtkWidget *list = dwell_table_get_list (table);

  if (gtk_widget_get_focus_child (GTK_WIDGET (table)) != list)
    return;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (get_position (row) == position)
      {
        gtk_widget_grab_focus (row);
        return;
      }
}

static void
add_arrow (GtkShortcutController *controller,
           guint                  key,
           const char            *action)
{
  GtkShortcutTrigger *plain = gtk_keyval_trigger_new (key, 0);
  GtkShortcutTrigger *keypad = gtk_keyval_trigger_new (dwell_keypad_get_twin (key), 0);

  gtk_shortcut_controller_add_shortcut (
    controller, gtk_shortcut_new (gtk_alternative_trigger_new (plain, keypad),
                                  gtk_named_action_new (action)));
}

/**
 * dwell_table_add_fold_keys:
 * @table: a table whose rows unfold
 * @fold: the name of the action that folds the selected row
 * @unfold: the name of the action that unfolds it
 *
 * Binds the arrow keys: the one in the direction of reading unfolds, the other folds.
 */
void
dwell_table_add_fold_keys (GtkColumnView *table,
                           const char    *fold,
                           const char    *unfold)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (table)) == GTK_TEXT_DIR_RTL;

  add_arrow (GTK_SHORTCUT_CONTROLLER (controller), GDK_KEY_Left, is_rtl ? unfold : fold);
  add_arrow (GTK_SHORTCUT_CONTROLLER (controller), GDK_KEY_Right, is_rtl ? fold : unfold);
  /* So that the list does not consume them. */
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (table), controller);
}

/* Returns: (nullable): the cell at (@x, @y) */
static GtkWidget *
find_cell (GtkColumnView *table,
           double         x,
           double         y)
{
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (table), x, y, GTK_PICK_DEFAULT);

  /* GTK's own widget contains the cell. */
  if (widget != NULL && !DWELL_IS_CELL (widget))
    widget = gtk_widget_get_first_child (widget);

  return widget != NULL && DWELL_IS_CELL (widget) ? widget : NULL;
}

/**
 * dwell_table_pick:
 * @table: a table of cells
 * @x: a place in @table, px
 * @y: a place in @table, px
 *
 * Returns: the position of the row at that place, or %GTK_INVALID_LIST_POSITION
 */
guint
dwell_table_pick (GtkColumnView *table,
                  double         x,
                  double         y)
{
  GtkWidget *cell = find_cell (table, x, y);

  return cell != NULL ? dwell_cell_get_position (DWELL_CELL (cell)) : GTK_INVALID_LIST_POSITION;
}

/* Returns the cell at (@x, @y), or NULL; @cell_x is the place inside the cell. */
static DwellCell *
pick_cell (GtkColumnView *table,
           double         x,
           double         y,
           double        *cell_x)
{
  GtkWidget *cell = find_cell (table, x, y);
  double cell_y;

  if (cell == NULL)
    return NULL;

  gtk_widget_translate_coordinates (GTK_WIDGET (table), cell, x, y, cell_x, &cell_y);
  return DWELL_CELL (cell);
}

/**
 * dwell_table_pick_expander:
 * @table: a table of cells
 * @x: a place in @table, px
 * @y: a place in @table, px
 * @position: (out): the position of the row; not set if there is none
 *
 * Returns: %TRUE if the arrow of a cell is at that place
 */
gboolean
dwell_table_pick_expander (GtkColumnView *table,
                           double         x,
                           double         y,
                           guint         *position)
{
  double cell_x;
  DwellCell *cell = pick_cell (table, x, y, &cell_x);

  if (cell == NULL || !dwell_cell_is_expander (cell, cell_x))
    return FALSE;

  *position = dwell_cell_get_position (cell);
  return TRUE;
}

/**
 * dwell_table_pick_icon:
 * @table: a table of cells
 * @x: a place in @table, px
 * @y: a place in @table, px
 * @position: (out): the position of the row; not set if there is none
 *
 * Returns: %TRUE if the icon of a cell is at that place
 */
gboolean
dwell_table_pick_icon (GtkColumnView *table,
                       double         x,
                       double         y,
                       guint         *position)
{
  double cell_x;
  DwellCell *cell = pick_cell (table, x, y, &cell_x);

  if (cell == NULL || !dwell_cell_is_icon (cell, cell_x))
    return FALSE;

  *position = dwell_cell_get_position (cell);
  return TRUE;
}

/**
 * dwell_table_show_filter_error:
 * @entry: a filter's entry
 * @label: the label for the message
 * @error: (nullable): the error in the filter; %NULL if it is valid
 *
 * Shows the error of a filter, or removes it.
 */
void
dwell_table_show_filter_error (GtkWidget    *entry,
                               GtkWidget    *label,
                               const GError *error)
{
  gtk_widget_set_visible (label, error != NULL);

  if (error != NULL)
    {
      gtk_label_set_text (GTK_LABEL (label), error->message);
      gtk_widget_add_css_class (entry, "error");
    }
  else
    {
      gtk_widget_remove_css_class (entry, "error");
    }
}
