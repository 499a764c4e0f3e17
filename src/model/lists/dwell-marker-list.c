/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markers as rows. There are few, so the rows' texts are made at once, and the new rows held
 * against the old: what is the same at both ends has not changed. */
#include "config.h"

#include <gio/gio.h>

#include "core/dwell-text.h"
#include "model/lists/dwell-marker-list.h"

typedef enum {
  PROP_TIME = 1,
  PROP_TEXT,
  PROP_SINCE,
  PROP_SPAN,
  N_ITEM_PROPS
} ItemProperty;

struct _DwellMarkerItem
{
  GObject parent_instance;

  guint32 id;
  gint64  time;  /* ns */
  gint64  since; /* ns; DWELL_TIME_NONE of the first */
  char   *texts[N_ITEM_PROPS];
};

static GParamSpec *item_properties[N_ITEM_PROPS];

G_DEFINE_FINAL_TYPE (DwellMarkerItem, dwell_marker_item, G_TYPE_OBJECT)

static void
dwell_marker_item_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  g_value_set_string (value, DWELL_MARKER_ITEM (object)->texts[prop_id]);
}

static void
dwell_marker_item_finalize (GObject *object)
{
  DwellMarkerItem *self = DWELL_MARKER_ITEM (object);

  for (guint i = 1; i < N_ITEM_PROPS; i++)
    g_free (self->texts[i]);

  G_OBJECT_CLASS (dwell_marker_item_parent_class)->finalize (object);
}

static void
dwell_marker_item_class_init (DwellMarkerItemClass *klass)
{
  static const char * const names[N_ITEM_PROPS] = {
    [PROP_TIME] = "time", [PROP_TEXT] = "text", [PROP_SINCE] = "since", [PROP_SPAN] = "span",
  };

  G_OBJECT_CLASS (klass)->get_property = dwell_marker_item_get_property;
  G_OBJECT_CLASS (klass)->finalize = dwell_marker_item_finalize;

  for (guint i = 1; i < N_ITEM_PROPS; i++)
    item_properties[i] = g_param_spec_string (names[i], NULL, NULL, NULL,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_ITEM_PROPS, item_properties);
}

static void
dwell_marker_item_init (DwellMarkerItem *self)
{
}

static gint64
get_distance (gint64 from,
              gint64 to)
{
  return (gint64) MIN ((guint64) to - (guint64) from, (guint64) G_MAXINT64);
}

static DwellMarkerItem *
make_item (DwellView *view,
           guint      n)
{
  DwellMarkerItem *item = g_object_new (DWELL_TYPE_MARKER_ITEM, NULL);
  const DwellMarker *marker = dwell_view_get_marker (view, n);
  DwellTrace *trace = dwell_view_get_trace (view);
  gint64 resolution = dwell_session_get_resolution (dwell_view_get_session (view));

  /* A moment chosen by hand is finer than the trace's times. */
  while (resolution > 1 && marker->time % resolution != 0)
    resolution /= 1000;

  item->id = marker->id;
  item->time = marker->time;
  item->since = n > 0 ? get_distance (dwell_view_get_marker (view, n - 1)->time, marker->time)
                      : DWELL_TIME_NONE;
  item->texts[PROP_TIME] = dwell_text_time (marker->time, resolution);
  item->texts[PROP_TEXT] = g_strdup (marker->text);
  item->texts[PROP_SINCE] =
    item->since != DWELL_TIME_NONE ? dwell_text_duration (item->since) : g_strdup ("");
  item->texts[PROP_SPAN] =
    g_strdup (marker->span != DWELL_NONE
              ? dwell_trace_get_area_title (trace, trace->span_area[marker->span]) : "");
  return item;
}

static gboolean
is_same (const DwellMarkerItem *a,
         const DwellMarkerItem *b)
{
  if (a->id != b->id)
    return FALSE;

  for (guint i = 1; i < N_ITEM_PROPS; i++)
    if (!g_str_equal (a->texts[i], b->texts[i]))
      return FALSE;

  return TRUE;
}

gint64
dwell_marker_item_get_time (DwellMarkerItem *self)
{
  g_return_val_if_fail (DWELL_IS_MARKER_ITEM (self), 0);

  return self->time;
}

gint64
dwell_marker_item_get_since (DwellMarkerItem *self)
{
  g_return_val_if_fail (DWELL_IS_MARKER_ITEM (self), DWELL_TIME_NONE);

  return self->since;
}

/* --- The list --- */

struct _DwellMarkerList
{
  GObject parent_instance;

  DwellView    *view;
  GSignalGroup *view_signals;
  GPtrArray    *items;
};

enum {
  PROP_0,
  PROP_N_ITEMS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static GType
dwell_marker_list_get_item_type (GListModel *model)
{
  return DWELL_TYPE_MARKER_ITEM;
}

static guint
dwell_marker_list_get_n_items (GListModel *model)
{
  return DWELL_MARKER_LIST (model)->items->len;
}

static gpointer
dwell_marker_list_get_item (GListModel *model,
                            guint       position)
{
  DwellMarkerList *self = DWELL_MARKER_LIST (model);

  return position < self->items->len ? g_object_ref (g_ptr_array_index (self->items, position))
                                     : NULL;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = dwell_marker_list_get_item_type;
  iface->get_n_items = dwell_marker_list_get_n_items;
  iface->get_item = dwell_marker_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DwellMarkerList, dwell_marker_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

static void
update (DwellMarkerList *self)
{
  g_autoptr(GPtrArray) old = g_steal_pointer (&self->items);
  guint n = 0;
  guint head = 0;
  guint tail = 0;

  if (self->view != NULL && dwell_view_get_trace (self->view) != NULL)
    n = dwell_view_get_n_markers (self->view);

  self->items = g_ptr_array_new_full (n, g_object_unref);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (self->items, make_item (self->view, i));

  while (head < MIN (n, old->len) &&
         is_same (g_ptr_array_index (old, head), g_ptr_array_index (self->items, head)))
    head++;
  while (tail < MIN (n, old->len) - head &&
         is_same (g_ptr_array_index (old, old->len - 1 - tail),
                  g_ptr_array_index (self->items, n - 1 - tail)))
    tail++;

  if (head + tail < MAX (n, old->len))
    g_list_model_items_changed (G_LIST_MODEL (self), head, old->len - head - tail,
                                n - head - tail);
  if (n != old->len)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ITEMS]);
}

static void
dwell_marker_list_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_N_ITEMS:
      g_value_set_uint (value, DWELL_MARKER_LIST (object)->items->len);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_marker_list_dispose (GObject *object)
{
  DwellMarkerList *self = DWELL_MARKER_LIST (object);

  g_clear_object (&self->view_signals);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_marker_list_parent_class)->dispose (object);
}

static void
dwell_marker_list_finalize (GObject *object)
{
  g_ptr_array_unref (DWELL_MARKER_LIST (object)->items);

  G_OBJECT_CLASS (dwell_marker_list_parent_class)->finalize (object);
}

static void
dwell_marker_list_class_init (DwellMarkerListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_marker_list_dispose;
  object_class->finalize = dwell_marker_list_finalize;
  object_class->get_property = dwell_marker_list_get_property;

  properties[PROP_N_ITEMS] =
    g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_marker_list_init (DwellMarkerList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "markers-changed", G_CALLBACK (update),
                                  self);
  g_signal_group_connect_swapped (self->view_signals, "trace-changed", G_CALLBACK (update), self);
}

/**
 * dwell_marker_list_new:
 *
 * Returns: (transfer full): a list without a view
 */
DwellMarkerList *
dwell_marker_list_new (void)
{
  return g_object_new (DWELL_TYPE_MARKER_LIST, NULL);
}

/**
 * dwell_marker_list_set_view:
 * @self: a list
 * @view: (nullable): whose markers it lists
 */
void
dwell_marker_list_set_view (DwellMarkerList *self,
                            DwellView       *view)
{
  g_return_if_fail (DWELL_IS_MARKER_LIST (self));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  if (!g_set_object (&self->view, view))
    return;

  g_signal_group_set_target (self->view_signals, view);
  update (self);
}
