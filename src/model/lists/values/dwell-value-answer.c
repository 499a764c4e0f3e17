/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers questions about values on a worker: a summary of each variable, the time in each state
 * (from the statistics) and the sorted rows. States are below their variable and sorted among
 * themselves. */
#include "config.h"

#include "model/lists/values/dwell-value-answer.h"

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

  _dwell_time_units_unref (self->units);
  dwell_value_index_unref (self->values);
  g_array_unref (self->variables);
  g_array_unref (self->states);
  dwell_trace_unref (self->trace);
  g_free (self);
}

/* Sets the track of a row and its state; DWELL_NONE: the whole variable. */
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
_dwell_value_question_free (gpointer data)
{
  DwellValueQuestion *self = data;

  g_clear_pointer (&self->values, dwell_value_index_unref);
  g_clear_pointer (&self->statistics, dwell_statistics_index_unref);
  g_clear_pointer (&self->answer, _dwell_value_answer_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->order.filter, dwell_row_filter_unref);
  g_clear_pointer (&self->order.folded, g_bytes_unref);
  dwell_trace_unref (self->trace);
  g_free (self);
}

static void
clear_state (gpointer data)
{
  g_free (((DwellStateRow *) data)->title);
}

static char *
make_state_title (const DwellTrace *trace,
                  guint32           area)
{
  const char *name = dwell_trace_get_area_name (trace, area);

  return *name != '\0' && trace->areas[area].has_value
           ? g_strdup_printf ("%s (%" G_GINT64_FORMAT ")", name, trace->areas[area].value) : NULL;
}

/* Adds the states of the variable, which begin at @next of @times. */
static void
add_states (const DwellValueQuestion *question,
            DwellValueAnswer         *answer,
            DwellVariableRow         *variable,
            const GArray             *times,
            guint                    *next)
{
  for (; *next < times->len; (*next)++)
    {
      DwellStateRow state = { .time = g_array_index (times, DwellStateTime, *next) };

      if (state.time.track != variable->track)
        break;

      state.longest = dwell_statistics_index_get_longest (
        question->statistics, question->trace->tracks[variable->track].context, state.time.area,
        question->begin, question->end);
      state.title = make_state_title (question->trace, state.time.area);
      variable->count += state.time.count;
      g_array_append_val (answer->states, state);
    }
}

static void
add_variable (const DwellValueQuestion *question,
              DwellValueAnswer         *answer,
              guint32                   track,
              const GArray             *times,
              guint                    *next)
{
  DwellVariableRow row = { .track = track, .first_state = answer->states->len,
                           .last_state = DWELL_NONE };

  if (dwell_values_has_states (question->trace, track))
    {
      guint32 span = dwell_values_find_last_state (question->trace, track, question->begin,
                                                   question->end);

      if (span != DWELL_NONE)
        row.last_state = question->trace->span_area[span];

      add_states (question, answer, &row, times, next);
      row.n_states = answer->states->len - row.first_state;
    }
  else
    {
      dwell_value_index_summarise (question->values, track, question->begin, question->end,
                                   &row.summary);
      row.count = row.summary.n_writes;
    }

  g_array_append_val (answer->variables, row);
}

static DwellValueAnswer *
make_answer (const DwellValueQuestion *question,
             GCancellable             *cancellable)
{
  g_autoptr(DwellValueAnswer) self = g_new0 (DwellValueAnswer, 1);
  g_autoptr(DwellStatistics) statistics = NULL;
  g_autoptr(GArray) times = NULL;
  guint next = 0;

  g_atomic_ref_count_init (&self->ref_count);
  self->units = _dwell_time_units_new (DWELL_N_VALUE_COLUMNS);
  self->trace = dwell_trace_ref (question->trace);
  self->values = dwell_value_index_ref (question->values);
  self->begin = question->begin;
  self->end = question->end;
  dwell_values_clip (question->trace, &self->begin, &self->end);
  self->variables = g_array_new (FALSE, FALSE, sizeof (DwellVariableRow));
  self->states = g_array_new (FALSE, FALSE, sizeof (DwellStateRow));
  g_array_set_clear_func (self->states, clear_state);

  statistics = dwell_statistics_index_query (question->statistics, question->begin, question->end,
                                             DWELL_STATISTICS_TOTALS, cancellable);
  if (statistics == NULL)
    return NULL;

  times = dwell_values_collect_states (question->trace, statistics);

  for (guint32 track = 0; track < question->trace->n_tracks; track++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return NULL;

      if (dwell_values_is_variable (question->trace, track))
        add_variable (question, self, track, times, &next);
    }

  return g_steal_pointer (&self);
}

/* --- Filtering and sorting --- */

/* A row whose cells are asked for. */
typedef struct {
  const DwellValueAnswer *answer;
  const DwellValueOrder  *order;
  guint32                 row;
} RowOfAnswer;

static DwellCellValue
get_cell (gconstpointer data,
          guint         column)
{
  const RowOfAnswer *self = data;

  return _dwell_value_answer_get_cell (self->answer, self->row, (DwellValueColumn) column,
                                       self->order->has_cursor, self->order->cursor);
}

static gboolean
has_match (const DwellValueAnswer *self,
           guint32                 row,
           const DwellValueOrder  *order)
{
  static const guint texts[] = {
    DWELL_VALUE_COLUMN_NAME, DWELL_VALUE_COLUMN_CONTEXT, DWELL_VALUE_COLUMN_UNIT,
  };
  const RowOfAnswer of_answer = { self, order, row };

  return dwell_row_filter_matches (order->filter, texts, G_N_ELEMENTS (texts), get_cell,
                                   &of_answer);
}

static void
add_to_arrangement (const DwellValueAnswer *self,
                    guint32                 row,
                    const DwellValueOrder  *order,
                    DwellArrangement       *arrangement)
{
  DwellCellValue cell = _dwell_value_answer_get_cell (self, row, order->sort_by,
                                                      order->has_cursor, order->cursor);

  dwell_arrangement_add (arrangement, row, &cell);
}

/* Adds rows for all states of a listed variable; the filter does not apply to them one by one. */
static void
add_state_rows (const DwellValueAnswer *self,
                const DwellVariableRow *variable,
                const DwellValueOrder  *order,
                DwellArrangement       *arrangement,
                GArray                 *rows)
{
  guint32 first = self->variables->len + variable->first_state;

  for (guint32 row = first; row < first + variable->n_states; row++)
    {
      /* States come in the order of their values, which also serves as the order by name. */
      if (order->sort_by == DWELL_VALUE_COLUMN_NAME)
        g_array_append_val (rows, row);
      else
        add_to_arrangement (self, row, order, arrangement);
    }

  if (order->sort_by != DWELL_VALUE_COLUMN_NAME)
    g_array_append_vals (rows, dwell_arrangement_sort (arrangement, order->descending),
                         variable->n_states);
}

static gboolean
is_wanted (const DwellValueAnswer *self,
           guint32                 number,
           const DwellValueOrder  *order)
{
  const DwellVariableRow *variable = &g_array_index (self->variables, DwellVariableRow, number);

  if (has_match (self, number, order))
    return TRUE;

  for (guint32 i = 0; i < variable->n_states; i++)
    if (has_match (self, self->variables->len + variable->first_state + i, order))
      return TRUE;

  return FALSE;
}

static GArray *
arrange (const DwellValueAnswer *self,
         const DwellValueOrder  *order)
{
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  g_autofree guint32 *variables = NULL;
  const guint8 *folded = order->folded != NULL ? g_bytes_get_data (order->folded, NULL) : NULL;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 0;

  for (guint32 i = 0; i < self->variables->len; i++)
    if (is_wanted (self, i, order))
      {
        add_to_arrangement (self, i, order, arrangement);
        n++;
      }

  variables = g_memdup2 (dwell_arrangement_sort (arrangement, order->descending),
                         n * sizeof (guint32));
  for (guint i = 0; i < n; i++)
    {
      const DwellVariableRow *variable =
        &g_array_index (self->variables, DwellVariableRow, variables[i]);

      g_array_append_val (rows, variables[i]);
      if (folded == NULL || !folded[variable->track])
        add_state_rows (self, variable, order, arrangement, rows);
    }

  return rows;
}

void
_dwell_value_question_run (gpointer      data,
                           GCancellable *cancellable)
{
  DwellValueQuestion *self = data;

  if (self->answer == NULL)
    self->answer = make_answer (self, cancellable);

  if (self->answer != NULL)
    self->rows = arrange (self->answer, &self->order);
}
