/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows markers as rows. There are few, so the texts of all rows are made at once, and the new
 * rows are compared with the old: equal rows at both ends have not changed. */
#include "config.h"

#include "model/lists/dwell-marker-list.h"

#include "core/dwell-axis.h"

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
  gint64  since; /* ns; DWELL_TIME_NONE for the first */
  char   *texts[N_ITEM_PROPS];
};

static GParamSpec *properties[N_ITEM_PROPS];

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
    properties[i] = g_param_spec_string (names[i], NULL, NULL, NULL,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_ITEM_PROPS, properties);
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
  gint64 resolution = dwell_view_get_reading (view)->resolution;

  /* A time that the user has chosen can be finer than the trace's times. */
  while (resolution > 1 && marker->time % resolution != 0)
    resolution /= 1000;

  item->id = marker->id;
  item->time = marker->time;
  item->since = n > 0 ? get_distance (dwell_view_get_marker (view, n - 1)->time, marker->time)
                      : DWELL_TIME_NONE;
  item->texts[PROP_TIME] = dwell_axis_time (trace, marker->time, resolution);
  item->texts[PROP_TEXT] = g_strdup (marker->text);
  item->texts[PROP_SINCE] =
    item->since != DWELL_TIME_NONE ? dwell_axis_duration (trace, item->since) : g_strdup ("");
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

/**
 * dwell_marker_item_get_time:
 * @self: a marker
 *
 * Returns: its time, ns
 */
gint64
dwell_marker_item_get_time (DwellMarkerItem *self)
{
  g_return_val_if_fail (DWELL_IS_MARKER_ITEM (self), 0);

  return self->time;
}

/**
 * dwell_marker_item_get_since:
 * @self: a marker
 *
 * Returns: the time since the previous marker, ns; %DWELL_TIME_NONE for the first
 */
gint64
dwell_marker_item_get_since (DwellMarkerItem *self)
{
  g_return_val_if_fail (DWELL_IS_MARKER_ITEM (self), DWELL_TIME_NONE);

  return self->since;
}

/* --- The list --- */

struct _DwellMarkerList
{
  DwellList parent_instance;

  GPtrArray *items;
};

G_DEFINE_FINAL_TYPE (DwellMarkerList, dwell_marker_list, DWELL_TYPE_LIST)

static gpointer
dwell_marker_list_get_item (DwellList *list,
                            guint      position)
{
  return g_object_ref (g_ptr_array_index (DWELL_MARKER_LIST (list)->items, position));
}

static void
dwell_marker_list_update (DwellQuery *query)
{
  DwellMarkerList *self = DWELL_MARKER_LIST (query);
  DwellView *view = dwell_query_get_view (query);
  g_autoptr(GPtrArray) old = g_steal_pointer (&self->items);
  guint n = 0;
  guint head = 0;
  guint tail = 0;

  if (dwell_query_get_trace (query) != NULL)
    n = dwell_view_get_n_markers (view);

  self->items = g_ptr_array_new_full (n, g_object_unref);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (self->items, make_item (view, i));

  while (head < MIN (n, old->len) &&
         is_same (g_ptr_array_index (old, head), g_ptr_array_index (self->items, head)))
    head++;
  while (tail < MIN (n, old->len) - head &&
         is_same (g_ptr_array_index (old, old->len - 1 - tail),
                  g_ptr_array_index (self->items, n - 1 - tail)))
    tail++;

  dwell_list_change (DWELL_LIST (query),
                     (DwellListChange) { head, old->len - head - tail, n - head - tail });
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
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_marker_list_finalize;
  list_class->item_type = DWELL_TYPE_MARKER_ITEM;
  list_class->get_item = dwell_marker_list_get_item;
  query_class->update = dwell_marker_list_update;
}

static void
dwell_marker_list_init (DwellMarkerList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  dwell_query_connect_view (DWELL_QUERY (self), "markers-changed", G_CALLBACK (dwell_query_update));
  dwell_query_connect_view (DWELL_QUERY (self), "units-changed", G_CALLBACK (dwell_query_update));
}

/**
 * dwell_marker_list_new:
 *
 * Returns: (transfer full): a list without a view, whose items are #DwellMarkerItem; a position
 *   is the number of the marker in the view
 */
DwellMarkerList *
dwell_marker_list_new (void)
{
  return g_object_new (DWELL_TYPE_MARKER_LIST, NULL);
}
