/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the gutter of pictures: the names of tracks and of rows that have names. (On screens the
 * gutter is made of widgets.) */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#include <glib/gi18n-lib.h>

#define PADDING 10
#define INDENT  22
#define LEVEL_INDENT 10

static void
draw_text (const DwellDrawing *self,
           DwellFont           font,
           const char         *text,
           const DwellColour  *colour,
           double              x,
           double              y,
           double              height)
{
  int room = (int) (self->scene->gutter - x - PADDING);
  const DwellLabel *label;

  if (room < PADDING)
    return;

  label = dwell_labels_get (self->painter->labels, font, text, room);
  dwell_set_colour (self->cr, colour);
  dwell_label_draw (label, self->cr, x, y + floor ((height - label->height) / 2));
}

static void
draw_row_names (const DwellDrawing *self,
                const DwellLane    *lane,
                double              top)
{
  const DwellTrace *trace = self->scene->trace;

  for (guint32 i = 0; i < lane->n_rows; i++)
    {
      const DwellRow *row = &trace->rows[dwell_lane_get_row (lane, trace, i)];
      const char *name = row->is_lines && lane->has_lines ? _("lines")
                                                          : dwell_trace_get_string (trace,
                                                                                    row->label);
      double y = top + dwell_lane_get_row_y (lane, i) - lane->y;

      if (y > self->clip_y1)
        break;

      /* The row has the track's name, which is shown already. */
      if (row->label == trace->tracks[lane->track].name && !row->is_lines)
        continue;

      if (*name != '\0' && y + DWELL_LANE_ROW_HEIGHT >= self->clip_y0)
        draw_text (self, DWELL_FONT_BAR, name, &self->scene->palette->dim_text, INDENT, y,
                   DWELL_LANE_ROW_HEIGHT);
    }
}

static void
draw_lane (const DwellDrawing *self,
           const DwellLane    *lane,
           double              top)
{
  const DwellTimelineScene *scene = self->scene;
  const DwellPalette *palette = scene->palette;
  g_autofree char *title = NULL;

  dwell_set_colour (self->cr, &palette->line);
  cairo_rectangle (self->cr, 0, top, scene->gutter, 1);
  cairo_fill (self->cr);

  title = dwell_lane_dup_title (lane, scene->trace);
  draw_text (self, lane->kind == DWELL_LANE_QUIET ? DWELL_FONT_BAR : DWELL_FONT_NAME, title,
             lane->kind == DWELL_LANE_TRACK ? &palette->text : &palette->dim_text,
             PADDING + lane->level * LEVEL_INDENT, top, dwell_lane_get_name_height (lane));
  if (lane->kind != DWELL_LANE_TRACK)
    return;

  if (scene->trace->tracks[lane->track].rows_are_named || lane->has_lines)
    draw_row_names (self, lane, top);
}

/* Draws the names, left of the lanes. */
void
_dwell_drawing_gutter (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;

  cairo_save (self->cr);
  cairo_rectangle (self->cr, 0, 0, scene->gutter, scene->height);
  cairo_clip (self->cr);
  dwell_set_colour (self->cr, &scene->palette->band);
  cairo_paint (self->cr);

  for (guint i = 0; i < scene->lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (scene->lanes, DwellLane, i);
      double top = dwell_drawing_snap_y (self, lane->y - scene->scroll_y);

      if (top <= self->clip_y1 && top + lane->height >= self->clip_y0)
        draw_lane (self, lane, top);
    }

  dwell_set_colour (self->cr, &scene->palette->line);
  cairo_rectangle (self->cr, scene->gutter - 1, 0, 1, scene->height);
  cairo_fill (self->cr);
  cairo_restore (self->cr);
}
