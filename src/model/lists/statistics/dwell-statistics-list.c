/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of statistics keeps an array of row numbers, the last answer.
 *
 * Two serials record changes while a question is under way: one of the range, one of order and
 * filter. The next question takes the newest of both. So while a range is dragged over a thousand
 * places, only as many questions are asked as there is time for, and the last one is about the last
 * place. A question about details of an outdated range is cancelled. Totals of an outdated range
 * are shown if nothing else changed: they are newer than those shown, and without them the list
 * would stand still while the mouse moves faster than answers come. */
#include "config.h"

#include "model/lists/statistics/dwell-statistics-question.h"

struct _DwellStatisticsList
{
  DwellList parent_instance;

  DwellGroupBy          group_by;
  DwellStatisticsOrder  order;

  gint64 begin;        /* ns: the wanted range */
  gint64 end;
  guint  range_serial; /* of the wanted rows */
  guint  order_serial;

  DwellStatisticsIndex  *index;  /* of a grouping for which the session has no index, or NULL */
  DwellStatisticsAnswer *answer; /* the shown one, or NULL */
  GArray                *rows;   /* guint32: row numbers of the answer */
  DwellStatisticsSums    sums;   /* of the rows */
  guint                  shown_range_serial;
  guint                  shown_order_serial;
};

G_DEFINE_FINAL_TYPE (DwellStatisticsList, dwell_statistics_list, DWELL_TYPE_LIST)

static gpointer
dwell_statistics_list_get_item (DwellList *list,
                                guint      position)
{
  DwellStatisticsList *self = DWELL_STATISTICS_LIST (list);

  return _dwell_statistics_item_new (self->answer, g_array_index (self->rows, guint32, position));
}

/* Takes over @answer (nullable) and @rows. */
static void
show_answer (DwellStatisticsList   *self,
             DwellStatisticsAnswer *answer,
             GArray                *rows)
{
  g_autoptr(GArray) old_rows = self->rows;
  g_autoptr(DwellStatisticsAnswer) old_answer = self->answer;
  DwellListChange change = { 0, old_rows->len, rows->len };

  /* The rows of another answer are other items, even if their numbers are the same. */
  if (answer == old_answer)
    change = _dwell_positions_compare (old_rows, rows);

  self->answer = answer;
  self->rows = rows;
  dwell_list_change (DWELL_LIST (self), change);
}

static void
dwell_statistics_list_clear (DwellQuery *query)
{
  show_answer (DWELL_STATISTICS_LIST (query), NULL, g_array_new (FALSE, FALSE, sizeof (guint32)));
}

/* True if the shown answer has the wanted trace and grouping; its range can be outdated. */
static gboolean
dwell_statistics_list_shows_wanted (DwellQuery *query)
{
  DwellStatisticsList *self = DWELL_STATISTICS_LIST (query);

  return self->answer != NULL && self->answer->trace == dwell_query_get_trace (query)
         && self->answer->statistics->group_by == self->group_by;
}

/* Returns a question about the scope of the view, or NULL while the trace has no index, as is the
 * case for a partial trace. Then no question about other groupings is asked either. */
static DwellStatisticsQuestion *
prepare_question (DwellStatisticsList   *self,
                  DwellStatisticsDetail  detail)
{
  DwellReading *reading = dwell_query_get_reading (DWELL_QUERY (self));
  DwellStatisticsIndex *index = reading->statistics;
  DwellStatisticsQuestion *question;

  if (index == NULL)
    return NULL;

  if (self->group_by != DWELL_GROUP_BY_AREA)
    index = self->index;

  question = _dwell_statistics_question_new (reading->trace, &self->order);
  question->index = index != NULL ? dwell_statistics_index_ref (index) : NULL;
  question->detail = detail;
  question->begin = self->begin;
  question->end = self->end;
  return question;
}

/* Rows cannot be sorted or filtered by a detail before it is computed. */
static gboolean
needs_details (DwellStatisticsList *self)
{
  for (DwellStatistic i = 0; i < DWELL_N_STATISTICS; i++)
    if (dwell_statistic_is_detail (i) &&
        (i == self->order.sort_by || dwell_row_filter_asks_for (self->order.filter, i)))
      return TRUE;

  return FALSE;
}

static void
dwell_statistics_list_ask (DwellQuery *query)
{
  DwellStatisticsList *self = DWELL_STATISTICS_LIST (query);
  DwellStatisticsQuestion *question = NULL;

  if (self->shown_range_serial != self->range_serial || !dwell_statistics_list_shows_wanted (query))
    {
      question = prepare_question (self, needs_details (self) ? DWELL_STATISTICS_ALL
                                                              : DWELL_STATISTICS_TOTALS);
    }
  else if (self->answer->statistics->detail != DWELL_STATISTICS_ALL)
    {
      question = prepare_question (self, DWELL_STATISTICS_ALL);
    }
  else if (self->shown_order_serial != self->order_serial)
    {
      question = _dwell_statistics_question_new (self->answer->trace, &self->order);
      question->answer = _dwell_statistics_answer_ref (self->answer);
    }

  if (question == NULL)
    return;

  question->group_by = self->group_by;
  question->range_serial = self->range_serial;
  question->order_serial = self->order_serial;
  dwell_query_ask (query, question, _dwell_statistics_question_free,
                   _dwell_statistics_question_run);
}

static void
dwell_statistics_list_take (DwellQuery *query,
                            gpointer    data)
{
  DwellStatisticsList *self = DWELL_STATISTICS_LIST (query);
  DwellStatisticsQuestion *question = data;

  if (question->group_by != self->group_by)
    return;

  if (self->group_by != DWELL_GROUP_BY_AREA && self->index == NULL && question->index != NULL)
    self->index = dwell_statistics_index_ref (question->index);

  if (question->rows == NULL)
    return;

  self->shown_range_serial = question->range_serial;
  self->shown_order_serial = question->order_serial;
  self->sums = question->sums;
  show_answer (self, g_steal_pointer (&question->answer), g_steal_pointer (&question->rows));
}

/* The scope can change while its range stays the same. */
static void
change_range (DwellStatisticsList *self)
{
  DwellQuery *query = DWELL_QUERY (self);
  const DwellStatisticsQuestion *question = dwell_query_get_question (query);
  gint64 begin = self->begin;
  gint64 end = self->end;

  dwell_view_get_scope_range (dwell_query_get_view (query), &self->begin, &self->end);

  if (begin == self->begin && end == self->end)
    return;

  self->range_serial++;

  /* The totals for the range of that question are shown already, so it only computes details. */
  if (question != NULL && question->range_serial == self->shown_range_serial)
    dwell_query_cancel (query);

  dwell_query_update (query);
}

/* Also runs after a change of the grouping. */
static void
dwell_statistics_list_take_trace (DwellQuery *query)
{
  DwellStatisticsList *self = DWELL_STATISTICS_LIST (query);
  DwellView *view = dwell_query_get_view (query);

  g_clear_pointer (&self->index, dwell_statistics_index_unref);
  self->range_serial++;

  if (view != NULL)
    dwell_view_get_scope_range (view, &self->begin, &self->end);
}

static void
change_order (DwellStatisticsList *self)
{
  self->order_serial++;
  dwell_query_update (DWELL_QUERY (self));
}

static void
dwell_statistics_list_finalize (GObject *object)
{
  DwellStatisticsList *self = DWELL_STATISTICS_LIST (object);

  g_clear_pointer (&self->index, dwell_statistics_index_unref);
  g_clear_pointer (&self->answer, _dwell_statistics_answer_unref);
  g_clear_pointer (&self->order.filter, dwell_row_filter_unref);
  g_array_unref (self->rows);

  G_OBJECT_CLASS (dwell_statistics_list_parent_class)->finalize (object);
}

static void
dwell_statistics_list_share (DwellList *list,
                             DwellList *frozen)
{
  DwellStatisticsList *self = DWELL_STATISTICS_LIST (list);
  DwellStatisticsList *copy = DWELL_STATISTICS_LIST (frozen);

  g_array_unref (copy->rows);
  copy->rows = g_array_ref (self->rows);
  if (self->answer != NULL)
    copy->answer = _dwell_statistics_answer_ref (self->answer);
}

static gboolean
dwell_statistics_list_check_filter (DwellQuery  *query,
                                    GError     **error)
{
  return dwell_row_filter_check (DWELL_STATISTICS_LIST (query)->order.filter, error);
}

static void
dwell_statistics_list_class_init (DwellStatisticsListClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_statistics_list_finalize;
  list_class->item_type = DWELL_TYPE_STATISTICS_ITEM;
  list_class->get_item = dwell_statistics_list_get_item;
  query_class->clear = dwell_statistics_list_clear;
  query_class->take_trace = dwell_statistics_list_take_trace;
  query_class->ask = dwell_statistics_list_ask;
  query_class->take = dwell_statistics_list_take;
  query_class->shows_wanted = dwell_statistics_list_shows_wanted;
  query_class->check_filter = dwell_statistics_list_check_filter;
  list_class->share = dwell_statistics_list_share;
}

static void
dwell_statistics_list_init (DwellStatisticsList *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->order = (DwellStatisticsOrder) { DWELL_NONE, G_MAXUINT, NULL, DWELL_STATISTIC_NET, TRUE };

  dwell_query_connect_view (query, "scope-changed", G_CALLBACK (change_range));
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (dwell_query_update));
}

/**
 * dwell_statistics_list_new:
 *
 * Returns: (transfer full): an empty list, which sums over all contexts and sorts by self time with
 *   the largest first
 */
DwellStatisticsList *
dwell_statistics_list_new (void)
{
  return g_object_new (DWELL_TYPE_STATISTICS_LIST, NULL);
}

/**
 * dwell_statistics_list_set_group_by:
 * @self: a list
 * @group_by: whether each row is an area, a module or an author
 */
void
dwell_statistics_list_set_group_by (DwellStatisticsList *self,
                                    DwellGroupBy         group_by)
{
  g_return_if_fail (DWELL_IS_STATISTICS_LIST (self));

  if (self->group_by == group_by)
    return;

  self->group_by = group_by;
  dwell_query_start_over (DWELL_QUERY (self));
}

/**
 * dwell_statistics_list_set_kinds:
 * @self: a list
 * @kinds: bits 1 << #DwellAreaKind: the kinds of areas that are listed; at first all
 */
void
dwell_statistics_list_set_kinds (DwellStatisticsList *self,
                                 guint                kinds)
{
  g_return_if_fail (DWELL_IS_STATISTICS_LIST (self));

  if (self->order.kinds == kinds)
    return;

  self->order.kinds = kinds;
  change_order (self);
}

/**
 * dwell_statistics_list_set_context:
 * @self: a list
 * @context: %DWELL_NONE for the sum over all contexts, a context for that one only, or
 *   %DWELL_EACH_CONTEXT for a row for each context
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
 * @text: (nullable): a filter (dwell-row-filter.h); texts are names, modules and authors
 * @error: return location for what is wrong with it
 *
 * Returns: false if @text is not valid; the list then stays as it is
 */
gboolean
dwell_statistics_list_set_filter (DwellStatisticsList  *self,
                                  const char           *text,
                                  GError              **error)
{
  gboolean had_none = self->order.filter == NULL;

  g_return_val_if_fail (DWELL_IS_STATISTICS_LIST (self), FALSE);

  if (!dwell_row_filter_replace (&self->order.filter, text, dwell_statistic_columns,
                                 DWELL_N_STATISTICS, error))
    return FALSE;

  if (had_none && self->order.filter == NULL)
    return TRUE;

  change_order (self);
  return TRUE;
}

/**
 * dwell_statistics_list_sort:
 * @self: a list
 * @by: the column to sort by
 * @descending: true to begin with the largest, or the last in the alphabet
 *
 * Rows without a value in that column come last in both directions.
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
 * dwell_statistics_list_get_sums:
 * @self: a list
 *
 * Returns: (transfer none): the sums of the rows that are listed
 */
const DwellStatisticsSums *
dwell_statistics_list_get_sums (DwellStatisticsList *self)
{
  g_return_val_if_fail (DWELL_IS_STATISTICS_LIST (self), NULL);

  return &self->sums;
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

  if (area == DWELL_NONE || !dwell_statistics_list_shows_wanted (DWELL_QUERY (self)))
    return G_MAXUINT;

  for (guint i = 0; i < self->rows->len; i++)
    if (self->answer->statistics->rows[g_array_index (self->rows, guint32, i)].area == area)
      return i;

  return G_MAXUINT;
}
