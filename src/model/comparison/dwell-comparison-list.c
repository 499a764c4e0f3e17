/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of differences. A serial shows whether an answer is still wanted. The difference is made
 * with the first answer for two readings and their ranges, and then kept. */
#include "config.h"

#include "model/comparison/dwell-comparison-list.h"

#include "model/comparison/dwell-comparison-question.h"

struct _DwellComparisonList
{
  DwellList parent_instance;

  DwellComparisonOrder order;
  GSignalGroup        *base_signals;
  DwellComparisonOptions *options; /* the wanted ones */
  guint                serial; /* of the wanted answer */
  guint                shown_serial;
  DwellComparisonAnswer *answer; /* the one shown, or NULL */
  DwellTimeUnits        *units;  /* of the answer, or NULL */
  GArray                *rows;   /* guint32: rows of the difference */
  guint                  n_hidden;
};

G_DEFINE_FINAL_TYPE (DwellComparisonList, dwell_comparison_list, DWELL_TYPE_LIST)

static gpointer
dwell_comparison_list_get_item (DwellList *list,
                                guint      position)
{
  DwellComparisonList *self = DWELL_COMPARISON_LIST (list);

  return _dwell_comparison_item_new (self->answer,
                                     _dwell_time_units_get (&self->units, self->answer,
                                                            DWELL_N_DIFFERENCE_COLUMNS),
                                     g_array_index (self->rows, guint32, position));
}

/* Takes over @answer (nullable) and @rows. */
static void
show_rows (DwellComparisonList   *self,
           DwellComparisonAnswer *answer,
           GArray                *rows)
{
  g_clear_pointer (&self->answer, _dwell_comparison_answer_unref);
  g_array_unref (self->rows);
  self->answer = answer;
  self->rows = rows;
  dwell_list_replace (DWELL_LIST (self), rows->len);
}

static gboolean
has_wanted_answer (DwellComparisonList        *self,
                   const DwellComparisonSides *sides)
{
  return self->answer != NULL && _dwell_comparison_sides_equal (&self->answer->sides, sides) &&
         dwell_comparison_options_equal (self->answer->options, self->options);
}

static void
dwell_comparison_list_ask (DwellQuery *query)
{
  DwellComparisonList *self = DWELL_COMPARISON_LIST (query);
  DwellComparisonSides sides = { { NULL } };
  DwellComparisonQuestion *question;

  if (self->shown_serial == self->serial ||
      !_dwell_comparison_sides_init (&sides, dwell_query_get_view (query)))
    return;

  question = g_new0 (DwellComparisonQuestion, 1);
  if (has_wanted_answer (self, &sides))
    question->answer = _dwell_comparison_answer_ref (self->answer);
  question->sides = sides;
  question->options = dwell_comparison_options_copy (self->options);
  question->order = self->order;
  if (self->order.filter != NULL)
    dwell_row_filter_ref (self->order.filter);
  question->serial = self->serial;
  dwell_query_ask (query, question, _dwell_comparison_question_free,
                   _dwell_comparison_question_run);
}

static void
dwell_comparison_list_take (DwellQuery *query,
                            gpointer    data)
{
  DwellComparisonList *self = DWELL_COMPARISON_LIST (query);
  DwellComparisonQuestion *question = data;

  if (question->rows == NULL ||
      !_dwell_comparison_sides_are_of (&question->sides, dwell_query_get_view (query)))
    return;

  self->shown_serial = question->serial;
  self->n_hidden = question->n_hidden;
  show_rows (self, g_steal_pointer (&question->answer), g_steal_pointer (&question->rows));
}

static gboolean
dwell_comparison_list_shows_wanted (DwellQuery *query)
{
  DwellComparisonList *self = DWELL_COMPARISON_LIST (query);

  return self->answer != NULL &&
         _dwell_comparison_sides_are_of (&self->answer->sides, dwell_query_get_view (query));
}

static gboolean
dwell_comparison_list_is_busy (DwellQuery *query)
{
  DwellComparisonList *self = DWELL_COMPARISON_LIST (query);
  DwellView *view = dwell_query_get_view (query);
  DwellSession *base = view != NULL ? dwell_view_get_base (view, NULL) : NULL;

  return base != NULL && self->shown_serial != self->serial &&
         dwell_session_get_state (base) != DWELL_SESSION_FAILED;
}

static void
rearrange (DwellComparisonList *self)
{
  self->serial++;
  dwell_query_update (DWELL_QUERY (self));
}

static void
change_range (DwellComparisonList *self)
{
  DwellComparisonSides sides = { { NULL } };

  if (!_dwell_comparison_sides_init (&sides, dwell_query_get_view (DWELL_QUERY (self))) ||
      !has_wanted_answer (self, &sides))
    rearrange (self);
  _dwell_comparison_sides_clear (&sides);
}

/* Changes of other kept things are no reason to ask. */
static void
take_options (DwellComparisonList *self)
{
  g_autoptr(DwellComparisonOptions) options = NULL;

  options = dwell_comparison_options_new (dwell_query_get_view (DWELL_QUERY (self)));
  if (dwell_comparison_options_equal (options, self->options))
    return;

  dwell_comparison_options_free (self->options);
  self->options = g_steal_pointer (&options);
  rearrange (self);
}

/* Follows the base while it is read. */
static void
take_base (DwellComparisonList *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));
  DwellSession *base = view != NULL ? dwell_view_get_base (view, NULL) : NULL;

  g_signal_group_set_target (self->base_signals, base);
  if (base == NULL)
    show_rows (self, NULL, g_array_new (FALSE, FALSE, sizeof (guint32)));
  take_options (self);
  rearrange (self);
  dwell_query_update_busy (DWELL_QUERY (self));
}

static void
dwell_comparison_list_take_trace (DwellQuery *query)
{
  take_base (DWELL_COMPARISON_LIST (query));
}

static void
dwell_comparison_list_dispose (GObject *object)
{
  g_clear_object (&DWELL_COMPARISON_LIST (object)->base_signals);

  G_OBJECT_CLASS (dwell_comparison_list_parent_class)->dispose (object);
}

static void
dwell_comparison_list_finalize (GObject *object)
{
  DwellComparisonList *self = DWELL_COMPARISON_LIST (object);

  g_clear_pointer (&self->answer, _dwell_comparison_answer_unref);
  g_clear_pointer (&self->options, dwell_comparison_options_free);
  g_clear_pointer (&self->order.filter, dwell_row_filter_unref);
  g_clear_pointer (&self->units, _dwell_time_units_unref);
  g_array_unref (self->rows);

  G_OBJECT_CLASS (dwell_comparison_list_parent_class)->finalize (object);
}

static void
dwell_comparison_list_share (DwellList *list,
                             DwellList *frozen)
{
  DwellComparisonList *self = DWELL_COMPARISON_LIST (list);
  DwellComparisonList *copy = DWELL_COMPARISON_LIST (frozen);

  g_array_unref (copy->rows);
  copy->rows = g_array_ref (self->rows);
  if (self->answer != NULL)
    copy->answer = _dwell_comparison_answer_ref (self->answer);
}

static gboolean
dwell_comparison_list_check_filter (DwellQuery  *query,
                                    GError     **error)
{
  return dwell_row_filter_check (DWELL_COMPARISON_LIST (query)->order.filter, error);
}

static void
dwell_comparison_list_class_init (DwellComparisonListClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_comparison_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = dwell_comparison_list_finalize;
  list_class->item_type = DWELL_TYPE_COMPARISON_ITEM;
  list_class->get_item = dwell_comparison_list_get_item;
  list_class->share = dwell_comparison_list_share;
  query_class->take_trace = dwell_comparison_list_take_trace;
  query_class->ask = dwell_comparison_list_ask;
  query_class->take = dwell_comparison_list_take;
  query_class->shows_wanted = dwell_comparison_list_shows_wanted;
  query_class->is_busy = dwell_comparison_list_is_busy;
  query_class->check_filter = dwell_comparison_list_check_filter;
}

static void
dwell_comparison_list_init (DwellComparisonList *self)
{
  static const char * const changes[] = { "trace-changed", "indexes-changed", "notify::state" };
  DwellQuery *query = DWELL_QUERY (self);

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->options = dwell_comparison_options_new (NULL);
  self->order = (DwellComparisonOrder) { NULL, DWELL_ALL_VERDICTS, DWELL_DIFFERENCE_CHANGE, TRUE,
                                         FALSE };
  self->base_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_group_connect_swapped (self->base_signals, changes[i], G_CALLBACK (change_range),
                                    self);
  dwell_query_connect_view (query, "scope-changed", G_CALLBACK (change_range));
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (change_range));
  dwell_query_connect_view (query, "base-changed", G_CALLBACK (take_base));
  dwell_query_connect_view (query, "kept-changed", G_CALLBACK (take_options));
}

/**
 * dwell_comparison_list_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellComparisonItem, sorted so that the
 *   largest change of own time comes first
 */
DwellComparisonList *
dwell_comparison_list_new (void)
{
  return g_object_new (DWELL_TYPE_COMPARISON_LIST, NULL);
}

/**
 * dwell_comparison_list_set_filter:
 * @self: a list
 * @text: (nullable): a filter (dwell-row-filter.h)
 * @error: what is wrong with @text
 *
 * Returns: %FALSE if @text is invalid; the list does not change then
 */
gboolean
dwell_comparison_list_set_filter (DwellComparisonList  *self,
                                  const char           *text,
                                  GError              **error)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_LIST (self), FALSE);

  if (!dwell_row_filter_replace (&self->order.filter, text, dwell_difference_columns,
                                 DWELL_N_DIFFERENCE_COLUMNS, error))
    return FALSE;

  rearrange (self);
  return TRUE;
}

/**
 * dwell_comparison_list_set_verdicts:
 * @self: a list
 * @verdicts: bits 1 << #DwellVerdict: the rows to show
 * @shows_all: whether to show those that hardly changed, too
 */
void
dwell_comparison_list_set_verdicts (DwellComparisonList *self,
                                    guint                verdicts,
                                    gboolean             shows_all)
{
  g_return_if_fail (DWELL_IS_COMPARISON_LIST (self));

  self->order.verdicts = verdicts;
  self->order.shows_all = shows_all;
  rearrange (self);
}

/**
 * dwell_comparison_list_sort:
 * @self: a list
 * @by: a column
 * @descending: whether the greatest comes first; changes are compared by their size
 */
void
dwell_comparison_list_sort (DwellComparisonList   *self,
                            DwellDifferenceColumn  by,
                            gboolean               descending)
{
  g_return_if_fail (DWELL_IS_COMPARISON_LIST (self));

  self->order.sort_by = by;
  self->order.descending = descending;
  rearrange (self);
}

/**
 * dwell_comparison_list_get_difference:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): the difference that is shown; %NULL before the first answer
 */
const DwellDifference *
dwell_comparison_list_get_difference (DwellComparisonList *self)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_LIST (self), NULL);

  return self->answer != NULL ? self->answer->difference : NULL;
}

/* Returns: (transfer none) (nullable): the answer that is shown */
DwellComparisonAnswer *
_dwell_comparison_list_get_answer (gpointer list)
{
  return DWELL_COMPARISON_LIST (list)->answer;
}

/**
 * dwell_comparison_list_get_n_hidden:
 * @self: a list
 *
 * Returns: how many rows are not shown because they hardly changed
 */
guint
dwell_comparison_list_get_n_hidden (DwellComparisonList *self)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_LIST (self), 0);

  return self->n_hidden;
}

static const DwellDifferenceRow *
get_row (DwellComparisonList *self,
         guint                position)
{
  return position < self->rows->len
           ? &self->answer->difference->rows[g_array_index (self->rows, guint32, position)] : NULL;
}

/**
 * dwell_comparison_list_get_area:
 * @self: a list
 * @position: a row
 *
 * Returns: its area in the view’s own session; %DWELL_NONE if that has no such area
 */
guint32
dwell_comparison_list_get_area (DwellComparisonList *self,
                                guint                position)
{
  const DwellDifferenceRow *row;

  g_return_val_if_fail (DWELL_IS_COMPARISON_LIST (self), DWELL_NONE);

  row = get_row (self, position);
  return row == NULL ? DWELL_NONE : self->answer->sides.is_swapped ? row->base_area : row->new_area;
}

/**
 * dwell_comparison_list_get_other_area:
 * @self: a list
 * @position: a row
 *
 * Returns: its area in the view’s base; %DWELL_NONE if that has no such area
 */
guint32
dwell_comparison_list_get_other_area (DwellComparisonList *self,
                                      guint                position)
{
  const DwellDifferenceRow *row;

  g_return_val_if_fail (DWELL_IS_COMPARISON_LIST (self), DWELL_NONE);

  row = get_row (self, position);
  return row == NULL ? DWELL_NONE : self->answer->sides.is_swapped ? row->new_area : row->base_area;
}

/**
 * dwell_comparison_list_find_area:
 * @self: a list
 * @area: an area of the view’s own session
 *
 * Returns: the position of its row, or %G_MAXUINT
 */
guint
dwell_comparison_list_find_area (DwellComparisonList *self,
                                 guint32              area)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_LIST (self), G_MAXUINT);

  for (guint i = 0; area != DWELL_NONE && i < self->rows->len; i++)
    if (dwell_comparison_list_get_area (self, i) == area)
      return i;

  return G_MAXUINT;
}
