/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ruler and the grid below it. Labels are times on the axis; where one has zoomed in so far
 * that these would differ in their last digits only, a time in full stands at the left, and the
 * ticks tell their distance from it. */
#include "config.h"

#include "core/dwell-axis.h"
#include "core/dwell-text.h"
#include "paint/dwell-timeline-private.h"

#define MIN_TICK_GAP   90
#define MIN_MINOR_GAP  6
#define TICK_HEIGHT    9
#define MINOR_HEIGHT   4
#define LABEL_GAP      4

/* Labels tell distances once a time has more digits than this before the step's. */
#define MAX_DIGITS 6

typedef struct {
  gint64 step;
  gint64 minor;    /* the step of ticks without a label */
  gint64 anchor;   /* what distances count from; 0 if labels are times */
  gint64 anchor_step;
  gint64 largest;  /* the largest figure that a label tells */
} Ticks;

static gint64
floor_to (gint64 time,
          gint64 step)
{
  gint64 rest = time % step;

  if (rest < 0)
    rest += step;

  return time < G_MININT64 + rest ? time : time - rest;
}

static guint64
get_magnitude (gint64 time)
{
  return time < 0 ? 0 - (guint64) time : (guint64) time;
}

/* The largest time of the whole trace, in whose unit times are told everywhere else, where that
 * leaves short labels; otherwise @largest. */
static guint64
choose_largest (const DwellTrace *trace,
                guint64           largest,
                gint64            step)
{
  guint64 whole = trace != NULL ? MAX (get_magnitude (trace->begin), get_magnitude (trace->end))
                                : 0;
  guint64 unit = 1;

  for (guint64 rest = whole; rest >= 1000 && unit < G_USEC_PER_SEC * 1000; rest /= 1000)
    unit *= 1000;

  return whole > 0 && unit / 1000 <= (guint64) step ? whole : largest;
}

static void
get_ticks (const DwellTimelineScene *scene,
           Ticks                    *ticks)
{
  const DwellScale *scale = &scene->scale;
  guint64 largest = MAX (get_magnitude (scale->begin), get_magnitude (scale->end));
  gint64 step = dwell_scale_tick_step (scale, MIN_TICK_GAP);
  double gap = (double) step * scale->width / dwell_scale_get_range (scale);
  gint64 lead = step;
  guint64 ratio = largest / (guint64) step;
  guint digits = 1;

  while (lead >= 10)
    lead /= 10;

  ticks->step = step;
  ticks->minor = step / (lead == 2 ? 4 : 5);
  if (ticks->minor == 0 || ticks->minor * (lead == 2 ? 4 : 5) != step ||
      gap / (lead == 2 ? 4 : 5) < MIN_MINOR_GAP)
    ticks->minor = step;
  ticks->anchor = 0;
  ticks->anchor_step = 0;
  ticks->largest = (gint64) MIN (choose_largest (scene->trace, largest, step), G_MAXINT64);

  for (; ratio >= 10; ratio /= 10)
    digits++;

  if (digits <= MAX_DIGITS)
    return;

  /* A power of ten that is wider than the view, so that the anchor seldom changes. */
  for (ticks->anchor_step = 1; (double) ticks->anchor_step < dwell_scale_get_range (scale);)
    ticks->anchor_step *= 10;

  ticks->anchor = floor_to (scale->begin, ticks->anchor_step);
  ticks->largest = (gint64) MIN ((guint64) scale->end - (guint64) ticks->anchor, G_MAXINT64);
}

/* Adds a line for each multiple of @step in view. */
static void
add_lines (const DwellDrawing *self,
           gint64              step,
           double              y,
           double              height)
{
  const DwellScale *scale = &self->scene->scale;
  gint64 time = dwell_scale_first_tick (scale, step);

  for (;;)
    {
      double x = dwell_scale_to_x (scale, time);

      if (x > scale->width)
        break;

      cairo_rectangle (self->cr, dwell_drawing_snap_x (self, x), y, 1, height);

      if (time > G_MAXINT64 - step)
        break;

      time += step;
    }
}

/*< private >
 * _dwell_drawing_tell_time: a time in the unit of the ruler's labels, if they tell times */
char *
_dwell_drawing_tell_time (const DwellDrawing *self,
                          gint64              time,
                          gint64              resolution)
{
  const DwellTrace *trace = self->scene->trace;
  Ticks ticks;

  get_ticks (self->scene, &ticks);
  if (ticks.anchor_step > 0 || (trace != NULL && trace->axis == DWELL_AXIS_SAMPLES))
    return dwell_axis_time (trace, time, resolution);

  return dwell_text_time (time, resolution, ticks.largest);
}

/*< private >
 * _dwell_drawing_grid: the lines of the ruler's ticks through the rows */
void
_dwell_drawing_grid (DwellDrawing *self)
{
  Ticks ticks;

  get_ticks (self->scene, &ticks);
  add_lines (self, ticks.step, 0, self->scene->height);
  dwell_set_colour (self->cr, &self->scene->palette->grid);
  cairo_fill (self->cr);
}

/* The full time that the labels count from; returns where it ends. */
static double
draw_anchor (const DwellDrawing *self,
             const Ticks        *ticks)
{
  g_autofree char *text = dwell_axis_time (self->scene->trace, ticks->anchor,
                                           ticks->anchor_step);
  const DwellLabel *label = dwell_labels_get (self->painter->labels, DWELL_FONT_RULER, text, -1);

  dwell_set_colour (self->cr, &self->scene->palette->text);
  dwell_label_draw (label, self->cr, LABEL_GAP, 2);

  return LABEL_GAP + label->width + 3 * LABEL_GAP;
}

static void
draw_tick_labels (const DwellDrawing *self,
                  const Ticks        *ticks)
{
  const DwellScale *scale = &self->scene->scale;
  gboolean is_relative = ticks->anchor_step > 0;
  double free_from = is_relative ? draw_anchor (self, ticks) : 0;
  gint64 time = dwell_scale_first_tick (scale, ticks->step);

  dwell_set_colour (self->cr, &self->scene->palette->dim_text);

  for (;;)
    {
      double x = dwell_drawing_snap_x (self, dwell_scale_to_x (scale, time));
      g_autofree char *text = NULL;
      g_autofree char *offset = NULL;
      const DwellLabel *label;

      if (x > scale->width)
        break;

      text = dwell_axis_tick (self->scene->trace,
                              (gint64) ((guint64) time - (guint64) ticks->anchor), ticks->step,
                              ticks->largest);
      if (is_relative)
        offset = g_strconcat ("+", text, NULL);

      label = dwell_labels_get (self->painter->labels, DWELL_FONT_RULER,
                                is_relative ? offset : text, -1);

      /* A cut figure would tell another time. */
      if (x + LABEL_GAP >= free_from && x + LABEL_GAP + label->width <= scale->width)
        dwell_label_draw (label, self->cr, x + LABEL_GAP, 2);

      if (time > G_MAXINT64 - ticks->step)
        break;

      time += ticks->step;
    }
}

static void
draw_ruler_selection (const DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  double width = scene->scale.width;
  double x0 = dwell_scale_to_x (&scene->scale, scene->selection_begin);
  double x1 = dwell_scale_to_x (&scene->scale, scene->selection_end);

  if (!scene->has_selection || x1 < 0 || x0 > width)
    return;

  x0 = dwell_drawing_snap_x (self, CLAMP (x0, -2, width + 2));
  x1 = dwell_drawing_snap_x (self, CLAMP (x1, -2, width + 2));
  dwell_set_colour_alpha (self->cr, &scene->palette->accent, 0.18);
  cairo_rectangle (self->cr, x0, 0, x1 - x0, DWELL_RULER_HEIGHT - 1);
  cairo_fill (self->cr);
  dwell_set_colour (self->cr, &scene->palette->accent);
  cairo_rectangle (self->cr, x0 - 1, 0, 1, DWELL_RULER_HEIGHT);
  cairo_rectangle (self->cr, x1, 0, 1, DWELL_RULER_HEIGHT);
  cairo_rectangle (self->cr, x0, DWELL_RULER_HEIGHT - 3, x1 - x0, 2);
  cairo_fill (self->cr);
}

/**
 * dwell_timeline_painter_draw_ruler:
 * @self: a painter
 * @cr: where to draw
 * @scene: what
 *
 * Draws the ruler at (0, 0), gutter and scale's width wide, %DWELL_RULER_HEIGHT high.
 */
void
dwell_timeline_painter_draw_ruler (DwellTimelinePainter     *self,
                                   cairo_t                  *cr,
                                   const DwellTimelineScene *scene)
{
  const DwellPalette *palette = scene->palette;
  double width = scene->gutter + scene->scale.width;
  DwellDrawing drawing;
  Ticks ticks;

  if (scene->scale.width < 1)
    return;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, DWELL_RULER_HEIGHT);
  cairo_clip (cr);
  dwell_set_colour (cr, &palette->band);
  cairo_paint (cr);
  dwell_set_colour (cr, &palette->line);
  cairo_rectangle (cr, 0, DWELL_RULER_HEIGHT - 1, width, 1);
  cairo_fill (cr);

  _dwell_drawing_init (&drawing, self, cr, scene);
  cairo_translate (cr, scene->gutter, 0);
  cairo_rectangle (cr, 0, 0, scene->scale.width, DWELL_RULER_HEIGHT);
  cairo_clip (cr);
  drawing.origin_x += scene->gutter * drawing.pixels;

  draw_ruler_selection (&drawing);
  get_ticks (scene, &ticks);
  add_lines (&drawing, ticks.step, DWELL_RULER_HEIGHT - TICK_HEIGHT, TICK_HEIGHT);
  if (ticks.minor != ticks.step)
    add_lines (&drawing, ticks.minor, DWELL_RULER_HEIGHT - MINOR_HEIGHT, MINOR_HEIGHT);
  dwell_set_colour_alpha (cr, &palette->dim_text, 0.6);
  cairo_fill (cr);
  draw_tick_labels (&drawing, &ticks);
  _dwell_drawing_ruler_cursor (&drawing);
  _dwell_drawing_ruler_markers (&drawing);

  cairo_restore (cr);
}
