/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of statistics: asks for what it lacks, one question at a time, and shows the last answer
 * as an array of row numbers.
 *
 * Never more than one query is under way; what changes meanwhile is remembered by two serials (of
 * the question, of the arrangement), and the next query asks for the newest of both. So a range
 * dragged over a thousand places costs as many queries as there was time for, and the last is of
 * the last place. Details of an outdated range are cancelled. Totals of one are shown, when nothing
 * else about the question changed: they are newer than what stands there, and without them the list
 * would stand still for as long as the mouse moves faster than the answers. */
#include "config.h"

#include "model/dwell-job.h"
#include "model/lists/dwell-positions.h"
#include "model/lists/dwell-statistics-query.h"

struct _DwellStatisticsList
{
  GObject parent_instance;

  DwellView            *view;
  GSignalGroup         *view_signals;
  GSignalGroup         *session_signals;
  DwellGroupBy          group_by;
  DwellStatisticsOrder  order;

  gint64 begin;        /* ns: the range that is wanted */
  gint64 end;
  guint  range_serial; /* of what is wanted */
  guint  order_serial;

  DwellJob              *job;    /* the query under way, or NULL */
  DwellStatisticsQuery  *query;  /* … which belongs to it */
  DwellStatisticsIndex  *index;  /* of a grouping that the session has no index of, or NULL */
  DwellStatisticsAnswer *answer; /* what is shown, or NULL */
  GArray                *rows;   /* guint32, of the answer */
  guint                  shown_range_serial;
  guint                  shown_order_serial;
  gboolean               is_busy;
  gboolean               is_inactive;
};

enum {
  PROP_0,
  PROP_N_ITEMS,
  PROP_BUSY,
  PROP_VIEW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static GType
dwell_statistics_list_get_item_type (GListModel *model)
{
  return DWELL_TYPE_STATISTICS_ITEM;
}

static guint
dwell_statistics_list_get_n_items (GListModel *model)
{
  return DWELL_STATISTICS_LIST (model)->rows->len;
}

static gpointer
dwell_statistics_list_get_item (GListModel *model,
                                guint       position)
{
  DwellStatisticsList *self = DWELL_STATISTICS_LIST (model);

  if (position >= self->rows->len)
    return NULL;

  return _dwell_statistics_item_new (self->answer, g_array_index (self->rows, guint32, position));
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = dwell_statistics_list_get_item_type;
  iface->get_n_items = dwell_statistics_list_get_n_items;
  iface->get_item = dwell_statistics_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DwellStatisticsList, dwell_statistics_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

/* Takes over @answer (nullable) and @rows. */
static void
show_answer (DwellStatisticsList   *self,
             DwellStatisticsAnswer *answer,
             GArray                *rows)
{
  g_autoptr(GArray) old_rows = self->rows;
  g_autoptr(DwellStatisticsAnswer) old_answer = self->answer;
  DwellListChange change = { 0, old_rows->len, rows->len };

  /* The same row of another answer is another item. */
  if (answer == old_answer)
    change = _dwell_positions_compare (old_rows, rows);

  self->answer = answer;
  self->rows = rows;
  _dwell_list_announce (G_LIST_MODEL (self), change);
}

/* Whether the answer that is shown is of the trace and the grouping that are wanted now. */
static gboolean
shows_wanted_subject (DwellStatisticsList *self)
{
  return self->answer != NULL && self->view != NULL
         && self->answer->trace == dwell_view_get_trace (self->view)
         && self->answer->group_by == self->group_by;
}

/* Prepares a query of the view's scope, in self->query. There is none while the session has no
 * index, as for a partial trace; then there is none of another grouping either. */
static void
ask (DwellStatisticsList   *self,
     DwellStatisticsDetail  detail)
{
  DwellSession *session = dwell_view_get_session (self->view);
  DwellTrace *trace = dwell_view_get_trace (self->view);
  DwellStatisticsIndex *index = dwell_session_get_statistics (session);

  if (index == NULL || dwell_session_get_trace (session) != trace)
    return;

  if (self->group_by != DWELL_GROUP_BY_AREA)
    index = self->index;

  self->query = _dwell_statistics_query_new (trace, &self->order);
  self->query->index = index != NULL ? dwell_statistics_index_ref (index) : NULL;
  self->query->group_by = self->group_by;
  self->query->detail = detail;
  self->query->begin = self->begin;
  self->query->end = self->end;
}

/* The next query that is needed, if any, in self->query. */
static void
prepare_query (DwellStatisticsList *self)
{
  gboolean is_outdated = self->shown_range_serial != self->range_serial
                         || !shows_wanted_subject (self);

  if (is_outdated)
    {
      /* What is sorted by a detail cannot be shown without it. */
      ask (self, _dwell_statistic_is_detail (self->order.sort_by) ? DWELL_STATISTICS_ALL
                                                                  : DWELL_STATISTICS_TOTALS);
    }
  else if (self->answer->statistics->detail != DWELL_STATISTICS_ALL)
    {
      ask (self, DWELL_STATISTICS_ALL);
    }
  else if (self->shown_order_serial != self->order_serial)
    {
      self->query = _dwell_statistics_query_new (self->answer->trace, &self->order);
      self->query->group_by = self->group_by;
      self->query->answer = _dwell_statistics_answer_ref (self->answer);
    }
}

static void
update_busy (DwellStatisticsList *self)
{
  gboolean is_busy = self->query != NULL;

  if (!is_busy && self->view != NULL && !shows_wanted_subject (self))
    is_busy = dwell_session_get_busy (dwell_view_get_session (self->view));

  if (self->is_busy == is_busy)
    return;

  self->is_busy = is_busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void queried (gpointer data,
                     gpointer user_data);

/* Something is wanted that is not shown: asks for it, unless a query is under way, whose end comes
 * back here. */
static void
update (DwellStatisticsList *self)
{
  /* What nobody sees does not keep another trace alive. */
  if (self->is_inactive && self->answer != NULL && !shows_wanted_subject (self))
    show_answer (self, NULL, g_array_new (FALSE, FALSE, sizeof (guint32)));

  if (self->query == NULL && !self->is_inactive && self->view != NULL &&
      dwell_view_get_trace (self->view) != NULL)
    {
      prepare_query (self);

      if (self->query != NULL)
        {
          self->query->range_serial = self->range_serial;
          self->query->order_serial = self->order_serial;
          self->job = _dwell_job_start (self->query, _dwell_statistics_query_free,
                                        _dwell_statistics_query_run, queried, self);
        }
    }

  update_busy (self);
}

static void
queried (gpointer data,
         gpointer user_data)
{
  DwellStatisticsQuery *query = data;
  DwellStatisticsList *self = user_data;
  gboolean is_wanted = self->view != NULL
                       && query->trace == dwell_view_get_trace (self->view)
                       && query->group_by == self->group_by;

  g_object_ref (self);
  self->job = NULL;
  self->query = NULL;

  if (is_wanted && self->group_by != DWELL_GROUP_BY_AREA && self->index == NULL
      && query->index != NULL)
    self->index = dwell_statistics_index_ref (query->index);

  if (is_wanted && query->rows != NULL)
    {
      self->shown_range_serial = query->range_serial;
      self->shown_order_serial = query->order_serial;
      show_answer (self, g_steal_pointer (&query->answer), g_steal_pointer (&query->rows));
    }

  update (self);
  g_object_unref (self);
}

/* The scope is another, perhaps of another range. */
static void
change_range (DwellStatisticsList *self)
{
  gint64 begin = self->begin;
  gint64 end = self->end;

  dwell_view_get_scope_range (self->view, &self->begin, &self->end);

  if (begin == self->begin && end == self->end)
    return;

  self->range_serial++;

  /* The totals of that question are shown already: its details are not wanted any more. */
  if (self->query != NULL && self->query->range_serial == self->shown_range_serial)
    _dwell_job_cancel (self->job);

  update (self);
}

/* The rows are to be of another trace, or grouped otherwise. */
static void
change_subject (DwellStatisticsList *self)
{
  g_clear_pointer (&self->index, dwell_statistics_index_unref);
  self->range_serial++;

  if (self->view != NULL)
    dwell_view_get_scope_range (self->view, &self->begin, &self->end);

  if (self->query != NULL)
    _dwell_job_cancel (self->job);

  update (self);
}

static void
change_order (DwellStatisticsList *self)
{
  self->order_serial++;
  update (self);
}

static void
dwell_statistics_list_get_property (GObject    *object,
                                    guint       prop_id,
                                    GValue     *value,
                                    GParamSpec *pspec)
{
  DwellStatisticsList *self = DWELL_STATISTICS_LIST (object);

  switch (prop_id)
    {
    case PROP_N_ITEMS:
      g_value_set_uint (value, self->rows->len);
      break;

    case PROP_BUSY:
      g_value_set_boolean (value, self->is_busy);
      break;

    case PROP_VIEW:
      g_value_set_object (value, self->view);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_statistics_list_set_property (GObject      *object,
                                    guint         prop_id,
                                    const GValue *value,
                                    GParamSpec   *pspec)
{
  DwellStatisticsList *self = DWELL_STATISTICS_LIST (object);

  switch (prop_id)
    {
    case PROP_VIEW:
      dwell_statistics_list_set_view (self, g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_statistics_list_dispose (GObject *object)
{
  DwellStatisticsList *self = DWELL_STATISTICS_LIST (object);

  if (self->job != NULL)
    _dwell_job_abandon (self->job);

  self->job = NULL;
  self->query = NULL;
  g_clear_object (&self->view_signals);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_statistics_list_parent_class)->dispose (object);
}

static void
dwell_statistics_list_finalize (GObject *object)
{
  DwellStatisticsList *self = DWELL_STATISTICS_LIST (object);

  g_clear_pointer (&self->index, dwell_statistics_index_unref);
  g_clear_pointer (&self->answer, _dwell_statistics_answer_unref);
  g_clear_pointer (&self->order.pattern, dwell_pattern_unref);
  g_array_unref (self->rows);

  G_OBJECT_CLASS (dwell_statistics_list_parent_class)->finalize (object);
}

static void
dwell_statistics_list_class_init (DwellStatisticsListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_statistics_list_dispose;
  object_class->finalize = dwell_statistics_list_finalize;
  object_class->get_property = dwell_statistics_list_get_property;
  object_class->set_property = dwell_statistics_list_set_property;

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
dwell_statistics_list_init (DwellStatisticsList *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->order = (DwellStatisticsOrder) { DWELL_NONE, NULL, DWELL_STATISTIC_NET, TRUE };

  self->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "scope-changed",
                                  G_CALLBACK (change_range), self);
  g_signal_group_connect_swapped (self->view_signals, "trace-changed",
                                  G_CALLBACK (change_subject), self);

  self->session_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "indexes-changed",
                                  G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::busy",
                                  G_CALLBACK (update_busy), self);
}

/**
 * dwell_statistics_list_new:
 *
 * Returns: (transfer full): an empty list, which sums over all contexts and has the greatest own
 *   time first
 */
DwellStatisticsList *
dwell_statistics_list_new (void)
{
  return g_object_new (DWELL_TYPE_STATISTICS_LIST, NULL);
}

/**
 * dwell_statistics_list_set_view:
 * @self: a list
 * @view: (nullable): whose scope the list is to tell of; %NULL empties it
 */
void
dwell_statistics_list_set_view (DwellStatisticsList *self,
                                DwellView           *view)
{
  g_return_if_fail (DWELL_IS_STATISTICS_LIST (self));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  if (!g_set_object (&self->view, view))
    return;

  g_signal_group_set_target (self->view_signals, view);
  g_signal_group_set_target (self->session_signals,
                             view != NULL ? dwell_view_get_session (view) : NULL);
  show_answer (self, NULL, g_array_new (FALSE, FALSE, sizeof (guint32)));
  change_subject (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

void
dwell_statistics_list_set_group_by (DwellStatisticsList *self,
                                    DwellGroupBy         group_by)
{
  g_return_if_fail (DWELL_IS_STATISTICS_LIST (self));

  if (self->group_by == group_by)
    return;

  self->group_by = group_by;
  change_subject (self);
}

/**
 * dwell_statistics_list_set_context:
 * @self: a list
 * @context: %DWELL_NONE for the sum over all, a context for that one alone, or %DWELL_EACH_CONTEXT
 *   for all of them, each by itself
 */
void
dwell_statistics_list_set_context (DwellStatisticsList *self,
                                   guint32              context)
{
  g_return_if_fail (DWELL_IS_STATISTICS_LIST (self));

  if (self->order.context == context)
    return;

  self->order.context = context;
  change_order (self);
}

/**
 * dwell_statistics_list_set_filter:
 * @self: a list
 * @text: (nullable): text or /regular expression/ that name, module or author must match
 * @error: what is wrong with the regular expression
 *
 * Returns: false if @text is broken; the list stays as it is
 */
gboolean
dwell_statistics_list_set_filter (DwellStatisticsList  *self,
                                  const char           *text,
                                  GError              **error)
{
  DwellPattern *pattern = NULL;

  g_return_val_if_fail (DWELL_IS_STATISTICS_LIST (self), FALSE);

  if (text != NULL && *text != '\0' && !(pattern = dwell_pattern_new (text, error)))
    return FALSE;

  if (pattern == NULL && self->order.pattern == NULL)
    return TRUE;

  g_clear_pointer (&self->order.pattern, dwell_pattern_unref);
  self->order.pattern = pattern;
  change_order (self);
  return TRUE;
}

/**
 * dwell_statistics_list_set_active:
 * @self: a list, which is active at first
 * @is_active: whether anybody sees it
 *
 * A list that becomes active asks for what has changed meanwhile.
 */
void
dwell_statistics_list_set_active (DwellStatisticsList *self,
                                  gboolean             is_active)
{
  g_return_if_fail (DWELL_IS_STATISTICS_LIST (self));

  if (self->is_inactive == !is_active)
    return;

  self->is_inactive = !is_active;

  if (is_active)
    update (self);
  else if (self->query != NULL)
    _dwell_job_cancel (self->job);
}

/**
 * dwell_statistics_list_sort:
 * @self: a list
 * @by: a column
 * @descending: whether the greatest, or last in the alphabet, comes first
 *
 * Rows that have nothing in that column come last either way.
 */
void
dwell_statistics_list_sort (DwellStatisticsList *self,
                            DwellStatistic       by,
                            gboolean             descending)
{
  g_return_if_fail (DWELL_IS_STATISTICS_LIST (self));
  g_return_if_fail (by < DWELL_N_STATISTICS);

  if (self->order.sort_by == by && self->order.descending == descending)
    return;

  self->order.sort_by = by;
  self->order.descending = descending;
  change_order (self);
}

/**
 * dwell_statistics_list_get_busy:
 * @self: a list
 *
 * Returns: whether something better than what is shown will come
 */
gboolean
dwell_statistics_list_get_busy (DwellStatisticsList *self)
{
  return self->is_busy;
}

/**
 * dwell_statistics_list_find_area:
 * @self: a list
 * @area: an area of the view's trace
 *
 * Returns: the position of the first row of @area, or %G_MAXUINT
 */
guint
dwell_statistics_list_find_area (DwellStatisticsList *self,
                                 guint32              area)
{
  g_return_val_if_fail (DWELL_IS_STATISTICS_LIST (self), G_MAXUINT);

  if (area == DWELL_NONE || !shows_wanted_subject (self))
    return G_MAXUINT;

  for (guint i = 0; i < self->rows->len; i++)
    if (self->answer->statistics->rows[g_array_index (self->rows, guint32, i)].area == area)
      return i;

  return G_MAXUINT;
}

/**
 * dwell_statistics_list_freeze:
 * @self: a list
 *
 * Returns: (transfer full): the rows as they are now, for whoever asks for them, on any thread
 */
GListModel *
dwell_statistics_list_freeze (DwellStatisticsList *self)
{
  DwellStatisticsList *frozen;

  g_return_val_if_fail (DWELL_IS_STATISTICS_LIST (self), NULL);

  frozen = dwell_statistics_list_new ();
  g_array_unref (frozen->rows);
  frozen->rows = g_array_ref (self->rows);
  if (self->answer != NULL)
    frozen->answer = _dwell_statistics_answer_ref (self->answer);

  return G_LIST_MODEL (frozen);
}
