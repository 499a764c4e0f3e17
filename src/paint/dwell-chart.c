/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing charts. Ticks and their labels first, for they say how much room is left; then the
 * series, clipped to the plot, lines thinned out to a stroke a pixel, points grouped so that there
 * is one fill for each strength; rules, box and the point that is pointed at on top. */
#include "config.h"

#include <math.h>

#include "paint/dwell-chart.h"

#define MARGIN        10
#define TICK_LENGTH   4
#define LABEL_GAP     5
#define TITLE_HEIGHT  24
#define LEGEND_HEIGHT 22
#define X_LABEL_GAP   80 /* px that labels along x need */
#define Y_LABEL_GAP   34
#define MAX_Y_LABEL   90
#define PICK_DISTANCE 16
#define N_STRENGTHS   8

/* More points than this are drawn as squares: circles cost too much. */
#define MANY_POINTS 2000

typedef struct {
  const DwellChart *chart;
  DwellLabels      *labels;
  cairo_t          *cr;
  DwellChartPlot    plot;
} Drawing;

static void
set_colour (cairo_t           *cr,
            const DwellColour *colour,
            double             alpha)
{
  cairo_set_source_rgba (cr, colour->red, colour->green, colour->blue, colour->alpha * alpha);
}

static double
to_x (const Drawing *self,
      double         value)
{
  return self->plot.x + dwell_chart_axis_to_px (&self->chart->x, value, self->plot.width);
}

static double
to_y (const Drawing *self,
      double         value)
{
  return self->plot.y + self->plot.height -
         dwell_chart_axis_to_px (&self->chart->y, value, self->plot.height);
}

static gboolean
has_legend (const DwellChart *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n_series; i++)
    n += self->series[i].label != NULL;
  return n > 1;
}

/* What the widest label of the y axis takes. */
static double
measure_y_labels (const DwellChart *self,
                  DwellLabels      *labels,
                  double            height)
{
  g_autoptr(GArray) ticks = dwell_chart_axis_get_ticks (&self->y, height, Y_LABEL_GAP);
  int width = 0;

  for (guint i = 0; i < ticks->len; i++)
    {
      const char *text = g_array_index (ticks, DwellChartTick, i).label;

      if (text != NULL)
        width = MAX (width, dwell_labels_get (labels, DWELL_FONT_RULER, text, MAX_Y_LABEL)->width);
    }
  return width;
}

/**
 * dwell_chart_get_plot:
 * @self: a chart
 * @labels: its texts
 * @width: px, of all
 * @height: px, of all
 * @plot: (out): where the series are drawn
 *
 * Finds what titles, labels and legend leave; at least a pixel.
 */
void
dwell_chart_get_plot (const DwellChart *self,
                      DwellLabels      *labels,
                      int               width,
                      int               height,
                      DwellChartPlot   *plot)
{
  double top = MARGIN + (self->title != NULL ? TITLE_HEIGHT : 0) +
               (self->y.title != NULL || has_legend (self) ? LEGEND_HEIGHT : 0);
  double bottom = MARGIN + TICK_LENGTH + LABEL_GAP + 14 + (self->x.title != NULL ? 16 : 0);

  plot->y = top;
  plot->height = MAX (height - top - bottom, 1);
  plot->x = MARGIN + measure_y_labels (self, labels, plot->height) + LABEL_GAP + TICK_LENGTH;
  plot->width = MAX (width - plot->x - 2 * MARGIN, 1);
}

static void
draw_x_axis (const Drawing *self)
{
  const DwellPalette *palette = self->chart->palette;
  g_autoptr(GArray) ticks = dwell_chart_axis_get_ticks (&self->chart->x, self->plot.width,
                                                        X_LABEL_GAP);
  double bottom = self->plot.y + self->plot.height;

  for (guint i = 0; i < ticks->len; i++)
    {
      const DwellChartTick *tick = &g_array_index (ticks, DwellChartTick, i);
      double x = floor (to_x (self, tick->at));

      set_colour (self->cr, &palette->grid, 1);
      cairo_rectangle (self->cr, x, self->plot.y, 1, self->plot.height);
      cairo_fill (self->cr);
      if (tick->label == NULL)
        continue;

      set_colour (self->cr, &palette->line, 1);
      cairo_rectangle (self->cr, x, bottom, 1, TICK_LENGTH);
      cairo_fill (self->cr);
      set_colour (self->cr, &palette->dim_text, 1);
      {
        const DwellLabel *label = dwell_labels_get (self->labels, DWELL_FONT_RULER, tick->label,
                                                    X_LABEL_GAP);

        dwell_label_draw (label, self->cr,
                          CLAMP (floor (x - label->width / 2.0), 0,
                                 self->plot.x + self->plot.width + 2 * MARGIN - label->width),
                          bottom + TICK_LENGTH + 2);
      }
    }
}

static void
draw_y_axis (const Drawing *self)
{
  const DwellPalette *palette = self->chart->palette;
  g_autoptr(GArray) ticks = dwell_chart_axis_get_ticks (&self->chart->y, self->plot.height,
                                                        Y_LABEL_GAP);

  for (guint i = 0; i < ticks->len; i++)
    {
      const DwellChartTick *tick = &g_array_index (ticks, DwellChartTick, i);
      double y = floor (to_y (self, tick->at));
      const DwellLabel *label;

      set_colour (self->cr, &palette->grid, 1);
      cairo_rectangle (self->cr, self->plot.x, y, self->plot.width, 1);
      cairo_fill (self->cr);
      if (tick->label == NULL)
        continue;

      label = dwell_labels_get (self->labels, DWELL_FONT_RULER, tick->label, MAX_Y_LABEL);
      set_colour (self->cr, &palette->dim_text, 1);
      dwell_label_draw (label, self->cr,
                        self->plot.x - LABEL_GAP - TICK_LENGTH - label->width,
                        floor (y - label->height / 2.0));
    }
}

static void
draw_frame (const Drawing *self)
{
  set_colour (self->cr, &self->chart->palette->line, 1);
  cairo_rectangle (self->cr, floor (self->plot.x) - 1, self->plot.y, 1, self->plot.height + 1);
  cairo_rectangle (self->cr, floor (self->plot.x) - 1, self->plot.y + self->plot.height,
                   self->plot.width + 1, 1);
  cairo_fill (self->cr);
}

static void
add_shape (cairo_t *cr,
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

static guint
get_strength (const DwellChartSeries *series,
              guint                   i)
{
  if (series->weights == NULL)
    return N_STRENGTHS - 1;
  return (guint) CLAMP (series->weights[i] * N_STRENGTHS, 0, N_STRENGTHS - 1);
}

static void
draw_points (const Drawing          *self,
             const DwellChartSeries *series)
{
  double r = series->size > 0 ? series->size / 2 : series->n > MANY_POINTS ? 1.5 : 3;
  guint shape = series->n > MANY_POINTS ? 1 : series->shape;

  for (guint strength = 0; strength < N_STRENGTHS; strength++)
    {
      guint n = 0;

      for (guint i = 0; i < series->n; i++)
        {
          double x = to_x (self, series->x[i]);
          double y = to_y (self, series->y[i]);

          if (get_strength (series, i) != strength || !isfinite (y) || !isfinite (x) ||
              x < self->plot.x - r || x > self->plot.x + self->plot.width + r ||
              y < self->plot.y - r || y > self->plot.y + self->plot.height + r)
            continue;

          add_shape (self->cr, shape, x, y, r);
          n++;
        }
      if (n == 0)
        continue;

      set_colour (self->cr, &self->chart->palette->bars[series->colour % DWELL_N_COLOURS],
                  0.25 + 0.75 * (strength + 1) / N_STRENGTHS);
      cairo_fill (self->cr);
    }
}

/* A line: of the points within one pixel the first, lowest, highest and last are drawn. */
static void
add_line (const Drawing *self,
          const double  *xs,
          const double  *ys,
          guint          n)
{
  double column = NAN;
  double low = 0;
  double high = 0;
  double last_y = 0;
  gboolean is_open = FALSE;

  for (guint i = 0; i < n; i++)
    {
      double x = to_x (self, xs[i]);
      double y = isfinite (ys[i]) ? CLAMP (to_y (self, ys[i]), -1e5, 1e5) : NAN;

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
draw_line (const Drawing          *self,
           const DwellChartSeries *series)
{
  static const double dashes[] = { 6, 4 };

  add_line (self, series->x, series->y, series->n);
  set_colour (self->cr, &self->chart->palette->bars[series->colour % DWELL_N_COLOURS], 1);
  cairo_set_line_width (self->cr, 2);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash (self->cr, dashes, series->is_dashed ? 2 : 0, 0);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0);
}

static void
draw_band (const Drawing          *self,
           const DwellChartSeries *series)
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < series->n; i++)
    if (isfinite (series->y[i]) && isfinite (series->y_low[i]))
      {
        cairo_line_to (self->cr, CLAMP (to_x (self, series->x[i]), -1e5, 1e5),
                       CLAMP (to_y (self, series->y[i]), -1e5, 1e5));
        has_any = TRUE;
      }
  for (guint i = series->n; i-- > 0;)
    if (isfinite (series->y[i]) && isfinite (series->y_low[i]))
      cairo_line_to (self->cr, CLAMP (to_x (self, series->x[i]), -1e5, 1e5),
                     CLAMP (to_y (self, series->y_low[i]), -1e5, 1e5));
  if (!has_any)
    return;

  cairo_close_path (self->cr);
  set_colour (self->cr, &self->chart->palette->bars[series->colour % DWELL_N_COLOURS], 0.25);
  cairo_fill (self->cr);
}

static void
draw_bars (const Drawing          *self,
           const DwellChartSeries *series)
{
  double base = self->plot.y + self->plot.height;
  double zero = self->chart->y.is_log ? base : CLAMP (to_y (self, 0), self->plot.y, base);

  for (guint i = 0; i < series->n; i++)
    {
      double x0 = to_x (self, series->x[i]);
      double x1 = to_x (self, series->x_high[i]);
      double y = CLAMP (to_y (self, series->y[i]), self->plot.y, base);

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
  set_colour (self->cr, &self->chart->palette->bars[series->colour % DWELL_N_COLOURS], 1);
  cairo_fill (self->cr);
}

static void
draw_series (const Drawing          *self,
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

static void
draw_rule_label (const Drawing        *self,
                 const DwellChartRule *rule,
                 double                at)
{
  const DwellLabel *label = dwell_labels_get (self->labels, DWELL_FONT_RULER, rule->label, 200);
  double x = rule->is_vertical ? at + 4 : self->plot.x + self->plot.width - label->width - 4;
  double y = rule->is_vertical ? self->plot.y + 2 : at - label->height - 1;

  if (rule->is_vertical && x + label->width > self->plot.x + self->plot.width)
    x = at - 4 - label->width;
  if (!rule->is_vertical && y < self->plot.y)
    y = at + 2;

  /* A ground of its own, for it stands on the series. */
  set_colour (self->cr, &self->chart->palette->background, 0.8);
  cairo_rectangle (self->cr, x - 2, y, label->width + 4, label->height);
  cairo_fill (self->cr);
  set_colour (self->cr, rule->is_warning ? &self->chart->palette->warning
                                         : &self->chart->palette->text, 1);
  dwell_label_draw (label, self->cr, floor (x), floor (y));
}

static void
draw_rule (const Drawing        *self,
           const DwellChartRule *rule)
{
  static const double dashes[] = { 4, 3 };
  double at = floor (rule->is_vertical ? to_x (self, rule->at) : to_y (self, rule->at)) + 0.5;
  double low = rule->is_vertical ? self->plot.x : self->plot.y;
  double high = low + (rule->is_vertical ? self->plot.width : self->plot.height);

  if (!(at >= low && at <= high))
    return;

  cairo_move_to (self->cr, rule->is_vertical ? at : self->plot.x,
                 rule->is_vertical ? self->plot.y : at);
  cairo_line_to (self->cr, rule->is_vertical ? at : self->plot.x + self->plot.width,
                 rule->is_vertical ? self->plot.y + self->plot.height : at);
  set_colour (self->cr, rule->is_warning ? &self->chart->palette->warning
                                         : &self->chart->palette->dim_text, 1);
  cairo_set_line_width (self->cr, 1);
  cairo_set_dash (self->cr, dashes, rule->is_warning ? 0 : 2, 0);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0);
  if (rule->label != NULL)
    draw_rule_label (self, rule, at);
}

static void
draw_box (const Drawing *self)
{
  const DwellChart *chart = self->chart;
  double x0 = to_x (self, chart->box_x0);
  double x1 = to_x (self, chart->box_x1);
  double y0 = to_y (self, chart->box_y1);
  double y1 = to_y (self, chart->box_y0);

  x0 = CLAMP (x0, self->plot.x - 1, self->plot.x + self->plot.width + 1);
  x1 = CLAMP (x1, self->plot.x - 1, self->plot.x + self->plot.width + 1);
  y0 = CLAMP (y0, self->plot.y - 1, self->plot.y + self->plot.height + 1);
  y1 = CLAMP (y1, self->plot.y - 1, self->plot.y + self->plot.height + 1);
  cairo_rectangle (self->cr, x0, y0, x1 - x0, y1 - y0);
  set_colour (self->cr, &chart->palette->accent, 0.15);
  cairo_fill_preserve (self->cr);
  set_colour (self->cr, &chart->palette->accent, 1);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
}

static void
draw_hover (const Drawing *self)
{
  const DwellChartSeries *series;

  if (!self->chart->has_hover || self->chart->hover_series >= self->chart->n_series)
    return;
  series = &self->chart->series[self->chart->hover_series];
  if (self->chart->hover_point >= series->n)
    return;

  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, to_x (self, series->x[self->chart->hover_point]),
             to_y (self, series->y[self->chart->hover_point]), 6, 0, 2 * G_PI);
  set_colour (self->cr, &self->chart->palette->accent, 1);
  cairo_set_line_width (self->cr, 2);
  cairo_stroke (self->cr);
}

static void
draw_key (const Drawing          *self,
          const DwellChartSeries *series,
          double                  x,
          double                  y)
{
  set_colour (self->cr, &self->chart->palette->bars[series->colour % DWELL_N_COLOURS],
              series->kind == DWELL_SERIES_BAND ? 0.25 : 1);

  if (series->kind == DWELL_SERIES_LINE)
    {
      static const double dashes[] = { 5, 3 };

      cairo_move_to (self->cr, x, y);
      cairo_line_to (self->cr, x + 18, y);
      cairo_set_line_width (self->cr, 2);
      cairo_set_dash (self->cr, dashes, series->is_dashed ? 2 : 0, 0);
      cairo_stroke (self->cr);
      cairo_set_dash (self->cr, NULL, 0, 0);
      return;
    }

  if (series->kind == DWELL_SERIES_POINTS)
    add_shape (self->cr, series->shape, x + 9, y, 4);
  else
    cairo_rectangle (self->cr, x + 3, y - 5, 12, 10);
  cairo_fill (self->cr);
}

/* From the right, as many as there is room for. */
static void
draw_legend (const Drawing *self,
             double         left,
             double         top)
{
  double x = self->plot.x + self->plot.width;

  for (guint i = self->chart->n_series; i-- > 0 && has_legend (self->chart);)
    {
      const DwellChartSeries *series = &self->chart->series[i];
      const DwellLabel *label;

      if (series->label == NULL)
        continue;

      label = dwell_labels_get (self->labels, DWELL_FONT_RULER, series->label, 220);
      x -= label->width + 24 + 12;
      if (x < left)
        return;
      draw_key (self, series, x, top + LEGEND_HEIGHT / 2.0);
      set_colour (self->cr, &self->chart->palette->text, 1);
      dwell_label_draw (label, self->cr, x + 24,
                        top + floor ((LEGEND_HEIGHT - label->height) / 2.0));
    }
}

static void
draw_titles (const Drawing *self,
             int            width,
             int            height)
{
  const DwellChart *chart = self->chart;
  double top = MARGIN;
  double left = MARGIN;

  set_colour (self->cr, &chart->palette->text, 1);
  if (chart->title != NULL)
    {
      dwell_label_draw (dwell_labels_get (self->labels, DWELL_FONT_TITLE, chart->title,
                                          MAX (width - 2 * MARGIN, 10)),
                        self->cr, MARGIN, MARGIN - 4);
      top += TITLE_HEIGHT;
    }

  set_colour (self->cr, &chart->palette->dim_text, 1);
  if (chart->y.title != NULL)
    {
      const DwellLabel *label = dwell_labels_get (self->labels, DWELL_FONT_RULER, chart->y.title,
                                                  MAX (width / 2, 10));

      dwell_label_draw (label, self->cr, MARGIN,
                        top + floor ((LEGEND_HEIGHT - label->height) / 2.0));
      left += label->width + 20;
    }
  if (chart->x.title != NULL)
    {
      const DwellLabel *label = dwell_labels_get (self->labels, DWELL_FONT_RULER, chart->x.title,
                                                  (int) MAX (self->plot.width, 10));

      dwell_label_draw (label, self->cr,
                        floor (self->plot.x + (self->plot.width - label->width) / 2),
                        height - label->height - 3);
    }
  draw_legend (self, left, top);
}

/**
 * dwell_chart_draw:
 * @self: a chart
 * @labels: its texts
 * @cr: where
 * @width: px
 * @height: px
 *
 * Draws the chart at (0, 0), its background too.
 */
void
dwell_chart_draw (const DwellChart *self,
                  DwellLabels      *labels,
                  cairo_t          *cr,
                  int               width,
                  int               height)
{
  Drawing drawing = { self, labels, cr, { 0, 0, 0, 0 } };

  set_colour (cr, &self->palette->background, 1);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
  if (width < 60 || height < 60 || !(self->x.high > self->x.low) || !(self->y.high > self->y.low))
    return;

  dwell_chart_get_plot (self, labels, width, height, &drawing.plot);
  draw_x_axis (&drawing);
  draw_y_axis (&drawing);

  cairo_save (cr);
  cairo_rectangle (cr, drawing.plot.x, drawing.plot.y, drawing.plot.width, drawing.plot.height);
  cairo_clip (cr);
  for (guint i = 0; i < self->n_series; i++)
    draw_series (&drawing, &self->series[i]);
  for (guint i = 0; i < self->n_rules; i++)
    draw_rule (&drawing, &self->rules[i]);
  if (self->has_box)
    draw_box (&drawing);
  draw_hover (&drawing);
  cairo_restore (cr);

  draw_frame (&drawing);
  draw_titles (&drawing, width, height);
}

/* How far a point of @series is from (@x, @y): to a bar, only across. */
static double
get_distance (const DwellChart       *self,
              const DwellChartPlot   *plot,
              const DwellChartSeries *series,
              guint                   i,
              double                  x,
              double                  y)
{
  double at = plot->x + dwell_chart_axis_to_px (&self->x, series->x[i], plot->width);
  double height = plot->y + plot->height -
                  dwell_chart_axis_to_px (&self->y, series->y[i], plot->height);

  if (series->kind != DWELL_SERIES_BARS)
    return hypot (at - x, height - y);

  return x >= at && x <= plot->x + dwell_chart_axis_to_px (&self->x, series->x_high[i], plot->width)
           ? 0 : INFINITY;
}

/**
 * dwell_chart_pick:
 * @self: a chart
 * @plot: where it was drawn
 * @x: px
 * @y: px
 * @series: (out): whose point
 * @point: (out): which
 *
 * Returns: whether there is a point within reach
 */
gboolean
dwell_chart_pick (const DwellChart     *self,
                  const DwellChartPlot *plot,
                  double                x,
                  double                y,
                  guint                *series,
                  guint                *point)
{
  double nearest = PICK_DISTANCE;
  gboolean is_found = FALSE;

  if (x < plot->x || x > plot->x + plot->width || y < plot->y || y > plot->y + plot->height)
    return FALSE;

  for (guint i = 0; i < self->n_series; i++)
    for (guint n = 0; n < self->series[i].n && self->series[i].kind != DWELL_SERIES_BAND; n++)
      {
        double distance = get_distance (self, plot, &self->series[i], n, x, y);

        if (!(distance < nearest))
          continue;
        nearest = distance;
        *series = i;
        *point = n;
        is_found = TRUE;
      }
  return is_found;
}
