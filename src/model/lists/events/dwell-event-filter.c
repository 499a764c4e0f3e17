/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters events on a worker: by a pattern, by the view's hits, or by both. The matching spans
 * and marks are searched once for each pattern and trace; another window of the same trace needs
 * only a walk along the order, which also collects the hits among the rows. */
#include "config.h"

#include "model/lists/events/dwell-event-list-private.h"

/* The number of events between two checks of the cancellable. */
#define STRIDE 65536

void
_dwell_event_filter_free (gpointer data)
{
  DwellEventFilter *self = data;

  dwell_trace_unref (self->trace);
  dwell_event_order_unref (self->order);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->find, dwell_find_unref);
  g_clear_pointer (&self->hits, dwell_find_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->found, g_array_unref);
  g_free (self);
}

static gboolean
has_event (const DwellFind *find,
           DwellEvent       event)
{
  return event.span != DWELL_NONE ? dwell_find_has_span (find, event.span)
                                  : dwell_find_has_mark (find, event.mark);
}

static void
collect_rows (DwellEventFilter *self,
              GCancellable     *cancellable)
{
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->window.n; i++)
    {
      DwellEvent event = dwell_event_order_get (self->order, self->window.first + i);
      gboolean is_found;

      if (i % STRIDE == 0 && g_cancellable_is_cancelled (cancellable))
        return;

      if (self->find != NULL && !has_event (self->find, event))
        continue;

      is_found = self->hits != NULL && has_event (self->hits, event);
      if (is_found)
        g_array_append_val (found, rows->len);
      if (is_found || !self->only_found)
        g_array_append_val (rows, i);
    }

  self->rows = g_steal_pointer (&rows);
  self->found = g_steal_pointer (&found);
}

/* Searches the trace first if that was not done yet. */
void
_dwell_event_filter_run (gpointer      data,
                         GCancellable *cancellable)
{
  DwellEventFilter *self = data;

  if (self->pattern != NULL && self->find == NULL)
    self->find = dwell_find_new (self->trace, self->pattern, cancellable);

  if (self->pattern == NULL || self->find != NULL)
    collect_rows (self, cancellable);
}

DwellEventFilter *
_dwell_event_filter_new (DwellTrace       *trace,
                         DwellEventOrder  *order,
                         DwellEventWindow  window,
                         DwellPattern     *pattern,
                         DwellFind        *find,
                         DwellFind        *hits,
                         gboolean          only_found)
{
  DwellEventFilter *self = g_new0 (DwellEventFilter, 1);

  self->trace = dwell_trace_ref (trace);
  self->order = dwell_event_order_ref (order);
  self->window = window;
  self->pattern = pattern != NULL ? dwell_pattern_ref (pattern) : NULL;
  self->find = find != NULL ? dwell_find_ref (find) : NULL;
  self->hits = hits != NULL ? dwell_find_ref (hits) : NULL;
  self->only_found = only_found;
  return self;
}
