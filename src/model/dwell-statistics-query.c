/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asking the statistics on a worker: the index of a grouping is made when it is first asked for,
 * the rows are arranged there too, so that the main thread only takes an array over. */
#include "config.h"

#include "model/dwell-statistics-query.h"

static void
query_free (gpointer data)
{
  DwellStatisticsQuery *self = data;

  g_clear_pointer (&self->index, dwell_statistics_index_unref);
  g_clear_pointer (&self->answer, _dwell_statistics_answer_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->order.pattern, dwell_pattern_unref);
  dwell_trace_unref (self->trace);
  g_object_unref (self->cancellable);
  g_free (self);
}

DwellStatisticsQuery *
_dwell_statistics_query_new (DwellTrace                 *trace,
                             const DwellStatisticsOrder *order,
                             DwellStatisticsQueryFunc    done,
                             gpointer                    user_data)
{
  DwellStatisticsQuery *self = g_new0 (DwellStatisticsQuery, 1);

  self->trace = dwell_trace_ref (trace);
  self->order = *order;
  self->cancellable = g_cancellable_new ();
  self->done = done;
  self->user_data = user_data;

  if (self->order.pattern != NULL)
    dwell_pattern_ref (self->order.pattern);

  return self;
}

static void
query_in_thread (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  DwellStatisticsQuery *self = task_data;
  DwellStatistics *statistics = NULL;

  if (self->answer == NULL && self->index == NULL)
    self->index = dwell_statistics_index_new (self->trace, self->group_by, cancellable);

  if (self->answer == NULL && self->index != NULL)
    statistics = dwell_statistics_index_query (self->index, self->begin, self->end, self->detail,
                                               cancellable);

  if (statistics != NULL)
    self->answer = _dwell_statistics_answer_new (self->trace, self->group_by, statistics);

  if (self->answer != NULL)
    self->rows = _dwell_statistics_answer_arrange (self->answer, &self->order);

  g_task_return_boolean (task, TRUE);
}

static void
queried (GObject      *source_object,
         GAsyncResult *result,
         gpointer      user_data)
{
  DwellStatisticsQuery *self = user_data;

  if (self->done != NULL)
    self->done (self, self->user_data);
}

void
_dwell_statistics_query_start (DwellStatisticsQuery *self)
{
  g_autoptr(GTask) task = g_task_new (NULL, self->cancellable, queried, self);

  g_task_set_source_tag (task, _dwell_statistics_query_start);
  g_task_set_task_data (task, self, query_free);
  g_task_run_in_thread (task, query_in_thread);
}
