/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the flows from and to the focused span: curves with a head where they end. Of many only
 * some are drawn. An end that is out of view, or whose row is folded, is not reached: the curve
 * goes towards it as far as the lanes do. */
#include "config.h"

#include "core/dwell-args.h"
#include "paint/dwell-timeline-private.h"

/* Flows that are drawn from, and to, the focused span. */
#define MAX_ARROWS 24

/* px */
#define OUTSIDE     40  /* how far a curve may leave the picture */
#define STUB        24  /* length of what leads to a row that is not there */
#define MAX_BEND    120
#define MIN_BEND    16
#define HEAD_LENGTH 7
#define HEAD_HALF   3.5
#define DOT         2.5
#define WIDTH       1.5
#define HALO_WIDTH  4

typedef struct {
  double   x;
  double   y;
  gboolean is_there; /* its row is shown */
} End;

static End
find_end (const DwellDrawing *self,
          guint32             span,
          gint64              time)
{
  const DwellTimelineScene *scene = self->scene;
  int y = dwell_lanes_get_row_y (scene->lanes, scene->trace, scene->trace->span_row[span]);
  double x = dwell_scale_to_x (&scene->scale, time);

  return (End) {
    .x = CLAMP (x, -OUTSIDE, scene->scale.width + OUTSIDE),
    .y = CLAMP (y - scene->scroll_y + DWELL_LANE_ROW_HEIGHT / 2.0, -OUTSIDE,
                scene->height + OUTSIDE),
    .is_there = y >= 0,
  };
}

/* The curve, which leaves one end and comes to the other in the direction of time. */
static void
add_curve (cairo_t   *cr,
           const End *from,
           const End *to)
{
  double bend = CLAMP (ABS (to->x - from->x) / 2, MIN_BEND, MAX_BEND);

  cairo_move_to (cr, from->x, from->y);
  cairo_curve_to (cr, from->x + bend, from->y, to->x - HEAD_LENGTH - bend, to->y,
                  to->x - HEAD_LENGTH, to->y);
}

static void
add_ends (cairo_t   *cr,
          const End *from,
          const End *to)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, from->x, from->y, DOT, 0, 2 * G_PI);
  cairo_close_path (cr);
  cairo_move_to (cr, to->x, to->y);
  cairo_line_to (cr, to->x - HEAD_LENGTH, to->y - HEAD_HALF);
  cairo_line_to (cr, to->x - HEAD_LENGTH, to->y + HEAD_HALF);
  cairo_close_path (cr);
}

static void
draw_flow (DwellDrawing    *self,
           const DwellFlow *flow)
{
  const DwellPalette *palette = self->scene->palette;
  End from = find_end (self, flow->from_span, flow->from_time);
  End to = find_end (self, flow->to_span, flow->to_time);

  if (!from.is_there && !to.is_there)
    return;

  if (!from.is_there)
    from = (End) { to.x - STUB, to.y, FALSE };
  if (!to.is_there)
    to = (End) { from.x + STUB, from.y, FALSE };

  add_curve (self->cr, &from, &to);
  cairo_set_line_width (self->cr, HALO_WIDTH);
  dwell_set_colour (self->cr, &palette->background);
  cairo_stroke (self->cr);
  add_ends (self->cr, &from, &to);
  cairo_set_line_width (self->cr, HALO_WIDTH - WIDTH);
  cairo_stroke (self->cr);

  dwell_set_colour (self->cr, &palette->accent);
  add_curve (self->cr, &from, &to);
  cairo_set_line_width (self->cr, WIDTH);
  cairo_stroke (self->cr);
  add_ends (self->cr, &from, &to);
  cairo_fill (self->cr);
}

/* Draws the flows of the focused span. */
void
_dwell_drawing_flows (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  const DwellTrace *trace = scene->trace;
  guint32 first;
  guint32 n;

  if (scene->focus_span == DWELL_NONE || scene->focus_span >= trace->n_spans)
    return;

  cairo_save (self->cr);
  cairo_rectangle (self->cr, 0, 0, scene->scale.width, scene->height);
  cairo_clip (self->cr);

  first = dwell_flows_from (trace, scene->focus_span, &n);
  for (guint32 i = 0; i < MIN (n, MAX_ARROWS); i++)
    draw_flow (self, &trace->flows[first + i]);
  first = dwell_flows_to (trace, scene->focus_span, &n);
  for (guint32 i = 0; i < MIN (n, MAX_ARROWS); i++)
    draw_flow (self, &trace->flows[trace->flows_in[first + i]]);

  cairo_restore (self->cr);
}
