/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows what was found, and the spans of the focused function. A bar that is drawn to scale is
 * found by its span; a folded one stands for too many spans to check each, so the next hit in the
 * row is looked up in the find. Where hits begin, the ruler and the overview have ticks, at most
 * one per pixel; and narrow bars of the focused function are framed together where they touch. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

/* Frames of bars, px. */
#define FRAME 1.5

/* Returns TRUE if the search of the scene matches a span of @bar in @row, or if there is no
 * search. */
gboolean
_dwell_painter_is_found (const DwellTimelineScene *scene,
                         guint32                   row,
                         const DwellBar           *bar)
{
  const DwellTrace *trace = scene->trace;
  guint32 span;

  if (scene->find == NULL || dwell_find_has_span (scene->find, bar->span))
    return TRUE;

  if (!bar->is_folded)
    return FALSE;

  span = dwell_find_next_in_row (scene->find, row, dwell_scale_to_time (&scene->scale, bar->x0));
  return span != DWELL_NONE &&
         dwell_trace_get_span_begin (trace, span) <= dwell_scale_to_time (&scene->scale, bar->x1);
}

/* Returns the first ns after the one at @x. */
static gint64
get_time_at (const DwellScale *scale,
             double            x)
{
  gint64 time = dwell_scale_to_time (scale, x);

  return time < G_MAXINT64 ? time + 1 : time;
}

/* Adds a tick to the path wherever hits of @find begin in @scale. */
void
_dwell_drawing_add_ticks (const DwellDrawing *self,
                          const DwellFind    *find,
                          const DwellScale   *scale,
                          double              y,
                          double              height)
{
  const DwellTrace *trace = self->scene->trace;
  const DwellHit none = { DWELL_NONE, DWELL_NONE };
  gint64 time = scale->begin;

  while (time <= scale->end)
    {
      DwellHit hit = dwell_find_step (find, none, time, 1);
      gint64 begin;
      double x;

      if (hit.span == DWELL_NONE && hit.mark == DWELL_NONE)
        break;

      begin = hit.span != DWELL_NONE ? dwell_trace_get_span_begin (trace, hit.span)
                                     : trace->mark_time[hit.mark];
      x = floor (dwell_scale_to_x (scale, begin));
      if (begin > scale->end)
        break;

      cairo_rectangle (self->cr, MIN (x, scale->width - 1), y, 1, height);
      time = MAX (get_time_at (scale, x + 1), begin < G_MAXINT64 ? begin + 1 : begin);
      if (time == G_MAXINT64)
        break;
    }
}

/* Adds a frame from @x0 to @x1 around the bars of a row at @y, or fills it where a frame has no
 * inside. */
static void
add_run (const DwellDrawing *self,
         double              x0,
         double              x1,
         double              y)
{
  double top = dwell_drawing_snap_y (self, y);
  double height = dwell_drawing_snap_y (self, y + DWELL_LANE_ROW_HEIGHT) - top;

  cairo_rectangle (self->cr, x0, top, x1 - x0, height);
  if (x1 - x0 > 2 * FRAME)
    {
      cairo_new_sub_path (self->cr);
      cairo_move_to (self->cr, x0 + FRAME, top + FRAME);
      cairo_line_to (self->cr, x0 + FRAME, top + height - FRAME);
      cairo_line_to (self->cr, x1 - FRAME, top + height - FRAME);
      cairo_line_to (self->cr, x1 - FRAME, top + FRAME);
      cairo_close_path (self->cr);
    }
}

static void
light_row (const DwellDrawing *self,
           guint32             row,
           double              y)
{
  const DwellTimelineScene *scene = self->scene;
  const DwellTrace *trace = scene->trace;
  const DwellScale *scale = &scene->scale;
  gint64 time = scale->begin;
  double run_begin = 0;
  double run_end = -1;

  for (;;)
    {
      guint32 span = dwell_find_next_in_row (scene->lit, row, time);
      double x0;
      double x1;
      gboolean is_wide;

      if (span == DWELL_NONE || dwell_trace_get_span_begin (trace, span) > scale->end)
        break;

      /* Wide bars have frames of their own. */
      x0 = MAX (dwell_scale_to_x (scale, dwell_trace_get_span_begin (trace, span)), 0);
      x1 = MIN (dwell_scale_to_x (scale, dwell_trace_get_span_end (trace, span)), scale->width);
      is_wide = x1 - x0 >= DWELL_BAR_WIDE;
      x0 = MIN (floor (x0), scale->width - 1);
      x1 = MAX (ceil (x1), x0 + 1);

      if (!is_wide)
        {
          if (run_end >= run_begin && x0 > run_end)
            {
              add_run (self, run_begin, run_end, y);
              run_begin = x0;
            }
          else if (run_end < run_begin)
            {
              run_begin = x0;
            }
          run_end = x1;
        }

      if (x1 >= scale->width || dwell_trace_get_span_end (trace, span) == G_MAXINT64)
        break;
      time = MAX (get_time_at (scale, x1), dwell_trace_get_span_end (trace, span) + 1);
    }

  if (run_end >= run_begin)
    add_run (self, run_begin, run_end, y);
}

/* Frames the narrow bars of the focused function in the rows in view. */
void
_dwell_drawing_lit (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;

  if (scene->lit == NULL)
    return;

  cairo_save (self->cr);
  cairo_set_fill_rule (self->cr, CAIRO_FILL_RULE_EVEN_ODD);

  for (guint i = 0; i < scene->lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (scene->lanes, DwellLane, i);
      guint32 first;
      guint32 end;

      if (!_dwell_drawing_get_rows (self, lane, &first, &end))
        continue;

      for (guint32 index = first; index < end; index++)
        light_row (self, dwell_lane_get_row (lane, scene->trace, index),
                   dwell_lane_get_row_y (lane, index) - scene->scroll_y);
    }

  dwell_set_colour (self->cr, &scene->palette->text);
  cairo_fill (self->cr);
  cairo_restore (self->cr);
}
