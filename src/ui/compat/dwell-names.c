/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accessible names for the focusable parts of composite controls.
 *
 * GTK 4.8 does not pass the name of a control on to the inner button of a drop-down or of a split
 * button, nor the texts of cells to their row: a screen reader would read names of types. */
#include "config.h"

#include "ui/compat/dwell-names.h"

#include <adwaita.h>

/* This many cells at the start of a row together are its name. */
#define N_NAMING_CELLS 4

/* The selected item is the description of the button, which is read after its name. */
static void
on_selected (GtkDropDown *drop_down,
             GParamSpec  *pspec,
             GtkWidget   *button)
{
  gpointer item = gtk_drop_down_get_selected_item (drop_down);

  if (GTK_IS_STRING_OBJECT (item))
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    gtk_string_object_get_string (item), -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

/* GTK 4.8 composes a button's name from its label with and without the mnemonic, "_Open Open". */
static gboolean
on_map (GSignalInvocationHint *hint,
        guint                  n_values,
        const GValue          *values,
        gpointer               data)
{
  gpointer widget = g_value_get_object (&values[0]);

  if (GTK_IS_BUTTON (widget) && gtk_button_get_use_underline (widget) &&
      gtk_button_get_label (widget) != NULL)
    gtk_accessible_reset_property (widget, GTK_ACCESSIBLE_PROPERTY_LABEL);

  return TRUE;
}

/**
 * dwell_names_install:
 *
 * From now on the accessible name of every button with a mnemonic is the text that it shows.
 */
void
dwell_names_install (void)
{
  g_type_class_unref (g_type_class_ref (GTK_TYPE_BUTTON));
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
}

/* Names the list of choices, which is somewhere below @widget. */
static void
name_list (GtkWidget   *widget,
           GtkDropDown *drop_down)
{
  if (GTK_IS_LIST_VIEW (widget))
    gtk_accessible_update_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    drop_down, NULL, -1);

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    name_list (child, drop_down);
}

static void
name_drop_down (GtkDropDown *drop_down)
{
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (drop_down));

  gtk_accessible_update_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  drop_down, NULL, -1);
  name_list (GTK_WIDGET (drop_down), drop_down);
  g_signal_connect_object (drop_down, "notify::selected-item", G_CALLBACK (on_selected), button, 0);
  on_selected (drop_down, NULL, button);
}

static void
name_split_button (AdwSplitButton *split_button)
{
  const char *name = adw_split_button_get_dropdown_tooltip (split_button);

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (split_button));
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_MENU_BUTTON (child))
      gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                      -1);
}

/* The switch that an expander row creates gets the row's title without its mnemonic. */
static void
name_switch (GtkWidget *widget)
{
  GtkWidget *row = gtk_widget_get_ancestor (widget, ADW_TYPE_PREFERENCES_ROW);
  g_autofree char *name = NULL;
  gunichar mnemonic;

  if (row == NULL)
    return;

  mnemonic = adw_preferences_row_get_use_underline (ADW_PREFERENCES_ROW (row)) ? '_' : 0;
  if (pango_parse_markup (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), -1, mnemonic,
                          NULL, &name, NULL, NULL))
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    -1);
}

/**
 * dwell_names_share:
 * @root: a widget whose template has been initialized
 *
 * Names the parts of composite controls below @root: the inner button and the list of a drop-down
 * get its accessible label, the inner button of a split button gets its drop-down tooltip, and a
 * switch gets the title of its row.
 */
void
dwell_names_share (GtkWidget *root)
{
  if (GTK_IS_DROP_DOWN (root))
    {
      name_drop_down (GTK_DROP_DOWN (root));
      return;
    }

  if (ADW_IS_SPLIT_BUTTON (root))
    {
      name_split_button (ADW_SPLIT_BUTTON (root));
      return;
    }

  if (GTK_IS_SWITCH (root))
    {
      name_switch (root);
      return;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    dwell_names_share (child);
}

/* Labels @row by its first cells except @gone (nullable), which is being removed: the relation
 * would keep a pointer without a reference. */
static void
name_row (GtkWidget *row,
          GtkWidget *gone)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (row);
  GtkWidget *cells[N_NAMING_CELLS];
  guint n = 0;

  for (GtkWidget *holder = gtk_widget_get_first_child (row);
       holder != NULL && n < G_N_ELEMENTS (cells);
       holder = gtk_widget_get_next_sibling (holder))
    {
      GtkWidget *child = gtk_widget_get_first_child (holder);

      if (child != NULL && child != gone)
        cells[n++] = child;
    }

  if (n == 0)
    gtk_accessible_reset_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  else if (n == 1)
    gtk_accessible_update_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY, cells[0], NULL,
                                    -1);
  else if (n == 2)
    gtk_accessible_update_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY, cells[0],
                                    cells[1], NULL, -1);
  else
    gtk_accessible_update_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY, cells[0],
                                    cells[1], cells[2], NULL, -1);
}

/* Returns whether the cell in @holder is one of those that name its row. */
static gboolean
is_among_first (GtkWidget *holder)
{
  for (guint i = 0; i < N_NAMING_CELLS && holder != NULL; i++)
    holder = gtk_widget_get_prev_sibling (holder);

  return holder == NULL;
}

/* A cell that is being removed is still a child of its row here. */
static void
on_root (GtkWidget *cell)
{
  GtkWidget *holder = gtk_widget_get_parent (cell);
  GtkWidget *row = holder != NULL ? gtk_widget_get_parent (holder) : NULL;
  gboolean is_there = gtk_widget_get_root (cell) != NULL;

  if (row == NULL || !g_str_equal (G_OBJECT_TYPE_NAME (row), "GtkListItemWidget"))
    return;

  if (is_there)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (holder), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    cell, NULL, -1);
  else
    gtk_accessible_reset_relation (GTK_ACCESSIBLE (holder), GTK_ACCESSIBLE_RELATION_LABELLED_BY);

  if (is_among_first (holder))
    name_row (row, is_there ? NULL : cell);
}

/**
 * dwell_names_share_cell:
 * @cell: a cell of a table, which has an accessible name
 *
 * From now on, while @cell is in a table, it labels the GTK widget that contains it, and the first
 * cells of a row label the row.
 */
void
dwell_names_share_cell (GtkWidget *cell)
{
  g_signal_connect (cell, "notify::root", G_CALLBACK (on_root), NULL);
}
