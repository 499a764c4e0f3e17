/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The queries get the view before the widget does, so that they handle its signals first. */
#include "config.h"

#include "ui/widgets/dwell-view-bin.h"

typedef struct {
  DwellView    *view;
  GSignalGroup *view_signals;
  GPtrArray    *queries; /* DwellQuery */
} DwellViewBinPrivate;

enum {
  PROP_0,
  PROP_VIEW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (DwellViewBin, dwell_view_bin, ADW_TYPE_BIN)

static DwellViewBinPrivate *
get_private (gpointer self)
{
  return dwell_view_bin_get_instance_private (self);
}

static void
for_each_query (gpointer   self,
                void     (*func) (DwellQuery *query))
{
  DwellViewBinPrivate *priv = get_private (self);

  for (guint i = 0; i < priv->queries->len; i++)
    func (priv->queries->pdata[i]);
}

static void
dwell_view_bin_map (GtkWidget *widget)
{
  for_each_query (widget, dwell_query_hold);

  GTK_WIDGET_CLASS (dwell_view_bin_parent_class)->map (widget);
}

static void
dwell_view_bin_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_view_bin_parent_class)->unmap (widget);

  for_each_query (widget, dwell_query_release);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* The width that a page needs does not depend on its height. Stacks and panes nevertheless measure
 * it for the height that the page had before the window became narrow; then each text that wraps
 * would request the width at which it fits into that height. */
static void
measure (GtkWidget      *widget,
         GtkOrientation  orientation,
         int             for_size,
         int            *minimum,
         int            *natural,
         int            *minimum_baseline,
         int            *natural_baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  if (child != NULL)
    gtk_widget_measure (child, orientation,
                        orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size,
                        minimum, natural, minimum_baseline, natural_baseline);
}

static void
allocate (GtkWidget *widget,
          int        width,
          int        height,
          int        baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  if (child != NULL)
    gtk_widget_allocate (child, width, height, baseline, NULL);
}

static void
dwell_view_bin_get_property (GObject    *object,
                             guint       property_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  switch (property_id)
    {
    case PROP_VIEW:
      g_value_set_object (value, get_private (object)->view);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_view_bin_set_property (GObject      *object,
                             guint         property_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  switch (property_id)
    {
    case PROP_VIEW:
      dwell_view_bin_set_view (DWELL_VIEW_BIN (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_view_bin_finalize (GObject *object)
{
  DwellViewBinPrivate *priv = get_private (object);

  g_object_unref (priv->view_signals);
  g_ptr_array_unref (priv->queries);

  G_OBJECT_CLASS (dwell_view_bin_parent_class)->finalize (object);
}

static void
dwell_view_bin_class_init (DwellViewBinClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = dwell_view_bin_get_property;
  object_class->set_property = dwell_view_bin_set_property;
  object_class->finalize = dwell_view_bin_finalize;
  widget_class->map = dwell_view_bin_map;
  widget_class->unmap = dwell_view_bin_unmap;

  properties[PROP_VIEW] =
    g_param_spec_object ("view", NULL, NULL, DWELL_TYPE_VIEW,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_view_bin_init (DwellViewBin *self)
{
  DwellViewBinPrivate *priv = get_private (self);

  priv->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  priv->queries = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_set_layout_manager (GTK_WIDGET (self),
                                 gtk_custom_layout_new (get_request_mode, measure, allocate));
}

/**
 * dwell_view_bin_set_view:
 * @self: a widget
 * @view: (nullable): the view to show
 *
 * Sets the view of the widget and of its queries.
 */
void
dwell_view_bin_set_view (DwellViewBin *self,
                         DwellView    *view)
{
  DwellViewBinClass *klass = DWELL_VIEW_BIN_GET_CLASS (self);
  DwellViewBinPrivate *priv = get_private (self);

  g_return_if_fail (DWELL_IS_VIEW_BIN (self));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  if (!g_set_object (&priv->view, view))
    return;

  for (guint i = 0; i < priv->queries->len; i++)
    dwell_query_set_view (priv->queries->pdata[i], view);
  g_signal_group_set_target (priv->view_signals, view);
  if (view != NULL && klass->take_view != NULL)
    klass->take_view (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

/**
 * dwell_view_bin_get_view:
 * @self: a widget
 *
 * Returns: (transfer none) (nullable): the view that it shows
 */
DwellView *
dwell_view_bin_get_view (DwellViewBin *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW_BIN (self), NULL);

  return get_private (self)->view;
}

/**
 * dwell_view_bin_get_trace:
 * @self: a widget
 *
 * Returns: (transfer none) (nullable): the view's trace
 */
DwellTrace *
dwell_view_bin_get_trace (DwellViewBin *self)
{
  DwellView *view = dwell_view_bin_get_view (self);

  return view != NULL ? dwell_view_get_trace (view) : NULL;
}

/**
 * dwell_view_bin_get_focus_area:
 * @self: a widget
 *
 * Returns: the area in the view's focus, or %DWELL_NONE
 */
guint32
dwell_view_bin_get_focus_area (DwellViewBin *self)
{
  DwellView *view = dwell_view_bin_get_view (self);

  return view != NULL ? dwell_view_get_focus_area (view) : DWELL_NONE;
}

/**
 * dwell_view_bin_add:
 * @self: a widget that has no view yet
 * @query: a query
 *
 * Gives @query the view of the widget from now on, and lets it ask only while the widget, or
 * another one that it was added to, is mapped. Call it in init.
 */
void
dwell_view_bin_add (DwellViewBin *self,
                    DwellQuery   *query)
{
  g_ptr_array_add (get_private (self)->queries, g_object_ref (query));
  dwell_query_set_active (query, FALSE);
}

/**
 * dwell_view_bin_connect:
 * @self: a widget
 * @signal: a signal of DwellView
 * @callback: called with only @self when the view that the widget has at that time emits the signal
 *
 * Connects to the views of the widget. Call it in init.
 */
void
dwell_view_bin_connect (DwellViewBin *self,
                        const char   *signal,
                        GCallback     callback)
{
  g_signal_group_connect_swapped (get_private (self)->view_signals, signal, callback, self);
}
