/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drags the header of a track: to another place among the tracks, or onto a track of the timeline
 * that is compared, whose context is then compared with that of the dragged track. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "model/comparison/dwell-comparison-contexts.h"
#include "ui/timeline/dwell-gutter-private.h"
#include "ui/widgets/dwell-style.h"
#include "ui/widgets/dwell-toast.h"
#include "ui/widgets/dwell-undo.h"

/* --- Onto a track of another timeline --- */

static void
set_target (DwellGutter *self,
            int          lane)
{
  if (lane == self->target)
    return;

  self->target = lane;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
leave_other (DwellGutter *self)
{
  if (self->over != NULL)
    set_target (self->over, -1);
  g_clear_weak_pointer (&self->over);
}

static guint32
get_context (DwellGutter *self,
             guint32      track)
{
  const DwellTrace *trace = dwell_viewport_get_trace (self->viewport);

  return trace != NULL && track < trace->n_tracks ? trace->tracks[track].context : DWELL_NONE;
}

static guint32
get_target_track (DwellGutter *self,
                  int          lane)
{
  const GArray *lanes = _dwell_gutter_get_lanes (self);

  return lanes != NULL && lane >= 0 && lane < (int) lanes->len
           ? g_array_index (lanes, DwellLane, lane).track : DWELL_NONE;
}

/* Looks below the pointer for a track of a recording that is compared with this one. */
static void
find_other (DwellGutter *self,
            double       x,
            double       y)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  graphene_point_t point = GRAPHENE_POINT_INIT ((float) x, (float) y);
  GtkWidget *picked = NULL;
  DwellGutter *other;
  int lane;

  leave_other (self);
  if (root != NULL && gtk_widget_compute_point (GTK_WIDGET (self), root, &point, &point))
    picked = gtk_widget_pick (root, point.x, point.y, GTK_PICK_DEFAULT);
  if (picked != NULL && !DWELL_IS_GUTTER (picked))
    picked = gtk_widget_get_ancestor (picked, DWELL_TYPE_GUTTER);
  if (picked == NULL || picked == GTK_WIDGET (self) ||
      !gtk_widget_compute_point (root, picked, &point, &point))
    return;

  other = DWELL_GUTTER (picked);
  lane = _dwell_gutter_get_lane_at (other, point.y);
  if (lane < 0 ||
      !dwell_comparison_can_pair_contexts (dwell_viewport_get_view (self->viewport),
                                           get_context (self, self->dragged),
                                           dwell_viewport_get_view (other->viewport),
                                           get_context (other, get_target_track (other, lane))))
    return;

  g_set_weak_pointer (&self->over, other);
  set_target (other, lane);
}

/* Compares the contexts of both tracks with each other from now on. */
static void
pair_with_other (DwellGutter *self)
{
  DwellGutter *other = self->over;
  DwellView *one_view = dwell_viewport_get_view (self->viewport);
  DwellView *other_view = dwell_viewport_get_view (other->viewport);
  guint32 context = get_context (self, self->dragged);
  guint32 other_context = get_context (other, get_target_track (other, other->target));
  g_autoptr(DwellComparisonOptions) options = NULL;
  DwellView *view;
  /* Translators: two names of functions or threads, one from each recording */
  g_autofree char *message =
    g_strdup_printf (_("“%s” is compared with “%s”"),
                     dwell_trace_get_context_name (dwell_view_get_trace (one_view), context),
                     dwell_trace_get_context_name (dwell_view_get_trace (other_view),
                                                   other_context));

  options = dwell_comparison_pair_contexts (one_view, context, other_view, other_context, &view);
  if (options != NULL)
    dwell_undo_matching (GTK_WIDGET (self), view, options, message);
  else
    dwell_toast_show (GTK_WIDGET (self), _("There is no room for more pairs of functions"));
}

/* --- Among the tracks --- */

static void
drag_begin (DwellGutter *self,
            double       x,
            double       y)
{
  const GArray *lanes = _dwell_gutter_get_lanes (self);
  int lane = _dwell_gutter_get_lane_at (self, y);

  self->drag_x = x;
  self->drag_y = y;
  self->drop = -1;
  self->dragged = DWELL_NONE;
  if (lanes != NULL && lane >= 0)
    self->dragged = g_array_index (lanes, DwellLane, lane).track;
}

static void
drag_update (DwellGutter *self,
             double       offset_x,
             double       offset_y,
             GtkGesture  *gesture)
{
  const GArray *lanes = _dwell_gutter_get_lanes (self);
  const DwellLane *lane;
  double y = self->drag_y + offset_y;
  int index;

  if (self->dragged == DWELL_NONE || lanes == NULL || lanes->len == 0 ||
      (self->drop < 0 && !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, 0, (int) offset_y)))
    return;

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");

  find_other (self, self->drag_x + offset_x, y);
  if (self->over != NULL)
    {
      self->drop = (int) lanes->len;
      return;
    }

  index = y < 0 ? 0 : _dwell_gutter_get_lane_at (self, y);
  if (index < 0)
    index = (int) lanes->len - 1;
  lane = &g_array_index (lanes, DwellLane, index);
  y = (y + gtk_adjustment_get_value (self->vadjustment)) / self->scale;
  self->drop = y > lane->y + lane->height / 2.0 ? index + 1 : index;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_end (DwellGutter *self)
{
  const GArray *lanes = _dwell_gutter_get_lanes (self);
  int drop = self->drop;

  self->drop = -1;
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));

  if (drop < 0 || lanes == NULL || self->dragged == DWELL_NONE)
    return;

  if (self->over != NULL)
    {
      pair_with_other (self);
      leave_other (self);
      return;
    }

  /* At the end of a group: before the first track of the next. */
  while (drop < (int) lanes->len &&
         g_array_index (lanes, DwellLane, drop).kind != DWELL_LANE_TRACK)
    drop++;
  dwell_view_move_track (dwell_viewport_get_view (self->viewport), self->dragged,
                         drop < (int) lanes->len
                         ? g_array_index (lanes, DwellLane, drop).track : DWELL_NONE);
}

static void
drag_cancelled (DwellGutter *self)
{
  self->drop = -1;
  leave_other (self);
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Draws a frame around the track onto which one of another timeline is dragged. */
void
_dwell_gutter_snapshot_target (DwellGutter *self,
                               GtkSnapshot *snapshot)
{
  float width = (float) gtk_widget_get_width (GTK_WIDGET (self));
  const GArray *lanes = _dwell_gutter_get_lanes (self);
  const DwellColour *accent = &dwell_style_get_palette ()->accent;
  GdkRGBA colour = { (float) accent->red, (float) accent->green, (float) accent->blue, 1 };
  const DwellLane *lane;
  GskRoundedRect frame;

  if (lanes == NULL || self->target < 0 || self->target >= (int) lanes->len)
    return;

  lane = &g_array_index (lanes, DwellLane, self->target);
  gsk_rounded_rect_init_from_rect (
    &frame, &GRAPHENE_RECT_INIT (1, (float) (lane->y * self->scale -
                                             gtk_adjustment_get_value (self->vadjustment)) + 1,
                                 width - 2, (float) (lane->height * self->scale) - 2), 4);
  gtk_snapshot_append_border (snapshot, &frame, (const float[4]) { 2, 2, 2, 2 },
                              (const GdkRGBA[4]) { colour, colour, colour, colour });
}

/* Draws the line at the target of a drag. */
void
_dwell_gutter_snapshot_drop (DwellGutter *self,
                             GtkSnapshot *snapshot)
{
  float width = (float) gtk_widget_get_width (GTK_WIDGET (self));
  const GArray *lanes = _dwell_gutter_get_lanes (self);
  const DwellColour *accent = &dwell_style_get_palette ()->accent;
  GdkRGBA colour = { (float) accent->red, (float) accent->green, (float) accent->blue, 1 };
  double y = 0;

  if (lanes == NULL || lanes->len == 0 || self->drop < 0 || self->over != NULL)
    return;

  if (self->drop < (int) lanes->len)
    {
      y = g_array_index (lanes, DwellLane, self->drop).y;
    }
  else
    {
      const DwellLane *last = &g_array_index (lanes, DwellLane, lanes->len - 1);

      y = last->y + last->height;
    }

  y = y * self->scale - gtk_adjustment_get_value (self->vadjustment);
  gtk_snapshot_append_color (snapshot, &colour,
                             &GRAPHENE_RECT_INIT (0, (float) MAX (0, y - 2), width, 3));
}

void
_dwell_gutter_add_drag (DwellGutter *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (drag_cancelled), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}
