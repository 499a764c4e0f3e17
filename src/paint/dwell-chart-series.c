/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing the series of a chart: lines thinned out to a stroke a pixel, points grouped so that
 * there is one fill for each strength. */
#include "config.h"

#include <math.h>

#include "paint/dwell-chart-private.h"

#define N_STRENGTHS 8

/* More points than this are drawn as squares: circles cost too much; and of those that fall into
 * one place only one. */
#define MANY_POINTS 2000
#define PLACE_SIZE  2 /* px */

/*< private >
 * _dwell_chart_add_shape: a glyph of points, @r px around (@x, @y), added to the path */
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

/*< private >
 * _dwell_chart_set_dash: lines of @cr are dashed in one of a few ways; 0: no longer */
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

/*< private >
 * _dwell_chart_find_points: which points lie from @low to @high; all, where x is in no order */
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
  if (series->weights == NULL)
    return N_STRENGTHS - 1;
  return (guint) CLAMP (series->weights[i] * N_STRENGTHS, 0, N_STRENGTHS - 1);
}

/* A byte a place of the plot and the @r px around it; NULL for few points. */
static guint8 *
make_places (const ChartDrawing     *self,
             const DwellChartSeries *series,
             double                  r,
             gsize                  *stride)
{
  *stride = (gsize) ((self->plot.width + 2 * r) / PLACE_SIZE) + 2;

  return series->n > MANY_POINTS
           ? g_malloc0 (*stride * ((gsize) ((self->plot.height + 2 * r) / PLACE_SIZE) + 2)) : NULL;
}

static void
draw_points (const ChartDrawing     *self,
             const DwellChartSeries *series)
{
  double r = series->size > 0 ? series->size / 2 : series->n > MANY_POINTS ? 1.5 : 3;
  guint shape = series->n > MANY_POINTS ? 1 : series->shape;
  guint first, end;

  _dwell_chart_find_points (series,
                            dwell_chart_axis_from_px (&self->chart->x, -r, self->plot.width),
                            dwell_chart_axis_from_px (&self->chart->x, self->plot.width + r,
                                                      self->plot.width), &first, &end);
  for (guint strength = series->weights != NULL ? 0 : N_STRENGTHS - 1; strength < N_STRENGTHS;
       strength++)
    {
      gsize stride;
      g_autofree guint8 *places = make_places (self, series, r, &stride);
      guint n = 0;

      for (guint i = first; i < end; i++)
        {
          double x = chart_x (self, series->x[i]);
          double y = chart_y (self, series->y[i]);

          if (get_strength (series, i) != strength || !isfinite (y) || !isfinite (x) ||
              x < self->plot.x - r || x > self->plot.x + self->plot.width + r ||
              y < self->plot.y - r || y > self->plot.y + self->plot.height + r)
            continue;

          if (places != NULL)
            {
              guint8 *place = &places[(gsize) ((y - self->plot.y + r) / PLACE_SIZE) * stride +
                                      (gsize) ((x - self->plot.x + r) / PLACE_SIZE)];

              if (*place)
                continue;
              *place = 1;
            }

          _dwell_chart_add_shape (self->cr, shape, x, y, r);
          n++;
        }
      if (n == 0)
        continue;

      chart_set_colour (self->cr, chart_get_colour (self->chart->palette, series->colour),
                  0.25 + 0.75 * (strength + 1) / N_STRENGTHS);
      cairo_fill (self->cr);
    }
}

/* A line: of the points within one pixel the first, lowest, highest and last are drawn. */
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
  chart_set_colour (self->cr, chart_get_colour (self->chart->palette, series->colour), 1);
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
  chart_set_colour (self->cr, chart_get_colour (self->chart->palette, series->colour), 0.25);
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

      /* What there is at all is seen. */
      if (fabs (zero - y) < 1)
        y = zero - 1;
      x0 = MAX (x0, self->plot.x - 1);
      x1 = MIN (x1, self->plot.x + self->plot.width + 1);
      cairo_rectangle (self->cr, x0, MIN (y, zero), MAX (x1 - x0 - (x1 - x0 > 3 ? 1 : 0), 1),
                       fabs (zero - y));
    }
  chart_set_colour (self->cr, chart_get_colour (self->chart->palette, series->colour), 1);
  cairo_fill (self->cr);
}

/*< private >
 * _dwell_chart_draw_series: one series, as its kind wants it */
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
