/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filtering events on a worker. Which spans and marks match is found once per pattern and trace;
 * another window of the same is then only a walk along the order. */
#include "config.h"

#include "model/lists/dwell-event-list-private.h"

/* How many events lie between two looks at the cancellable. */
#define STRIDE 65536

void
_dwell_event_filter_free (gpointer data)
{
  DwellEventFilter *self = data;

  dwell_trace_unref (self->trace);
  dwell_event_order_unref (self->order);
  dwell_pattern_unref (self->pattern);
  g_clear_pointer (&self->find, dwell_find_unref);
  g_clear_pointer (&self->rows, g_array_unref);
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

/* Looks first, if that was not done yet. */
void
_dwell_event_filter_run (gpointer      data,
                         GCancellable *cancellable)
{
  DwellEventFilter *self = data;

  if (self->find == NULL)
    self->find = dwell_find_new (self->trace, self->pattern, cancellable);

  if (self->find != NULL)
    self->rows = collect_rows (self, cancellable);
}

DwellEventFilter *
_dwell_event_filter_new (DwellTrace       *trace,
                         DwellEventOrder  *order,
                         DwellEventWindow  window,
                         DwellPattern     *pattern,
                         DwellFind        *find)
{
  DwellEventFilter *self = g_new0 (DwellEventFilter, 1);

  self->trace = dwell_trace_ref (trace);
  self->order = dwell_event_order_ref (order);
  self->window = window;
  self->pattern = dwell_pattern_ref (pattern);
  self->find = find != NULL ? dwell_find_ref (find) : NULL;
  return self;
}
