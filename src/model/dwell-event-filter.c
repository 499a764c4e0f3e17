/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filtering events on a worker. Which spans and marks match is found once per pattern and trace;
 * another window of the same is then only a walk along the order. */
#include "config.h"

#include "model/dwell-event-list-private.h"

/* How many events lie between two looks at the cancellable. */
#define STRIDE 65536

static void
filter_free (gpointer data)
{
  DwellEventFilter *self = data;

  dwell_trace_unref (self->trace);
  dwell_event_order_unref (self->order);
  dwell_pattern_unref (self->pattern);
  g_clear_pointer (&self->find, dwell_find_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_object_unref (self->cancellable);
  g_free (self);
}

static GArray *
collect_rows (DwellEventFilter *self,
              GCancellable     *cancellable)
{
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->window.n; i++)
    {
      DwellEvent event = dwell_event_order_get (self->order, self->window.first + i);

      if (i % STRIDE == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;

      if (event.span != DWELL_NONE ? dwell_find_has_span (self->find, event.span)
                                   : dwell_find_has_mark (self->find, event.mark))
        g_array_append_val (rows, i);
    }

  return g_steal_pointer (&rows);
}

static void
filter_in_thread (GTask        *task,
                  gpointer      source_object,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  DwellEventFilter *self = task_data;

  if (self->find == NULL)
    self->find = dwell_find_new (self->trace, self->pattern, cancellable);

  if (self->find != NULL)
    self->rows = collect_rows (self, cancellable);

  g_task_return_boolean (task, TRUE);
}

static void
filtered (GObject      *source_object,
          GAsyncResult *result,
          gpointer      user_data)
{
  DwellEventFilter *self = user_data;

  if (self->done != NULL)
    self->done (self, self->user_data);
}

/* The filter belongs to its worker, which frees it after @done has been called. */
DwellEventFilter *
_dwell_event_filter_start (DwellTrace           *trace,
                           DwellEventOrder      *order,
                           DwellEventWindow      window,
                           DwellPattern         *pattern,
                           DwellFind            *find,
                           DwellEventFilterFunc  done,
                           gpointer              user_data)
{
  DwellEventFilter *self = g_new0 (DwellEventFilter, 1);
  g_autoptr(GTask) task = NULL;

  self->trace = dwell_trace_ref (trace);
  self->order = dwell_event_order_ref (order);
  self->window = window;
  self->pattern = dwell_pattern_ref (pattern);
  self->find = find != NULL ? dwell_find_ref (find) : NULL;
  self->cancellable = g_cancellable_new ();
  self->done = done;
  self->user_data = user_data;

  task = g_task_new (NULL, self->cancellable, filtered, self);
  g_task_set_source_tag (task, _dwell_event_filter_start);
  g_task_set_task_data (task, self, filter_free);
  g_task_run_in_thread (task, filter_in_thread);
  return self;
}
