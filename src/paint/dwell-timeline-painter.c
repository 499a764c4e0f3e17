/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The painter's life, and the order in which the lanes are drawn: background and grid, the tracks'
 * header lines, bars, what lies on bars (text, torn edges, outlines), the veil over what is not
 * selected, and the gutter. Each has a file of its own. */
#include "config.h"

#include <string.h>

#include "paint/dwell-mark-font.h"
#include "paint/dwell-timeline-private.h"

/**
 * dwell_timeline_painter_new:
 * @context: with the font and the resolution of the widget or surface
 *
 * Returns: (transfer full): a painter
 */
DwellTimelinePainter *
dwell_timeline_painter_new (PangoContext *context)
{
  DwellTimelinePainter *self = g_new0 (DwellTimelinePainter, 1);

  self->labels = dwell_labels_new (context);
  self->mark_font = dwell_mark_font_new ();
  self->bars = g_array_new (FALSE, FALSE, sizeof (DwellBar));
  self->wide_bars = g_array_new (FALSE, FALSE, sizeof (DwellPlacedBar));
  self->values_extents = g_array_new (FALSE, FALSE, sizeof (DwellValuesExtent));

  return self;
}

/* The trace that was drawn last, to which a reference is held. */
static void
forget_trace (DwellTimelinePainter *self)
{
  g_clear_pointer (&self->find, dwell_find_unref);
  g_clear_pointer (&self->find_spans, g_array_unref);
  g_clear_pointer (&self->plain, dwell_layout_index_unref);
  g_clear_pointer (&self->area_colours, g_free);
  g_clear_pointer (&self->trace, dwell_trace_unref);
}

void
dwell_timeline_painter_free (DwellTimelinePainter *self)
{
  forget_trace (self);
  dwell_labels_free (self->labels);
  cairo_font_face_destroy (self->mark_font);
  g_array_unref (self->bars);
  g_array_unref (self->wide_bars);
  g_array_unref (self->values_extents);
  g_free (self);
}

static void
set_trace (DwellTimelinePainter *self,
           DwellTrace           *trace)
{
  if (self->trace == trace)
    return;

  forget_trace (self);
  self->trace = dwell_trace_ref (trace);
  self->area_colours = g_malloc (MAX (trace->n_areas, 1));
  memset (self->area_colours, 0xff, MAX (trace->n_areas, 1));
}

DwellLayoutIndex *
_dwell_painter_get_layout (DwellTimelinePainter     *self,
                           const DwellTimelineScene *scene)
{
  set_trace (self, scene->trace);

  if (scene->layout != NULL)
    return scene->layout;

  if (self->plain == NULL)
    self->plain = dwell_layout_index_new_plain (scene->trace);

  return self->plain;
}

guint
_dwell_painter_get_colour (DwellTimelinePainter *self,
                           guint32               area)
{
  if (self->area_colours[area] == 0xff)
    self->area_colours[area] =
      (guint8) dwell_palette_colour_of (dwell_trace_get_area_name (self->trace, area));

  return self->area_colours[area];
}

static gboolean
is_vector_surface (cairo_surface_t *surface)
{
  switch ((int) cairo_surface_get_type (surface))
    {
    case CAIRO_SURFACE_TYPE_SVG:
    case CAIRO_SURFACE_TYPE_PDF:
    case CAIRO_SURFACE_TYPE_PS:
      return TRUE;
    default:
      return FALSE;
    }
}

void
_dwell_drawing_init (DwellDrawing             *self,
                     DwellTimelinePainter     *painter,
                     cairo_t                  *cr,
                     const DwellTimelineScene *scene)
{
  cairo_surface_t *surface = cairo_get_target (cr);
  cairo_matrix_t matrix;
  double scale_x;
  double scale_y;
  double offset_x;
  double offset_y;
  double x0;
  double x1;

  self->painter = painter;
  self->cr = cr;
  self->scene = scene;
  self->layout = _dwell_painter_get_layout (painter, scene);

  cairo_get_matrix (cr, &matrix);
  cairo_surface_get_device_scale (surface, &scale_x, &scale_y);
  cairo_surface_get_device_offset (surface, &offset_x, &offset_y);

  /* A surface that records for a screen does not know that screen's pixels; the scene does. */
  if (scene->scale_factor > 0)
    scale_x = scene->scale_factor;

  self->pixels = scale_x * matrix.xx;
  self->origin_x = matrix.x0 * scale_x + offset_x;
  self->origin_y = matrix.y0 * scale_x + offset_y;
  self->is_vector = is_vector_surface (surface) || matrix.xy != 0 || matrix.yx != 0 ||
                    self->pixels <= 0;
  cairo_clip_extents (cr, &x0, &self->clip_y0, &x1, &self->clip_y1);
}

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
