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

void
dwell_timeline_painter_free (DwellTimelinePainter *self)
{
  dwell_timeline_painter_reset (self);
  dwell_labels_free (self->labels);
  cairo_font_face_destroy (self->mark_font);
  g_array_unref (self->bars);
  g_array_unref (self->wide_bars);
  g_array_unref (self->values_extents);
  g_free (self);
}

/**
 * dwell_timeline_painter_reset:
 * @self: a painter
 *
 * Forgets the trace that was drawn last, to which it holds a reference.
 */
void
dwell_timeline_painter_reset (DwellTimelinePainter *self)
{
  g_clear_pointer (&self->find, dwell_find_unref);
  g_clear_pointer (&self->find_spans, g_array_unref);
  g_clear_pointer (&self->plain, dwell_layout_index_unref);
  g_clear_pointer (&self->area_colours, g_free);
  g_clear_pointer (&self->trace, dwell_trace_unref);
}

static void
set_trace (DwellTimelinePainter *self,
           DwellTrace           *trace)
{
  if (self->trace == trace)
    return;

  dwell_timeline_painter_reset (self);
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

/* The veil over what is not selected, and the edges of what is. */
static void
draw_selection (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  double unit = self->is_vector ? 1 : MAX (floor (self->pixels), 1) / self->pixels;
  double width = scene->scale.width;
  double x0 = dwell_drawing_snap_x (self, dwell_scale_to_x (&scene->scale, scene->selection_begin));
  double x1 = dwell_drawing_snap_x (self, dwell_scale_to_x (&scene->scale, scene->selection_end));

  if (!scene->has_selection)
    return;

  dwell_set_colour (self->cr, &scene->palette->selection);
  cairo_rectangle (self->cr, 0, 0, CLAMP (x0, 0, width), scene->height);
  cairo_rectangle (self->cr, CLAMP (x1, 0, width), 0, width - CLAMP (x1, 0, width), scene->height);
  cairo_fill (self->cr);

  dwell_set_colour (self->cr, &scene->palette->accent);
  if (x0 >= 0 && x0 <= width)
    cairo_rectangle (self->cr, x0 - unit, 0, unit, scene->height);
  if (x1 >= 0 && x1 <= width)
    cairo_rectangle (self->cr, x1, 0, unit, scene->height);
  cairo_fill (self->cr);
}

/**
 * dwell_timeline_painter_draw_lanes:
 * @self: a painter
 * @cr: where to draw
 * @scene: what
 *
 * Draws the lanes in view, @scene's height high, gutter and scale's width wide, at (0, 0).
 */
void
dwell_timeline_painter_draw_lanes (DwellTimelinePainter     *self,
                                   cairo_t                  *cr,
                                   const DwellTimelineScene *scene)
{
  DwellDrawing drawing;

  if (scene->scale.width < 1)
    return;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, scene->gutter + scene->scale.width, scene->height);
  cairo_clip (cr);

  _dwell_drawing_init (&drawing, self, cr, scene);
  fill (cr, &scene->palette->background, 0, 0, scene->gutter + scene->scale.width, scene->height);

  cairo_save (cr);
  cairo_translate (cr, scene->gutter, 0);
  cairo_rectangle (cr, 0, 0, scene->scale.width, scene->height);
  cairo_clip (cr);
  drawing.origin_x += scene->gutter * drawing.pixels;

  g_array_set_size (self->wide_bars, 0);
  g_array_set_size (self->values_extents, 0);
  _dwell_drawing_grid (&drawing);
  _dwell_drawing_bars (&drawing);
  _dwell_drawing_suspensions (&drawing);
  _dwell_drawing_edges (&drawing);
  _dwell_drawing_headers (&drawing);
  draw_selection (&drawing);
  _dwell_drawing_texts (&drawing);
  _dwell_drawing_values_texts (&drawing);
  _dwell_drawing_markers (&drawing);
  _dwell_drawing_outlines (&drawing);
  _dwell_drawing_overruns (&drawing);
  _dwell_drawing_focus_mark (&drawing);
  _dwell_drawing_cursor (&drawing);
  cairo_restore (cr);

  if (scene->gutter > 0)
    _dwell_drawing_gutter (&drawing);

  cairo_restore (cr);
}
