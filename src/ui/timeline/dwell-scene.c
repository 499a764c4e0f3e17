/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fills a painter's scene from a view and the range that its timeline shows.
 *
 * The pointers in a scene belong to the view, so that a scene is valid only for one frame or one
 * query. */
#include "config.h"

#include "ui/timeline/dwell-scene.h"

#include "ui/widgets/dwell-style.h"
#include "ui/widgets/dwell-text-scale.h"

/**
 * dwell_scene_init:
 * @scene: (out caller-allocates): the scene
 * @viewport: the viewport of the timeline
 * @widget: the widget to draw, whose whole width is the time axis
 *
 * Fills @scene with what @viewport shows now.
 *
 * Returns: %FALSE if there is no trace to draw
 */
gboolean
dwell_scene_init (DwellTimelineScene *scene,
                  DwellViewport      *viewport,
                  GtkWidget          *widget)
{
  DwellView *view = dwell_viewport_get_view (viewport);

  *scene = (DwellTimelineScene) {
    .trace = dwell_viewport_get_trace (viewport),
    .palette = dwell_style_get_palette (),
    .height = gtk_widget_get_height (widget),
    .scale_factor = gtk_widget_get_scale_factor (widget),
    .text_scale = dwell_text_scale_get (widget),
    .focus_span = DWELL_NONE,
    .focus_mark = DWELL_NONE,
    .hover_span = DWELL_NONE,
    .focus_area = DWELL_NONE,
  };

  if (scene->trace == NULL)
    return FALSE;

  dwell_viewport_get_scale (viewport, gtk_widget_get_width (widget), &scene->scale);
  scene->layout = dwell_view_get_reading (view)->layout;
  scene->values = dwell_view_get_reading (view)->values;
  scene->lanes = dwell_view_get_lanes (view);
  scene->find = dwell_view_get_find (view);
  scene->overruns = dwell_view_get_overruns (view);
  scene->limits = dwell_view_get_limits (view);
  scene->has_selection = dwell_view_get_selection (view, &scene->selection_begin,
                                                   &scene->selection_end);
  scene->has_cursor = dwell_view_get_cursor (view, &scene->cursor);
  scene->markers = dwell_view_get_markers (view);
  scene->focus_span = dwell_view_get_focus_span (view);
  scene->focus_mark = dwell_view_get_focus_mark (view);
  scene->chosen = dwell_view_get_chosen_spans (view);
  scene->focus_area = dwell_view_get_focus_area (view);
  scene->lit = dwell_view_get_lit (view);
  return TRUE;
}

/**
 * dwell_scene_make_painter:
 * @widget: the widget to draw
 *
 * Returns: (transfer full): a painter for scenes of @widget, until its style changes
 */
DwellTimelinePainter *
dwell_scene_make_painter (GtkWidget *widget)
{
  PangoContext *context = dwell_text_scale_make_context (widget);
  DwellTimelinePainter *painter = dwell_timeline_painter_new (context);

  g_object_unref (context);
  return painter;
}

/**
 * dwell_scene_init_for_paper:
 * @scene: (out caller-allocates): the scene; the caller sets its size
 * @view: a view with a trace, which outlives the scene
 * @begin: ns
 * @end: ns
 *
 * Fills @scene for a print or a picture: all lanes of @view from @begin to @end, in the light
 * style, without focus, cursor, selection and find.
 */
void
dwell_scene_init_for_paper (DwellTimelineScene *scene,
                            DwellView          *view,
                            gint64              begin,
                            gint64              end)
{
  const DwellReading *reading = dwell_view_get_reading (view);

  *scene = (DwellTimelineScene) {
    .trace = reading->trace,
    .layout = reading->layout,
    .values = reading->values,
    .lanes = dwell_view_get_lanes (view),
    .overruns = dwell_view_get_overruns (view),
    .limits = dwell_view_get_limits (view),
    .markers = dwell_view_get_markers (view),
    .scale = { .begin = begin, .end = end },
    .palette = dwell_palette_get (FALSE, FALSE),
    .focus_span = DWELL_NONE,
    .focus_mark = DWELL_NONE,
    .hover_span = DWELL_NONE,
    .focus_area = DWELL_NONE,
  };
}

/**
 * dwell_scene_get_lanes_height:
 * @scene: a scene
 *
 * Returns: the height of all its lanes together, px
 */
int
dwell_scene_get_lanes_height (const DwellTimelineScene *scene)
{
  const DwellLane *last;

  if (scene->lanes->len == 0)
    return 0;

  last = &g_array_index (scene->lanes, DwellLane, scene->lanes->len - 1);

  return last->y + last->height;
}
