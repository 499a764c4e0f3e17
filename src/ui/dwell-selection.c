/* SPDX-License-Identifier: GPL-3.0-or-later */
/* At most one selected row, kept as a position and nothing else.
 *
 * GtkSingleSelection keeps the selected item: when rows are exchanged, it makes every new one to
 * see whether it is the same, which takes seconds for millions of rows whose objects exist only
 * while they are shown. Here a change drops the selection, and the page selects anew what is in
 * focus. */
#include "config.h"

#include "ui/dwell-selection.h"

struct _DwellSelection
{
  GObject parent_instance;

  GListModel *model;
  guint       position; /* GTK_INVALID_LIST_POSITION: none */
};

enum {
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static GType
dwell_selection_get_item_type (GListModel *list)
{
  return g_list_model_get_item_type (DWELL_SELECTION (list)->model);
}

static guint
dwell_selection_get_n_items (GListModel *list)
{
  return g_list_model_get_n_items (DWELL_SELECTION (list)->model);
}

static gpointer
dwell_selection_get_item (GListModel *list,
                          guint       position)
{
  return g_list_model_get_item (DWELL_SELECTION (list)->model, position);
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = dwell_selection_get_item_type;
  iface->get_n_items = dwell_selection_get_n_items;
  iface->get_item = dwell_selection_get_item;
}

static gboolean
dwell_selection_is_selected (GtkSelectionModel *model,
                             guint              position)
{
  return position == DWELL_SELECTION (model)->position;
}

static GtkBitset *
dwell_selection_get_selection_in_range (GtkSelectionModel *model,
                                        guint              position,
                                        guint              n_items)
{
  DwellSelection *self = DWELL_SELECTION (model);
  GtkBitset *set = gtk_bitset_new_empty ();

  if (self->position != GTK_INVALID_LIST_POSITION)
    gtk_bitset_add (set, self->position);

  return set;
}

static gboolean
dwell_selection_select_item (GtkSelectionModel *model,
                             guint              position,
                             gboolean           unselect_rest)
{
  DwellSelection *self = DWELL_SELECTION (model);

  dwell_selection_set_position (self, position);
  g_signal_emit (self, signals[CHOSEN], 0, position);

  return TRUE;
}

static gboolean
dwell_selection_unselect_item (GtkSelectionModel *model,
                               guint              position)
{
  DwellSelection *self = DWELL_SELECTION (model);

  if (position == self->position)
    dwell_selection_set_position (self, GTK_INVALID_LIST_POSITION);

  return TRUE;
}

static void
selection_model_iface_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = dwell_selection_is_selected;
  iface->get_selection_in_range = dwell_selection_get_selection_in_range;
  iface->select_item = dwell_selection_select_item;
  iface->unselect_item = dwell_selection_unselect_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DwellSelection, dwell_selection, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init)
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                      selection_model_iface_init))

static void
on_items_changed (DwellSelection *self,
                  guint           position,
                  guint           n_removed,
                  guint           n_added)
{
  if (self->position != GTK_INVALID_LIST_POSITION && self->position >= position)
    {
      if (self->position < position + n_removed)
        self->position = GTK_INVALID_LIST_POSITION;
      else
        self->position = self->position - n_removed + n_added;
    }

  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

static void
dwell_selection_dispose (GObject *object)
{
  g_clear_object (&DWELL_SELECTION (object)->model);

  G_OBJECT_CLASS (dwell_selection_parent_class)->dispose (object);
}

static void
dwell_selection_class_init (DwellSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dwell_selection_dispose;

  /**
   * DwellSelection::chosen:
   * @self: the selection
   * @position: of the row
   *
   * The user selected a row, rather than the program.
   */
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
dwell_selection_init (DwellSelection *self)
{
  self->position = GTK_INVALID_LIST_POSITION;
}

/**
 * dwell_selection_new:
 * @model: the rows
 *
 * Returns: (transfer full): @model with a selection, at first none
 */
DwellSelection *
dwell_selection_new (GListModel *model)
{
  DwellSelection *self;

  g_return_val_if_fail (G_IS_LIST_MODEL (model), NULL);

  self = g_object_new (DWELL_TYPE_SELECTION, NULL);
  self->model = g_object_ref (model);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (on_items_changed), self,
                           G_CONNECT_SWAPPED);

  return self;
}

/**
 * dwell_selection_get_position:
 * @self: a selection
 *
 * Returns: the selected row, or %GTK_INVALID_LIST_POSITION
 */
guint
dwell_selection_get_position (DwellSelection *self)
{
  g_return_val_if_fail (DWELL_IS_SELECTION (self), GTK_INVALID_LIST_POSITION);

  return self->position;
}

/**
 * dwell_selection_set_position:
 * @self: a selection
 * @position: the row to select, or %GTK_INVALID_LIST_POSITION
 */
void
dwell_selection_set_position (DwellSelection *self,
                              guint           position)
{
  guint old;

  g_return_if_fail (DWELL_IS_SELECTION (self));

  old = self->position;
  if (position == old)
    return;

  self->position = position;
  if (old != GTK_INVALID_LIST_POSITION)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), old, 1);
  if (position != GTK_INVALID_LIST_POSITION)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), position, 1);
}
