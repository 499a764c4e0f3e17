/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order in which the lanes are drawn: background and grid, the tracks' header lines, bars, what
 * lies on bars (text, torn edges, outlines), the veil over what is not selected, and the gutter.
 * Each has a file of its own. */
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

/* Stripes of no width where nothing is selected, or an edge is out of view. */
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
 * @scene: a scene that knows its scale factor, to be drawn at whole pixels, without a gutter
 * @stripes: (out): px of the scene
 *
 * Tells what dwell_timeline_painter_draw_layers() draws of the selection.
 */
void
dwell_timeline_get_selection (const DwellTimelineScene *scene,
                              DwellStripe               stripes[DWELL_N_STRIPES])
{
  DwellDrawing drawing = { .scene = scene, .pixels = scene->scale_factor };

  place_selection (&drawing, stripes);
}

/* The veil over what is not selected, and the edges of what is. */
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
  _dwell_drawing_headers (self);
}

static void
draw_pointers (DwellDrawing *self)
{
  _dwell_drawing_markers (self);
  _dwell_drawing_outlines (self);
  _dwell_drawing_overruns (self);
  _dwell_drawing_focus_mark (self);
  _dwell_drawing_cursor (self);
}

/**
 * dwell_timeline_painter_draw_layers:
 * @self: a painter
 * @cr: where to draw
 * @scene: what
 * @layers: which of them; the gutter and the background belong to the lanes, which are to be drawn
 *   before their texts
 *
 * Draws the lanes in view, @scene's height high, gutter and scale's width wide, at (0, 0).
 */
void
dwell_timeline_painter_draw_layers (DwellTimelinePainter     *self,
                                    cairo_t                  *cr,
                                    const DwellTimelineScene *scene,
                                    DwellTimelineLayers       layers)
{
  DwellDrawing drawing;

  if (scene->scale.width < 1)
    return;

  cairo_save (cr);
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
 * @cr: where to draw
 * @scene: what
 *
 * Draws all layers.
 */
void
dwell_timeline_painter_draw_lanes (DwellTimelinePainter     *self,
                                   cairo_t                  *cr,
                                   const DwellTimelineScene *scene)
{
  dwell_timeline_painter_draw_layers (self, cr, scene, DWELL_LAYER_LANES | DWELL_LAYER_SELECTION |
                                                       DWELL_LAYER_TEXTS | DWELL_LAYER_POINTERS);
}
