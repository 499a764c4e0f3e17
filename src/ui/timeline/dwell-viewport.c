/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The range of time that a timeline shows, and its motion.
 *
 * Changes that the user makes directly are shown at once; for all others the shown range glides to
 * the new one (dwell-glide.c). Held keys move the view itself in every frame, with increasing speed
 * up to a maximum, and by at least a whole step. */
#include "config.h"

#include "ui/timeline/dwell-viewport.h"

#include <math.h>

#include <adwaita.h>

#define RAMP_US       400000 /* the time until held keys reach full speed */
#define SERIES_US     1500000 /* a pause that ends a series of moves */
#define STEP_US       140000 /* a key moves the view for at least this time */
#define PAN_SPEED     1.0    /* visible ranges per second */
#define ZOOM_SPEED    2.8    /* e-folds per second */

struct _DwellViewport
{
  GObject       parent_instance;

  GtkWidget    *clock;  /* weak: its frame clock drives the motion */
  DwellView    *view;
  GSignalGroup *view_signals;

  gint64        begin;  /* the shown range, ns */
  gint64        end;
  gint64        from_begin; /* the range at the start of the glide, ns */
  gint64        from_end;
  gint64        glide_began_us; /* 0: no glide */
  guint         is_direct : 1;  /* show the current change of the view at once */

  guint         held;       /* DwellMotion */
  guint         is_creeping : 1; /* released early: continues to the end of a step */
  gint64        moving_us; /* how long the held keys have moved the view */
  gint64        last_frame_us;
  double        anchor;
  gint64        moved_us;
  guint         tick;
};

enum {
  VIEW_SET,
  RANGE_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellViewport, dwell_viewport, G_TYPE_OBJECT)

static gboolean
may_animate (DwellViewport *self)
{
  return self->clock != NULL && gtk_widget_get_mapped (self->clock) &&
         adw_get_enable_animations (self->clock);
}

static void
show_range (DwellViewport *self,
            gint64         begin,
            gint64         end)
{
  if (self->begin == begin && self->end == end)
    return;

  self->begin = begin;
  self->end = end;
  g_signal_emit (self, signals[RANGE_CHANGED], 0);
}

static void
glide_frame (DwellViewport *self,
             gint64         now_us)
{
  gint64 begin;
  gint64 end;

  dwell_view_get_range (self->view, &begin, &end);
  if (!dwell_glide_at (self->from_begin, self->from_end, now_us - self->glide_began_us,
                       &begin, &end))
    self->glide_began_us = 0;

  show_range (self, begin, end);
}

/* Moves the view by the motion of the held keys during one frame. */
static void
held_frame (DwellViewport *self,
            gint64         now_us)
{
  gint64 frame_us = CLAMP (now_us - self->last_frame_us, 0, 100000);
  gint64 rest_us = STEP_US - self->moving_us;
  double speed = rest_us > 0 ? 1 : 1 + CLAMP ((double) self->moving_us / RAMP_US, 0, 1);
  double seconds;

  if (self->is_creeping)
    frame_us = MIN (frame_us, rest_us);
  seconds = (double) frame_us / 1e6;
  self->moving_us += frame_us;

  if ((self->held & DWELL_MOTION_LEFT) != 0)
    dwell_viewport_pan (self, -PAN_SPEED * speed * seconds);
  if ((self->held & DWELL_MOTION_RIGHT) != 0)
    dwell_viewport_pan (self, PAN_SPEED * speed * seconds);
  if ((self->held & DWELL_MOTION_IN) != 0)
    dwell_viewport_zoom (self, exp (ZOOM_SPEED * speed * seconds), self->anchor);
  if ((self->held & DWELL_MOTION_OUT) != 0)
    dwell_viewport_zoom (self, exp (-ZOOM_SPEED * speed * seconds), self->anchor);

  if (self->is_creeping && self->moving_us >= STEP_US)
    {
      self->held = 0;
      self->is_creeping = FALSE;
    }
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  DwellViewport *self = user_data;
  gint64 now_us = gdk_frame_clock_get_frame_time (clock);

  if (self->held != 0)
    {
      held_frame (self, now_us);
      self->last_frame_us = now_us;
    }
  else if (self->glide_began_us != 0)
    {
      glide_frame (self, now_us);
    }

  if (self->held != 0 || self->glide_began_us != 0)
    return G_SOURCE_CONTINUE;

  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
start_ticking (DwellViewport *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (self->clock, tick_cb, self, NULL);
}

static void
stop_moving (DwellViewport *self)
{
  self->held = 0;
  self->is_creeping = FALSE;
  self->glide_began_us = 0;
  if (self->tick != 0 && self->clock != NULL)
    gtk_widget_remove_tick_callback (self->clock, self->tick);
  self->tick = 0;
}

/* Call it only for a viewport that may animate, because its widget must be mapped. */
static gint64
frame_time (DwellViewport *self)
{
  return gdk_frame_clock_get_frame_time (gtk_widget_get_frame_clock (self->clock));
}

static void
view_range_changed (DwellViewport *self)
{
  gint64 begin;
  gint64 end;

  dwell_view_get_range (self->view, &begin, &end);

  if (self->is_direct || self->end <= self->begin || !may_animate (self) ||
      (begin == self->begin && end == self->end))
    {
      self->glide_began_us = 0;
      show_range (self, begin, end);
      return;
    }

  self->from_begin = self->begin;
  self->from_end = self->end;
  self->glide_began_us = frame_time (self);
  start_ticking (self);
}

/* Runs after the handlers of the timeline's parts, which drop their data of the old trace. */
static void
view_trace_changed (DwellViewport *self)
{
  gint64 begin;
  gint64 end;

  dwell_view_get_range (self->view, &begin, &end);
  self->glide_began_us = 0;
  show_range (self, begin, end);
}

static void
dwell_viewport_dispose (GObject *object)
{
  DwellViewport *self = DWELL_VIEWPORT (object);

  stop_moving (self);
  g_clear_weak_pointer (&self->clock);
  g_clear_object (&self->view_signals);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_viewport_parent_class)->dispose (object);
}

static void
dwell_viewport_class_init (DwellViewportClass *klass)
{
  static const char * const names[N_SIGNALS] = { "view-set", "range-changed" };

  G_OBJECT_CLASS (klass)->dispose = dwell_viewport_dispose;

  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], DWELL_TYPE_VIEWPORT, G_SIGNAL_RUN_LAST,
                               0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_viewport_init (DwellViewport *self)
{
  self->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "range-changed",
                                  G_CALLBACK (view_range_changed), self);
  g_signal_group_connect_data (self->view_signals, "trace-changed",
                               G_CALLBACK (view_trace_changed), self, NULL,
                               G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

/**
 * dwell_viewport_new:
 * @clock: the widget whose frame clock drives the motion; not kept alive
 *
 * Returns: (transfer full): a viewport without a view
 */
DwellViewport *
dwell_viewport_new (GtkWidget *clock)
{
  DwellViewport *self = g_object_new (DWELL_TYPE_VIEWPORT, NULL);

  g_set_weak_pointer (&self->clock, clock);
  return self;
}

/**
 * dwell_viewport_get_view:
 * @self: a viewport
 *
 * Returns: (transfer none) (nullable): the view that it shows
 */
DwellView *
dwell_viewport_get_view (DwellViewport *self)
{
  g_return_val_if_fail (DWELL_IS_VIEWPORT (self), NULL);

  return self->view;
}

/**
 * dwell_viewport_set_view:
 * @self: a viewport
 * @view: (nullable): the view to show from now on
 *
 * Replaces the view, stops all motion, and emits "view-set".
 */
void
dwell_viewport_set_view (DwellViewport *self,
                         DwellView     *view)
{
  g_return_if_fail (DWELL_IS_VIEWPORT (self));

  if (!g_set_object (&self->view, view))
    return;

  stop_moving (self);
  self->begin = 0;
  self->end = 0;
  self->moved_us = 0;
  g_signal_group_set_target (self->view_signals, view);

  if (view != NULL)
    dwell_view_get_range (view, &self->begin, &self->end);

  g_signal_emit (self, signals[VIEW_SET], 0);
}

/**
 * dwell_viewport_connect:
 * @self: a viewport
 * @signal: the name of a signal of the viewport, or else of the view
 * @callback: the handler, with @object as its first argument
 * @object: the object whose disposal disconnects the handler
 *
 * Connects a handler, which follows the viewport to other views.
 */
void
dwell_viewport_connect (DwellViewport *self,
                        const char    *signal,
                        GCallback      callback,
                        gpointer       object)
{
  g_return_if_fail (DWELL_IS_VIEWPORT (self));

  if (g_signal_lookup (signal, DWELL_TYPE_VIEWPORT) != 0)
    g_signal_connect_object (self, signal, callback, object, G_CONNECT_SWAPPED);
  else
    g_signal_group_connect_object (self->view_signals, signal, callback, object,
                                   G_CONNECT_SWAPPED);
}

/**
 * dwell_viewport_get_trace:
 * @self: a viewport
 *
 * Returns: (transfer none) (nullable): the trace of its view; %NULL while there is none
 */
DwellTrace *
dwell_viewport_get_trace (DwellViewport *self)
{
  g_return_val_if_fail (DWELL_IS_VIEWPORT (self), NULL);

  return self->view != NULL ? dwell_view_get_trace (self->view) : NULL;
}

/**
 * dwell_viewport_get_scale:
 * @self: a viewport
 * @width: the px that the shown range takes, > 0
 * @scale: (out caller-allocates): the scale
 *
 * Computes the scale between the shown range and px.
 */
void
dwell_viewport_get_scale (DwellViewport *self,
                          double         width,
                          DwellScale    *scale)
{
  g_return_if_fail (DWELL_IS_VIEWPORT (self));

  scale->begin = self->begin;
  scale->end = MAX (self->end, self->begin + 1);
  scale->width = MAX (width, 1);
}

/**
 * dwell_viewport_jump_to:
 * @self: a viewport
 * @begin: ns
 * @end: ns
 *
 * Sets the range of the view and shows it at once, for moves that must follow the pointer.
 */
void
dwell_viewport_jump_to (DwellViewport *self,
                        gint64         begin,
                        gint64         end)
{
  g_return_if_fail (DWELL_IS_VIEWPORT (self));

  if (self->view == NULL)
    return;

  self->is_direct = TRUE;
  dwell_view_set_range (self->view, begin, end);
  self->is_direct = FALSE;

  /* If a glide to the same range is running, the view has not changed. */
  dwell_view_get_range (self->view, &begin, &end);
  self->glide_began_us = 0;
  show_range (self, begin, end);
}

/**
 * dwell_viewport_pan:
 * @self: a viewport
 * @fraction: the distance as a fraction of the shown range; positive: to later times
 *
 * Pans at once, by at least 1 ns.
 */
void
dwell_viewport_pan (DwellViewport *self,
                    double         fraction)
{
  double delta;

  g_return_if_fail (DWELL_IS_VIEWPORT (self));

  /* By at least 1 ns, so that small steps also pan a visible range of 10 ns. */
  delta = (double) (self->end - self->begin) * fraction;
  delta = fraction > 0 ? ceil (delta) : floor (delta);
  dwell_viewport_jump_to (self, dwell_time_plus (self->begin, delta),
                          dwell_time_plus (self->end, delta));
}

static gboolean
zoomed_range (DwellViewport *self,
              double         factor,
              double         anchor,
              gint64        *begin,
              gint64        *end)
{
  double width;
  double at;

  if (self->view == NULL || !(factor > 0))
    return FALSE;

  /* The width is a fraction of the target's, but the anchor is in the shown range: what is under
   * the pointer stays there, even if the glide of the last zoom is still running. */
  dwell_view_get_range (self->view, begin, end);
  width = (double) (*end - *begin) / factor;
  width = MAX (1, factor < 1 ? ceil (width) : floor (width));
  at = (double) (self->end - self->begin) * anchor;
  *begin = dwell_time_plus (self->begin, round (at - width * anchor));
  *end = dwell_time_plus (*begin, width);
  return TRUE;
}

/**
 * dwell_viewport_zoom:
 * @self: a viewport
 * @factor: the magnification; > 1 shows a shorter range
 * @anchor: the place that stays, as a fraction of the width, 0…1
 *
 * Zooms at once.
 */
void
dwell_viewport_zoom (DwellViewport *self,
                     double         factor,
                     double         anchor)
{
  gint64 begin;
  gint64 end;

  g_return_if_fail (DWELL_IS_VIEWPORT (self));

  if (zoomed_range (self, factor, anchor, &begin, &end))
    dwell_viewport_jump_to (self, begin, end);
}

/**
 * dwell_viewport_zoom_smoothly:
 * @self: a viewport
 * @factor: the magnification; > 1 shows a shorter range
 * @anchor: the place that stays, as a fraction of the width, 0…1
 *
 * Zooms in a glide, for the steps of a wheel and of keys.
 */
void
dwell_viewport_zoom_smoothly (DwellViewport *self,
                              double         factor,
                              double         anchor)
{
  gint64 begin;
  gint64 end;

  g_return_if_fail (DWELL_IS_VIEWPORT (self));

  if (zoomed_range (self, factor, anchor, &begin, &end))
    dwell_view_set_range (self->view, begin, end);
}

/**
 * dwell_viewport_remember:
 * @self: a viewport
 *
 * Adds the range to the history of the view. Call it before a move. Of a series of moves with short
 * pauses only the first adds its range.
 */
void
dwell_viewport_remember (DwellViewport *self)
{
  gint64 now_us = g_get_monotonic_time ();

  g_return_if_fail (DWELL_IS_VIEWPORT (self));

  if (self->view != NULL && (self->moved_us == 0 || now_us - self->moved_us > SERIES_US))
    dwell_view_remember (self->view);
  self->moved_us = now_us;
}

/**
 * dwell_viewport_press:
 * @self: a viewport
 * @motion: the motion of the key
 * @anchor: the place that stays in a zoom, as a fraction of the width, 0…1
 *
 * Handles the press of a key, or its repetition. The view moves for as long as the key is held, and
 * by at least one step; without animations by one step for each press.
 */
void
dwell_viewport_press (DwellViewport *self,
                      DwellMotion    motion,
                      double         anchor)
{
  double step = STEP_US / 1e6;

  g_return_if_fail (DWELL_IS_VIEWPORT (self));

  if (self->view == NULL)
    return;

  if (!may_animate (self))
    {
      dwell_viewport_remember (self);
      if (motion == DWELL_MOTION_LEFT || motion == DWELL_MOTION_RIGHT)
        dwell_viewport_pan (self, PAN_SPEED * step * (motion == DWELL_MOTION_LEFT ? -1 : 1));
      else
        dwell_viewport_zoom (self, exp (ZOOM_SPEED * step * (motion == DWELL_MOTION_IN ? 1 : -1)),
                             anchor);
      return;
    }

  if ((self->held & motion) != 0 && !self->is_creeping)
    return;

  dwell_viewport_remember (self);
  if (self->held == 0 || self->is_creeping)
    {
      self->held = 0;
      self->moving_us = 0;
      self->last_frame_us = frame_time (self);
    }
  self->is_creeping = FALSE;
  self->held |= motion;
  self->anchor = anchor;
  start_ticking (self);
}

/* Stops the motion, at the end of the first step at the earliest. */
static void
finish_step (DwellViewport *self)
{
  if (self->held == 0)
    return;

  if (self->moving_us < STEP_US)
    self->is_creeping = TRUE;
  else
    self->held = 0;

  self->moved_us = g_get_monotonic_time ();
}

/**
 * dwell_viewport_release:
 * @self: a viewport
 * @motion: the motion of the key
 *
 * Handles the release of a key. The motion ends, but not before the end of the first step.
 */
void
dwell_viewport_release (DwellViewport *self,
                        DwellMotion    motion)
{
  g_return_if_fail (DWELL_IS_VIEWPORT (self));

  if ((self->held & motion) == 0 || self->is_creeping)
    return;

  if (self->held == motion)
    finish_step (self);
  else
    self->held &= ~motion;
}

/**
 * dwell_viewport_release_all:
 * @self: a viewport
 *
 * Handles the loss of the keyboard focus, after which releases of keys do not arrive here.
 */
void
dwell_viewport_release_all (DwellViewport *self)
{
  g_return_if_fail (DWELL_IS_VIEWPORT (self));

  finish_step (self);
}
