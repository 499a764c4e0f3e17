/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making the indexes of a trace. Workers hold the trace, never the struct, which may be freed while
 * they run: it then cancels them, and a cancelled job's callback touches nothing. */
#include "config.h"

#include "model/dwell-indexes.h"

static void
layout_in_thread (GTask        *task,
                  gpointer      source_object,
                  gpointer      trace,
                  GCancellable *cancellable)
{
  g_task_return_pointer (task, dwell_layout_index_new (trace, cancellable),
                         (GDestroyNotify) dwell_layout_index_unref);
}

static void
event_order_in_thread (GTask        *task,
                       gpointer      source_object,
                       gpointer      trace,
                       GCancellable *cancellable)
{
  g_task_return_pointer (task, dwell_event_order_new (trace, cancellable),
                         (GDestroyNotify) dwell_event_order_unref);
}

static void
statistics_in_thread (GTask        *task,
                      gpointer      source_object,
                      gpointer      trace,
                      GCancellable *cancellable)
{
  g_task_return_pointer (task,
                         dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, cancellable),
                         (GDestroyNotify) dwell_statistics_index_unref);
}

static void
make_index (DwellIndexes        *self,
            GTaskThreadFunc      in_thread,
            GAsyncReadyCallback  made)
{
  g_autoptr(GTask) task = g_task_new (NULL, self->cancellable, made, self);

  g_task_set_source_tag (task, in_thread);
  g_task_set_task_data (task, dwell_trace_ref (self->trace), (GDestroyNotify) dwell_trace_unref);
  g_task_run_in_thread (task, in_thread);
}

/* The index that a job made; NULL if it was cancelled, and then nothing else must be touched. */
static gpointer
get_result (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

static void
event_order_made (GObject      *source_object,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  DwellEventOrder *event_order = get_result (result);
  DwellIndexes *self = user_data;

  if (event_order == NULL)
    return;

  self->event_order = event_order;
  self->n_missing--;
  self->changed (self->user_data);
}

static void
statistics_made (GObject      *source_object,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  DwellStatisticsIndex *statistics = get_result (result);
  DwellIndexes *self = user_data;

  if (statistics == NULL)
    return;

  self->statistics = statistics;
  self->n_missing--;
  self->changed (self->user_data);
}

static void
make_others (DwellIndexes *self)
{
  make_index (self, event_order_in_thread, event_order_made);
  make_index (self, statistics_in_thread, statistics_made);
}

static void
layout_made (GObject      *source_object,
             GAsyncResult *result,
             gpointer      user_data)
{
  DwellLayoutIndex *layout = get_result (result);
  DwellIndexes *self = user_data;

  if (layout == NULL)
    return;

  self->layout = layout;
  self->n_missing--;
  make_others (self);
  self->changed (self->user_data);
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
  self->cancellable = g_cancellable_new ();
  self->changed = changed;
  self->user_data = user_data;

  if (layout != NULL)
    make_others (self);
  else
    make_index (self, layout_in_thread, layout_made);

  return self;
}

void
_dwell_indexes_free (DwellIndexes *self)
{
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_clear_pointer (&self->layout, dwell_layout_index_unref);
  g_clear_pointer (&self->event_order, dwell_event_order_unref);
  g_clear_pointer (&self->statistics, dwell_statistics_index_unref);
  dwell_trace_unref (self->trace);
  g_free (self);
}
