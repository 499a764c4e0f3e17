/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "paint/dwell-waterfall-painter.h"

#include <math.h>

#include "paint/dwell-change-parts.h"

#define LEAST_LENGTH 2
#define PADDING      4 /* above and below a bar */

/* Two slanted lines through a bar show that a part of it is left out. */
#define CUT_PLACE 10
#define CUT_GAP    4
#define CUT_SLANT  5

static double
get_x (const DwellWaterfall *self,
       DwellSignedWide       value,
       double                width)
{
  double range = (double) (self->high - self->low);

  return range > 0 ? floor (CLAMP ((double) (value - self->low) / range, 0, 1) * width + 0.5) : 0;
}

static gboolean
is_total (const DwellWaterfallStep *step)
{
  return step->kind == DWELL_STEP_BASE || step->kind == DWELL_STEP_WHOLE;
}

/**
 * dwell_waterfall_get_bar:
 * @self: a waterfall
 * @step: number of a step
 * @width: px, of the picture
 * @x: (out): px, where the bar begins
 * @length: (out): px; large enough to be visible if there is any change
 *
 * Finds the place of the bar of a step.
 */
void
dwell_waterfall_get_bar (const DwellWaterfall *self,
                         guint                 step,
                         double                width,
                         double               *x,
                         double               *length)
{
  const DwellWaterfallStep *bar = &self->steps[step];
  double begin = get_x (self, MIN (bar->begin, bar->end), width);
  double end = get_x (self, MAX (bar->begin, bar->end), width);

  *length = MAX (end - begin, bar->begin != bar->end ? LEAST_LENGTH : 0);
  *x = MAX (MIN (begin, width - *length), 0);
}

static void
draw_cut (cairo_t            *cr,
          const DwellPalette *palette,
          double              height)
{
  for (int i = 0; i < 2; i++)
    {
      cairo_move_to (cr, CUT_PLACE + i * CUT_GAP + CUT_SLANT, PADDING - 1);
      cairo_line_to (cr, CUT_PLACE + i * CUT_GAP, height - PADDING + 1);
    }
  dwell_set_colour (cr, &palette->background);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

/* Draws the lines from the end of the step before to this one, and from this one to the next. */
static void
draw_links (const DwellWaterfall *self,
            guint                 step,
            cairo_t              *cr,
            const DwellPalette   *palette,
            double                width,
            double                height)
{
  const DwellWaterfallStep *bar = &self->steps[step];
  double edge = MAX (width - 1, 0);

  dwell_set_colour (cr, &palette->dim_text);
  if (step > 0)
    cairo_rectangle (cr, MIN (get_x (self, bar->kind == DWELL_STEP_WHOLE ? bar->end : bar->begin,
                                     width), edge), 0, 1, PADDING);
  if (step + 1 < self->n_steps)
    cairo_rectangle (cr, MIN (get_x (self, bar->end, width), edge), height - PADDING, 1, PADDING);
  cairo_fill (cr);
}

/**
 * dwell_waterfall_draw_step:
 * @self: a waterfall
 * @step: number of a step
 * @cr: where to draw, from 0, 0
 * @palette: the colours
 * @width: px, the same for all steps
 * @height: px, of the row
 *
 * Draws the bar of a step.
 */
void
dwell_waterfall_draw_step (const DwellWaterfall *self,
                           guint                 step,
                           cairo_t              *cr,
                           const DwellPalette   *palette,
                           double                width,
                           double                height)
{
  const DwellWaterfallStep *bar = &self->steps[step];
  DwellChangePart part = is_total (bar) ? DWELL_PART_COMMON
                         : bar->end < bar->begin ? DWELL_PART_LOST : DWELL_PART_GAINED;
  double x;
  double length;

  dwell_waterfall_get_bar (self, step, width, &x, &length);
  draw_links (self, step, cr, palette, width, height);
  if (length > 0)
    dwell_change_part_draw (cr, palette, part, x, PADDING, length, height - 2 * PADDING);
  if (is_total (bar) && self->low > 0)
    draw_cut (cr, palette, height);
}
