/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a table: positions that stay while the items at them change, and the selection.
 *
 * If a list reports to GTK that rows were removed and others added, GTK destroys about two hundred
 * rows of widgets and creates new ones, which is far too slow for figures that follow a dragged
 * range. It also searches all added rows for the removed ones, which takes seconds for millions of
 * rows. So this model only reports that it grew or shrank at its end; other changes replace the
 * items of the rows that exist. While the table is hidden, nothing is reported. */
#include "config.h"

#include "ui/table/dwell-table-rows.h"

struct _DwellTableRow
{
  GObject parent_instance;

  DwellTableRows *rows; /* not owned; NULL once the rows are gone */
  guint           position;
  GObject        *item; /* NULL: not requested yet, or outdated */
};

struct _DwellTableRows
{
  GObject parent_instance;

  GListModel *model;
  GHashTable *live;     /* position → DwellTableRow, not owned: the rows that exist */
  guint       n_items;  /* as reported to GTK */
  GtkBitset  *selection;
  guint       selected; /* selected last; GTK_INVALID_LIST_POSITION: none */
  guint       max_selected;
  gboolean    is_shown;
  guint       n_kept;   /* rows before this one have not changed since the table was hidden */
};

enum {
  PROP_0,
  PROP_ITEM,
  N_PROPS
};

enum {
  CHOSEN,
  SELECTION_CHOSEN,
  N_SIGNALS
};

enum {
  PROP_ROWS_0,
  PROP_MODEL,
  N_ROWS_PROPS
};

static GParamSpec *properties[N_PROPS];
static GParamSpec *rows_properties[N_ROWS_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTableRow, dwell_table_row, G_TYPE_OBJECT)

static void
dwell_table_row_get_property (GObject    *object,
                              guint       property_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (property_id)
    {
    case PROP_ITEM:
      g_value_set_object (value, dwell_table_row_get_item (DWELL_TABLE_ROW (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_table_row_finalize (GObject *object)
{
  DwellTableRow *self = DWELL_TABLE_ROW (object);

  if (self->rows != NULL)
    g_hash_table_remove (self->rows->live, GUINT_TO_POINTER (self->position));
  g_clear_object (&self->item);

  G_OBJECT_CLASS (dwell_table_row_parent_class)->finalize (object);
}

static void
dwell_table_row_class_init (DwellTableRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = dwell_table_row_get_property;
  object_class->finalize = dwell_table_row_finalize;

  properties[PROP_ITEM] = g_param_spec_object ("item", NULL, NULL, G_TYPE_OBJECT,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_table_row_init (DwellTableRow *self)
{
}

/**
 * dwell_table_row_get_item:
 * @self: a row
 *
 * Returns: (transfer none) (nullable): the list's item at the row's position
 */
gpointer
dwell_table_row_get_item (DwellTableRow *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_ROW (self), NULL);

  if (self->item == NULL && self->rows != NULL)
    self->item = g_list_model_get_item (self->rows->model, self->position);

  return self->item;
}

static GType
dwell_table_rows_get_item_type (GListModel *list)
{
  return DWELL_TYPE_TABLE_ROW;
}

static guint
dwell_table_rows_get_n_items (GListModel *list)
{
  return DWELL_TABLE_ROWS (list)->n_items;
}

static gpointer
dwell_table_rows_get_item (GListModel *list,
                           guint       position)
{
  DwellTableRows *self = DWELL_TABLE_ROWS (list);
  DwellTableRow *row;

  if (position >= self->n_items)
    return NULL;

  row = g_hash_table_lookup (self->live, GUINT_TO_POINTER (position));
  if (row != NULL)
    return g_object_ref (row);

  row = g_object_new (DWELL_TYPE_TABLE_ROW, NULL);
  row->rows = self;
  row->position = position;
  g_hash_table_insert (self->live, GUINT_TO_POINTER (position), row);

  return row;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = dwell_table_rows_get_item_type;
  iface->get_n_items = dwell_table_rows_get_n_items;
  iface->get_item = dwell_table_rows_get_item;
}

static gboolean
dwell_table_rows_is_selected (GtkSelectionModel *model,
                              guint              position)
{
  return gtk_bitset_contains (DWELL_TABLE_ROWS (model)->selection, position);
}

static GtkBitset *
dwell_table_rows_get_selection_in_range (GtkSelectionModel *model,
                                         guint              position,
                                         guint              n_items)
{
  return gtk_bitset_ref (DWELL_TABLE_ROWS (model)->selection);
}

/* Replaces the selection, of which @last was selected last, or GTK_INVALID_LIST_POSITION. Takes
 * ownership of @selection. */
static void
change_selection (DwellTableRows *self,
                  GtkBitset      *selection,
                  guint           last)
{
  g_autoptr(GtkBitset) changed = gtk_bitset_copy (selection);

  gtk_bitset_difference (changed, self->selection);
  gtk_bitset_unref (self->selection);
  self->selection = selection;
  self->selected = last;
  if (last == GTK_INVALID_LIST_POSITION && !gtk_bitset_is_empty (selection))
    self->selected = gtk_bitset_get_minimum (selection);

  if (!gtk_bitset_is_empty (changed) && gtk_bitset_get_minimum (changed) < self->n_items)
    {
      guint first = gtk_bitset_get_minimum (changed);
      guint end = MIN (gtk_bitset_get_maximum (changed), self->n_items - 1);

      gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), first, end - first + 1);
    }
}

static gboolean
dwell_table_rows_select_item (GtkSelectionModel *model,
                              guint              position,
                              gboolean           unselect_rest)
{
  DwellTableRows *self = DWELL_TABLE_ROWS (model);
  GtkBitset *selection = unselect_rest || self->max_selected == 1
                           ? gtk_bitset_new_empty () : gtk_bitset_copy (self->selection);

  gtk_bitset_add (selection, position);
  if (gtk_bitset_get_size (selection) > self->max_selected)
    {
      gtk_bitset_unref (selection);
      return FALSE;
    }

  change_selection (self, selection, position);
  g_signal_emit (self, signals[SELECTION_CHOSEN], 0);
  g_signal_emit (self, signals[CHOSEN], 0, position);

  return TRUE;
}

static gboolean
dwell_table_rows_unselect_item (GtkSelectionModel *model,
                                guint              position)
{
  DwellTableRows *self = DWELL_TABLE_ROWS (model);
  GtkBitset *selection = gtk_bitset_copy (self->selection);

  gtk_bitset_remove (selection, position);
  change_selection (self, selection,
                    position == self->selected ? GTK_INVALID_LIST_POSITION : self->selected);
  g_signal_emit (self, signals[SELECTION_CHOSEN], 0);

  return TRUE;
}

/* Selects a range of rows; if it has too many, the first of them. */
static gboolean
dwell_table_rows_select_range (GtkSelectionModel *model,
                               guint              position,
                               guint              n_items,
                               gboolean           unselect_rest)
{
  DwellTableRows *self = DWELL_TABLE_ROWS (model);
  GtkBitset *selection;

  if (self->max_selected == 1 || n_items == 0)
    return FALSE;

  selection = unselect_rest ? gtk_bitset_new_empty () : gtk_bitset_copy (self->selection);
  if (self->max_selected == G_MAXUINT)
    gtk_bitset_add_range (selection, position, n_items);
  else
    for (guint i = 0; i < n_items && gtk_bitset_get_size (selection) < self->max_selected; i++)
      gtk_bitset_add (selection, position + i);

  change_selection (self, selection, GTK_INVALID_LIST_POSITION);
  g_signal_emit (self, signals[SELECTION_CHOSEN], 0);
  g_signal_emit (self, signals[CHOSEN], 0, self->selected);

  return TRUE;
}

static void
selection_model_iface_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = dwell_table_rows_is_selected;
  iface->get_selection_in_range = dwell_table_rows_get_selection_in_range;
  iface->select_item = dwell_table_rows_select_item;
  iface->unselect_item = dwell_table_rows_unselect_item;
  iface->select_range = dwell_table_rows_select_range;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DwellTableRows, dwell_table_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init)
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                      selection_model_iface_init))

/* Updates the rows from @first on, whose items have changed. */
static void
renew (DwellTableRows *self,
       guint      first)
{
  guint n_old = self->n_items;
  guint n_new = g_list_model_get_n_items (self->model);
  g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer row;

  if (!gtk_bitset_is_empty (self->selection) &&
      gtk_bitset_get_maximum (self->selection) >= first)
    dwell_table_rows_set_selected (self, GTK_INVALID_LIST_POSITION);

  /* A handler of one row's signal may release other rows. */
  g_hash_table_iter_init (&iter, self->live);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    if (DWELL_TABLE_ROW (row)->position >= first)
      g_ptr_array_add (rows, g_object_ref (row));

  self->n_items = n_new;
  for (guint i = 0; i < rows->len; i++)
    {
      row = g_ptr_array_index (rows, i);
      g_clear_object (&DWELL_TABLE_ROW (row)->item);
      if (DWELL_TABLE_ROW (row)->position < MIN (n_old, n_new))
        g_object_notify_by_pspec (G_OBJECT (row), properties[PROP_ITEM]);
    }

  if (n_new > n_old)
    g_list_model_items_changed (G_LIST_MODEL (self), n_old, 0, n_new - n_old);
  else if (n_new < n_old)
    g_list_model_items_changed (G_LIST_MODEL (self), n_new, n_old - n_new, 0);
}

static void
on_items_changed (DwellTableRows *self,
                  guint           position,
                  guint           n_removed,
                  guint           n_added)
{
  if (self->is_shown)
    renew (self, position);
  else
    self->n_kept = MIN (self->n_kept, position);
}

static void
dwell_table_rows_get_property (GObject    *object,
                               guint       property_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  switch (property_id)
    {
    case PROP_MODEL:
      g_value_set_object (value, DWELL_TABLE_ROWS (object)->model);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_table_rows_dispose (GObject *object)
{
  DwellTableRows *self = DWELL_TABLE_ROWS (object);
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->live);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    DWELL_TABLE_ROW (row)->rows = NULL;
  g_hash_table_remove_all (self->live);
  self->n_items = 0;
  g_clear_object (&self->model);

  G_OBJECT_CLASS (dwell_table_rows_parent_class)->dispose (object);
}

static void
dwell_table_rows_finalize (GObject *object)
{
  g_hash_table_unref (DWELL_TABLE_ROWS (object)->live);
  gtk_bitset_unref (DWELL_TABLE_ROWS (object)->selection);

  G_OBJECT_CLASS (dwell_table_rows_parent_class)->finalize (object);
}

static void
dwell_table_rows_class_init (DwellTableRowsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = dwell_table_rows_get_property;
  object_class->dispose = dwell_table_rows_dispose;
  object_class->finalize = dwell_table_rows_finalize;

  rows_properties[PROP_MODEL] = g_param_spec_object ("model", NULL, NULL, G_TYPE_LIST_MODEL,
                                                     G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_ROWS_PROPS, rows_properties);

  /**
   * DwellTableRows::chosen:
   * @self: the rows
   * @position: the position of the row
   *
   * Emitted when the user selects a row. The program's own changes do not emit it.
   */
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  /**
   * DwellTableRows::selection-chosen:
   * @self: the rows
   *
   * Emitted when the user changes which rows are selected, before “chosen”.
   */
  signals[SELECTION_CHOSEN] = g_signal_new ("selection-chosen", G_TYPE_FROM_CLASS (klass),
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                            0);
}

static void
dwell_table_rows_init (DwellTableRows *self)
{
  self->live = g_hash_table_new (NULL, NULL);
  self->selection = gtk_bitset_new_empty ();
  self->selected = GTK_INVALID_LIST_POSITION;
  self->max_selected = 1;
  self->n_kept = G_MAXUINT;
}

/**
 * dwell_table_rows_new:
 * @model: a list
 *
 * Returns: (transfer full): a row for each item of @model; none is selected, and they are not shown
 */
DwellTableRows *
dwell_table_rows_new (GListModel *model)
{
  DwellTableRows *self;

  g_return_val_if_fail (G_IS_LIST_MODEL (model), NULL);

  self = g_object_new (DWELL_TYPE_TABLE_ROWS, NULL);
  self->model = g_object_ref (model);
  self->n_items = g_list_model_get_n_items (model);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (on_items_changed), self,
                           G_CONNECT_SWAPPED);

  return self;
}

/**
 * dwell_table_rows_get_selected:
 * @self: the rows
 *
 * Returns: the position of the row that was selected last, or %GTK_INVALID_LIST_POSITION
 */
guint
dwell_table_rows_get_selected (DwellTableRows *self)
{
  g_return_val_if_fail (DWELL_IS_TABLE_ROWS (self), GTK_INVALID_LIST_POSITION);

  return self->selected;
}

/**
 * dwell_table_rows_set_selected:
 * @self: the rows
 * @position: the row to select, or %GTK_INVALID_LIST_POSITION
 *
 * Selects one row or none. A change of the list clears a selection at or after it.
 */
void
dwell_table_rows_set_selected (DwellTableRows *self,
                               guint           position)
{
  GtkBitset *selection;

  g_return_if_fail (DWELL_IS_TABLE_ROWS (self));

  if (position == self->selected && gtk_bitset_get_size (self->selection) <= 1)
    return;

  selection = gtk_bitset_new_empty ();
  if (position != GTK_INVALID_LIST_POSITION)
    gtk_bitset_add (selection, position);
  change_selection (self, selection, position);
}

/**
 * dwell_table_rows_set_max_selected:
 * @self: the rows
 * @max_selected: at least 1; %G_MAXUINT: no limit
 *
 * Sets how many rows can be selected at the same time. At first it is one.
 */
void
dwell_table_rows_set_max_selected (DwellTableRows *self,
                                   guint           max_selected)
{
  g_return_if_fail (DWELL_IS_TABLE_ROWS (self));
  g_return_if_fail (max_selected >= 1);

  self->max_selected = max_selected;
}

/**
 * dwell_table_rows_set_selection:
 * @self: the rows
 * @selection: the positions to select; it is copied
 * @last: the one that dwell_table_rows_get_selected() returns; %GTK_INVALID_LIST_POSITION: the
 *   first
 *
 * Selects several rows.
 */
void
dwell_table_rows_set_selection (DwellTableRows *self,
                                GtkBitset      *selection,
                                guint           last)
{
  g_return_if_fail (DWELL_IS_TABLE_ROWS (self));

  change_selection (self, gtk_bitset_copy (selection), last);
}

/**
 * dwell_table_rows_set_shown:
 * @self: the rows
 * @is_shown: whether the table is shown
 *
 * Sets whether the table is shown. While it is hidden, as at first, the rows do not follow changes
 * of the list; they catch up when it is shown.
 */
void
dwell_table_rows_set_shown (DwellTableRows *self,
                            gboolean        is_shown)
{
  g_return_if_fail (DWELL_IS_TABLE_ROWS (self));

  if (is_shown == self->is_shown)
    return;

  self->is_shown = is_shown;
  if (!is_shown)
    self->n_kept = G_MAXUINT;
  else if (self->n_kept < G_MAXUINT)
    renew (self, self->n_kept);
}

/**
 * dwell_table_rows_refresh:
 * @self: the rows
 *
 * Fills all visible rows again. The items and the selection stay the same.
 */
void
dwell_table_rows_refresh (DwellTableRows *self)
{
  g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer row;

  g_return_if_fail (DWELL_IS_TABLE_ROWS (self));

  g_hash_table_iter_init (&iter, self->live);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    g_ptr_array_add (rows, g_object_ref (row));

  for (guint i = 0; i < rows->len; i++)
    {
      g_clear_object (&DWELL_TABLE_ROW (g_ptr_array_index (rows, i))->item);
      g_object_notify_by_pspec (g_ptr_array_index (rows, i), properties[PROP_ITEM]);
    }
}
