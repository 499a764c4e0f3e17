/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All spans and marks in order of time; the sorting is in dwell-time-order.c. */
#include "config.h"

#include "analysis/dwell-event-order.h"

#include "analysis/dwell-time-order.h"
#include "core/dwell-memory.h"

struct _DwellEventOrder
{
  gatomicrefcount ref_count;
  DwellTrace     *trace;
  DwellTimeOrder  order;
};

/**
 * dwell_event_order_new:
 * @trace: a trace; the order keeps a reference
 * @cancellable: (nullable): checked every few milliseconds
 *
 * Sorts all spans and marks, on all processors.
 *
 * Returns: (transfer full) (nullable): the order, or %NULL if it was cancelled, or if there is too
 *   little memory
 */
DwellEventOrder *
dwell_event_order_new (DwellTrace   *trace,
                       GCancellable *cancellable)
{
  DwellEventOrder *self;

  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (_dwell_time_order_fits (trace), NULL);

  self = g_new0 (DwellEventOrder, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->trace = dwell_trace_ref (trace);
  self->order.trace = trace;
  self->order.n = (guint64) trace->n_spans + trace->n_marks;

  if (!_dwell_time_order_sort (&self->order, cancellable))
    g_clear_pointer (&self, dwell_event_order_unref);

  return self;
}

/**
 * dwell_event_order_ref:
 * @self: an order
 *
 * Returns: (transfer full): @self, with one more reference
 */
DwellEventOrder *
dwell_event_order_ref (DwellEventOrder *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_event_order_unref:
 * @self: (transfer full): an order
 *
 * Drops a reference; frees the memory with the last one.
 */
void
dwell_event_order_unref (DwellEventOrder *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_big_free (self->order.items);
  dwell_trace_unref (self->trace);
  g_free (self);
}

/**
 * dwell_event_order_get_n:
 * @self: an order
 *
 * Returns: the number of its spans and marks: all those of the trace
 */
guint64
dwell_event_order_get_n (const DwellEventOrder *self)
{
  return self->order.n;
}

/**
 * dwell_event_order_get:
 * @self: an order
 * @position: a place, below dwell_event_order_get_n()
 *
 * Returns: the span or mark there
 */
DwellEvent
dwell_event_order_get (const DwellEventOrder *self,
                       guint64                position)
{
  DwellEvent event = { DWELL_NONE, DWELL_NONE };
  guint32 item;

  g_return_val_if_fail (position < self->order.n, event);

  item = _dwell_time_order_get (&self->order, position);
  if (item < self->trace->n_spans)
    event.span = item;
  else
    event.mark = item - self->trace->n_spans;

  return event;
}

/**
 * dwell_event_order_search:
 * @self: an order
 * @time: ns
 *
 * Returns: the first place whose time is @time or later; dwell_event_order_get_n() if there is none
 */
guint64
dwell_event_order_search (const DwellEventOrder *self,
                          gint64                 time)
{
  return _dwell_time_order_search (&self->order, time);
}

/**
 * dwell_event_order_find:
 * @self: an order
 * @event: a span or a mark
 *
 * Returns: its place; dwell_event_order_get_n() if @event is neither
 */
guint64
dwell_event_order_find (const DwellEventOrder *self,
                        DwellEvent             event)
{
  if (event.span != DWELL_NONE)
    return _dwell_time_order_place (&self->order, event.span);

  if (event.mark != DWELL_NONE)
    return _dwell_time_order_place (&self->order, self->trace->n_spans + event.mark);

  return self->order.n;
}
