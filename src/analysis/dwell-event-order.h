/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spans and marks of a trace in one order of time: what the Events page and `dwell-cli events`
 * list. At equal times the order is: first the marks of no span and of spans that began earlier;
 * then the spans, each before the spans inside it and followed by its marks at that time; else by
 * number. Takes 4 bytes an item; nothing for a trace whose spans are in order and that has no
 * marks. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct _DwellEventOrder DwellEventOrder;

/* An item: a span or a mark; the other is DWELL_NONE. */
typedef struct {
  guint32 span;
  guint32 mark;
} DwellEvent;

DwellEventOrder *dwell_event_order_new    (DwellTrace            *trace,
                                           GCancellable          *cancellable)
                                          G_GNUC_WARN_UNUSED_RESULT;
DwellEventOrder *dwell_event_order_ref    (DwellEventOrder       *self);
void             dwell_event_order_unref  (DwellEventOrder       *self);
guint64          dwell_event_order_get_n  (const DwellEventOrder *self);
DwellEvent       dwell_event_order_get    (const DwellEventOrder *self,
                                           guint64                position);
guint64          dwell_event_order_search (const DwellEventOrder *self,
                                           gint64                 time);
guint64          dwell_event_order_find   (const DwellEventOrder *self,
                                           DwellEvent             event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellEventOrder, dwell_event_order_unref)

G_END_DECLS
