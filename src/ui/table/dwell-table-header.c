/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keyboard control of the headings of a table, which in GTK 4.8 only react to the pointer. Up in
 * the first row moves the focus to a heading, and the arrow keys move it to the next heading. Enter
 * sorts by the column; Ctrl and an arrow key change its width; Ctrl, Shift and an arrow key move
 * it; Down returns to the rows.
 *
 * A heading can take the focus only while these keys have moved it there. Otherwise a table that
 * gets the focus would give it to a heading instead of a row. */
#include "config.h"

#include "ui/table/dwell-table-header.h"

#include <glib/gi18n-lib.h>

#include "ui/table/dwell-table-title.h"
#include "ui/table/dwell-table.h"
#include "ui/widgets/dwell-keypad.h"

#define WIDTH_STEP_PX    16
#define MIN_WIDTH_PX     24

static GtkWidget *
get_header (GtkColumnView *table)
{
  return gtk_widget_get_first_child (GTK_WIDGET (table));
}

/* Returns the heading that has the focus, or NULL. */
static GtkWidget *
get_focused (GtkColumnView *table)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (table));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_get_parent (focus) == get_header (table) ? focus : NULL;
}

/* The headings have the same order as the columns, including the hidden ones. */
static GtkColumnViewColumn *
get_column (GtkColumnView *table,
            GtkWidget     *title,
            guint         *position)
{
  g_autoptr(GtkColumnViewColumn) column = NULL;

  *position = 0;
  for (GtkWidget *other = gtk_widget_get_prev_sibling (title); other != NULL;
       other = gtk_widget_get_prev_sibling (other))
    (*position)++;

  column = g_list_model_get_item (gtk_column_view_get_columns (table), *position);
  return column; /* the table keeps it */
}

static GtkWidget *
get_next_visible (GtkWidget *title,
                  gboolean   is_forward)
{
  do
    title = is_forward ? gtk_widget_get_next_sibling (title) : gtk_widget_get_prev_sibling (title);
  while (title != NULL && !gtk_widget_get_visible (title));

  return title;
}

static void
on_focus (GtkWidget  *title,
          GParamSpec *pspec,
          gpointer    unused)
{
  GtkWidget *header = gtk_widget_get_parent (title);
  GtkRoot *root = gtk_widget_get_root (title);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (gtk_widget_has_focus (title))
    return;

  g_signal_handlers_disconnect_by_func (title, on_focus, NULL);
  gtk_widget_set_focusable (title, FALSE);
  if (header != NULL && (focus == NULL || gtk_widget_get_parent (focus) != header))
    gtk_widget_set_can_focus (header, FALSE);
}

/* Scrolls the heading into view, and moves the focus to it. */
static void
focus_title (GtkColumnView *table,
             GtkWidget     *title)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (table));
  graphene_rect_t rect;
  guint position;
  GtkColumnViewColumn *column = get_column (table, title, &position);

  gtk_accessible_update_property (
    GTK_ACCESSIBLE (title),
    GTK_ACCESSIBLE_PROPERTY_LABEL, gtk_column_view_column_get_title (column),
    /* Translators: what keys do to a column of a table, for those who hear it */
    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _("Enter sorts, Ctrl with an arrow key changes the width, "
                                           "Ctrl+Shift with an arrow key moves the column"),
    -1);

  gtk_widget_set_can_focus (get_header (table), TRUE);
  gtk_widget_set_focusable (title, TRUE);
  gtk_widget_grab_focus (title);
  if (gtk_widget_has_focus (title) &&
      g_signal_handler_find (title, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, on_focus, NULL) == 0)
    g_signal_connect (title, "notify::has-focus", G_CALLBACK (on_focus), NULL);

  if (adjustment != NULL && gtk_widget_compute_bounds (title, get_header (table), &rect))
    gtk_adjustment_clamp_page (adjustment, rect.origin.x, rect.origin.x + rect.size.width);
}

/* Sorts as a click does: first in ascending order, then in descending order. */
static void
sort (GtkColumnView *table,
      GtkWidget     *title)
{
  guint position;
  GtkColumnViewColumn *column = get_column (table, title, &position);
  GtkSorter *sorter = gtk_column_view_column_get_sorter (column);
  gboolean is_descending;
  int id = -1;
  int other = -1;

  if (sorter == NULL)
    {
      gtk_widget_error_bell (title);
      return;
    }

  gtk_sorter_compare (sorter, &id, &other);
  is_descending = dwell_table_get_sort_id (table, &is_descending) == id && !is_descending;
  gtk_column_view_sort_by_column (table, NULL, GTK_SORT_ASCENDING);
  gtk_column_view_sort_by_column (table, column,
                                  is_descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  gtk_accessible_update_property (GTK_ACCESSIBLE (title), GTK_ACCESSIBLE_PROPERTY_SORT,
                                  is_descending ? GTK_ACCESSIBLE_SORT_DESCENDING
                                                : GTK_ACCESSIBLE_SORT_ASCENDING, -1);
}

static void
widen (GtkColumnView *table,
       GtkWidget     *title,
       gboolean       is_wider)
{
  guint position;
  GtkColumnViewColumn *column = get_column (table, title, &position);
  int width = gtk_widget_get_allocated_width (title) +
              (is_wider ? WIDTH_STEP_PX : -WIDTH_STEP_PX);

  /* A column that expands would not get the fixed width. */
  gtk_column_view_column_set_expand (column, FALSE);
  gtk_column_view_column_set_fixed_width (column, MAX (width, MIN_WIDTH_PX));
}

/* Moves the column past the next visible one. */
static void
move (GtkColumnView *table,
      GtkWidget     *title,
      gboolean       is_forward)
{
  GtkWidget *next = get_next_visible (title, is_forward);
  guint position;
  guint next_position;
  GtkColumnViewColumn *column = get_column (table, title, &position);

  if (next == NULL)
    {
      gtk_widget_error_bell (title);
      return;
    }

  get_column (table, next, &next_position);
  gtk_column_view_insert_column (table, next_position, column);
  focus_title (table, title);
}

/* Moves the focus from the first row to the first visible heading. */
static gboolean
enter (GtkColumnView *table)
{
  GtkWidget *title = gtk_widget_get_first_child (get_header (table));

  if (dwell_table_get_focused_row (table) != 0)
    return FALSE;

  if (title != NULL && !gtk_widget_get_visible (title))
    title = get_next_visible (title, TRUE);
  if (title != NULL)
    focus_title (table, title);

  return title != NULL;
}

static gboolean
step (GtkColumnView   *table,
      GtkWidget       *title,
      gboolean         is_forward,
      GdkModifierType  modifiers)
{
  GtkWidget *next;

  if (modifiers == GDK_CONTROL_MASK)
    {
      widen (table, title, is_forward);
      return TRUE;
    }

  if (modifiers == (GDK_CONTROL_MASK | GDK_SHIFT_MASK))
    {
      move (table, title, is_forward);
      return TRUE;
    }

  next = get_next_visible (title, is_forward);
  if (next != NULL)
    focus_title (table, next);
  else
    gtk_widget_error_bell (title);

  return TRUE;
}

static gboolean
key_pressed (GtkEventControllerKey *controller,
             guint                  key,
             guint                  code,
             GdkModifierType        state,
             GtkColumnView         *table)
{
  GdkModifierType modifiers = state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK);
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (table)) == GTK_TEXT_DIR_RTL;
  GtkWidget *title = get_focused (table);
  guint plain = dwell_keypad_get_plain (key);

  if (title == NULL)
    return plain == GDK_KEY_Up && modifiers == 0 && enter (table);

  switch (plain)
    {
    case GDK_KEY_Left:
      return (modifiers & GDK_ALT_MASK) == 0 && step (table, title, is_rtl, modifiers);
    case GDK_KEY_Right:
      return (modifiers & GDK_ALT_MASK) == 0 && step (table, title, !is_rtl, modifiers);
    case GDK_KEY_Return:
    case GDK_KEY_space:
      sort (table, title);
      return TRUE;
    case GDK_KEY_Down:
    case GDK_KEY_Escape:
      gtk_widget_grab_focus (dwell_table_get_list (table));
      return TRUE;
    default:
      return FALSE;
    }
}

/**
 * dwell_table_header_add_keys:
 * @table: a table of cells
 *
 * Adds the keys described above. They come before key controllers that @table already has.
 */
void
dwell_table_header_add_keys (GtkColumnView *table)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect (controller, "key-pressed", G_CALLBACK (key_pressed), table);
  gtk_widget_add_controller (GTK_WIDGET (table), controller);
}
