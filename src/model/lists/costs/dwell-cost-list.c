/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of costs keeps an array of row numbers, the last answer. Two jobs can run at the same
 * time: one computes and sorts the rows, the other classifies growths, part by part. After each
 * part the rows are sorted again. Favourites are kept as one byte per row; the view keeps the
 * choices of the user. */
#include "config.h"

#include "model/lists/costs/dwell-cost-answer.h"
#include "model/view/dwell-view-private.h"

/* µs between two updates of the growths that are shown. */
#define MOMENT_US 200000

struct _DwellCostList
{
  DwellList parent_instance;

  DwellCostOrder   order;         /* wanted */
  guint            chosen_serial; /* of the view's favourites when marks were made */
  gboolean         is_choosing;   /* this list itself changes a favourite of the view */

  guint             serial;       /* of the wanted rows */
  guint             shown_serial;
  DwellJob         *growth_job;   /* under way, or NULL */
  DwellCosts       *costs;        /* of the view's trace, or NULL */
  DwellWide         n_calls;
  DwellCostGrowths *growths[2];   /* by is_self, of costs */
  GByteArray       *marks;        /* a byte a row of costs: is a favourite */

  GArray           *rows;         /* guint32 */
  guint             n_unsure;     /* of rows */
  gboolean          shows_self;   /* is_self when rows were made */
};

enum {
  COSTS_CHANGED,
  FAVOURITES_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellCostList, dwell_cost_list, DWELL_TYPE_LIST)

static DwellCostFacts
get_facts (DwellCostList *self,
           guint32        row)
{
  return (DwellCostFacts) {
    .costs = self->costs,
    .growths = self->growths[self->shows_self],
    .row = row,
    .is_self = self->shows_self,
    .is_favourite = self->marks->data[row],
    .n_calls = self->n_calls,
  };
}

static gpointer
dwell_cost_list_get_item (DwellList *list,
                          guint      position)
{
  DwellCostList *self = DWELL_COST_LIST (list);
  DwellCostFacts facts = get_facts (self, g_array_index (self->rows, guint32, position));

  return _dwell_cost_item_new (&facts);
}

/* Takes over @rows. Every row is replaced, because its growth may be known now. */
static void
show_rows (DwellCostList *self,
           GArray        *rows)
{
  g_array_unref (self->rows);
  self->rows = rows;
  dwell_list_replace (DWELL_LIST (self), rows->len);
}

static gboolean
dwell_cost_list_is_busy (DwellQuery *query)
{
  return DWELL_QUERY_CLASS (dwell_cost_list_parent_class)->is_busy (query) ||
         DWELL_COST_LIST (query)->growth_job != NULL;
}

/* --- Questions --- */

static void
set_costs (DwellCostList *self,
           DwellCosts    *costs,
           DwellWide      n_calls)
{
  g_clear_pointer (&self->growth_job, _dwell_job_abandon);
  for (guint i = 0; i < G_N_ELEMENTS (self->growths); i++)
    g_clear_pointer (&self->growths[i], _dwell_cost_growths_unref);

  g_clear_pointer (&self->costs, dwell_costs_unref);
  self->costs = costs != NULL ? dwell_costs_ref (costs) : NULL;
  self->n_calls = n_calls;
}

static void
finish_growth_job (gpointer data,
            gpointer user_data)
{
  DwellGrowthQuestion *done = data;
  DwellCostList *self = user_data;

  g_object_ref (self);
  self->growth_job = NULL;
  if (done->growths != NULL)
    {
      g_clear_pointer (&self->growths[done->is_self], _dwell_cost_growths_unref);
      self->growths[done->is_self] = g_steal_pointer (&done->growths);
      self->serial++;
    }
  dwell_query_update (DWELL_QUERY (self));
  g_object_unref (self);
}

/* Starts a job that classifies some more growths; finish_growth_job() calls this again. */
static void
dwell_cost_list_update (DwellQuery *query)
{
  DwellCostList *self = DWELL_COST_LIST (query);
  DwellCostGrowths *known = self->growths[self->order.is_self];
  DwellGrowthQuestion *wanted;

  if (self->growth_job != NULL || self->costs == NULL ||
      dwell_costs_get_trace (self->costs) != dwell_query_get_trace (query) ||
      (known != NULL && _dwell_cost_growths_are_whole (known)))
    return;

  wanted = g_new0 (DwellGrowthQuestion, 1);
  wanted->costs = dwell_costs_ref (self->costs);
  wanted->is_self = self->order.is_self;
  wanted->moment_us = MOMENT_US;
  wanted->growths = known != NULL ? _dwell_cost_growths_ref (known) : NULL;
  self->growth_job = _dwell_job_start (wanted, _dwell_growth_question_free,
                                       _dwell_growth_question_run,
                                       finish_growth_job, self);
}

static void
dwell_cost_list_take (DwellQuery *query,
                      gpointer    question)
{
  DwellCostQuestion *done = question;
  DwellCostList *self = DWELL_COST_LIST (query);
  gboolean is_new = done->costs != self->costs;

  if (done->rows == NULL)
    return;

  if (is_new)
    {
      self->n_unsure = 0;
      show_rows (self, g_array_new (FALSE, FALSE, sizeof (guint32)));
      set_costs (self, done->costs, done->n_calls);
    }
  self->shown_serial = done->serial;
  self->shows_self = done->order.is_self;
  if (done->marks_are_new)
    {
      gsize n;
      const guint8 *marks = g_bytes_get_data (done->favourites, &n);

      g_byte_array_set_size (self->marks, 0);
      g_byte_array_append (self->marks, marks, (guint) n);
      self->chosen_serial = done->chosen_serial;
    }
  self->n_unsure = done->n_unsure;
  show_rows (self, g_steal_pointer (&done->rows));
  if (is_new)
    g_signal_emit (self, signals[COSTS_CHANGED], 0);
}

static void
dwell_cost_list_ask (DwellQuery *query)
{
  DwellCostList *self = DWELL_COST_LIST (query);
  DwellView *view = dwell_query_get_view (query);
  DwellTrace *trace = dwell_query_get_trace (query);
  gboolean has_costs = self->costs != NULL && dwell_costs_get_trace (self->costs) == trace;
  DwellCostQuestion *wanted;

  if ((has_costs && self->shown_serial == self->serial) ||
      !dwell_trace_has (trace, DWELL_TABLE_COST_POINTS))
    return;

  wanted = g_new0 (DwellCostQuestion, 1);
  wanted->trace = dwell_trace_ref (trace);
  wanted->order = self->order;
  if (self->order.row_filter != NULL)
    dwell_row_filter_ref (self->order.row_filter);
  wanted->serial = self->serial;
  if (has_costs)
    {
      DwellCostGrowths *growths = self->growths[self->order.is_self];

      wanted->costs = dwell_costs_ref (self->costs);
      wanted->n_calls = self->n_calls;
      wanted->growths = growths != NULL ? _dwell_cost_growths_ref (growths) : NULL;
    }

  wanted->chosen_serial = _dwell_view_get_favourites_serial (view);
  wanted->marks_are_new = !has_costs || wanted->chosen_serial != self->chosen_serial;
  if (wanted->marks_are_new)
    wanted->chosen = _dwell_view_copy_favourites (view);
  else
    wanted->favourites = g_bytes_new (self->marks->data, self->marks->len);

  dwell_query_ask (query, wanted, _dwell_cost_question_free, _dwell_cost_question_run);
}

static void
change_order (DwellCostList *self)
{
  self->serial++;
  dwell_query_update (DWELL_QUERY (self));
}

/* Handles favourites that another part of the program changed, such as the saved state of the file.
 * */
static void
change_kept (DwellCostList *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));

  if (self->is_choosing || self->costs == NULL ||
      _dwell_view_get_favourites_serial (view) == self->chosen_serial)
    return;

  change_order (self);
  g_signal_emit (self, signals[FAVOURITES_CHANGED], 0);
}

static void
dwell_cost_list_take_trace (DwellQuery *query)
{
  DwellCostList *self = DWELL_COST_LIST (query);
  DwellTrace *trace = dwell_query_get_trace (query);

  self->serial++;

  /* While a trace is read again, the old costs stay until the new ones are known. */
  if (self->costs != NULL && (trace == NULL || !dwell_trace_has (trace, DWELL_TABLE_COST_POINTS)))
    {
      self->n_unsure = 0;
      show_rows (self, g_array_new (FALSE, FALSE, sizeof (guint32)));
      set_costs (self, NULL, 0);
      g_signal_emit (self, signals[COSTS_CHANGED], 0);
    }
}

static void
dwell_cost_list_dispose (GObject *object)
{
  DwellCostList *self = DWELL_COST_LIST (object);

  g_clear_pointer (&self->growth_job, _dwell_job_abandon);

  G_OBJECT_CLASS (dwell_cost_list_parent_class)->dispose (object);
}

static void
dwell_cost_list_finalize (GObject *object)
{
  DwellCostList *self = DWELL_COST_LIST (object);

  set_costs (self, NULL, 0);
  g_clear_pointer (&self->order.row_filter, dwell_row_filter_unref);
  g_byte_array_unref (self->marks);
  g_array_unref (self->rows);

  G_OBJECT_CLASS (dwell_cost_list_parent_class)->finalize (object);
}

static void
dwell_cost_list_share (DwellList *list,
                       DwellList *frozen)
{
  DwellCostList *self = DWELL_COST_LIST (list);
  DwellCostList *copy = DWELL_COST_LIST (frozen);

  g_array_unref (copy->rows);
  copy->rows = g_array_ref (self->rows);
  copy->shows_self = self->shows_self;
  copy->n_calls = self->n_calls;
  g_byte_array_append (copy->marks, self->marks->data, self->marks->len);
  if (self->costs != NULL)
    copy->costs = dwell_costs_ref (self->costs);
  for (guint i = 0; i < G_N_ELEMENTS (self->growths); i++)
    if (self->growths[i] != NULL)
      copy->growths[i] = _dwell_cost_growths_ref (self->growths[i]);
}

static gboolean
dwell_cost_list_check_filter (DwellQuery  *query,
                              GError     **error)
{
  return dwell_row_filter_check (DWELL_COST_LIST (query)->order.row_filter, error);
}

static void
dwell_cost_list_class_init (DwellCostListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  object_class->dispose = dwell_cost_list_dispose;
  object_class->finalize = dwell_cost_list_finalize;
  list_class->item_type = DWELL_TYPE_COST_ITEM;
  list_class->get_item = dwell_cost_list_get_item;
  query_class->take_trace = dwell_cost_list_take_trace;
  query_class->update = dwell_cost_list_update;
  query_class->ask = dwell_cost_list_ask;
  query_class->take = dwell_cost_list_take;
  query_class->is_busy = dwell_cost_list_is_busy;
  query_class->check_filter = dwell_cost_list_check_filter;
  list_class->share = dwell_cost_list_share;

  signals[COSTS_CHANGED] = g_signal_new ("costs-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAVOURITES_CHANGED] = g_signal_new ("favourites-changed", G_TYPE_FROM_CLASS (klass),
                                              G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                              0);
}

static void
dwell_cost_list_init (DwellCostList *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->marks = g_byte_array_new ();
  self->order.filter = DWELL_COST_FILTER_INIT (DWELL_COST_LIST_MIN_SIZES);
  self->order.sort_by = DWELL_COST_LIST_AT_10X;
  self->order.descending = TRUE;

  dwell_query_connect_view (DWELL_QUERY (self), "kept-changed", G_CALLBACK (change_kept));
}

/**
 * dwell_cost_list_new:
 *
 * Makes a list without a view. Routines whose cost will hurt when the input grows come first
 * (dwell_growth_get_urgency()); only routines with %DWELL_COST_LIST_MIN_SIZES sizes or more are
 * listed.
 *
 * Returns: (transfer full): an empty list
 */
DwellCostList *
dwell_cost_list_new (void)
{
  return g_object_new (DWELL_TYPE_COST_LIST, NULL);
}

/**
 * dwell_cost_list_get_costs:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): the costs of the trace that the view shows; %NULL: not known
 *   yet
 */
DwellCosts *
dwell_cost_list_get_costs (DwellCostList *self)
{
  g_return_val_if_fail (DWELL_IS_COST_LIST (self), NULL);

  return self->costs != NULL &&
         dwell_costs_get_trace (self->costs) == dwell_query_get_trace (DWELL_QUERY (self))
           ? self->costs : NULL;
}

/**
 * dwell_cost_list_set_text:
 * @self: a list
 * @text: (nullable): a filter (dwell-row-filter.h); its words are looked for in names and images
 * @error: return location for what is wrong with it
 *
 * Returns: false if @text is not valid; the list then stays as it is
 */
gboolean
dwell_cost_list_set_text (DwellCostList  *self,
                          const char     *text,
                          GError        **error)
{
  g_return_val_if_fail (DWELL_IS_COST_LIST (self), FALSE);

  if (!dwell_row_filter_replace (&self->order.row_filter, text, dwell_cost_columns,
                                 DWELL_N_COST_LIST_COLUMNS, error))
    return FALSE;

  change_order (self);
  return TRUE;
}

/**
 * dwell_cost_list_set_filter:
 * @self: a list
 * @filter: conditions that the listed routines fulfil
 */
void
dwell_cost_list_set_filter (DwellCostList         *self,
                            const DwellCostFilter *filter)
{
  g_return_if_fail (DWELL_IS_COST_LIST (self));

  self->order.filter = *filter;
  change_order (self);
}

/**
 * dwell_cost_list_get_filter:
 * @self: a list
 *
 * Returns: (transfer none): the filter that is set
 */
const DwellCostFilter *
dwell_cost_list_get_filter (DwellCostList *self)
{
  g_return_val_if_fail (DWELL_IS_COST_LIST (self), NULL);

  return &self->order.filter;
}

/**
 * dwell_cost_list_set_is_self:
 * @self: a list
 * @is_self: true for costs without callees, false for costs with them
 */
void
dwell_cost_list_set_is_self (DwellCostList *self,
                             gboolean       is_self)
{
  g_return_if_fail (DWELL_IS_COST_LIST (self));

  is_self = is_self != FALSE;
  if (self->order.is_self == is_self)
    return;

  self->order.is_self = is_self;
  change_order (self);
}

/**
 * dwell_cost_list_get_is_self:
 * @self: a list
 *
 * Returns: true if costs are listed without callees
 */
gboolean
dwell_cost_list_get_is_self (DwellCostList *self)
{
  g_return_val_if_fail (DWELL_IS_COST_LIST (self), FALSE);

  return self->order.is_self;
}

/**
 * dwell_cost_list_sort:
 * @self: a list
 * @by: the column to sort by
 * @descending: true to begin with the largest
 */
void
dwell_cost_list_sort (DwellCostList       *self,
                      DwellCostListColumn  by,
                      gboolean             descending)
{
  g_return_if_fail (DWELL_IS_COST_LIST (self));

  if (self->order.sort_by == by && self->order.descending == descending)
    return;

  self->order.sort_by = by;
  self->order.descending = descending;
  change_order (self);
}

/**
 * dwell_cost_list_get_n_unsure:
 * @self: a list
 *
 * Returns: the number of routines in the list whose growth is known, but not sure
 */
guint
dwell_cost_list_get_n_unsure (DwellCostList *self)
{
  g_return_val_if_fail (DWELL_IS_COST_LIST (self), 0);

  return self->n_unsure;
}

/**
 * dwell_cost_list_find:
 * @self: a list
 * @area: a routine
 *
 * Returns: the position of the routine, or %G_MAXUINT if it is not listed
 */
guint
dwell_cost_list_find (DwellCostList *self,
                      guint32        area)
{
  guint row;

  g_return_val_if_fail (DWELL_IS_COST_LIST (self), G_MAXUINT);

  row = self->costs != NULL ? dwell_costs_find_row (self->costs, area) : G_MAXUINT;
  for (guint i = 0; row != G_MAXUINT && i < self->rows->len; i++)
    if (g_array_index (self->rows, guint32, i) == row)
      return i;

  return G_MAXUINT;
}

/**
 * dwell_cost_list_is_favourite:
 * @self: a list
 * @area: a routine
 *
 * A choice of the user overrides a bookmark in the file.
 *
 * Returns: true if the routine is a favourite
 */
gboolean
dwell_cost_list_is_favourite (DwellCostList *self,
                              guint32        area)
{
  guint row;

  g_return_val_if_fail (DWELL_IS_COST_LIST (self), FALSE);

  row = self->costs != NULL ? dwell_costs_find_row (self->costs, area) : G_MAXUINT;
  return row != G_MAXUINT && self->marks->data[row];
}

/**
 * dwell_cost_list_set_favourite:
 * @self: a list
 * @area: a routine
 * @is_favourite: true to make it a favourite
 *
 * Changes the favourites of the view, which keeps them. Does nothing if the costs of the routine
 * are not known yet.
 */
void
dwell_cost_list_set_favourite (DwellCostList *self,
                               guint32        area,
                               gboolean       is_favourite)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));
  guint row;
  guint serial;
  gboolean is_current;

  g_return_if_fail (DWELL_IS_COST_LIST (self));

  row = dwell_cost_list_get_costs (self) != NULL ? dwell_costs_find_row (self->costs, area)
                                                 : G_MAXUINT;
  if (row == G_MAXUINT)
    return;

  /* If marks are up to date, changing one of them saves making all of them again. */
  serial = _dwell_view_get_favourites_serial (view);
  is_current = self->chosen_serial == serial;
  self->is_choosing = TRUE;
  dwell_view_set_is_favourite (view, area, is_favourite);
  self->is_choosing = FALSE;
  if (_dwell_view_get_favourites_serial (view) == serial)
    return;

  self->marks->data[row] = is_favourite != FALSE;
  if (is_current)
    self->chosen_serial = _dwell_view_get_favourites_serial (view);
  change_order (self);
  g_signal_emit (self, signals[FAVOURITES_CHANGED], 0);
}
