/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the header lines of tracks: marks as small glyphs, and the activity of folded tracks.
 *
 * Marks are gathered in columns of 2ᵏ ns that begin at multiples of it, as folded bars are. A
 * column with several marks has one glyph, which stands for “more”. The search for the next column
 * skips the rest of the present one, so that a million marks cost no more than the pixels. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#include "paint/dwell-mark-font.h"

/* The smallest width of a column of marks, px. */
#define MARK_COLUMN 11

/* The radius of the ring around the focused mark, px. */
#define RING_RADIUS 8.5

/* The most marks of a column that are looked at to find orphans and hits. */
#define MAX_INSPECTED 256

#define ACTIVITY_TOP    5
#define ACTIVITY_HEIGHT 17
#define ACTIVITY_STEP   2 /* width of a column, px */

#define DIM_ALPHA 0.3

/* Returns the last ns of the column that @time is in; columns are 2^@shift ns long. */
static gint64
get_column_last (gint64 time,
                 guint  shift)
{
  return time | (gint64) ((G_GUINT64_CONSTANT (1) << shift) - 1);
}

/* Finds orphans and hits of the search among the marks [@first, @end) of a column. */
static void
inspect_marks (const DwellTimelineScene *scene,
               guint32                   first,
               guint32                   end,
               DwellGlyph               *glyph)
{
  const DwellTrace *trace = scene->trace;
  gboolean is_found = scene->find == NULL;

  for (guint32 i = first; i < end && i - first < MAX_INSPECTED; i++)
    {
      guint32 mark = trace->track_marks[i];

      if (trace->mark_kind[mark] == DWELL_MARK_ORPHAN_END)
        glyph->has_orphan = TRUE;
      if (!is_found && dwell_find_has_mark (scene->find, mark))
        is_found = TRUE;
    }

  glyph->is_dim = !is_found;
}

/* Returns the glyphs (DwellGlyph) of the marks of @track in view. */
GArray *
_dwell_timeline_get_glyphs (const DwellTimelineScene *scene,
                            guint32                   track)
{
  GArray *glyphs = g_array_new (FALSE, FALSE, sizeof (DwellGlyph));
  const DwellTrace *trace = scene->trace;
  const DwellScale *scale = &scene->scale;
  gint64 begin = dwell_scale_to_time (scale, -DWELL_MARK_RADIUS);
  gint64 end = dwell_scale_to_time (scale, scale->width + DWELL_MARK_RADIUS);
  guint32 past_end = trace->tracks[track].first_mark + trace->tracks[track].n_marks;
  double per_ns = scale->width / dwell_scale_get_range (scale);
  guint shift = 0;
  guint32 at;

  while (shift < 62 && (double) (G_GUINT64_CONSTANT (1) << shift) * per_ns < MARK_COLUMN)
    shift++;

  at = dwell_trace_mark_search (trace, track, begin);

  while (at < past_end && trace->mark_time[trace->track_marks[at]] <= end)
    {
      guint32 mark = trace->track_marks[at];
      gint64 last = get_column_last (trace->mark_time[mark], shift);
      guint32 next = last < G_MAXINT64 ? dwell_trace_mark_search (trace, track, last + 1)
                                       : past_end;
      DwellGlyph glyph = { 0 };

      glyph.mark = mark;
      glyph.n = next - at;
      glyph.kind = trace->mark_kind[mark];
      glyph.x = (dwell_scale_to_x (scale, trace->mark_time[mark]) +
                 dwell_scale_to_x (scale, trace->mark_time[trace->track_marks[next - 1]])) / 2;
      inspect_marks (scene, at, next, &glyph);
      g_array_append_val (glyphs, glyph);
      at = next;
    }

  return glyphs;
}

static DwellMarkGlyph
get_shape (const DwellGlyph *glyph)
{
  if (glyph->n > 1)
    return DWELL_MARK_GLYPH_MORE;

  switch ((DwellMarkKind) glyph->kind)
    {
    case DWELL_MARK_EXIT:
      return DWELL_MARK_GLYPH_EXIT;
    case DWELL_MARK_ORPHAN_END:
      return DWELL_MARK_GLYPH_ORPHAN;
    case DWELL_MARK_MESSAGE:
    default:
      return DWELL_MARK_GLYPH_MESSAGE;
    }
}

/* Draws the glyphs that have one colour. */
static void
show_glyphs (const DwellDrawing *self,
             const GArray       *glyphs,
             double              y,
             gboolean            has_orphan,
             gboolean            is_dim)
{
  const DwellPalette *palette = self->scene->palette;
  g_autoptr(GArray) shown = g_array_new (FALSE, FALSE, sizeof (cairo_glyph_t));

  for (guint i = 0; i < glyphs->len; i++)
    {
      const DwellGlyph *glyph = &g_array_index (glyphs, DwellGlyph, i);
      cairo_glyph_t stamp = { get_shape (glyph), glyph->x, y };

      if (glyph->has_orphan == has_orphan && glyph->is_dim == is_dim)
        g_array_append_val (shown, stamp);
    }

  if (shown->len == 0)
    return;

  cairo_set_font_face (self->cr, self->painter->mark_font);
  cairo_set_font_size (self->cr, DWELL_MARK_FONT_SIZE);
  dwell_set_colour_alpha (self->cr, has_orphan ? &palette->warning : &palette->mark,
                          is_dim ? DIM_ALPHA : 1);
  cairo_show_glyphs (self->cr, (const cairo_glyph_t *) (gpointer) shown->data, (int) shown->len);
}

static void
draw_marks (const DwellDrawing *self,
            const DwellLane    *lane)
{
  const DwellTimelineScene *scene = self->scene;
  double y = lane->y - scene->scroll_y + DWELL_LANE_HEADER_HEIGHT / 2.0;
  g_autoptr(GArray) glyphs = NULL;

  if (scene->trace->tracks[lane->track].n_marks == 0)
    return;

  glyphs = _dwell_timeline_get_glyphs (scene, lane->track);
  show_glyphs (self, glyphs, y, FALSE, TRUE);
  show_glyphs (self, glyphs, y, TRUE, TRUE);
  show_glyphs (self, glyphs, y, FALSE, FALSE);
  show_glyphs (self, glyphs, y, TRUE, FALSE);
}

static void
draw_activity (const DwellDrawing *self,
               const DwellLane    *lane)
{
  const DwellTimelineScene *scene = self->scene;
  guint n = (guint) CLAMP (scene->scale.width / ACTIVITY_STEP, 1, 8192);
  g_autofree float *coverage = g_new (float, n);
  double step = scene->scale.width / n;
  double bottom = dwell_drawing_snap_y (self, lane->y - scene->scroll_y + ACTIVITY_TOP) +
                  ACTIVITY_HEIGHT;

  dwell_layout_coverage (self->layout, lane->track, scene->scale.begin, scene->scale.end, n,
                         coverage);

  for (guint i = 0; i < n; i++)
    {
      double height = coverage[i] > 0 ? MAX (coverage[i] * ACTIVITY_HEIGHT, 1) : 0;
      guint end = i + 1;

      while (end < n && coverage[end] == coverage[i])
        end++;

      if (height > 0)
        cairo_rectangle (self->cr, dwell_drawing_snap_x (self, i * step), bottom - height,
                         dwell_drawing_snap_x (self, end * step) -
                           dwell_drawing_snap_x (self, i * step), height);

      i = end - 1;
    }

  dwell_set_colour_alpha (self->cr, &scene->palette->dim_text, 0.55);
  cairo_fill (self->cr);
}

/* Draws the header lines of the lanes in view, with their marks, values and activity. */
void
_dwell_drawing_headers (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;

  for (guint i = 0; i < scene->lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (scene->lanes, DwellLane, i);
      double top = dwell_drawing_snap_y (self, lane->y - scene->scroll_y);

      if (top > self->clip_y1 || top + lane->height < self->clip_y0)
        continue;

      dwell_set_colour (self->cr, &scene->palette->band);
      cairo_rectangle (self->cr, 0, top, scene->scale.width, lane->header_height - 1);
      cairo_fill (self->cr);
      dwell_set_colour (self->cr, &scene->palette->line);
      cairo_rectangle (self->cr, 0, top, scene->scale.width, 1);
      cairo_fill (self->cr);

      if (lane->kind != DWELL_LANE_TRACK)
        continue;

      if (!lane->is_folded && scene->trace->tracks[lane->track].kind != DWELL_TRACK_SPANS)
        _dwell_drawing_values (self, lane, top);
      else if (lane->is_folded)
        draw_activity (self, lane);

      draw_marks (self, lane);
    }
}

/* Draws a ring around the focused mark, and a line through the rows of its track. */
void
_dwell_drawing_focus_mark (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  const DwellTrace *trace = scene->trace;

  for (guint i = 0; scene->focus_mark < trace->n_marks && i < scene->lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (scene->lanes, DwellLane, i);
      double top = lane->y - scene->scroll_y;
      double y = top + DWELL_LANE_HEADER_HEIGHT / 2.0;
      double x;

      if (lane->track != trace->mark_track[scene->focus_mark])
        continue;

      x = dwell_scale_to_x (&scene->scale, trace->mark_time[scene->focus_mark]);
      if (x < -RING_RADIUS || x > scene->scale.width + RING_RADIUS)
        break;

      dwell_set_colour (self->cr, &scene->palette->accent);
      cairo_set_line_width (self->cr, 2);
      cairo_move_to (self->cr, x, y - RING_RADIUS);
      cairo_line_to (self->cr, x + RING_RADIUS, y);
      cairo_line_to (self->cr, x, y + RING_RADIUS);
      cairo_line_to (self->cr, x - RING_RADIUS, y);
      cairo_close_path (self->cr);
      cairo_stroke (self->cr);
      cairo_rectangle (self->cr, dwell_drawing_snap_x (self, x), top + DWELL_LANE_HEADER_HEIGHT, 1,
                       lane->height - DWELL_LANE_HEADER_HEIGHT);
      cairo_fill (self->cr);
    }
}
