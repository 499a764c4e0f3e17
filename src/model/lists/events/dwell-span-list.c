/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/lists/events/dwell-span-list.h"

#include "model/lists/events/dwell-event-list-private.h"

struct _DwellSpanList
{
  DwellList parent_instance;

  DwellTrace *trace; /* NULL: no spans */
  GArray     *spans; /* guint32 */
  gint64      resolution_ns;
  DwellTimeUnits *units; /* of the trace, or NULL */
};

G_DEFINE_FINAL_TYPE (DwellSpanList, dwell_span_list, DWELL_TYPE_LIST)

static gpointer
dwell_span_list_get_item (DwellList *list,
                          guint      position)
{
  DwellSpanList *self = DWELL_SPAN_LIST (list);
  DwellEvent event = { g_array_index (self->spans, guint32, position), DWELL_NONE };

  return _dwell_event_item_new (self->trace, event, self->resolution_ns,
                                _dwell_time_units_get (&self->units, self->trace, 1), NULL);
}

static void
dwell_span_list_finalize (GObject *object)
{
  DwellSpanList *self = DWELL_SPAN_LIST (object);

  g_clear_pointer (&self->trace, dwell_trace_unref);
  g_clear_pointer (&self->units, _dwell_time_units_unref);
  g_array_unref (self->spans);

  G_OBJECT_CLASS (dwell_span_list_parent_class)->finalize (object);
}

static void
dwell_span_list_class_init (DwellSpanListClass *klass)
{
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_span_list_finalize;
  list_class->item_type = DWELL_TYPE_EVENT_ITEM;
  list_class->get_item = dwell_span_list_get_item;
}

static void
dwell_span_list_init (DwellSpanList *self)
{
  self->spans = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/**
 * dwell_span_list_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellEventItem
 */
DwellSpanList *
dwell_span_list_new (void)
{
  return g_object_new (DWELL_TYPE_SPAN_LIST, NULL);
}

/**
 * dwell_span_list_set_spans:
 * @self: a list
 * @trace: (nullable): the trace of the spans; %NULL empties the list
 * @spans: (nullable) (element-type guint32): spans of @trace, in the order to show them
 * @resolution_ns: the resolution of the times shown, ns
 */
void
dwell_span_list_set_spans (DwellSpanList *self,
                           DwellTrace    *trace,
                           GArray        *spans,
                           gint64         resolution_ns)
{
  g_return_if_fail (DWELL_IS_SPAN_LIST (self));

  g_array_unref (self->spans);
  self->spans = trace != NULL && spans != NULL ? g_array_ref (spans)
                                               : g_array_new (FALSE, FALSE, sizeof (guint32));
  g_clear_pointer (&self->trace, dwell_trace_unref);
  self->trace = trace != NULL ? dwell_trace_ref (trace) : NULL;
  self->resolution_ns = resolution_ns;
  dwell_list_replace (DWELL_LIST (self), self->spans->len);
}
