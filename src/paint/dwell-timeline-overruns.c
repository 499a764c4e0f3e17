/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What exceeds its deadline: a line below the bar, and a corner turned down where the span ends. A
 * shape as well as a colour. Where many end side by side one corner stands for them, so that the
 * cost is that of the pixels. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

/* The corner's legs, and the line's thickness, px. */
#define CORNER 9
#define LINE   3

/* How much of the background parts them from the bar, px. */
#define RIM 1

/* Ends nearer than this are one, px. */
#define NEAR 4

typedef struct {
  double x0;
  double x1; /* where it ends */
  double y;
} Overrun;

static void
gather_row (const DwellDrawing *self,
            guint32             row,
            double              y,
            GArray             *found)
{
  const DwellOverruns *overruns = self->scene->overruns;
  const DwellTrace *trace = overruns->trace;
  const DwellScale *scale = &self->scene->scale;
  guint64 place = dwell_overruns_search (overruns, row, scale->begin);

  while (place < overruns->n)
    {
      guint32 span = overruns->spans[place];
      double x1 = dwell_scale_to_x (scale, trace->span_end[span]);
      Overrun overrun = { dwell_scale_to_x (scale, trace->span_begin[span]), x1, y };

      if (trace->span_row[span] != row || trace->span_begin[span] > scale->end)
        break;

      overrun.x0 = CLAMP (overrun.x0, 0, scale->width - 1);
      overrun.x1 = CLAMP (x1, overrun.x0 + 1, scale->width);
      g_array_append_val (found, overrun);
      if (x1 >= scale->width)
        break;

      place = MAX (place + 1,
                   dwell_overruns_search (overruns, row, dwell_scale_to_time (scale, x1 + NEAR)));
    }
}

/* @rim: by how much it is larger than it is. */
static void
add_shape (const DwellDrawing *self,
           const Overrun      *overrun,
           double              rim)
{
  double x = dwell_drawing_snap_x (self, overrun->x1);
  double y = dwell_drawing_snap_y (self, overrun->y);
  double bottom = dwell_drawing_snap_y (self, overrun->y + DWELL_LANE_ROW_HEIGHT);

  cairo_move_to (self->cr, x, y);
  cairo_line_to (self->cr, x - CORNER - 2 * rim, y);
  cairo_line_to (self->cr, x, y + CORNER + 2 * rim);
  cairo_close_path (self->cr);
  cairo_rectangle (self->cr, overrun->x0, bottom - LINE - rim, overrun->x1 - overrun->x0,
                   LINE + rim);
}

static void
draw (const DwellDrawing *self,
      const GArray       *found)
{
  const DwellPalette *palette = self->scene->palette;

  for (guint i = 0; i < found->len; i++)
    add_shape (self, &g_array_index (found, Overrun, i), RIM);
  dwell_set_colour (self->cr, &palette->background);
  cairo_fill (self->cr);

  for (guint i = 0; i < found->len; i++)
    add_shape (self, &g_array_index (found, Overrun, i), 0);
  dwell_set_colour (self->cr, &palette->warning);
  cairo_fill (self->cr);
}

/*< private >
 * _dwell_drawing_overruns: marks what of the rows in view exceeds its deadline */
void
_dwell_drawing_overruns (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  g_autoptr(GArray) found = NULL;

  if (scene->overruns == NULL || scene->overruns->trace != scene->trace)
    return;

  found = g_array_new (FALSE, FALSE, sizeof (Overrun));
  for (guint i = 0; i < scene->lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (scene->lanes, DwellLane, i);
      guint32 first;
      guint32 end;

      if (!_dwell_drawing_get_rows (self, lane, &first, &end))
        continue;

      for (guint32 index = first; index < end; index++)
        gather_row (self, dwell_lane_get_row (lane, scene->trace, index),
                    dwell_lane_get_row_y (lane, index) - scene->scroll_y, found);
    }

  draw (self, found);
}
