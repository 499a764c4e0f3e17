/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles the mouse, touch gestures and keys of a chart. */
#include "config.h"

#include "ui/chart/dwell-chart-view-private.h"

#include <math.h>

#include "ui/widgets/dwell-keypad.h"
#include "ui/widgets/dwell-scroll.h"

#define ZOOM_STEP 1.25
#define PAN_STEP  0.1

/* Zooms around (@x, @y), px of the widget. */
static void
zoom_at (DwellChartView *self,
         double          factor,
         double          x,
         double          y)
{
  DwellChartPlot plot;
  double fx;
  double fy;

  _dwell_chart_view_get_plot (self, &plot);
  fx = CLAMP ((x - plot.x) / plot.width, 0, 1);
  fy = CLAMP (1 - (y - plot.y) / plot.height, 0, 1);
  _dwell_chart_view_zoom (self, fx - fx / factor, fx + (1 - fx) / factor, fy - fy / factor,
                          fy + (1 - fy) / factor);
}

static void
zoom_in_middle (DwellChartView *self,
                double          factor)
{
  double edge = 0.5 - 0.5 / factor;

  _dwell_chart_view_zoom (self, edge, 1 - edge, edge, 1 - edge);
}

static void
drag_begun (GtkGestureDrag *gesture,
            double          x,
            double          y,
            DwellChartView *self)
{
  gboolean has_chart = _dwell_chart_view_has_chart (self);

  gtk_gesture_set_state (GTK_GESTURE (gesture), has_chart ? GTK_EVENT_SEQUENCE_CLAIMED
                                                          : GTK_EVENT_SEQUENCE_DENIED);
  if (has_chart)
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
dragged (GtkGestureDrag *gesture,
         double          dx,
         double          dy,
         DwellChartView *self)
{
  double x;
  double y;

  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  _dwell_chart_view_set_rubber (self, x, y, x + dx, y + dy);
}

static void
drag_ended (GtkGestureDrag *gesture,
            double          dx,
            double          dy,
            DwellChartView *self)
{
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  gboolean is_inverted = (state & GDK_SHIFT_MASK) != 0;

  _dwell_chart_view_end_rubber (self, _dwell_chart_view_get_brushes (self) != is_inverted);
}

typedef struct {
  double x;
  double y;
} Pan;

/* The range of x that the keys select: from the point that had the focus when Shift was first
 * held. */
typedef struct {
  gboolean is_active;
  double   low;
  double   high;
} Brush;

static void
pan_begun (GtkGestureDrag *gesture,
           double          x,
           double          y,
           Pan            *pan)
{
  *pan = (Pan) { 0, 0 };
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
panned (GtkGestureDrag *gesture,
        double          dx,
        double          dy,
        Pan            *pan)
{
  DwellChartView *self =
    DWELL_CHART_VIEW (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)));
  DwellChartPlot plot;
  double fx;
  double fy;

  if (!_dwell_chart_view_has_chart (self))
    return;

  _dwell_chart_view_get_plot (self, &plot);
  fx = (pan->x - dx) / plot.width;
  fy = (dy - pan->y) / plot.height;
  *pan = (Pan) { dx, dy };
  _dwell_chart_view_zoom (self, fx, 1 + fx, fy, 1 + fy);
}

static double
get_plot_width (DwellChartView *self)
{
  DwellChartPlot plot;

  _dwell_chart_view_get_plot (self, &plot);
  return plot.width;
}

static gboolean
scrolled (GtkEventControllerScroll *controller,
          double                    dx,
          double                    dy,
          DwellChartView           *self)
{
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (!_dwell_chart_view_has_chart (self))
    return FALSE;

  if ((state & GDK_CONTROL_MASK) != 0 && dy != 0)
    {
      double x;
      double y;

      /* Scroll events have no position. */
      _dwell_chart_view_get_pointer (self, &x, &y);
      zoom_at (self, pow (ZOOM_STEP, -dwell_scroll_get_steps (controller, dy)), x, y);
      return TRUE;
    }

  if ((state & GDK_SHIFT_MASK) != 0 || dx != 0)
    {
      double distance = dx != 0 ? dx : dy;
      double step = PAN_STEP * distance;

      if (!dwell_scroll_is_wheel (controller))
        step = distance / MAX (get_plot_width (self), 1);
      _dwell_chart_view_zoom (self, step, 1 + step, 0, 1);
      return TRUE;
    }
  return FALSE;
}

static void
pinched (GtkGestureZoom *gesture,
         double          scale,
         double         *last_scale)
{
  DwellChartView *self =
    DWELL_CHART_VIEW (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)));
  double x;
  double y;

  if (_dwell_chart_view_has_chart (self) &&
      gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    zoom_at (self, scale / *last_scale, x, y);
  *last_scale = scale;
}

static void
pinch_begun (GtkGesture       *gesture,
             GdkEventSequence *sequence,
             double           *last_scale)
{
  *last_scale = 1;
}

static void
pressed (GtkGestureClick *gesture,
         int              n_presses,
         double           x,
         double           y,
         DwellChartView  *self)
{
  if (n_presses != 2 || !_dwell_chart_view_has_chart (self))
    return;

  _dwell_chart_view_point_at (self, x, y);
  if (!_dwell_chart_view_activate (self))
    dwell_chart_view_show_all (self);
}

static void
pointed (GtkEventControllerMotion *controller,
         double                    x,
         double                    y,
         DwellChartView           *self)
{
  _dwell_chart_view_point_at (self, x, y);
}

static void
move_along (DwellChartView *self,
            guint           key,
            gboolean        is_far)
{
  int step = is_far ? 10 : 1;

  switch (key)
    {
    case GDK_KEY_Left:
      _dwell_chart_view_move_point (self, -step, 0);
      break;
    case GDK_KEY_Right:
      _dwell_chart_view_move_point (self, step, 0);
      break;
    case GDK_KEY_Up:
      _dwell_chart_view_move_point (self, 0, -1);
      break;
    case GDK_KEY_Down:
    default:
      _dwell_chart_view_move_point (self, 0, 1);
      break;
    }
}

/* Finds the range of x that the focused point covers. Returns FALSE if no point has the focus. */
static gboolean
get_focused (DwellChartView *self,
             double         *low,
             double         *high)
{
  const DwellChart *chart = dwell_chart_view_get_chart (self);
  const DwellChartSeries *series;

  if (!chart->has_hover)
    return FALSE;

  series = &chart->series[chart->hover_series];
  *low = *high = series->x[chart->hover_point];
  /* The right edge of a bar is the left edge of the next one. */
  if (series->kind == DWELL_SERIES_BARS)
    *high = *low + (series->x_high[chart->hover_point] - *low) * 0.999;
  return TRUE;
}

/* Selects from the point that had the focus when Shift was first held to the one that has it
 * now. */
static void
brush_along (DwellChartView *self,
             Brush          *brush,
             guint           key,
             gboolean        is_far)
{
  double low;
  double high;
  double unused;

  if (!_dwell_chart_view_get_brushes (self))
    return;

  if (!brush->is_active ||
      !dwell_chart_view_get_box (self, &unused, &unused, &unused, &unused))
    {
      if (!get_focused (self, &brush->low, &brush->high))
        {
          move_along (self, key, is_far);
          if (!get_focused (self, &brush->low, &brush->high))
            return;
        }
      brush->is_active = TRUE;
    }

  move_along (self, key, is_far);
  if (get_focused (self, &low, &high))
    _dwell_chart_view_brush (self, MIN (low, brush->low), MAX (high, brush->high), 0, 1);
}

static gboolean
key_pressed (GtkEventControllerKey *controller,
             guint                  key,
             guint                  code,
             GdkModifierType        state,
             DwellChartView        *self)
{
  Brush *brush = g_object_get_data (G_OBJECT (controller), "brush");
  guint plain = dwell_keypad_get_plain (key);

  if (!_dwell_chart_view_has_chart (self) || (state & GDK_ALT_MASK) != 0)
    return FALSE;

  switch (plain)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      if ((state & GDK_SHIFT_MASK) != 0)
        {
          brush_along (self, brush, plain, (state & GDK_CONTROL_MASK) != 0);
          return TRUE;
        }
      brush->is_active = FALSE;
      move_along (self, plain, (state & GDK_CONTROL_MASK) != 0);
      return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
      zoom_in_middle (self, ZOOM_STEP);
      return TRUE;
    case GDK_KEY_minus:
      zoom_in_middle (self, 1 / ZOOM_STEP);
      return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_Home:
      dwell_chart_view_show_all (self);
      return TRUE;
    case GDK_KEY_Return:
      return _dwell_chart_view_activate (self);
    case GDK_KEY_Escape:
      {
        double unused;

        if (!dwell_chart_view_get_box (self, &unused, &unused, &unused, &unused))
          return FALSE;
        dwell_chart_view_drop_box (self);
        return TRUE;
      }
    default:
      return FALSE;
    }
}

/* Adds the gestures and keys to a new view. */
void
_dwell_chart_view_add_input (DwellChartView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pan = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *scroll =
    gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  Pan *pan_state = g_new0 (Pan, 1);
  double *last_scale = g_new0 (double, 1);

  g_object_set_data_full (G_OBJECT (pan), "pan", pan_state, g_free);
  g_object_set_data_full (G_OBJECT (pinch), "scale", last_scale, g_free);
  g_object_set_data_full (G_OBJECT (keys), "brush", g_new0 (Brush, 1), g_free);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (pan), GDK_BUTTON_MIDDLE);

  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begun), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (dragged), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_ended), self);
  g_signal_connect (pan, "drag-begin", G_CALLBACK (pan_begun), pan_state);
  g_signal_connect (pan, "drag-update", G_CALLBACK (panned), pan_state);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begun), last_scale);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinched), last_scale);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scrolled), self);
  g_signal_connect (motion, "motion", G_CALLBACK (pointed), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);

  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pan));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
