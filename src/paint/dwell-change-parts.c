/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "paint/dwell-change-parts.h"

#include <math.h>

#define HATCH       6
#define HATCH_SHARE 0.4

/**
 * dwell_change_part_get_colour:
 * @palette: a palette
 * @part: a part
 *
 * Returns: (transfer none): its colour
 */
const DwellColour *
dwell_change_part_get_colour (const DwellPalette *palette,
                              DwellChangePart     part)
{
  return part == DWELL_PART_COMMON ? &palette->common
         : part == DWELL_PART_LOST ? &palette->lost : &palette->gained;
}

/* Lost time is hatched in a colour that contrasts with text more than its own colour does, so that
 * text is readable on both. */
static DwellColour
get_hatch (const DwellPalette *palette)
{
  const DwellColour from_text = {
    1 - palette->change_text.red, 1 - palette->change_text.green, 1 - palette->change_text.blue, 1,
  };

  return dwell_colour_mix (&palette->lost, &from_text, HATCH_SHARE);
}

/**
 * dwell_change_part_hatch:
 * @cr: where to draw
 * @palette: the colours
 * @x: px, as the others
 * @y: its top
 * @width: its width
 * @height: its height
 *
 * Draws the pattern and the outline of what is lost over its colour.
 */
void
dwell_change_part_hatch (cairo_t            *cr,
                         const DwellPalette *palette,
                         double              x,
                         double              y,
                         double              width,
                         double              height)
{
  DwellColour colour = get_hatch (palette);

  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  for (double at = floor (x / HATCH) * HATCH; at < x + width + height; at += HATCH)
    {
      cairo_move_to (cr, at, y);
      cairo_line_to (cr, at - height, y + height);
    }
  dwell_set_colour (cr, &colour);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
  cairo_rectangle (cr, x + 0.5, y + 0.5, MAX (width - 1, 0), height - 1);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/**
 * dwell_change_part_draw:
 * @cr: where to draw
 * @palette: the colours
 * @part: what it is
 * @x: px, as the others
 * @y: its top
 * @width: its width
 * @height: its height
 *
 * Fills a rectangle in the style of its part.
 */
void
dwell_change_part_draw (cairo_t            *cr,
                        const DwellPalette *palette,
                        DwellChangePart     part,
                        double              x,
                        double              y,
                        double              width,
                        double              height)
{
  dwell_set_colour (cr, dwell_change_part_get_colour (palette, part));
  cairo_rectangle (cr, x, y, width, height);
  cairo_fill (cr);
  if (part == DWELL_PART_LOST)
    dwell_change_part_hatch (cr, palette, x, y, width, height);
}
