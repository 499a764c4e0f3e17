/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of values: asks for what it lacks, one question at a time, and shows the last answer as
 * an array of row numbers. What changes meanwhile is remembered by two serials (of the range, of
 * the arrangement, to which the cursor belongs), and the next query asks for the newest of both.
 * Steps through the values of a variable are jobs of their own; a new one takes the last one's
 * place. */
#include "config.h"

#include <string.h>

#include "model/dwell-job.h"
#include "model/lists/dwell-positions.h"
#include "model/lists/dwell-value-answer.h"

struct _DwellValueList
{
  GObject parent_instance;

  DwellView       *view;
  GSignalGroup    *view_signals;
  GSignalGroup    *session_signals;
  DwellValueOrder  order;
  GByteArray      *folded; /* by track */

  guint             range_serial; /* of what is wanted */
  guint             order_serial;
  DwellJob         *job;    /* the query under way, or NULL */
  DwellValueAnswer *answer; /* what is shown, or NULL */
  GArray           *rows;   /* guint32, of the answer */
  DwellValueOrder   shown;  /* the cursor that the rows were made for; no pattern */
  gboolean          is_inactive;
  guint             shown_range_serial;
  guint             shown_order_serial;
  gboolean          is_busy;

  DwellJob *step_job; /* NULL: no step is under way */
};

enum {
  PROP_0,
  PROP_N_ITEMS,
  PROP_BUSY,
  PROP_VIEW,
  N_PROPS
};

enum {
  STEPPED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static gboolean
is_folded (DwellValueList *self,
           guint32         track)
{
  return track < self->folded->len && self->folded->data[track];
}

static GType
dwell_value_list_get_item_type (GListModel *model)
{
  return DWELL_TYPE_VALUE_ITEM;
}

static guint
dwell_value_list_get_n_items (GListModel *model)
{
  return DWELL_VALUE_LIST (model)->rows->len;
}

static gpointer
dwell_value_list_get_item (GListModel *model,
                           guint       position)
{
  DwellValueList *self = DWELL_VALUE_LIST (model);
  guint32 row;
  gboolean folded = FALSE;

  if (position >= self->rows->len)
    return NULL;

  row = g_array_index (self->rows, guint32, position);
  if (row < self->answer->variables->len)
    folded = is_folded (self, g_array_index (self->answer->variables, DwellVariableRow, row).track);

  return _dwell_value_item_new (self->answer, row, folded, self->shown.has_cursor,
                                self->shown.cursor);
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = dwell_value_list_get_item_type;
  iface->get_n_items = dwell_value_list_get_n_items;
  iface->get_item = dwell_value_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DwellValueList, dwell_value_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

/* Takes over @answer (nullable) and @rows. */
static void
show_answer (DwellValueList        *self,
             DwellValueAnswer      *answer,
             GArray                *rows,
             const DwellValueOrder *order)
{
  g_autoptr(GArray) old_rows = self->rows;
  g_autoptr(DwellValueAnswer) old_answer = self->answer;
  DwellListChange change = { 0, old_rows->len, rows->len };

  self->answer = answer;
  self->rows = rows;
  self->shown.has_cursor = order != NULL && order->has_cursor;
  self->shown.cursor = order != NULL ? order->cursor : 0;

  /* Every row is told anew: the cursor, or what is folded, may be another. */
  _dwell_list_announce (G_LIST_MODEL (self), change);
}

static gboolean
shows_wanted_trace (DwellValueList *self)
{
  return self->answer != NULL && self->view != NULL &&
         self->answer->trace == dwell_view_get_trace (self->view);
}

static DwellValueOrder
copy_order (DwellValueList *self)
{
  DwellValueOrder order = self->order;

  if (order.pattern != NULL)
    dwell_pattern_ref (order.pattern);

  order.folded = NULL;
  if (self->folded->len > 0)
    order.folded = g_bytes_new (self->folded->data, self->folded->len);

  order.has_cursor = dwell_view_get_cursor (self->view, &order.cursor);
  return order;
}

/* The next query that is needed; NULL also while indexes are missing, as for a partial trace. */
static DwellValueQuery *
prepare_query (DwellValueList *self)
{
  DwellSession *session = dwell_view_get_session (self->view);
  DwellTrace *trace = dwell_view_get_trace (self->view);
  DwellValueIndex *values = dwell_session_get_values (session);
  DwellStatisticsIndex *statistics = dwell_session_get_statistics (session);
  gboolean is_outdated = self->shown_range_serial != self->range_serial ||
                         !shows_wanted_trace (self);
  DwellValueQuery *query;

  if ((!is_outdated && self->shown_order_serial == self->order_serial) || values == NULL ||
      statistics == NULL || dwell_session_get_trace (session) != trace)
    return NULL;

  query = g_new0 (DwellValueQuery, 1);
  query->trace = dwell_trace_ref (trace);
  query->values = dwell_value_index_ref (values);
  query->statistics = dwell_statistics_index_ref (statistics);
  dwell_view_get_scope_range (self->view, &query->begin, &query->end);
  query->range_serial = self->range_serial;
  query->order_serial = self->order_serial;

  /* One byte a track, as the worker expects. */
  if (self->folded->len != trace->n_tracks)
    {
      guint n = self->folded->len;

      g_byte_array_set_size (self->folded, trace->n_tracks);
      if (n < trace->n_tracks)
        memset (self->folded->data + n, 0, trace->n_tracks - n);
    }

  query->order = copy_order (self);
  if (!is_outdated)
    query->answer = _dwell_value_answer_ref (self->answer);

  return query;
}

static void
update_busy (DwellValueList *self)
{
  gboolean is_busy = self->job != NULL;

  if (!is_busy && self->view != NULL && !shows_wanted_trace (self))
    is_busy = dwell_session_get_busy (dwell_view_get_session (self->view));

  if (self->is_busy == is_busy)
    return;

  self->is_busy = is_busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void queried (gpointer data,
                     gpointer user_data);

/* Asks for what is wanted and not shown, unless a query is under way, whose end comes back here. */
static void
update (DwellValueList *self)
{
  /* What nobody sees does not keep another trace alive. */
  if (self->is_inactive && self->answer != NULL && !shows_wanted_trace (self))
    show_answer (self, NULL, g_array_new (FALSE, FALSE, sizeof (guint32)), NULL);

  if (self->job == NULL && !self->is_inactive && self->view != NULL &&
      dwell_view_get_trace (self->view) != NULL)
    {
      DwellValueQuery *query = prepare_query (self);

      if (query != NULL)
        self->job = _dwell_job_start (query, _dwell_value_query_free, _dwell_value_query_run,
                                      queried, self);
    }

  update_busy (self);
}

static void
queried (gpointer data,
         gpointer user_data)
{
  DwellValueQuery *query = data;
  DwellValueList *self = user_data;

  g_object_ref (self);
  self->job = NULL;

  if (query->rows != NULL && self->view != NULL &&
      query->trace == dwell_view_get_trace (self->view))
    {
      self->shown_range_serial = query->range_serial;
      self->shown_order_serial = query->order_serial;
      show_answer (self, g_steal_pointer (&query->answer), g_steal_pointer (&query->rows),
                   &query->order);
    }

  update (self);
  g_object_unref (self);
}

static void
change_range (DwellValueList *self)
{
  self->range_serial++;
  update (self);
}

static void
change_order (DwellValueList *self)
{
  self->order_serial++;
  update (self);
}

static void
drop_step (DwellValueList *self)
{
  if (self->step_job != NULL)
    _dwell_job_abandon (self->step_job);

  self->step_job = NULL;
}

/* Tracks of another trace have other numbers. */
static void
change_trace (DwellValueList *self)
{
  drop_step (self);
  g_byte_array_set_size (self->folded, 0);
  self->range_serial++;

  if (self->job != NULL)
    _dwell_job_cancel (self->job);

  update (self);
}

static void
dwell_value_list_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  DwellValueList *self = DWELL_VALUE_LIST (object);

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
dwell_value_list_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_VIEW:
      dwell_value_list_set_view (DWELL_VALUE_LIST (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_value_list_dispose (GObject *object)
{
  DwellValueList *self = DWELL_VALUE_LIST (object);

  drop_step (self);
  if (self->job != NULL)
    _dwell_job_abandon (self->job);

  self->job = NULL;
  g_clear_object (&self->view_signals);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_value_list_parent_class)->dispose (object);
}

static void
dwell_value_list_finalize (GObject *object)
{
  DwellValueList *self = DWELL_VALUE_LIST (object);

  g_clear_pointer (&self->answer, _dwell_value_answer_unref);
  g_clear_pointer (&self->order.pattern, dwell_pattern_unref);
  g_byte_array_unref (self->folded);
  g_array_unref (self->rows);

  G_OBJECT_CLASS (dwell_value_list_parent_class)->finalize (object);
}

static void
dwell_value_list_class_init (DwellValueListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_value_list_dispose;
  object_class->finalize = dwell_value_list_finalize;
  object_class->get_property = dwell_value_list_get_property;
  object_class->set_property = dwell_value_list_set_property;

  properties[PROP_N_ITEMS] = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_VIEW] = g_param_spec_object ("view", NULL, NULL, DWELL_TYPE_VIEW,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                               | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[STEPPED] = g_signal_new ("stepped", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
dwell_value_list_init (DwellValueList *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->folded = g_byte_array_new ();
  self->order.sort_by = DWELL_VALUE_COLUMN_NAME;

  self->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "scope-changed",
                                  G_CALLBACK (change_range), self);
  g_signal_group_connect_swapped (self->view_signals, "cursor-changed",
                                  G_CALLBACK (change_order), self);
  g_signal_group_connect_swapped (self->view_signals, "trace-changed",
                                  G_CALLBACK (change_trace), self);

  self->session_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "indexes-changed",
                                  G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::busy",
                                  G_CALLBACK (update_busy), self);
}

/**
 * dwell_value_list_new:
 *
 * Returns: (transfer full): an empty list, ordered by name
 */
DwellValueList *
dwell_value_list_new (void)
{
  return g_object_new (DWELL_TYPE_VALUE_LIST, NULL);
}

/**
 * dwell_value_list_set_view:
 * @self: a list
 * @view: (nullable): whose scope and cursor the list is to tell of; %NULL empties it
 */
void
dwell_value_list_set_view (DwellValueList *self,
                           DwellView      *view)
{
  g_return_if_fail (DWELL_IS_VALUE_LIST (self));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  if (!g_set_object (&self->view, view))
    return;

  g_signal_group_set_target (self->view_signals, view);
  g_signal_group_set_target (self->session_signals,
                             view != NULL ? dwell_view_get_session (view) : NULL);
  show_answer (self, NULL, g_array_new (FALSE, FALSE, sizeof (guint32)), NULL);
  change_trace (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

/**
 * dwell_value_list_set_active:
 * @self: a list, which is active at first
 * @is_active: whether anybody sees it
 *
 * A list that becomes active asks for what has changed meanwhile.
 */
void
dwell_value_list_set_active (DwellValueList *self,
                             gboolean        is_active)
{
  g_return_if_fail (DWELL_IS_VALUE_LIST (self));

  if (self->is_inactive == !is_active)
    return;

  self->is_inactive = !is_active;

  if (is_active)
    update (self);
  else if (self->job != NULL)
    _dwell_job_cancel (self->job);
}

/**
 * dwell_value_list_set_filter:
 * @self: a list
 * @text: (nullable): text or /regular expression/ that name, context, unit or a state must match
 * @error: what is wrong with the regular expression
 *
 * Returns: false if @text is broken; the list stays as it is
 */
gboolean
dwell_value_list_set_filter (DwellValueList  *self,
                             const char      *text,
                             GError         **error)
{
  DwellPattern *pattern = NULL;

  g_return_val_if_fail (DWELL_IS_VALUE_LIST (self), FALSE);

  if (text != NULL && *text != '\0' && (pattern = dwell_pattern_new (text, error)) == NULL)
    return FALSE;

  g_clear_pointer (&self->order.pattern, dwell_pattern_unref);
  self->order.pattern = pattern;
  change_order (self);
  return TRUE;
}

void
dwell_value_list_sort (DwellValueList   *self,
                       DwellValueColumn  by,
                       gboolean          descending)
{
  g_return_if_fail (DWELL_IS_VALUE_LIST (self));

  if (self->order.sort_by == by && self->order.descending == descending)
    return;

  self->order.sort_by = by;
  self->order.descending = descending;
  change_order (self);
}

void
dwell_value_list_set_folded (DwellValueList *self,
                             guint32         track,
                             gboolean        folded)
{
  g_return_if_fail (DWELL_IS_VALUE_LIST (self));

  if (track >= self->folded->len || is_folded (self, track) == folded)
    return;

  self->folded->data[track] = folded != FALSE;
  change_order (self);
}

gboolean
dwell_value_list_get_busy (DwellValueList *self)
{
  g_return_val_if_fail (DWELL_IS_VALUE_LIST (self), FALSE);

  return self->is_busy;
}

guint
dwell_value_list_find (DwellValueList *self,
                       guint32         track,
                       guint32         state)
{
  g_return_val_if_fail (DWELL_IS_VALUE_LIST (self), G_MAXUINT);

  for (guint i = 0; i < self->rows->len; i++)
    {
      guint32 row_track;
      guint32 row_state;

      _dwell_value_answer_get_subject (self->answer, g_array_index (self->rows, guint32, i),
                                       &row_track, &row_state);
      if (row_track == track && row_state == state)
        return i;
    }

  return G_MAXUINT;
}

/* --- Steps --- */

typedef struct {
  DwellValueIndex     *values;
  guint32              track;
  gint64               time;
  int                  direction;
  DwellValueCondition *condition; /* or NULL */
  guint32              found;     /* out */
} Step;

static void
step_free (gpointer data)
{
  Step *self = data;

  dwell_value_index_unref (self->values);
  g_clear_pointer (&self->condition, dwell_value_condition_free);
  g_free (self);
}

static void
step_run (gpointer      data,
          GCancellable *cancellable)
{
  Step *self = data;

  self->found = dwell_value_index_step (self->values, self->track, self->time, self->direction,
                                        self->condition, cancellable);
}

static void
step_done (gpointer data,
           gpointer user_data)
{
  Step *step = data;
  DwellValueList *self = user_data;

  self->step_job = NULL;
  if (self->view == NULL ||
      dwell_value_index_get_trace (step->values) != dwell_view_get_trace (self->view))
    return;

  if (step->found != DWELL_NONE &&
      dwell_values_has_states (dwell_view_get_trace (self->view), step->track))
    dwell_view_reveal_span (self->view, step->found);
  else if (step->found != DWELL_NONE)
    dwell_view_reveal_write (self->view, step->found);

  g_signal_emit (self, signals[STEPPED], 0, step->found != DWELL_NONE);
}

/* Where steps begin: at the cursor, or just outside the scope. */
static gint64
get_start (DwellValueList *self,
           int             direction)
{
  gint64 begin;
  gint64 end;
  gint64 cursor;

  if (dwell_view_get_cursor (self->view, &cursor))
    return cursor;

  dwell_view_get_scope_range (self->view, &begin, &end);
  if (direction > 0)
    return begin > G_MININT64 ? begin - 1 : begin;

  return end < G_MAXINT64 ? end + 1 : end;
}

/**
 * dwell_value_list_step:
 * @self: a list
 * @track: of a variable or signal
 * @direction: 1 to what comes later, -1 to what came before
 * @condition: (nullable): what is to be reached; %NULL: any change
 * @error: why that cannot be asked
 *
 * Returns: whether the step is under way
 */
gboolean
dwell_value_list_step (DwellValueList             *self,
                       guint32                     track,
                       int                         direction,
                       const DwellValueCondition  *condition,
                       GError                    **error)
{
  Step *step;

  g_return_val_if_fail (DWELL_IS_VALUE_LIST (self), FALSE);
  g_return_val_if_fail (shows_wanted_trace (self), FALSE);
  g_return_val_if_fail (track < self->answer->trace->n_tracks, FALSE);

  if (condition != NULL &&
      !dwell_value_condition_suits (condition, self->answer->trace, track, error))
    return FALSE;

  drop_step (self);
  step = g_new0 (Step, 1);
  step->values = dwell_value_index_ref (self->answer->values);
  step->track = track;
  step->time = get_start (self, direction);
  step->direction = direction;
  step->condition = condition != NULL ? dwell_value_condition_copy (condition) : NULL;
  step->found = DWELL_NONE;
  self->step_job = _dwell_job_start (step, step_free, step_run, step_done, self);
  return TRUE;
}

/**
 * dwell_value_list_freeze:
 * @self: a list
 *
 * Returns: (transfer full): the rows as they are now, for whoever asks for them, on any thread
 */
GListModel *
dwell_value_list_freeze (DwellValueList *self)
{
  DwellValueList *frozen;

  g_return_val_if_fail (DWELL_IS_VALUE_LIST (self), NULL);

  frozen = dwell_value_list_new ();
  g_array_unref (frozen->rows);
  frozen->rows = g_array_ref (self->rows);
  frozen->shown = self->shown;
  if (self->answer != NULL)
    frozen->answer = _dwell_value_answer_ref (self->answer);

  return G_LIST_MODEL (frozen);
}
