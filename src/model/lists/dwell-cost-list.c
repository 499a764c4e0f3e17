/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of costs: what the last query answered, an array of row numbers. Two jobs may be under
 * way: one that reckons or arranges, and one that finds out how costs grow, part by part, after
 * each of which rows are arranged anew. Favourites are a byte a row; what the user chose is kept by
 * the view. */
#include "config.h"

#include "model/dwell-job.h"
#include "model/lists/dwell-cost-answer.h"
#include "model/lists/dwell-positions.h"
#include "model/view/dwell-view-private.h"

/* For so long no more growths are shown. */
#define MOMENT_US 200000

struct _DwellCostList
{
  GObject parent_instance;

  DwellView       *view;
  GSignalGroup    *view_signals;
  DwellCostOrder   order;      /* wanted */
  guint            chosen_serial; /* of the view's favourites that marks tell */

  guint             serial;       /* of what is wanted */
  guint             shown_serial;
  DwellJob         *job;          /* the query under way, or NULL */
  DwellJob         *growth_job;
  DwellCosts       *costs;        /* of the view's trace, or NULL */
  DwellWide         n_calls;
  DwellCostGrowths *growths[2];   /* by is_self, of costs */
  GByteArray       *marks;        /* a byte a row of costs: a favourite */

  GArray           *rows;         /* guint32 */
  gboolean          shows_self;   /* what rows were made for */
  gboolean          is_busy;
};

enum {
  PROP_0,
  PROP_N_ITEMS,
  PROP_BUSY,
  PROP_VIEW,
  N_PROPS
};

enum {
  COSTS_CHANGED,
  FAVOURITES_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

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

static GType
dwell_cost_list_get_item_type (GListModel *model)
{
  return DWELL_TYPE_COST_ITEM;
}

static guint
dwell_cost_list_get_n_items (GListModel *model)
{
  return DWELL_COST_LIST (model)->rows->len;
}

static gpointer
dwell_cost_list_get_item (GListModel *model,
                          guint       position)
{
  DwellCostList *self = DWELL_COST_LIST (model);
  DwellCostFacts facts;

  if (position >= self->rows->len)
    return NULL;

  facts = get_facts (self, g_array_index (self->rows, guint32, position));
  return _dwell_cost_item_new (&facts);
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = dwell_cost_list_get_item_type;
  iface->get_n_items = dwell_cost_list_get_n_items;
  iface->get_item = dwell_cost_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DwellCostList, dwell_cost_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

/* Takes over @rows. Every row is told anew: its growth may be known now. */
static void
show_rows (DwellCostList *self,
           GArray        *rows)
{
  g_autoptr(GArray) old = self->rows;

  self->rows = rows;
  _dwell_list_announce (G_LIST_MODEL (self), (DwellListChange) { 0, old->len, rows->len });
}

static DwellTrace *
get_wanted_trace (DwellCostList *self)
{
  return self->view != NULL ? dwell_view_get_trace (self->view) : NULL;
}

static void
update_busy (DwellCostList *self)
{
  gboolean is_busy = self->job != NULL || self->growth_job != NULL;

  if (self->is_busy == is_busy)
    return;

  self->is_busy = is_busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

/* --- Queries --- */

static void query (DwellCostList *self);

static void
set_costs (DwellCostList *self,
           DwellCosts    *costs,
           DwellWide      n_calls)
{
  if (self->growth_job != NULL)
    _dwell_job_abandon (self->growth_job);

  self->growth_job = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (self->growths); i++)
    g_clear_pointer (&self->growths[i], _dwell_cost_growths_unref);

  g_clear_pointer (&self->costs, dwell_costs_unref);
  self->costs = costs != NULL ? dwell_costs_ref (costs) : NULL;
  self->n_calls = n_calls;
}

static void
worked_out (gpointer data,
            gpointer user_data)
{
  DwellGrowthQuery *done = data;
  DwellCostList *self = user_data;

  g_object_ref (self);
  self->growth_job = NULL;
  if (done->growths != NULL)
    {
      g_clear_pointer (&self->growths[done->is_self], _dwell_cost_growths_unref);
      self->growths[done->is_self] = g_steal_pointer (&done->growths);
      self->serial++;
    }
  query (self);
  g_object_unref (self);
}

/* Finds out some more, whose end comes back here. */
static void
work_out_growth (DwellCostList *self)
{
  DwellCostGrowths *known = self->growths[self->order.is_self];
  DwellGrowthQuery *wanted;

  if (self->growth_job != NULL || self->costs == NULL ||
      dwell_costs_get_trace (self->costs) != get_wanted_trace (self) ||
      (known != NULL && _dwell_cost_growths_are_whole (known)))
    return;

  wanted = g_new0 (DwellGrowthQuery, 1);
  wanted->costs = dwell_costs_ref (self->costs);
  wanted->is_self = self->order.is_self;
  wanted->moment_us = MOMENT_US;
  wanted->growths = known != NULL ? _dwell_cost_growths_ref (known) : NULL;
  self->growth_job = _dwell_job_start (wanted, _dwell_growth_query_free, _dwell_growth_query_run,
                                       worked_out, self);
}

static void
queried (gpointer data,
         gpointer user_data)
{
  DwellCostQuery *done = data;
  DwellCostList *self = user_data;
  gboolean is_new = done->costs != self->costs;

  g_object_ref (self);
  self->job = NULL;

  if (done->rows != NULL && done->trace == get_wanted_trace (self))
    {
      if (is_new)
        {
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
      show_rows (self, g_steal_pointer (&done->rows));
      if (is_new)
        g_signal_emit (self, signals[COSTS_CHANGED], 0);
    }

  query (self);
  g_object_unref (self);
}

static DwellCostQuery *
prepare_query (DwellCostList *self)
{
  DwellTrace *trace = get_wanted_trace (self);
  gboolean has_costs = self->costs != NULL && dwell_costs_get_trace (self->costs) == trace;
  DwellCostQuery *wanted;

  if (trace == NULL || (has_costs && self->shown_serial == self->serial) ||
      !dwell_trace_has (trace, DWELL_TABLE_COST_POINTS))
    return NULL;

  wanted = g_new0 (DwellCostQuery, 1);
  wanted->trace = dwell_trace_ref (trace);
  wanted->order = self->order;
  wanted->order.pattern = self->order.pattern != NULL ? dwell_pattern_ref (self->order.pattern)
                                                      : NULL;
  wanted->serial = self->serial;
  if (has_costs)
    {
      DwellCostGrowths *growths = self->growths[self->order.is_self];

      wanted->costs = dwell_costs_ref (self->costs);
      wanted->n_calls = self->n_calls;
      wanted->growths = growths != NULL ? _dwell_cost_growths_ref (growths) : NULL;
    }

  wanted->chosen_serial = _dwell_view_get_favourites_serial (self->view);
  wanted->marks_are_new = !has_costs || wanted->chosen_serial != self->chosen_serial;
  if (wanted->marks_are_new)
    wanted->chosen = _dwell_view_copy_favourites (self->view);
  else
    wanted->favourites = g_bytes_new (self->marks->data, self->marks->len);

  return wanted;
}

/* Asks for what is wanted and not shown, unless that is under way, whose end comes back here. */
static void
query (DwellCostList *self)
{
  DwellCostQuery *wanted = self->job == NULL ? prepare_query (self) : NULL;

  if (wanted != NULL)
    self->job = _dwell_job_start (wanted, _dwell_cost_query_free, _dwell_cost_query_run, queried,
                                  self);

  work_out_growth (self);
  update_busy (self);
}

static void
change_order (DwellCostList *self)
{
  self->serial++;
  query (self);
}

/* Somebody else said what is a favourite: the state that was kept of the file. */
static void
change_kept (DwellCostList *self)
{
  if (self->costs == NULL ||
      _dwell_view_get_favourites_serial (self->view) == self->chosen_serial)
    return;

  change_order (self);
  g_signal_emit (self, signals[FAVOURITES_CHANGED], 0);
}

static void
change_trace (DwellCostList *self)
{
  DwellTrace *trace = get_wanted_trace (self);

  self->serial++;
  if (self->job != NULL)
    _dwell_job_cancel (self->job);

  /* Costs of a trace that is read again stay until there are others. */
  if (self->costs != NULL && (trace == NULL || !dwell_trace_has (trace, DWELL_TABLE_COST_POINTS)))
    {
      show_rows (self, g_array_new (FALSE, FALSE, sizeof (guint32)));
      set_costs (self, NULL, 0);
      g_signal_emit (self, signals[COSTS_CHANGED], 0);
    }

  query (self);
}

static void
dwell_cost_list_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  DwellCostList *self = DWELL_COST_LIST (object);

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
dwell_cost_list_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_VIEW:
      dwell_cost_list_set_view (DWELL_COST_LIST (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_cost_list_dispose (GObject *object)
{
  DwellCostList *self = DWELL_COST_LIST (object);

  if (self->job != NULL)
    _dwell_job_abandon (self->job);
  if (self->growth_job != NULL)
    _dwell_job_abandon (self->growth_job);

  self->job = self->growth_job = NULL;
  g_clear_object (&self->view_signals);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_cost_list_parent_class)->dispose (object);
}

static void
dwell_cost_list_finalize (GObject *object)
{
  DwellCostList *self = DWELL_COST_LIST (object);

  set_costs (self, NULL, 0);
  g_clear_pointer (&self->order.pattern, dwell_pattern_unref);
  g_byte_array_unref (self->marks);
  g_array_unref (self->rows);

  G_OBJECT_CLASS (dwell_cost_list_parent_class)->finalize (object);
}

static void
dwell_cost_list_class_init (DwellCostListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_cost_list_dispose;
  object_class->finalize = dwell_cost_list_finalize;
  object_class->get_property = dwell_cost_list_get_property;
  object_class->set_property = dwell_cost_list_set_property;

  properties[PROP_N_ITEMS] = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_VIEW] = g_param_spec_object ("view", NULL, NULL, DWELL_TYPE_VIEW,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                               | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

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
  self->order.sort_by = DWELL_COST_LIST_GROWTH;
  self->order.descending = TRUE;

  self->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "trace-changed", G_CALLBACK (change_trace),
                                  self);
  g_signal_group_connect_swapped (self->view_signals, "kept-changed", G_CALLBACK (change_kept),
                                  self);
}

/**
 * dwell_cost_list_new:
 *
 * Returns: (transfer full): an empty list; by growth, then by cost, of routines that have enough
 *   sizes to tell
 */
DwellCostList *
dwell_cost_list_new (void)
{
  return g_object_new (DWELL_TYPE_COST_LIST, NULL);
}

/**
 * dwell_cost_list_set_view:
 * @self: a list
 * @view: (nullable): whose trace the list is to tell of; %NULL empties it
 */
void
dwell_cost_list_set_view (DwellCostList *self,
                          DwellView     *view)
{
  g_return_if_fail (DWELL_IS_COST_LIST (self));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  if (!g_set_object (&self->view, view))
    return;

  g_signal_group_set_target (self->view_signals, view);
  change_trace (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

DwellCosts *
dwell_cost_list_get_costs (DwellCostList *self)
{
  g_return_val_if_fail (DWELL_IS_COST_LIST (self), NULL);

  return self->costs != NULL && dwell_costs_get_trace (self->costs) == get_wanted_trace (self)
           ? self->costs : NULL;
}

gboolean
dwell_cost_list_get_busy (DwellCostList *self)
{
  g_return_val_if_fail (DWELL_IS_COST_LIST (self), FALSE);

  return self->is_busy;
}

/**
 * dwell_cost_list_set_text:
 * @self: a list
 * @text: (nullable): text or /regular expression/ that name or image must match
 * @error: what is wrong with the regular expression
 *
 * Returns: false if @text is broken; the list stays as it is
 */
gboolean
dwell_cost_list_set_text (DwellCostList  *self,
                          const char     *text,
                          GError        **error)
{
  DwellPattern *pattern = NULL;

  g_return_val_if_fail (DWELL_IS_COST_LIST (self), FALSE);

  if (text != NULL && *text != '\0' && (pattern = dwell_pattern_new (text, error)) == NULL)
    return FALSE;

  g_clear_pointer (&self->order.pattern, dwell_pattern_unref);
  self->order.pattern = pattern;
  change_order (self);
  return TRUE;
}

void
dwell_cost_list_set_filter (DwellCostList         *self,
                            const DwellCostFilter *filter)
{
  g_return_if_fail (DWELL_IS_COST_LIST (self));

  self->order.filter = *filter;
  change_order (self);
}

const DwellCostFilter *
dwell_cost_list_get_filter (DwellCostList *self)
{
  g_return_val_if_fail (DWELL_IS_COST_LIST (self), NULL);

  return &self->order.filter;
}

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

gboolean
dwell_cost_list_get_is_self (DwellCostList *self)
{
  g_return_val_if_fail (DWELL_IS_COST_LIST (self), FALSE);

  return self->order.is_self;
}

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

gboolean
dwell_cost_list_is_favourite (DwellCostList *self,
                              guint32        area)
{
  guint row;

  g_return_val_if_fail (DWELL_IS_COST_LIST (self), FALSE);

  row = self->costs != NULL ? dwell_costs_find_row (self->costs, area) : G_MAXUINT;
  return row != G_MAXUINT && self->marks->data[row];
}

void
dwell_cost_list_set_favourite (DwellCostList *self,
                               guint32        area,
                               gboolean       is_favourite)
{
  guint row;
  guint serial;
  gboolean is_current;

  g_return_if_fail (DWELL_IS_COST_LIST (self));

  row = dwell_cost_list_get_costs (self) != NULL ? dwell_costs_find_row (self->costs, area)
                                                 : G_MAXUINT;
  if (row == G_MAXUINT)
    return;

  /* Marks that are not outdated are not made anew for one of them. */
  serial = _dwell_view_get_favourites_serial (self->view);
  is_current = self->chosen_serial == serial;
  g_signal_group_block (self->view_signals);
  dwell_view_set_is_favourite (self->view, area, is_favourite);
  g_signal_group_unblock (self->view_signals);
  if (_dwell_view_get_favourites_serial (self->view) == serial)
    return;

  self->marks->data[row] = is_favourite != FALSE;
  if (is_current)
    self->chosen_serial = _dwell_view_get_favourites_serial (self->view);
  change_order (self);
  g_signal_emit (self, signals[FAVOURITES_CHANGED], 0);
}

/**
 * dwell_cost_list_freeze:
 * @self: a list
 *
 * Returns: (transfer full): the rows as they are now, for whoever asks for them, on any thread
 */
GListModel *
dwell_cost_list_freeze (DwellCostList *self)
{
  DwellCostList *frozen;

  g_return_val_if_fail (DWELL_IS_COST_LIST (self), NULL);

  frozen = dwell_cost_list_new ();
  g_array_unref (frozen->rows);
  frozen->rows = g_array_ref (self->rows);
  frozen->shows_self = self->shows_self;
  frozen->n_calls = self->n_calls;
  g_byte_array_append (frozen->marks, self->marks->data, self->marks->len);
  if (self->costs != NULL)
    frozen->costs = dwell_costs_ref (self->costs);
  for (guint i = 0; i < G_N_ELEMENTS (self->growths); i++)
    if (self->growths[i] != NULL)
      frozen->growths[i] = _dwell_cost_growths_ref (self->growths[i]);

  return G_LIST_MODEL (frozen);
}
