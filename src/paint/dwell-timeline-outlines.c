/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws what is on bars: text where a useful part of it fits; torn edges of incomplete spans;
 * turned corners of functions whose lines are folded; frames around bars of the focused area, in
 * high contrast around all; the outline of the span under the pointer, the numbers of chosen ones,
 * and the ring of the focused one. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#define PADDING 4

#define TOOTH_WIDTH  3
#define TOOTH_HEIGHT 5

#define CORNER 6
#define CORNER_ALPHA 0.55
#define CORNER_MIN_WIDTH 14

/* Around chosen spans, px. */
#define CHOSEN_FRAME 2

static void
draw_torn_edges (DwellDrawing *self)
{
  const DwellTrace *trace = self->scene->trace;
  cairo_t *cr = self->cr;

  for (guint i = 0; i < self->painter->wide_bars->len; i++)
    {
      const DwellPlacedBar *bar = &g_array_index (self->painter->wide_bars, DwellPlacedBar, i);
      guint flags = trace->span_flags[bar->span];

      if (!(flags & DWELL_SPAN_INCOMPLETE))
        continue;

      for (int y = 0; y < DWELL_LANE_ROW_HEIGHT; y += TOOTH_HEIGHT)
        {
          double top = dwell_drawing_snap_y (self, bar->y) + y;
          double x0 = dwell_drawing_snap_x (self, bar->x0);
          double x1 = dwell_drawing_snap_x (self, bar->x1);

          if (flags & DWELL_SPAN_BEGIN_MISSING && bar->x0 > 0)
            {
              cairo_move_to (cr, x0, top);
              cairo_line_to (cr, x0 + TOOTH_WIDTH, top + TOOTH_HEIGHT / 2.0);
              cairo_line_to (cr, x0, top + TOOTH_HEIGHT);
              cairo_close_path (cr);
            }

          if (flags & DWELL_SPAN_END_MISSING && bar->x1 < self->scene->scale.width - 1)
            {
              cairo_move_to (cr, x1, top);
              cairo_line_to (cr, x1 - TOOTH_WIDTH, top + TOOTH_HEIGHT / 2.0);
              cairo_line_to (cr, x1, top + TOOTH_HEIGHT);
              cairo_close_path (cr);
            }
        }
    }

  dwell_set_colour (cr, &self->scene->palette->background);
  cairo_fill (cr);
}

/* Draws a turned corner at the lower right of bars: rows of lines are folded below. */
static void
draw_corners (DwellDrawing *self)
{
  const DwellPalette *palette = self->scene->palette;
  cairo_t *cr = self->cr;

  for (guint turned = 0; turned < 2; turned++)
    {
      for (guint i = 0; i < self->painter->wide_bars->len; i++)
        {
          const DwellPlacedBar *bar = &g_array_index (self->painter->wide_bars, DwellPlacedBar, i);
          double x = dwell_drawing_snap_x (self, bar->x1);
          double y = dwell_drawing_snap_y (self, bar->y) + DWELL_LANE_ROW_HEIGHT;
          double inner = turned ? CORNER : 0;

          if (!bar->folds_lines || bar->x1 - bar->x0 < CORNER_MIN_WIDTH)
            continue;

          cairo_move_to (cr, x, y - CORNER);
          cairo_line_to (cr, x - inner, y - inner);
          cairo_line_to (cr, x - CORNER, y);
          cairo_close_path (cr);
        }

      if (turned)
        dwell_set_colour_alpha (cr, &palette->text, CORNER_ALPHA);
      else
        dwell_set_colour (cr, &palette->background);
      cairo_fill (cr);
    }
}

/* Adds a frame of @thickness px, @grow px outside the bar, or inside it if negative. */
static void
add_frame (const DwellDrawing   *self,
           const DwellPlacedBar *bar,
           double                grow,
           double                thickness)
{
  double x0 = dwell_drawing_snap_x (self, bar->x0) - grow;
  double x1 = dwell_drawing_snap_x (self, bar->x1) + grow;
  double y0 = dwell_drawing_snap_y (self, bar->y) - grow;
  double y1 = y0 + DWELL_LANE_ROW_HEIGHT + 2 * grow;

  cairo_rectangle (self->cr, x0, y0, x1 - x0, thickness);
  cairo_rectangle (self->cr, x0, y1 - thickness, x1 - x0, thickness);
  cairo_rectangle (self->cr, x0, y0 + thickness, thickness, y1 - y0 - 2 * thickness);
  cairo_rectangle (self->cr, x1 - thickness, y0 + thickness, thickness, y1 - y0 - 2 * thickness);
}

/* Draws frames around the bars of the focused area or, with @all, around all bars. */
static void
draw_frames (DwellDrawing *self,
             gboolean      all)
{
  const DwellTimelineScene *scene = self->scene;

  for (guint i = 0; i < self->painter->wide_bars->len; i++)
    {
      const DwellPlacedBar *bar = &g_array_index (self->painter->wide_bars, DwellPlacedBar, i);

      if (all || scene->trace->span_area[bar->span] == scene->focus_area)
        add_frame (self, bar, 0, all ? 1 : 1.5);
    }

  dwell_set_colour (self->cr, all ? &scene->palette->line : &scene->palette->text);
  cairo_fill (self->cr);
}

/* Draws a halo in the bar's own colour around its text. The bar may be paler or hatched there,
 * where the text would be hard to read; a box would look like a stretch that ran. */
static void
draw_halo (const DwellDrawing   *self,
           const DwellPlacedBar *bar,
           double                left,
           double                top,
           const DwellLabel     *label)
{
  const DwellTrace *trace = self->scene->trace;

  if (trace->rows[trace->span_row[bar->span]].n_suspensions == 0)
    return;

  dwell_set_colour (self->cr, &self->scene->palette->bars[bar->colour]);
  for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++)
      if (x != 0 || y != 0)
        dwell_label_draw (label, self->cr, left + x, top + y);
}

/* Draws torn edges, corners and frames of the bars that _dwell_drawing_bars() drew. */
void
_dwell_drawing_edges (DwellDrawing *self)
{
  draw_torn_edges (self);
  draw_corners (self);

  if (self->scene->palette->is_high_contrast)
    draw_frames (self, TRUE);
  if (self->scene->focus_area != DWELL_NONE)
    draw_frames (self, FALSE);
}

/* Draws the text of bars; @is_veiled: in the colour for text on the veil. */
static void
draw_texts (DwellDrawing *self,
            gboolean      is_veiled)
{
  const DwellPalette *palette = self->scene->palette;

  for (guint i = 0; i < self->painter->wide_bars->len; i++)
    {
      const DwellPlacedBar *bar = &g_array_index (self->painter->wide_bars, DwellPlacedBar, i);
      double left = floor (bar->x0 + 0.5) + PADDING;
      guint32 area = self->scene->trace->span_area[bar->span];
      const DwellLabel *label = dwell_labels_get_for_area (self->painter->labels,
                                                           self->scene->trace, area,
                                                           (int) (bar->x1 - left - PADDING + 1));
      double top;

      if (label == NULL)
        continue;

      top = dwell_drawing_snap_y (self, bar->y) +
            floor ((DWELL_LANE_ROW_HEIGHT - label->height) / 2.0);

      if (!bar->is_dim && !is_veiled)
        draw_halo (self, bar, left, top, label);

      if (is_veiled)
        dwell_set_colour_alpha (self->cr, &palette->text, DWELL_VEILED_TEXT_SHARE);
      else if (bar->is_dim)
        dwell_set_colour_alpha (self->cr, &palette->text, DWELL_DIM_TEXT_SHARE);
      else
        dwell_set_colour (self->cr, &palette->bar_texts[bar->colour]);

      dwell_label_draw (label, self->cr, left, top);
    }
}

/* Draws the text of bars over the veil on what is not selected, so that it is readable there,
 * too. */
void
_dwell_drawing_texts (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  double width = scene->scale.width;
  double x0;
  double x1;

  if (!scene->has_selection)
    {
      draw_texts (self, FALSE);
      return;
    }

  x0 = dwell_drawing_snap_x (self, dwell_scale_to_x (&scene->scale, scene->selection_begin));
  x1 = dwell_drawing_snap_x (self, dwell_scale_to_x (&scene->scale, scene->selection_end));
  x0 = CLAMP (x0, 0, width);
  x1 = CLAMP (x1, 0, width);

  cairo_save (self->cr);
  cairo_rectangle (self->cr, x0, 0, x1 - x0, scene->height);
  cairo_clip (self->cr);
  draw_texts (self, FALSE);
  cairo_restore (self->cr);

  cairo_save (self->cr);
  cairo_rectangle (self->cr, 0, 0, x0, scene->height);
  cairo_rectangle (self->cr, x1, 0, width - x1, scene->height);
  cairo_clip (self->cr);
  draw_texts (self, TRUE);
  cairo_restore (self->cr);
}

/* Computes the rectangle of @span in the lanes. Returns FALSE if it is out of view or its row is
 * folded. */
gboolean
_dwell_drawing_place_span (const DwellDrawing *self,
                           guint32             span,
                           DwellPlacedBar     *placed)
{
  const DwellTimelineScene *scene = self->scene;
  const DwellTrace *trace = scene->trace;
  int y;

  if (span >= trace->n_spans)
    return FALSE;

  y = dwell_lanes_get_row_y (scene->lanes, trace, trace->span_row[span]);
  placed->x0 = dwell_scale_to_x (&scene->scale, dwell_trace_get_span_begin (trace, span));
  placed->x1 = dwell_scale_to_x (&scene->scale, dwell_trace_get_span_end (trace, span));
  placed->y = y - scene->scroll_y;
  placed->span = span;

  if (y < 0 || placed->x1 < 0 || placed->x0 > scene->scale.width || placed->y > self->clip_y1 ||
      placed->y + DWELL_LANE_ROW_HEIGHT < self->clip_y0)
    return FALSE;

  /* That is so far out of view that nothing of a frame there is visible. */
  placed->x0 = MAX (placed->x0, -10);
  placed->x1 = MIN (placed->x1, scene->scale.width + 10);

  if (placed->x1 - placed->x0 >= 3)
    placed->x1 -= 1;
  else
    placed->x1 = placed->x0 + DWELL_BAR_MIN_WIDTH;

  return TRUE;
}

/* Draws the number of a chosen span to the left of its frame, so that its name can be read. */
static void
draw_number (const DwellDrawing   *self,
             const DwellPlacedBar *bar,
             guint                 number)
{
  g_autofree char *text = g_strdup_printf ("%u", number);
  const DwellLabel *label = dwell_labels_get (self->painter->labels, DWELL_FONT_BAR, text, 100);
  double y = dwell_drawing_snap_y (self, bar->y) - CHOSEN_FRAME;
  double x;

  if (label == NULL)
    return;

  x = MAX (dwell_drawing_snap_x (self, bar->x0) - CHOSEN_FRAME - label->width - 2 * PADDING, 0);

  dwell_set_colour (self->cr, &self->scene->palette->text);
  cairo_rectangle (self->cr, x, y, label->width + 2 * PADDING, DWELL_LANE_ROW_HEIGHT +
                                                                2 * CHOSEN_FRAME);
  cairo_fill (self->cr);
  dwell_set_colour (self->cr, &self->scene->palette->background);
  dwell_label_draw (label, self->cr, x + PADDING,
                    y + CHOSEN_FRAME + floor ((DWELL_LANE_ROW_HEIGHT - label->height) / 2.0));
}

/* Frames the chosen spans, and numbers them. */
static void
draw_chosen (const DwellDrawing *self)
{
  const GArray *chosen = self->scene->chosen;
  DwellPlacedBar bar;

  for (guint i = 0; chosen != NULL && i < chosen->len; i++)
    {
      if (!_dwell_drawing_place_span (self, g_array_index (chosen, guint32, i), &bar))
        continue;

      add_frame (self, &bar, CHOSEN_FRAME, CHOSEN_FRAME);
      dwell_set_colour (self->cr, &self->scene->palette->text);
      cairo_fill (self->cr);
      draw_number (self, &bar, i + 1);
    }
}

/* Draws the outline of the span under the pointer, the numbers of chosen ones, and the ring of the
 * focused one. */
void
_dwell_drawing_outlines (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  DwellPlacedBar bar;

  if (scene->hover_span != DWELL_NONE && _dwell_drawing_place_span (self, scene->hover_span, &bar))
    {
      dwell_set_colour_alpha (self->cr, &scene->palette->text, 0.12);
      cairo_rectangle (self->cr, dwell_drawing_snap_x (self, bar.x0),
                       dwell_drawing_snap_y (self, bar.y), MAX (bar.x1 - bar.x0, 1),
                       DWELL_LANE_ROW_HEIGHT);
      cairo_fill (self->cr);
      add_frame (self, &bar, 0, 1);
      dwell_set_colour_alpha (self->cr, &scene->palette->text, 0.7);
      cairo_fill (self->cr);
    }

  draw_chosen (self);
  if (scene->focus_span != DWELL_NONE && _dwell_drawing_place_span (self, scene->focus_span, &bar))
    {
      add_frame (self, &bar, 1, 1);
      dwell_set_colour (self->cr, &scene->palette->background);
      cairo_fill (self->cr);
      add_frame (self, &bar, 3, 2);
      dwell_set_colour (self->cr, &scene->palette->accent);
      cairo_fill (self->cr);
    }
}
