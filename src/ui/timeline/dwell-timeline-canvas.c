/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget that shows the lanes of a timeline.
 *
 * The painter draws the lanes. This file has the scene, the scrolling of tracks and the focus
 * cursor, which is a child at the place of the focused span or mark, or over the whole canvas if
 * there is none. The pointer is handled in dwell-timeline-pointer.c, the keys in
 * dwell-timeline-keys.c, wheel and pinch in dwell-navigation.c. */
#include "config.h"

#include "ui/timeline/dwell-timeline-canvas-private.h"

#include <math.h>

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "ui/timeline/dwell-timeline-text.h"
#include "ui/widgets/dwell-text-scale.h"

#define MIN_CURSOR_WIDTH 6 /* px */

static const DwellTimelineHit no_hit = {
  -1, DWELL_NONE, DWELL_NONE, DWELL_NONE, DWELL_NONE, 0, 0
};

G_DEFINE_FINAL_TYPE (DwellTimelineCanvas, dwell_timeline_canvas, GTK_TYPE_WIDGET)

/* Fills @scene with what is visible. Returns FALSE if there is nothing to draw. */
gboolean
_dwell_timeline_canvas_get_scene (DwellTimelineCanvas *self,
                                  DwellTimelineScene  *scene)
{
  if (self->viewport == NULL || !dwell_scene_init (scene, self->viewport, GTK_WIDGET (self)))
    return FALSE;

  scene->scroll_y = gtk_adjustment_get_value (self->vadjustment);
  scene->hover_span = self->hover.span;
  return scene->lanes != NULL;
}

/* Returns the painter, which is created when it is needed. */
DwellTimelinePainter *
_dwell_timeline_canvas_get_painter (DwellTimelineCanvas *self)
{
  if (self->painter == NULL)
    self->painter = dwell_scene_make_painter (GTK_WIDGET (self));

  return self->painter;
}

static const DwellLane *
find_lane (const GArray *lanes,
           guint32       track)
{
  for (guint i = 0; i < lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (lanes, DwellLane, i);

      if (lane->kind == DWELL_LANE_TRACK && lane->track == track)
        return lane;
    }

  return NULL;
}

/* Computes the place of @track's row @row, or of its header line if the row is not shown, in px
 * from the top of all lanes. */
static gboolean
get_band (const DwellTimelineScene *scene,
          guint32                   track,
          guint32                   row,
          int                      *y,
          int                      *height)
{
  const DwellLane *lane = find_lane (scene->lanes, track);

  if (lane == NULL)
    return FALSE;

  *y = row != DWELL_NONE ? dwell_lanes_get_row_y (scene->lanes, scene->trace, row) : -1;
  *height = DWELL_LANE_ROW_HEIGHT;

  if (*y < 0)
    {
      *y = lane->y;
      *height = dwell_lane_get_name_height (lane);
    }

  *y = (int) (*y * scene->text_scale);
  *height = (int) ceil (*height * scene->text_scale);
  return TRUE;
}

/* Computes the visible part of a range of time in a band, px. Returns FALSE if there is none. */
static gboolean
get_rect (DwellTimelineCanvas *self,
          guint32              track,
          guint32              row,
          gint64               begin,
          gint64               end,
          GdkRectangle        *rect)
{
  DwellTimelineScene scene;
  double x0;
  double x1;
  double width;
  int y;
  int height;

  if (!_dwell_timeline_canvas_get_scene (self, &scene) ||
      !get_band (&scene, track, row, &y, &height))
    return FALSE;

  width = scene.scale.width;
  x0 = dwell_scale_to_x (&scene.scale, begin);
  x1 = dwell_scale_to_x (&scene.scale, end);
  y -= (int) scene.scroll_y;

  if (x1 < 0 || x0 > width || y + height <= 0 || y >= (int) scene.height)
    return FALSE;

  x0 = MAX (x0, 0);
  x1 = MIN (x1, width);
  if (x1 - x0 < MIN_CURSOR_WIDTH)
    {
      x0 = CLAMP ((x0 + x1 - MIN_CURSOR_WIDTH) / 2, 0, width - MIN_CURSOR_WIDTH);
      x1 = x0 + MIN_CURSOR_WIDTH;
    }

  *rect = (GdkRectangle) { (int) floor (x0), y, (int) ceil (x1) - (int) floor (x0), height };
  return TRUE;
}

/* Computes the visible place of the focused span or mark, px. Returns FALSE if there is none. */
gboolean
_dwell_timeline_canvas_get_focus_rect (DwellTimelineCanvas *self,
                                       GdkRectangle        *rect)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  guint32 span;
  guint32 mark;

  if (trace == NULL)
    return FALSE;

  span = dwell_view_get_focus_span (view);
  mark = dwell_view_get_focus_mark (view);

  if (span != DWELL_NONE)
    return dwell_timeline_canvas_get_rect (self, span, rect);
  if (mark != DWELL_NONE)
    return get_rect (self, trace->mark_track[mark], DWELL_NONE, trace->mark_time[mark],
                     trace->mark_time[mark], rect);
  return FALSE;
}

/* Redraws everything, because something changed that a comparison of scenes would not detect. */
static void
redraw_all (DwellTimelineCanvas *self)
{
  dwell_timeline_nodes_clear (&self->nodes);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- Focus cursor and scrolling --- */

static gboolean
is_chosen (DwellView *view,
           guint32    span)
{
  const GArray *chosen = dwell_view_get_chosen_spans (view);

  for (guint i = 0; chosen != NULL && i < chosen->len; i++)
    if (g_array_index (chosen, guint32, i) == span)
      return TRUE;

  return FALSE;
}

static void
update_cursor (DwellTimelineCanvas *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  g_autofree char *label = NULL;
  g_autofree char *overrun = NULL;

  if (trace != NULL && dwell_view_get_focus_span (view) != DWELL_NONE)
    label = dwell_timeline_describe_span (trace, dwell_view_get_focus_span (view));
  else if (trace != NULL && dwell_view_get_focus_mark (view) != DWELL_NONE)
    label = dwell_timeline_describe_mark (trace, dwell_view_get_focus_mark (view));
  else
    label = g_strdup (_("Timeline, no span focused. Arrow keys focus one."));

  if (trace != NULL)
    overrun = dwell_view_describe_overrun (view, dwell_view_get_focus_span (view));
  if (overrun != NULL)
    {
      g_autofree char *whole = g_steal_pointer (&label);

      /* Translators: the description of a span, and which limits it breaks */
      label = g_strdup_printf (_("%s, %s"), whole, overrun);
    }

  if (trace != NULL && is_chosen (view, dwell_view_get_focus_span (view)))
    {
      g_autofree char *whole = g_steal_pointer (&label);

      /* Translators: %s is the description of a span */
      label = g_strdup_printf (_("%s, chosen"), whole);
    }

  dwell_focus_cursor_set_label (DWELL_FOCUS_CURSOR (self->cursor), label);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
chosen_changed (DwellTimelineCanvas *self)
{
  update_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
description_changed (DwellTimelineCanvas *self)
{
  update_cursor (self);
  redraw_all (self);
}

/* Scrolls the tracks until the focused span or mark is visible. */
static void
scroll_to_focus (DwellTimelineCanvas *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  DwellTimelineScene scene;
  guint32 row = DWELL_NONE;
  guint32 track;
  int y;
  int height;

  if (!_dwell_timeline_canvas_get_scene (self, &scene))
    return;

  if (dwell_view_get_focus_span (view) != DWELL_NONE)
    {
      row = scene.trace->span_row[dwell_view_get_focus_span (view)];
      track = scene.trace->rows[row].track;
    }
  else if (dwell_view_get_focus_mark (view) != DWELL_NONE)
    {
      track = scene.trace->mark_track[dwell_view_get_focus_mark (view)];
    }
  else
    {
      return;
    }

  if (get_band (&scene, track, row, &y, &height))
    gtk_adjustment_clamp_page (self->vadjustment, y, y + height);
}

static void
focus_changed (DwellTimelineCanvas *self)
{
  update_cursor (self);
  scroll_to_focus (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A write has no focus cursor, so a step to a write scrolls to its track instead. */
static void
cursor_changed (DwellTimelineCanvas *self)
{
  guint32 track = dwell_view_get_cursor_track (dwell_viewport_get_view (self->viewport));
  DwellTimelineScene scene;
  const DwellLane *lane = NULL;

  if (track != DWELL_NONE && _dwell_timeline_canvas_get_scene (self, &scene))
    lane = find_lane (scene.lanes, track);

  if (lane != NULL)
    gtk_adjustment_clamp_page (self->vadjustment, lane->y * scene.text_scale,
                               (lane->y + lane->height) * scene.text_scale);

  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * dwell_timeline_canvas_get_content_height:
 * @self: the canvas
 *
 * Returns: the height of all lanes together, px
 */
int
dwell_timeline_canvas_get_content_height (DwellTimelineCanvas *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  const GArray *lanes = view != NULL ? dwell_view_get_lanes (view) : NULL;
  const DwellLane *last;

  if (lanes == NULL || lanes->len == 0)
    return 0;

  last = &g_array_index (lanes, DwellLane, lanes->len - 1);
  return (int) ceil ((last->y + last->height) * dwell_text_scale_get (GTK_WIDGET (self)));
}

static void
configure_scrolling (DwellTimelineCanvas *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  int content = dwell_timeline_canvas_get_content_height (self);

  g_clear_handle_id (&self->configuring, g_source_remove);
  gtk_adjustment_configure (self->vadjustment,
                            CLAMP (gtk_adjustment_get_value (self->vadjustment),
                                   0, MAX (0, content - height)),
                            0, MAX (content, height),
                            (DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP) *
                            dwell_text_scale_get (GTK_WIDGET (self)), height * 0.9, height);
}

static gboolean
configure_later (gpointer data)
{
  DwellTimelineCanvas *self = data;

  self->configuring = 0;
  configure_scrolling (self);
  return G_SOURCE_REMOVE;
}

/* Configures the scrolling during an allocation. A change of the scroll position would move the
 * names beside the lanes, which may have been allocated already, so it waits until the allocation
 * ends. */
static void
configure_allocated (DwellTimelineCanvas *self,
                     int                  height)
{
  int scrollable = dwell_timeline_canvas_get_content_height (self) - height;

  if (gtk_adjustment_get_value (self->vadjustment) <= MAX (0, scrollable))
    configure_scrolling (self);
  else if (self->configuring == 0)
    self->configuring = g_idle_add_full (GTK_PRIORITY_RESIZE, configure_later, self, NULL);
}

static void
lanes_changed (DwellTimelineCanvas *self)
{
  configure_scrolling (self);
  _dwell_timeline_canvas_update_hover (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  redraw_all (self);
}

static void
trace_changed (DwellTimelineCanvas *self)
{
  g_clear_pointer (&self->painter, dwell_timeline_painter_free);
  self->hover = no_hit;
  update_cursor (self);
  lanes_changed (self);
}

static void
viewport_moved (DwellTimelineCanvas *self)
{
  _dwell_timeline_canvas_update_hover (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- The widget --- */

static void
dwell_timeline_canvas_snapshot (GtkWidget   *widget,
                                GtkSnapshot *snapshot)
{
  DwellTimelineCanvas *self = DWELL_TIMELINE_CANVAS (widget);
  DwellTimelineScene scene;

  if (_dwell_timeline_canvas_get_scene (self, &scene))
    dwell_timeline_nodes_snapshot (&self->nodes, _dwell_timeline_canvas_get_painter (self), &scene,
                                   snapshot);

  gtk_widget_snapshot_child (widget, self->cursor, snapshot);
}

static void
dwell_timeline_canvas_measure (GtkWidget      *widget,
                               GtkOrientation  orientation,
                               int             for_size,
                               int            *minimum,
                               int            *natural,
                               int            *minimum_baseline,
                               int            *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL
             ? 80 : (int) (DWELL_LANE_HEADER_HEIGHT * dwell_text_scale_get (widget));
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 600 : 200;
  *minimum_baseline = *natural_baseline = -1;
}

static void
dwell_timeline_canvas_size_allocate (GtkWidget *widget,
                                     int        width,
                                     int        height,
                                     int        baseline)
{
  DwellTimelineCanvas *self = DWELL_TIMELINE_CANVAS (widget);
  GdkRectangle rect;

  configure_allocated (self, height);

  /* Without a visible span or mark it covers the canvas. */
  if (!_dwell_timeline_canvas_get_focus_rect (self, &rect))
    rect = (GdkRectangle) { 0, 0, MAX (width, 1), MAX (height, 1) };

  gtk_widget_measure (self->cursor, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->cursor, &rect, -1);
}

static void
dwell_timeline_canvas_css_changed (GtkWidget         *widget,
                                   GtkCssStyleChange *change)
{
  DwellTimelineCanvas *self = DWELL_TIMELINE_CANVAS (widget);

  GTK_WIDGET_CLASS (dwell_timeline_canvas_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->painter, dwell_timeline_painter_free);
  redraw_all (self);
  gtk_widget_queue_allocate (widget);
}

static gboolean
dwell_timeline_canvas_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (DWELL_TIMELINE_CANVAS (widget)->cursor);
}

static void
dwell_timeline_canvas_dispose (GObject *object)
{
  DwellTimelineCanvas *self = DWELL_TIMELINE_CANVAS (object);

  g_clear_object (&self->drag);
  g_clear_object (&self->navigation);
  g_clear_object (&self->menu);
  g_clear_object (&self->vadjustment);
  g_clear_object (&self->viewport);
  g_clear_handle_id (&self->configuring, g_source_remove);
  g_clear_object (&self->tip);
  g_clear_weak_pointer (&self->told);
  g_clear_pointer (&self->cursor, gtk_widget_unparent);
  g_clear_pointer (&self->painter, dwell_timeline_painter_free);
  dwell_timeline_nodes_clear (&self->nodes);

  G_OBJECT_CLASS (dwell_timeline_canvas_parent_class)->dispose (object);
}

static void
dwell_timeline_canvas_class_init (DwellTimelineCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_timeline_canvas_dispose;

  widget_class->snapshot = dwell_timeline_canvas_snapshot;
  widget_class->measure = dwell_timeline_canvas_measure;
  widget_class->size_allocate = dwell_timeline_canvas_size_allocate;
  widget_class->css_changed = dwell_timeline_canvas_css_changed;
  widget_class->grab_focus = dwell_timeline_canvas_grab_focus;
  widget_class->query_tooltip = _dwell_timeline_canvas_query_tooltip;

  gtk_widget_class_set_css_name (widget_class, "timelinecanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE);
  _dwell_timeline_canvas_class_add_keys (widget_class);
}

static void
dwell_timeline_canvas_init (DwellTimelineCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->hover = no_hit;
  self->pointer_x = self->pointer_y = -1;
  self->cursor = dwell_focus_cursor_new ();
  gtk_widget_set_parent (self->cursor, widget);

  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Spans"),
                                  -1);
}

/**
 * dwell_timeline_canvas_set_up:
 * @self: the canvas
 * @viewport: the viewport of the timeline
 * @vadjustment: the vertical scroll position of the lanes, px; the canvas sets its limits
 * @menu: the context menu of tracks
 *
 * Connects the canvas to the timeline. Call it once, before the canvas is shown.
 */
void
dwell_timeline_canvas_set_up (DwellTimelineCanvas *self,
                              DwellViewport       *viewport,
                              GtkAdjustment       *vadjustment,
                              DwellTrackMenu      *menu)
{
  static const struct { const char *signal; GCallback handler; } handlers[] = {
    { "view-set", G_CALLBACK (trace_changed) },
    { "trace-changed", G_CALLBACK (trace_changed) },
    { "range-changed", G_CALLBACK (viewport_moved) },
    { "lanes-changed", G_CALLBACK (lanes_changed) },
    { "focus-changed", G_CALLBACK (focus_changed) },
    { "selection-changed", G_CALLBACK (gtk_widget_queue_draw) },
    { "cursor-changed", G_CALLBACK (cursor_changed) },
    { "markers-changed", G_CALLBACK (redraw_all) },
    { "find-changed", G_CALLBACK (redraw_all) },
    { "lit-changed", G_CALLBACK (redraw_all) },
    { "chosen-changed", G_CALLBACK (chosen_changed) },
    { "overruns-changed", G_CALLBACK (description_changed) },
    { "units-changed", G_CALLBACK (description_changed) },
    { "indexes-changed", G_CALLBACK (redraw_all) },
  };

  g_return_if_fail (DWELL_IS_TIMELINE_CANVAS (self));

  self->viewport = g_object_ref (viewport);
  self->vadjustment = g_object_ref (vadjustment);
  self->menu = g_object_ref (menu);
  self->navigation = dwell_navigation_new (GTK_WIDGET (self), viewport, vadjustment);
  _dwell_timeline_canvas_add_pointer (self);
  _dwell_timeline_canvas_add_keys (self);

  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    dwell_viewport_connect (viewport, handlers[i].signal, handlers[i].handler, self);
  g_signal_connect_object (vadjustment, "value-changed", G_CALLBACK (viewport_moved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify",
                           G_CALLBACK (redraw_all), self, G_CONNECT_SWAPPED);
  update_cursor (self);
}

/**
 * dwell_timeline_canvas_get_rect:
 * @self: the canvas
 * @span: a span
 * @rect: (out): the visible part of the span in the canvas, px; not set if there is none
 *
 * Returns: %TRUE if any part of the span is visible
 */
gboolean
dwell_timeline_canvas_get_rect (DwellTimelineCanvas *self,
                                guint32              span,
                                GdkRectangle        *rect)
{
  DwellTrace *trace;

  g_return_val_if_fail (DWELL_IS_TIMELINE_CANVAS (self), FALSE);

  trace = dwell_viewport_get_trace (self->viewport);
  if (trace == NULL || span >= trace->n_spans)
    return FALSE;

  return get_rect (self, dwell_trace_get_span_track (trace, span), trace->span_row[span],
                   dwell_trace_get_span_begin (trace, span), dwell_trace_get_span_end (trace, span),
                   rect);
}

/**
 * dwell_timeline_canvas_get_viewport:
 * @self: the canvas
 *
 * Returns: (transfer none) (nullable): the viewport; %NULL before the canvas was set up
 */
DwellViewport *
dwell_timeline_canvas_get_viewport (DwellTimelineCanvas *self)
{
  g_return_val_if_fail (DWELL_IS_TIMELINE_CANVAS (self), NULL);

  return self->viewport;
}
