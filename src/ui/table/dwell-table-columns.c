/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of a page's table: which of them are shown, how wide, in which order, and which one
 * sorts. What the user makes of them is kept in the settings under the table's name, and is there
 * again in the next tab and the next session. Columns without anything to say in this trace are
 * hidden, but stay wanted. The list sorts itself, by numbers rather than by objects. */
#include "config.h"

#include "ui/table/dwell-table-columns.h"

#include <math.h>

#include "ui/dwell-settings.h"
#include "ui/dwell-text-scale.h"
#include "ui/table/dwell-table-title.h"

/* While a width is dragged, it is not written at every pixel. */
#define SAVE_AFTER_MS 500

/* px; what is read from settings stays within. */
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
  int            sorted_by; /* id, -1: by none */
  gboolean       is_descending;
  char          *kept_sort; /* the column by which the user sorts, or NULL: never chosen */
  gboolean       kept_descending;
  guint          save_source;
  gboolean       is_updating; /* the program changes something, rather than the user */
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

  /* A table that is being taken apart has fewer. */
  if (settings == NULL || n != self->entries->len)
    return;

  g_variant_builder_init (&columns, G_VARIANT_TYPE ("a(sib)"));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (self->order, i);
      const Entry *entry = get_entry_of (self, column);
      int width = 0;

      /* The usual width may become another one. */
      if (entry->width != entry->usual_width)
        width = (int) lround (entry->width / self->text_scale);
      g_variant_builder_add (&columns, "(sib)", entry->info.name, width, entry->is_wanted);
    }

  saved = g_variant_ref_sink (g_variant_new ("(a(sib)sb)", &columns,
                                             self->kept_sort != NULL ? self->kept_sort : "",
                                             self->kept_descending));
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

/* The user changed something. */
static void
save_soon (DwellTableColumns *self)
{
  if (self->is_updating)
    return;

  g_clear_handle_id (&self->save_source, g_source_remove);
  self->save_source = g_timeout_add (SAVE_AFTER_MS, on_save_due, self);
}

/* --- What is shown --- */

static void
show (DwellTableColumns *self,
      Entry             *entry)
{
  gboolean is_shown = entry->is_wanted && entry->is_available;
  gboolean was_updating = self->is_updating;

  self->is_updating = TRUE;
  gtk_column_view_column_set_visible (entry->column, is_shown);
  /* GTK 4.8 keeps room for a column of fixed width also while it is hidden. */
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

  /* Of numbers the largest are looked for first; a second click turns them around. */
  if (is_new && !is_descending && !self->is_updating &&
      get_entry (self, id)->info.sort == DWELL_TABLE_DESCENDING)
    {
      gtk_column_view_sort_by_column (self->table, get_entry (self, id)->column,
                                      GTK_SORT_DESCENDING);
      return;
    }

  if (!self->is_updating)
    {
      g_free (self->kept_sort);
      self->kept_sort = g_strdup (get_entry (self, id)->info.name);
      self->kept_descending = is_descending;
      save_soon (self);
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

/* What is not known, or told twice, is passed over: settings may be of another version. */
static void
show_saved (DwellTableColumns *self,
            GVariant          *columns)
{
  g_autofree gboolean *is_told = g_new0 (gboolean, MAX (self->entries->len, 1));
  GVariantIter iter;
  const char *name;
  gboolean is_wanted;
  int width;
  guint position = 0;

  g_variant_iter_init (&iter, columns);
  while (g_variant_iter_next (&iter, "(&sib)", &name, &width, &is_wanted))
    {
      Entry *entry = find_entry_named (self, name);

      if (entry == NULL || is_told[entry - get_nth (self, 0)])
        continue;

      is_told[entry - get_nth (self, 0)] = TRUE;
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
  g_free (self->kept_sort);

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
 * @name: by which its columns are known in the settings
 *
 * Returns: (transfer full): no columns yet
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
 * @self: columns that have not been restored
 * @column: what the new one is made of; its name is static
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
 * @sort_by: the column that sorts at first, or -1
 * @descending: whether its largest comes first
 *
 * To be called once, after all columns were added and whoever sorts listens.
 */
void
dwell_table_columns_restore (DwellTableColumns *self,
                             int                sort_by,
                             gboolean           descending)
{
  GSettings *settings = dwell_settings_get ();
  g_autoptr(GVariant) tables = NULL;
  g_autoptr(GVariant) saved = NULL;
  const Entry *sorting = NULL;

  g_return_if_fail (DWELL_IS_TABLE_COLUMNS (self));

  for (guint i = 0; i < self->entries->len; i++)
    show (self, get_nth (self, i));

  if (settings != NULL)
    {
      tables = g_settings_get_value (settings, "tables");
      saved = g_variant_lookup_value (tables, self->name, G_VARIANT_TYPE ("(a(sib)sb)"));
    }
  if (saved != NULL)
    {
      g_autoptr(GVariant) columns = g_variant_get_child_value (saved, 0);
      const char *name;

      show_saved (self, columns);
      g_variant_get_child (saved, 1, "&s", &name);
      g_variant_get_child (saved, 2, "b", &self->kept_descending);
      sorting = find_entry_named (self, name);
    }

  if (sorting != NULL && sorting->info.sort != DWELL_TABLE_UNSORTED)
    {
      self->kept_sort = g_strdup (sorting->info.name);
      sort_by = sorting->info.id;
      descending = self->kept_descending;
    }
  self->is_updating = FALSE;
  if (sort_by >= 0)
    dwell_table_columns_sort (self, sort_by, descending);
}

/**
 * dwell_table_columns_reset:
 * @self: columns
 *
 * Shows those that are shown at first, as they are at first. The order of the rows stays.
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
 * @id: the column to sort by
 * @descending: whether the largest comes first
 *
 * As if the user had clicked on a header, but it is not remembered.
 */
void
dwell_table_columns_sort (DwellTableColumns *self,
                          int                id,
                          gboolean           descending)
{
  g_return_if_fail (DWELL_IS_TABLE_COLUMNS (self));

  self->is_updating = TRUE;
  /* Without the first call the column before would sort what is equal, and show so. */
  gtk_column_view_sort_by_column (self->table, NULL, GTK_SORT_ASCENDING);
  gtk_column_view_sort_by_column (self->table, get_entry (self, id)->column,
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  self->is_updating = FALSE;
}

int
dwell_table_columns_get_sorted_by (DwellTableColumns *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), -1);

  return self->sorted_by;
}

/**
 * dwell_table_columns_set_available:
 * @self: columns
 * @id: one of them
 * @is_available: whether it has anything to say; one that has not is neither shown nor offered
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
 * @id: one of them
 * @is_wanted: whether the user wants to see it, which is remembered
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
 * @id: one of them
 * @title: translated
 *
 * Widens the column as the title needs it, unless the user chose its width.
 */
void
dwell_table_columns_set_title (DwellTableColumns *self,
                               int                id,
                               const char        *title)
{
  Entry *entry;

  g_return_if_fail (DWELL_IS_TABLE_COLUMNS (self));

  entry = get_entry (self, id);
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
}

guint
dwell_table_columns_get_n (DwellTableColumns *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), 0);

  return self->entries->len;
}

const DwellTableColumn *
dwell_table_columns_get_nth (DwellTableColumns *self,
                             guint              n)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), NULL);
  g_return_val_if_fail (n < self->entries->len, NULL);

  return &get_nth (self, n)->info;
}

const DwellTableColumn *
dwell_table_columns_get_info (DwellTableColumns *self,
                              int                id)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), NULL);

  return &get_entry (self, id)->info;
}

const char *
dwell_table_columns_get_title (DwellTableColumns *self,
                               int                id)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), NULL);

  return gtk_column_view_column_get_title (get_entry (self, id)->column);
}

int
dwell_table_columns_get_width (DwellTableColumns *self,
                               int                id)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), 0);

  return get_entry (self, id)->width;
}

GtkColumnView *
dwell_table_columns_get_table (DwellTableColumns *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_COLUMNS (self), NULL);

  return self->table;
}

/**
 * dwell_table_columns_get_shown:
 * @self: columns
 * @ids: (out caller-allocates): room for all of them
 *
 * Returns: how many are shown; @ids holds them in the order in which they are shown
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
