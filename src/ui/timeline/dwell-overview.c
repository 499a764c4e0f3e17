/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The overview of the whole trace, with a window that shows the visible range.
 *
 * A drag inside the window moves it, a drag of one of its edges moves the edge, a click elsewhere
 * centres the window there, and a drag elsewhere sets a new window. The wheel zooms. The canvas has
 * keys for the same operations. */
#include "config.h"

#include "ui/timeline/dwell-overview.h"

#include <math.h>

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "ui/timeline/dwell-activity.h"
#include "ui/timeline/dwell-scene.h"
#include "ui/timeline/dwell-timeline-text.h"
#include "ui/widgets/dwell-scroll.h"
#include "ui/widgets/dwell-text-scale.h"

#define EDGE_REACH 6.0 /* px: the distance within which a drag moves an edge */
#define WHEEL_ZOOM 1.25

#define MAX_SPANS_VISITED 1000000

typedef enum {
  GRAB_NOTHING,
  GRAB_WINDOW,
  GRAB_BEGIN,
  GRAB_END,
  GRAB_ELSEWHERE,
} Grab;

struct _DwellOverview
{
  GtkWidget             parent_instance;

  DwellViewport        *viewport;
  DwellActivity        *activity;
  DwellTimelinePainter *painter;

  Grab                  grab;
  gboolean              has_moved; /* beyond the drag threshold */
  double                start_x;
  gint64                start_begin; /* the window when the drag started */
  gint64                start_end;
};

G_DEFINE_FINAL_TYPE (DwellOverview, dwell_overview, GTK_TYPE_WIDGET)

/* Returns the scale of the overview, as the painter uses it; FALSE: there is no trace. */
static gboolean
get_whole (DwellOverview *self,
           DwellScale    *scale)
{
  DwellTrace *trace = self->viewport != NULL ? dwell_viewport_get_trace (self->viewport) : NULL;

  if (trace == NULL)
    return FALSE;

  *scale = (DwellScale) { trace->begin, MAX (trace->end, trace->begin + 1),
                          MAX (1, gtk_widget_get_width (GTK_WIDGET (self))) };
  return TRUE;
}

static Grab
grab_at (DwellOverview *self,
         double         x)
{
  DwellScale whole;
  DwellScale shown;
  double x0;
  double x1;
  double reach;

  if (!get_whole (self, &whole))
    return GRAB_NOTHING;

  dwell_viewport_get_scale (self->viewport, whole.width, &shown);
  x0 = CLAMP (dwell_scale_to_x (&whole, shown.begin), 0, whole.width);
  x1 = CLAMP (dwell_scale_to_x (&whole, shown.end), 0, whole.width);

  /* A narrow window must still have an inside to drag; its edges are outside then. */
  reach = x1 - x0 < 3 * EDGE_REACH ? 0 : EDGE_REACH;

  if (x >= x0 - EDGE_REACH && x < x0 + reach)
    return GRAB_BEGIN;
  if (x > x1 - reach && x <= x1 + EDGE_REACH)
    return GRAB_END;
  if (x >= x0 && x <= x1)
    return GRAB_WINDOW;
  return GRAB_ELSEWHERE;
}

static void
drag_begin (DwellOverview *self,
            double         x,
            double         y)
{
  DwellScale shown;

  self->grab = grab_at (self, x);
  self->has_moved = FALSE;
  self->start_x = x;
  if (self->grab == GRAB_NOTHING)
    return;

  dwell_viewport_get_scale (self->viewport, 1, &shown);
  self->start_begin = shown.begin;
  self->start_end = shown.end;
}

static void
drag_update (DwellOverview *self,
             double         offset_x,
             double         offset_y,
             GtkGesture    *gesture)
{
  DwellScale whole;
  double delta;
  gint64 from;
  gint64 to;

  if (self->grab == GRAB_NOTHING || !get_whole (self, &whole))
    return;

  if (!self->has_moved)
    {
      if (!gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) offset_x, 0))
        return;
      self->has_moved = TRUE;
      gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
      dwell_viewport_remember (self->viewport);
    }

  delta = round (offset_x * dwell_scale_get_range (&whole) / whole.width);
  from = dwell_scale_to_time (&whole, self->start_x);
  to = dwell_scale_to_time (&whole, self->start_x + offset_x);

  switch (self->grab)
    {
    case GRAB_WINDOW:
      dwell_viewport_jump_to (self->viewport, dwell_time_plus (self->start_begin, delta),
                              dwell_time_plus (self->start_end, delta));
      break;
    case GRAB_BEGIN:
      from = dwell_time_plus (self->start_begin, delta);
      dwell_viewport_jump_to (self->viewport, MIN (from, self->start_end),
                              MAX (from, self->start_end));
      break;
    case GRAB_END:
      to = dwell_time_plus (self->start_end, delta);
      dwell_viewport_jump_to (self->viewport, MIN (to, self->start_begin),
                              MAX (to, self->start_begin));
      break;
    case GRAB_ELSEWHERE:
      dwell_viewport_jump_to (self->viewport, MIN (from, to), MAX (from, to));
      break;
    case GRAB_NOTHING:
    default:
      break;
    }
}

static void
drag_end (DwellOverview *self,
          double         offset_x,
          double         offset_y)
{
  DwellScale whole;

  if (self->grab == GRAB_ELSEWHERE && !self->has_moved && get_whole (self, &whole))
    {
      gint64 width = self->start_end - self->start_begin;
      gint64 begin = dwell_time_plus (dwell_scale_to_time (&whole, self->start_x),
                                      -(double) width / 2);

      dwell_viewport_remember (self->viewport);
      dwell_view_set_range (dwell_viewport_get_view (self->viewport), begin,
                            dwell_time_plus (begin, (double) width));
    }

  self->grab = GRAB_NOTHING;
}

static void
pointer_moved (DwellOverview *self,
               double         x,
               double         y)
{
  Grab grab = self->grab != GRAB_NOTHING ? self->grab : grab_at (self, x);

  if (grab == GRAB_BEGIN || grab == GRAB_END)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "ew-resize");
  else if (grab == GRAB_WINDOW)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                     self->grab == GRAB_WINDOW ? "grabbing" : "grab");
  else
    gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
}

static gboolean
scroll (DwellOverview            *self,
        double                    dx,
        double                    dy,
        GtkEventControllerScroll *controller)
{
  double steps = dwell_scroll_get_steps (controller, dy);

  if (dwell_viewport_get_trace (self->viewport) == NULL)
    return GDK_EVENT_PROPAGATE;

  dwell_viewport_remember (self->viewport);
  dwell_viewport_zoom_smoothly (self->viewport, pow (WHEEL_ZOOM, -steps), 0.5);
  return GDK_EVENT_STOP;
}

/* --- Activity --- */

static void
ask_activity (DwellOverview *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  DwellLayoutIndex *layout;
  DwellScale whole;

  if (!get_whole (self, &whole) || whole.width <= 1)
    return;

  /* Without an index all spans are visited, which takes too long for many spans during reading. */
  layout = dwell_view_get_reading (view)->layout;
  if (layout != NULL || trace->n_spans <= MAX_SPANS_VISITED)
    dwell_activity_ask (self->activity, trace, layout, whole.begin, whole.end,
                        (guint) whole.width);
}

static void
trace_changed (DwellOverview *self)
{
  g_clear_pointer (&self->painter, dwell_timeline_painter_free);
  ask_activity (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
view_set (DwellOverview *self)
{
  dwell_activity_forget (self->activity);
  trace_changed (self);
}

/* --- The widget --- */

static void
dwell_overview_snapshot (GtkWidget   *widget,
                         GtkSnapshot *snapshot)
{
  DwellOverview *self = DWELL_OVERVIEW (widget);
  int width = gtk_widget_get_width (widget);
  DwellTimelineScene scene;
  g_autoptr(GArray) values = NULL;
  DwellScale whole;
  cairo_t *cr;

  if (!get_whole (self, &whole))
    return;

  dwell_scene_init (&scene, self->viewport, widget);
  values = dwell_activity_get_values (self->activity, whole.begin, whole.end);
  if (self->painter == NULL)
    self->painter = dwell_scene_make_painter (widget);

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width,
                                                                 (float) scene.height));
  dwell_timeline_painter_draw_overview (self->painter, cr, &scene,
                                        (gconstpointer) values->data, values->len);
  cairo_destroy (cr);
}

static void
dwell_overview_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL
             ? 0 : (int) (DWELL_OVERVIEW_HEIGHT * dwell_text_scale_get (widget));
  *natural = *minimum;
  *minimum_baseline = *natural_baseline = -1;
}

static void
dwell_overview_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  ask_activity (DWELL_OVERVIEW (widget));
}

/* Shows how many limits are broken at the pointer. */
static gboolean
dwell_overview_query_tooltip (GtkWidget  *widget,
                              int         x,
                              int         y,
                              gboolean    is_keyboard,
                              GtkTooltip *tooltip)
{
  DwellOverview *self = DWELL_OVERVIEW (widget);
  g_autofree char *text = NULL;
  DwellTimelineScene scene;
  guint64 n;

  if (is_keyboard || self->grab != GRAB_NOTHING ||
      !dwell_scene_init (&scene, self->viewport, widget))
    return FALSE;

  n = dwell_timeline_painter_count_overview_overruns (&scene, x);
  if (n == 0)
    return FALSE;

  text = dwell_timeline_describe_overruns (n);
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x - 4, 0, 8, (int) scene.height });
  return TRUE;
}

static void
dwell_overview_css_changed (GtkWidget         *widget,
                            GtkCssStyleChange *change)
{
  DwellOverview *self = DWELL_OVERVIEW (widget);

  GTK_WIDGET_CLASS (dwell_overview_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->painter, dwell_timeline_painter_free);
  gtk_widget_queue_draw (widget);
}

static void
dwell_overview_dispose (GObject *object)
{
  DwellOverview *self = DWELL_OVERVIEW (object);

  g_clear_object (&self->activity);
  g_clear_object (&self->viewport);
  g_clear_pointer (&self->painter, dwell_timeline_painter_free);

  G_OBJECT_CLASS (dwell_overview_parent_class)->dispose (object);
}

static void
dwell_overview_class_init (DwellOverviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_overview_dispose;

  widget_class->snapshot = dwell_overview_snapshot;
  widget_class->measure = dwell_overview_measure;
  widget_class->size_allocate = dwell_overview_size_allocate;
  widget_class->css_changed = dwell_overview_css_changed;
  widget_class->query_tooltip = dwell_overview_query_tooltip;

  gtk_widget_class_set_css_name (widget_class, "timelineoverview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
dwell_overview_init (DwellOverview *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *pointer = gtk_event_controller_motion_new ();
  GtkEventController *wheel;

  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Overview of the whole "
                                                                   "recording"),
                                  -1);

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));

  g_signal_connect_swapped (pointer, "motion", G_CALLBACK (pointer_moved), self);
  gtk_widget_add_controller (widget, pointer);

  wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  g_signal_connect_swapped (wheel, "scroll", G_CALLBACK (scroll), self);
  gtk_widget_add_controller (widget, wheel);

  self->activity = dwell_activity_new ();
  g_signal_connect_object (self->activity, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
}

/**
 * dwell_overview_set_up:
 * @self: the overview
 * @viewport: the viewport of the timeline
 *
 * Connects the overview to the timeline. Call it once, before the overview is shown.
 */
void
dwell_overview_set_up (DwellOverview *self,
                       DwellViewport *viewport)
{
  static const char * const redraws[] = { "range-changed", "selection-changed",
                                         "markers-changed", "overruns-changed",
                                         "find-changed", "lit-changed" };

  g_return_if_fail (DWELL_IS_OVERVIEW (self));

  self->viewport = g_object_ref (viewport);
  for (guint i = 0; i < G_N_ELEMENTS (redraws); i++)
    dwell_viewport_connect (viewport, redraws[i], G_CALLBACK (gtk_widget_queue_draw), self);
  dwell_viewport_connect (viewport, "view-set", G_CALLBACK (view_set), self);
  dwell_viewport_connect (viewport, "trace-changed", G_CALLBACK (trace_changed), self);
  dwell_viewport_connect (viewport, "indexes-changed", G_CALLBACK (ask_activity), self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}
