/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the values while something shows it: an answer and a number in it. It keeps its answer
 * alive, so it stays true to the range and the cursor that it was made for. */
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

guint32
dwell_value_item_get_track (DwellValueItem *self)
{
  guint32 track;
  guint32 state;

  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), DWELL_NONE);

  _dwell_value_answer_get_subject (self->answer, self->row, &track, &state);
  return track;
}

guint32
dwell_value_item_get_state (DwellValueItem *self)
{
  guint32 track;
  guint32 state;

  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), DWELL_NONE);

  _dwell_value_answer_get_subject (self->answer, self->row, &track, &state);
  return state;
}

gboolean
dwell_value_item_has_states (DwellValueItem *self)
{
  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), FALSE);

  return self->row < self->answer->variables->len &&
         g_array_index (self->answer->variables, DwellVariableRow, self->row).n_states > 0;
}

gboolean
dwell_value_item_is_folded (DwellValueItem *self)
{
  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), FALSE);

  return self->is_folded;
}

/**
 * dwell_value_item_get_colour_of:
 * @self: an item
 *
 * Steps and curves have the colour of their track's name, a state that of its own; a state variable
 * has none.
 *
 * Returns: (transfer none) (nullable): the name
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

double
dwell_value_item_get_share (DwellValueItem *self)
{
  DwellCellValue cell;

  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), -1);

  cell = _dwell_value_answer_get_cell (self->answer, self->row, DWELL_VALUE_COLUMN_SHARE, FALSE, 0);
  return cell.kind == DWELL_CELL_SHARE ? cell.rest : -1;
}

static char *
get_text (DwellValueItem   *self,
          DwellValueColumn  column,
          gboolean          is_plain)
{
  DwellCellValue cell = _dwell_value_answer_get_cell (self->answer, self->row, column,
                                                      self->has_cursor, self->cursor);

  return _dwell_cell_to_text (&cell, is_plain);
}

char *
dwell_value_item_get_text (DwellValueItem   *self,
                           DwellValueColumn  column)
{
  g_return_val_if_fail (DWELL_IS_VALUE_ITEM (self), NULL);
  g_return_val_if_fail (column < DWELL_N_VALUE_COLUMNS, NULL);

  return get_text (self, column, FALSE);
}

/**
 * dwell_value_item_get_plain:
 * @self: an item
 * @column: a column
 *
 * Returns: (transfer full): what its cell says to other programs: times in ns, whatever the locale,
 *   and of a state its variable too: “variable = state”
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
