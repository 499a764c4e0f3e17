/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the list of differences, which exists only while a widget shows it. */
#include "config.h"

#include "model/comparison/dwell-comparison-question.h"

struct _DwellComparisonItem
{
  GObject parent_instance;

  DwellComparisonAnswer *answer;
  DwellTimeUnits        *units;
  guint32                row;
};

G_DEFINE_FINAL_TYPE (DwellComparisonItem, dwell_comparison_item, G_TYPE_OBJECT)

static void
dwell_comparison_item_finalize (GObject *object)
{
  DwellComparisonItem *self = DWELL_COMPARISON_ITEM (object);

  g_clear_pointer (&self->units, _dwell_time_units_unref);
  _dwell_comparison_answer_unref (self->answer);

  G_OBJECT_CLASS (dwell_comparison_item_parent_class)->finalize (object);
}

static void
dwell_comparison_item_class_init (DwellComparisonItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_comparison_item_finalize;
}

static void
dwell_comparison_item_init (DwellComparisonItem *self)
{
}

/* Without @units each time is in the unit that suits it. */
DwellComparisonItem *
_dwell_comparison_item_new (DwellComparisonAnswer *answer,
                            DwellTimeUnits        *units,
                            guint32                row)
{
  DwellComparisonItem *self = g_object_new (DWELL_TYPE_COMPARISON_ITEM, NULL);

  self->answer = _dwell_comparison_answer_ref (answer);
  self->units = units != NULL ? _dwell_time_units_ref (units) : NULL;
  self->row = row;
  return self;
}

/* Returns: (transfer none): the answer that it is a row of */
DwellComparisonAnswer *
_dwell_comparison_item_get_answer (gpointer item)
{
  return DWELL_COMPARISON_ITEM (item)->answer;
}

/**
 * dwell_comparison_item_get_row:
 * @self: a row
 *
 * Returns: (transfer none): its figures
 */
const DwellDifferenceRow *
dwell_comparison_item_get_row (DwellComparisonItem *self)
{
  return &self->answer->difference->rows[self->row];
}

/**
 * dwell_comparison_item_get_trace:
 * @self: a row
 * @area: (out): its area in that recording
 *
 * Returns: (transfer none): the new recording if it has the area of the row, else the base
 */
const DwellTrace *
dwell_comparison_item_get_trace (DwellComparisonItem *self,
                                 guint32             *area)
{
  const DwellDifferenceRow *row = dwell_comparison_item_get_row (self);

  *area = row->new != NULL ? row->new_area : row->base_area;
  return row->new != NULL ? self->answer->difference->new : self->answer->difference->base;
}

static DwellCellValue
get_cell (gconstpointer data,
          guint         row,
          guint         column)
{
  return dwell_difference_get_cell (data, row, (DwellDifferenceColumn) column);
}

static gboolean
is_change (DwellDifferenceColumn column)
{
  return column == DWELL_DIFFERENCE_CHANGE || column == DWELL_DIFFERENCE_COUNT_CHANGE ||
         column == DWELL_DIFFERENCE_BY_COUNT || column == DWELL_DIFFERENCE_BY_TIME;
}

static gboolean
is_ratio (DwellDifferenceColumn column)
{
  return column == DWELL_DIFFERENCE_RATIO || column == DWELL_DIFFERENCE_P50_RATIO ||
         column == DWELL_DIFFERENCE_P90_RATIO || column == DWELL_DIFFERENCE_P99_RATIO;
}

static char *
to_text (DwellComparisonItem   *self,
         DwellDifferenceColumn  column,
         const DwellCellValue  *cell)
{
  const DwellDifference *difference = self->answer->difference;

  return self->units != NULL
           ? _dwell_time_units_to_text (self->units, cell, column, get_cell, difference,
                                        difference->n_rows)
           : _dwell_cell_to_text (cell, FALSE);
}

/* “×1.73”; changes have their sign, and no change is a plain 0. */
static char *
make_text (DwellComparisonItem   *self,
           DwellDifferenceColumn  column,
           const DwellCellValue  *cell)
{
  g_autofree char *text = NULL;

  if (column == DWELL_DIFFERENCE_NAME)
    {
      guint32 area;
      const DwellTrace *trace = dwell_comparison_item_get_trace (self, &area);

      return dwell_trace_dup_area_label (trace, area);
    }
  if (column == DWELL_DIFFERENCE_CLIFF || column == DWELL_DIFFERENCE_Q)
    return g_strdup_printf ("%.3f", cell->rest);
  if (is_ratio (column))
    return g_strdup_printf ("×%.3g", cell->rest);

  if (!is_change (column))
    return to_text (self, column, cell);
  if (cell->kind != DWELL_CELL_TIME || (cell->whole == 0 && cell->rest == 0))
    return _dwell_cell_to_signed_text (cell);

  text = to_text (self, column, cell);
  if (cell->whole > 0 || cell->rest > 0)
    return g_strconcat ("+", text, NULL);

  return g_steal_pointer (&text);
}

/**
 * dwell_comparison_item_get_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell; "" for a missing value
 */
char *
dwell_comparison_item_get_text (DwellComparisonItem   *self,
                                DwellDifferenceColumn  column)
{
  DwellCellValue cell = dwell_difference_get_cell (self->answer->difference, self->row, column);

  return cell.kind != DWELL_CELL_NONE ? make_text (self, column, &cell) : g_strdup ("");
}

/**
 * dwell_comparison_item_get_plain:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell for other programs: times in ns, with a decimal
 *   point in every locale; "" for a missing value
 */
char *
dwell_comparison_item_get_plain (DwellComparisonItem   *self,
                                 DwellDifferenceColumn  column)
{
  const DwellDifferenceRow *row = dwell_comparison_item_get_row (self);
  DwellCellValue cell = dwell_difference_get_cell (self->answer->difference, self->row, column);

  if (column == DWELL_DIFFERENCE_VERDICT)
    return g_strdup (dwell_verdict_get_id ((DwellVerdict) row->verdict));
  if (column == DWELL_DIFFERENCE_MATCHED_BY)
    return g_strdup (dwell_matched_by_get_id ((DwellMatchedBy) row->matched_by));

  return _dwell_cell_to_text (&cell, TRUE);
}
