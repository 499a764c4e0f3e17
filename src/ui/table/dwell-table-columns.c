/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of a page's table: which of them are shown, their widths and order, and the column
 * that the table is sorted by. The user's changes of columns are saved in the settings under the
 * name of the table, and restored in new tabs and the next time the program runs. The sort column
 * belongs to the recording, and is kept by the page. Columns without content in this trace are
 * hidden, but remain chosen. A column whose content depends on the trace, such as one of many
 * arguments, is not saved, since it would show something else in another trace. The sorting itself
 * is done by the list, which compares numbers rather than objects. */
#include "config.h"

#include "ui/table/dwell-table-columns.h"

#include <math.h>

#include "ui/table/dwell-table-title.h"
#include "ui/widgets/dwell-settings.h"
#include "ui/widgets/dwell-text-scale.h"

/* Dragging changes a width at every pixel; it is saved once the drag pauses. */
#define SAVE_AFTER_MS 500

/* px; limits of the widths that are read from the settings. */
#define MIN_WIDTH 24
#define MAX_WIDTH 4000

typedef struct {
  DwellTableColumn     info;
  GtkColumnViewColumn *column;
  int                  usual_width; /* px, as shown */
  int                  width;
  gboolean             is_wanted;
  gboolean             is_available;
} Entry;

struct _DwellTableColumns
{
  GObject parent_instance;

  GtkColumnView *table; /* not owned: it outlives the columns */
  GListModel    *order;
  char          *name;
  GArray        *entries;   /* Entry */
  double         text_scale;
  int            sorted_by; /* id; -1: none */
  gboolean       is_descending;
  char          *sorting;   /* the user's choice; NULL: none yet */
  guint          save_source;
  gboolean       is_updating; /* the program makes the change, not the user */
};

enum {
  SORT_CHANGED,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTableColumns, dwell_table_columns, G_TYPE_OBJECT)

static Entry *
get_nth (DwellTableColumns *self,
         guint              n)
{
  return &g_array_index (self->entries, Entry, n);
}

static Entry *
get_entry (DwellTableColumns *self,
           int                id)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (get_nth (self, i)->info.id == id)
      return get_nth (self, i);

  g_assert_not_reached ();
}

static Entry *
get_entry_of (DwellTableColumns   *self,
              GtkColumnViewColumn *column)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (get_nth (self, i)->column == column)
      return get_nth (self, i);

  g_assert_not_reached ();
}

static Entry *
find_entry_named (DwellTableColumns *self,
                  const char        *name)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (g_str_equal (get_nth (self, i)->info.name, name))
      return get_nth (self, i);

  return NULL;
}

/* --- Settings --- */

static void
save (DwellTableColumns *self)
{
  GSettings *settings = dwell_settings_get ();
  guint n = g_list_model_get_n_items (self->order);
  g_autoptr(GVariant) tables = NULL;
  g_autoptr(GVariant) saved = NULL;
  GVariantBuilder columns;
  GVariantDict dict;

  /* While a table is disposed, columns are missing. */
  if (settings == NULL || n != self->entries->len)
    return;

  g_variant_builder_init (&columns, G_VARIANT_TYPE ("a(sib)"));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (self->order, i);
      const Entry *entry = get_entry_of (self, column);
      int width = 0;

      if (entry->info.is_of_trace)
        continue;

      /* 0 stands for the usual width, which may differ the next time. */
      if (entry->width != entry->usual_width)
        width = (int) lround (entry->width / self->text_scale);
      g_variant_builder_add (&columns, "(sib)", entry->info.name, width, entry->is_wanted);
    }

  saved = g_variant_ref_sink (g_variant_new ("(a(sib))", &columns));
  tables = g_settings_get_value (settings, "tables");
  g_variant_dict_init (&dict, tables);
  g_variant_dict_insert_value (&dict, self->name, saved);
  g_settings_set_value (settings, "tables", g_variant_dict_end (&dict));
}

static gboolean
on_save_due (gpointer user_data)
{
  DwellTableColumns *self = user_data;

  self->save_source = 0;
  save (self);
  return G_SOURCE_REMOVE;
}

/* Saves a change by the user after a delay. */
static void
save_soon (DwellTableColumns *self)
{
  if (self->is_updating)
    return;

  g_clear_handle_id (&self->save_source, g_source_remove);
  self->save_source = g_timeout_add (SAVE_AFTER_MS, on_save_due, self);
}

/* --- Visibility, width and order --- */

static void
show (DwellTableColumns *self,
      Entry             *entry)
{
  gboolean is_shown = entry->is_wanted && entry->is_available;
  gboolean was_updating = self->is_updating;

  self->is_updating = TRUE;
  gtk_column_view_column_set_visible (entry->column, is_shown);
  /* GTK 4.8 keeps the room of a hidden column if its width is fixed. */
  dwell_table_set_width (entry->column, is_shown ? entry->width : -1,
                         entry->info.is_number && entry->width == entry->usual_width);
  self->is_updating = was_updating;
}

static void
on_width (DwellTableColumns   *self,
          GParamSpec          *pspec,
          GtkColumnViewColumn *column)
{
  Entry *entry = get_entry_of (self, column);

  if (self->is_updating || !gtk_column_view_column_get_visible (column))
    return;

  entry->width = gtk_column_view_column_get_fixed_width (column);
  if (dwell_table_is_growing (column))
    entry->usual_width = entry->width;
  else
    save_soon (self);
}

static void
on_sorter_changed (DwellTableColumns *self)
{
  gboolean is_descending;
  int id = dwell_table_get_sort_id (self->table, &is_descending);
  gboolean is_new = id != self->sorted_by;

  if (id < 0)
    return;

  self->sorted_by = id;
  self->is_descending = is_descending;

  /* For numbers the first click sorts in descending order, and the second in ascending order. */
  if (is_new && !is_descending && !self->is_updating &&
      get_entry (self, id)->info.sort == DWELL_TABLE_DESCENDING)
    {
      gtk_column_view_sort_by_column (self->table, get_entry (self, id)->column,
                                      GTK_SORT_DESCENDING);
      return;
    }

  if (!self->is_updating)
    {
      g_free (self->sorting);
      self->sorting = g_strconcat (is_descending ? "-" : "", get_entry (self, id)->info.name,
                                   NULL);
    }
  g_signal_emit (self, signals[SORT_CHANGED], 0, id, is_descending);
}

static void
show_usual (DwellTableColumns *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = get_nth (self, i);

      entry->is_wanted = !entry->info.is_hidden;
      entry->width = entry->usual_width;
      gtk_column_view_insert_column (self->table, i, entry->column);
      show (self, entry);
    }
}

/* Skips unknown and repeated names: another version may have written the settings. */
static void
show_saved (DwellTableColumns *self,
            GVariant          *columns)
{
  g_autofree gboolean *is_placed = g_new0 (gboolean, MAX (self->entries->len, 1));
  GVariantIter iter;
  const char *name;
  gboolean is_wanted;
  int width;
  guint position = 0;

  g_variant_iter_init (&iter, columns);
  while (g_variant_iter_next (&iter, "(&sib)", &name, &width, &is_wanted))
    {
      Entry *entry = find_entry_named (self, name);

      if (entry == NULL || is_placed[entry - get_nth (self, 0)])
        continue;

      is_placed[entry - get_nth (self, 0)] = TRUE;
      entry->is_wanted = is_wanted || entry->info.is_fixed;
      if (width > 0)
        entry->width = (int) (CLAMP (width, MIN_WIDTH, MAX_WIDTH) * self->text_scale);
      gtk_column_view_insert_column (self->table, position++, entry->column);
      show (self, entry);
    }
}

static void
dwell_table_columns_dispose (GObject *object)
{
  DwellTableColumns *self = DWELL_TABLE_COLUMNS (object);

  if (self->save_source != 0)
    save (self);
  g_clear_handle_id (&self->save_source, g_source_remove);

  G_OBJECT_CLASS (dwell_table_columns_parent_class)->dispose (object);
}

static void
dwell_table_columns_finalize (GObject *object)
{
  DwellTableColumns *self = DWELL_TABLE_COLUMNS (object);

  for (guint i = 0; i < self->entries->len; i++)
    g_object_unref (get_nth (self, i)->column);
  g_array_unref (self->entries);
  g_clear_object (&self->order);
  g_free (self->name);
  g_free (self->sorting);

  G_OBJECT_CLASS (dwell_table_columns_parent_class)->finalize (object);
}

static void
dwell_table_columns_class_init (DwellTableColumnsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dwell_table_columns_dispose;
  G_OBJECT_CLASS (klass)->finalize = dwell_table_columns_finalize;

  signals[SORT_CHANGED] =
    g_signal_new ("sort-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_BOOLEAN);
  signals[CHANGED] =
    g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
}

static void
dwell_table_columns_init (DwellTableColumns *self)
{
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->sorted_by = -1;
  self->is_updating = TRUE; /* until it is restored */
}

/**
 * dwell_table_columns_new:
 * @table: an empty table, which has to live as long as the columns
 * @name: the name of the table in the settings
 *
 * Returns: (transfer full): an empty set of columns
 */
DwellTableColumns *
dwell_table_columns_new (GtkColumnView *table,
                         const char    *name)
{
  DwellTableColumns *self;

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (table), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  self = g_object_new (DWELL_TYPE_TABLE_COLUMNS, NULL);
  self->table = table;
  self->order = g_object_ref (gtk_column_view_get_columns (table));
  self->name = g_strdup (name);
  self->text_scale = dwell_text_scale_get (GTK_WIDGET (table));
  gtk_column_view_set_reorderable (table, TRUE);

  g_signal_connect_object (gtk_column_view_get_sorter (table), "changed",
                           G_CALLBACK (on_sorter_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->order, "items-changed", G_CALLBACK (save_soon), self,
                           G_CONNECT_SWAPPED);

  return self;
}

/**
 * dwell_table_columns_add:
 * @self: columns that have not been restored yet
 * @column: the description of the column, which is copied; its name must be static
 *
 * Adds a column at the end.
 */
void
dwell_table_columns_add (DwellTableColumns      *self,
                         const DwellTableColumn *column)
{
  Entry entry = { .info = *column, .is_wanted = !column->is_hidden, .is_available = TRUE };

  g_return_if_fail (DWELL_IS_TABLE_COLUMNS (self));
  g_return_if_fail (column->name != NULL);

  entry.column = g_object_ref (dwell_table_add_column (self->table, column));
  entry.usual_width = entry.width = gtk_column_view_column_get_fixed_width (entry.column);
  if (column->sort != DWELL_TABLE_UNSORTED)
    dwell_table_set_sort_id (entry.column, column->id);
  g_array_append_val (self->entries, entry);
  g_signal_connect_object (entry.column, "notify::fixed-width", G_CALLBACK (on_width), self,
                           G_CONNECT_SWAPPED);
}

/**
 * dwell_table_columns_restore:
 * @self: columns
 * @sort_by: the id of the column to sort by, or -1
 * @descending: whether the largest value comes first in that case
 *
 * Restores the columns as the user left them the last time. Call it once, after all columns have
 * been added and a handler of #DwellTableColumns::sort-changed is connected.
 */
void
dwell_table_columns_restore (DwellTableColumns *self,
                             int                sort_by,
                             gboolean           descending)
{
  GSettings *settings = dwell_settings_get ();
  g_autoptr(GVariant) tables = NULL;
  g_autoptr(GVariant) saved = NULL;

  g_return_if_fail (DWELL_IS_TABLE_COLUMNS (self));

  for (guint i = 0; i < self->entries->len; i++)
    show (self, get_nth (self, i));

  if (settings != NULL)
    {
      tables = g_settings_get_value (settings, "tables");
      saved = g_variant_lookup_value (tables, self->name, G_VARIANT_TYPE_TUPLE);
    }
  /* Another version may have written more after the columns. */
  if (saved != NULL && g_variant_n_children (saved) > 0)
    {
      g_autoptr(GVariant) columns = g_variant_get_child_value (saved, 0);

      if (g_variant_is_of_type (columns, G_VARIANT_TYPE ("a(sib)")))
        show_saved (self, columns);
    }

  self->is_updating = FALSE;
  if (sort_by >= 0)
    dwell_table_columns_sort (self, sort_by, descending);
}

/**
 * dwell_table_columns_reset:
 * @self: columns
 *
 * Restores the original choice, widths and order of the columns. The rows stay sorted as they are.
 */
void
dwell_table_columns_reset (DwellTableColumns *self)
{
  g_return_if_fail (DWELL_IS_TABLE_COLUMNS (self));

  show_usual (self);
  save_soon (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * dwell_table_columns_sort:
 * @self: columns
 * @id: the id of the column to sort by
 * @descending: whether the largest value comes first
 *
 * Sorts as a click on the header does, but does not save it.
 */
void
dwell_table_columns_sort (DwellTableColumns *self,
                          int                id,
                          gboolean           descending)
{
  g_return_if_fail (DWELL_IS_TABLE_COLUMNS (self));

  self->is_updating = TRUE;
  /* Without the first call the previous column would remain a criterion, and show an arrow. */
  gtk_column_view_sort_by_column (self->table, NULL, GTK_SORT_ASCENDING);
  gtk_column_view_sort_by_column (self->table, get_entry (self, id)->column,
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  self->is_updating = FALSE;
}

/**
 * dwell_table_columns_get_sorting:
 * @self: columns
 *
 * Returns: (transfer none) (nullable): the name of the column that the user chose to sort by, after
 *   a “-” if the largest value comes first; %NULL if the user never chose
 */
const char *
dwell_table_columns_get_sorting (DwellTableColumns *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), NULL);

  return self->sorting;
}

/**
 * dwell_table_columns_set_sorting:
 * @self: columns
 * @sorting: what dwell_table_columns_get_sorting() returned once, for these columns or others
 *
 * Sorts as the user did then. If the column does not exist, nothing changes.
 */
void
dwell_table_columns_set_sorting (DwellTableColumns *self,
                                 const char        *sorting)
{
  gboolean is_descending = *sorting == '-';
  const Entry *entry;

  g_return_if_fail (DWELL_IS_TABLE_COLUMNS (self));

  entry = find_entry_named (self, sorting + is_descending);
  if (entry == NULL || entry->info.sort == DWELL_TABLE_UNSORTED ||
      g_strcmp0 (self->sorting, sorting) == 0)
    return;

  g_free (self->sorting);
  self->sorting = g_strdup (sorting);
  dwell_table_columns_sort (self, entry->info.id, is_descending);
}

/**
 * dwell_table_columns_get_sorted_by:
 * @self: columns
 *
 * Returns: the id of the column that the table is sorted by; -1: none
 */
int
dwell_table_columns_get_sorted_by (DwellTableColumns *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), -1);

  return self->sorted_by;
}

/**
 * dwell_table_columns_set_available:
 * @self: columns
 * @id: the id of one of them
 * @is_available: whether the column has content in this trace
 *
 * Sets whether a column has content. One without is neither shown nor offered in the columns
 * button.
 */
void
dwell_table_columns_set_available (DwellTableColumns *self,
                                   int                id,
                                   gboolean           is_available)
{
  Entry *entry;

  g_return_if_fail (DWELL_IS_TABLE_COLUMNS (self));

  entry = get_entry (self, id);
  if (entry->is_available == (is_available != FALSE))
    return;

  entry->is_available = is_available != FALSE;
  show (self, entry);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * dwell_table_columns_is_available:
 * @self: columns
 * @id: the id of one of them
 *
 * Returns: %TRUE if the column has content in this trace
 */
gboolean
dwell_table_columns_is_available (DwellTableColumns *self,
                                  int                id)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), FALSE);

  return get_entry (self, id)->is_available;
}

/**
 * dwell_table_columns_set_wanted:
 * @self: columns
 * @id: the id of one of them
 * @is_wanted: whether the user wants to see the column
 *
 * Shows or hides a column, and saves the choice.
 */
void
dwell_table_columns_set_wanted (DwellTableColumns *self,
                                int                id,
                                gboolean           is_wanted)
{
  Entry *entry;

  g_return_if_fail (DWELL_IS_TABLE_COLUMNS (self));

  entry = get_entry (self, id);
  if (entry->is_wanted == (is_wanted != FALSE))
    return;

  entry->is_wanted = is_wanted != FALSE;
  show (self, entry);
  save_soon (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * dwell_table_columns_is_wanted:
 * @self: columns
 * @id: the id of one of them
 *
 * Returns: %TRUE if the user wants to see the column
 */
gboolean
dwell_table_columns_is_wanted (DwellTableColumns *self,
                               int                id)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), FALSE);

  return get_entry (self, id)->is_wanted;
}

/**
 * dwell_table_columns_set_title:
 * @self: columns
 * @id: the id of one of them
 * @title: the new title, translated
 *
 * Sets the title of a column, and widens it for the title, unless the user set its width.
 */
void
dwell_table_columns_set_title (DwellTableColumns *self,
                               int                id,
                               const char        *title)
{
  Entry *entry;

  g_return_if_fail (DWELL_IS_TABLE_COLUMNS (self));

  entry = get_entry (self, id);
  if (g_strcmp0 (gtk_column_view_column_get_title (entry->column), title) == 0)
    return;

  gtk_column_view_column_set_title (entry->column, title);

  for (guint i = 0; i < g_list_model_get_n_items (self->order); i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (self->order, i);
      int width = column == entry->column ? dwell_table_get_title_width (self->table, i) : 0;

      if (width <= entry->usual_width)
        continue;

      if (entry->width == entry->usual_width)
        entry->width = width;
      entry->usual_width = width;
      show (self, entry);
    }

  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * dwell_table_columns_get_n:
 * @self: columns
 *
 * Returns: the number of columns, hidden ones included
 */
guint
dwell_table_columns_get_n (DwellTableColumns *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), 0);

  return self->entries->len;
}

/**
 * dwell_table_columns_get_nth:
 * @self: columns
 * @n: the number of a column, from 0, in the order in which they were added
 *
 * Returns: (transfer none): its description
 */
const DwellTableColumn *
dwell_table_columns_get_nth (DwellTableColumns *self,
                             guint              n)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), NULL);
  g_return_val_if_fail (n < self->entries->len, NULL);

  return &get_nth (self, n)->info;
}

/**
 * dwell_table_columns_get_info:
 * @self: columns
 * @id: the id of one of them
 *
 * Returns: (transfer none): its description
 */
const DwellTableColumn *
dwell_table_columns_get_info (DwellTableColumns *self,
                              int                id)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), NULL);

  return &get_entry (self, id)->info;
}

/**
 * dwell_table_columns_get_title:
 * @self: columns
 * @id: the id of one of them
 *
 * Returns: (transfer none): its title as shown, translated
 */
const char *
dwell_table_columns_get_title (DwellTableColumns *self,
                               int                id)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), NULL);

  return gtk_column_view_column_get_title (get_entry (self, id)->column);
}

/**
 * dwell_table_columns_get_table:
 * @self: columns
 *
 * Returns: (transfer none): the table that has the columns
 */
GtkColumnView *
dwell_table_columns_get_table (DwellTableColumns *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), NULL);

  return self->table;
}

/**
 * dwell_table_columns_get_shown:
 * @self: columns
 * @ids: (out caller-allocates): the ids of the visible columns, from the first on; room for all
 *   columns
 *
 * Returns: the number of visible columns
 */
guint
dwell_table_columns_get_shown (DwellTableColumns *self,
                               int               *ids)
{
  guint n = 0;

  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), 0);

  for (guint i = 0; i < g_list_model_get_n_items (self->order); i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (self->order, i);

      if (gtk_column_view_column_get_visible (column))
        ids[n++] = get_entry_of (self, column)->info.id;
    }

  return n;
}
