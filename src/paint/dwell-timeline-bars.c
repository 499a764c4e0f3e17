/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the bars. On screens a row is first painted to a strip that is as high as one period of the
 * hatch; the strip is then repeated over the height of the row. So a row costs what its pixels
 * cost, whether it shows ten bars or a thousand. In vector pictures each bar is a line, and each
 * colour is one path.
 *
 * A folded bar has the colour of the span that covers most of it. It is hatched: the less of its
 * time is covered, the more the hatch shows of the background, and the paler the bar is between the
 * lines, as long as it stands out from the background. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

/* Bars at least this wide, px, leave a gap before their right neighbour. */
#define GAP_MIN_WIDTH 3

/* Steps of the coverage of folded bars; the colours of all steps are computed once. */
#define N_SHADES 16

/* The period of the hatch, px; it divides the height of a row. */
#define HATCH 5

/* The share of the background that shows through the lines of the hatch if all of the time is
 * covered, and if hardly any is. */
#define HATCH_SHARE 0.42
#define HATCH_SHARE_HIGH_CONTRAST 0.7
#define HATCH_SHARE_SPARSE 0.7

G_STATIC_ASSERT (DWELL_LANE_ROW_HEIGHT % HATCH == 0);

typedef struct {
  guint32 plain;
  guint32 hatched;
} Shade;

/* Where bars are drawn: on a strip of pixels or, if pixels is NULL, as lines. */
typedef struct {
  guint32 *pixels;
  int      width;
  int      height;
  int      stride; /* pixels */
  int      phase;  /* offset of the hatch at the left edge, device pixels */
  int      line;   /* thickness of the hatch's lines, device pixels */
  gboolean folds_lines; /* whether the lane folds rows of lines */
  GArray  *rects;  /* DwellRect, sorted by colour at the end */
  GArray  *runs;   /* DwellRun: parts of the rectangles to hatch */
  Shade    shades[2][DWELL_N_COLOURS][N_SHADES]; /* dim or not; the last shade is the bar's own */
} Target;

typedef struct {
  double  x;
  double  y;
  double  width;
  guint32 colour; /* 0xffrrggbb */
} DwellRect;

/* Adjacent folded bars, which are hatched together. */
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

/* Computes all colours that a bar can have. They are mixed with the background, so that bars are
 * opaque. */
static void
make_shades (Target             *target,
             const DwellPalette *palette)
{
  double dense = palette->is_high_contrast ? HATCH_SHARE_HIGH_CONTRAST : HATCH_SHARE;

  for (guint dim = 0; dim < 2; dim++)
    for (guint i = 0; i < DWELL_N_COLOURS; i++)
      for (guint shade = 0; shade < N_SHADES; shade++)
        {
          double covered = (double) shade / (N_SHADES - 1);
          double least = palette->folded_shares[i];
          double share = least + (1 - least) * covered;
          DwellColour colour = dwell_colour_mix (&palette->background, &palette->bars[i],
                                                 dim ? share * DWELL_DIM_SHARE : share);

          target->shades[dim][i][shade].plain = to_argb (&colour);
          colour = dwell_colour_mix (&colour, &palette->background,
                                     HATCH_SHARE_SPARSE + (dense - HATCH_SHARE_SPARSE) * covered);
          target->shades[dim][i][shade].hatched = to_argb (&colour);
        }
}

/* Writes the pixels of a bar to the strip. */
static void
put_pixels (const DwellDrawing *self,
            const Target       *target,
            const DwellBar     *bar,
            double              right,
            const Shade        *shade)
{
  int from = CLAMP ((int) floor (bar->x0 * self->pixels + 0.5), 0, target->width);
  int to = CLAMP ((int) floor (right * self->pixels + 0.5), 0, target->width);

  /* A bar that is in view has at least one pixel. */
  if (to <= from)
    {
      from = MIN (from, target->width - 1);
      to = from + 1;
    }

  for (int y = 0; y < target->height; y++)
    {
      guint32 *line = target->pixels + y * target->stride;

      for (int x = from; x < to; x++)
        line[x] = shade->plain;

      if (!bar->is_folded)
        continue;

      /* Begins with the line of the hatch that is at the left edge of the bar or left of it. */
      for (int x = from - (from + target->phase + y) % target->height; x < to; x += target->height)
        for (int i = MAX (x, from); i < MIN (x + target->line, to); i++)
          line[i] = shade->hatched;
    }
}

/* Returns where the drawn bar ends: a pixel before its neighbour, unless the bar continues out of
 * view. */
static double
get_right (const DwellDrawing *self,
           const DwellBar     *bar)
{
  gboolean has_gap = !bar->is_folded && bar->x1 - bar->x0 >= GAP_MIN_WIDTH &&
                     bar->x1 < self->scene->scale.width - 0.01;

  return has_gap ? bar->x1 - 1 : bar->x1;
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

/* Draws either the bars of a row that are to scale or, later, the folded ones, which are on top. */
static void
put_bars (DwellDrawing *self,
          guint32       row,
          double        y,
          gboolean      is_folded,
          Target       *target)
{
  DwellTimelinePainter *painter = self->painter;
  const DwellTrace *trace = self->scene->trace;

  for (guint i = 0; i < painter->bars->len; i++)
    {
      const DwellBar *bar = &g_array_index (painter->bars, DwellBar, i);
      double right = get_right (self, bar);
      gboolean is_dim;
      guint colour;
      const Shade *shade;

      if (bar->is_folded != is_folded)
        continue;

      is_dim = self->scene->find != NULL &&
               !_dwell_painter_is_found (self->scene, row, bar);
      colour = _dwell_painter_get_span_colour (painter, bar->span);
      shade = &target->shades[is_dim][colour][bar->coverage * (N_SHADES - 1) / 255];

      if (target->pixels != NULL)
        {
          put_pixels (self, target, bar, right, shade);
        }
      else
        {
          DwellRect rect = { bar->x0, y, right - bar->x0, shade->plain };

          g_array_append_val (target->rects, rect);
          if (is_folded)
            add_run (target->runs, bar->x0, bar->x1, y);
        }

      if (!is_folded && bar->x1 - bar->x0 >= DWELL_BAR_WIDE)
        {
          DwellPlacedBar placed = { bar->x0, right, y, bar->span, (guint8) colour, FALSE,
                                    (guint8) is_dim };

          placed.folds_lines = target->folds_lines &&
                               dwell_trace_get_first_line (trace, bar->span) != DWELL_NONE;
          g_array_append_val (painter->wide_bars, placed);
        }
    }
}

static void
put_row (DwellDrawing *self,
         guint32       row,
         double        y,
         Target       *target)
{
  put_bars (self, row, y, FALSE, target);
  put_bars (self, row, y, TRUE, target);
}

/* Draws a row by means of a strip. */
static void
draw_strip (DwellDrawing *self,
            guint32       row,
            double        y,
            Target       *target)
{
  double top = dwell_drawing_snap_y (self, y);
  double height = dwell_drawing_snap_y (self, y + DWELL_LANE_ROW_HEIGHT) - top;
  cairo_surface_t *strip = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, target->width,
                                                       target->height);
  cairo_pattern_t *pattern;
  cairo_matrix_t matrix;

  /* The size of the picture is more than a surface can have. */
  if (cairo_surface_status (strip) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (strip);
      return;
    }

  cairo_surface_flush (strip);
  target->pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (strip);
  target->stride = cairo_image_surface_get_stride (strip) / (int) sizeof (guint32);
  put_row (self, row, y, target);
  cairo_surface_mark_dirty (strip);

  pattern = cairo_pattern_create_for_surface (strip);
  cairo_matrix_init_scale (&matrix, self->pixels, self->pixels);
  cairo_matrix_translate (&matrix, 0, -top);
  cairo_pattern_set_matrix (pattern, &matrix);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  cairo_set_source (self->cr, pattern);
  cairo_pattern_destroy (pattern);
  cairo_surface_destroy (strip);
  cairo_rectangle (self->cr, 0, top, self->scene->scale.width, height);
  cairo_fill (self->cr);
}

static gboolean
touches (const DwellRect *left,
         const DwellRect *right)
{
  return left->colour == right->colour && left->y == right->y &&
         fabs (left->x + left->width - right->x) < 1e-3;
}

static int
compare_rects (gconstpointer a,
               gconstpointer b)
{
  guint32 left = ((const DwellRect *) a)->colour;
  guint32 right = ((const DwellRect *) b)->colour;

  return left < right ? -1 : left > right;
}

/* Draws each bar as a line as thick as the bar is high, which takes half the numbers of a
 * rectangle: to print numbers is most of the work of a large picture. Bars of one colour that touch
 * are one. */
static void
stroke_rects (cairo_t *cr,
              GArray  *rects)
{
  double x0 = 0;

  g_array_sort (rects, compare_rects);
  cairo_save (cr);
  cairo_set_line_width (cr, DWELL_LANE_ROW_HEIGHT);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);

  for (guint i = 0; i < rects->len; i++)
    {
      const DwellRect *rect = &g_array_index (rects, DwellRect, i);
      gboolean is_first = i == 0 || !touches (rect - 1, rect);
      gboolean is_last = i + 1 == rects->len || !touches (rect, rect + 1);

      if (is_first)
        x0 = rect->x;
      if (is_last)
        {
          cairo_move_to (cr, x0, rect->y + DWELL_LANE_ROW_HEIGHT / 2.0);
          cairo_line_to (cr, rect->x + rect->width, rect->y + DWELL_LANE_ROW_HEIGHT / 2.0);
        }

      if (i + 1 == rects->len || rect[1].colour != rect->colour)
        {
          cairo_set_source_rgb (cr, (rect->colour >> 16 & 0xff) / 255.0,
                                (rect->colour >> 8 & 0xff) / 255.0, (rect->colour & 0xff) / 255.0);
          cairo_stroke (cr);
        }
    }

  cairo_restore (cr);
}

/* Draws diagonal lines over the folded bars of a vector picture. */
static void
hatch_runs (const DwellDrawing *self,
            const GArray       *runs)
{
  const DwellPalette *palette = self->scene->palette;
  cairo_t *cr = self->cr;
  double next = 0;

  if (runs->len == 0)
    return;

  cairo_save (cr);

  for (guint i = 0; i < runs->len; i++)
    {
      const DwellRun *run = &g_array_index (runs, DwellRun, i);

      cairo_rectangle (cr, run->x0, run->y, run->x1 - run->x0, DWELL_LANE_ROW_HEIGHT);
    }

  cairo_clip (cr);

  for (guint i = 0; i < runs->len; i++)
    {
      const DwellRun *run = &g_array_index (runs, DwellRun, i);
      double x = floor (run->x0 / HATCH) * HATCH;

      /* Lines of the run before reach under this one: none is drawn twice. */
      if (i > 0 && run[-1].y == run->y)
        x = MAX (x, next);

      for (; x < run->x1 + DWELL_LANE_ROW_HEIGHT; x += HATCH)
        {
          cairo_move_to (cr, x, run->y);
          cairo_line_to (cr, x - DWELL_LANE_ROW_HEIGHT, run->y + DWELL_LANE_ROW_HEIGHT);
        }
      next = x;
    }

  dwell_set_colour_alpha (cr, &palette->background,
                          palette->is_high_contrast ? HATCH_SHARE_HIGH_CONTRAST : HATCH_SHARE);
  cairo_set_line_width (cr, 0.8);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Finds the rows [@first, @end) of @lane that are in view, as indices in the lane. Returns FALSE if
 * there are none. */
gboolean
_dwell_drawing_get_rows (const DwellDrawing *self,
                         const DwellLane    *lane,
                         guint32            *first,
                         guint32            *end)
{
  const int pitch = DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP;
  double top = lane->y - self->scene->scroll_y + lane->header_height;
  double low = (self->clip_y0 - top) / pitch;
  double high = (self->clip_y1 - top) / pitch;

  *first = (guint32) CLAMP (floor (low), 0, lane->n_rows);
  *end = (guint32) CLAMP (ceil (high), 0, lane->n_rows);

  return *first < *end;
}

static void
draw_lane (DwellDrawing    *self,
           const DwellLane *lane,
           Target          *target)
{
  const DwellScale *scale = &self->scene->scale;
  GArray *bars = self->painter->bars;
  guint32 first;
  guint32 end;

  if (!_dwell_drawing_get_rows (self, lane, &first, &end))
    return;

  target->folds_lines = !lane->shows_lines;

  for (guint32 index = first; index < end; index++)
    {
      guint32 row = dwell_lane_get_row (lane, self->scene->trace, index);
      double y = dwell_lane_get_row_y (lane, index) - self->scene->scroll_y;

      g_array_set_size (bars, 0);
      dwell_layout_row (self->layout, row, scale->begin, scale->end, scale->width,
                        DWELL_BAR_MIN_WIDTH, bars);

      if (bars->len == 0)
        continue;
      else if (self->is_vector)
        put_row (self, row, y, target);
      else
        draw_strip (self, row, y, target);
    }
}

/* Draws the bars of all rows in view, and collects the wide ones in the painter's wide_bars. */
void
_dwell_drawing_bars (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  g_autoptr(GArray) rects = g_array_new (FALSE, FALSE, sizeof (DwellRect));
  g_autoptr(GArray) runs = g_array_new (FALSE, FALSE, sizeof (DwellRun));
  g_autofree Target *target = g_new0 (Target, 1);
  double shift = fmod (-dwell_scale_to_x (&scene->scale, scene->trace->begin), HATCH);

  make_shades (target, scene->palette);
  target->rects = rects;
  target->runs = runs;
  target->width = MAX ((int) ceil (scene->scale.width * self->pixels), 1);
  target->line = MAX ((int) self->pixels, 1);
  target->height = HATCH * target->line;

  /* The hatch moves with the bars while the user pans. */
  target->phase = (int) floor ((shift < 0 ? shift + HATCH : shift) * target->line);

  for (guint i = 0; i < scene->lanes->len; i++)
    draw_lane (self, &g_array_index (scene->lanes, DwellLane, i), target);

  if (self->is_vector)
    {
      stroke_rects (self->cr, rects);
      hatch_runs (self, runs);
    }
}
