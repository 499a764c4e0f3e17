/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses and sorts the rows of an answer, on a worker. */
#include "config.h"

#include "model/requirements/dwell-requirements-question.h"

#include <math.h>

void
_dwell_requirements_question_free (gpointer data)
{
  DwellRequirementsQuestion *self = data;

  dwell_requirements_answer_unref (self->answer);
  g_clear_pointer (&self->order.filter, dwell_row_filter_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

static DwellCellValue
get_cell (gconstpointer data,
          guint         column)
{
  return dwell_requirement_result_get_cell (data, (DwellRequirementColumn) column);
}

static gboolean
matches (const DwellRequirementsOrder *order,
         const DwellRequirementResult *result)
{
  static const guint texts[] = {
    DWELL_REQUIREMENT_TEXT, DWELL_REQUIREMENT_SUBJECT, DWELL_REQUIREMENT_BECAUSE,
  };

  return (order->outcomes & 1u << result->verdict) != 0 &&
         dwell_row_filter_matches (order->filter, texts, G_N_ELEMENTS (texts), get_cell, result);
}

/* Returns: how bad the margin is relative to the limit, from 0 to 1 */
static double
get_badness (const DwellRequirementResult *result)
{
  double limit = isfinite (result->high) ? result->high : result->low;

  if (!isfinite (result->margin) || !isfinite (limit) || limit == 0)
    return 0.5;

  return 0.5 - atan (result->margin / fabs (limit)) / G_PI;
}

/* Returns the cell that a row is sorted by. Verdicts are sorted by how much attention they need,
 * and rows with the same verdict by their margin, the worst first. */
static DwellCellValue
get_key (const DwellRequirementsOrder *order,
         const DwellRequirementResult *result)
{
  static const int attention[DWELL_N_OUTCOMES] = {
    [DWELL_OUTCOME_VIOLATED] = 3, [DWELL_OUTCOME_INCONCLUSIVE] = 2, [DWELL_OUTCOME_PASSED] = 1,
  };

  if (order->sort_by == DWELL_REQUIREMENT_VERDICT)
    return dwell_cell_real (DWELL_CELL_REAL, attention[result->verdict] + get_badness (result),
                            TRUE);

  return dwell_requirement_result_get_cell (result, order->sort_by);
}

void
_dwell_requirements_question_run (gpointer      data,
                                  GCancellable *cancellable)
{
  DwellRequirementsQuestion *self = data;
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  guint n = 0;

  for (guint i = 0; self->answer->results != NULL && i < self->answer->results->len; i++)
    {
      const DwellRequirementResult *result = self->answer->results->pdata[i];
      DwellCellValue key;

      if (!matches (&self->order, result))
        continue;

      key = get_key (&self->order, result);
      dwell_arrangement_add (arrangement, i, &key);
      n++;
    }

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_vals (self->rows, dwell_arrangement_sort (arrangement, self->order.descending), n);
}
