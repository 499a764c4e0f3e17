/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dragging with Alt on the timeline of the other recording shifts it against the first one. This
 * gesture gets such a drag before the one that selects, which handles all other drags. */
#include "config.h"

#include "ui/comparison/dwell-shift-drag.h"

typedef struct {
  DwellTimeline *timeline;
  DwellTimeLink *link;
  double         done; /* px of the drag that are already applied as a shift */
} Drag;

static void
drag_free (gpointer  data,
           GClosure *closure)
{
  Drag *self = data;

  g_object_unref (self->link);
  g_free (self);
}

static void
on_begin (Drag           *self,
          double          x,
          double          y,
          GtkGestureDrag *gesture)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (gesture);
  GdkModifierType state = gtk_event_controller_get_current_event_state (controller);
  DwellAlignedTimes times;
  gboolean is_wanted = (state & GDK_ALT_MASK) != 0 &&
                       dwell_time_link_get_times (self->link, &times) &&
                       times.alignment != DWELL_NOT_ALIGNED;

  self->done = 0;
  gtk_gesture_set_state (GTK_GESTURE (gesture), is_wanted ? GTK_EVENT_SEQUENCE_CLAIMED
                                                          : GTK_EVENT_SEQUENCE_DENIED);
}

/* The time under the pointer stays there. */
static void
on_update (Drag           *self,
           double          offset_x,
           double          offset_y,
           GtkGestureDrag *gesture)
{
  dwell_time_link_shift (self->link,
                         dwell_timeline_width_to_time (self->timeline, offset_x - self->done));
  self->done = offset_x;
}

/**
 * dwell_shift_drag_add:
 * @timeline: the timeline of the other view of @link
 * @link: a link
 *
 * Lets the user shift the timeline by dragging.
 */
void
dwell_shift_drag_add (DwellTimeline *timeline,
                      DwellTimeLink *link)
{
  GtkGesture *gesture = gtk_gesture_drag_new ();
  Drag *self = g_new0 (Drag, 1);

  self->timeline = timeline;
  self->link = g_object_ref (link);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (gesture), GTK_PHASE_CAPTURE);
  g_signal_connect_data (gesture, "drag-begin", G_CALLBACK (on_begin), self, drag_free,
                         G_CONNECT_SWAPPED);
  g_signal_connect_swapped (gesture, "drag-update", G_CALLBACK (on_update), self);
  gtk_widget_add_controller (GTK_WIDGET (timeline), GTK_EVENT_CONTROLLER (gesture));
}
