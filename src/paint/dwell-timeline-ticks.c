/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the ticks of the ruler and draws the grid below it. Labels are times on the axis. If the
 * user has zoomed in so far that they would differ in their last digits only, the left edge shows
 * one time in full, and the labels are distances from it. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#include "core/dwell-axis.h"
#include "core/dwell-text.h"

#define MIN_TICK_GAP  90

/* Where a single label would be in view, which tells no scale, ticks are closer. */
#define CLOSE_TICK_GAP 45
#define LABEL_ROOM     50 /* px that a label takes behind its tick */

#define MIN_MINOR_GAP 6

/* Labels are distances if times have more digits than this, counted from that of the step. */
#define MAX_DIGITS 6

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

/* Returns the largest time of the whole trace, whose unit all other views use, if labels in that
 * unit are short; otherwise @largest. */
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

/* How many ticks are in view with their labels. */
static double
count_labels (const DwellScale *scale,
              gint64            step)
{
  gint64 first = dwell_scale_first_tick (scale, step);
  double gap = (double) step * scale->width / dwell_scale_get_range (scale);

  return floor ((scale->width - LABEL_ROOM - dwell_scale_to_x (scale, first)) / gap) + 1;
}

static gint64
choose_step (const DwellScale *scale)
{
  gint64 step = dwell_scale_tick_step (scale, MIN_TICK_GAP);

  return count_labels (scale, step) > 1 ? step : dwell_scale_tick_step (scale, CLOSE_TICK_GAP);
}

/* Computes where the ticks are, and what their labels count from. */
void
_dwell_timeline_get_ticks (const DwellTimelineScene *scene,
                           DwellTicks               *ticks)
{
  const DwellScale *scale = &scene->scale;
  guint64 largest = MAX (get_magnitude (scale->begin), get_magnitude (scale->end));
  gint64 step = choose_step (scale);
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

  /* The anchor is a multiple of a power of ten that is wider than the view, so that it seldom
   * changes. */
  for (ticks->anchor_step = 1; (double) ticks->anchor_step < dwell_scale_get_range (scale);)
    ticks->anchor_step *= 10;

  ticks->anchor = floor_to (scale->begin, ticks->anchor_step);
  ticks->largest = (gint64) MIN ((guint64) scale->end - (guint64) ticks->anchor, G_MAXINT64);
}

/* Adds a line to the path for each multiple of @step in view. */
void
_dwell_drawing_add_lines (const DwellDrawing *self,
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

/* Formats a time in the unit of the ruler's labels, if these are times. */
char *
_dwell_drawing_format_time (const DwellDrawing *self,
                            gint64              time,
                            gint64              resolution)
{
  const DwellTrace *trace = self->scene->trace;
  DwellTicks ticks;

  _dwell_timeline_get_ticks (self->scene, &ticks);
  if (ticks.anchor_step > 0 || (trace != NULL && trace->axis == DWELL_AXIS_SAMPLES))
    return dwell_axis_time (trace, time, resolution);

  return dwell_text_time (time, resolution, ticks.largest);
}

/* Draws the lines of the ruler's ticks through the rows. */
void
_dwell_drawing_grid (DwellDrawing *self)
{
  DwellTicks ticks;

  _dwell_timeline_get_ticks (self->scene, &ticks);
  _dwell_drawing_add_lines (self, ticks.step, 0, self->scene->height);
  dwell_set_colour (self->cr, &self->scene->palette->grid);
  cairo_fill (self->cr);
}
