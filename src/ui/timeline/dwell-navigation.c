/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scrolls, pans and zooms a timeline with the wheel, a touchpad, the middle button or two fingers.
 *
 * The wheel scrolls the tracks, or zooms at the pointer where all of them are in view; with Ctrl it
 * zooms in any case; with Shift it pans, as a horizontal wheel does. A touchpad sends the same
 * events in finer steps, and at their end the velocity of the fingers: the tracks continue to
 * scroll and slow down. A drag with the middle button moves the content. */
#include "config.h"

#include "ui/timeline/dwell-navigation.h"

#include <math.h>

#include "ui/widgets/dwell-scroll.h"
#include "ui/widgets/dwell-settings.h"

#define WHEEL_ZOOM 1.25  /* factor per notch */
#define WHEEL_PAN  0.1   /* visible ranges per notch */
#define FRICTION     4.0   /* 1/s */
#define SLOWEST      10.0  /* px/s: below it, scrolling stops */

struct _DwellNavigation
{
  GObject             parent_instance;

  GtkWidget          *widget; /* weak */
  DwellViewport      *viewport;
  GtkAdjustment      *vadjustment; /* or NULL */
  GtkEventController *pointer;

  double              pointer_x;
  gboolean            has_pointer;
  gint64              start_begin; /* the range when a drag or a pinch started */
  gint64              start_end;
  double              start_y;
  double              pinch_anchor;
  double              velocity; /* px/s, of kinetic scrolling */
  gint64              last_frame_us;
  guint               tick;
};

G_DEFINE_FINAL_TYPE (DwellNavigation, dwell_navigation, G_TYPE_OBJECT)

static double
get_width (DwellNavigation *self)
{
  return MAX (1, gtk_widget_get_width (self->widget));
}

static void
scroll_tracks (DwellNavigation *self,
               double           pixels)
{
  if (self->vadjustment != NULL)
    gtk_adjustment_set_value (self->vadjustment,
                              gtk_adjustment_get_value (self->vadjustment) + pixels);
}

static void
zoom_by_steps (DwellNavigation *self,
               double           steps,
               gboolean         is_wheel)
{
  double anchor = dwell_navigation_get_anchor (self);

  dwell_viewport_remember (self->viewport);
  if (is_wheel)
    dwell_viewport_zoom_smoothly (self->viewport, pow (WHEEL_ZOOM, -steps), anchor);
  else
    dwell_viewport_zoom (self->viewport, pow (WHEEL_ZOOM, -steps), anchor);
}

static gboolean
can_scroll (DwellNavigation *self)
{
  return self->vadjustment != NULL && gtk_adjustment_get_upper (self->vadjustment) >
                                      gtk_adjustment_get_page_size (self->vadjustment);
}

/* The settings can exchange scrolling and zooming for a wheel, but not for a touchpad, which zooms
 * with a pinch. Where there is nothing to scroll, a wheel zooms in any case. */
static gboolean
zooms (DwellNavigation *self,
       GdkModifierType  state,
       gboolean         is_wheel)
{
  gboolean has_control = (state & GDK_CONTROL_MASK) != 0;
  GSettings *settings = dwell_settings_get ();
  g_autofree char *wheel = NULL;

  if (!is_wheel || (state & GDK_SHIFT_MASK) != 0)
    return has_control;
  if (!can_scroll (self))
    return TRUE;

  wheel = settings != NULL ? g_settings_get_string (settings, "wheel") : NULL;

  return has_control != (g_strcmp0 (wheel, "zoom") == 0);
}

static gboolean
scroll (DwellNavigation          *self,
        double                    dx,
        double                    dy,
        GtkEventControllerScroll *controller)
{
  GdkModifierType state;
  gboolean is_wheel;

  state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  is_wheel = dwell_scroll_is_wheel (controller);
  self->velocity = 0;

  if (dwell_viewport_get_view (self->viewport) == NULL)
    return GDK_EVENT_PROPAGATE;

  if (dy != 0 && zooms (self, state, is_wheel))
    {
      zoom_by_steps (self, dwell_scroll_get_steps (controller, dy), is_wheel);
      return GDK_EVENT_STOP;
    }

  if ((state & GDK_SHIFT_MASK) != 0)
    {
      dx += dy;
      dy = 0;
    }

  if (dx != 0)
    {
      dwell_viewport_remember (self->viewport);
      dwell_viewport_pan (self->viewport, is_wheel ? dx * WHEEL_PAN : dx / get_width (self));
    }

  if (dy != 0)
    scroll_tracks (self, is_wheel ? dy * DWELL_SCROLL_STEP_PX : dy);

  return GDK_EVENT_STOP;
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  DwellNavigation *self = user_data;
  gint64 now_us = gdk_frame_clock_get_frame_time (clock);
  double seconds = (double) (now_us - self->last_frame_us) / 1e6;

  self->last_frame_us = now_us;
  scroll_tracks (self, self->velocity * seconds);
  self->velocity *= exp (-FRICTION * seconds);

  if (fabs (self->velocity) > SLOWEST)
    return G_SOURCE_CONTINUE;

  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
decelerate (DwellNavigation *self,
            double           velocity_x,
            double           velocity_y)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (self->widget);

  if (clock == NULL || self->vadjustment == NULL)
    return;

  self->velocity = velocity_y;
  self->last_frame_us = gdk_frame_clock_get_frame_time (clock);
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (self->widget, tick_cb, self, NULL);
}

static void
remember_start (DwellNavigation *self)
{
  DwellScale scale;

  dwell_viewport_remember (self->viewport);
  dwell_viewport_get_scale (self->viewport, get_width (self), &scale);
  self->start_begin = scale.begin;
  self->start_end = scale.end;
  self->start_y = self->vadjustment != NULL ? gtk_adjustment_get_value (self->vadjustment) : 0;
  self->velocity = 0;
}

static void
pan_begin (DwellNavigation *self)
{
  remember_start (self);
  gtk_widget_set_cursor_from_name (self->widget, "grabbing");
}

static void
pan_update (DwellNavigation *self,
            double           offset_x,
            double           offset_y,
            GtkGesture      *gesture)
{
  double ns_per_pixel = (double) (self->start_end - self->start_begin) / get_width (self);
  double delta = -round (offset_x * ns_per_pixel);

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  dwell_viewport_jump_to (self->viewport, dwell_time_plus (self->start_begin, delta),
                          dwell_time_plus (self->start_end, delta));
  if (self->vadjustment != NULL)
    gtk_adjustment_set_value (self->vadjustment, self->start_y - offset_y);
}

static void
pan_end (DwellNavigation *self)
{
  gtk_widget_set_cursor (self->widget, NULL);
}

static void
pinch_begin (DwellNavigation  *self,
             GdkEventSequence *sequence,
             GtkGesture       *gesture)
{
  double x = 0;
  double y = 0;

  remember_start (self);
  gtk_gesture_get_bounding_box_center (gesture, &x, &y);
  self->pinch_anchor = CLAMP (x / get_width (self), 0, 1);
}

static void
pinch (DwellNavigation *self,
       double           scale)
{
  double start_width = (double) (self->start_end - self->start_begin);
  double width = MAX (1, round (start_width / MAX (scale, 1e-6)));
  gint64 begin = dwell_time_plus (self->start_begin,
                                  round ((start_width - width) * self->pinch_anchor));

  dwell_viewport_jump_to (self->viewport, begin, dwell_time_plus (begin, width));
}

static void
pointer_moved (DwellNavigation *self,
               double           x,
               double           y)
{
  self->has_pointer = TRUE;
  self->pointer_x = x;
}

static void
pointer_left (DwellNavigation *self)
{
  self->has_pointer = FALSE;
}

static void
dwell_navigation_dispose (GObject *object)
{
  DwellNavigation *self = DWELL_NAVIGATION (object);

  if (self->tick != 0 && self->widget != NULL)
    gtk_widget_remove_tick_callback (self->widget, self->tick);
  self->tick = 0;
  g_clear_weak_pointer (&self->widget);
  g_clear_object (&self->viewport);
  g_clear_object (&self->vadjustment);

  G_OBJECT_CLASS (dwell_navigation_parent_class)->dispose (object);
}

static void
dwell_navigation_class_init (DwellNavigationClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dwell_navigation_dispose;
}

static void
dwell_navigation_init (DwellNavigation *self)
{
}

static void
connect_signal (DwellNavigation *self,
                gpointer         controller,
                const char      *signal,
                GCallback        handler)
{
  g_signal_connect_object (controller, signal, handler, self, G_CONNECT_SWAPPED);
}

/**
 * dwell_navigation_new:
 * @widget: a widget whose whole width is the time axis; must live as long as the result
 * @viewport: the viewport of the timeline
 * @vadjustment: (nullable): the vertical scroll position of the tracks, px; %NULL: there are none
 *
 * Adds the controllers to @widget.
 *
 * Returns: (transfer full): the navigation, which works until it is disposed
 */
DwellNavigation *
dwell_navigation_new (GtkWidget     *widget,
                      DwellViewport *viewport,
                      GtkAdjustment *vadjustment)
{
  DwellNavigation *self = g_object_new (DWELL_TYPE_NAVIGATION, NULL);
  GtkEventController *wheel;
  GtkEventController *pointer;
  GtkGesture *middle;
  GtkGesture *two_fingers;

  g_set_weak_pointer (&self->widget, widget);
  self->viewport = g_object_ref (viewport);
  self->vadjustment = vadjustment != NULL ? g_object_ref (vadjustment) : NULL;

  wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES |
                                           GTK_EVENT_CONTROLLER_SCROLL_KINETIC);
  connect_signal (self, wheel, "scroll", G_CALLBACK (scroll));
  connect_signal (self, wheel, "decelerate", G_CALLBACK (decelerate));
  gtk_widget_add_controller (widget, wheel);

  middle = gtk_gesture_drag_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (middle), GDK_BUTTON_MIDDLE);
  connect_signal (self, middle, "drag-begin", G_CALLBACK (pan_begin));
  connect_signal (self, middle, "drag-update", G_CALLBACK (pan_update));
  connect_signal (self, middle, "drag-end", G_CALLBACK (pan_end));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (middle));

  two_fingers = gtk_gesture_zoom_new ();
  connect_signal (self, two_fingers, "begin", G_CALLBACK (pinch_begin));
  connect_signal (self, two_fingers, "scale-changed", G_CALLBACK (pinch));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (two_fingers));

  pointer = gtk_event_controller_motion_new ();
  connect_signal (self, pointer, "enter", G_CALLBACK (pointer_moved));
  connect_signal (self, pointer, "motion", G_CALLBACK (pointer_moved));
  connect_signal (self, pointer, "leave", G_CALLBACK (pointer_left));
  gtk_widget_add_controller (widget, pointer);

  return self;
}

/**
 * dwell_navigation_get_anchor:
 * @self: the navigation
 *
 * Returns: the place that a zoom keeps, as a fraction of the width, 0…1: that of the pointer; the
 *   middle if the pointer is elsewhere
 */
double
dwell_navigation_get_anchor (DwellNavigation *self)
{
  g_return_val_if_fail (DWELL_IS_NAVIGATION (self), 0.5);

  if (!self->has_pointer)
    return 0.5;

  return CLAMP (self->pointer_x / get_width (self), 0, 1);
}
