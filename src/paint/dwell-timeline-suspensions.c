/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the suspensions of bars that are wide enough: a bar is paler between its edges where its
 * span waited for what it called, and hatched where its context was preempted. Each pixel column is
 * classified by itself, so that the cost follows the pixels: a column of many short suspensions
 * shows the kind that covers more of it, if they cover at least half of it. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

/* The most suspensions of one column that are looked at. */
#define SAMPLE 32

/* The shares of the background that show through waits and pauses. */
#define WAIT_SHARE  0.5
#define PAUSE_SHARE 0.6

/* How much of a wait keeps the bar's colour above and below, px, so that the bar stays visible. */
#define WAIT_EDGE 2

/* The period of the hatch, px, and how many pixels a px of it has in a vector drawing. */
#define HATCH        4
#define VECTOR_SCALE 8

typedef struct {
  double x0;
  double x1;
  double y;
  guint8 kind; /* DwellSuspensionKind */
} Stretch;

static void
add_stretch (GArray *stretches,
             double  x0,
             double  x1,
             double  y,
             guint   kind)
{
  Stretch stretch = { x0, x1, y, (guint8) kind };
  Stretch *last = stretches->len > 0
                  ? &g_array_index (stretches, Stretch, stretches->len - 1) : NULL;

  if (last != NULL && last->y == y && last->x1 == x0 && last->kind == kind)
    last->x1 = x1;
  else
    g_array_append_val (stretches, stretch);
}

/* Returns the kind that covers more of the column [@begin, @end); -1 if suspensions cover less than
 * half of it. @place is the first suspension that may overlap it, @past_end is past the last of the
 * row. */
static int
classify_column (const DwellTrace *trace,
                 guint32           place,
                 guint32           past_end,
                 gint64            begin,
                 gint64            end)
{
  double covered[2] = { 0 };
  gint64 sampled_end = end;
  guint n = 0;

  for (; place < past_end; place++)
    {
      guint32 s = trace->row_suspensions[place];
      gint64 from = MAX (trace->suspension_begin[s], begin);
      gint64 to = MIN (trace->suspension_end[s], end);

      if (trace->suspension_begin[s] >= end)
        break;

      covered[trace->suspension_kind[s] == DWELL_SUSPENSION_PAUSE] += (double) (to - from);

      if (++n == SAMPLE)
        {
          sampled_end = to;
          break;
        }
    }

  if ((covered[0] + covered[1]) * 2 < (double) (sampled_end - begin))
    return -1;

  return covered[1] >= covered[0] ? DWELL_SUSPENSION_PAUSE : DWELL_SUSPENSION_WAIT;
}

static void
add_bar (const DwellDrawing   *self,
         const DwellPlacedBar *bar,
         GArray               *stretches)
{
  const DwellTrace *trace = self->scene->trace;
  const DwellScale *scale = &self->scene->scale;
  guint32 row = trace->span_row[bar->span];
  guint32 past_end = trace->rows[row].first_suspension + trace->rows[row].n_suspensions;
  double end = MIN (bar->x1, scale->width);
  double x = MAX (floor (bar->x0), 0);
  guint32 place = trace->rows[row].first_suspension;

  while (x < end)
    {
      gint64 from = dwell_scale_to_time (scale, x);
      /* When zoomed in far, many columns lie in the same nanosecond. */
      gint64 to = MAX (dwell_scale_to_time (scale, x + 1), from + 1);
      guint32 s;
      double next;
      int kind;

      if (place < past_end && trace->suspension_end[trace->row_suspensions[place]] <= from)
        place = dwell_trace_suspension_search (trace, row, from);

      if (place == past_end)
        break;

      s = trace->row_suspensions[place];

      if (trace->suspension_begin[s] >= to)
        {
          x = MAX (floor (dwell_scale_to_x (scale, trace->suspension_begin[s])), x + 1);
          continue;
        }

      if (trace->suspension_begin[s] <= from && trace->suspension_end[s] >= to)
        {
          next = MAX (floor (dwell_scale_to_x (scale, trace->suspension_end[s])), x + 1);
          kind = trace->suspension_kind[s];
        }
      else
        {
          next = x + 1;
          kind = classify_column (trace, place, past_end, from, to);
        }

      if (kind >= 0)
        add_stretch (stretches, MAX (x, bar->x0), MIN (next, end), bar->y, (guint) kind);
      x = next;
    }
}

/* Creates the pattern of the hatch: diagonal lines in the background's colour. It moves with the
 * bars while the user pans. */
static cairo_pattern_t *
make_hatch (const DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  int unit = self->is_vector ? VECTOR_SCALE : MAX ((int) self->pixels, 1);
  int size = HATCH * unit;
  double shift = fmod (dwell_scale_to_x (&scene->scale, scene->trace->begin), HATCH);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, size, size);
  cairo_t *cr = cairo_create (surface);
  cairo_pattern_t *pattern;
  cairo_matrix_t matrix;

  dwell_set_colour_alpha (cr, &scene->palette->background, PAUSE_SHARE);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);

  for (int y = 0; y < size; y++)
    {
      int x = (2 * size - 1 - y) % size;

      cairo_rectangle (cr, x, y, MIN (2 * unit, size - x), 1);
      if (x + 2 * unit > size)
        cairo_rectangle (cr, 0, y, x + 2 * unit - size, 1);
    }

  cairo_fill (cr);
  cairo_destroy (cr);

  pattern = cairo_pattern_create_for_surface (surface);
  cairo_surface_destroy (surface);
  cairo_matrix_init_scale (&matrix, unit, unit);
  cairo_matrix_translate (&matrix, -floor (shift), 0);
  cairo_pattern_set_matrix (pattern, &matrix);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  return pattern;
}

static void
add_rectangles (const DwellDrawing *self,
                const GArray       *stretches,
                guint               kind,
                double              edge)
{
  for (guint i = 0; i < stretches->len; i++)
    {
      const Stretch *stretch = &g_array_index (stretches, Stretch, i);
      double y = dwell_drawing_snap_y (self, stretch->y + edge);
      double bottom = stretch->y + DWELL_LANE_ROW_HEIGHT - edge;

      if (stretch->kind == kind)
        cairo_rectangle (self->cr, stretch->x0, y, stretch->x1 - stretch->x0,
                         dwell_drawing_snap_y (self, bottom) - y);
    }
}

/* Draws the suspensions of the wide bars. */
void
_dwell_drawing_suspensions (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  g_autoptr(GArray) stretches = NULL;
  cairo_pattern_t *hatch;

  if (scene->trace->n_suspensions == 0)
    return;

  stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));
  for (guint i = 0; i < self->painter->wide_bars->len; i++)
    add_bar (self, &g_array_index (self->painter->wide_bars, DwellPlacedBar, i), stretches);

  add_rectangles (self, stretches, DWELL_SUSPENSION_WAIT, WAIT_EDGE);
  dwell_set_colour_alpha (self->cr, &scene->palette->background, WAIT_SHARE);
  cairo_fill (self->cr);

  hatch = make_hatch (self);
  add_rectangles (self, stretches, DWELL_SUSPENSION_PAUSE, 0);
  cairo_set_source (self->cr, hatch);
  cairo_fill (self->cr);
  cairo_pattern_destroy (hatch);
}
