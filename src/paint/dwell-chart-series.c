/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the series of a chart. Lines are reduced to one stroke per pixel column, and points are
 * grouped by opacity so that each group is one fill: the cost depends on the pixels rather than on
 * the points. */
#include "config.h"

#include "paint/dwell-chart-private.h"

#include <math.h>

#define N_STRENGTHS 8

/* Series with more points than this are drawn as squares, because circles cost too much, and only
 * one of the points that fall into one place is drawn. */
#define MANY_POINTS 2000
#define PLACE_SIZE  2 /* px */

/* Adds the shape of a point, @r px around (@x, @y), to the path. */
void
_dwell_chart_add_shape (cairo_t *cr,
                        guint    shape,
                        double   x,
                        double   y,
                        double   r)
{
  switch (shape % DWELL_CHART_N_SHAPES)
    {
    case 0:
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      break;
    case 1:
      cairo_rectangle (cr, x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
      break;
    case 2:
      cairo_move_to (cr, x, y - 1.2 * r);
      cairo_line_to (cr, x + 1.1 * r, y + 0.8 * r);
      cairo_line_to (cr, x - 1.1 * r, y + 0.8 * r);
      cairo_close_path (cr);
      break;
    case 3:
      cairo_move_to (cr, x, y - 1.3 * r);
      cairo_line_to (cr, x + 1.3 * r, y);
      cairo_line_to (cr, x, y + 1.3 * r);
      cairo_line_to (cr, x - 1.3 * r, y);
      cairo_close_path (cr);
      break;
    default:
      cairo_rectangle (cr, x - 1.3 * r, y - 0.4 * r, 2.6 * r, 0.8 * r);
      cairo_rectangle (cr, x - 0.4 * r, y - 1.3 * r, 0.8 * r, 0.9 * r);
      cairo_rectangle (cr, x - 0.4 * r, y + 0.4 * r, 0.8 * r, 0.9 * r);
      break;
    }
}

/* Fills the shapes in the path, or draws their outlines. */
void
_dwell_chart_paint_shapes (cairo_t                *cr,
                           const DwellChartSeries *series)
{
  if (!series->is_hollow)
    {
      cairo_fill (cr);
      return;
    }

  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

/* Sets the dash pattern of lines; 0 is a solid line. */
void
_dwell_chart_set_dash (cairo_t *cr,
                       guint    dash)
{
  static const struct { double lengths[4]; int n; } dashes[DWELL_CHART_N_DASHES] = {
    { { 0 }, 0 }, { { 6, 4 }, 2 }, { { 2, 3 }, 2 }, { { 9, 3, 2, 3 }, 4 }, { { 12, 3 }, 2 },
  };

  cairo_set_dash (cr, dashes[dash % DWELL_CHART_N_DASHES].lengths,
                  dashes[dash % DWELL_CHART_N_DASHES].n, 0);
}

/* Finds the points [@first, @end) whose x is from @low to @high; all of them if x is not sorted. */
void
_dwell_chart_find_points (const DwellChartSeries *series,
                          double                  low,
                          double                  high,
                          guint                  *first,
                          guint                  *end)
{
  *first = 0;
  *end = series->n;
  if (!series->is_rising || isnan (low) || isnan (high))
    return;

  for (guint n = series->n; n > 0;)
    {
      guint half = n / 2;

      if (series->x[*first + half] < low)
        {
          *first += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }

  *end = *first;
  for (guint n = series->n - *first; n > 0;)
    {
      guint half = n / 2;

      if (series->x[*end + half] <= high)
        {
          *end += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
}

static guint
get_strength (const DwellChartSeries *series,
              guint                   i)
{
  if (series->weights == NULL || isnan (series->weights[i]))
    return N_STRENGTHS - 1;
  return (guint) CLAMP (series->weights[i] * N_STRENGTHS, 0, N_STRENGTHS - 1);
}

/* A point in px, and its step of opacity. */
typedef struct {
  float  x;
  float  y;
  guint8 strength;
} Point;

/* Returns the points in view, in their order, and counts those of each step of opacity. */
static Point *
place_points (const ChartDrawing     *self,
              const DwellChartSeries *series,
              double                  r,
              guint                  *n_points,
              guint                  *n_of_strength)
{
  const DwellChartPlot *plot = &self->plot;
  Point *points;
  guint first;
  guint end;

  _dwell_chart_find_points (series, dwell_chart_axis_from_px (&self->chart->x, -r, plot->width),
                            dwell_chart_axis_from_px (&self->chart->x, plot->width + r,
                                                      plot->width), &first, &end);
  points = g_new (Point, MAX (end - first, 1));
  *n_points = 0;
  for (guint i = first; i < end; i++)
    {
      double x = chart_x (self, series->x[i]);
      double y = chart_y (self, series->y[i]);
      guint strength = get_strength (series, i);

      if (!isfinite (y) || !isfinite (x) || x < plot->x - r || x > plot->x + plot->width + r ||
          y < plot->y - r || y > plot->y + plot->height + r)
        continue;

      points[(*n_points)++] = (Point) { (float) x, (float) y, (guint8) strength };
      n_of_strength[strength]++;
    }

  return points;
}

/* The places of the plot and the @r px around it, PLACE_SIZE wide and high. Of the points of one
 * step of opacity only one is drawn in a place; each step has a bit. */
typedef struct {
  guint8 *bits;
  gsize   stride;
} Places;

G_STATIC_ASSERT (N_STRENGTHS <= 8);

static void
places_init (Places               *self,
             const DwellChartPlot *plot,
             double                r)
{
  self->stride = (gsize) ((plot->width + 2 * r) / PLACE_SIZE) + 2;
  self->bits = g_malloc0 (self->stride * ((gsize) ((plot->height + 2 * r) / PLACE_SIZE) + 2));
}

/* Takes the place of a point. Returns TRUE if no point of its step of opacity has taken it
 * before. */
static gboolean
places_take (Places               *self,
             const DwellChartPlot *plot,
             double                r,
             const Point          *point)
{
  guint8 *bits = &self->bits[(gsize) ((point->y - plot->y + r) / PLACE_SIZE) * self->stride +
                             (gsize) ((point->x - plot->x + r) / PLACE_SIZE)];
  guint8 bit = (guint8) (1 << point->strength);
  gboolean is_free = (*bits & bit) == 0;

  *bits |= bit;
  return is_free;
}

/* Adds a square of whole pixels: cairo fills it without blending its edges. */
static void
add_square (cairo_t     *cr,
            const Point *point,
            double       r)
{
  double size = MAX (round (1.8 * r), 1);

  cairo_rectangle (cr, round (point->x - size / 2), round (point->y - size / 2), size, size);
}

static void
draw_points (const ChartDrawing     *self,
             const DwellChartSeries *series)
{
  gboolean are_many = series->n > MANY_POINTS;
  double r = series->size > 0 ? series->size / 2 : are_many ? 1.5 : 3;
  guint n_of_strength[N_STRENGTHS] = { 0 };
  guint n_points;
  g_autofree Point *points = place_points (self, series, r, &n_points, n_of_strength);
  Places places = { 0 };

  if (are_many)
    places_init (&places, &self->plot, r);

  for (guint strength = 0; strength < N_STRENGTHS; strength++)
    {
      if (n_of_strength[strength] == 0)
        continue;

      for (guint i = 0; i < n_points; i++)
        if (points[i].strength != strength)
          continue;
        else if (!are_many)
          _dwell_chart_add_shape (self->cr, series->shape, points[i].x, points[i].y, r);
        else if (places_take (&places, &self->plot, r, &points[i]))
          add_square (self->cr, &points[i], r);

      dwell_set_colour_alpha (self->cr, chart_get_colour (self->chart->palette, series->colour),
                        0.25 + 0.75 * (strength + 1) / N_STRENGTHS);
      _dwell_chart_paint_shapes (self->cr, series);
    }

  g_free (places.bits);
}

/* Adds a line to the path. Of the points within one pixel column it draws the first, lowest,
 * highest and last. */
static void
add_line (const ChartDrawing *self,
          const double       *xs,
          const double       *ys,
          guint               n)
{
  double column = NAN;
  double low = 0;
  double high = 0;
  double last_y = 0;
  gboolean is_open = FALSE;

  for (guint i = 0; i < n; i++)
    {
      double x = chart_x (self, xs[i]);
      double y = isfinite (ys[i]) ? CLAMP (chart_y (self, ys[i]), -1e5, 1e5) : NAN;

      if (isnan (y) || !isfinite (x))
        {
          is_open = FALSE;
          continue;
        }
      x = CLAMP (x, -1e5, 1e5);

      if (is_open && floor (x) == column)
        {
          low = MIN (low, y);
          high = MAX (high, y);
          last_y = y;
          continue;
        }

      if (is_open && low < high)
        {
          cairo_line_to (self->cr, column + 0.5, low);
          cairo_line_to (self->cr, column + 0.5, high);
          cairo_line_to (self->cr, column + 0.5, last_y);
        }

      if (is_open)
        cairo_line_to (self->cr, x, y);
      else
        cairo_move_to (self->cr, x, y);

      is_open = TRUE;
      column = floor (x);
      low = high = last_y = y;
    }
}

static void
draw_line (const ChartDrawing     *self,
           const DwellChartSeries *series)
{
  add_line (self, series->x, series->y, series->n);
  dwell_set_colour (self->cr, chart_get_colour (self->chart->palette, series->colour));
  cairo_set_line_width (self->cr, 2);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  _dwell_chart_set_dash (self->cr, series->dash);
  cairo_stroke (self->cr);
  _dwell_chart_set_dash (self->cr, 0);
}

static void
draw_band (const ChartDrawing     *self,
           const DwellChartSeries *series)
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < series->n; i++)
    if (isfinite (series->y[i]) && isfinite (series->y_low[i]))
      {
        cairo_line_to (self->cr, CLAMP (chart_x (self, series->x[i]), -1e5, 1e5),
                       CLAMP (chart_y (self, series->y[i]), -1e5, 1e5));
        has_any = TRUE;
      }
  for (guint i = series->n; i-- > 0;)
    if (isfinite (series->y[i]) && isfinite (series->y_low[i]))
      cairo_line_to (self->cr, CLAMP (chart_x (self, series->x[i]), -1e5, 1e5),
                     CLAMP (chart_y (self, series->y_low[i]), -1e5, 1e5));
  if (!has_any)
    return;

  cairo_close_path (self->cr);
  dwell_set_colour_alpha (self->cr, chart_get_colour (self->chart->palette, series->colour), 0.25);
  cairo_fill (self->cr);
}

static void
draw_bars (const ChartDrawing     *self,
           const DwellChartSeries *series)
{
  double base = self->plot.y + self->plot.height;
  double zero = self->chart->y.is_log ? base : CLAMP (chart_y (self, 0), self->plot.y, base);

  for (guint i = 0; i < series->n; i++)
    {
      double x0 = chart_x (self, series->x[i]);
      double x1 = chart_x (self, series->x_high[i]);
      double y = CLAMP (chart_y (self, series->y[i]), self->plot.y, base);

      if (!isfinite (x0) || !isfinite (x1) || series->y[i] == 0 || x1 < self->plot.x ||
          x0 > self->plot.x + self->plot.width)
        continue;

      /* A bar that is not 0 is at least one pixel high. */
      if (fabs (zero - y) < 1)
        y = zero - 1;
      x0 = MAX (x0, self->plot.x - 1);
      x1 = MIN (x1, self->plot.x + self->plot.width + 1);
      cairo_rectangle (self->cr, x0, MIN (y, zero), MAX (x1 - x0 - (x1 - x0 > 3 ? 1 : 0), 1),
                       fabs (zero - y));
    }
  dwell_set_colour (self->cr, chart_get_colour (self->chart->palette, series->colour));
  cairo_fill (self->cr);
}

void
_dwell_chart_draw_series (const ChartDrawing     *self,
                          const DwellChartSeries *series)
{
  switch (series->kind)
    {
    case DWELL_SERIES_LINE:
      draw_line (self, series);
      break;
    case DWELL_SERIES_POINTS:
      draw_points (self, series);
      break;
    case DWELL_SERIES_BARS:
      draw_bars (self, series);
      break;
    case DWELL_SERIES_BAND:
    default:
      draw_band (self, series);
      break;
    }
}
