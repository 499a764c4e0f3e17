/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters and sorts the rows of an answer, as an array of integers. Runs on workers, because a
 * trace of many contexts has a hundred thousand rows. */
#include "config.h"

#include "model/lists/statistics/dwell-statistics-answer.h"

/* Takes over @statistics. */
DwellStatisticsAnswer *
_dwell_statistics_answer_new (DwellTrace      *trace,
                              DwellStatistics *statistics)
{
  DwellStatisticsAnswer *self = g_new0 (DwellStatisticsAnswer, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = dwell_trace_ref (trace);
  self->statistics = statistics;
  self->units = _dwell_time_units_new (DWELL_N_STATISTICS);
  return self;
}

DwellStatisticsAnswer *
_dwell_statistics_answer_ref (DwellStatisticsAnswer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
_dwell_statistics_answer_unref (DwellStatisticsAnswer *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  _dwell_time_units_unref (self->units);
  dwell_statistics_free (self->statistics);
  dwell_trace_unref (self->trace);
  g_free (self);
}

static gboolean
is_wanted_context (const DwellStatisticsRow   *row,
                   const DwellStatisticsOrder *order)
{
  return order->context == DWELL_EACH_CONTEXT ? row->context != DWELL_NONE
                                              : row->context == order->context;
}

/* Modules and authors match every kind. */
static gboolean
is_wanted_kind (const DwellStatisticsAnswer *self,
                const DwellStatisticsRow    *row,
                const DwellStatisticsOrder  *order)
{
  return row->area == DWELL_NONE ||
         (order->kinds & 1u << self->trace->areas[row->area].kind) != 0;
}

/* A row whose cells are asked for. */
typedef struct {
  const DwellStatisticsAnswer *answer;
  const DwellStatisticsRow    *row;
} RowOfAnswer;

static DwellCellValue
get_cell (gconstpointer data,
          guint         column)
{
  const RowOfAnswer *self = data;

  return dwell_statistics_get_cell (self->answer->statistics, self->answer->trace, self->row,
                                    (DwellStatistic) column);
}

static gboolean
matches (const DwellStatisticsAnswer *self,
         const DwellStatisticsRow    *row,
         const DwellRowFilter        *filter)
{
  static const guint texts[] = {
    DWELL_STATISTIC_NAME, DWELL_STATISTIC_MODULE, DWELL_STATISTIC_AUTHOR
  };
  const RowOfAnswer of_answer = { self, row };

  return dwell_row_filter_matches (filter, texts, G_N_ELEMENTS (texts), get_cell, &of_answer);
}

static void
add_sums (const DwellStatisticsAnswer *self,
          const DwellStatisticsRow    *row,
          DwellStatisticsSums         *sums)
{
  DwellCellValue cell = dwell_statistics_get_cell (self->statistics, self->trace, row,
                                                   DWELL_STATISTIC_NET);

  sums->count += row->count;
  if (cell.kind == DWELL_CELL_NONE)
    return;

  sums->n_selves++;
  sums->self += row->net.total;
  sums->share += MAX (row->share, 0);
}

/* Returns (transfer full) row numbers, guint32. Rows without a value in the sorted column come last
 * in both directions. */
GArray *
_dwell_statistics_answer_arrange (const DwellStatisticsAnswer *self,
                                  const DwellStatisticsOrder  *order,
                                  DwellStatisticsSums         *sums)
{
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 0;

  *sums = (DwellStatisticsSums) { 0 };
  for (guint32 i = 0; i < self->statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &self->statistics->rows[i];
      DwellCellValue cell;

      if (!is_wanted_context (row, order) || !is_wanted_kind (self, row, order) ||
          !dwell_statistics_row_is_in_range (row))
        continue;

      sums->n_rows++;
      if (!matches (self, row, order->filter))
        continue;

      add_sums (self, row, sums);
      cell = dwell_statistics_get_cell (self->statistics, self->trace, row, order->sort_by);
      dwell_arrangement_add (arrangement, i, &cell);
      n++;
    }

  g_array_append_vals (rows, dwell_arrangement_sort (arrangement, order->descending), n);
  return rows;
}
