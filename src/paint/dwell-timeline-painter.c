/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the layers of the lanes in their order: background and grid, bars, what is on bars, header
 * lines, the veil over what is not selected, texts, and pointers (markers, cursor, focus); finally
 * the gutter. Most layers have a file of their own. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

static void
fill (cairo_t           *cr,
      const DwellColour *colour,
      double             x,
      double             y,
      double             width,
      double             height)
{
  dwell_set_colour (cr, colour);
  cairo_rectangle (cr, x, y, width, height);
  cairo_fill (cr);
}

/* Computes the veil and the edges of the selection. Stripes have no width if nothing is selected,
 * and edges have none if they are out of view. */
static void
place_selection (const DwellDrawing *self,
                 DwellStripe         stripes[DWELL_N_STRIPES])
{
  const DwellTimelineScene *scene = self->scene;
  double unit = self->is_vector ? 1 : MAX (floor (self->pixels), 1) / self->pixels;
  double width = scene->scale.width;
  double x0 = dwell_drawing_snap_x (self, dwell_scale_to_x (&scene->scale, scene->selection_begin));
  double x1 = dwell_drawing_snap_x (self, dwell_scale_to_x (&scene->scale, scene->selection_end));
  const DwellColour *veil = &scene->palette->selection;
  const DwellColour *edge = &scene->palette->accent;

  stripes[0] = stripes[1] = (DwellStripe) { 0, 0, veil };
  stripes[2] = stripes[3] = (DwellStripe) { 0, 0, edge };
  if (!scene->has_selection)
    return;

  stripes[0] = (DwellStripe) { 0, CLAMP (x0, 0, width), veil };
  stripes[1] = (DwellStripe) { CLAMP (x1, 0, width), width, veil };
  if (x0 >= 0 && x0 <= width)
    stripes[2] = (DwellStripe) { x0 - unit, x0, edge };
  if (x1 >= 0 && x1 <= width)
    stripes[3] = (DwellStripe) { x1, x1 + unit, edge };
}

/**
 * dwell_timeline_get_selection:
 * @scene: a scene with a scale factor, drawn at whole pixels and without a gutter
 * @stripes: (out caller-allocates) (array fixed-size=4): the veil on the left and on the right,
 * then the two edges; px of the scene
 *
 * Computes what dwell_timeline_painter_draw_layers() draws of the selection, for callers that draw
 * it without cairo.
 */
void
dwell_timeline_get_selection (const DwellTimelineScene *scene,
                              DwellStripe               stripes[DWELL_N_STRIPES])
{
  DwellDrawing drawing = { .scene = scene, .pixels = scene->scale_factor };

  place_selection (&drawing, stripes);
}

/* Draws the veil over what is not selected, and the edges of the selection. */
static void
draw_selection (DwellDrawing *self)
{
  DwellStripe stripes[DWELL_N_STRIPES];

  place_selection (self, stripes);

  for (guint i = 0; i < DWELL_N_STRIPES; i++)
    if (stripes[i].x1 > stripes[i].x0)
      fill (self->cr, stripes[i].colour, stripes[i].x0, 0, stripes[i].x1 - stripes[i].x0,
            self->scene->height);
}

static void
draw_trace (DwellDrawing *self)
{
  g_array_set_size (self->painter->wide_bars, 0);
  g_array_set_size (self->painter->values_extents, 0);
  _dwell_drawing_grid (self);
  _dwell_drawing_bars (self);
  _dwell_drawing_suspensions (self);
  _dwell_drawing_edges (self);
  _dwell_drawing_lit (self);
  _dwell_drawing_headers (self);
}

static void
draw_pointers (DwellDrawing *self)
{
  _dwell_drawing_markers (self);
  _dwell_drawing_flows (self);
  _dwell_drawing_outlines (self);
  _dwell_drawing_overruns (self);
  _dwell_drawing_focus_mark (self);
  _dwell_drawing_cursor (self);
}

/**
 * dwell_timeline_painter_draw_layers:
 * @self: a painter
 * @cr: a cairo context
 * @scene: the scene
 * @layers: which layers; the background and the gutter belong to the layer of lanes, which must be
 * drawn before that of texts
 *
 * Draws layers of the lanes in view at (0, 0), as wide as the gutter and the scale together, and as
 * high as the scene. A widget can keep the layers that did not change.
 */
void
dwell_timeline_painter_draw_layers (DwellTimelinePainter     *self,
                                    cairo_t                  *cr,
                                    const DwellTimelineScene *scene,
                                    DwellTimelineLayers       layers)
{
  DwellTimelineScene units;
  double scale = _dwell_scene_to_units (scene, &units);
  DwellDrawing drawing;

  scene = &units;
  if (scene->scale.width < 1)
    return;

  cairo_save (cr);
  cairo_scale (cr, scale, scale);
  cairo_rectangle (cr, 0, 0, scene->gutter + scene->scale.width, scene->height);
  cairo_clip (cr);

  _dwell_drawing_init (&drawing, self, cr, scene);
  if (layers & DWELL_LAYER_LANES)
    fill (cr, &scene->palette->background, 0, 0, scene->gutter + scene->scale.width,
          scene->height);

  cairo_save (cr);
  cairo_translate (cr, scene->gutter, 0);
  cairo_rectangle (cr, 0, 0, scene->scale.width, scene->height);
  cairo_clip (cr);
  drawing.origin_x += scene->gutter * drawing.pixels;

  if (layers & DWELL_LAYER_LANES)
    draw_trace (&drawing);
  if (layers & DWELL_LAYER_SELECTION)
    draw_selection (&drawing);
  if (layers & DWELL_LAYER_TEXTS)
    {
      _dwell_drawing_texts (&drawing);
      _dwell_drawing_values_texts (&drawing);
    }
  if (layers & DWELL_LAYER_POINTERS)
    draw_pointers (&drawing);
  cairo_restore (cr);

  if (scene->gutter > 0 && (layers & DWELL_LAYER_LANES) != 0)
    _dwell_drawing_gutter (&drawing);

  cairo_restore (cr);
}

/**
 * dwell_timeline_painter_draw_lanes:
 * @self: a painter
 * @cr: a cairo context
 * @scene: the scene
 *
 * Draws all layers of the lanes in view, as dwell_timeline_painter_draw_layers() does.
 */
void
dwell_timeline_painter_draw_lanes (DwellTimelinePainter     *self,
                                   cairo_t                  *cr,
                                   const DwellTimelineScene *scene)
{
  dwell_timeline_painter_draw_layers (self, cr, scene, DWELL_LAYER_LANES | DWELL_LAYER_SELECTION |
                                                       DWELL_LAYER_TEXTS | DWELL_LAYER_POINTERS);
}
