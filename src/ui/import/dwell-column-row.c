/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row to choose a column of the file for an option of reading. A value that is not a column of
 * the file, such as a list of columns or a column from a preset, stays among the choices. */
#include "config.h"

#include "ui/import/dwell-column-row.h"

#include <glib/gi18n-lib.h>

struct _DwellColumnRow
{
  AdwComboRow parent_instance;

  const DwellOption *option;
  GPtrArray         *columns; /* utf8 */
  GPtrArray         *values;  /* utf8: the values of the choices */
  char              *value;
  gboolean           is_showing; /* the program changes it, not the user */
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellColumnRow, dwell_column_row, ADW_TYPE_COMBO_ROW)

static void
add_choice (DwellColumnRow *self,
            GtkStringList  *titles,
            const char     *value,
            const char     *title)
{
  gtk_string_list_append (titles, title);
  g_ptr_array_add (self->values, g_strdup (value));
}

/* Returns the value of the option that selects @column: the column's name, or its number if an
 * earlier column has the same name or if the name has another meaning as a value. */
static char *
dup_value (DwellColumnRow *self,
           guint           column)
{
  const char *name = g_ptr_array_index (self->columns, column);
  gboolean is_special = *name == '\0' || g_str_equal (name, "-") || g_str_equal (name, "*");

  for (guint i = 0; i < column && !is_special; i++)
    is_special = g_str_equal (g_ptr_array_index (self->columns, i), name);

  return is_special ? g_strdup_printf ("#%u", column + 1) : g_strdup (name);
}

static void
show_choices (DwellColumnRow *self)
{
  g_autoptr(GtkStringList) titles = gtk_string_list_new (NULL);
  guint selected = GTK_INVALID_LIST_POSITION;

  g_ptr_array_set_size (self->values, 0);
  add_choice (self, titles, "", _("Automatic"));
  add_choice (self, titles, "-", C_("column", "None"));
  if (self->option->type == DWELL_OPTION_COLUMNS)
    add_choice (self, titles, "*", _("All other numbers"));
  for (guint i = 0; i < self->columns->len; i++)
    {
      g_autofree char *value = dup_value (self, i);

      add_choice (self, titles, value, g_ptr_array_index (self->columns, i));
    }

  for (guint i = 0; i < self->values->len && selected == GTK_INVALID_LIST_POSITION; i++)
    if (g_str_equal (g_ptr_array_index (self->values, i), self->value))
      selected = i;
  if (selected == GTK_INVALID_LIST_POSITION)
    {
      selected = self->values->len;
      add_choice (self, titles, self->value, self->value);
    }

  self->is_showing = TRUE;
  adw_combo_row_set_model (ADW_COMBO_ROW (self), G_LIST_MODEL (titles));
  adw_combo_row_set_selected (ADW_COMBO_ROW (self), selected);
  self->is_showing = FALSE;
}

static void
on_selected (DwellColumnRow *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self));

  if (self->is_showing || selected >= self->values->len)
    return;

  g_free (self->value);
  self->value = g_strdup (g_ptr_array_index (self->values, selected));
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
dwell_column_row_finalize (GObject *object)
{
  DwellColumnRow *self = DWELL_COLUMN_ROW (object);

  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->values);
  g_free (self->value);

  G_OBJECT_CLASS (dwell_column_row_parent_class)->finalize (object);
}

static void
dwell_column_row_class_init (DwellColumnRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_column_row_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_column_row_init (DwellColumnRow *self)
{
  self->columns = g_ptr_array_new_with_free_func (g_free);
  self->values = g_ptr_array_new_with_free_func (g_free);
  self->value = g_strdup ("");
  g_signal_connect (self, "notify::selected", G_CALLBACK (on_selected), NULL);
}

/**
 * dwell_column_row_new:
 * @option: an option that takes a column, or several
 *
 * Returns: (transfer floating): a row without columns
 */
GtkWidget *
dwell_column_row_new (const DwellOption *option)
{
  DwellColumnRow *self = g_object_new (DWELL_TYPE_COLUMN_ROW, NULL);

  self->option = option;
  show_choices (self);
  return GTK_WIDGET (self);
}

/**
 * dwell_column_row_get_value:
 * @self: a row
 *
 * Returns: (transfer none): the chosen value of the option
 */
const char *
dwell_column_row_get_value (DwellColumnRow *self)
{
  g_return_val_if_fail (DWELL_IS_COLUMN_ROW (self), NULL);

  return self->value;
}

/**
 * dwell_column_row_set_value:
 * @self: a row
 * @value: a value of the option
 *
 * Shows another value.
 */
void
dwell_column_row_set_value (DwellColumnRow *self,
                            const char     *value)
{
  g_return_if_fail (DWELL_IS_COLUMN_ROW (self));

  if (g_str_equal (self->value, value))
    return;

  g_free (self->value);
  self->value = g_strdup (value);
  show_choices (self);
}

/**
 * dwell_column_row_set_columns:
 * @self: a row
 * @columns: (element-type utf8): the names of the file's columns
 *
 * Offers other columns. The value stays.
 */
void
dwell_column_row_set_columns (DwellColumnRow  *self,
                              const GPtrArray *columns)
{
  gboolean is_same;

  g_return_if_fail (DWELL_IS_COLUMN_ROW (self));

  is_same = columns->len == self->columns->len;
  for (guint i = 0; i < columns->len && is_same; i++)
    is_same = g_str_equal (columns->pdata[i], self->columns->pdata[i]);
  if (is_same)
    return;

  g_ptr_array_set_size (self->columns, 0);
  for (guint i = 0; i < columns->len; i++)
    g_ptr_array_add (self->columns, g_strdup (columns->pdata[i]));
  show_choices (self);
}
