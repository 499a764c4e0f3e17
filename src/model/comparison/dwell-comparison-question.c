/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two recordings on a worker, and chooses and sorts the rows. */
#include "config.h"

#include "model/comparison/dwell-comparison-question.h"

#include <math.h>

void
_dwell_comparison_question_free (gpointer data)
{
  DwellComparisonQuestion *self = data;

  _dwell_comparison_sides_clear (&self->sides);
  g_clear_pointer (&self->options, dwell_comparison_options_free);
  g_clear_pointer (&self->answer, _dwell_comparison_answer_unref);
  g_clear_pointer (&self->order.filter, dwell_row_filter_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

/* The row whose cells a filter gets. */
typedef struct {
  const DwellDifference *difference;
  guint                  row;
} RowOfDifference;

static DwellCellValue
get_cell (gconstpointer data,
          guint         column)
{
  const RowOfDifference *self = data;

  return dwell_difference_get_cell (self->difference, self->row, (DwellDifferenceColumn) column);
}

static gboolean
matches (const DwellComparisonQuestion *self,
         guint                          row)
{
  static const guint texts[] = {
    DWELL_DIFFERENCE_NAME, DWELL_DIFFERENCE_BASE_NAME, DWELL_DIFFERENCE_MODULE,
    DWELL_DIFFERENCE_CONTEXT,
  };
  const RowOfDifference of_difference = { self->answer->difference, row };

  return (self->order.verdicts & 1u << self->answer->difference->rows[row].verdict) != 0 &&
         dwell_row_filter_matches (self->order.filter, texts, G_N_ELEMENTS (texts), get_cell,
                                   &of_difference);
}

/* What a row is sorted by; a change by its size, without its sign. */
static DwellCellValue
get_key (const DwellComparisonQuestion *self,
         guint                          row)
{
  DwellCellValue cell = dwell_difference_get_cell (self->answer->difference, row,
                                                   self->order.sort_by);
  gboolean is_change = self->order.sort_by == DWELL_DIFFERENCE_CHANGE ||
                       self->order.sort_by == DWELL_DIFFERENCE_COUNT_CHANGE ||
                       self->order.sort_by == DWELL_DIFFERENCE_BY_COUNT ||
                       self->order.sort_by == DWELL_DIFFERENCE_BY_TIME;

  if (is_change && cell.whole < 0)
    cell.whole = -cell.whole;
  if (is_change)
    cell.rest = fabs (cell.rest);

  return cell;
}

void
_dwell_comparison_question_run (gpointer      data,
                                GCancellable *cancellable)
{
  DwellComparisonQuestion *self = data;
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  const DwellDifference *difference;
  guint n = 0;

  if (self->answer == NULL)
    self->answer = _dwell_comparison_answer_new (&self->sides, self->options, cancellable);
  if (self->answer == NULL)
    return;

  difference = self->answer->difference;
  for (guint i = 0; i < difference->n_rows; i++)
    {
      DwellCellValue key;

      if (self->options->by_context == dwell_difference_row_is_of_all (&difference->rows[i]))
        continue;
      if (!self->order.shows_all &&
          !dwell_difference_is_told (difference, &difference->rows[i], DWELL_LEAST_SHARE))
        {
          self->n_hidden++;
          continue;
        }
      if (!matches (self, i))
        continue;

      key = get_key (self, i);
      dwell_arrangement_add (arrangement, i, &key);
      n++;
    }

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_vals (self->rows, dwell_arrangement_sort (arrangement, self->order.descending), n);
}
