/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles the pointer, the wheel and the keys of the flame graph. */
#include "config.h"

#include "ui/flame/dwell-flame-graph-private.h"

#include <math.h>

#include "ui/widgets/dwell-keypad.h"
#include "ui/widgets/dwell-scroll.h"

/* A frame narrower than this, px, is zoomed to when it gets the focus. */
#define MIN_FOCUS_WIDTH 4

#define ZOOM_FACTOR 1.25

/* Zooms and scrolls until the focused frame is wide enough and its row is visible. */
void
_dwell_flame_graph_reveal_focus (DwellFlameGraph *self)
{
  const DwellFlameShape *tree = dwell_flame_get_shape (self->flame);
  double height = _dwell_flame_graph_get_page (self);
  double y = tree->depths[self->focus] * (double) DWELL_FLAME_PITCH;
  DwellFlameViewport viewport = _dwell_flame_graph_get_target (self);
  double width = viewport.x1 - viewport.x0;
  double x0;
  double x1;

  dwell_flame_get_extent (self->flame, self->focus, &x0, &x1);
  if (x1 <= viewport.x0 || x0 >= viewport.x1 ||
      (x1 - x0) / width * gtk_widget_get_width (GTK_WIDGET (self)) < MIN_FOCUS_WIDTH)
    {
      _dwell_flame_graph_push_history (self);
      viewport = _dwell_flame_graph_get_viewport (self, self->focus);
    }

  if (y < viewport.scroll)
    viewport.scroll = y;
  else if (y + DWELL_FLAME_PITCH > viewport.scroll + height)
    viewport.scroll = y + DWELL_FLAME_PITCH - height;
  _dwell_flame_graph_go_to (self, viewport);
}

static void
on_pressed (DwellFlameGraph *self,
            int              n_press,
            double           x,
            double           y)
{
  DwellFlameScene scene;
  DwellFrame frame;

  gtk_widget_grab_focus (self->cursor);
  /* The first two clicks of several have changed what is under the pointer. */
  if (n_press > 2)
    return;
  if (!dwell_flame_graph_pick (self, x, y, &frame))
    return;

  if (frame.n_folded > 0)
    {
      DwellFlameViewport viewport = self->viewport;
      double scale;

      dwell_flame_graph_get_scene (self, &scene);
      scale = (scene.x1 - scene.x0) / scene.width;
      _dwell_flame_graph_push_history (self);
      viewport.x0 = scene.x0 + frame.x0 * scale;
      viewport.x1 = MAX (scene.x0 + frame.x1 * scale, viewport.x0 + DWELL_FLAME_MIN_WIDTH);
      _dwell_flame_graph_go_to (self, viewport);
      return;
    }

  if (n_press == 1)
    dwell_flame_graph_set_focus (self, frame.node);
  else
    dwell_flame_graph_zoom_to (self, frame.node);
}

static void
on_motion (DwellFlameGraph *self,
           double           x,
           double           y)
{
  DwellFrame frame = { .node = DWELL_NONE };

  self->pointer_x = x;
  dwell_flame_graph_pick (self, x, y, &frame);
  if (frame.node == self->hover)
    return;

  self->hover = frame.node;
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (DwellFlameGraph *self)
{
  self->hover = DWELL_NONE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Changes the width of the visible range by @factor; what is at @share of the width (0…1) keeps its
 * place. */
static void
zoom_at (DwellFlameGraph *self,
         double           factor,
         double           share)
{
  double width = self->viewport.x1 - self->viewport.x0;
  double anchor = self->viewport.x0 + width * share;

  width = CLAMP (width * factor, DWELL_FLAME_MIN_WIDTH, 1);
  self->viewport.x0 = CLAMP (anchor - width * share, 0, 1 - width);
  self->viewport.x1 = self->viewport.x0 + width;
}

/* Returns where the keyboard zooms, as a share of the width (0…1): at the middle of the visible
 * part of the focused frame, or of the widget. */
static double
get_focus_share (DwellFlameGraph *self)
{
  double width = self->viewport.x1 - self->viewport.x0;
  double x0;
  double x1;

  if (self->focus == DWELL_NONE)
    return 0.5;

  dwell_flame_get_extent (self->flame, self->focus, &x0, &x1);
  x0 = CLAMP (x0, self->viewport.x0, self->viewport.x1);
  x1 = CLAMP (x1, self->viewport.x0, self->viewport.x1);
  return ((x0 + x1) / 2 - self->viewport.x0) / width;
}

static void
zoom_by_key (DwellFlameGraph *self,
             double           factor)
{
  _dwell_flame_graph_stop_glide (self);
  zoom_at (self, factor, get_focus_share (self));
  _dwell_flame_graph_show_viewport (self);
}

/* Moves sideways: a wheel by tenths of the visible width, a touchpad by px. */
static void
pan (DwellFlameGraph *self,
     double           distance,
     gboolean         is_wheel)
{
  double width = self->viewport.x1 - self->viewport.x0;
  double share = is_wheel ? distance / 10
                          : distance / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);

  self->viewport.x0 = CLAMP (self->viewport.x0 + share * width, 0, 1 - width);
  self->viewport.x1 = self->viewport.x0 + width;
}

/* The wheel scrolls; with Ctrl it zooms at the pointer. */
static gboolean
on_scroll (DwellFlameGraph          *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *controller)
{
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  gboolean is_wheel = dwell_scroll_is_wheel (controller);
  double share = self->pointer_x / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);

  if (self->flame == NULL)
    return FALSE;

  _dwell_flame_graph_stop_glide (self);
  if ((state & GDK_CONTROL_MASK) && dy != 0)
    zoom_at (self, pow (ZOOM_FACTOR, dwell_scroll_get_steps (controller, dy)), share);
  else if (state & GDK_SHIFT_MASK || dx != 0)
    pan (self, dx != 0 ? dx : dy, is_wheel);
  else
    self->viewport.scroll += (self->grows_up ? -dy : dy) * (is_wheel ? 3 * DWELL_FLAME_PITCH : 1);

  _dwell_flame_graph_show_viewport (self);
  return TRUE;
}

/* Returns the node to which a key moves the focus, or DWELL_NONE. */
static guint32
step (DwellFlameGraph *self,
      guint            key)
{
  const DwellFlameShape *tree = dwell_flame_get_shape (self->flame);

  if (self->focus == DWELL_NONE)
    return self->viewport.node != DWELL_NONE
             ? self->viewport.node : dwell_flame_get_heaviest_child (self->flame, DWELL_NONE);

  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      return (key == GDK_KEY_Down) != self->grows_up
               ? dwell_flame_get_heaviest_child (self->flame, self->focus)
               : tree->parents[self->focus];
    case GDK_KEY_Left:
      return dwell_flame_get_sibling (self->flame, self->focus, -1);
    case GDK_KEY_Right:
      return dwell_flame_get_sibling (self->flame, self->focus, 1);
    default:
      return dwell_flame_get_heaviest_child (self->flame, DWELL_NONE);
    }
}

static gboolean
on_key (DwellFlameGraph *self,
        guint            key,
        guint            code,
        GdkModifierType  state)
{
  guint plain = dwell_keypad_get_plain (key);
  guint32 node;

  if (self->flame == NULL || state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return FALSE;

  switch (plain)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Home:
      node = step (self, plain);
      if (node == DWELL_NONE)
        gtk_widget_error_bell (GTK_WIDGET (self));
      else
        {
          dwell_flame_graph_set_focus (self, node);
          _dwell_flame_graph_reveal_focus (self);
        }
      return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
      zoom_by_key (self, 1 / ZOOM_FACTOR);
      return TRUE;
    case GDK_KEY_minus:
      zoom_by_key (self, ZOOM_FACTOR);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_space:
      if (self->focus != DWELL_NONE)
        dwell_flame_graph_zoom_to (self, self->focus);
      return TRUE;
    case GDK_KEY_Escape:
      if (self->viewport.node == DWELL_NONE && self->viewport.x1 - self->viewport.x0 >= 1)
        return FALSE;
      dwell_flame_graph_zoom_to (self, DWELL_NONE);
      return TRUE;
    default:
      return FALSE;
    }
}

/* Adds the event controllers to a new widget. */
void
_dwell_flame_graph_add_controllers (DwellFlameGraph *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
    gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
}
