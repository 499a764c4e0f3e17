/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks a worker for a difference as soon as both recordings are read. For another order of its
 * rows, the difference is kept. */
#include "config.h"

#include <math.h>

#include "model/comparison/dwell-comparison-kind.h"
#include "model/comparison/dwell-comparison-options.h"

/* A question and its answer: one job. */
typedef struct {
  const DwellComparisonKind *kind;
  DwellComparisonSides       sides;
  DwellComparisonOptions    *options;
  DwellRowFilter            *filter; /* (nullable) */
  guint                      sort_by;
  gboolean                   descending;
  guint                      made_serial;
  guint                      serial;
  DwellComparedRows         *compared; /* in (nullable); out: made if it was NULL */
  GArray                    *rows;     /* out: guint32; NULL: cancelled, or too little memory */
  gboolean                   is_done;  /* out: was not cancelled */
} Question;

struct _DwellComparisonRows
{
  DwellList parent_instance;

  const DwellComparisonKind *kind;
  GSignalGroup      *base_signals;
  char              *matching;        /* of the options: what is matched */
  DwellRowFilter      *filter;      /* (nullable) */
  guint              sort_by;
  gboolean           descending;
  guint              made_serial;  /* of the wanted difference */
  guint              shown_made_serial;
  guint              serial;       /* of the wanted rows */
  guint              shown_serial;
  DwellComparedRows *compared;     /* the one shown, or NULL */
  DwellTimeUnits    *units;        /* of compared, or NULL */
  GArray            *rows;         /* guint32: rows of the difference */
};

G_DEFINE_FINAL_TYPE (DwellComparisonRows, dwell_comparison_rows, DWELL_TYPE_LIST)

/* --- On a worker --- */

DwellComparedRows *
_dwell_compared_rows_ref (DwellComparedRows *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
_dwell_compared_rows_unref (DwellComparedRows *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->difference, self->kind->free);
  _dwell_comparison_sides_clear (&self->sides);
  g_free (self);
}

/* A number without its sign. */
static DwellCellValue
get_size (DwellCellValue cell)
{
  if (cell.whole < 0)
    cell.whole = -cell.whole;
  cell.rest = fabs (cell.rest);
  return cell;
}

static DwellComparedRows *
compared_rows_new (const Question *question,
                   GCancellable   *cancellable)
{
  const DwellComparisonKind *kind = question->kind;
  const DwellComparisonSides *sides = &question->sides;
  g_autoptr(DwellComparedRows) self = g_new0 (DwellComparedRows, 1);
  g_autoptr(DwellMatch) match =
    _dwell_comparison_options_match (question->options, sides->base.reading->trace,
                                     sides->new.reading->trace, sides->is_swapped);

  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  _dwell_comparison_sides_copy (&self->sides, sides);
  if (match != NULL && !g_cancellable_is_cancelled (cancellable))
    self->difference = kind->make (sides, question->options, match, cancellable);
  if (self->difference == NULL)
    return NULL;

  for (guint i = 0; i < kind->get_n_rows (self->difference); i++)
    {
      DwellCellValue cell = get_size (kind->get_cell (self->difference, i, kind->change));

      if (cell.kind != DWELL_CELL_NONE)
        self->largest = MAX (self->largest, (double) cell.whole + cell.rest);
    }

  return g_steal_pointer (&self);
}

static void
question_free (gpointer data)
{
  Question *self = data;

  _dwell_comparison_sides_clear (&self->sides);
  g_clear_pointer (&self->options, dwell_comparison_options_free);
  g_clear_pointer (&self->filter, dwell_row_filter_unref);
  g_clear_pointer (&self->compared, _dwell_compared_rows_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

/* The row whose cells a filter gets. */
typedef struct {
  const Question *question;
  guint           row;
} RowOfQuestion;

static DwellCellValue
get_cell (gconstpointer data,
          guint         column)
{
  const RowOfQuestion *self = data;

  return self->question->kind->get_cell (self->question->compared->difference, self->row, column);
}

static gboolean
matches (const Question *self,
         guint           row)
{
  const RowOfQuestion of_question = { self, row };

  return dwell_row_filter_matches (self->filter, NULL, self->kind->n_filtered, get_cell,
                                   &of_question);
}

static void
arrange (Question *self)
{
  const DwellComparisonKind *kind = self->kind;
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  guint n = 0;

  for (guint i = 0; i < kind->get_n_rows (self->compared->difference); i++)
    if (matches (self, i))
      {
        DwellCellValue cell = kind->get_cell (self->compared->difference, i, self->sort_by);

        if (kind->is_change (self->sort_by))
          cell = get_size (cell);
        dwell_arrangement_add (arrangement, i, &cell);
        n++;
      }

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_vals (self->rows, dwell_arrangement_sort (arrangement, self->descending), n);
}

static void
work (gpointer      data,
      GCancellable *cancellable)
{
  Question *self = data;

  if (self->compared == NULL)
    self->compared = compared_rows_new (self, cancellable);
  if (self->compared != NULL)
    arrange (self);
  self->is_done = !g_cancellable_is_cancelled (cancellable);
}

/* --- On the main thread --- */

static gpointer
dwell_comparison_rows_get_item (DwellList *list,
                                guint      position)
{
  DwellComparisonRows *self = DWELL_COMPARISON_ROWS (list);

  return _dwell_comparison_row_new (self->compared,
                                    _dwell_time_units_get (&self->units, self->compared,
                                                           self->compared->kind->n_columns),
                                    g_array_index (self->rows, guint32, position));
}

/* Takes over @compared and @rows. */
static void
show_rows (DwellComparisonRows *self,
           DwellComparedRows   *compared,
           GArray              *rows)
{
  g_clear_pointer (&self->compared, _dwell_compared_rows_unref);
  g_array_unref (self->rows);
  self->compared = compared;
  self->rows = rows;
  dwell_list_replace (DWELL_LIST (self), rows->len);
}

static DwellSession *
get_base (DwellComparisonRows *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));

  return view != NULL ? dwell_view_get_base (view, NULL) : NULL;
}

/* Whether both recordings are read and have what is compared. */
static gboolean
is_possible (DwellComparisonRows *self)
{
  DwellSession *own = dwell_query_get_session (DWELL_QUERY (self));
  DwellSession *base = get_base (self);

  return own != NULL && base != NULL &&
         dwell_session_get_state (own) == DWELL_SESSION_READY &&
         dwell_session_get_state (base) == DWELL_SESSION_READY &&
         self->kind->is_possible (dwell_session_get_trace (own)) &&
         self->kind->is_possible (dwell_session_get_trace (base));
}

static void
dwell_comparison_rows_ask (DwellQuery *query)
{
  DwellComparisonRows *self = DWELL_COMPARISON_ROWS (query);
  gboolean is_made = self->compared != NULL && self->shown_made_serial == self->made_serial;
  DwellComparisonSides sides = { { NULL } };
  Question *question;

  if (self->shown_serial == self->serial || !is_possible (self) ||
      !_dwell_comparison_sides_init (&sides, dwell_query_get_view (query)))
    return;

  question = g_new0 (Question, 1);
  question->kind = self->kind;
  question->sides = sides;
  question->options = dwell_comparison_options_new (dwell_query_get_view (query));
  question->filter = self->filter != NULL ? dwell_row_filter_ref (self->filter) : NULL;
  question->sort_by = self->sort_by;
  question->descending = self->descending;
  question->made_serial = self->made_serial;
  question->serial = self->serial;
  question->compared = is_made ? _dwell_compared_rows_ref (self->compared) : NULL;
  dwell_query_ask (query, question, question_free, work);
}

static void
dwell_comparison_rows_take (DwellQuery *query,
                            gpointer    data)
{
  DwellComparisonRows *self = DWELL_COMPARISON_ROWS (query);
  Question *question = data;

  if (!question->is_done ||
      !_dwell_comparison_sides_are_of (&question->sides, dwell_query_get_view (query)))
    return;

  self->shown_made_serial = question->made_serial;
  self->shown_serial = question->serial;
  show_rows (self, g_steal_pointer (&question->compared),
             question->rows != NULL ? g_steal_pointer (&question->rows)
                                    : g_array_new (FALSE, FALSE, sizeof (guint32)));
}

static gboolean
dwell_comparison_rows_shows_wanted (DwellQuery *query)
{
  return DWELL_COMPARISON_ROWS (query)->compared != NULL;
}

static gboolean
dwell_comparison_rows_is_busy (DwellQuery *query)
{
  DwellComparisonRows *self = DWELL_COMPARISON_ROWS (query);
  DwellSession *base = get_base (self);

  return base != NULL && self->shown_serial != self->serial &&
         dwell_session_get_state (base) != DWELL_SESSION_FAILED &&
         (is_possible (self) || dwell_session_get_state (base) == DWELL_SESSION_LOADING);
}

static void
rearrange (DwellComparisonRows *self)
{
  self->serial++;
  dwell_query_update (DWELL_QUERY (self));
}

static void
ask_again (DwellComparisonRows *self)
{
  self->made_serial++;
  rearrange (self);
}

static void
take_options (DwellComparisonRows *self)
{
  if (_dwell_comparison_options_take_matching (&self->matching,
                                               dwell_query_get_view (DWELL_QUERY (self))))
    ask_again (self);
}

/* Called when more of the session or of its base has been read. */
static void
take_indexes (DwellComparisonRows *self)
{
  dwell_query_update (DWELL_QUERY (self));
}

static void
take_base (DwellComparisonRows *self)
{
  g_signal_group_set_target (self->base_signals, get_base (self));
  if (self->compared != NULL)
    show_rows (self, NULL, g_array_new (FALSE, FALSE, sizeof (guint32)));
  ask_again (self);
  dwell_query_update_busy (DWELL_QUERY (self));
}

static void
dwell_comparison_rows_take_trace (DwellQuery *query)
{
  take_base (DWELL_COMPARISON_ROWS (query));
}

static void
dwell_comparison_rows_share (DwellList *list,
                             DwellList *frozen)
{
  DwellComparisonRows *self = DWELL_COMPARISON_ROWS (list);
  DwellComparisonRows *copy = DWELL_COMPARISON_ROWS (frozen);

  g_array_unref (copy->rows);
  copy->rows = g_array_ref (self->rows);
  if (self->compared != NULL)
    copy->compared = _dwell_compared_rows_ref (self->compared);
}

static void
dwell_comparison_rows_dispose (GObject *object)
{
  g_clear_object (&DWELL_COMPARISON_ROWS (object)->base_signals);

  G_OBJECT_CLASS (dwell_comparison_rows_parent_class)->dispose (object);
}

static void
dwell_comparison_rows_finalize (GObject *object)
{
  DwellComparisonRows *self = DWELL_COMPARISON_ROWS (object);

  g_clear_pointer (&self->compared, _dwell_compared_rows_unref);
  g_clear_pointer (&self->filter, dwell_row_filter_unref);
  g_clear_pointer (&self->units, _dwell_time_units_unref);
  g_array_unref (self->rows);
  g_free (self->matching);

  G_OBJECT_CLASS (dwell_comparison_rows_parent_class)->finalize (object);
}

static gboolean
dwell_comparison_rows_check_filter (DwellQuery  *query,
                                    GError     **error)
{
  return dwell_row_filter_check (DWELL_COMPARISON_ROWS (query)->filter, error);
}

static void
dwell_comparison_rows_class_init (DwellComparisonRowsClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_comparison_rows_dispose;
  G_OBJECT_CLASS (klass)->finalize = dwell_comparison_rows_finalize;
  list_class->item_type = DWELL_TYPE_COMPARISON_ROW;
  list_class->get_item = dwell_comparison_rows_get_item;
  list_class->share = dwell_comparison_rows_share;
  query_class->take_trace = dwell_comparison_rows_take_trace;
  query_class->ask = dwell_comparison_rows_ask;
  query_class->take = dwell_comparison_rows_take;
  query_class->shows_wanted = dwell_comparison_rows_shows_wanted;
  query_class->is_busy = dwell_comparison_rows_is_busy;
  query_class->check_filter = dwell_comparison_rows_check_filter;
}

static void
dwell_comparison_rows_init (DwellComparisonRows *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->descending = TRUE;
  self->base_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->base_signals, "trace-changed", G_CALLBACK (ask_again),
                                  self);
  g_signal_group_connect_swapped (self->base_signals, "notify::state", G_CALLBACK (ask_again),
                                  self);
  g_signal_group_connect_swapped (self->base_signals, "indexes-changed",
                                  G_CALLBACK (take_indexes), self);
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (take_indexes));
  dwell_query_connect_view (query, "scope-changed", G_CALLBACK (ask_again));
  dwell_query_connect_view (query, "base-changed", G_CALLBACK (take_base));
  dwell_query_connect_view (query, "kept-changed", G_CALLBACK (take_options));
  dwell_query_connect_session (query, "notify::state", G_CALLBACK (ask_again));
}

/* Returns: (transfer full): an empty list */
DwellComparisonRows *
_dwell_comparison_rows_new (const DwellComparisonKind *kind)
{
  DwellComparisonRows *self = g_object_new (DWELL_TYPE_COMPARISON_ROWS, NULL);

  self->kind = kind;
  self->sort_by = kind->first;
  return self;
}

/* Returns: (transfer none) (nullable): the difference, as its kind has made it */
gconstpointer
_dwell_comparison_rows_get_difference (DwellComparisonRows *self)
{
  return self->compared != NULL ? self->compared->difference : NULL;
}

/**
 * dwell_comparison_rows_set_filter:
 * @self: a list
 * @text: (nullable): a filter (dwell-row-filter.h)
 * @error: what is wrong with @text
 *
 * Returns: %FALSE if @text is invalid; the list does not change then
 */
gboolean
dwell_comparison_rows_set_filter (DwellComparisonRows  *self,
                                  const char           *text,
                                  GError              **error)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_ROWS (self), FALSE);

  if (!dwell_row_filter_replace (&self->filter, text, self->kind->columns, self->kind->n_columns,
                                 error))
    return FALSE;

  rearrange (self);
  return TRUE;
}

/**
 * dwell_comparison_rows_sort:
 * @self: a list
 * @by: a column
 * @descending: whether the greatest comes first; changes are compared by their size
 */
void
dwell_comparison_rows_sort (DwellComparisonRows *self,
                            guint                by,
                            gboolean             descending)
{
  g_return_if_fail (DWELL_IS_COMPARISON_ROWS (self));

  self->sort_by = by;
  self->descending = descending;
  rearrange (self);
}

/**
 * dwell_comparison_rows_get_nth:
 * @self: a list
 * @position: a position
 *
 * Returns: the row of the difference there, or %G_MAXUINT
 */
guint
dwell_comparison_rows_get_nth (DwellComparisonRows *self,
                               guint                position)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_ROWS (self), G_MAXUINT);

  return position < self->rows->len ? g_array_index (self->rows, guint32, position) : G_MAXUINT;
}

/**
 * dwell_comparison_rows_find:
 * @self: a list
 * @row: a row of the difference
 *
 * Returns: its position, or %G_MAXUINT
 */
guint
dwell_comparison_rows_find (DwellComparisonRows *self,
                            guint                row)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_ROWS (self), G_MAXUINT);

  for (guint i = 0; i < self->rows->len; i++)
    if (g_array_index (self->rows, guint32, i) == row)
      return i;

  return G_MAXUINT;
}

/**
 * dwell_comparison_rows_get_area:
 * @self: a list
 * @position: a row
 *
 * Returns: its area in the view’s own session; %DWELL_NONE if that has no such area
 */
guint32
dwell_comparison_rows_get_area (DwellComparisonRows *self,
                                guint                position)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_ROWS (self), DWELL_NONE);

  return position < self->rows->len
           ? self->compared->kind->get_area (self->compared->difference,
                                             g_array_index (self->rows, guint32, position),
                                             self->compared->sides.is_swapped) : DWELL_NONE;
}

/**
 * dwell_comparison_rows_find_area:
 * @self: a list
 * @area: an area of the view’s own session
 *
 * Returns: the position of its row, or %G_MAXUINT
 */
guint
dwell_comparison_rows_find_area (DwellComparisonRows *self,
                                 guint32              area)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_ROWS (self), G_MAXUINT);

  for (guint i = 0; area != DWELL_NONE && i < self->rows->len; i++)
    if (dwell_comparison_rows_get_area (self, i) == area)
      return i;

  return G_MAXUINT;
}
