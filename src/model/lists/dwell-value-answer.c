/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asking for values on a worker: a summary for each variable, the time in each state from the
 * statistics, then the rows that are shown, in order. States stand below their variable, ordered
 * among themselves. */
#include "config.h"

#include "model/lists/dwell-value-answer.h"

typedef struct {
  guint32        row;
  DwellValueCell cell;
  char          *text; /* collation key, or NULL */
} SortKey;

DwellValueAnswer *
_dwell_value_answer_ref (DwellValueAnswer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
_dwell_value_answer_unref (DwellValueAnswer *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_value_index_unref (self->values);
  g_array_unref (self->variables);
  g_array_unref (self->states);
  dwell_trace_unref (self->trace);
  g_free (self);
}

void
_dwell_value_answer_get_subject (const DwellValueAnswer *self,
                                 guint32                 row,
                                 guint32                *track,
                                 guint32                *state)
{
  if (row < self->variables->len)
    {
      *track = g_array_index (self->variables, DwellVariableRow, row).track;
      *state = DWELL_NONE;
    }
  else
    {
      const DwellStateTime *time =
        &g_array_index (self->states, DwellStateRow, row - self->variables->len).time;

      *track = time->track;
      *state = time->area;
    }
}

void
_dwell_value_query_free (gpointer data)
{
  DwellValueQuery *self = data;

  g_clear_pointer (&self->values, dwell_value_index_unref);
  g_clear_pointer (&self->statistics, dwell_statistics_index_unref);
  g_clear_pointer (&self->answer, _dwell_value_answer_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->order.pattern, dwell_pattern_unref);
  g_clear_pointer (&self->order.folded, g_bytes_unref);
  dwell_trace_unref (self->trace);
  g_free (self);
}

/* The states of the variable, which stand at @next of @times. */
static void
add_states (const DwellValueQuery *query,
            DwellValueAnswer      *answer,
            DwellVariableRow      *variable,
            const GArray          *times,
            guint                 *next)
{
  for (; *next < times->len; (*next)++)
    {
      DwellStateRow state = { g_array_index (times, DwellStateTime, *next), DWELL_NONE };

      if (state.time.track != variable->track)
        break;

      state.longest = dwell_statistics_index_get_longest (
        query->statistics, query->trace->tracks[variable->track].context, state.time.area,
        query->begin, query->end);
      variable->count += state.time.count;
      g_array_append_val (answer->states, state);
    }
}

static void
add_variable (const DwellValueQuery *query,
              DwellValueAnswer      *answer,
              guint32                track,
              const GArray          *times,
              guint                 *next)
{
  DwellVariableRow row = { .track = track, .first_state = answer->states->len,
                           .last_state = DWELL_NONE };

  if (dwell_values_has_states (query->trace, track))
    {
      guint32 span = dwell_values_find_last_state (query->trace, track, query->begin, query->end);

      if (span != DWELL_NONE)
        row.last_state = query->trace->span_area[span];

      add_states (query, answer, &row, times, next);
      row.n_states = answer->states->len - row.first_state;
    }
  else
    {
      dwell_value_index_summarise (query->values, track, query->begin, query->end, &row.summary);
      row.count = row.summary.n_writes;
    }

  g_array_append_val (answer->variables, row);
}

static DwellValueAnswer *
make_answer (const DwellValueQuery *query,
             GCancellable          *cancellable)
{
  g_autoptr(DwellValueAnswer) self = g_new0 (DwellValueAnswer, 1);
  g_autoptr(DwellStatistics) statistics = NULL;
  g_autoptr(GArray) times = NULL;
  guint next = 0;

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = dwell_trace_ref (query->trace);
  self->values = dwell_value_index_ref (query->values);
  self->begin = query->begin;
  self->end = query->end;
  dwell_values_clip (query->trace, &self->begin, &self->end);
  self->variables = g_array_new (FALSE, FALSE, sizeof (DwellVariableRow));
  self->states = g_array_new (FALSE, FALSE, sizeof (DwellStateRow));

  statistics = dwell_statistics_index_query (query->statistics, query->begin, query->end,
                                             DWELL_STATISTICS_TOTALS, cancellable);
  if (statistics == NULL)
    return NULL;

  times = dwell_values_collect_states (query->trace, statistics);

  for (guint32 track = 0; track < query->trace->n_tracks; track++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return NULL;

      if (dwell_values_is_variable (query->trace, track))
        add_variable (query, self, track, times, &next);
    }

  return g_steal_pointer (&self);
}

/* --- Arranging --- */

static gboolean
has_match (const DwellValueAnswer *self,
           guint32                 row,
           const DwellPattern     *pattern)
{
  static const DwellValueColumn columns[] = {
    DWELL_VALUE_COLUMN_NAME, DWELL_VALUE_COLUMN_CONTEXT, DWELL_VALUE_COLUMN_UNIT,
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      DwellValueCell cell = _dwell_value_answer_get_cell (self, row, columns[i], FALSE, 0);
      gboolean matches = cell.text != NULL && dwell_pattern_matches (pattern, cell.text);

      _dwell_value_cell_clear (&cell);
      if (matches)
        return TRUE;
    }

  return FALSE;
}

static SortKey
make_key (const DwellValueAnswer *self,
          guint32                 row,
          const DwellValueOrder  *order)
{
  SortKey key = { row, _dwell_value_answer_get_cell (self, row, order->sort_by, order->has_cursor,
                                                     order->cursor), NULL };

  if (key.cell.text != NULL)
    {
      g_autofree char *folded = g_utf8_casefold (key.cell.text, -1);

      key.text = g_utf8_collate_key (folded, -1);
    }

  return key;
}

/* Integers among integers exactly; of what is of several kinds, numbers come before texts. */
static int
compare_cells (const SortKey *left,
               const SortKey *right)
{
  gboolean is_real = left->cell.type == DWELL_VALUE_CELL_REAL ||
                     right->cell.type == DWELL_VALUE_CELL_REAL ||
                     left->cell.type == DWELL_VALUE_CELL_MEAN ||
                     left->cell.type == DWELL_VALUE_CELL_SHARE;
  long double a;
  long double b;

  if (left->text != NULL && right->text != NULL)
    return strcmp (left->text, right->text);

  if (left->text != NULL || right->text != NULL)
    return (left->text != NULL) - (right->text != NULL);

  if (!is_real)
    return (left->cell.integer > right->cell.integer) - (left->cell.integer < right->cell.integer);

  a = left->cell.type == DWELL_VALUE_CELL_INTEGER ? left->cell.integer : left->cell.real;
  b = right->cell.type == DWELL_VALUE_CELL_INTEGER ? right->cell.integer : right->cell.real;
  return (a > b) - (a < b);
}

/* What does not exist comes last in both directions. */
static int
compare_keys (gconstpointer a,
              gconstpointer b,
              gpointer      descending)
{
  const SortKey *left = a;
  const SortKey *right = b;
  gboolean left_exists = left->cell.type != DWELL_VALUE_CELL_EMPTY;
  gboolean right_exists = right->cell.type != DWELL_VALUE_CELL_EMPTY;
  int order = right_exists - left_exists;

  if (left_exists && right_exists)
    order = compare_cells (left, right) * (GPOINTER_TO_INT (descending) ? -1 : 1);

  return order != 0 ? order : (left->row > right->row) - (left->row < right->row);
}

static void
sort_keys (GArray  *keys,
           gboolean descending)
{
  g_array_sort_with_data (keys, compare_keys, GINT_TO_POINTER (descending));
}

static void
clear_keys (GArray *keys)
{
  for (guint i = 0; i < keys->len; i++)
    {
      _dwell_value_cell_clear (&g_array_index (keys, SortKey, i).cell);
      g_free (g_array_index (keys, SortKey, i).text);
    }

  g_array_set_size (keys, 0);
}

/* The rows of a variable's states. Those of one in whose name the pattern is are all there. */
static void
add_state_rows (const DwellValueAnswer *self,
                const DwellVariableRow *variable,
                const DwellValueOrder  *order,
                GArray                 *rows)
{
  g_autoptr(GArray) keys = g_array_new (FALSE, FALSE, sizeof (SortKey));

  for (guint32 i = 0; i < variable->n_states; i++)
    {
      SortKey key = make_key (self, self->variables->len + variable->first_state + i, order);

      g_array_append_val (keys, key);
    }

  /* By name means by value, as the program has them. */
  if (order->sort_by != DWELL_VALUE_COLUMN_NAME)
    sort_keys (keys, order->descending);

  for (guint i = 0; i < keys->len; i++)
    g_array_append_val (rows, g_array_index (keys, SortKey, i).row);

  clear_keys (keys);
}

static gboolean
is_wanted (const DwellValueAnswer *self,
           guint32                 number,
           const DwellPattern     *pattern)
{
  const DwellVariableRow *variable = &g_array_index (self->variables, DwellVariableRow, number);

  if (pattern == NULL || has_match (self, number, pattern))
    return TRUE;

  for (guint32 i = 0; i < variable->n_states; i++)
    if (has_match (self, self->variables->len + variable->first_state + i, pattern))
      return TRUE;

  return FALSE;
}

static GArray *
arrange (const DwellValueAnswer *self,
         const DwellValueOrder  *order)
{
  g_autoptr(GArray) keys = g_array_new (FALSE, FALSE, sizeof (SortKey));
  const guint8 *folded = order->folded != NULL ? g_bytes_get_data (order->folded, NULL) : NULL;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->variables->len; i++)
    if (is_wanted (self, i, order->pattern))
      {
        SortKey key = make_key (self, i, order);

        g_array_append_val (keys, key);
      }

  sort_keys (keys, order->descending);

  for (guint i = 0; i < keys->len; i++)
    {
      guint32 row = g_array_index (keys, SortKey, i).row;
      const DwellVariableRow *variable = &g_array_index (self->variables, DwellVariableRow, row);

      g_array_append_val (rows, row);
      if (folded == NULL || !folded[variable->track])
        add_state_rows (self, variable, order, rows);
    }

  clear_keys (keys);
  return rows;
}

void
_dwell_value_query_run (gpointer      data,
                        GCancellable *cancellable)
{
  DwellValueQuery *self = data;

  if (self->answer == NULL)
    self->answer = make_answer (self, cancellable);

  if (self->answer != NULL)
    self->rows = arrange (self->answer, &self->order);
}
