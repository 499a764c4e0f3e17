/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the indexes of a trace, each in a job. A job works on a copy of the reading, which no other
 * thread sees, and fills in one index; the main thread moves it into a copy of the newest
 * reading. */
#include "config.h"

#include "model/session/dwell-indexes.h"

#include "analysis/statistics/dwell-recorded.h"

typedef struct {
  DwellIndexKind kind;
  DwellReading  *reading;
} IndexData;

static void
index_data_free (gpointer data)
{
  IndexData *self = data;

  dwell_reading_unref (self->reading);
  g_free (self);
}

static void
find_problems (DwellReading *reading,
               GCancellable *cancellable)
{
  const DwellTrace *trace = reading->trace;
  g_autoptr(DwellStatistics) whole = NULL;
  DwellProblems *problems = NULL;

  if (trace->n_recorded > 0)
    whole = dwell_statistics_index_query (reading->statistics, trace->begin, trace->end,
                                          DWELL_STATISTICS_ALL, cancellable);
  if (whole != NULL)
    problems = dwell_recorded_find_problems (trace, whole);
  if (problems == NULL)
    return;

  dwell_problems_unref (reading->problems);
  reading->problems = problems;
}

static void
make_index (gpointer      data,
            GCancellable *cancellable)
{
  IndexData *self = data;
  DwellReading *reading = self->reading;

  switch (self->kind)
    {
    case DWELL_INDEX_LAYOUT:
      reading->layout = dwell_layout_index_new (reading->trace, cancellable);
      break;

    case DWELL_INDEX_EVENT_ORDER:
      reading->event_order = dwell_event_order_new (reading->trace, cancellable);
      break;

    case DWELL_INDEX_STATISTICS:
      reading->statistics = dwell_statistics_index_new (reading->trace, DWELL_GROUP_BY_AREA,
                                                        cancellable);
      if (reading->statistics != NULL &&
          !dwell_statistics_index_list_spans (reading->statistics, cancellable))
        g_clear_pointer (&reading->statistics, dwell_statistics_index_unref);
      break;

    case DWELL_INDEX_VALUES:
      reading->values = dwell_value_index_new (reading->trace, cancellable);
      break;

    case DWELL_INDEX_PROBLEMS:
      find_problems (reading, cancellable);
      break;

    case DWELL_N_INDEXES:
    default:
      g_assert_not_reached ();
    }
}

static void start_index (DwellIndexes   *self,
                         DwellIndexKind  kind);

static void
start_independent (DwellIndexes *self)
{
  start_index (self, DWELL_INDEX_VALUES);
  start_index (self, DWELL_INDEX_EVENT_ORDER);
  start_index (self, DWELL_INDEX_STATISTICS);
}

/* Moves the index that was made into a copy of the newest reading, and replaces that by the
 * copy. */
static void
take_index (DwellIndexes *self,
            IndexData    *data)
{
  DwellReading *made = data->reading;
  DwellReading *next = dwell_reading_copy (self->reading);

  if (data->kind == DWELL_INDEX_LAYOUT)
    next->layout = g_steal_pointer (&made->layout);
  else if (data->kind == DWELL_INDEX_EVENT_ORDER)
    next->event_order = g_steal_pointer (&made->event_order);
  else if (data->kind == DWELL_INDEX_VALUES)
    next->values = g_steal_pointer (&made->values);
  else if (data->kind == DWELL_INDEX_STATISTICS)
    next->statistics = g_steal_pointer (&made->statistics);
  else
    {
      dwell_problems_unref (next->problems);
      next->problems = dwell_problems_ref (made->problems);
    }

  dwell_reading_unref (self->reading);
  self->reading = next;
}

static void
index_made (gpointer data,
            gpointer user_data)
{
  DwellIndexes *self = user_data;
  IndexData *made = data;

  self->has_lacked |= _dwell_job_has_lacked (self->jobs[made->kind]);
  self->jobs[made->kind] = NULL;
  self->n_missing--;
  take_index (self, made);

  if (made->kind == DWELL_INDEX_LAYOUT)
    start_independent (self);
  else if (made->kind == DWELL_INDEX_STATISTICS && self->reading->trace->n_recorded > 0 &&
           self->reading->statistics != NULL)
    start_index (self, DWELL_INDEX_PROBLEMS);
  else if (made->kind == DWELL_INDEX_STATISTICS)
    self->n_missing--;

  self->changed (self->reading, self->user_data);
}

static void
start_index (DwellIndexes   *self,
             DwellIndexKind  kind)
{
  IndexData *data = g_new0 (IndexData, 1);

  data->kind = kind;
  data->reading = dwell_reading_copy (self->reading);
  self->jobs[kind] = _dwell_job_start (data, index_data_free, make_index, index_made, self);
}

/* The layout may have been made already. */
DwellIndexes *
_dwell_indexes_new (DwellReading     *reading,
                    DwellIndexesFunc  changed,
                    gpointer          user_data)
{
  DwellIndexes *self = g_new0 (DwellIndexes, 1);
  gboolean has_layout = reading->layout != NULL;

  self->reading = dwell_reading_ref (reading);
  self->n_missing = has_layout ? DWELL_N_INDEXES - 1 : DWELL_N_INDEXES;
  self->changed = changed;
  self->user_data = user_data;

  if (has_layout)
    start_independent (self);
  else
    start_index (self, DWELL_INDEX_LAYOUT);

  return self;
}

/* Cancels what is under way. The holder of the newest reading releases it on a worker. */
void
_dwell_indexes_free (DwellIndexes *self)
{
  for (guint kind = 0; kind < DWELL_N_INDEXES; kind++)
    g_clear_pointer (&self->jobs[kind], _dwell_job_abandon);
  dwell_reading_unref (self->reading);
  g_free (self);
}
