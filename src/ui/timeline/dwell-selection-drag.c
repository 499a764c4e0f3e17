/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selects a range of time by a drag.
 *
 * One edge of the selection is fixed, the anchor, and the drag moves the other. If it starts within
 * a few pixels of an edge of the present selection, it moves that edge, and the other one is the
 * anchor. Edges snap to the starts and ends of spans, unless Alt is held. While the pointer is
 * outside the widget, the view pans, faster with the distance. A movement below the desktop's drag
 * threshold does nothing, so that it can still be a click. */
#include "config.h"

#include "ui/timeline/dwell-selection-drag.h"

#include <math.h>

#include "ui/widgets/dwell-settings.h"

#define EDGE_REACH 5.0 /* px: the distance within which a drag moves an edge */
#define SNAP_REACH 8.0 /* px: the distance within which an edge snaps */

typedef enum {
  DRAG_NONE,
  DRAG_SELECT,
  DRAG_PAN,
} DragMode;

struct _DwellSelectionDrag
{
  GObject        parent_instance;

  GtkWidget     *widget; /* weak */
  DwellViewport *viewport;
  DwellSnapFunc  snap;
  GtkGesture    *gesture;

  DragMode       mode;
  guint          is_past_threshold : 1;
  guint          pans : 1;
  gint64         anchor;      /* the fixed edge */
  double         grab_offset; /* ns from the pointer to the edge that it moves */
  gint64         pan_begin;   /* the range when the pan started */
  gint64         pan_end;
  double         start_x;
  double         start_y;
  double         x;
  double         y;
  gboolean       is_free;     /* do not snap: because of Alt or the settings */
  guint          tick;
};

G_DEFINE_FINAL_TYPE (DwellSelectionDrag, dwell_selection_drag, G_TYPE_OBJECT)

static void
get_scale (DwellSelectionDrag *self,
           DwellScale         *scale)
{
  dwell_viewport_get_scale (self->viewport, gtk_widget_get_width (self->widget), scale);
}

static gint64
snap_time (DwellSelectionDrag *self,
           const DwellScale   *scale,
           gint64              time)
{
  double ns_per_pixel = (double) (scale->end - scale->begin) / scale->width;

  if (self->is_free || self->snap == NULL)
    return time;

  return self->snap (self->widget, self->y, time, (gint64) ceil (ns_per_pixel * SNAP_REACH));
}

/* Finds the edge of the selection within reach of @x: its time, and that of the other edge. */
static gboolean
edge_at (DwellSelectionDrag *self,
         const DwellScale   *scale,
         double              x,
         gint64             *edge,
         gint64             *other)
{
  gint64 begin;
  gint64 end;
  double to_begin;
  double to_end;

  if (!dwell_view_get_selection (dwell_viewport_get_view (self->viewport), &begin, &end))
    return FALSE;

  to_begin = fabs (dwell_scale_to_x (scale, begin) - x);
  to_end = fabs (dwell_scale_to_x (scale, end) - x);
  if (MIN (to_begin, to_end) > EDGE_REACH)
    return FALSE;

  *edge = to_begin < to_end ? begin : end;
  *other = to_begin < to_end ? end : begin;
  return TRUE;
}

static void
update_selection (DwellSelectionDrag *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  DwellScale scale;
  gint64 time;

  /* The trace may be removed during a drag. */
  if (dwell_viewport_get_trace (self->viewport) == NULL)
    return;

  get_scale (self, &scale);
  time = dwell_time_plus (dwell_scale_to_time (&scale, CLAMP (self->x, 0, scale.width)),
                          self->grab_offset);
  dwell_view_set_selection (view, self->anchor, snap_time (self, &scale, time));
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  DwellSelectionDrag *self = user_data;
  double width = gtk_widget_get_width (widget);
  double beyond = self->x < 0 ? self->x : self->x > width ? self->x - width : 0;

  if (self->mode != DRAG_SELECT || beyond == 0)
    {
      self->tick = 0;
      return G_SOURCE_REMOVE;
    }

  dwell_viewport_pan (self->viewport, CLAMP (beyond / width, -0.5, 0.5) * 0.2);
  update_selection (self);
  return G_SOURCE_CONTINUE;
}

static void
update_is_free (DwellSelectionDrag *self)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (self->gesture);
  GdkModifierType state = gtk_event_controller_get_current_event_state (controller);
  GSettings *settings = dwell_settings_get ();
  gboolean snaps = settings == NULL || g_settings_get_boolean (settings, "selection-snaps");

  self->is_free = ((state & GDK_ALT_MASK) != 0) == snaps;
}

static void
drag_begin (DwellSelectionDrag *self,
            double              x,
            double              y)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  DwellScale scale;
  gint64 edge;

  self->mode = DRAG_NONE;
  self->is_past_threshold = FALSE;
  self->grab_offset = 0;
  self->start_x = self->x = x;
  self->start_y = self->y = y;

  if (view == NULL || dwell_viewport_get_trace (self->viewport) == NULL)
    return;

  get_scale (self, &scale);
  update_is_free (self);

  if (self->pans)
    {
      self->mode = DRAG_PAN;
      self->pan_begin = scale.begin;
      self->pan_end = scale.end;
      return;
    }

  self->mode = DRAG_SELECT;
  if (edge_at (self, &scale, x, &edge, &self->anchor))
    self->grab_offset = (double) edge - (double) dwell_scale_to_time (&scale, x);
  else
    self->anchor = snap_time (self, &scale, dwell_scale_to_time (&scale, x));
}

static void
drag_update (DwellSelectionDrag *self,
             double              offset_x,
             double              offset_y)
{
  if (self->mode == DRAG_NONE)
    return;

  self->x = self->start_x + offset_x;
  self->y = self->start_y + offset_y;

  if (!self->is_past_threshold)
    {
      if (!gtk_drag_check_threshold (self->widget, (int) self->start_x, (int) self->start_y,
                                     (int) self->x, (int) self->y))
        return;

      self->is_past_threshold = TRUE;
      gtk_gesture_set_state (self->gesture, GTK_EVENT_SEQUENCE_CLAIMED);
      if (self->mode == DRAG_PAN)
        {
          dwell_viewport_remember (self->viewport);
          gtk_widget_set_cursor_from_name (self->widget, "grabbing");
        }
    }

  if (self->mode == DRAG_PAN)
    {
      double ns_per_pixel = (double) (self->pan_end - self->pan_begin) /
                            MAX (1, gtk_widget_get_width (self->widget));
      double delta = -round (offset_x * ns_per_pixel);

      dwell_viewport_jump_to (self->viewport, dwell_time_plus (self->pan_begin, delta),
                              dwell_time_plus (self->pan_end, delta));
      return;
    }

  update_is_free (self);
  update_selection (self);

  if ((self->x < 0 || self->x > gtk_widget_get_width (self->widget)) && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (self->widget, tick_cb, self, NULL);
}

static void
drag_end (DwellSelectionDrag *self)
{
  if (self->mode == DRAG_PAN)
    gtk_widget_set_cursor (self->widget, NULL);
  self->mode = DRAG_NONE;
}

static void
motion (DwellSelectionDrag *self,
        double              x,
        double              y)
{
  DwellScale scale;
  gint64 edge;
  gint64 other;

  if (self->mode == DRAG_PAN || dwell_viewport_get_trace (self->viewport) == NULL)
    return;

  get_scale (self, &scale);
  if (self->pans)
    gtk_widget_set_cursor_from_name (self->widget, "grab");
  else if (edge_at (self, &scale, x, &edge, &other))
    gtk_widget_set_cursor_from_name (self->widget, "col-resize");
  else
    gtk_widget_set_cursor (self->widget, NULL);
}

static void
dwell_selection_drag_dispose (GObject *object)
{
  DwellSelectionDrag *self = DWELL_SELECTION_DRAG (object);

  if (self->tick != 0 && self->widget != NULL)
    gtk_widget_remove_tick_callback (self->widget, self->tick);
  self->tick = 0;
  self->gesture = NULL;
  g_clear_weak_pointer (&self->widget);
  g_clear_object (&self->viewport);

  G_OBJECT_CLASS (dwell_selection_drag_parent_class)->dispose (object);
}

static void
dwell_selection_drag_class_init (DwellSelectionDragClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dwell_selection_drag_dispose;
}

static void
dwell_selection_drag_init (DwellSelectionDrag *self)
{
}

/**
 * dwell_selection_drag_new:
 * @widget: a widget whose whole width is the time axis; must live as long as the result
 * @viewport: the viewport of the timeline
 * @snap: (nullable): returns the times that edges snap to; %NULL: they do not snap
 *
 * Adds the controllers to @widget.
 *
 * Returns: (transfer full): the drag, which works until it is disposed
 */
DwellSelectionDrag *
dwell_selection_drag_new (GtkWidget     *widget,
                          DwellViewport *viewport,
                          DwellSnapFunc  snap)
{
  DwellSelectionDrag *self = g_object_new (DWELL_TYPE_SELECTION_DRAG, NULL);
  GtkEventController *pointer = gtk_event_controller_motion_new ();

  g_set_weak_pointer (&self->widget, widget);
  self->viewport = g_object_ref (viewport);
  self->snap = snap;

  self->gesture = gtk_gesture_drag_new ();
  g_signal_connect_object (self->gesture, "drag-begin", G_CALLBACK (drag_begin), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->gesture, "drag-update", G_CALLBACK (drag_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->gesture, "drag-end", G_CALLBACK (drag_end), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (self->gesture));

  g_signal_connect_object (pointer, "motion", G_CALLBACK (motion), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, pointer);

  return self;
}

/**
 * dwell_selection_drag_set_pans:
 * @self: the drag
 * @pans: whether drags pan
 *
 * Sets whether a drag that starts from now on pans instead of selecting, while Space is held.
 */
void
dwell_selection_drag_set_pans (DwellSelectionDrag *self,
                               gboolean            pans)
{
  g_return_if_fail (DWELL_IS_SELECTION_DRAG (self));

  self->pans = pans;
  if (self->mode == DRAG_NONE)
    gtk_widget_set_cursor_from_name (self->widget, pans ? "grab" : NULL);
}

/**
 * dwell_selection_drag_is_active:
 * @self: the drag
 *
 * Returns: %TRUE while the pointer drags, beyond the drag threshold
 */
gboolean
dwell_selection_drag_is_active (DwellSelectionDrag *self)
{
  g_return_val_if_fail (DWELL_IS_SELECTION_DRAG (self), FALSE);

  return self->mode != DRAG_NONE && self->is_past_threshold;
}
