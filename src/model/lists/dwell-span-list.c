/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/lists/dwell-span-list.h"

#include "model/lists/dwell-event-list-private.h"

struct _DwellSpanList
{
  GObject parent_instance;

  DwellTrace *trace; /* NULL: no spans */
  GArray     *spans; /* guint32 */
  gint64      resolution_ns;
};

static GType
dwell_span_list_get_item_type (GListModel *model)
{
  return DWELL_TYPE_EVENT_ITEM;
}

static guint
dwell_span_list_get_n_items (GListModel *model)
{
  return DWELL_SPAN_LIST (model)->spans->len;
}

static gpointer
dwell_span_list_get_item (GListModel *model,
                          guint       position)
{
  DwellSpanList *self = DWELL_SPAN_LIST (model);

  if (position >= self->spans->len)
    return NULL;

  return _dwell_event_item_new (self->trace,
                                (DwellEvent) { .span = g_array_index (self->spans, guint32,
                                                                      position),
                                               .mark = DWELL_NONE },
                                self->resolution_ns);
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = dwell_span_list_get_item_type;
  iface->get_n_items = dwell_span_list_get_n_items;
  iface->get_item = dwell_span_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DwellSpanList, dwell_span_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

static void
dwell_span_list_finalize (GObject *object)
{
  DwellSpanList *self = DWELL_SPAN_LIST (object);

  g_clear_pointer (&self->trace, dwell_trace_unref);
  g_array_unref (self->spans);

  G_OBJECT_CLASS (dwell_span_list_parent_class)->finalize (object);
}

static void
dwell_span_list_class_init (DwellSpanListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_span_list_finalize;
}

static void
dwell_span_list_init (DwellSpanList *self)
{
  self->spans = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/**
 * dwell_span_list_new:
 *
 * Returns: (transfer full): an empty list
 */
DwellSpanList *
dwell_span_list_new (void)
{
  return g_object_new (DWELL_TYPE_SPAN_LIST, NULL);
}

/**
 * dwell_span_list_set_spans:
 * @self: a list
 * @trace: (nullable): whose spans; %NULL empties the list
 * @spans: (nullable) (element-type guint32): spans of @trace, in the order to show them
 * @resolution_ns: what times are shown to
 */
void
dwell_span_list_set_spans (DwellSpanList *self,
                           DwellTrace    *trace,
                           GArray        *spans,
                           gint64         resolution_ns)
{
  guint n_before;

  g_return_if_fail (DWELL_IS_SPAN_LIST (self));

  n_before = self->spans->len;
  g_array_unref (self->spans);
  self->spans = trace != NULL && spans != NULL ? g_array_ref (spans)
                                               : g_array_new (FALSE, FALSE, sizeof (guint32));
  g_clear_pointer (&self->trace, dwell_trace_unref);
  self->trace = trace != NULL ? dwell_trace_ref (trace) : NULL;
  self->resolution_ns = resolution_ns;

  if (n_before > 0 || self->spans->len > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, self->spans->len);
}
