/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the questions of a query. At most one is under way; when it ends, the next one is asked.
 * Disposing of the query abandons it. */
#include "config.h"

#include "model/lists/dwell-query.h"

typedef struct {
  DwellView    *view;
  GSignalGroup *view_signals;
  GSignalGroup *session_signals;
  DwellJob     *job;         /* under way, or NULL */
  gpointer      question;    /* of the job, which owns it */
  DwellTrace   *asked_trace; /* that the question is about, or NULL */
  guint         n_holders;
  gboolean      is_inactive;
  gboolean      is_busy;
  gboolean      has_lacked; /* the last question failed for lack of memory */
} DwellQueryPrivate;

enum {
  PROP_0,
  PROP_BUSY,
  PROP_VIEW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (DwellQuery, dwell_query, G_TYPE_OBJECT)

static DwellQueryPrivate *
get_private (DwellQuery *self)
{
  return dwell_query_get_instance_private (self);
}

static gboolean
shows_wanted (DwellQuery *self)
{
  DwellQueryClass *klass = DWELL_QUERY_GET_CLASS (self);

  return klass->shows_wanted == NULL || klass->shows_wanted (self);
}

static gboolean
dwell_query_real_is_busy (DwellQuery *self)
{
  DwellQueryPrivate *priv = get_private (self);

  return priv->job != NULL ||
         (!priv->is_inactive && priv->view != NULL && !shows_wanted (self) &&
          dwell_session_get_busy (dwell_view_get_session (priv->view)));
}

static void
dwell_query_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  DwellQueryPrivate *priv = get_private (DWELL_QUERY (object));

  switch (prop_id)
    {
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
dwell_query_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_VIEW:
      dwell_query_set_view (DWELL_QUERY (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_query_dispose (GObject *object)
{
  DwellQueryPrivate *priv = get_private (DWELL_QUERY (object));

  dwell_query_abandon (DWELL_QUERY (object));
  g_clear_object (&priv->view_signals);
  g_clear_object (&priv->session_signals);
  g_clear_object (&priv->view);

  G_OBJECT_CLASS (dwell_query_parent_class)->dispose (object);
}

static void
dwell_query_class_init (DwellQueryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_query_dispose;
  object_class->get_property = dwell_query_get_property;
  object_class->set_property = dwell_query_set_property;
  klass->is_busy = dwell_query_real_is_busy;

  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_VIEW] = g_param_spec_object ("view", NULL, NULL, DWELL_TYPE_VIEW,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                               | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_query_init (DwellQuery *self)
{
  DwellQueryPrivate *priv = get_private (self);

  priv->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  priv->session_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  dwell_query_connect_view (self, "trace-changed", G_CALLBACK (dwell_query_start_over));
  dwell_query_connect_session (self, "notify::busy", G_CALLBACK (dwell_query_update_busy));
}

/**
 * dwell_query_set_view:
 * @self: a query
 * @view: (nullable): the view; with %NULL nothing is shown
 *
 * Sets the view that the query follows. A query about something else has none.
 */
void
dwell_query_set_view (DwellQuery *self,
                      DwellView  *view)
{
  DwellQueryPrivate *priv;

  g_return_if_fail (DWELL_IS_QUERY (self));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  priv = get_private (self);
  if (!g_set_object (&priv->view, view))
    return;

  g_signal_group_set_target (priv->view_signals, view);
  g_signal_group_set_target (priv->session_signals,
                             view != NULL ? dwell_view_get_session (view) : NULL);
  if (DWELL_QUERY_GET_CLASS (self)->clear != NULL)
    DWELL_QUERY_GET_CLASS (self)->clear (self);
  dwell_query_start_over (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

/**
 * dwell_query_set_active:
 * @self: a query, which is active at first
 * @is_active: whether its answer is visible
 *
 * A query that is not active asks nothing, and keeps its answer as long as the trace is the same.
 * When it becomes active, it asks about the changes since.
 */
void
dwell_query_set_active (DwellQuery *self,
                        gboolean    is_active)
{
  DwellQueryPrivate *priv;

  g_return_if_fail (DWELL_IS_QUERY (self));

  priv = get_private (self);
  if (priv->is_inactive == !is_active)
    return;

  priv->is_inactive = !is_active;

  if (is_active)
    {
      dwell_query_update (self);
    }
  else
    {
      dwell_query_cancel (self);
      dwell_query_update_busy (self);
    }
}

/**
 * dwell_query_hold:
 * @self: a query that was set inactive
 *
 * Makes the query active until dwell_query_release(). A page or widget that shows the answer calls
 * this when it becomes visible; several can share a query.
 */
void
dwell_query_hold (DwellQuery *self)
{
  g_return_if_fail (DWELL_IS_QUERY (self));

  if (get_private (self)->n_holders++ == 0)
    dwell_query_set_active (self, TRUE);
}

/**
 * dwell_query_release:
 * @self: a query
 *
 * Ends dwell_query_hold(). The query is inactive when all have released it.
 */
void
dwell_query_release (DwellQuery *self)
{
  g_return_if_fail (DWELL_IS_QUERY (self) && get_private (self)->n_holders > 0);

  if (--get_private (self)->n_holders == 0)
    dwell_query_set_active (self, FALSE);
}

/**
 * dwell_query_get_busy:
 * @self: a query
 *
 * Returns: whether a better answer than the one shown will come
 */
gboolean
dwell_query_get_busy (DwellQuery *self)
{
  g_return_val_if_fail (DWELL_IS_QUERY (self), FALSE);

  return get_private (self)->is_busy;
}

/**
 * dwell_query_has_lacked:
 * @self: a query that is not busy
 *
 * Returns: whether memory was insufficient for the wanted answer or for an index of the session
 */
gboolean
dwell_query_has_lacked (DwellQuery *self)
{
  DwellQueryPrivate *priv;

  g_return_val_if_fail (DWELL_IS_QUERY (self), FALSE);

  priv = get_private (self);
  return priv->has_lacked ||
         (priv->view != NULL && !shows_wanted (self) &&
          dwell_session_has_lacked (dwell_view_get_session (priv->view)));
}

/**
 * dwell_query_check_filter:
 * @self: a query that is not busy
 * @error: why, for the user
 *
 * Returns: false if the filter gave up on rows and left them out, although they may match
 */
gboolean
dwell_query_check_filter (DwellQuery  *self,
                          GError     **error)
{
  g_return_val_if_fail (DWELL_IS_QUERY (self), FALSE);

  return DWELL_QUERY_GET_CLASS (self)->check_filter == NULL ||
         DWELL_QUERY_GET_CLASS (self)->check_filter (self, error);
}

/* --- For derived classes --- */

/**
 * dwell_query_get_view:
 * @self: a query
 *
 * Returns: (transfer none) (nullable): the view that it follows
 */
DwellView *
dwell_query_get_view (DwellQuery *self)
{
  return get_private (self)->view;
}

/**
 * dwell_query_get_session:
 * @self: a query
 *
 * Returns: (transfer none) (nullable): the view's session
 */
DwellSession *
dwell_query_get_session (DwellQuery *self)
{
  DwellView *view = get_private (self)->view;

  return view != NULL ? dwell_view_get_session (view) : NULL;
}

/**
 * dwell_query_get_reading:
 * @self: a query
 *
 * Returns: (transfer none) (nullable): the view's trace with its indexes
 */
DwellReading *
dwell_query_get_reading (DwellQuery *self)
{
  DwellView *view = get_private (self)->view;

  return view != NULL ? dwell_view_get_reading (view) : NULL;
}

/**
 * dwell_query_get_trace:
 * @self: a query
 *
 * Returns: (transfer none) (nullable): the view's trace
 */
DwellTrace *
dwell_query_get_trace (DwellQuery *self)
{
  DwellView *view = get_private (self)->view;

  return view != NULL ? dwell_view_get_trace (view) : NULL;
}

/**
 * dwell_query_connect_view:
 * @self: a query
 * @signal: a signal of a view
 * @callback: called with @self alone
 *
 * Calls @callback whenever the view emits @signal, also after the view is replaced by another.
 */
void
dwell_query_connect_view (DwellQuery *self,
                          const char *signal,
                          GCallback   callback)
{
  g_signal_group_connect_swapped (get_private (self)->view_signals, signal, callback, self);
}

/**
 * dwell_query_connect_session:
 * @self: a query
 * @signal: a signal of a session
 * @callback: called with @self alone
 *
 * Calls @callback whenever the session of the view emits @signal.
 */
void
dwell_query_connect_session (DwellQuery *self,
                             const char *signal,
                             GCallback   callback)
{
  g_signal_group_connect_swapped (get_private (self)->session_signals, signal, callback, self);
}

/**
 * dwell_query_update:
 * @self: a query
 *
 * Shows the wanted answer, or asks for it. While a question is under way, nothing is asked; when it
 * ends, this function is called again.
 */
void
dwell_query_update (DwellQuery *self)
{
  DwellQueryClass *klass = DWELL_QUERY_GET_CLASS (self);
  DwellQueryPrivate *priv = get_private (self);

  /* An invisible answer must not keep an old trace alive. */
  if (priv->is_inactive && klass->clear != NULL && !shows_wanted (self))
    klass->clear (self);

  if (!priv->is_inactive && klass->update != NULL)
    klass->update (self);
  if (!priv->is_inactive && klass->ask != NULL && priv->job == NULL &&
      dwell_query_get_trace (self) != NULL)
    klass->ask (self);

  dwell_query_update_busy (self);
}

/**
 * dwell_query_start_over:
 * @self: a query
 *
 * Cancels the question and starts again, as after a change of trace.
 */
void
dwell_query_start_over (DwellQuery *self)
{
  DwellQueryClass *klass = DWELL_QUERY_GET_CLASS (self);

  dwell_query_cancel (self);
  get_private (self)->has_lacked = FALSE;
  if (klass->take_trace != NULL)
    klass->take_trace (self);
  dwell_query_update (self);
}

/**
 * dwell_query_update_busy:
 * @self: a query
 *
 * Notifies of the property busy if it has changed.
 */
void
dwell_query_update_busy (DwellQuery *self)
{
  DwellQueryPrivate *priv = get_private (self);
  gboolean is_busy = DWELL_QUERY_GET_CLASS (self)->is_busy (self);

  if (priv->is_busy == is_busy)
    return;

  priv->is_busy = is_busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void
answered (gpointer data,
          gpointer user_data)
{
  DwellQuery *self = user_data;
  DwellQueryPrivate *priv = get_private (self);
  g_autoptr(DwellTrace) asked_trace = g_steal_pointer (&priv->asked_trace);

  g_object_ref (self);
  priv->has_lacked = _dwell_job_has_lacked (priv->job);
  priv->job = NULL;
  priv->question = NULL;
  /* The class may ask another question at once. */
  if (asked_trace == dwell_query_get_trace (self))
    DWELL_QUERY_GET_CLASS (self)->take (self, data);

  /* After a lack of memory the same question is asked again only after a change. */
  if (priv->has_lacked)
    dwell_query_update_busy (self);
  else
    dwell_query_update (self);
  g_object_unref (self);
}

/**
 * dwell_query_ask:
 * @self: a query that has no question under way
 * @question: (transfer full): question and answer, which only the worker changes from now on
 * @free: frees @question
 * @work: answers @question, on a worker
 *
 * Starts a job that answers @question.
 */
void
dwell_query_ask (DwellQuery     *self,
                 gpointer        question,
                 GDestroyNotify  free,
                 DwellWorkFunc   work)
{
  DwellQueryPrivate *priv = get_private (self);
  DwellTrace *trace = dwell_query_get_trace (self);

  g_assert (priv->job == NULL);

  priv->question = question;
  priv->asked_trace = trace != NULL ? dwell_trace_ref (trace) : NULL;
  priv->job = _dwell_job_start (question, free, work, answered, self);
}

/**
 * dwell_query_get_question:
 * @self: a query
 *
 * Returns: (transfer none) (nullable): the question under way; only parts that the worker does
 *   not change may be read
 */
gpointer
dwell_query_get_question (DwellQuery *self)
{
  return get_private (self)->question;
}

/**
 * dwell_query_cancel:
 * @self: a query
 *
 * Cancels the question under way, if any. The query still waits for its end.
 */
void
dwell_query_cancel (DwellQuery *self)
{
  DwellQueryPrivate *priv = get_private (self);

  if (priv->job != NULL)
    _dwell_job_cancel (priv->job);
}

/**
 * dwell_query_abandon:
 * @self: a query
 *
 * Cancels the question under way, if any, without waiting for its end.
 */
void
dwell_query_abandon (DwellQuery *self)
{
  DwellQueryPrivate *priv = get_private (self);

  g_clear_pointer (&priv->job, _dwell_job_abandon);
  g_clear_pointer (&priv->asked_trace, dwell_trace_unref);
  priv->question = NULL;
}
