/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The common part of the list models: it counts the rows and announces changes. */
#include "config.h"

#include "model/lists/dwell-list.h"

typedef struct {
  guint n_items;
} DwellListPrivate;

enum {
  PROP_0,
  PROP_N_ITEMS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void list_model_iface_init (GListModelInterface *iface);

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (DwellList, dwell_list, DWELL_TYPE_QUERY,
                                  G_ADD_PRIVATE (DwellList)
                                  G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

static DwellListPrivate *
get_private (DwellList *self)
{
  return dwell_list_get_instance_private (self);
}

static GType
get_item_type (GListModel *model)
{
  return DWELL_LIST_GET_CLASS (model)->item_type;
}

static guint
get_n_items (GListModel *model)
{
  return get_private (DWELL_LIST (model))->n_items;
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  return position < get_n_items (model)
           ? DWELL_LIST_GET_CLASS (model)->get_item (DWELL_LIST (model), position) : NULL;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
dwell_list_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_N_ITEMS:
      g_value_set_uint (value, get_private (DWELL_LIST (object))->n_items);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_list_class_init (DwellListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = dwell_list_get_property;

  properties[PROP_N_ITEMS] = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_list_init (DwellList *self)
{
}

static GListModel *
copy_items (GListModel *list)
{
  guint n = g_list_model_get_n_items (list);
  GListStore *copy = g_list_store_new (g_list_model_get_item_type (list));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GObject) item = g_list_model_get_item (list, i);

      g_list_store_append (copy, item);
    }

  return G_LIST_MODEL (copy);
}

/**
 * dwell_list_freeze:
 * @self: a list
 *
 * Copies the rows as they are now. A list that can be long shares its answer with the copy; the
 * items of other lists are copied.
 *
 * Returns: (transfer full): a list that never changes and can be read on any thread
 */
GListModel *
dwell_list_freeze (DwellList *self)
{
  DwellList *frozen;

  g_return_val_if_fail (DWELL_IS_LIST (self), NULL);

  if (DWELL_LIST_GET_CLASS (self)->share == NULL)
    return copy_items (G_LIST_MODEL (self));

  frozen = g_object_new (G_OBJECT_TYPE (self), NULL);
  DWELL_LIST_GET_CLASS (self)->share (self, frozen);
  get_private (frozen)->n_items = get_private (self)->n_items;

  return G_LIST_MODEL (frozen);
}

/**
 * dwell_list_get_n_items:
 * @self: a list
 *
 * Returns: the number of rows shown
 */
guint
dwell_list_get_n_items (DwellList *self)
{
  return get_private (self)->n_items;
}

/**
 * dwell_list_change:
 * @self: a list
 * @change: the rows that have changed
 *
 * Announces a change. The class's get_item must return the new rows already.
 */
void
dwell_list_change (DwellList       *self,
                   DwellListChange  change)
{
  if (change.n_removed == 0 && change.n_added == 0)
    return;

  get_private (self)->n_items += change.n_added - change.n_removed;
  g_list_model_items_changed (G_LIST_MODEL (self), change.position, change.n_removed,
                              change.n_added);

  if (change.n_removed != change.n_added)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ITEMS]);
}

/**
 * dwell_list_replace:
 * @self: a list
 * @n_items: the new number of rows
 *
 * Announces that all rows have changed.
 */
void
dwell_list_replace (DwellList *self,
                    guint      n_items)
{
  dwell_list_change (self, (DwellListChange) { 0, get_private (self)->n_items, n_items });
}
