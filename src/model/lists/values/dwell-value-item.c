/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row object of the list of values, made only while something shows the row. It keeps its answer
 * alive, so it keeps the range and the cursor that it was made for. */
#include "config.h"

#include "model/lists/dwell-cell-text.h"
#include "model/lists/values/dwell-value-answer.h"

struct _DwellValueItem
{
  GObject parent_instance;

  DwellValueAnswer *answer;
  guint32           row;
  gboolean          is_folded;
  gboolean          has_cursor;
  gint64            cursor;
};

G_DEFINE_FINAL_TYPE (DwellValueItem, dwell_value_item, G_TYPE_OBJECT)

static void
dwell_value_item_finalize (GObject *object)
{
  _dwell_value_answer_unref (DWELL_VALUE_ITEM (object)->answer);

  G_OBJECT_CLASS (dwell_value_item_parent_class)->finalize (object);
}

static void
dwell_value_item_class_init (DwellValueItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_value_item_finalize;
}

static void
dwell_value_item_init (DwellValueItem *self)
{
}

DwellValueItem *
_dwell_value_item_new (DwellValueAnswer *answer,
                       guint32           row,
                       gboolean          is_folded,
                       gboolean          has_cursor,
                       gint64            cursor)
{
  DwellValueItem *self = g_object_new (DWELL_TYPE_VALUE_ITEM, NULL);

  self->answer = _dwell_value_answer_ref (answer);
  self->row = row;
  self->is_folded = is_folded;
  self->has_cursor = has_cursor;
  self->cursor = cursor;
  return self;
}

/**
 * dwell_value_item_get_track:
 * @self: a row
 *
 * Returns: the track of the variable or signal
 */
guint32
dwell_value_item_get_track (DwellValueItem *self)
{
  guint32 track;
  guint32 state;

  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), DWELL_NONE);

  _dwell_value_answer_get_subject (self->answer, self->row, &track, &state);
  return track;
}

/**
 * dwell_value_item_get_state:
 * @self: a row
 *
 * Returns: the area of the state; %DWELL_NONE: the row is the whole variable
 */
guint32
dwell_value_item_get_state (DwellValueItem *self)
{
  guint32 track;
  guint32 state;

  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), DWELL_NONE);

  _dwell_value_answer_get_subject (self->answer, self->row, &track, &state);
  return state;
}

/**
 * dwell_value_item_has_states:
 * @self: a row
 *
 * Returns: true if the variable has rows of states below it, shown or folded away
 */
gboolean
dwell_value_item_has_states (DwellValueItem *self)
{
  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), FALSE);

  return self->row < self->answer->variables->len &&
         g_array_index (self->answer->variables, DwellVariableRow, self->row).n_states > 0;
}

/**
 * dwell_value_item_is_folded:
 * @self: a row
 *
 * Returns: true if the rows of its states are folded away
 */
gboolean
dwell_value_item_is_folded (DwellValueItem *self)
{
  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), FALSE);

  return self->is_folded;
}

/**
 * dwell_value_item_get_colour_of:
 * @self: a row
 *
 * The timeline draws steps and curves in the colour of the track's name, and a state in the colour
 * of its own name.
 *
 * Returns: (transfer none) (nullable): the name that the colour is derived from; %NULL: a state
 *   variable, which has no colour
 */
const char *
dwell_value_item_get_colour_of (DwellValueItem *self)
{
  const DwellTrace *trace;
  guint32 track;
  guint32 state;

  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), NULL);

  trace = self->answer->trace;
  _dwell_value_answer_get_subject (self->answer, self->row, &track, &state);

  if (state != DWELL_NONE)
    return dwell_trace_get_area_name (trace, state);

  return dwell_values_has_states (trace, track)
         ? NULL : dwell_trace_get_string (trace, trace->tracks[track].name);
}

/**
 * dwell_value_item_get_share:
 * @self: a row
 *
 * Returns: the share of a state in the range, 0…1; negative for other rows
 */
double
dwell_value_item_get_share (DwellValueItem *self)
{
  DwellCellValue cell;

  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), -1);

  cell = _dwell_value_answer_get_cell (self->answer, self->row, DWELL_VALUE_COLUMN_SHARE, FALSE, 0);
  return cell.kind == DWELL_CELL_SHARE ? cell.rest : -1;
}

static DwellCellValue
get_row_cell (gconstpointer data,
              guint         row,
              guint         column)
{
  return _dwell_value_answer_get_cell (data, row, (DwellValueColumn) column, FALSE, 0);
}

static char *
get_text (DwellValueItem   *self,
          DwellValueColumn  column,
          gboolean          is_plain)
{
  DwellCellValue cell = _dwell_value_answer_get_cell (self->answer, self->row, column,
                                                      self->has_cursor, self->cursor);

  return is_plain ? _dwell_cell_to_text (&cell, TRUE)
                  : _dwell_time_units_to_text (self->answer->units, &cell, column, get_row_cell,
                                               self->answer, self->answer->variables->len +
                                                             self->answer->states->len);
}

/**
 * dwell_value_item_get_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of a cell as the window shows it; empty if there is no value
 */
char *
dwell_value_item_get_text (DwellValueItem   *self,
                           DwellValueColumn  column)
{
  guint32 area;

  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), NULL);
  g_return_val_if_fail (column < DWELL_N_VALUE_COLUMNS, NULL);

  area = self->answer->trace->tracks[dwell_value_item_get_track (self)].area;
  if (column == DWELL_VALUE_COLUMN_NAME && area != DWELL_NONE &&
      dwell_value_item_get_state (self) == DWELL_NONE)
    return dwell_trace_dup_area_label (self->answer->trace, area);

  return get_text (self, column, FALSE);
}

/**
 * dwell_value_item_get_plain:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of a cell as other programs read it: times in ns, numbers as
 *   in the C locale, a state with its variable: “variable = state”; empty if there is no value
 */
char *
dwell_value_item_get_plain (DwellValueItem   *self,
                            DwellValueColumn  column)
{
  const DwellTrace *trace;
  g_autofree char *name = NULL;

  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), NULL);
  g_return_val_if_fail (column < DWELL_N_VALUE_COLUMNS, NULL);

  if (column != DWELL_VALUE_COLUMN_NAME || dwell_value_item_get_state (self) == DWELL_NONE)
    return get_text (self, column, TRUE);

  trace = self->answer->trace;
  name = get_text (self, column, TRUE);
  return g_strdup_printf ("%s = %s",
                          dwell_trace_get_string (trace,
                                                  trace->tracks[dwell_value_item_get_track (self)]
                                                    .name), name);
}
