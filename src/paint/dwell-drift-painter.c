/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the drift curve. Its points are the start, all anchors, and the end. Later is up; 0 is
 * always in view. The area between the curve and 0 is filled. */
#include "config.h"

#include "paint/dwell-drift-painter.h"

#include <math.h>

#define MARGIN     4.0 /* px above and below */
#define RADIUS     2.0 /* px: of an anchor */
#define FILL_ALPHA 0.3

/* More points than this share pixels, so they are drawn without dots. */
#define MAX_DOTS 200

/**
 * dwell_drift_get_n_points:
 * @self: what is drawn
 *
 * Returns: the number of points: the start, all anchors, the end
 */
guint
dwell_drift_get_n_points (const DwellDriftDrawing *self)
{
  return self->anchors->n_anchors + 2;
}

static gint64
get_drift (const DwellDriftDrawing *self,
           guint                    point)
{
  const DwellAnchors *anchors = self->anchors;

  return point == 0 ? 0
         : point <= anchors->n_anchors ? anchors->anchors[point - 1].drift : anchors->drift;
}

static gint64
get_time (const DwellDriftDrawing *self,
          guint                    point)
{
  const DwellAnchors *anchors = self->anchors;
  const DwellAnchoredSide *side = self->is_of_base ? &anchors->base : &anchors->new;

  if (point == 0)
    return side->begin;
  if (point > anchors->n_anchors)
    return side->end;

  return self->is_of_base ? anchors->anchors[point - 1].base_time
                          : anchors->anchors[point - 1].new_time;
}

/* Finds the extremes of all points, so that the curve keeps its shape while the user pans. */
static void
find_extremes (const DwellDriftDrawing *self,
               double                  *least,
               double                  *most)
{
  guint n = dwell_drift_get_n_points (self);

  *least = *most = 0;
  for (guint i = 0; i < n; i++)
    {
      *least = MIN (*least, (double) get_drift (self, i));
      *most = MAX (*most, (double) get_drift (self, i));
    }
}

static double
to_y (const DwellDriftDrawing *self,
      double                   drift,
      double                   least,
      double                   most)
{
  double room = MAX (self->height - 2 * MARGIN, 1);

  return most > least ? MARGIN + (most - drift) / (most - least) * room : self->height / 2;
}

/**
 * dwell_drift_get_point:
 * @self: what is drawn
 * @point: the number of a point
 * @x: (out): where it is, px
 * @y: (out): where it is, px
 *
 * Returns: its drift, ns
 */
gint64
dwell_drift_get_point (const DwellDriftDrawing *self,
                       guint                    point,
                       double                  *x,
                       double                  *y)
{
  gint64 drift = get_drift (self, point);
  double least;
  double most;

  find_extremes (self, &least, &most);
  *x = dwell_scale_to_x (&self->scale, get_time (self, point));
  *y = to_y (self, (double) drift, least, most);
  return drift;
}

/**
 * dwell_drift_pick:
 * @self: what is drawn
 * @x: a place, px
 *
 * Returns: the last point that is not right of it, or the first one
 */
guint
dwell_drift_pick (const DwellDriftDrawing *self,
                  double                   x)
{
  gint64 time = dwell_scale_to_time (&self->scale, x);
  guint low = 0;
  guint high = dwell_drift_get_n_points (self);

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (get_time (self, middle) <= time)
        low = middle;
      else
        high = middle;
    }

  return low;
}

static void
set_colour (cairo_t           *cr,
            const DwellColour *colour,
            double             alpha)
{
  cairo_set_source_rgba (cr, colour->red, colour->green, colour->blue, colour->alpha * alpha);
}

/* Coordinates far outside the picture are too large for cairo. */
static double
get_x (const DwellDriftDrawing *self,
       guint                    point)
{
  return CLAMP (dwell_scale_to_x (&self->scale, get_time (self, point)), -1e6, 1e6);
}

static void
trace_curve (const DwellDriftDrawing *self,
             cairo_t                 *cr,
             double                   least,
             double                   most)
{
  guint n = dwell_drift_get_n_points (self);

  for (guint i = 0; i < n; i++)
    cairo_line_to (cr, get_x (self, i), to_y (self, (double) get_drift (self, i), least, most));
}

/**
 * dwell_drift_draw:
 * @self: what to draw
 * @cr: a context whose origin is that of the curve
 *
 * Draws the curve over the width of its scale.
 */
void
dwell_drift_draw (const DwellDriftDrawing *self,
                  cairo_t                 *cr)
{
  const DwellPalette *palette = self->palette;
  guint n = dwell_drift_get_n_points (self);
  double least;
  double most;
  double zero;

  find_extremes (self, &least, &most);
  zero = to_y (self, 0, least, most);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, self->scale.width, self->height);
  cairo_clip (cr);

  set_colour (cr, &palette->line, 1);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, 0, floor (zero) + 0.5);
  cairo_line_to (cr, self->scale.width, floor (zero) + 0.5);
  cairo_stroke (cr);

  set_colour (cr, &palette->gained, FILL_ALPHA);
  cairo_move_to (cr, get_x (self, 0), zero);
  trace_curve (self, cr, least, most);
  cairo_line_to (cr, get_x (self, n - 1), zero);
  cairo_close_path (cr);
  cairo_fill (cr);

  set_colour (cr, &palette->gained, 1);
  cairo_set_line_width (cr, 1.5);
  trace_curve (self, cr, least, most);
  cairo_stroke (cr);
  for (guint i = 1; i + 1 < n && n <= MAX_DOTS; i++)
    {
      double y = to_y (self, (double) get_drift (self, i), least, most);

      cairo_arc (cr, get_x (self, i), y, RADIUS, 0, 2 * G_PI);
      cairo_fill (cr);
    }

  cairo_restore (cr);
}
