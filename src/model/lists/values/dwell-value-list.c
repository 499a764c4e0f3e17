/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of values keeps an array of row numbers, the last answer. Two serials record changes:
 * one of the range, one of order, filter and cursor. The next question takes the newest of both.
 * Each step through the values of a variable is a separate job and replaces the step before. */
#include "config.h"

#include <string.h>

#include "model/lists/values/dwell-value-answer.h"

struct _DwellValueList
{
  DwellList parent_instance;

  DwellValueOrder  order;
  GByteArray      *folded; /* a byte per track: whether its states are folded away */

  guint             range_serial; /* of the wanted rows */
  guint             order_serial;
  DwellValueAnswer *answer; /* the shown one, or NULL */
  GArray           *rows;   /* guint32: row numbers of the answer */
  DwellValueOrder   shown;  /* only the cursor that the rows were made for */
  guint             shown_range_serial;
  guint             shown_order_serial;

  DwellJob *step_job; /* NULL: no step is under way */
};

enum {
  STEPPED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellValueList, dwell_value_list, DWELL_TYPE_LIST)

static gboolean
is_folded (DwellValueList *self,
           guint32         track)
{
  return track < self->folded->len && self->folded->data[track];
}

static gpointer
dwell_value_list_get_item (DwellList *list,
                           guint      position)
{
  DwellValueList *self = DWELL_VALUE_LIST (list);
  guint32 row = g_array_index (self->rows, guint32, position);
  gboolean folded = FALSE;

  if (row < self->answer->variables->len)
    folded = is_folded (self, g_array_index (self->answer->variables, DwellVariableRow, row).track);

  return _dwell_value_item_new (self->answer, row, folded, self->shown.has_cursor,
                                self->shown.cursor);
}

/* Takes over @answer (nullable) and @rows. */
static void
show_answer (DwellValueList        *self,
             DwellValueAnswer      *answer,
             GArray                *rows,
             const DwellValueOrder *order)
{
  g_clear_pointer (&self->answer, _dwell_value_answer_unref);
  g_array_unref (self->rows);
  self->answer = answer;
  self->rows = rows;
  self->shown.has_cursor = order != NULL && order->has_cursor;
  self->shown.cursor = order != NULL ? order->cursor : 0;

  /* All rows are replaced, because the cursor or the folded tracks can differ. */
  dwell_list_replace (DWELL_LIST (self), rows->len);
}

static void
dwell_value_list_clear (DwellQuery *query)
{
  show_answer (DWELL_VALUE_LIST (query), NULL, g_array_new (FALSE, FALSE, sizeof (guint32)), NULL);
}

static gboolean
dwell_value_list_shows_wanted (DwellQuery *query)
{
  DwellValueList *self = DWELL_VALUE_LIST (query);

  return self->answer != NULL && self->answer->trace == dwell_query_get_trace (query);
}

static DwellValueOrder
copy_order (DwellValueList *self)
{
  DwellValueOrder order = self->order;

  if (order.filter != NULL)
    dwell_row_filter_ref (order.filter);

  order.folded = NULL;
  if (self->folded->len > 0)
    order.folded = g_bytes_new (self->folded->data, self->folded->len);

  order.has_cursor = dwell_view_get_cursor (dwell_query_get_view (DWELL_QUERY (self)),
                                            &order.cursor);
  return order;
}

/* Asks no question while indexes are missing, as for a partial trace. */
static void
dwell_value_list_ask (DwellQuery *query)
{
  DwellValueList *self = DWELL_VALUE_LIST (query);
  DwellReading *reading = dwell_query_get_reading (query);
  DwellTrace *trace = reading->trace;
  gboolean is_outdated = self->shown_range_serial != self->range_serial ||
                         !dwell_value_list_shows_wanted (query);
  DwellValueQuestion *question;

  if ((!is_outdated && self->shown_order_serial == self->order_serial) ||
      reading->values == NULL || reading->statistics == NULL)
    return;

  question = g_new0 (DwellValueQuestion, 1);
  question->trace = dwell_trace_ref (trace);
  question->values = dwell_value_index_ref (reading->values);
  question->statistics = dwell_statistics_index_ref (reading->statistics);
  dwell_view_get_scope_range (dwell_query_get_view (query), &question->begin, &question->end);
  question->range_serial = self->range_serial;
  question->order_serial = self->order_serial;

  /* The worker expects a byte for each track. */
  if (self->folded->len != trace->n_tracks)
    {
      guint n = self->folded->len;

      g_byte_array_set_size (self->folded, trace->n_tracks);
      if (n < trace->n_tracks)
        memset (self->folded->data + n, 0, trace->n_tracks - n);
    }

  question->order = copy_order (self);
  if (!is_outdated)
    question->answer = _dwell_value_answer_ref (self->answer);

  dwell_query_ask (query, question, _dwell_value_question_free, _dwell_value_question_run);
}

static void
dwell_value_list_take (DwellQuery *query,
                       gpointer    data)
{
  DwellValueList *self = DWELL_VALUE_LIST (query);
  DwellValueQuestion *question = data;

  if (question->rows == NULL)
    return;

  self->shown_range_serial = question->range_serial;
  self->shown_order_serial = question->order_serial;
  show_answer (self, g_steal_pointer (&question->answer), g_steal_pointer (&question->rows),
               &question->order);
}

static void
change_range (DwellValueList *self)
{
  self->range_serial++;
  dwell_query_update (DWELL_QUERY (self));
}

static void
change_order (DwellValueList *self)
{
  self->order_serial++;
  dwell_query_update (DWELL_QUERY (self));
}

/* Another trace numbers its tracks differently. */
static void
dwell_value_list_take_trace (DwellQuery *query)
{
  DwellValueList *self = DWELL_VALUE_LIST (query);

  g_clear_pointer (&self->step_job, _dwell_job_abandon);
  g_byte_array_set_size (self->folded, 0);
  self->range_serial++;
}

static void
dwell_value_list_dispose (GObject *object)
{
  g_clear_pointer (&DWELL_VALUE_LIST (object)->step_job, _dwell_job_abandon);

  G_OBJECT_CLASS (dwell_value_list_parent_class)->dispose (object);
}

static void
dwell_value_list_finalize (GObject *object)
{
  DwellValueList *self = DWELL_VALUE_LIST (object);

  g_clear_pointer (&self->answer, _dwell_value_answer_unref);
  g_clear_pointer (&self->order.filter, dwell_row_filter_unref);
  g_byte_array_unref (self->folded);
  g_array_unref (self->rows);

  G_OBJECT_CLASS (dwell_value_list_parent_class)->finalize (object);
}

static void
dwell_value_list_share (DwellList *list,
                        DwellList *frozen)
{
  DwellValueList *self = DWELL_VALUE_LIST (list);
  DwellValueList *copy = DWELL_VALUE_LIST (frozen);

  g_array_unref (copy->rows);
  copy->rows = g_array_ref (self->rows);
  copy->shown = self->shown;
  if (self->answer != NULL)
    copy->answer = _dwell_value_answer_ref (self->answer);
}

static gboolean
dwell_value_list_check_filter (DwellQuery  *query,
                               GError     **error)
{
  return dwell_row_filter_check (DWELL_VALUE_LIST (query)->order.filter, error);
}

static void
dwell_value_list_class_init (DwellValueListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  object_class->dispose = dwell_value_list_dispose;
  object_class->finalize = dwell_value_list_finalize;
  list_class->item_type = DWELL_TYPE_VALUE_ITEM;
  list_class->get_item = dwell_value_list_get_item;
  query_class->clear = dwell_value_list_clear;
  query_class->take_trace = dwell_value_list_take_trace;
  query_class->ask = dwell_value_list_ask;
  query_class->take = dwell_value_list_take;
  query_class->shows_wanted = dwell_value_list_shows_wanted;
  query_class->check_filter = dwell_value_list_check_filter;
  list_class->share = dwell_value_list_share;

  signals[STEPPED] = g_signal_new ("stepped", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
dwell_value_list_init (DwellValueList *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->folded = g_byte_array_new ();
  self->order.sort_by = DWELL_VALUE_COLUMN_NAME;

  dwell_query_connect_view (query, "scope-changed", G_CALLBACK (change_range));
  dwell_query_connect_view (query, "cursor-changed", G_CALLBACK (change_order));
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (dwell_query_update));
}

/**
 * dwell_value_list_new:
 *
 * Returns: (transfer full): an empty list, sorted by name
 */
DwellValueList *
dwell_value_list_new (void)
{
  return g_object_new (DWELL_TYPE_VALUE_LIST, NULL);
}

/**
 * dwell_value_list_set_filter:
 * @self: a list
 * @text: (nullable): a filter (dwell-row-filter.h); its words are looked for in names, contexts,
 *   units and states
 * @error: return location for what is wrong with it
 *
 * Returns: false if @text is not valid; the list then stays as it is
 */
gboolean
dwell_value_list_set_filter (DwellValueList  *self,
                             const char      *text,
                             GError         **error)
{
  g_return_val_if_fail (DWELL_IS_VALUE_LIST (self), FALSE);

  if (!dwell_row_filter_replace (&self->order.filter, text, dwell_value_columns,
                                 DWELL_N_VALUE_COLUMNS, error))
    return FALSE;

  change_order (self);
  return TRUE;
}

/**
 * dwell_value_list_sort:
 * @self: a list
 * @by: the column to sort by
 * @descending: true to begin with the largest, or the last in the alphabet
 */
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

/**
 * dwell_value_list_set_folded:
 * @self: a list
 * @track: the track of a variable
 * @folded: true to fold its states away, false to show them
 *
 * Does nothing if the list has not asked for values yet.
 */
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

/**
 * dwell_value_list_find:
 * @self: a list
 * @track: the track of a variable or signal
 * @state: the area of one of its states; %DWELL_NONE: the whole variable
 *
 * Returns: the position of the row, or %G_MAXUINT
 */
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
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));
  DwellTrace *trace = dwell_value_index_get_trace (step->values);

  self->step_job = NULL;
  if (view == NULL || trace != dwell_view_get_trace (view))
    return;

  if (step->found != DWELL_NONE && dwell_values_has_states (trace, step->track))
    dwell_view_reveal_span (view, step->found);
  else if (step->found != DWELL_NONE)
    dwell_view_reveal_write (view, step->found);

  g_signal_emit (self, signals[STEPPED], 0, step->found != DWELL_NONE);
}

/* Returns the time where a step starts: the cursor or, without one, just outside the scope. */
static gint64
get_start (DwellView *view,
           int        direction)
{
  gint64 begin;
  gint64 end;
  gint64 cursor;

  if (dwell_view_get_cursor (view, &cursor))
    return cursor;

  dwell_view_get_scope_range (view, &begin, &end);
  if (direction > 0)
    return begin > G_MININT64 ? begin - 1 : begin;

  return end < G_MAXINT64 ? end + 1 : end;
}

/**
 * dwell_value_list_step:
 * @self: a list
 * @track: the track of a variable or signal
 * @direction: 1 to step forward in time, -1 to step back
 * @condition: (nullable): a condition that becomes true there; %NULL: any change of the value
 * @error: return location for a condition that does not suit the variable
 *
 * Looks for a change from the cursor or, without one, from the edge of the scope. A worker does it;
 * then the view shows the change and “stepped” is emitted.
 *
 * Returns: true if the step is under way; false with @error set otherwise
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
  g_return_val_if_fail (dwell_value_list_shows_wanted (DWELL_QUERY (self)), FALSE);
  g_return_val_if_fail (track < self->answer->trace->n_tracks, FALSE);

  if (condition != NULL &&
      !dwell_value_condition_suits (condition, self->answer->trace, track, error))
    return FALSE;

  g_clear_pointer (&self->step_job, _dwell_job_abandon);
  step = g_new0 (Step, 1);
  step->values = dwell_value_index_ref (self->answer->values);
  step->track = track;
  step->time = get_start (dwell_query_get_view (DWELL_QUERY (self)), direction);
  step->direction = direction;
  step->condition = condition != NULL ? dwell_value_condition_copy (condition) : NULL;
  step->found = DWELL_NONE;
  self->step_job = _dwell_job_start (step, step_free, step_run, step_done, self);
  return TRUE;
}
