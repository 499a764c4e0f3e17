/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The button that opens the choice of a table's columns: a check button for each column that has
 * content and can be hidden. The check buttons are created when it is first opened, since dozens of
 * them take as long as the rest of a page, and few users ever open it. */
#include "config.h"

#include "ui/table/dwell-columns-button.h"

/* More check buttons than these are laid out in two columns. */
#define MAX_SINGLE 10

#define GROUP_GAP 12 /* px */

struct _DwellColumnsButton
{
  AdwBin parent_instance;

  GtkGrid *grid;

  DwellTableColumns *columns;
  GtkWidget        **checks; /* one for each column, in their order */
  gboolean           is_updating;
};

G_DEFINE_FINAL_TYPE (DwellColumnsButton, dwell_columns_button, ADW_TYPE_BIN)

static void
on_toggled (DwellColumnsButton *self,
            GtkCheckButton     *check)
{
  if (self->is_updating)
    return;

  for (guint i = 0; i < dwell_table_columns_get_n (self->columns); i++)
    if (self->checks[i] == GTK_WIDGET (check))
      dwell_table_columns_set_wanted (self->columns,
                                      dwell_table_columns_get_nth (self->columns, i)->id,
                                      gtk_check_button_get_active (check));
}

static void
on_reset (DwellColumnsButton *self)
{
  dwell_table_columns_reset (self->columns);
}

static gboolean
is_offered (DwellColumnsButton *self,
            guint               n)
{
  const DwellTableColumn *column = dwell_table_columns_get_nth (self->columns, n);

  return !column->is_fixed && dwell_table_columns_is_available (self->columns, column->id);
}

static guint
count_offered (DwellColumnsButton *self)
{
  guint n = 0;

  for (guint i = 0; i < dwell_table_columns_get_n (self->columns); i++)
    n += is_offered (self, i);

  return n;
}

static gboolean
is_in_group (DwellColumnsButton *self,
             guint               n,
             const char         *group)
{
  return is_offered (self, n) &&
         g_strcmp0 (dwell_table_columns_get_nth (self->columns, n)->group, group) == 0;
}

static GtkWidget *
make_heading (const char *group)
{
  GtkWidget *heading = gtk_label_new (group);

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  return heading;
}

/* Places the check buttons of a group below its heading, from row @row of the grid on. Returns the
 * number of rows used. */
static int
lay_out_group (DwellColumnsButton *self,
               const char         *group,
               int                 row)
{
  guint n_columns = dwell_table_columns_get_n (self->columns);
  int n_places = count_offered (self) > MAX_SINGLE ? 2 : 1;
  int first = row;
  int place = 0;

  if (group != NULL)
    {
      GtkWidget *heading = make_heading (group);

      gtk_widget_set_margin_top (heading, row > 0 ? GROUP_GAP : 0);
      gtk_grid_attach (self->grid, heading, 0, row++, n_places, 1);
    }

  for (guint i = 0; i < n_columns; i++)
    if (is_in_group (self, i, group))
      {
        gtk_grid_attach (self->grid, self->checks[i], place % n_places, row + place / n_places,
                         1, 1);
        place++;
      }

  return row + (place + n_places - 1) / n_places - first;
}

/* Groups come in the order of their first columns. */
static void
lay_out (DwellColumnsButton *self)
{
  guint n = dwell_table_columns_get_n (self->columns);
  GtkWidget *child;
  int row = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);

  for (guint i = 0; i < n; i++)
    if (gtk_widget_get_parent (self->checks[i]) == NULL && is_offered (self, i))
      row += lay_out_group (self, dwell_table_columns_get_nth (self->columns, i)->group, row);
}

static void
update (DwellColumnsButton *self)
{
  gboolean is_outdated = FALSE;

  if (self->checks == NULL)
    return;

  self->is_updating = TRUE;
  for (guint i = 0; i < dwell_table_columns_get_n (self->columns); i++)
    {
      int id = dwell_table_columns_get_nth (self->columns, i)->id;

      if (dwell_table_columns_get_nth (self->columns, i)->is_of_trace)
        gtk_check_button_set_label (GTK_CHECK_BUTTON (self->checks[i]),
                                    dwell_table_columns_get_title (self->columns, id));
      is_outdated |= is_offered (self, i) != (gtk_widget_get_parent (self->checks[i]) != NULL);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->checks[i]),
                                   dwell_table_columns_is_wanted (self->columns, id));
    }
  self->is_updating = FALSE;

  if (is_outdated)
    lay_out (self);
}

static GtkWidget *
make_check (DwellColumnsButton     *self,
            const DwellTableColumn *column)
{
  GtkWidget *check = gtk_check_button_new_with_label (column->title);

  gtk_widget_set_tooltip_text (check, column->tip);
  g_signal_connect_object (check, "toggled", G_CALLBACK (on_toggled), self, G_CONNECT_SWAPPED);

  return g_object_ref_sink (check);
}

static void
on_show (DwellColumnsButton *self)
{
  guint n = self->columns != NULL ? dwell_table_columns_get_n (self->columns) : 0;

  if (self->checks != NULL || n == 0)
    return;

  self->checks = g_new0 (GtkWidget *, n);
  for (guint i = 0; i < n; i++)
    self->checks[i] = make_check (self, dwell_table_columns_get_nth (self->columns, i));
  update (self);
}

static void
dwell_columns_button_dispose (GObject *object)
{
  DwellColumnsButton *self = DWELL_COLUMNS_BUTTON (object);

  for (guint i = 0; self->checks != NULL && i < dwell_table_columns_get_n (self->columns); i++)
    g_object_unref (self->checks[i]);
  g_clear_pointer (&self->checks, g_free);
  g_clear_object (&self->columns);

  G_OBJECT_CLASS (dwell_columns_button_parent_class)->dispose (object);
}

static void
dwell_columns_button_class_init (DwellColumnsButtonClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_columns_button_dispose;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-columns-button.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellColumnsButton, grid);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_show);
}

static void
dwell_columns_button_init (DwellColumnsButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * dwell_columns_button_set_columns:
 * @self: a button that has no columns yet
 * @columns: the columns of a table, all of which have been added
 *
 * Sets the columns to choose from. It can be called only once.
 */
void
dwell_columns_button_set_columns (DwellColumnsButton *self,
                                  DwellTableColumns  *columns)
{
  g_return_if_fail (DWELL_IS_COLUMNS_BUTTON (self));
  g_return_if_fail (self->columns == NULL);

  self->columns = g_object_ref (columns);
  g_signal_connect_object (columns, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}
