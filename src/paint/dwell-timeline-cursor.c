/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the cursor: a thin line through lanes and ruler, and its time in the ruler. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#define PADDING 4.0

/* Finds the x of the line. Returns FALSE if it is out of view. */
static gboolean
get_x (const DwellDrawing *self,
       double             *x)
{
  const DwellTimelineScene *scene = self->scene;

  if (!scene->has_cursor)
    return FALSE;

  *x = dwell_scale_to_x (&scene->scale, scene->cursor);
  if (*x < 0 || *x > scene->scale.width)
    return FALSE;

  *x = dwell_drawing_snap_x (self, *x);
  return TRUE;
}

static void
draw_line (const DwellDrawing *self,
           double              x,
           double              height)
{
  double unit = self->is_vector ? 1 : MAX (floor (self->pixels), 1) / self->pixels;

  dwell_set_colour_alpha (self->cr, &self->scene->palette->text, 0.7);
  cairo_rectangle (self->cr, MIN (x, self->scene->scale.width - unit), 0, unit, height);
  cairo_fill (self->cr);
}

/* Draws the line through the lanes. */
void
_dwell_drawing_cursor (DwellDrawing *self)
{
  double x;

  if (get_x (self, &x))
    draw_line (self, x, self->scene->height);
}

/* Returns the time of the cursor as a label, and its place in the ruler. The time has enough digits
 * to distinguish places in view. */
static const DwellLabel *
place_time (const DwellDrawing *self,
            double              x,
            double             *left,
            double             *width)
{
  const DwellTimelineScene *scene = self->scene;
  double visible = dwell_scale_get_range (&scene->scale);
  gint64 resolution = 1;
  g_autofree char *text = NULL;
  const DwellLabel *label;

  while ((double) resolution <= visible / 10000)
    resolution *= 10;

  text = _dwell_drawing_format_time (self, scene->cursor, resolution);
  label = dwell_labels_get (self->painter->labels, DWELL_FONT_RULER, text, -1);
  *width = label->width + 2 * PADDING;
  *left = x + *width <= scene->scale.width ? x : MAX (x - *width, 0);

  return label;
}

/* Finds the place of the cursor's time in the ruler, px. Returns FALSE if the cursor is out of
 * view. */
gboolean
_dwell_drawing_find_ruler_cursor (const DwellDrawing *self,
                                  double             *begin,
                                  double             *end)
{
  double width;
  double x;

  if (!get_x (self, &x))
    return FALSE;

  place_time (self, x, begin, &width);
  *end = *begin + width;
  return TRUE;
}

/* Draws the line in the ruler, with the time beside it. */
void
_dwell_drawing_ruler_cursor (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  const DwellLabel *label;
  double width;
  double left;
  double x;

  if (!get_x (self, &x))
    return;

  label = place_time (self, x, &left, &width);
  dwell_set_colour (self->cr, &scene->palette->text);
  cairo_rectangle (self->cr, left, 1, width, label->height + 2);
  cairo_fill (self->cr);
  dwell_set_colour (self->cr, &scene->palette->band);
  dwell_label_draw (label, self->cr, left + PADDING, 2);
  draw_line (self, x, DWELL_RULER_HEIGHT);
}
