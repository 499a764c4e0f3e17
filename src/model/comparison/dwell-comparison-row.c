/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of a difference, which exists only while a widget shows it. */
#include "config.h"

#include "model/comparison/dwell-comparison-kind.h"

struct _DwellComparisonRow
{
  GObject parent_instance;

  DwellComparedRows *rows;
  DwellTimeUnits    *units;
  guint32            row;
};

G_DEFINE_FINAL_TYPE (DwellComparisonRow, dwell_comparison_row, G_TYPE_OBJECT)

static void
dwell_comparison_row_finalize (GObject *object)
{
  DwellComparisonRow *self = DWELL_COMPARISON_ROW (object);

  g_clear_pointer (&self->units, _dwell_time_units_unref);
  _dwell_compared_rows_unref (self->rows);

  G_OBJECT_CLASS (dwell_comparison_row_parent_class)->finalize (object);
}

static void
dwell_comparison_row_class_init (DwellComparisonRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_comparison_row_finalize;
}

static void
dwell_comparison_row_init (DwellComparisonRow *self)
{
}

/* Without @units each time is in the unit that suits it. */
DwellComparisonRow *
_dwell_comparison_row_new (DwellComparedRows *rows,
                           DwellTimeUnits    *units,
                           guint32            row)
{
  DwellComparisonRow *self = g_object_new (DWELL_TYPE_COMPARISON_ROW, NULL);

  self->rows = _dwell_compared_rows_ref (rows);
  self->units = units != NULL ? _dwell_time_units_ref (units) : NULL;
  self->row = row;
  return self;
}

static DwellCellValue
get_cell (DwellComparisonRow *self,
          guint               column)
{
  return self->rows->kind->get_cell (self->rows->difference, self->row, column);
}

/**
 * dwell_comparison_row_get_trace:
 * @self: a row
 * @area: (out): its area in that recording
 *
 * Returns: (transfer none): the new recording if it has the area of the row, else the base
 */
const DwellTrace *
dwell_comparison_row_get_trace (DwellComparisonRow *self,
                                guint32            *area)
{
  const DwellComparisonSides *sides = &self->rows->sides;

  *area = self->rows->kind->get_area (self->rows->difference, self->row, FALSE);
  if (*area != DWELL_NONE)
    return sides->new.reading->trace;

  *area = self->rows->kind->get_area (self->rows->difference, self->row, TRUE);
  return sides->base.reading->trace;
}

/**
 * dwell_comparison_row_get_share:
 * @self: a row
 *
 * Returns: its change as a part of the largest one: −1…1
 */
double
dwell_comparison_row_get_share (DwellComparisonRow *self)
{
  DwellCellValue change = get_cell (self, self->rows->kind->change);

  return change.kind != DWELL_CELL_NONE && self->rows->largest > 0
           ? ((double) change.whole + change.rest) / self->rows->largest : 0;
}

/**
 * dwell_comparison_row_get_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell; "" for a missing value
 */
char *
dwell_comparison_row_get_text (DwellComparisonRow *self,
                               guint               column)
{
  const DwellComparisonKind *kind = self->rows->kind;
  DwellCellValue cell = get_cell (self, column);
  char *text = kind->get_text (self->rows->difference, self->row, column, FALSE);

  if (text != NULL)
    return text;
  if (kind->is_change (column))
    return _dwell_cell_to_signed_text (&cell);

  return self->units != NULL
           ? _dwell_time_units_to_text (self->units, &cell, column, kind->get_cell,
                                        self->rows->difference,
                                        kind->get_n_rows (self->rows->difference))
           : _dwell_cell_to_text (&cell, FALSE);
}

/**
 * dwell_comparison_row_get_plain:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell for other programs: times in ns, with a decimal
 *   point in every locale; "" for a missing value
 */
char *
dwell_comparison_row_get_plain (DwellComparisonRow *self,
                                guint               column)
{
  DwellCellValue cell = get_cell (self, column);
  char *text = self->rows->kind->get_text (self->rows->difference, self->row, column, TRUE);

  return text != NULL ? text : _dwell_cell_to_text (&cell, TRUE);
}
