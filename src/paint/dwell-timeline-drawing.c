/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Creates and frees the painter, keeps what it knows of the trace that it drew last, and finds the
 * properties of the surface of a drawing. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#include <string.h>

#include "paint/dwell-mark-font.h"

/**
 * dwell_timeline_painter_new:
 * @context: the Pango context, with the font and the resolution of the widget or surface
 *
 * Creates a painter. It keeps what repeats from frame to frame: text layouts and colours of areas.
 * Its font is that of @context, a little smaller, and never too large for a row.
 *
 * Returns: (transfer full): the painter
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

/* Drops what is known of the trace that was drawn last, and the reference to it. */
static void
clear_trace (DwellTimelinePainter *self)
{
  g_clear_pointer (&self->plain, dwell_layout_index_unref);
  g_clear_pointer (&self->area_colours, g_free);
  g_clear_pointer (&self->trace, dwell_trace_unref);
}

/**
 * dwell_timeline_painter_free:
 * @self: (transfer full): a painter
 *
 * Frees the painter.
 */
void
dwell_timeline_painter_free (DwellTimelinePainter *self)
{
  clear_trace (self);
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

  clear_trace (self);
  self->trace = dwell_trace_ref (trace);
  self->area_colours = g_malloc (MAX (trace->n_areas, 1));
  memset (self->area_colours, 0xff, MAX (trace->n_areas, 1));
}

/* Returns the layout of the scene or, if it has none, a plain one of its trace. */
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

static guint
get_area_colour (DwellTimelinePainter *self,
                 guint32               area)
{
  if (self->area_colours[area] == 0xff)
    self->area_colours[area] =
      (guint8) dwell_palette_colour_of (dwell_trace_get_area_name (self->trace, area));

  return self->area_colours[area];
}

static guint32
get_caller (gpointer  user_data,
            guint32   span,
            guint32  *area,
            guint    *colour)
{
  DwellTimelinePainter *self = user_data;

  *area = self->trace->span_area[span];
  *colour = get_area_colour (self, *area);
  return self->trace->span_parent[span];
}

guint
_dwell_painter_get_span_colour (DwellTimelinePainter *self,
                                guint32               span)
{
  return dwell_palette_colour_of_call (span, get_caller, self);
}

/* Converts the lengths of @scene from px to the units in which lanes are measured and everything is
 * drawn, which grow with the text. Returns how many px a unit has. */
double
_dwell_scene_to_units (const DwellTimelineScene *scene,
                       DwellTimelineScene       *units)
{
  double scale = scene->text_scale > 0 ? scene->text_scale : 1;

  *units = *scene;
  units->text_scale = 1;
  units->scale.width /= scale;
  units->gutter /= scale;
  units->scroll_y /= scale;
  units->height /= scale;
  return scale;
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

  /* A surface that records for a screen does not know the pixels of that screen, but the scene
   * does. */
  if (scene->scale_factor > 0)
    scale_x = scene->scale_factor;

  self->pixels = scale_x * matrix.xx;
  self->origin_x = matrix.x0 * scale_x + offset_x;
  self->origin_y = matrix.y0 * scale_x + offset_y;
  self->is_vector = is_vector_surface (surface) || matrix.xy != 0 || matrix.yx != 0 ||
                    self->pixels <= 0;
  cairo_clip_extents (cr, &x0, &self->clip_y0, &x1, &self->clip_y1);
}
