/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The common part of the list models. What they ask is theirs; that never more than one question is
 * under way, that its end leads to the next, and that a list which goes away leaves none behind, is
 * seen to here. */
#include "config.h"

#include "model/lists/dwell-list.h"

typedef struct {
  DwellView    *view;
  GSignalGroup *view_signals;
  GSignalGroup *session_signals;
  DwellJob     *job;      /* under way, or NULL */
  gpointer      question; /* … which owns it */
  guint         n_items;
  gboolean      is_inactive;
  gboolean      is_busy;
} DwellListPrivate;

enum {
  PROP_0,
  PROP_N_ITEMS,
  PROP_BUSY,
  PROP_VIEW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void list_model_iface_init (GListModelInterface *iface);

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (DwellList, dwell_list, G_TYPE_OBJECT,
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

static gboolean
shows_wanted (DwellList *self)
{
  DwellListClass *klass = DWELL_LIST_GET_CLASS (self);

  return klass->shows_wanted == NULL || klass->shows_wanted (self);
}

static gboolean
dwell_list_real_is_busy (DwellList *self)
{
  DwellListPrivate *priv = get_private (self);

  return priv->job != NULL ||
         (priv->view != NULL && !shows_wanted (self) &&
          dwell_session_get_busy (dwell_view_get_session (priv->view)));
}

static void
take_trace (DwellList *self)
{
  DwellListClass *klass = DWELL_LIST_GET_CLASS (self);

  dwell_list_cancel (self);
  if (klass->take_trace != NULL)
    klass->take_trace (self);
  dwell_list_update (self);
}

static void
dwell_list_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  DwellListPrivate *priv = get_private (DWELL_LIST (object));

  switch (prop_id)
    {
    case PROP_N_ITEMS:
      g_value_set_uint (value, priv->n_items);
      break;

    case PROP_BUSY:
      g_value_set_boolean (value, priv->is_busy);
      break;

    case PROP_VIEW:
      g_value_set_object (value, priv->view);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_list_set_property (GObject      *object,
                         guint         prop_id,
                         const GValue *value,
                         GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_VIEW:
      dwell_list_set_view (DWELL_LIST (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_list_dispose (GObject *object)
{
  DwellListPrivate *priv = get_private (DWELL_LIST (object));

  dwell_list_abandon (DWELL_LIST (object));
  g_clear_object (&priv->view_signals);
  g_clear_object (&priv->session_signals);
  g_clear_object (&priv->view);

  G_OBJECT_CLASS (dwell_list_parent_class)->dispose (object);
}

static void
dwell_list_class_init (DwellListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_list_dispose;
  object_class->get_property = dwell_list_get_property;
  object_class->set_property = dwell_list_set_property;
  klass->is_busy = dwell_list_real_is_busy;

  properties[PROP_N_ITEMS] = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_VIEW] = g_param_spec_object ("view", NULL, NULL, DWELL_TYPE_VIEW,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                               | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_list_init (DwellList *self)
{
  DwellListPrivate *priv = get_private (self);

  priv->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  priv->session_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  dwell_list_connect_view (self, "trace-changed", G_CALLBACK (take_trace));
  dwell_list_connect_session (self, "notify::busy", G_CALLBACK (dwell_list_update_busy));
}

/**
 * dwell_list_set_view:
 * @self: a list
 * @view: (nullable): what the list is to tell of; %NULL empties it
 *
 * Lists of something else than a view have none.
 */
void
dwell_list_set_view (DwellList *self,
                     DwellView *view)
{
  DwellListClass *klass = DWELL_LIST_GET_CLASS (self);
  DwellListPrivate *priv = get_private (self);

  g_return_if_fail (DWELL_IS_LIST (self));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  if (!g_set_object (&priv->view, view))
    return;

  g_signal_group_set_target (priv->view_signals, view);
  g_signal_group_set_target (priv->session_signals,
                             view != NULL ? dwell_view_get_session (view) : NULL);
  if (klass->clear != NULL)
    klass->clear (self);
  take_trace (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

/**
 * dwell_list_set_active:
 * @self: a list, which is active at first
 * @is_active: whether anybody sees it
 *
 * A list that becomes active asks for what has changed meanwhile.
 */
void
dwell_list_set_active (DwellList *self,
                       gboolean   is_active)
{
  DwellListPrivate *priv = get_private (self);

  g_return_if_fail (DWELL_IS_LIST (self));

  if (priv->is_inactive == !is_active)
    return;

  priv->is_inactive = !is_active;

  if (is_active)
    dwell_list_update (self);
  else
    dwell_list_cancel (self);
}

/**
 * dwell_list_get_busy:
 * @self: a list
 *
 * Returns: whether something better than what is shown will come
 */
gboolean
dwell_list_get_busy (DwellList *self)
{
  g_return_val_if_fail (DWELL_IS_LIST (self), FALSE);

  return get_private (self)->is_busy;
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
 * Lists that can be long share what they show; of others the items are copied.
 *
 * Returns: (transfer full): the rows as they are now, for whoever asks for them, on any thread
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

/* --- For those who derive --- */

/**
 * dwell_list_get_view:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): what the list tells of
 */
DwellView *
dwell_list_get_view (DwellList *self)
{
  return get_private (self)->view;
}

/**
 * dwell_list_get_session:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): the view's session
 */
DwellSession *
dwell_list_get_session (DwellList *self)
{
  DwellView *view = get_private (self)->view;

  return view != NULL ? dwell_view_get_session (view) : NULL;
}

/**
 * dwell_list_get_trace:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): the view's trace
 */
DwellTrace *
dwell_list_get_trace (DwellList *self)
{
  DwellView *view = get_private (self)->view;

  return view != NULL ? dwell_view_get_trace (view) : NULL;
}

/**
 * dwell_list_get_n_items:
 * @self: a list
 *
 * Returns: how many rows are shown
 */
guint
dwell_list_get_n_items (DwellList *self)
{
  return get_private (self)->n_items;
}

/**
 * dwell_list_connect_view:
 * @self: a list
 * @signal: of a view
 * @callback: called with @self alone when the list's view, whichever it is then, emits it
 */
void
dwell_list_connect_view (DwellList  *self,
                         const char *signal,
                         GCallback   callback)
{
  g_signal_group_connect_swapped (get_private (self)->view_signals, signal, callback, self);
}

/**
 * dwell_list_connect_session:
 * @self: a list
 * @signal: of a session
 * @callback: called with @self alone when the session of the list's view emits it
 */
void
dwell_list_connect_session (DwellList  *self,
                            const char *signal,
                            GCallback   callback)
{
  g_signal_group_connect_swapped (get_private (self)->session_signals, signal, callback, self);
}

/**
 * dwell_list_update:
 * @self: a list
 *
 * Shows what is wanted, or asks for it unless a question is under way, whose end comes back here.
 */
void
dwell_list_update (DwellList *self)
{
  DwellListClass *klass = DWELL_LIST_GET_CLASS (self);
  DwellListPrivate *priv = get_private (self);

  /* What nobody sees does not keep another trace alive. */
  if (priv->is_inactive && klass->clear != NULL && !shows_wanted (self))
    klass->clear (self);

  if (!priv->is_inactive && klass->update != NULL)
    klass->update (self);
  if (!priv->is_inactive && klass->ask != NULL && priv->job == NULL &&
      dwell_list_get_trace (self) != NULL)
    klass->ask (self);

  dwell_list_update_busy (self);
}

/**
 * dwell_list_update_busy:
 * @self: a list
 *
 * Tells those who listen whether the list is busy, if that is new.
 */
void
dwell_list_update_busy (DwellList *self)
{
  DwellListPrivate *priv = get_private (self);
  gboolean is_busy = DWELL_LIST_GET_CLASS (self)->is_busy (self);

  if (priv->is_busy == is_busy)
    return;

  priv->is_busy = is_busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void
answered (gpointer data,
          gpointer user_data)
{
  DwellList *self = user_data;
  DwellListPrivate *priv = get_private (self);

  g_object_ref (self);
  priv->job = NULL;
  priv->question = NULL;
  DWELL_LIST_GET_CLASS (self)->take (self, data);
  dwell_list_update (self);
  g_object_unref (self);
}

/**
 * dwell_list_ask:
 * @self: a list that has no question under way
 * @question: (transfer full): question and answer, which only the worker touches for now
 * @free: frees @question
 * @work: answers it, on a worker
 */
void
dwell_list_ask (DwellList      *self,
                gpointer        question,
                GDestroyNotify  free,
                DwellWorkFunc   work)
{
  DwellListPrivate *priv = get_private (self);

  g_assert (priv->job == NULL);

  priv->question = question;
  priv->job = _dwell_job_start (question, free, work, answered, self);
}

/**
 * dwell_list_get_question:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): the question under way: what the worker reads may be read
 */
gpointer
dwell_list_get_question (DwellList *self)
{
  return get_private (self)->question;
}

/**
 * dwell_list_cancel:
 * @self: a list
 *
 * The question under way, if any, is not wanted any more; its end is told nevertheless.
 */
void
dwell_list_cancel (DwellList *self)
{
  DwellListPrivate *priv = get_private (self);

  if (priv->job != NULL)
    _dwell_job_cancel (priv->job);
}

/**
 * dwell_list_abandon:
 * @self: a list
 *
 * The end of the question under way, if any, is not waited for any more.
 */
void
dwell_list_abandon (DwellList *self)
{
  DwellListPrivate *priv = get_private (self);

  if (priv->job != NULL)
    _dwell_job_abandon (priv->job);

  priv->job = NULL;
  priv->question = NULL;
}

/**
 * dwell_list_change:
 * @self: a list
 * @change: which rows are others now
 *
 * Tells those who look at the list; get_item must know the new rows already.
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
 * @n_items: how many rows there are now
 *
 * Every row is another, or is to be looked at again.
 */
void
dwell_list_replace (DwellList *self,
                    guint      n_items)
{
  dwell_list_change (self, (DwellListChange) { 0, get_private (self)->n_items, n_items });
}
