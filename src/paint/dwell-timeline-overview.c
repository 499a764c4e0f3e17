/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the overview: the activity of the whole trace as a silhouette in the colours of what ran
 * most, the visible range as a window in it, the selection, the markers, what was found, where the
 * focused function runs, and what exceeds deadlines. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#define TOP    4
#define BOTTOM 3

/* Of ticks at hits above and at spans of the focused function below, px. */
#define TICK_HEIGHT 6

/* The smallest width of the window, px: it must be visible and easy to grab. */
#define MIN_WINDOW 6

/* Adds the columns of @colour to the path; DWELL_N_COLOURS: those without a function. */
static void
add_columns (const DwellDrawing        *self,
             const DwellScale          *whole,
             const DwellActivityColumn *activity,
             const guint8              *colours,
             guint                      n_columns,
             guint                      colour)
{
  const double height = DWELL_OVERVIEW_HEIGHT - TOP - BOTTOM;
  double bottom = DWELL_OVERVIEW_HEIGHT - BOTTOM;

  for (guint i = 0; i < n_columns; i++)
    {
      double x0 = dwell_drawing_snap_x (self, i * whole->width / n_columns);
      double share = CLAMP (activity[i].activity, 0, 1);
      guint end = i + 1;

      if (colours[i] != colour || share <= 0)
        continue;

      while (end < n_columns && colours[end] == colour && activity[end].activity == share)
        end++;

      cairo_rectangle (self->cr, x0, bottom - MAX (share * height, 1),
                       dwell_drawing_snap_x (self, end * whole->width / n_columns) - x0,
                       MAX (share * height, 1));
      i = end - 1;
    }
}

/* Draws the activity in the colours of the functions that ran most. */
static void
draw_silhouette (const DwellDrawing        *self,
                 const DwellScale          *whole,
                 const DwellActivityColumn *activity,
                 guint                      n_columns)
{
  const DwellPalette *palette = self->scene->palette;
  g_autofree guint8 *colours = g_new (guint8, n_columns);

  for (guint i = 0; i < n_columns; i++)
    colours[i] = activity[i].span < self->scene->trace->n_spans
                 ? (guint8) _dwell_painter_get_span_colour (self->painter, activity[i].span)
                 : DWELL_N_COLOURS;

  for (guint colour = 0; colour <= DWELL_N_COLOURS; colour++)
    {
      add_columns (self, whole, activity, colours, n_columns, colour);
      if (colour < DWELL_N_COLOURS)
        dwell_set_colour (self->cr, &palette->bars[colour]);
      else
        dwell_set_colour_alpha (self->cr, &palette->accent, 0.62);
      cairo_fill (self->cr);
    }
}

/* Dims what was not recorded, as the ruler does. */
static void
draw_unrecorded (const DwellDrawing *self,
                 const DwellScale   *whole)
{
  const DwellTrace *trace = self->scene->trace;
  double x0 = CLAMP (dwell_scale_to_x (whole, trace->recorded_begin), 0, whole->width);
  double x1 = CLAMP (dwell_scale_to_x (whole, trace->recorded_end), 0, whole->width);

  if (trace->recorded_begin > trace->begin)
    cairo_rectangle (self->cr, 0, 0, x0, DWELL_OVERVIEW_HEIGHT - 1);
  if (trace->recorded_end < trace->end)
    cairo_rectangle (self->cr, x1, 0, whole->width - x1, DWELL_OVERVIEW_HEIGHT - 1);

  dwell_set_colour_alpha (self->cr, &self->scene->palette->dim_text, 0.15);
  cairo_fill (self->cr);
}

/* Draws ticks where hits of @find begin, on a strip at @y that keeps them off the activity. */
static void
draw_ticks (const DwellDrawing *self,
            const DwellScale   *whole,
            const DwellFind    *find,
            const DwellColour  *colour,
            double              y)
{
  cairo_rectangle (self->cr, 0, y - 1, whole->width, TICK_HEIGHT + 2);
  dwell_set_colour (self->cr, &self->scene->palette->background);
  cairo_fill (self->cr);
  _dwell_drawing_add_ticks (self, find, whole, y, TICK_HEIGHT);
  dwell_set_colour (self->cr, colour);
  cairo_fill (self->cr);
}

/* Shows where hits begin, at the top, and the spans of the focused function, at the bottom. */
static void
draw_found (const DwellDrawing *self,
            const DwellScale   *whole)
{
  const DwellTimelineScene *scene = self->scene;

  if (scene->lit != NULL)
    draw_ticks (self, whole, scene->lit, &scene->palette->text,
                DWELL_OVERVIEW_HEIGHT - 2 - TICK_HEIGHT);
  if (scene->find != NULL)
    draw_ticks (self, whole, scene->find, &scene->palette->accent, 2);
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
 * @activity: (array length=n_columns): how busy the trace is from its start to its end
 * @n_columns: the number of columns; 0 while the activity is not known
 *
 * Draws the overview of the whole trace at (0, 0), as wide as the gutter and the scale together,
 * %DWELL_OVERVIEW_HEIGHT px high at the usual size of text.
 */
void
dwell_timeline_painter_draw_overview (DwellTimelinePainter      *self,
                                      cairo_t                   *cr,
                                      const DwellTimelineScene  *scene,
                                      const DwellActivityColumn *activity,
                                      guint                      n_columns)
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

  draw_unrecorded (&drawing, &whole);
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
