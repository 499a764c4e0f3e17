/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the costs in a report, with the contents of the list of costs: the favourites and the
 * ranking. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/export/dwell-report-private.h"

/* Growths are computed in rounds of this length until all are known. */
#define MOMENT_US (10 * G_TIME_SPAN_SECOND)

static const DwellCostListColumn columns[] = {
  DWELL_COST_LIST_NAME, DWELL_COST_LIST_GROWTH, DWELL_COST_LIST_AT_10X, DWELL_COST_LIST_EXPONENT,
  DWELL_COST_LIST_COST, DWELL_COST_LIST_SHARE, DWELL_COST_LIST_CALLS, DWELL_COST_LIST_SIZES,
  DWELL_COST_LIST_MAX_SIZE, DWELL_COST_LIST_IMAGE,
};

static DwellCostGrowths *
compute_growths (DwellCosts   *costs,
                 GCancellable *cancellable)
{
  DwellGrowthQuestion question = { .costs = costs, .moment_us = MOMENT_US };

  do
    _dwell_growth_question_run (&question, cancellable);
  while (question.growths != NULL && !_dwell_cost_growths_are_whole (question.growths));

  return question.growths;
}

/* Arranges the rows that pass @filter in the initial order of the list. */
static gboolean
arrange (DwellCostQuestion     *question,
         const DwellCostFilter *filter,
         GCancellable          *cancellable)
{
  question->order = (DwellCostOrder) { .filter = *filter, .sort_by = DWELL_COST_LIST_AT_10X,
                                        .descending = TRUE };
  g_clear_pointer (&question->rows, g_array_unref);
  _dwell_cost_question_run (question, cancellable);
  return question->rows != NULL;
}

/* Computes and ranks the costs of routines, if there are any. */
gboolean
_dwell_report_prepare_costs (DwellReport  *self,
                             GCancellable *cancellable)
{
  DwellCostQuestion *question;
  DwellCostFilter filter = DWELL_COST_FILTER_INIT (0);

  g_clear_pointer (&self->costs, _dwell_cost_question_free);
  if (!dwell_trace_has (self->trace, DWELL_TABLE_COST_POINTS))
    return TRUE;

  self->costs = question = g_new0 (DwellCostQuestion, 1);
  question->trace = dwell_trace_ref (self->trace);
  question->chosen = self->favourites != NULL ? g_hash_table_ref (self->favourites) : NULL;
  if (!arrange (question, &filter, cancellable))
    return FALSE;

  question->growths = compute_growths (question->costs, cancellable);
  filter.min_sizes = dwell_cost_list_get_least_sizes (question->costs);
  return question->growths != NULL && arrange (question, &filter, cancellable);
}

/* Returns the number of columns, without the column of images if no routine has an image. */
static guint
count_columns (const DwellCostQuestion *question)
{
  for (guint row = 0; row < dwell_costs_get_n_rows (question->costs); row++)
    if (question->trace->areas[dwell_costs_get_row (question->costs, row)->area].file != 0)
      return G_N_ELEMENTS (columns);

  return G_N_ELEMENTS (columns) - 1;
}

static void
add_routine (DwellReportText         *text,
             const DwellCostQuestion *question,
             guint                    row,
             guint                    n_columns,
             guint                    numbers)
{
  const DwellCostFacts facts = { .costs = question->costs, .growths = question->growths, .row = row,
                                 .n_calls = question->n_calls };
  const char *cells[G_N_ELEMENTS (columns)];

  for (guint i = 0; i < n_columns; i++)
    cells[i] = _dwell_cost_facts_get_text (&facts, columns[i], FALSE);

  dwell_report_text_row (text, cells, n_columns, numbers);
  for (guint i = 0; i < n_columns; i++)
    g_free ((char *) cells[i]);
}

static void
add_table (DwellReportText         *text,
           const DwellCostQuestion *question)
{
  guint n_columns = count_columns (question);
  const char *titles[G_N_ELEMENTS (columns)];
  guint numbers = 0;

  for (guint i = 0; i < n_columns; i++)
    {
      const DwellColumnInfo *info = &dwell_cost_columns[columns[i]];

      titles[i] = _(info->title);
      numbers |= dwell_column_is_number (info) ? 1u << i : 0;
    }

  dwell_report_text_table (text, titles, n_columns, numbers);
  for (guint i = 0; i < MIN (question->rows->len, DWELL_REPORT_MAX_ROWS); i++)
    add_routine (text, question, g_array_index (question->rows, guint32, i), n_columns, numbers);
  dwell_report_text_end_table (text);
}

static gboolean
add_favourites (DwellReportText   *text,
                DwellCostQuestion *question,
                GCancellable      *cancellable)
{
  g_autoptr(GArray) ranked = g_array_ref (question->rows);
  DwellCostFilter filter = DWELL_COST_FILTER_INIT (0);

  filter.only_favourites = TRUE;
  if (!arrange (question, &filter, cancellable))
    return FALSE;

  if (question->rows->len > 0)
    {
      dwell_report_text_heading (text, _("Favourites"));
      add_table (text, question);
    }

  g_array_unref (question->rows);
  question->rows = g_steal_pointer (&ranked);
  return TRUE;
}

/* Writes the favourites, and the routines that will hurt most when the input grows. */
gboolean
_dwell_report_add_costs (DwellReport     *self,
                         DwellReportText *text,
                         const char      *picture,
                         GCancellable    *cancellable)
{
  DwellCostQuestion *question = self->costs;
  g_autofree char *measure = NULL;
  guint n_rows;

  if (question == NULL || dwell_costs_get_n_rows (question->costs) == 0)
    return TRUE;

  if (!add_favourites (text, question, cancellable))
    return FALSE;

  measure = dwell_cost_list_describe_measure (question->costs);
  dwell_report_text_heading (text, _("Costs"));
  dwell_report_text_paragraph (text, measure);
  if (picture != NULL)
    dwell_report_text_picture (text, picture,
                               _("The costs by size of the routines whose costs are predicted to "
                                 "rise most"));
  add_table (text, question);

  n_rows = dwell_costs_get_n_rows (question->costs) - MIN (question->rows->len,
                                                           DWELL_REPORT_MAX_ROWS);
  if (n_rows > 0)
    {
      g_autofree char *count = dwell_text_count (n_rows);
      g_autofree char *rest = g_strdup_printf (ngettext ("%s more routine is not listed.",
                                                         "%s more routines are not listed.",
                                                         n_rows), count);

      dwell_report_text_paragraph (text, rest);
    }
  return TRUE;
}

/**
 * dwell_report_get_routines:
 * @self: a prepared report
 * @areas: (out caller-allocates) (array length=max): the routines that come first in the ranking
 * @max: the length of @areas
 *
 * Returns: the number of routines in @areas
 */
guint
dwell_report_get_routines (DwellReport *self,
                           guint32     *areas,
                           guint        max)
{
  guint n = self->costs != NULL ? MIN (self->costs->rows->len, max) : 0;

  for (guint i = 0; i < n; i++)
    areas[i] = dwell_costs_get_row (self->costs->costs,
                                    g_array_index (self->costs->rows, guint32, i))->area;
  return n;
}

/**
 * dwell_report_get_costs:
 * @self: a prepared report
 *
 * Returns: (transfer none) (nullable): the costs of its routines; %NULL if the trace has none
 */
DwellCosts *
dwell_report_get_costs (DwellReport *self)
{
  return self->costs != NULL ? self->costs->costs : NULL;
}
