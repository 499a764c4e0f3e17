/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles the pointer on the canvas: hover, click, double click, menu, tooltip, and the times that
 * the edges of a selection snap to.
 *
 * A click focuses the span or mark under the pointer, or removes the focus if there is none, and
 * puts the cursor there; with Shift it adds the span to the chosen ones, or removes it from them. A
 * double click zooms to the span, or folds the track if it is on a header line, or zooms to the
 * selection around it. The right button focuses like a click, and opens the menu. */
#include "config.h"

#include "ui/timeline/dwell-timeline-canvas-private.h"

#include "ui/timeline/dwell-span-tip.h"
#include "ui/timeline/dwell-timeline-text.h"
#include "ui/widgets/dwell-focus.h"
#include "ui/widgets/dwell-tip.h"

/* With more rows the tooltip would be too far from the pointer. */
#define MAX_ROWS_KEPT_FREE 4

static const DwellTimelineHit no_hit = {
  -1, DWELL_NONE, DWELL_NONE, DWELL_NONE, DWELL_NONE, 0, 0
};

static gboolean
pick (DwellTimelineCanvas *self,
      double               x,
      double               y,
      DwellTimelineHit    *hit)
{
  DwellTimelineScene scene;

  *hit = no_hit;
  if (!_dwell_timeline_canvas_get_scene (self, &scene))
    return FALSE;

  dwell_timeline_painter_pick (_dwell_timeline_canvas_get_painter (self), &scene, x, y, hit);
  return hit->lane >= 0;
}

/* Finds what is under the pointer, after the pointer or the lanes have moved. */
void
_dwell_timeline_canvas_update_hover (DwellTimelineCanvas *self)
{
  guint32 span = self->hover.span;

  if (self->pointer_x < 0 || dwell_selection_drag_is_active (self->drag))
    self->hover = no_hit;
  else
    pick (self, self->pointer_x, self->pointer_y, &self->hover);

  if (self->hover.span != span)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
pointer_moved (DwellTimelineCanvas *self,
               double               x,
               double               y)
{
  if (x == self->pointer_x && y == self->pointer_y)
    return;

  self->pointer_x = x;
  self->pointer_y = y;
  _dwell_timeline_canvas_update_hover (self);
}

static void
pointer_left (DwellTimelineCanvas *self)
{
  self->pointer_x = self->pointer_y = -1;
  _dwell_timeline_canvas_update_hover (self);
}

static void
pressed (DwellTimelineCanvas *self,
         int                  n_press,
         double               x,
         double               y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
toggle_fold (DwellView *view,
             guint32    track)
{
  dwell_view_set_track_state (view, track,
                              dwell_view_get_track_state (view, track) ^ DWELL_TRACK_FOLDED);
}

/* Sets the cursor to the time at @x, for which the values of variables are shown. */
static void
set_cursor (DwellTimelineCanvas *self,
            double               x)
{
  DwellScale scale;

  dwell_viewport_get_scale (self->viewport, gtk_widget_get_width (GTK_WIDGET (self)), &scale);
  dwell_view_set_cursor (dwell_viewport_get_view (self->viewport),
                         dwell_scale_to_time (&scale, x));
}

static gboolean
is_in_selection (DwellTimelineCanvas *self,
                 double               x)
{
  DwellScale scale;
  gint64 begin;
  gint64 end;
  gint64 time;

  if (!dwell_view_get_selection (dwell_viewport_get_view (self->viewport), &begin, &end))
    return FALSE;

  dwell_viewport_get_scale (self->viewport, gtk_widget_get_width (GTK_WIDGET (self)), &scale);
  time = dwell_scale_to_time (&scale, x);
  return time >= begin && time <= end;
}

/* Returns: the variable whose curve is under the pointer, or DWELL_NONE */
static guint32
get_variable (const DwellTrace       *trace,
              const DwellTimelineHit *hit)
{
  return trace != NULL && hit->track != DWELL_NONE && dwell_values_is_variable (trace, hit->track)
         ? trace->tracks[hit->track].area : DWELL_NONE;
}

/* Focuses what is under the pointer, or nothing, and puts the cursor there. */
static void
focus_hit (DwellTimelineCanvas    *self,
           const DwellTimelineHit *hit,
           double                  x)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  const DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  guint32 variable = get_variable (trace, hit);

  if (hit->mark != DWELL_NONE)
    dwell_view_focus_mark (view, hit->mark);
  else if (hit->span == DWELL_NONE && variable != DWELL_NONE)
    dwell_view_focus_area (view, variable);
  else
    dwell_view_focus_span (view, hit->span);

  if (trace != NULL)
    set_cursor (self, x);
}

static void
clicked (DwellTimelineCanvas *self,
         int                  n_press,
         double               x,
         double               y)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (self->click));
  DwellTimelineHit hit;

  /* The release at the end of a drag is not a click. */
  if (view == NULL || dwell_selection_drag_is_active (self->drag))
    return;

  pick (self, x, y, &hit);

  if ((state & GDK_SHIFT_MASK) != 0 && hit.span != DWELL_NONE)
    {
      _dwell_timeline_canvas_choose (self, hit.span);
      focus_hit (self, &hit, x);
      return;
    }
  dwell_view_drop_chosen_spans (view);

  if (n_press == 1)
    focus_hit (self, &hit, x);
  else if (n_press == 2 && hit.span != DWELL_NONE)
    dwell_view_zoom_to_span (view, hit.span);
  else if (n_press == 2 && hit.mark == DWELL_NONE && hit.in_header && hit.track != DWELL_NONE)
    toggle_fold (view, hit.track);
  else if (n_press == 2 && is_in_selection (self, x))
    dwell_view_zoom_to_selection (view);
}

static void
menu_pressed (DwellTimelineCanvas *self,
              int                  n_press,
              double               x,
              double               y)
{
  DwellTimelineHit hit;

  if (dwell_viewport_get_view (self->viewport) == NULL)
    return;

  /* The timeline gets the keyboard focus, which has the keys that the menu lists. */
  gtk_widget_grab_focus (GTK_WIDGET (self));
  pick (self, x, y, &hit);
  focus_hit (self, &hit, x);
  dwell_track_menu_popup (self->menu, GTK_WIDGET (self), hit.track,
                          hit.span != DWELL_NONE || hit.mark != DWELL_NONE, x, y);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
}

/* Lets @rect, at the pointer, reach down over the rows of what the span called, so that the tooltip
 * does not open over them. */
static void
keep_rows_below_free (DwellTimelineCanvas    *self,
                      const DwellTimelineHit *hit,
                      GdkRectangle           *rect)
{
  DwellTimelineScene scene;
  const DwellLane *lane;
  guint32 first;
  guint32 last;

  if (hit->row == DWELL_NONE)
    return;

  _dwell_timeline_canvas_get_scene (self, &scene);
  lane = &g_array_index (scene.lanes, DwellLane, hit->lane);
  first = dwell_lane_find_row (lane, scene.trace, hit->row);
  last = MIN (first + MAX_ROWS_KEPT_FREE, lane->n_rows - 1);
  rect->height += dwell_lane_get_row_y (lane, last) - dwell_lane_get_row_y (lane, first);
}

/* Implements query_tooltip() of the canvas. */
gboolean
_dwell_timeline_canvas_query_tooltip (GtkWidget  *widget,
                                      int         x,
                                      int         y,
                                      gboolean    keyboard_mode,
                                      GtkTooltip *tooltip)
{
  DwellTimelineCanvas *self = DWELL_TIMELINE_CANVAS (widget);
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  GdkRectangle rect = { x - 2, y - 2, 4, 4 };
  DwellTimelineHit hit = no_hit;
  g_autofree char *overrun = NULL;

  if (trace == NULL || dwell_selection_drag_is_active (self->drag) ||
      dwell_focus_is_above (widget))
    return FALSE;

  if (keyboard_mode)
    {
      hit.span = dwell_view_get_focus_span (dwell_viewport_get_view (self->viewport));
      hit.mark = dwell_view_get_focus_mark (dwell_viewport_get_view (self->viewport));
      hit.time = DWELL_TIME_NONE;
      _dwell_timeline_canvas_get_focus_rect (self, &rect);
    }
  else
    {
      pick (self, x, y, &hit);
      keep_rows_below_free (self, &hit, &rect);
    }

  if (hit.mark == DWELL_NONE && hit.span == DWELL_NONE && hit.n_overruns > 0)
    {
      g_autofree char *count = dwell_timeline_describe_overruns (hit.n_overruns);
      g_autofree char *lines =
        dwell_view_describe_stretches (dwell_viewport_get_view (self->viewport), hit.track,
                                       hit.time);
      g_autofree char *text = *lines != '\0' ? g_strdup_printf ("%s\n%s", count, lines)
                                             : g_strdup (count);

      dwell_tip_show (tooltip, text);
      gtk_tooltip_set_tip_area (tooltip, &rect);
      return TRUE;
    }

  if (hit.mark == DWELL_NONE && hit.span == DWELL_NONE && hit.is_torn)
    {
      g_autofree char *text =
        dwell_view_describe_undecided (dwell_viewport_get_view (self->viewport), hit.track,
                                       hit.time);

      dwell_tip_show (tooltip, text);
      gtk_tooltip_set_tip_area (tooltip, &rect);
      return text != NULL;
    }

  if (self->tip == NULL)
    self->tip = g_object_ref_sink (dwell_span_tip_new ());

  overrun = dwell_view_describe_overrun (dwell_viewport_get_view (self->viewport), hit.span);
  if (!dwell_span_tip_show (DWELL_SPAN_TIP (self->tip),
                            dwell_viewport_get_view (self->viewport), trace, &hit, overrun))
    return FALSE;

  gtk_tooltip_set_custom (tooltip, self->tip);
  gtk_tooltip_set_tip_area (tooltip, &rect);
  return TRUE;
}

/* Edges snap to the spans of the row under the pointer, or of the track on a header line. */
static gint64
snap (GtkWidget *widget,
      double     y,
      gint64     time,
      gint64     reach)
{
  DwellTimelineCanvas *self = DWELL_TIMELINE_CANVAS (widget);
  DwellTimelineScene scene;
  const DwellTrack *track;
  const DwellLane *lane;
  guint32 row;
  int index;

  if (!_dwell_timeline_canvas_get_scene (self, &scene))
    return time;

  index = dwell_timeline_painter_lane_at (&scene, y, &row);
  if (index < 0)
    return time;

  lane = &g_array_index (scene.lanes, DwellLane, index);
  if (lane->kind != DWELL_LANE_TRACK)
    return time;

  track = &scene.trace->tracks[lane->track];
  if (row != DWELL_NONE)
    return dwell_layout_snap (scene.trace, row, 1, time, reach);

  return dwell_layout_snap (scene.trace, track->first_row, track->n_rows, time, reach);
}

/* Adds the controllers for the pointer. */
void
_dwell_timeline_canvas_add_pointer (DwellTimelineCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *pointer = gtk_event_controller_motion_new ();
  GtkGesture *menu_click = gtk_gesture_click_new ();

  self->drag = dwell_selection_drag_new (widget, self->viewport, snap);

  g_signal_connect_swapped (pointer, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect_swapped (pointer, "leave", G_CALLBACK (pointer_left), self);
  gtk_widget_add_controller (widget, pointer);

  self->click = gtk_gesture_click_new ();
  g_signal_connect_swapped (self->click, "pressed", G_CALLBACK (pressed), self);
  g_signal_connect_swapped (self->click, "released", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (self->click));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu_click), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (menu_click, "pressed", G_CALLBACK (menu_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (menu_click));
}
