/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making the indexes of a trace, a job each. */
#include "config.h"

#include "analysis/dwell-recorded.h"
#include "model/session/dwell-indexes.h"

typedef struct {
  DwellTrace           *trace;
  DwellIndexKind        kind;
  DwellLayoutIndex     *layout; /* out: the one of the kind */
  DwellEventOrder      *event_order;
  DwellStatisticsIndex *statistics; /* in, for the problems */
  DwellProblems        *problems;
  DwellValueIndex      *values;
} IndexData;

static void
index_data_free (gpointer data)
{
  IndexData *self = data;

  g_clear_pointer (&self->layout, dwell_layout_index_unref);
  g_clear_pointer (&self->event_order, dwell_event_order_unref);
  g_clear_pointer (&self->statistics, dwell_statistics_index_unref);
  g_clear_pointer (&self->values, dwell_value_index_unref);
  g_clear_pointer (&self->problems, dwell_problems_unref);
  dwell_trace_unref (self->trace);
  g_free (self);
}

static void
make_index (gpointer      data,
            GCancellable *cancellable)
{
  IndexData *self = data;

  switch (self->kind)
    {
    case DWELL_INDEX_LAYOUT:
      self->layout = dwell_layout_index_new (self->trace, cancellable);
      break;

    case DWELL_INDEX_EVENT_ORDER:
      self->event_order = dwell_event_order_new (self->trace, cancellable);
      break;

    case DWELL_INDEX_STATISTICS:
      self->statistics = dwell_statistics_index_new (self->trace, DWELL_GROUP_BY_AREA, cancellable);
      break;

    case DWELL_INDEX_VALUES:
      self->values = dwell_value_index_new (self->trace, cancellable);
      break;

    case DWELL_INDEX_PROBLEMS:
      self->problems = dwell_recorded_find_problems (self->statistics, cancellable);
      break;

    case DWELL_N_INDEXES:
    default:
      g_assert_not_reached ();
    }
}

static void start_index (DwellIndexes   *self,
                         DwellIndexKind  kind);

/* All that do not wait for one another. */
static void
start_others (DwellIndexes *self)
{
  start_index (self, DWELL_INDEX_VALUES);
  start_index (self, DWELL_INDEX_EVENT_ORDER);
  start_index (self, DWELL_INDEX_STATISTICS);
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

  if (made->kind == DWELL_INDEX_LAYOUT)
    {
      self->layout = g_steal_pointer (&made->layout);
      start_others (self);
    }
  else if (made->kind == DWELL_INDEX_EVENT_ORDER)
    {
      self->event_order = g_steal_pointer (&made->event_order);
    }
  else if (made->kind == DWELL_INDEX_VALUES)
    {
      self->values = g_steal_pointer (&made->values);
    }
  else if (made->kind == DWELL_INDEX_STATISTICS)
    {
      self->statistics = g_steal_pointer (&made->statistics);
      if (self->trace->n_recorded > 0 && self->statistics != NULL)
        start_index (self, DWELL_INDEX_PROBLEMS);
      else
        self->n_missing--;
    }
  else
    {
      self->problems = g_steal_pointer (&made->problems);
    }

  self->changed (self->user_data);
}

static void
start_index (DwellIndexes   *self,
             DwellIndexKind  kind)
{
  IndexData *data = g_new0 (IndexData, 1);

  data->trace = dwell_trace_ref (self->trace);
  data->kind = kind;
  if (kind == DWELL_INDEX_PROBLEMS)
    data->statistics = dwell_statistics_index_ref (self->statistics);
  self->jobs[kind] = _dwell_job_start (data, index_data_free, make_index, index_made, self);
}

DwellIndexes *
_dwell_indexes_new (DwellTrace       *trace,
                    DwellLayoutIndex *layout,
                    DwellIndexesFunc  changed,
                    gpointer          user_data)
{
  DwellIndexes *self = g_new0 (DwellIndexes, 1);

  self->trace = dwell_trace_ref (trace);
  self->layout = layout;
  self->n_missing = layout != NULL ? DWELL_N_INDEXES - 1 : DWELL_N_INDEXES;
  self->changed = changed;
  self->user_data = user_data;

  if (layout == NULL)
    start_index (self, DWELL_INDEX_LAYOUT);
  else
    start_others (self);

  return self;
}

static void
drop_indexes (gpointer data)
{
  DwellIndexes *self = data;

  g_clear_pointer (&self->layout, dwell_layout_index_unref);
  g_clear_pointer (&self->event_order, dwell_event_order_unref);
  g_clear_pointer (&self->statistics, dwell_statistics_index_unref);
  g_clear_pointer (&self->values, dwell_value_index_unref);
  g_clear_pointer (&self->problems, dwell_problems_unref);
  dwell_trace_unref (self->trace);
  g_free (self);
}

/* What was made goes on a worker. */
void
_dwell_indexes_free (DwellIndexes *self)
{
  for (guint kind = 0; kind < DWELL_N_INDEXES; kind++)
    g_clear_pointer (&self->jobs[kind], _dwell_job_abandon);
  _dwell_job_discard (self, drop_indexes);
}
