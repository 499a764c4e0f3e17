/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a report tells of costs: the favourites and the ranking, as the list of costs has them. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/export/dwell-report-private.h"

/* Growths are worked out for so long at once, then for as long again. */
#define MOMENT_US (10 * G_TIME_SPAN_SECOND)

static const DwellCostListColumn columns[] = {
  DWELL_COST_LIST_NAME, DWELL_COST_LIST_GROWTH, DWELL_COST_LIST_EXPONENT, DWELL_COST_LIST_COST,
  DWELL_COST_LIST_SHARE, DWELL_COST_LIST_CALLS, DWELL_COST_LIST_SIZES, DWELL_COST_LIST_MAX_SIZE,
  DWELL_COST_LIST_IMAGE,
};

static DwellCostGrowths *
work_out_growths (DwellCosts   *costs,
                  GCancellable *cancellable)
{
  DwellGrowthQuery query = { .costs = costs, .moment_us = MOMENT_US };

  do
    _dwell_growth_query_run (&query, cancellable);
  while (query.growths != NULL && !_dwell_cost_growths_are_whole (query.growths));

  return query.growths;
}

/* Rows that pass @filter, in the order of the list as it is at first. */
static gboolean
arrange (DwellCostQuery        *query,
         const DwellCostFilter *filter,
         GCancellable          *cancellable)
{
  query->order = (DwellCostOrder) { .filter = *filter, .sort_by = DWELL_COST_LIST_GROWTH,
                                    .descending = TRUE };
  g_clear_pointer (&query->rows, g_array_unref);
  _dwell_cost_query_run (query, cancellable);
  return query->rows != NULL;
}

/*< private >
 * _dwell_report_prepare_costs: reckons and ranks the routines, if there are any */
gboolean
_dwell_report_prepare_costs (DwellReport  *self,
                             GCancellable *cancellable)
{
  DwellCostQuery *query;
  DwellCostFilter filter = DWELL_COST_FILTER_INIT (0);

  g_clear_pointer (&self->costs, _dwell_cost_query_free);
  if (!dwell_trace_has (self->trace, DWELL_TABLE_COST_POINTS))
    return TRUE;

  self->costs = query = g_new0 (DwellCostQuery, 1);
  query->trace = dwell_trace_ref (self->trace);
  query->chosen = self->favourites != NULL ? g_hash_table_ref (self->favourites) : NULL;
  if (!arrange (query, &filter, cancellable))
    return FALSE;

  query->growths = work_out_growths (query->costs, cancellable);
  filter.min_sizes = dwell_cost_list_get_least_sizes (query->costs);
  return query->growths != NULL && arrange (query, &filter, cancellable);
}

/* An image that the report does not tell is no column. */
static guint
count_columns (const DwellCostQuery *query)
{
  for (guint row = 0; row < dwell_costs_get_n_rows (query->costs); row++)
    if (query->trace->areas[dwell_costs_get_row (query->costs, row)->area].file != 0)
      return G_N_ELEMENTS (columns);

  return G_N_ELEMENTS (columns) - 1;
}

static void
add_routine (DwellReportText      *text,
             const DwellCostQuery *query,
             guint                 row,
             guint                 n_columns,
             guint                 numbers)
{
  const DwellCostFacts facts = { .costs = query->costs, .growths = query->growths, .row = row,
                                 .n_calls = query->n_calls };
  const char *cells[G_N_ELEMENTS (columns)];

  for (guint i = 0; i < n_columns; i++)
    cells[i] = _dwell_cost_facts_get_text (&facts, columns[i], FALSE);

  dwell_report_text_row (text, cells, n_columns, numbers);
  for (guint i = 0; i < n_columns; i++)
    g_free ((char *) cells[i]);
}

static void
add_table (DwellReportText      *text,
           const DwellCostQuery *query)
{
  guint n_columns = count_columns (query);
  const char *titles[G_N_ELEMENTS (columns)];
  guint numbers = 0;

  for (guint i = 0; i < n_columns; i++)
    {
      const DwellColumnInfo *info = &dwell_cost_columns[columns[i]];

      titles[i] = _(info->title);
      numbers |= dwell_column_is_number (info) ? 1u << i : 0;
    }

  dwell_report_text_table (text, titles, n_columns, numbers);
  for (guint i = 0; i < MIN (query->rows->len, DWELL_REPORT_MAX_ROWS); i++)
    add_routine (text, query, g_array_index (query->rows, guint32, i), n_columns, numbers);
  dwell_report_text_end_table (text);
}

static gboolean
add_favourites (DwellReportText *text,
                DwellCostQuery  *query,
                GCancellable    *cancellable)
{
  g_autoptr(GArray) ranked = g_array_ref (query->rows);
  DwellCostFilter filter = DWELL_COST_FILTER_INIT (0);

  filter.only_favourites = TRUE;
  if (!arrange (query, &filter, cancellable))
    return FALSE;

  if (query->rows->len > 0)
    {
      dwell_report_text_heading (text, _("Favourites"));
      add_table (text, query);
    }

  g_array_unref (query->rows);
  query->rows = g_steal_pointer (&ranked);
  return TRUE;
}

/*< private >
 * _dwell_report_add_costs: favourites, and the routines whose costs grow fastest */
gboolean
_dwell_report_add_costs (DwellReport     *self,
                         DwellReportText *text,
                         const char      *picture,
                         GCancellable    *cancellable)
{
  DwellCostQuery *query = self->costs;
  g_autofree char *measure = NULL;
  guint n_rows;

  if (query == NULL || dwell_costs_get_n_rows (query->costs) == 0)
    return TRUE;

  if (!add_favourites (text, query, cancellable))
    return FALSE;

  measure = dwell_cost_list_describe_measure (query->costs);
  dwell_report_text_heading (text, _("Costs"));
  dwell_report_text_paragraph (text, measure);
  if (picture != NULL)
    dwell_report_text_picture (text, picture,
                               _("The costs over the size of the input of the routines whose costs "
                                 "grow fastest"));
  add_table (text, query);

  n_rows = dwell_costs_get_n_rows (query->costs) - MIN (query->rows->len, DWELL_REPORT_MAX_ROWS);
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
 * @self: a report that is prepared
 * @areas: (out caller-allocates) (array length=max): the routines whose costs grow fastest
 * @max: how many at the most
 *
 * Returns: how many there are
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

DwellCosts *
dwell_report_get_costs (DwellReport *self)
{
  return self->costs != NULL ? self->costs->costs : NULL;
}
