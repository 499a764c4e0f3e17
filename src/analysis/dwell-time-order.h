/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to this folder: some or all spans and marks of a trace in the order of time that
 * dwell-event-order.h describes. An item is the number of a span, or the number of spans plus that
 * of a mark. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct {
  const DwellTrace *trace;
  guint32          *items; /* for dwell_big_free(); NULL: the first n items in order of number */
  guint64           n;
} DwellTimeOrder;

gboolean _dwell_time_order_fits     (const DwellTrace     *trace);
gboolean _dwell_time_order_sort     (DwellTimeOrder       *self,
                                     GCancellable         *cancellable);
guint64  _dwell_time_order_search   (const DwellTimeOrder *self,
                                     gint64                time);
guint64  _dwell_time_order_place    (const DwellTimeOrder *self,
                                     guint32               item);

static inline guint32
_dwell_time_order_get (const DwellTimeOrder *self,
                       guint64               place)
{
  return self->items != NULL ? self->items[place] : (guint32) place;
}

static inline gint64
_dwell_time_order_get_time (const DwellTrace *trace,
                            guint32           item)
{
  return item < trace->n_spans ? dwell_trace_get_span_begin (trace, item)
                               : trace->mark_time[item - trace->n_spans];
}

G_END_DECLS
