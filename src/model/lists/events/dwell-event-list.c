/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of events: a window of the session's order of events, found by binary search, and with
 * a filter the array of the matching events in the window. Without a filter an event is read only
 * when its row is asked for, so a scope of millions costs nothing.
 *
 * When a filter ends, its answer is shown if it is still of the same trace and pattern, and
 * another one is started if the scope has changed. */
#include "config.h"

#include "core/dwell-args.h"
#include "core/dwell-search.h"
#include "model/lists/events/dwell-event-list-private.h"

enum {
  PROP_0,
  PROP_IS_WINDOWED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellEventList, dwell_event_list, DWELL_TYPE_LIST)

static gpointer
dwell_event_list_get_item (DwellList *list,
                           guint      position)
{
  DwellEventList *self = DWELL_EVENT_LIST (list);
  guint64 place = self->window.first
                  + (self->rows != NULL ? g_array_index (self->rows, guint32, position)
                                        : position);

  return _dwell_event_item_new (self->trace, dwell_event_order_get (self->order, place),
                                self->resolution,
                                _dwell_time_units_get (&self->units, self->trace, 1),
                                self->arg_keys);
}

/* Takes over the hits among the rows that are shown next. */
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

/* Takes over the order of the rows that are shown next. */
static void
take_sort (DwellEventList *self,
           DwellEventSort  sort,
           GArray         *by_time)
{
  g_clear_pointer (&self->by_time, g_array_unref);
  self->by_time = by_time != NULL ? g_array_ref (by_time) : NULL;
  self->sort = sort;
}

/* Returns: (nullable): the keys that can be columns. There are so few keys that the main thread can
 * look at all of them. */
static GArray *
rank_args (const DwellTrace *trace)
{
  GArray *keys;

  if (trace == NULL || trace->n_arg_keys == 0)
    return NULL;

  keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_set_size (keys, DWELL_EVENT_LIST_MAX_ARGS);
  g_array_set_size (keys, dwell_args_rank_keys (trace, (guint32 *) (gpointer) keys->data,
                                                DWELL_EVENT_LIST_MAX_ARGS));
  return keys;
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
  DwellReading *reading = dwell_query_get_reading (DWELL_QUERY (self));
  g_autoptr(DwellTrace) old_trace = self->trace;
  g_autoptr(DwellEventOrder) old_order = self->order;
  g_autoptr(DwellPattern) old_pattern = self->shown_pattern;
  g_autoptr(GArray) old_rows = self->rows;

  self->trace = trace != NULL ? dwell_trace_ref (trace) : NULL;
  self->order = order != NULL ? dwell_event_order_ref (order) : NULL;
  self->shown_pattern = pattern != NULL ? dwell_pattern_ref (pattern) : NULL;
  self->window = window;
  self->rows = rows;
  if (reading != NULL)
    self->resolution = reading->resolution;
  if (trace != old_trace)
    {
      g_clear_pointer (&self->arg_keys, g_array_unref);
      self->arg_keys = rank_args (trace);
    }
  dwell_list_replace (DWELL_LIST (self), rows != NULL ? rows->len : window.n);
}

static void
dwell_event_list_clear (DwellQuery *query)
{
  show_events (DWELL_EVENT_LIST (query), NULL, NULL, (DwellEventWindow) { 0, 0 }, NULL, NULL);
}

/* Returns the order of the trace's events, or NULL. */
static DwellEventOrder *
get_order (DwellQuery *query)
{
  DwellReading *reading = dwell_query_get_reading (query);

  return reading != NULL ? reading->event_order : NULL;
}

static gboolean
dwell_event_list_shows_wanted (DwellQuery *query)
{
  DwellEventOrder *order = get_order (query);

  return order != NULL && DWELL_EVENT_LIST (query)->order == order;
}

/* Returns the events of the view's scope; if there are more than can be shown, the first ones. */
static DwellEventWindow
find_window (DwellEventList  *self,
             DwellEventOrder *order,
             gboolean        *is_windowed)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));
  guint64 first = 0;
  guint64 last = dwell_event_order_get_n (order);
  gint64 begin;
  gint64 end;

  if (dwell_view_get_scope (view) != DWELL_SCOPE_WHOLE)
    {
      dwell_view_get_scope_range (view, &begin, &end);
      first = dwell_event_order_search (order, begin);

      if (end < G_MAXINT64)
        last = dwell_event_order_search (order, end + 1);
    }

  *is_windowed = last - first > self->max;
  return (DwellEventWindow) { first, (guint) MIN (last - first, self->max) };
}

/* Returns the view's hits in the trace whose events are to be shown, or NULL. */
static DwellFind *
get_wanted_hits (DwellEventList *self)
{
  return dwell_view_get_find (dwell_query_get_view (DWELL_QUERY (self)));
}

/* Returns what the rows of the view's trace are to be sorted by. */
static DwellEventSort
get_wanted_sort (DwellEventList *self)
{
  DwellTrace *trace = dwell_query_get_trace (DWELL_QUERY (self));
  DwellEventSort sort = { DWELL_NONE, self->is_descending };
  g_autoptr(GArray) keys = NULL;

  if (self->sort_by < 0)
    return sort;

  keys = rank_args (trace);
  if (keys != NULL && (guint) self->sort_by < keys->len)
    sort.key = g_array_index (keys, guint32, self->sort_by);
  else
    sort.is_descending = FALSE;
  return sort;
}

/* Returns whether each event must be checked. */
static gboolean
is_filtered (DwellEventList *self)
{
  return self->pattern != NULL || (self->only_found && get_wanted_hits (self) != NULL) ||
         !_dwell_event_sort_is_by_time (get_wanted_sort (self));
}

static gboolean
shows (DwellEventList  *self,
       DwellEventOrder *order)
{
  DwellFind *hits = get_wanted_hits (self);
  DwellEventSort sort = get_wanted_sort (self);

  if (self->order != order || self->shown_pattern != self->pattern
      || self->window.first != self->wanted.first || self->window.n != self->wanted.n)
    return FALSE;

  if (sort.key != self->sort.key || sort.is_descending != self->sort.is_descending)
    return FALSE;

  return is_filtered (self) ? self->rows != NULL && self->hits == hits
                              && self->shows_found == (self->only_found && hits != NULL)
                            : self->rows == NULL;
}

static void
dwell_event_list_update (DwellQuery *query)
{
  DwellEventList *self = DWELL_EVENT_LIST (query);
  DwellEventOrder *order = get_order (query);
  gboolean is_windowed = FALSE;

  self->wanted = (DwellEventWindow) { 0, 0 };
  if (order != NULL)
    self->wanted = find_window (self, order, &is_windowed);

  if (self->is_windowed != is_windowed)
    {
      self->is_windowed = is_windowed;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_WINDOWED]);
    }

  if (order == NULL)
    {
      g_clear_pointer (&self->find, dwell_find_unref);
      dwell_event_list_clear (query);
    }
  else if (!is_filtered (self) && !shows (self, order))
    {
      take_found (self, NULL, NULL, FALSE);
      take_sort (self, (DwellEventSort) { DWELL_NONE, FALSE }, NULL);
      show_events (self, dwell_query_get_trace (query), order, self->wanted, NULL, NULL);
    }
}

static void
dwell_event_list_ask (DwellQuery *query)
{
  DwellEventList *self = DWELL_EVENT_LIST (query);
  DwellEventOrder *order = get_order (query);
  DwellEventFilter *filter;
  DwellFind *hits;

  if (order == NULL || !is_filtered (self) || shows (self, order))
    return;

  hits = get_wanted_hits (self);
  filter = _dwell_event_filter_new (dwell_query_get_trace (query), order, self->wanted,
                                    self->pattern, self->find, hits,
                                    self->only_found && hits != NULL, get_wanted_sort (self));
  dwell_query_ask (query, filter, _dwell_event_filter_free, _dwell_event_filter_run);
}

static void
dwell_event_list_take (DwellQuery *query,
                       gpointer    question)
{
  DwellEventList *self = DWELL_EVENT_LIST (query);
  DwellEventFilter *filter = question;

  if (filter->rows == NULL || filter->pattern != self->pattern)
    return;

  g_clear_pointer (&self->find, dwell_find_unref);
  self->find = filter->find != NULL ? dwell_find_ref (filter->find) : NULL;
  take_found (self, filter->hits, filter->found, filter->only_found);
  take_sort (self, filter->sort, filter->by_time);
  show_events (self, filter->trace, filter->order, filter->window, filter->pattern,
               g_steal_pointer (&filter->rows));
}

static void
dwell_event_list_take_trace (DwellQuery *query)
{
  g_clear_pointer (&DWELL_EVENT_LIST (query)->find, dwell_find_unref);
}

/* The list keeps its rows until the answer of the new search has arrived, rather than show all rows
 * meanwhile. */
static void
find_changed (DwellEventList *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  if (!self->only_found || !dwell_view_is_finding (dwell_query_get_view (query)))
    dwell_query_update (query);
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
    case PROP_IS_WINDOWED:
      g_value_set_boolean (value, self->is_windowed);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
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
  g_clear_pointer (&self->units, _dwell_time_units_unref);
  g_clear_pointer (&self->arg_keys, g_array_unref);
  g_clear_pointer (&self->by_time, g_array_unref);

  G_OBJECT_CLASS (dwell_event_list_parent_class)->finalize (object);
}

static void
dwell_event_list_share (DwellList *list,
                        DwellList *frozen)
{
  DwellEventList *self = DWELL_EVENT_LIST (list);
  DwellEventList *copy = DWELL_EVENT_LIST (frozen);

  copy->resolution = self->resolution;
  show_events (copy, self->trace, self->order, self->window, self->shown_pattern,
               self->rows != NULL ? g_array_ref (self->rows) : NULL);
}

static gboolean
dwell_event_list_check_filter (DwellQuery  *query,
                               GError     **error)
{
  return dwell_pattern_check (DWELL_EVENT_LIST (query)->pattern, error);
}

static void
dwell_event_list_class_init (DwellEventListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  object_class->finalize = dwell_event_list_finalize;
  object_class->get_property = dwell_event_list_get_property;
  list_class->item_type = DWELL_TYPE_EVENT_ITEM;
  list_class->get_item = dwell_event_list_get_item;
  query_class->clear = dwell_event_list_clear;
  query_class->take_trace = dwell_event_list_take_trace;
  query_class->update = dwell_event_list_update;
  query_class->ask = dwell_event_list_ask;
  query_class->take = dwell_event_list_take;
  query_class->shows_wanted = dwell_event_list_shows_wanted;
  query_class->check_filter = dwell_event_list_check_filter;
  list_class->share = dwell_event_list_share;

  properties[PROP_IS_WINDOWED] = g_param_spec_boolean ("is-windowed", NULL, NULL, FALSE,
                                                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_event_list_init (DwellEventList *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  self->max = DWELL_EVENT_LIST_MAX;
  self->sort_by = -1;
  self->sort.key = DWELL_NONE;
  dwell_query_connect_view (query, "scope-changed", G_CALLBACK (dwell_query_update));
  dwell_query_connect_view (query, "find-changed", G_CALLBACK (find_changed));
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (dwell_query_update));
}

/**
 * dwell_event_list_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellEventItem
 */
DwellEventList *
dwell_event_list_new (void)
{
  return g_object_new (DWELL_TYPE_EVENT_LIST, NULL);
}

/**
 * dwell_event_list_set_filter:
 * @self: a list
 * @text: (nullable): text or /regular expression/ that name, context, message or an argument must
 *   match, or a condition on an argument
 * @error: the fault in the regular expression or the condition
 *
 * Returns: false if @text is invalid; the list does not change then
 */
gboolean
dwell_event_list_set_filter (DwellEventList  *self,
                             const char      *text,
                             GError         **error)
{
  DwellPattern *pattern = NULL;

  g_return_val_if_fail (DWELL_IS_EVENT_LIST (self), FALSE);

  if (text != NULL && *text != '\0' && (pattern = dwell_pattern_new (text, error)) == NULL)
    return FALSE;

  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  self->pattern = pattern;
  dwell_query_start_over (DWELL_QUERY (self));
  return TRUE;
}

/**
 * dwell_event_list_get_arg:
 * @self: a list
 * @n: a number from 0, less than %DWELL_EVENT_LIST_MAX_ARGS
 *
 * Returns: (transfer none) (nullable): the key of an argument: the commonest for 0, the next for 1
 *   and so on; %NULL if there are not so many keys
 */
const char *
dwell_event_list_get_arg (DwellEventList *self,
                          guint           n)
{
  guint32 key;

  g_return_val_if_fail (DWELL_IS_EVENT_LIST (self), NULL);

  if (self->arg_keys == NULL || n >= self->arg_keys->len)
    return NULL;

  key = g_array_index (self->arg_keys, guint32, n);
  return dwell_trace_get_string (self->trace, self->trace->arg_keys[key].name);
}

/**
 * dwell_event_list_sort:
 * @self: a list, which is sorted by time at first
 * @by: a number of dwell_event_list_get_arg(); -1: the time
 * @descending: whether the largest value comes first
 *
 * Sorts the rows by an argument: numbers before texts, and events without the argument last. If the
 * trace does not have so many keys, the rows stay sorted by time.
 */
void
dwell_event_list_sort (DwellEventList *self,
                       int             by,
                       gboolean        descending)
{
  g_return_if_fail (DWELL_IS_EVENT_LIST (self));

  self->sort_by = by;
  self->is_descending = descending != FALSE;
  dwell_query_update (DWELL_QUERY (self));
}

/* Returns the place in the window of the row that is the @n-th by time. */
static guint32
get_nth_by_time (DwellEventList *self,
                 guint           n)
{
  guint row = self->by_time != NULL ? g_array_index (self->by_time, guint32, n) : n;

  return g_array_index (self->rows, guint32, row);
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
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));
  DwellEvent focus;
  guint64 place;
  guint i;

  g_return_val_if_fail (DWELL_IS_EVENT_LIST (self), G_MAXUINT);

  if (view == NULL || self->trace == NULL || self->trace != dwell_view_get_trace (view))
    return G_MAXUINT;

  focus.span = dwell_view_get_focus_span (view);
  focus.mark = dwell_view_get_focus_mark (view);

  if (focus.span == DWELL_NONE && focus.mark == DWELL_NONE)
    return G_MAXUINT;

  place = dwell_event_order_find (self->order, focus);

  if (place < self->window.first || place - self->window.first >= self->window.n)
    return G_MAXUINT;

  place -= self->window.first;

  if (self->rows == NULL)
    return (guint) place;

  i = dwell_lower_bound (n, 0, self->rows->len, get_nth_by_time (self, n) < place);
  if (i == self->rows->len || get_nth_by_time (self, i) != place)
    return G_MAXUINT;

  return self->by_time != NULL ? g_array_index (self->by_time, guint32, i) : i;
}

/* For tests, which do not have fifty million events. */
void
_dwell_event_list_set_max (DwellEventList *self,
                           guint           max)
{
  self->max = max;
  dwell_query_update (DWELL_QUERY (self));
}
