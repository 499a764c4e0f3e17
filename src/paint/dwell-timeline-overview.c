/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the overview: the activity of the whole trace as a silhouette, the visible range as a
 * window in it, the selection, the markers, and what exceeds deadlines. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#define TOP    4
#define BOTTOM 3

/* Of ticks at hits above and at spans of the focused function below, px. */
#define TICK_HEIGHT 7

/* The smallest width of the window, px: it must be visible and easy to grab. */
#define MIN_WINDOW 6

static void
draw_silhouette (const DwellDrawing *self,
                 const DwellScale   *whole,
                 const float        *activity,
                 guint               n_columns)
{
  const double height = DWELL_OVERVIEW_HEIGHT - TOP - BOTTOM;
  double bottom = DWELL_OVERVIEW_HEIGHT - BOTTOM;
  cairo_t *cr = self->cr;

  cairo_move_to (cr, 0, bottom);

  for (guint i = 0; i < n_columns; i++)
    {
      double x0 = i * whole->width / n_columns;
      double x1 = (i + 1) * whole->width / n_columns;
      double y = activity[i] > 0 ? bottom - MAX (CLAMP (activity[i], 0, 1) * height, 1) : bottom;

      cairo_line_to (cr, dwell_drawing_snap_x (self, x0), y);
      cairo_line_to (cr, dwell_drawing_snap_x (self, x1), y);
    }

  cairo_line_to (cr, whole->width, bottom);
  cairo_close_path (cr);
  dwell_set_colour_alpha (cr, &self->scene->palette->accent, 0.62);
  cairo_fill (cr);
}

/* Shows where hits begin, at the top, and the spans of the focused function, at the bottom. */
static void
draw_found (const DwellDrawing *self,
            const DwellScale   *whole)
{
  const DwellTimelineScene *scene = self->scene;

  if (scene->lit != NULL)
    {
      _dwell_drawing_add_ticks (self, scene->lit, whole,
                                DWELL_OVERVIEW_HEIGHT - 2 - TICK_HEIGHT, TICK_HEIGHT);
      dwell_set_colour (self->cr, &scene->palette->text);
      cairo_fill (self->cr);
    }

  if (scene->find != NULL)
    {
      cairo_rectangle (self->cr, 0, 1, whole->width, TICK_HEIGHT);
      dwell_set_colour (self->cr, &scene->palette->background);
      cairo_fill (self->cr);
      _dwell_drawing_add_ticks (self, scene->find, whole, 1, TICK_HEIGHT);
      dwell_set_colour (self->cr, &scene->palette->accent);
      cairo_fill (self->cr);
    }
}

static void
draw_range (const DwellDrawing *self,
            const DwellScale   *whole)
{
  const DwellTimelineScene *scene = self->scene;
  double x0 = dwell_scale_to_x (whole, scene->selection_begin);
  double x1 = dwell_scale_to_x (whole, scene->selection_end);

  if (!scene->has_selection || x1 < 0 || x0 > whole->width)
    return;

  x0 = dwell_drawing_snap_x (self, MAX (x0, 0));
  x1 = dwell_drawing_snap_x (self, MIN (x1, whole->width));
  dwell_set_colour_alpha (self->cr, &scene->palette->accent, 0.22);
  cairo_rectangle (self->cr, x0, 0, MAX (x1 - x0, 1), DWELL_OVERVIEW_HEIGHT - 1);
  cairo_fill (self->cr);
  dwell_set_colour (self->cr, &scene->palette->accent);
  cairo_rectangle (self->cr, x0, 0, MAX (x1 - x0, 1), 2);
  cairo_fill (self->cr);
}

/* Veils what is out of view, and frames the visible range, with a grip at each end. */
static void
draw_window (const DwellDrawing *self,
             const DwellScale   *whole)
{
  const DwellTimelineScene *scene = self->scene;
  const double height = DWELL_OVERVIEW_HEIGHT - 1;
  double x0 = CLAMP (dwell_scale_to_x (whole, scene->scale.begin), 0, whole->width);
  double x1 = CLAMP (dwell_scale_to_x (whole, scene->scale.end), 0, whole->width);
  cairo_t *cr = self->cr;

  if (x1 - x0 < MIN_WINDOW)
    {
      x0 = CLAMP ((x0 + x1 - MIN_WINDOW) / 2, 0, MAX (whole->width - MIN_WINDOW, 0));
      x1 = MIN (x0 + MIN_WINDOW, whole->width);
    }

  x0 = dwell_drawing_snap_x (self, x0);
  x1 = dwell_drawing_snap_x (self, x1);

  dwell_set_colour (cr, &scene->palette->selection);
  cairo_rectangle (cr, 0, 0, x0, height);
  cairo_rectangle (cr, x1, 0, whole->width - x1, height);
  cairo_fill (cr);

  dwell_set_colour (cr, &scene->palette->dim_text);
  cairo_rectangle (cr, x0, 0, x1 - x0, 1);
  cairo_rectangle (cr, x0, height - 1, x1 - x0, 1);
  cairo_rectangle (cr, x0, 1, 1, height - 2);
  cairo_rectangle (cr, x1 - 1, 1, 1, height - 2);
  cairo_rectangle (cr, x0, height / 2 - 7, 3, 14);
  cairo_rectangle (cr, x1 - 3, height / 2 - 7, 3, 14);
  cairo_fill (cr);
}

/**
 * dwell_timeline_painter_draw_overview:
 * @self: a painter
 * @cr: a cairo context
 * @scene: the scene; its scale gives the visible range and the width
 * @activity: (array length=n_columns): how busy the trace is from its begin to its end, 0…1
 * @n_columns: the number of columns; 0 while the activity is not known
 *
 * Draws the overview of the whole trace at (0, 0), as wide as the gutter and the scale together,
 * %DWELL_OVERVIEW_HEIGHT px high at the usual size of text.
 */
void
dwell_timeline_painter_draw_overview (DwellTimelinePainter     *self,
                                      cairo_t                  *cr,
                                      const DwellTimelineScene *scene,
                                      const float              *activity,
                                      guint                     n_columns)
{
  const DwellPalette *palette = scene->palette;
  DwellTimelineScene units;
  double scale = _dwell_scene_to_units (scene, &units);
  DwellScale whole = { scene->trace->begin, scene->trace->end, units.scale.width };
  double width = units.gutter + units.scale.width;
  DwellDrawing drawing;

  scene = &units;
  if (scene->scale.width < 1)
    return;

  cairo_save (cr);
  cairo_scale (cr, scale, scale);
  cairo_rectangle (cr, 0, 0, width, DWELL_OVERVIEW_HEIGHT);
  cairo_clip (cr);
  dwell_set_colour (cr, &palette->background);
  cairo_paint (cr);
  _dwell_drawing_init (&drawing, self, cr, scene);

  cairo_save (cr);
  cairo_translate (cr, scene->gutter, 0);
  drawing.origin_x += scene->gutter * drawing.pixels;

  if (n_columns > 0)
    draw_silhouette (&drawing, &whole, activity, n_columns);

  draw_found (&drawing, &whole);
  _dwell_drawing_overview_markers (&drawing, &whole);
  draw_range (&drawing, &whole);
  draw_window (&drawing, &whole);
  _dwell_drawing_overview_overruns (&drawing, &whole);
  cairo_restore (cr);

  dwell_set_colour (cr, &palette->line);
  cairo_rectangle (cr, 0, DWELL_OVERVIEW_HEIGHT - 1, width, 1);
  cairo_fill (cr);
  cairo_restore (cr);
}
