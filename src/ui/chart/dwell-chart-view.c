/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget that shows a chart: it holds the chart, the visible range of its axes, and the hovered
 * point. dwell-chart-input.c handles gestures and keys. A focus cursor, which is a real child
 * widget, is placed at the point that the keyboard chose, so that screen readers speak it. */
#include "config.h"

#include "ui/chart/dwell-chart-view-private.h"

#include <math.h>

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "ui/widgets/dwell-focus-cursor.h"
#include "ui/widgets/dwell-style.h"
#include "ui/widgets/dwell-text-scale.h"
#include "ui/widgets/dwell-tip.h"

#define CURSOR_SIZE 18

struct _DwellChartView
{
  GtkWidget           parent_instance;

  gboolean            has_chart;
  DwellChart          chart; /* its axes are the visible range */
  DwellChartAxis      home_x;
  DwellChartAxis      home_y;
  DwellChartViewData *data;
  DwellLabels        *labels;
  DwellChartDescribe  describe;
  gpointer            describe_data;
  gboolean            brushes;
  gboolean            has_rubber;
  graphene_rect_t     rubber; /* px */
  gboolean            has_pointer;
  double              pointer_x; /* px */
  double              pointer_y;
  GtkWidget          *cursor;
};

enum {
  BOX_CHANGED,
  POINT_ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellChartView, dwell_chart_view, GTK_TYPE_WIDGET)

static DwellLabels *
get_labels (DwellChartView *self)
{
  if (self->labels == NULL)
    {
      PangoContext *context = dwell_text_scale_make_context (GTK_WIDGET (self));

      self->labels = dwell_labels_new (context);
      g_object_unref (context);
    }
  return self->labels;
}

/* Gets the size of the chart in its own units, which are for text of the usual size: the chart is
 * drawn larger in proportion to the user's text. */
static void
get_size (DwellChartView *self,
          int            *width,
          int            *height)
{
  double scale = dwell_text_scale_get (GTK_WIDGET (self));

  *width = (int) ceil (gtk_widget_get_width (GTK_WIDGET (self)) / scale);
  *height = (int) ceil (gtk_widget_get_height (GTK_WIDGET (self)) / scale);
}

static void
draw_rubber (DwellChartView *self,
             GtkSnapshot    *snapshot)
{
  const DwellColour *accent = &dwell_style_get_palette ()->accent;
  GdkRGBA edge = { (float) accent->red, (float) accent->green, (float) accent->blue, 1 };
  GdkRGBA fill = { edge.red, edge.green, edge.blue, 0.15f };
  const float widths[4] = { 1, 1, 1, 1 };
  GskRoundedRect outline;

  gtk_snapshot_append_color (snapshot, &fill, &self->rubber);
  gsk_rounded_rect_init_from_rect (&outline, &self->rubber, 0);
  gtk_snapshot_append_border (snapshot, &outline, widths,
                              (GdkRGBA[4]) { edge, edge, edge, edge });
}

static void
dwell_chart_view_snapshot (GtkWidget   *widget,
                           GtkSnapshot *snapshot)
{
  DwellChartView *self = DWELL_CHART_VIEW (widget);

  if (self->has_chart)
    {
      cairo_t *cr =
        gtk_snapshot_append_cairo (snapshot,
                                   &GRAPHENE_RECT_INIT (0, 0,
                                                        (float) gtk_widget_get_width (widget),
                                                        (float) gtk_widget_get_height (widget)));
      double scale = dwell_text_scale_get (widget);
      int width;
      int height;

      get_size (self, &width, &height);
      cairo_scale (cr, scale, scale);
      self->chart.palette = dwell_style_get_palette ();
      dwell_chart_draw (&self->chart, get_labels (self), cr, width, height);
      cairo_destroy (cr);
    }

  if (self->has_rubber)
    draw_rubber (self, snapshot);
  gtk_widget_snapshot_child (widget, self->cursor, snapshot);
}

static void
dwell_chart_view_measure (GtkWidget      *widget,
                          GtkOrientation  orientation,
                          int             for_size,
                          int            *minimum,
                          int            *natural,
                          int            *minimum_baseline,
                          int            *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL
             ? 160 : (int) (100 * dwell_text_scale_get (widget));
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 480 : 260;
  *minimum_baseline = *natural_baseline = -1;
}

/* Computes the rectangle of the series in the widget, px. */
void
_dwell_chart_view_get_plot (DwellChartView *self,
                            DwellChartPlot *plot)
{
  double scale = dwell_text_scale_get (GTK_WIDGET (self));
  int width;
  int height;

  get_size (self, &width, &height);
  dwell_chart_get_plot (&self->chart, get_labels (self), width, height, plot);
  plot->x *= scale;
  plot->y *= scale;
  plot->width *= scale;
  plot->height *= scale;
}

static gboolean
get_hover (DwellChartView *self,
           double         *x,
           double         *y)
{
  DwellChartPlot plot;

  if (!self->has_chart)
    return FALSE;

  _dwell_chart_view_get_plot (self, &plot);
  return dwell_chart_get_hover (&self->chart, &plot, x, y);
}

static void
dwell_chart_view_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  DwellChartView *self = DWELL_CHART_VIEW (widget);
  int size = MIN (CURSOR_SIZE, MIN (width, height));
  GtkAllocation at = { 0, 0, width, height };
  double x;
  double y;

  /* The focus is on a point or, if there is none, on the whole chart. */
  if (get_hover (self, &x, &y))
    at = (GtkAllocation) { (int) CLAMP (x - size / 2.0, 0, width - size),
                           (int) CLAMP (y - size / 2.0, 0, height - size), size, size };
  gtk_widget_measure (self->cursor, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->cursor, &at, -1);
}

static void
dwell_chart_view_css_changed (GtkWidget         *widget,
                              GtkCssStyleChange *change)
{
  DwellChartView *self = DWELL_CHART_VIEW (widget);

  GTK_WIDGET_CLASS (dwell_chart_view_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->labels, dwell_labels_free);
  gtk_widget_queue_draw (widget);
}

static gboolean
dwell_chart_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (DWELL_CHART_VIEW (widget)->cursor);
}

static char *
describe_hover (DwellChartView *self)
{
  if (!self->has_chart || !self->chart.has_hover || self->describe == NULL)
    return NULL;

  return self->describe (self->chart.hover_series, self->chart.hover_point, self->describe_data);
}

static char *
describe_chart (DwellChartView *self)
{
  if (!self->has_chart || self->chart.x.title == NULL || self->chart.y.title == NULL)
    return g_strdup (_("Chart"));

  /* Translators: what a screen reader says of a chart: the titles of its axes, such as “Number of
   * Spans” and “Duration” */
  return g_strdup_printf (_("Chart, vertical axis: %s, horizontal axis: %s"), self->chart.y.title,
                          self->chart.x.title);
}

/* Takes ownership of @text (nullable), which screen readers speak as the focused point. */
static void
set_cursor_label (DwellChartView *self,
                  char           *text)
{
  g_autofree char *name = text != NULL ? text : describe_chart (self);

  dwell_focus_cursor_set_label (DWELL_FOCUS_CURSOR (self->cursor), name);
}

static char *
describe_rule (DwellChartView *self,
               double          x,
               double          y)
{
  DwellChartPlot plot;

  if (!self->has_chart)
    return NULL;

  _dwell_chart_view_get_plot (self, &plot);
  return dwell_chart_describe_rule (&self->chart, &plot, x, y);
}

static gboolean
dwell_chart_view_query_tooltip (GtkWidget  *widget,
                                int         x,
                                int         y,
                                gboolean    by_keyboard,
                                GtkTooltip *tooltip)
{
  DwellChartView *self = DWELL_CHART_VIEW (widget);
  g_autofree char *point = describe_hover (self);
  g_autofree char *rule = by_keyboard ? NULL : describe_rule (self, x, y);
  g_autofree char *text = NULL;

  if (point != NULL && rule != NULL)
    text = g_strjoin ("\n", point, rule, NULL);
  else
    text = point != NULL ? g_steal_pointer (&point) : g_steal_pointer (&rule);

  dwell_tip_show (tooltip, text);
  return text != NULL;
}

static void
clear_chart (DwellChartView *self)
{
  g_clear_pointer (&self->data, _dwell_chart_view_data_unref);
  self->has_chart = FALSE;
}

static void
dwell_chart_view_dispose (GObject *object)
{
  DwellChartView *self = DWELL_CHART_VIEW (object);

  clear_chart (self);
  g_clear_pointer (&self->labels, dwell_labels_free);
  g_clear_pointer (&self->cursor, gtk_widget_unparent);

  G_OBJECT_CLASS (dwell_chart_view_parent_class)->dispose (object);
}

static void
dwell_chart_view_class_init (DwellChartViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_chart_view_dispose;
  widget_class->snapshot = dwell_chart_view_snapshot;
  widget_class->measure = dwell_chart_view_measure;
  widget_class->size_allocate = dwell_chart_view_size_allocate;
  widget_class->css_changed = dwell_chart_view_css_changed;
  widget_class->grab_focus = dwell_chart_view_grab_focus;
  widget_class->query_tooltip = dwell_chart_view_query_tooltip;

  signals[BOX_CHANGED] = g_signal_new ("box-changed", DWELL_TYPE_CHART_VIEW, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[POINT_ACTIVATED] = g_signal_new ("point-activated", DWELL_TYPE_CHART_VIEW,
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                           G_TYPE_UINT, G_TYPE_UINT);

  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
dwell_chart_view_init (DwellChartView *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  self->cursor = dwell_focus_cursor_new ();
  dwell_focus_cursor_set_label (DWELL_FOCUS_CURSOR (self->cursor), _("Chart"));
  gtk_widget_set_parent (self->cursor, GTK_WIDGET (self));
  _dwell_chart_view_add_input (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

static void
queue_update (DwellChartView *self)
{
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * dwell_chart_view_set_chart:
 * @self: a view
 * @chart: (nullable): the chart; the struct is copied, but not what it points to. Its axes are the
 * initial visible range, which dwell_chart_view_show_all() restores; its palette is replaced by
 * that of the desktop
 * @data: (transfer full): what @chart points to
 * @free: (nullable): frees @data, on any thread, when the view shows another chart and no picture
 * uses it any more
 * @keeps_zoom: whether the visible range stays, if the axes are of the same kind
 *
 * Shows another chart, without the selected box and the hovered point of the old one.
 */
void
dwell_chart_view_set_chart (DwellChartView   *self,
                            const DwellChart *chart,
                            gpointer          data,
                            GDestroyNotify    free,
                            gboolean          keeps_zoom)
{
  DwellChartAxis x = self->chart.x;
  DwellChartAxis y = self->chart.y;

  g_return_if_fail (DWELL_IS_CHART_VIEW (self));

  keeps_zoom = keeps_zoom && self->has_chart;
  clear_chart (self);
  self->data = _dwell_chart_view_data_new (data, free);
  self->has_chart = chart != NULL;
  self->has_rubber = FALSE;
  if (chart != NULL)
    {
      self->chart = *chart;
      self->home_x = chart->x;
      self->home_y = chart->y;
      if (keeps_zoom && x.is_log == chart->x.is_log && y.is_log == chart->y.is_log)
        {
          self->chart.x.low = x.low;
          self->chart.x.high = x.high;
          self->chart.y.low = y.low;
          self->chart.y.high = y.high;
        }
    }
  set_cursor_label (self, describe_hover (self));
  queue_update (self);
}

/**
 * dwell_chart_view_set_describe:
 * @self: a view
 * @describe: (scope forever) (nullable): returns the text of a point
 * @user_data: for @describe; must live as long as @self
 *
 * Sets the function whose texts tooltips show and screen readers speak.
 */
void
dwell_chart_view_set_describe (DwellChartView     *self,
                               DwellChartDescribe  describe,
                               gpointer            user_data)
{
  g_return_if_fail (DWELL_IS_CHART_VIEW (self));

  self->describe = describe;
  self->describe_data = user_data;
}

/**
 * dwell_chart_view_set_brushes:
 * @self: a view
 * @brushes: whether dragging selects a box; otherwise it zooms into the box
 *
 * Sets what dragging does. With Shift, dragging does the opposite.
 */
void
dwell_chart_view_set_brushes (DwellChartView *self,
                              gboolean        brushes)
{
  g_return_if_fail (DWELL_IS_CHART_VIEW (self));

  self->brushes = brushes;
}

gboolean
_dwell_chart_view_get_brushes (DwellChartView *self)
{
  return self->brushes;
}

gboolean
_dwell_chart_view_has_chart (DwellChartView *self)
{
  return self->has_chart;
}

/**
 * dwell_chart_view_get_box:
 * @self: a view
 * @x0: (out): the lowest x of the box
 * @x1: (out): the highest x
 * @y0: (out): the lowest y
 * @y1: (out): the highest y
 *
 * Gets the selected box, in the units of the axes.
 *
 * Returns: %TRUE if a box is selected
 */
gboolean
dwell_chart_view_get_box (DwellChartView *self,
                          double         *x0,
                          double         *x1,
                          double         *y0,
                          double         *y1)
{
  g_return_val_if_fail (DWELL_IS_CHART_VIEW (self), FALSE);

  *x0 = self->chart.box_x0;
  *x1 = self->chart.box_x1;
  *y0 = self->chart.box_y0;
  *y1 = self->chart.box_y1;
  return self->has_chart && self->chart.has_box;
}

/**
 * dwell_chart_view_drop_box:
 * @self: a view
 *
 * Removes the selected box, if there is one, and emits #DwellChartView::box-changed.
 */
void
dwell_chart_view_drop_box (DwellChartView *self)
{
  g_return_if_fail (DWELL_IS_CHART_VIEW (self));

  if (!self->chart.has_box)
    return;

  self->chart.has_box = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[BOX_CHANGED], 0);
}

/**
 * dwell_chart_view_show_all:
 * @self: a view
 *
 * Resets the visible range to that of the chart that was set.
 */
void
dwell_chart_view_show_all (DwellChartView *self)
{
  g_return_if_fail (DWELL_IS_CHART_VIEW (self));

  self->chart.x = self->home_x;
  self->chart.y = self->home_y;
  queue_update (self);
}

/**
 * dwell_chart_view_get_chart:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): the chart, whose axes are the visible range; %NULL if none
 * is shown
 */
const DwellChart *
dwell_chart_view_get_chart (DwellChartView *self)
{
  g_return_val_if_fail (DWELL_IS_CHART_VIEW (self), NULL);

  return self->has_chart ? &self->chart : NULL;
}

/* Zooms or pans: the arguments are the fractions of the visible range that become its ends. */
void
_dwell_chart_view_zoom (DwellChartView *self,
                        double          x_from,
                        double          x_to,
                        double          y_from,
                        double          y_to)
{
  dwell_chart_axis_zoom (&self->chart.x, x_from, x_to);
  dwell_chart_axis_zoom (&self->chart.y, y_from, y_to);
  queue_update (self);
}

/* Shows the rubber band between two corners, px, within the plot. */
void
_dwell_chart_view_set_rubber (DwellChartView *self,
                              double          x0,
                              double          y0,
                              double          x1,
                              double          y1)
{
  DwellChartPlot plot;

  /* The chart may have been removed during the drag. */
  if (!self->has_chart)
    return;

  _dwell_chart_view_get_plot (self, &plot);
  x0 = CLAMP (x0, plot.x, plot.x + plot.width);
  x1 = CLAMP (x1, plot.x, plot.x + plot.width);
  y0 = CLAMP (y0, plot.y, plot.y + plot.height);
  y1 = CLAMP (y1, plot.y, plot.y + plot.height);
  self->has_rubber = TRUE;
  self->rubber = GRAPHENE_RECT_INIT ((float) MIN (x0, x1), (float) MIN (y0, y1),
                                     (float) fabs (x1 - x0), (float) fabs (y1 - y0));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Selects a box: @x0 and @x1 are numbers on the axis, @y_from and @y_to fractions of the visible
 * range. */
void
_dwell_chart_view_brush (DwellChartView *self,
                         double          x0,
                         double          x1,
                         double          y_from,
                         double          y_to)
{
  self->chart.has_box = TRUE;
  self->chart.box_x0 = x0;
  self->chart.box_x1 = x1;
  self->chart.box_y0 = dwell_chart_axis_from_px (&self->chart.y, y_from, 1);
  self->chart.box_y1 = dwell_chart_axis_from_px (&self->chart.y, y_to, 1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[BOX_CHANGED], 0);
}

/* Selects the box of the rubber band, or zooms into it; a click without dragging removes the
 * selected box. */
void
_dwell_chart_view_end_rubber (DwellChartView *self,
                              gboolean        is_brush)
{
  DwellChartPlot plot;
  double x0;
  double x1;
  double y0;
  double y1;

  if (!self->has_rubber)
    return;

  self->has_rubber = FALSE;
  _dwell_chart_view_get_plot (self, &plot);
  x0 = (self->rubber.origin.x - plot.x) / plot.width;
  x1 = x0 + self->rubber.size.width / plot.width;
  y1 = 1 - (self->rubber.origin.y - plot.y) / plot.height;
  y0 = y1 - self->rubber.size.height / plot.height;
  gtk_widget_queue_draw (GTK_WIDGET (self));

  if (self->rubber.size.width < 3 && self->rubber.size.height < 3)
    {
      dwell_chart_view_drop_box (self);
    }
  else if (is_brush)
    {
      _dwell_chart_view_brush (self, dwell_chart_axis_from_px (&self->chart.x, x0, 1),
                               dwell_chart_axis_from_px (&self->chart.x, x1, 1), y0, y1);
    }
  else if (self->rubber.size.width >= 3 && self->rubber.size.height >= 3)
    {
      _dwell_chart_view_zoom (self, x0, x1, y0, y1);
    }
}

/* Sets the place of the pointer, px, and hovers the point there. */
void
_dwell_chart_view_point_at (DwellChartView *self,
                            double          x,
                            double          y)
{
  gboolean had_hover = self->chart.has_hover;
  guint series = self->chart.hover_series;
  guint point = self->chart.hover_point;
  DwellChartPlot plot;

  self->has_pointer = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
  if (!self->has_chart)
    return;

  _dwell_chart_view_get_plot (self, &plot);
  self->chart.has_hover = dwell_chart_pick (&self->chart, &plot, x, y, &self->chart.hover_series,
                                            &self->chart.hover_point);
  if (had_hover == self->chart.has_hover &&
      (!had_hover || (series == self->chart.hover_series && point == self->chart.hover_point)))
    return;

  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  queue_update (self);
}

/* Returns the last place of the pointer, px; the centre of the widget if the pointer was never over
 * it. */
void
_dwell_chart_view_get_pointer (DwellChartView *self,
                               double         *x,
                               double         *y)
{
  *x = self->has_pointer ? self->pointer_x : gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;
  *y = self->has_pointer ? self->pointer_y : gtk_widget_get_height (GTK_WIDGET (self)) / 2.0;
}

/* Has screen readers speak the hovered point, and pans until it is visible. */
static void
show_point (DwellChartView *self)
{
  const DwellChartSeries *series = &self->chart.series[self->chart.hover_series];
  double x = dwell_chart_axis_to_px (&self->chart.x, series->x[self->chart.hover_point], 1);
  double y = dwell_chart_axis_to_px (&self->chart.y, series->y[self->chart.hover_point], 1);
  double dx = x < 0 ? x : x > 1 ? x - 1 : 0;
  double dy = y < 0 ? y : y > 1 ? y - 1 : 0;

  if (isfinite (dx) && isfinite (dy) && (dx != 0 || dy != 0))
    _dwell_chart_view_zoom (self, dx, 1 + dx, dy, 1 + dy);
  set_cursor_label (self, describe_hover (self));
  queue_update (self);
}

static gboolean
has_no_points (const DwellChartSeries *series)
{
  return series->n == 0 || series->kind == DWELL_SERIES_BAND;
}

/* Moves the focus by @step points, at most to the first or last one, or by @series_step series that
 * have points. */
void
_dwell_chart_view_move_point (DwellChartView *self,
                              int             step,
                              int             series_step)
{
  gint64 series = self->chart.hover_series;
  gint64 point = self->chart.hover_point;

  if (self->chart.n_series == 0)
    return;

  if (!self->chart.has_hover)
    {
      series = 0;
      point = 0;
      step = 0;
      series_step = has_no_points (&self->chart.series[0]);
    }

  for (series += series_step;
       series_step != 0 && series >= 0 && series < self->chart.n_series &&
       has_no_points (&self->chart.series[series]);)
    series += series_step;

  if (series < 0 || series >= self->chart.n_series)
    return;

  self->chart.has_hover = TRUE;
  self->chart.hover_series = (guint) series;
  self->chart.hover_point = (guint) CLAMP (point + step, 0,
                                           (gint64) self->chart.series[series].n - 1);
  show_point (self);
}

/* Activates the hovered point. Returns FALSE if there is none. */
gboolean
_dwell_chart_view_activate (DwellChartView *self)
{
  if (!self->chart.has_hover)
    return FALSE;

  g_signal_emit (self, signals[POINT_ACTIVATED], 0, self->chart.hover_series,
                 self->chart.hover_point);
  return TRUE;
}

/**
 * dwell_chart_view_take_picture:
 * @self: a view
 * @width: px
 * @height: px
 * @title: (nullable): a headline
 *
 * Takes a picture of what is visible, in the light style and without the hovered point. It does not
 * change when the view shows something else. dwell_chart_picture_write() writes it.
 *
 * Returns: (transfer full) (nullable): the picture, to be freed with dwell_chart_picture_free();
 * %NULL if no chart is shown
 */
DwellChartPicture *
dwell_chart_view_take_picture (DwellChartView *self,
                               int             width,
                               int             height,
                               const char     *title)
{
  g_return_val_if_fail (DWELL_IS_CHART_VIEW (self), NULL);

  return self->has_chart ? _dwell_chart_picture_new (&self->chart, self->data, width, height, title)
                         : NULL;
}
