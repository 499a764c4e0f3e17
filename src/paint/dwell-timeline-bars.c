/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bars. On screens a row is first painted to a strip one pixel high, which is then stretched to
 * the row's height: the cost of a row is that of its pixels, whether it shows ten bars or a
 * thousand. In vector pictures each bar is a rectangle, one path and one fill per colour.
 *
 * Folded bars are in the colour of the span that covers most, paler the less of their time is
 * covered at all, and hatched. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

/* Bars from this width on may carry text, torn edges and outlines, px. */
#define WIDE 7

/* From this width on a bar keeps a gap from its right neighbour, px. */
#define PARTED 3

/* How much of a bar's colour remains where a find does not match. */
#define DIM_SHARE 0.3

/* How much of a folded bar's colour remains where nothing is covered. */
#define FOLDED_SHARE 0.38

/* Steps of a folded bar's coverage in vector pictures. */
#define N_SHADES 8

#define HATCH 5

/* Where to draw the bars, one of the two. */
typedef struct {
  cairo_surface_t *strips;   /* a strip for each row in view, */
  guint32         *pixels;   /* that of the present row */
  int              n_pixels;
  GArray          *rects;    /* or DwellRect: rectangles to be sorted by colour */
} Target;

typedef struct {
  double  x;
  double  y;
  double  width;
  guint32 colour; /* 0xffrrggbb */
} DwellRect;

/* A stretch of folded bars, to be hatched. */
typedef struct {
  double x0;
  double x1;
  double y;
} DwellRun;

static guint32
to_argb (const DwellColour *colour)
{
  return 0xff000000u | (guint32) (colour->red * 255 + 0.5) << 16 |
         (guint32) (colour->green * 255 + 0.5) << 8 | (guint32) (colour->blue * 255 + 0.5);
}

/* The opaque colour of a bar. */
static guint32
get_colour (const DwellDrawing *self,
            const DwellBar     *bar,
            guint               colour,
            gboolean            is_dim)
{
  const DwellPalette *palette = self->scene->palette;
  double share = is_dim ? DIM_SHARE : 1;
  DwellColour result;

  if (bar->is_folded)
    {
      double coverage = bar->coverage / 255.0;

      if (self->is_vector)
        coverage = floor (coverage * (N_SHADES - 1) + 0.5) / (N_SHADES - 1);

      share *= FOLDED_SHARE + (1 - FOLDED_SHARE) * coverage;
    }

  result = dwell_colour_mix (&palette->background, &palette->bars[colour], share);
  return to_argb (&result);
}

static void
put_bar (const DwellDrawing *self,
         Target             *target,
         double              x0,
         double              x1,
         double              y,
         guint32             argb)
{
  if (target->pixels != NULL)
    {
      int from = CLAMP ((int) floor (x0 * self->pixels + 0.5), 0, target->n_pixels);
      int to = CLAMP ((int) floor (x1 * self->pixels + 0.5), 0, target->n_pixels);

      /* What is in view has a pixel. */
      if (to <= from)
        {
          from = MIN (from, target->n_pixels - 1);
          to = from + 1;
        }

      for (int x = from; x < to; x++)
        target->pixels[x] = argb;
    }
  else
    {
      DwellRect rect = { x0, y, x1 - x0, argb };

      g_array_append_val (target->rects, rect);
    }
}

/* Where a bar ends for the eye. */
static double
get_right (const DwellBar *bar)
{
  return !bar->is_folded && bar->x1 - bar->x0 >= PARTED ? bar->x1 - 1 : bar->x1;
}

static void
add_run (GArray *runs,
         double  x0,
         double  x1,
         double  y)
{
  DwellRun *last = runs->len > 0 ? &g_array_index (runs, DwellRun, runs->len - 1) : NULL;
  DwellRun run = { x0, x1, y };

  if (last != NULL && last->y == y && x0 <= last->x1 + 0.5)
    last->x1 = MAX (last->x1, x1);
  else
    g_array_append_val (runs, run);
}

/* One pass of a row's bars: those to scale, or the folded ones, which lie on top. */
static void
put_bars (DwellDrawing *self,
          guint32       row,
          double        y,
          gboolean      is_folded,
          Target       *target,
          GArray       *runs)
{
  DwellTimelinePainter *painter = self->painter;
  const DwellTrace *trace = self->scene->trace;

  for (guint i = 0; i < painter->bars->len; i++)
    {
      const DwellBar *bar = &g_array_index (painter->bars, DwellBar, i);
      gboolean is_dim;
      guint colour;

      if (bar->is_folded != is_folded)
        continue;

      is_dim = self->scene->find != NULL &&
               !_dwell_painter_is_found (painter, self->scene, row, bar);
      colour = _dwell_painter_get_colour (painter, trace->span_area[bar->span]);
      put_bar (self, target, bar->x0, get_right (bar), y, get_colour (self, bar, colour, is_dim));

      if (is_folded)
        {
          add_run (runs, bar->x0, bar->x1, y);
        }
      else if (bar->x1 - bar->x0 >= WIDE)
        {
          DwellPlacedBar placed = { bar->x0, get_right (bar), y, bar->span, (guint8) colour, FALSE,
                                    (guint8) is_dim };

          g_array_append_val (painter->wide_bars, placed);
        }
    }
}

/* Stretches line @line of @strips over the row at @y. */
static void
paint_strip (const DwellDrawing *self,
             cairo_surface_t    *strips,
             int                 line,
             double              y)
{
  cairo_pattern_t *pattern = cairo_pattern_create_for_surface (strips);
  double top = dwell_drawing_snap_y (self, y);
  double height = dwell_drawing_snap_y (self, y + DWELL_LANE_ROW_HEIGHT) - top;
  cairo_matrix_t matrix;

  cairo_matrix_init (&matrix, self->pixels, 0, 0, 1 / height, 0, line - top / height);
  cairo_pattern_set_matrix (pattern, &matrix);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  cairo_set_source (self->cr, pattern);
  cairo_pattern_destroy (pattern);
  cairo_rectangle (self->cr, 0, top, self->scene->scale.width, height);
  cairo_fill (self->cr);
}

static int
compare_rects (gconstpointer a,
               gconstpointer b)
{
  guint32 left = ((const DwellRect *) a)->colour;
  guint32 right = ((const DwellRect *) b)->colour;

  return left < right ? -1 : left > right;
}

static void
fill_rects (cairo_t *cr,
            GArray  *rects)
{
  g_array_sort (rects, compare_rects);

  for (guint i = 0; i < rects->len; i++)
    {
      const DwellRect *rect = &g_array_index (rects, DwellRect, i);

      cairo_rectangle (cr, rect->x, rect->y, rect->width, DWELL_LANE_ROW_HEIGHT);

      if (i + 1 == rects->len || rect[1].colour != rect->colour)
        {
          cairo_set_source_rgb (cr, (rect->colour >> 16 & 0xff) / 255.0,
                                (rect->colour >> 8 & 0xff) / 255.0, (rect->colour & 0xff) / 255.0);
          cairo_fill (cr);
        }
    }
}

/* Diagonal lines in the colour of the background, HATCH px apart, that stand still on the bars
 * however one scrolls or pans. */
static cairo_pattern_t *
make_hatch (const DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  const DwellColour *colour = &scene->palette->background;
  int factor = self->is_vector ? 4 : MAX ((int) self->pixels, 1);
  int size = HATCH * factor;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, size, size);
  guint32 *pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface) / (int) sizeof (guint32);
  double alpha = scene->palette->is_high_contrast ? 0.75 : 0.42;
  guint32 argb = (guint32) (alpha * 255 + 0.5) << 24 |
                 (guint32) (colour->red * alpha * 255 + 0.5) << 16 |
                 (guint32) (colour->green * alpha * 255 + 0.5) << 8 |
                 (guint32) (colour->blue * alpha * 255 + 0.5);
  cairo_pattern_t *pattern;
  cairo_matrix_t matrix;
  double shift = fmod (dwell_scale_to_x (&scene->scale, scene->trace->begin), HATCH);

  for (int y = 0; y < size; y++)
    for (int x = 0; x < size; x++)
      if ((x + y) % size < factor)
        pixels[y * stride + x] = argb;

  cairo_surface_mark_dirty (surface);
  pattern = cairo_pattern_create_for_surface (surface);
  cairo_surface_destroy (surface);
  cairo_matrix_init_scale (&matrix, factor, factor);
  cairo_matrix_translate (&matrix, -floor (shift), floor (fmod (scene->scroll_y, HATCH)));
  cairo_pattern_set_matrix (pattern, &matrix);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);

  return pattern;
}

static void
hatch_runs (const DwellDrawing *self,
            const GArray       *runs)
{
  cairo_pattern_t *hatch;

  if (runs->len == 0)
    return;

  hatch = make_hatch (self);
  cairo_set_source (self->cr, hatch);
  cairo_pattern_destroy (hatch);

  for (guint i = 0; i < runs->len; i++)
    {
      const DwellRun *run = &g_array_index (runs, DwellRun, i);
      double x0 = dwell_drawing_snap_x (self, run->x0);
      double x1 = dwell_drawing_snap_x (self, run->x1);

      cairo_rectangle (self->cr, x0, dwell_drawing_snap_y (self, run->y), MAX (x1 - x0, 1),
                       DWELL_LANE_ROW_HEIGHT);
    }

  cairo_fill (self->cr);
}

/* The first and behind the last row of @lane in view; false if none is. */
static gboolean
get_rows_in_view (const DwellDrawing *self,
                  const DwellLane    *lane,
                  guint32            *first,
                  guint32            *end)
{
  const int pitch = DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP;
  double top = lane->y - self->scene->scroll_y + DWELL_LANE_HEADER_HEIGHT;
  double low = (self->clip_y0 - top) / pitch;
  double high = (self->clip_y1 - top) / pitch;
  const DwellTrack *track;

  if (lane->kind != DWELL_LANE_TRACK || lane->is_folded)
    return FALSE;

  track = &self->scene->trace->tracks[lane->track];
  *first = track->first_row + (guint32) CLAMP (floor (low), 0, track->n_rows);
  *end = track->first_row + (guint32) CLAMP (ceil (high), 0, track->n_rows);

  return *first < *end;
}

static guint
count_rows_in_view (const DwellDrawing *self)
{
  guint n = 0;

  for (guint i = 0; i < self->scene->lanes->len; i++)
    {
      guint32 first;
      guint32 end;

      if (get_rows_in_view (self, &g_array_index (self->scene->lanes, DwellLane, i), &first, &end))
        n += end - first;
    }

  return n;
}

static gboolean
put_row (DwellDrawing *self,
         guint32       row,
         double        y,
         Target       *target,
         GArray       *runs)
{
  const DwellScale *scale = &self->scene->scale;

  g_array_set_size (self->painter->bars, 0);
  dwell_layout_row (self->layout, row, scale->begin, scale->end, scale->width,
                    DWELL_BAR_MIN_WIDTH, self->painter->bars);
  put_bars (self, row, y, FALSE, target, runs);
  put_bars (self, row, y, TRUE, target, runs);

  return self->painter->bars->len > 0;
}

static guint32 *
get_strip (cairo_surface_t *strips,
           guint            line)
{
  gsize stride = (gsize) cairo_image_surface_get_stride (strips);

  return (guint32 *) (gpointer) (cairo_image_surface_get_data (strips) + line * stride);
}

/* Puts the bars of all rows in view; @tops (of double) takes where each strip belongs. */
static void
put_rows (DwellDrawing *self,
          guint         n_rows,
          Target       *target,
          GArray       *tops,
          GArray       *runs)
{
  const DwellTimelineScene *scene = self->scene;

  for (guint i = 0; i < scene->lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (scene->lanes, DwellLane, i);
      guint32 first;
      guint32 end;

      if (!get_rows_in_view (self, lane, &first, &end))
        continue;

      for (guint32 row = first; row < end && tops->len < n_rows; row++)
        {
          guint32 in_track = row - scene->trace->tracks[lane->track].first_row;
          double y = lane->y - scene->scroll_y + DWELL_LANE_HEADER_HEIGHT +
                     in_track * (double) (DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP);

          if (target->strips != NULL)
            target->pixels = get_strip (target->strips, tops->len);

          if (put_row (self, row, y, target, runs))
            g_array_append_val (tops, y);
        }
    }
}

static void
draw_strips (DwellDrawing *self,
             guint         n_rows,
             GArray       *runs)
{
  g_autoptr(GArray) tops = g_array_new (FALSE, FALSE, sizeof (double));
  Target target = { 0 };

  target.n_pixels = MAX ((int) ceil (self->scene->scale.width * self->pixels), 1);
  target.strips = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, target.n_pixels, (int) n_rows);

  /* Not to be had: a picture of nonsense size. */
  if (cairo_surface_status (target.strips) == CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_flush (target.strips);
      put_rows (self, n_rows, &target, tops, runs);
      cairo_surface_mark_dirty (target.strips);

      for (guint i = 0; i < tops->len; i++)
        paint_strip (self, target.strips, (int) i, g_array_index (tops, double, i));
    }

  cairo_surface_destroy (target.strips);
}

/*< private >
 * _dwell_drawing_bars: the bars of all rows in view */
void
_dwell_drawing_bars (DwellDrawing *self)
{
  guint n_rows = MIN (count_rows_in_view (self), G_MAXINT16);
  g_autoptr(GArray) runs = g_array_new (FALSE, FALSE, sizeof (DwellRun));

  if (n_rows == 0)
    return;

  if (self->is_vector)
    {
      g_autoptr(GArray) rects = g_array_new (FALSE, FALSE, sizeof (DwellRect));
      g_autoptr(GArray) tops = g_array_new (FALSE, FALSE, sizeof (double));
      Target target = { .rects = rects };

      put_rows (self, n_rows, &target, tops, runs);
      fill_rects (self->cr, rects);
    }
  else
    {
      draw_strips (self, n_rows, runs);
    }

  hatch_runs (self, runs);
}
