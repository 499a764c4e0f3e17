/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A painter's scene, gathered from a view and from what its timeline shows of it.
 *
 * The pointers in a scene belong to the view: a scene is made for one frame or one question, and
 * thrown away. */

#include "config.h"

#include "ui/timeline/dwell-scene.h"

#include <adwaita.h>

/**
 * dwell_scene_get_palette:
 *
 * Returns: the palette of the desktop's style
 */
const DwellPalette *
dwell_scene_get_palette (void)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  return dwell_palette_get (adw_style_manager_get_dark (style),
                            adw_style_manager_get_high_contrast (style));
}

/**
 * dwell_scene_init:
 * @scene: (out): all that a painter wants to know
 * @viewport: what is shown
 * @widget: what is drawn on, all of its width being the time axis
 *
 * Returns: whether there is anything to draw
 */
gboolean
dwell_scene_init (DwellTimelineScene *scene,
                  DwellViewport      *viewport,
                  GtkWidget          *widget)
{
  DwellView *view = dwell_viewport_get_view (viewport);

  *scene = (DwellTimelineScene) {
    .trace = dwell_viewport_get_trace (viewport),
    .palette = dwell_scene_get_palette (),
    .height = gtk_widget_get_height (widget),
    .scale_factor = gtk_widget_get_scale_factor (widget),
    .focus_span = DWELL_NONE,
    .focus_mark = DWELL_NONE,
    .hover_span = DWELL_NONE,
    .focus_area = DWELL_NONE,
  };

  if (scene->trace == NULL)
    return FALSE;

  dwell_viewport_get_scale (viewport, gtk_widget_get_width (widget), &scene->scale);
  scene->layout = dwell_session_get_layout (dwell_view_get_session (view));
  scene->values = dwell_session_get_values (dwell_view_get_session (view));
  scene->lanes = dwell_view_get_lanes (view);
  scene->find = dwell_view_get_find (view);
  scene->overruns = dwell_view_get_overruns (view);
  scene->has_selection = dwell_view_get_selection (view, &scene->selection_begin,
                                                   &scene->selection_end);
  scene->has_cursor = dwell_view_get_cursor (view, &scene->cursor);
  scene->markers = dwell_view_get_markers (view);
  scene->focus_span = dwell_view_get_focus_span (view);
  scene->focus_mark = dwell_view_get_focus_mark (view);
  scene->focus_area = dwell_view_get_focus_area (view);
  return TRUE;
}

/**
 * dwell_scene_init_for_paper:
 * @scene: (out): all that a painter wants to know
 * @view: what is shown; it outlives the scene
 * @begin: ns
 * @end: ns
 *
 * Makes a scene of all lanes of @view from @begin to @end, in the light style, without focus,
 * cursor and selection.
 */
void
dwell_scene_init_for_paper (DwellTimelineScene *scene,
                            DwellView          *view,
                            gint64              begin,
                            gint64              end)
{
  DwellSession *session = dwell_view_get_session (view);

  *scene = (DwellTimelineScene) {
    .trace = dwell_view_get_trace (view),
    .layout = dwell_session_get_layout (session),
    .values = dwell_session_get_values (session),
    .lanes = dwell_view_get_lanes (view),
    .overruns = dwell_view_get_overruns (view),
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
 * Returns: px of all its lanes, one below the other
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
