/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters and sorts the rows of the list of costs, on a worker. */
#include "config.h"

#include "model/lists/costs/dwell-cost-answer.h"

#include "core/dwell-keys.h"

void
_dwell_cost_question_free (gpointer data)
{
  DwellCostQuestion *self = data;

  dwell_trace_unref (self->trace);
  g_clear_pointer (&self->costs, dwell_costs_unref);
  g_clear_pointer (&self->growths, _dwell_cost_growths_unref);
  g_clear_pointer (&self->chosen, g_hash_table_unref);
  g_clear_pointer (&self->favourites, g_bytes_unref);
  g_clear_pointer (&self->order.row_filter, dwell_row_filter_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

static DwellCostFacts
get_facts (const DwellCostQuestion *self,
           guint                    row)
{
  const guint8 *favourites = g_bytes_get_data (self->favourites, NULL);

  return (DwellCostFacts) {
    .costs = self->costs, .growths = self->growths, .row = row, .is_self = self->order.is_self,
    .is_favourite = favourites[row], .n_calls = self->n_calls,
  };
}

/* The texts that a filter searches besides the columns: the names of a routine, and its file. */
enum {
  TEXT_TITLE = DWELL_N_COST_LIST_COLUMNS,
  TEXT_FULL_NAME,
  TEXT_FILE,
};

/* A row whose cells are asked for. */
typedef struct {
  const DwellTrace     *trace;
  const DwellCostFacts *facts;
} RowOfCosts;

static DwellCellValue
get_cell (gconstpointer data,
          guint         column)
{
  const RowOfCosts *self = data;
  const DwellCostFacts *facts = self->facts;
  const DwellTrace *trace = self->trace;
  guint32 number = dwell_costs_get_row (facts->costs, facts->row)->area;
  const DwellArea *area = &trace->areas[number];

  switch (column)
    {
    case TEXT_TITLE:
      return dwell_cell_text (dwell_trace_get_area_title (trace, number));
    case TEXT_FULL_NAME:
      return dwell_cell_text (dwell_trace_get_string (trace, area->full_name));
    case TEXT_FILE:
      return dwell_cell_text (dwell_trace_get_string (trace, area->file));
    default:
      return _dwell_cost_facts_get_cell (facts, (DwellCostListColumn) column);
    }
}

static gboolean
passes_filter (const DwellCostQuestion *self,
               const DwellCostFacts    *facts)
{
  static const guint texts[] = { TEXT_TITLE, TEXT_FULL_NAME, TEXT_FILE };
  const RowOfCosts of_costs = { self->trace, facts };

  return dwell_row_filter_matches (self->order.row_filter, texts, G_N_ELEMENTS (texts), get_cell,
                                   &of_costs);
}

/* A growth that is not known yet passes. */
static gboolean
passes_growth (const DwellCostFilter *filter,
               const DwellGrowth     *growth)
{
  return growth == NULL ||
         ((filter->classes & 1u << growth->class) != 0 &&
          (filter->confidence == DWELL_CONFIDENCE_NONE ||
           (dwell_growth_is_sure (growth) && growth->confidence >= filter->confidence)));
}

static gboolean
passes (const DwellCostQuestion *self,
        const DwellCostFacts    *facts)
{
  const DwellCostFilter *filter = &self->order.filter;
  const DwellCostRow *row = dwell_costs_get_row (self->costs, facts->row);
  const DwellGrowth *growth = _dwell_cost_growths_get (self->growths, facts->row);
  double share = self->order.is_self ? row->self_share : row->share;

  return (filter->image == DWELL_NONE || self->trace->areas[row->area].file == filter->image) &&
         (share < 0 || share >= filter->min_share) && row->calls >= filter->min_calls &&
         row->n_sizes >= filter->min_sizes &&
         passes_growth (filter, growth) &&
         (!filter->only_favourites || facts->is_favourite) && passes_filter (self, facts);
}

/* Rows that are equal in the sorted column stay in the order of cost, the costliest first. */
static GArray *
arrange (DwellCostQuestion *self,
         GCancellable      *cancellable)
{
  g_autofree guint32 *by_cost = dwell_costs_rank (self->costs, self->order.is_self);
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 0;

  self->n_unsure = 0;
  for (guint i = 0; i < dwell_costs_get_n_rows (self->costs); i++)
    {
      DwellCostFacts facts = get_facts (self, by_cost[i]);
      const DwellGrowth *growth;
      DwellCellValue cell;

      if (g_cancellable_is_cancelled (cancellable))
        break;
      if (!passes (self, &facts))
        continue;

      cell = _dwell_cost_facts_get_cell (&facts, self->order.sort_by);
      dwell_arrangement_add (arrangement, by_cost[i], &cell);
      n++;

      growth = _dwell_cost_growths_get (self->growths, by_cost[i]);
      self->n_unsure += growth != NULL && growth->class != DWELL_GROWTH_NONE &&
                        !dwell_growth_is_sure (growth);
    }

  g_array_append_vals (rows, dwell_arrangement_sort (arrangement, self->order.descending), n);
  return rows;
}

/* A choice of the user overrides a bookmark in the file. */
static GBytes *
mark_favourites (const DwellCostQuestion *self)
{
  guint n_rows = dwell_costs_get_n_rows (self->costs);
  guint8 *marks = g_malloc (MAX (n_rows, 1));

  for (guint i = 0; i < n_rows; i++)
    {
      const DwellCostRow *row = dwell_costs_get_row (self->costs, i);
      g_autofree char *key = NULL;
      gpointer chosen;

      marks[i] = row->is_favourite != FALSE;
      if (self->chosen == NULL)
        continue;

      key = dwell_key_of_area (self->trace, row->area);
      if (g_hash_table_lookup_extended (self->chosen, key, NULL, &chosen))
        marks[i] = GPOINTER_TO_INT (chosen) != 0;
    }

  return g_bytes_new_take (marks, n_rows);
}

void
_dwell_cost_question_run (gpointer      data,
                          GCancellable *cancellable)
{
  DwellCostQuestion *self = data;

  if (self->costs == NULL)
    {
      self->costs = dwell_costs_new (self->trace, DWELL_NONE, cancellable);
      self->n_calls = 0;
      for (guint row = 0; self->costs != NULL && row < dwell_costs_get_n_rows (self->costs); row++)
        self->n_calls = dwell_wide_add (self->n_calls,
                                        dwell_costs_get_row (self->costs, row)->calls);
    }

  if (self->costs == NULL)
    return;

  if (self->favourites == NULL)
    self->favourites = mark_favourites (self);
  self->rows = arrange (self, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    g_clear_pointer (&self->rows, g_array_unref);
}
