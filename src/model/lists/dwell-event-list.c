/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of events: a window of the session's order of events, found by binary search, and if
 * there is a filter the array of those in it that match. Without a filter no event is ever touched
 * before somebody asks for it, so a scope of millions costs nothing.
 *
 * Never more than one filter runs; when it ends, its answer is shown if it is still of the same
 * trace and pattern, and another is started if the scope has moved on. */
#include "config.h"

#include "model/dwell-job.h"
#include "model/lists/dwell-event-list-private.h"
#include "model/lists/dwell-positions.h"

enum {
  PROP_0,
  PROP_N_ITEMS,
  PROP_BUSY,
  PROP_IS_WINDOWED,
  PROP_VIEW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static GType
dwell_event_list_get_item_type (GListModel *model)
{
  return DWELL_TYPE_EVENT_ITEM;
}

static guint
dwell_event_list_get_n_items (GListModel *model)
{
  DwellEventList *self = DWELL_EVENT_LIST (model);

  return self->rows != NULL ? self->rows->len : self->window.n;
}

static gpointer
dwell_event_list_get_item (GListModel *model,
                           guint       position)
{
  DwellEventList *self = DWELL_EVENT_LIST (model);
  guint64 place;

  if (position >= dwell_event_list_get_n_items (model))
    return NULL;

  place = self->window.first
          + (self->rows != NULL ? g_array_index (self->rows, guint32, position) : position);
  return _dwell_event_item_new (self->trace, dwell_event_order_get (self->order, place),
                                self->resolution);
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = dwell_event_list_get_item_type;
  iface->get_n_items = dwell_event_list_get_n_items;
  iface->get_item = dwell_event_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DwellEventList, dwell_event_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

/* What the rows that come next tell of hits. */
static void
take_found (DwellEventList *self,
            DwellFind      *hits,
            GArray         *found,
            gboolean        shows_found)
{
  if (hits != NULL)
    dwell_find_ref (hits);
  g_clear_pointer (&self->hits, dwell_find_unref);
  self->hits = hits;
  g_clear_pointer (&self->found, g_array_unref);
  self->found = found != NULL ? g_array_ref (found) : NULL;
  self->shows_found = shows_found;
}

/* Shows @window of @order; @rows (transfer full) is NULL to show all of it. */
static void
show_events (DwellEventList   *self,
             DwellTrace       *trace,
             DwellEventOrder  *order,
             DwellEventWindow  window,
             DwellPattern     *pattern,
             GArray           *rows)
{
  g_autoptr(DwellTrace) old_trace = self->trace;
  g_autoptr(DwellEventOrder) old_order = self->order;
  g_autoptr(DwellPattern) old_pattern = self->shown_pattern;
  g_autoptr(GArray) old_rows = self->rows;
  DwellListChange change = { 0, dwell_event_list_get_n_items (G_LIST_MODEL (self)), 0 };

  self->trace = trace != NULL ? dwell_trace_ref (trace) : NULL;
  self->order = order != NULL ? dwell_event_order_ref (order) : NULL;
  self->shown_pattern = pattern != NULL ? dwell_pattern_ref (pattern) : NULL;
  self->window = window;
  self->rows = rows;
  if (self->view != NULL)
    self->resolution = dwell_session_get_resolution (dwell_view_get_session (self->view));
  change.n_added = dwell_event_list_get_n_items (G_LIST_MODEL (self));
  _dwell_list_announce (G_LIST_MODEL (self), change);
}

static void
set_flag (DwellEventList *self,
          gboolean       *flag,
          gboolean        value,
          guint           property)
{
  if (*flag == value)
    return;

  *flag = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* The events of the view's scope, as many as can be shown: if there are more, the first of them. */
static DwellEventWindow
find_window (DwellEventList  *self,
             DwellEventOrder *order,
             gboolean        *is_windowed)
{
  guint64 first = 0;
  guint64 last = dwell_event_order_get_n (order);
  gint64 begin;
  gint64 end;

  if (dwell_view_get_scope (self->view) != DWELL_SCOPE_WHOLE)
    {
      dwell_view_get_scope_range (self->view, &begin, &end);
      first = dwell_event_order_search (order, begin);

      if (end < G_MAXINT64)
        last = dwell_event_order_search (order, end + 1);
    }

  *is_windowed = last - first > self->max;
  return (DwellEventWindow) { first, (guint) MIN (last - first, self->max) };
}

/* What the view has found in the trace whose events are to be shown, or NULL. */
static DwellFind *
get_wanted_hits (DwellEventList *self)
{
  return _dwell_event_list_get_hits (self, dwell_session_get_trace (
                                             dwell_view_get_session (self->view)));
}

/* Whether each row must be looked at. */
static gboolean
is_filtered (DwellEventList *self)
{
  return self->pattern != NULL || (self->only_found && get_wanted_hits (self) != NULL);
}

static gboolean
shows (DwellEventList   *self,
       DwellEventOrder  *order,
       DwellEventWindow  window)
{
  DwellFind *hits = get_wanted_hits (self);

  if (self->order != order || self->shown_pattern != self->pattern
      || self->window.first != window.first || self->window.n != window.n)
    return FALSE;

  return is_filtered (self) ? self->rows != NULL && self->hits == hits
                              && self->shows_found == (self->only_found && hits != NULL)
                            : self->rows == NULL;
}

static void
filtered (gpointer data,
          gpointer user_data)
{
  DwellEventFilter *filter = data;
  DwellEventList *self = user_data;

  g_object_ref (self);
  self->job = NULL;

  if (filter->rows != NULL && filter->pattern == self->pattern && self->view != NULL
      && filter->order == dwell_session_get_event_order (dwell_view_get_session (self->view)))
    {
      g_clear_pointer (&self->find, dwell_find_unref);
      self->find = filter->find != NULL ? dwell_find_ref (filter->find) : NULL;
      take_found (self, filter->hits, filter->found, filter->only_found);
      show_events (self, filter->trace, filter->order, filter->window, filter->pattern,
                   g_steal_pointer (&filter->rows));
    }

  _dwell_event_list_update (self);
  g_object_unref (self);
}

static void
start_filter (DwellEventList   *self,
              DwellEventOrder  *order,
              DwellEventWindow  window)
{
  DwellTrace *trace = dwell_session_get_trace (dwell_view_get_session (self->view));
  DwellFind *hits = get_wanted_hits (self);
  DwellEventFilter *filter = _dwell_event_filter_new (trace, order, window, self->pattern,
                                                      self->find, hits,
                                                      self->only_found && hits != NULL);

  self->job = _dwell_job_start (filter, _dwell_event_filter_free, _dwell_event_filter_run,
                                filtered, self);
}

static void
update_busy (DwellEventList *self)
{
  DwellSession *session = self->view != NULL ? dwell_view_get_session (self->view) : NULL;
  gboolean is_waiting = session != NULL && dwell_session_get_event_order (session) == NULL
                        && dwell_session_get_busy (session);

  set_flag (self, &self->is_busy, self->job != NULL || is_waiting, PROP_BUSY);
}

/* Shows what the view speaks of now, or has it filtered. */
void
_dwell_event_list_update (DwellEventList *self)
{
  DwellSession *session = self->view != NULL ? dwell_view_get_session (self->view) : NULL;
  DwellEventOrder *order = session != NULL ? dwell_session_get_event_order (session) : NULL;
  DwellEventWindow window = { 0, 0 };
  gboolean is_windowed = FALSE;

  /* What nobody sees is only kept from keeping another trace alive. */
  if (self->is_inactive && order != NULL)
    {
      if (order != self->order && self->order != NULL)
        show_events (self, NULL, NULL, window, NULL, NULL);
      update_busy (self);
      return;
    }

  if (order != NULL)
    window = find_window (self, order, &is_windowed);

  set_flag (self, &self->is_windowed, is_windowed, PROP_IS_WINDOWED);

  if (order == NULL)
    {
      g_clear_pointer (&self->find, dwell_find_unref);
      show_events (self, NULL, NULL, window, NULL, NULL);
    }
  else if (!is_filtered (self) && !shows (self, order, window))
    {
      take_found (self, NULL, NULL, FALSE);
      show_events (self, dwell_session_get_trace (session), order, window, NULL, NULL);
    }
  else if (self->job == NULL && !shows (self, order, window))
    start_filter (self, order, window);

  update_busy (self);
}

/* The trace or the pattern is another: what is being filtered is of no use. */
static void
cancel_filter (DwellEventList *self)
{
  if (self->job != NULL)
    _dwell_job_cancel (self->job);

  g_clear_pointer (&self->find, dwell_find_unref);
}

static void
trace_changed (DwellEventList *self)
{
  cancel_filter (self);
  _dwell_event_list_update (self);
}

/* Another find is on its way: its answer is waited for rather than all rows shown between. */
static void
find_changed (DwellEventList *self)
{
  if (!self->only_found || !dwell_view_is_finding (self->view))
    _dwell_event_list_update (self);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

static void
dwell_event_list_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  DwellEventList *self = DWELL_EVENT_LIST (object);

  switch (prop_id)
    {
    case PROP_N_ITEMS:
      g_value_set_uint (value, dwell_event_list_get_n_items (G_LIST_MODEL (self)));
      break;

    case PROP_BUSY:
      g_value_set_boolean (value, self->is_busy);
      break;

    case PROP_IS_WINDOWED:
      g_value_set_boolean (value, self->is_windowed);
      break;

    case PROP_VIEW:
      g_value_set_object (value, self->view);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_event_list_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  DwellEventList *self = DWELL_EVENT_LIST (object);

  switch (prop_id)
    {
    case PROP_VIEW:
      dwell_event_list_set_view (self, g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_event_list_dispose (GObject *object)
{
  DwellEventList *self = DWELL_EVENT_LIST (object);

  if (self->job != NULL)
    _dwell_job_abandon (self->job);

  self->job = NULL;
  g_clear_object (&self->view_signals);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_event_list_parent_class)->dispose (object);
}

static void
dwell_event_list_finalize (GObject *object)
{
  DwellEventList *self = DWELL_EVENT_LIST (object);

  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->find, dwell_find_unref);
  g_clear_pointer (&self->trace, dwell_trace_unref);
  g_clear_pointer (&self->order, dwell_event_order_unref);
  g_clear_pointer (&self->shown_pattern, dwell_pattern_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  take_found (self, NULL, NULL, FALSE);

  G_OBJECT_CLASS (dwell_event_list_parent_class)->finalize (object);
}

static void
dwell_event_list_class_init (DwellEventListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_event_list_dispose;
  object_class->finalize = dwell_event_list_finalize;
  object_class->get_property = dwell_event_list_get_property;
  object_class->set_property = dwell_event_list_set_property;

  properties[PROP_N_ITEMS] = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_IS_WINDOWED] = g_param_spec_boolean ("is-windowed", NULL, NULL, FALSE,
                                                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_VIEW] = g_param_spec_object ("view", NULL, NULL, DWELL_TYPE_VIEW,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                               | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_event_list_init (DwellEventList *self)
{
  self->max = DWELL_EVENT_LIST_MAX;
  self->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "scope-changed",
                                  G_CALLBACK (_dwell_event_list_update), self);
  g_signal_group_connect_swapped (self->view_signals, "trace-changed",
                                  G_CALLBACK (trace_changed), self);
  g_signal_group_connect_swapped (self->view_signals, "find-changed", G_CALLBACK (find_changed),
                                  self);

  self->session_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "indexes-changed",
                                  G_CALLBACK (_dwell_event_list_update), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::busy",
                                  G_CALLBACK (update_busy), self);
}

/**
 * dwell_event_list_new:
 *
 * Returns: (transfer full): an empty list
 */
DwellEventList *
dwell_event_list_new (void)
{
  return g_object_new (DWELL_TYPE_EVENT_LIST, NULL);
}

/**
 * dwell_event_list_set_view:
 * @self: a list
 * @view: (nullable): whose scope the list is to show; %NULL empties it
 */
void
dwell_event_list_set_view (DwellEventList *self,
                           DwellView      *view)
{
  g_return_if_fail (DWELL_IS_EVENT_LIST (self));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  if (self->view == view)
    return;

  /* Items ask the old view for their resolution until they are gone. */
  cancel_filter (self);
  show_events (self, NULL, NULL, (DwellEventWindow) { 0, 0 }, NULL, NULL);
  g_set_object (&self->view, view);
  g_signal_group_set_target (self->view_signals, view);
  g_signal_group_set_target (self->session_signals,
                             view != NULL ? dwell_view_get_session (view) : NULL);
  _dwell_event_list_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

/**
 * dwell_event_list_set_filter:
 * @self: a list
 * @text: (nullable): text or /regular expression/ that name, context or message must match
 * @error: what is wrong with the regular expression
 *
 * Returns: false if @text is broken; the list stays as it is
 */
gboolean
dwell_event_list_set_filter (DwellEventList  *self,
                             const char      *text,
                             GError         **error)
{
  DwellPattern *pattern = NULL;

  g_return_val_if_fail (DWELL_IS_EVENT_LIST (self), FALSE);

  if (text != NULL && *text != '\0' && !(pattern = dwell_pattern_new (text, error)))
    return FALSE;

  cancel_filter (self);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  self->pattern = pattern;
  _dwell_event_list_update (self);
  return TRUE;
}

/**
 * dwell_event_list_set_active:
 * @self: a list, which is active at first
 * @is_active: whether anybody sees it
 *
 * A list that becomes active looks for what has changed meanwhile.
 */
void
dwell_event_list_set_active (DwellEventList *self,
                             gboolean        is_active)
{
  g_return_if_fail (DWELL_IS_EVENT_LIST (self));

  if (self->is_inactive == !is_active)
    return;

  self->is_inactive = !is_active;

  if (is_active)
    _dwell_event_list_update (self);
  else if (self->job != NULL)
    _dwell_job_cancel (self->job);
}

gboolean
dwell_event_list_get_busy (DwellEventList *self)
{
  return self->is_busy;
}

/**
 * dwell_event_list_find_focus:
 * @self: a list
 *
 * Returns: the position of the view's focused span or mark; %G_MAXUINT if it is not in the list
 */
guint
dwell_event_list_find_focus (DwellEventList *self)
{
  DwellEvent focus;
  guint64 place;
  guint position;

  g_return_val_if_fail (DWELL_IS_EVENT_LIST (self), G_MAXUINT);

  if (self->view == NULL || self->trace == NULL || self->trace != dwell_view_get_trace (self->view))
    return G_MAXUINT;

  focus.span = dwell_view_get_focus_span (self->view);
  focus.mark = dwell_view_get_focus_mark (self->view);

  if (focus.span == DWELL_NONE && focus.mark == DWELL_NONE)
    return G_MAXUINT;

  place = dwell_event_order_find (self->order, focus);

  if (place < self->window.first || place - self->window.first >= self->window.n)
    return G_MAXUINT;

  place -= self->window.first;

  if (self->rows == NULL)
    return (guint) place;

  return g_array_binary_search (self->rows, &(guint32) { (guint32) place }, compare_rows, &position)
         ? position : G_MAXUINT;
}

/* For tests, which have no fifty million events. */
void
_dwell_event_list_set_max (DwellEventList *self,
                           guint           max)
{
  self->max = max;
  _dwell_event_list_update (self);
}

/**
 * dwell_event_list_freeze:
 * @self: a list
 *
 * Returns: (transfer full): the rows as they are now, for whoever asks for them, on any thread
 */
GListModel *
dwell_event_list_freeze (DwellEventList *self)
{
  DwellEventList *frozen;

  g_return_val_if_fail (DWELL_IS_EVENT_LIST (self), NULL);

  frozen = dwell_event_list_new ();
  frozen->resolution = self->resolution;
  show_events (frozen, self->trace, self->order, self->window, self->shown_pattern,
               self->rows != NULL ? g_array_ref (self->rows) : NULL);

  return G_LIST_MODEL (frozen);
}
