/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what is drawn at a point. It uses the same layout as the drawing, so that the picked bar is
 * the one that is visible there. Folded bars are on top of others. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

/* The largest distance between the pointer and a glyph, px. */
#define GLYPH_REACH 7

/* The largest distance between the pointer and a bar, px. */
#define SPAN_REACH 1

static void
pick_mark (const DwellTimelineScene *scene,
           double                    x,
           DwellTimelineHit         *hit)
{
  g_autoptr(GArray) glyphs = _dwell_timeline_get_glyphs (scene, hit->track);
  double nearest = GLYPH_REACH;

  for (guint i = 0; i < glyphs->len; i++)
    {
      const DwellGlyph *glyph = &g_array_index (glyphs, DwellGlyph, i);

      if (fabs (glyph->x - x) <= nearest)
        {
          nearest = fabs (glyph->x - x);
          hit->mark = glyph->mark;
          hit->n_marks = glyph->n;
        }
    }
}

/* Returns the bar that covers @x, or one at most @slack px away. */
static const DwellBar *
find_bar (const GArray *bars,
          double        x,
          double        slack)
{
  const DwellBar *found = NULL;

  for (guint i = 0; i < bars->len; i++)
    {
      const DwellBar *bar = &g_array_index (bars, DwellBar, i);
      double x0 = floor (bar->x0 + 0.5);
      double x1 = MAX (floor (bar->x1 + 0.5), x0 + 1);

      if (x >= x0 - slack && x < x1 + slack && (found == NULL || bar->is_folded))
        found = bar;
    }

  return found;
}

static void
pick_span (DwellTimelinePainter     *self,
           const DwellTimelineScene *scene,
           const DwellLane          *lane,
           double                    x,
           DwellTimelineHit         *hit)
{
  DwellLayoutIndex *layout = _dwell_painter_get_layout (self, scene);
  const DwellScale *scale = &scene->scale;
  const DwellBar *found;

  g_array_set_size (self->bars, 0);
  dwell_layout_row (layout, hit->row, scale->begin, scale->end, scale->width, DWELL_BAR_MIN_WIDTH,
                    self->bars);

  /* Narrow bars are hard to hit. */
  found = find_bar (self->bars, x, 0);
  if (found == NULL)
    found = find_bar (self->bars, x, SPAN_REACH);
  if (found == NULL)
    return;

  hit->span = found->span;
  hit->folds_lines = !lane->shows_lines && !found->is_folded &&
                     dwell_trace_get_first_line (scene->trace, found->span) != DWELL_NONE;
  if (found->is_folded)
    hit->n_folded = dwell_layout_bar_count (layout, hit->row, scale->begin, scale->end,
                                            scale->width, DWELL_BAR_MIN_WIDTH, found);
}

/**
 * dwell_timeline_painter_lane_at:
 * @scene: the scene as it was drawn
 * @y: px from the top of the lanes in view
 * @row: (out): the row there; %DWELL_NONE in a header
 *
 * Returns: the index of the lane at @y, or -1
 */
int
dwell_timeline_painter_lane_at (const DwellTimelineScene *scene,
                                double                    y,
                                guint32                  *row)
{
  DwellTimelineScene units;
  double scale = _dwell_scene_to_units (scene, &units);

  return dwell_lanes_at (scene->lanes, scene->trace, (int) floor (y / scale + units.scroll_y), row);
}

/**
 * dwell_timeline_painter_pick:
 * @self: a painter
 * @scene: the scene as it was drawn
 * @x: px from the left edge of the gutter
 * @y: px from the top of the lanes in view
 * @hit: (out caller-allocates): what is there
 *
 * Finds what is drawn at a point of the lanes.
 */
void
dwell_timeline_painter_pick (DwellTimelinePainter     *self,
                             const DwellTimelineScene *scene,
                             double                    x,
                             double                    y,
                             DwellTimelineHit         *hit)
{
  const DwellLane *lane;
  DwellTimelineScene units;
  double scale = _dwell_scene_to_units (scene, &units);

  *hit = (DwellTimelineHit) { -1, DWELL_NONE, DWELL_NONE, DWELL_NONE, DWELL_NONE, 0, 0 };

  scene = &units;
  x /= scale;
  y /= scale;
  if (y < 0 || y >= scene->height || scene->scale.width < 1)
    return;

  hit->lane = dwell_timeline_painter_lane_at (scene, y, &hit->row);
  hit->time = dwell_scale_to_time (&scene->scale, x - scene->gutter);

  if (hit->lane < 0)
    return;

  lane = &g_array_index (scene->lanes, DwellLane, hit->lane);
  hit->track = lane->track;
  hit->in_header = y + scene->scroll_y < lane->y + lane->header_height;
  x -= scene->gutter;

  if (hit->track == DWELL_NONE || x < 0 || x >= scene->scale.width)
    return;

  if (hit->row != DWELL_NONE)
    pick_span (self, scene, lane, x, hit);
  else if (hit->in_header)
    {
      pick_mark (scene, x, hit);
      hit->n_overruns = _dwell_timeline_count_header_overruns (scene, lane, x);
      hit->is_torn = _dwell_timeline_has_header_torn (scene, lane, x);
    }
}
