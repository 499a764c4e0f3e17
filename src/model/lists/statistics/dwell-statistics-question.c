/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes statistics on a worker. The index of a grouping is made when it is needed for the first
 * time. The worker sorts the rows, too, so that the main thread only takes over an array. */
#include "config.h"

#include "model/lists/statistics/dwell-statistics-question.h"

DwellStatisticsQuestion *
_dwell_statistics_question_new (DwellTrace                 *trace,
                                const DwellStatisticsOrder *order)
{
  DwellStatisticsQuestion *self = g_new0 (DwellStatisticsQuestion, 1);

  self->trace = dwell_trace_ref (trace);
  self->order = *order;

  if (self->order.filter != NULL)
    dwell_row_filter_ref (self->order.filter);

  return self;
}

void
_dwell_statistics_question_free (gpointer data)
{
  DwellStatisticsQuestion *self = data;

  g_clear_pointer (&self->index, dwell_statistics_index_unref);
  g_clear_pointer (&self->answer, _dwell_statistics_answer_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->order.filter, dwell_row_filter_unref);
  dwell_trace_unref (self->trace);
  g_free (self);
}

void
_dwell_statistics_question_run (gpointer      data,
                                GCancellable *cancellable)
{
  DwellStatisticsQuestion *self = data;
  DwellStatistics *statistics = NULL;

  if (self->answer == NULL && self->index == NULL)
    self->index = dwell_statistics_index_new (self->trace, self->group_by, cancellable);

  if (self->answer == NULL && self->index != NULL)
    statistics = dwell_statistics_index_query (self->index, self->begin, self->end, self->detail,
                                               cancellable);

  if (statistics != NULL)
    self->answer = _dwell_statistics_answer_new (self->trace, statistics);

  if (self->answer != NULL)
    self->rows = _dwell_statistics_answer_arrange (self->answer, &self->order, &self->sums);
}
