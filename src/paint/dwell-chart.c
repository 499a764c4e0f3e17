/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a chart: first the ticks and their labels, because their size decides how much room is left
 * for the plot; then the series, clipped to the plot; then the rules, the box and the hovered
 * point; finally labels, titles and legend. Also finds the point at a place. */
#include "config.h"

#include "paint/dwell-chart-private.h"

#include <math.h>

#include "paint/dwell-picture.h"

#define MARGIN        10
#define TICK_LENGTH   4
#define LABEL_GAP     5
#define TITLE_HEIGHT  24
#define LEGEND_HEIGHT 22
#define X_LABEL_GAP   80 /* px that a label of the x axis needs */
#define Y_LABEL_GAP   34
#define MAX_Y_LABEL   90
#define PICK_DISTANCE 16
#define KEY_WIDTH     24
#define LEGEND_GAP    12
#define MAX_KEY_LABEL 220
#define MAX_LEGEND_ROWS 3

static gboolean
has_legend (const DwellChart *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n_series; i++)
    n += self->series[i].label != NULL;
  return n > 1;
}

static const DwellLabel *
get_key_label (const DwellChart *self,
               DwellLabels      *labels,
               guint             series)
{
  return dwell_labels_get (labels, DWELL_FONT_RULER, self->series[series].label, MAX_KEY_LABEL);
}

static double
get_key_width (const DwellChart *self,
               DwellLabels      *labels,
               guint             series)
{
  return self->series[series].label == NULL
           ? 0 : get_key_label (self, labels, series)->width + KEY_WIDTH + LEGEND_GAP;
}

static double
get_legend_width (const DwellChart *self,
                  DwellLabels      *labels)
{
  double width = 0;

  for (guint i = 0; i < self->n_series; i++)
    width += get_key_width (self, labels, i);
  return width;
}

static const DwellLabel *
get_y_title (const DwellChart *self,
             DwellLabels      *labels,
             int               width)
{
  return self->y.title == NULL ? NULL : dwell_labels_get (labels, DWELL_FONT_RULER, self->y.title,
                                                          MAX (width / 2, 10));
}

/* Returns the x at which the legend may begin: right of the title of the y axis. */
static double
get_legend_left (const DwellChart *self,
                 DwellLabels      *labels,
                 int               width)
{
  const DwellLabel *title = get_y_title (self, labels, width);

  return title != NULL ? MARGIN + title->width + 20 : MARGIN;
}

/* Returns how many rows of its own the legend needs: none if it fits beside the title of the y
 * axis. */
static guint
count_legend_rows (const DwellChart *self,
                   DwellLabels      *labels,
                   int               width,
                   int               height)
{
  double room = width - 2 * MARGIN;
  double x = 0;
  guint n_rows = 1;

  if (!has_legend (self) || get_legend_width (self, labels) <=
                            room - get_legend_left (self, labels, width))
    return 0;

  for (guint i = 0; i < self->n_series; i++)
    {
      double key = get_key_width (self, labels, i);

      if (x > 0 && x + key > room)
        {
          n_rows++;
          x = 0;
        }
      x += key;
    }
  return MIN (n_rows, height < CHART_LOW_HEIGHT ? 1 : MAX_LEGEND_ROWS);
}

/* A low chart has no title of the x axis, so that the plot keeps its room. */
static gboolean
has_x_title (const DwellChart *self,
             int               height)
{
  return self->x.title != NULL && height >= CHART_LOW_HEIGHT;
}

/* Returns the width of the widest label of the y axis, px. */
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
 * @labels: the cache of its texts
 * @width: of the whole chart, px
 * @height: of the whole chart, px
 * @plot: (out caller-allocates): the rectangle of the series
 *
 * Computes what titles, labels and legend leave of the chart: at least 1 × 1 px.
 */
void
dwell_chart_get_plot (const DwellChart *self,
                      DwellLabels      *labels,
                      int               width,
                      int               height,
                      DwellChartPlot   *plot)
{
  double top = MARGIN + (self->title != NULL ? TITLE_HEIGHT : 0) +
               (self->y.title != NULL || has_legend (self) ? LEGEND_HEIGHT : 0) +
               count_legend_rows (self, labels, width, height) * LEGEND_HEIGHT +
               _dwell_chart_measure_labels (self, labels, height);
  double bottom = MARGIN + TICK_LENGTH + LABEL_GAP + 14 +
                  (has_x_title (self, height) ? 16 : 0);

  plot->y = top;
  plot->height = MAX (height - top - bottom, 1);
  plot->x = MARGIN + measure_y_labels (self, labels, plot->height) + LABEL_GAP + TICK_LENGTH;
  plot->width = MAX (width - plot->x - 2 * MARGIN, 1);
}

static void
draw_x_axis (const ChartDrawing *self)
{
  const DwellPalette *palette = self->chart->palette;
  g_autoptr(GArray) ticks = dwell_chart_axis_get_ticks (&self->chart->x, self->plot.width,
                                                        X_LABEL_GAP);
  double bottom = self->plot.y + self->plot.height;
  double free_from = 0;

  for (guint i = 0; i < ticks->len; i++)
    {
      const DwellChartTick *tick = &g_array_index (ticks, DwellChartTick, i);
      double x = floor (chart_x (self, tick->at));

      dwell_set_colour (self->cr, &palette->grid);
      cairo_rectangle (self->cr, x, self->plot.y, 1, self->plot.height);
      cairo_fill (self->cr);
      if (tick->label == NULL)
        continue;

      dwell_set_colour (self->cr, &palette->line);
      cairo_rectangle (self->cr, x, bottom, 1, TICK_LENGTH);
      cairo_fill (self->cr);
      dwell_set_colour (self->cr, &palette->dim_text);
      {
        const DwellLabel *label = dwell_labels_get (self->labels, DWELL_FONT_RULER, tick->label,
                                                    X_LABEL_GAP);
        double begin = CLAMP (floor (x - label->width / 2.0), 0,
                              self->plot.x + self->plot.width + 2 * MARGIN - label->width);

        if (begin < free_from)
          continue;

        dwell_label_draw (label, self->cr, begin, bottom + TICK_LENGTH + 2);
        free_from = begin + label->width;
      }
    }
}

static void
draw_y_axis (const ChartDrawing *self)
{
  const DwellPalette *palette = self->chart->palette;
  g_autoptr(GArray) ticks = dwell_chart_axis_get_ticks (&self->chart->y, self->plot.height,
                                                        Y_LABEL_GAP);

  for (guint i = 0; i < ticks->len; i++)
    {
      const DwellChartTick *tick = &g_array_index (ticks, DwellChartTick, i);
      double y = floor (chart_y (self, tick->at));
      const DwellLabel *label;

      dwell_set_colour (self->cr, &palette->grid);
      cairo_rectangle (self->cr, self->plot.x, y, self->plot.width, 1);
      cairo_fill (self->cr);
      if (tick->label == NULL)
        continue;

      label = dwell_labels_get (self->labels, DWELL_FONT_RULER, tick->label, MAX_Y_LABEL);
      dwell_set_colour (self->cr, &palette->dim_text);
      dwell_label_draw (label, self->cr,
                        self->plot.x - LABEL_GAP - TICK_LENGTH - label->width,
                        floor (y - label->height / 2.0));
    }
}

static void
draw_frame (const ChartDrawing *self)
{
  dwell_set_colour (self->cr, &self->chart->palette->line);
  cairo_rectangle (self->cr, floor (self->plot.x) - 1, self->plot.y, 1, self->plot.height + 1);
  cairo_rectangle (self->cr, floor (self->plot.x) - 1, self->plot.y + self->plot.height,
                   self->plot.width + 1, 1);
  cairo_fill (self->cr);
}

static void
draw_rule (const ChartDrawing   *self,
           const DwellChartRule *rule)
{
  static const double dashes[] = { 4, 3 };
  double at = floor (rule->is_vertical ? chart_x (self, rule->at) : chart_y (self, rule->at)) + 0.5;
  double low = rule->is_vertical ? self->plot.x : self->plot.y;
  double high = low + (rule->is_vertical ? self->plot.width : self->plot.height);

  if (!(at >= low && at <= high))
    return;

  cairo_move_to (self->cr, rule->is_vertical ? at : self->plot.x,
                 rule->is_vertical ? self->plot.y : at);
  cairo_line_to (self->cr, rule->is_vertical ? at : self->plot.x + self->plot.width,
                 rule->is_vertical ? self->plot.y + self->plot.height : at);
  dwell_set_colour (self->cr, rule->is_warning ? &self->chart->palette->warning
                                         : &self->chart->palette->dim_text);
  cairo_set_line_width (self->cr, 1);
  cairo_set_dash (self->cr, dashes, rule->is_warning ? 0 : 2, 0);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0);
}

static void
draw_box (const ChartDrawing *self)
{
  const DwellChart *chart = self->chart;
  double x0 = chart_x (self, chart->box_x0);
  double x1 = chart_x (self, chart->box_x1);
  double y0 = chart_y (self, chart->box_y1);
  double y1 = chart_y (self, chart->box_y0);

  x0 = CLAMP (x0, self->plot.x - 1, self->plot.x + self->plot.width + 1);
  x1 = CLAMP (x1, self->plot.x - 1, self->plot.x + self->plot.width + 1);
  y0 = CLAMP (y0, self->plot.y - 1, self->plot.y + self->plot.height + 1);
  y1 = CLAMP (y1, self->plot.y - 1, self->plot.y + self->plot.height + 1);
  cairo_rectangle (self->cr, x0, y0, x1 - x0, y1 - y0);
  dwell_set_colour_alpha (self->cr, &chart->palette->accent, 0.15);
  cairo_fill_preserve (self->cr);
  dwell_set_colour (self->cr, &chart->palette->accent);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
}

/**
 * dwell_chart_get_hover:
 * @self: a chart
 * @plot: the rectangle of its series
 * @x: (out): px
 * @y: (out): px
 *
 * Finds the place of the hovered point: of a bar, the middle of its top edge.
 *
 * Returns: %TRUE if a point is hovered and its place is finite
 */
gboolean
dwell_chart_get_hover (const DwellChart     *self,
                       const DwellChartPlot *plot,
                       double               *x,
                       double               *y)
{
  const DwellChartSeries *series;
  guint i = self->hover_point;

  if (!self->has_hover || self->hover_series >= self->n_series)
    return FALSE;
  series = &self->series[self->hover_series];
  if (i >= series->n)
    return FALSE;

  *x = plot->x + dwell_chart_axis_to_px (&self->x, series->x[i], plot->width);
  *y = plot->y + plot->height - dwell_chart_axis_to_px (&self->y, series->y[i], plot->height);
  if (series->kind == DWELL_SERIES_BARS)
    {
      *x = (*x + plot->x + dwell_chart_axis_to_px (&self->x, series->x_high[i], plot->width)) / 2;
      *y = MIN (*y, plot->y + plot->height);
    }

  return isfinite (*x) && isfinite (*y);
}

static void
draw_hover (const ChartDrawing *self)
{
  double x;
  double y;

  if (!dwell_chart_get_hover (self->chart, &self->plot, &x, &y))
    return;

  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, x, y, 6, 0, 2 * G_PI);
  dwell_set_colour (self->cr, &self->chart->palette->accent);
  cairo_set_line_width (self->cr, 2);
  cairo_stroke (self->cr);
}

static void
draw_key (const ChartDrawing     *self,
          const DwellChartSeries *series,
          double                  x,
          double                  y)
{
  dwell_set_colour_alpha (self->cr, chart_get_colour (self->chart->palette, series->colour),
                    series->kind == DWELL_SERIES_BAND ? 0.25 : 1);

  if (series->kind == DWELL_SERIES_LINE)
    {
      cairo_move_to (self->cr, x, y);
      cairo_line_to (self->cr, x + 18, y);
      cairo_set_line_width (self->cr, 2);
      _dwell_chart_set_dash (self->cr, series->dash);
      cairo_stroke (self->cr);
      _dwell_chart_set_dash (self->cr, 0);
      return;
    }

  if (series->kind == DWELL_SERIES_POINTS)
    _dwell_chart_add_shape (self->cr, series->shape, x + 9, y, 4);
  else
    cairo_rectangle (self->cr, x + 3, y - 5, 12, 10);
  _dwell_chart_paint_shapes (self->cr, series);
}

/* Draws the legend: right of the title of the y axis, or in rows below it, as many as have room. */
static void
draw_legend (const ChartDrawing *self,
             double              top,
             int                 width,
             int                 height)
{
  const DwellChart *chart = self->chart;
  guint n_rows = count_legend_rows (chart, self->labels, width, height);
  double left = n_rows > 0 ? MARGIN : width - MARGIN - get_legend_width (chart, self->labels);
  double bottom = top + (n_rows + 1) * LEGEND_HEIGHT;
  double x = left;

  if (n_rows > 0)
    top += LEGEND_HEIGHT;

  for (guint i = 0; i < chart->n_series && has_legend (chart); i++)
    {
      double key = get_key_width (chart, self->labels, i);
      const DwellLabel *label;

      if (key <= 0)
        continue;
      if (n_rows > 0 && x > left && x + key > width - MARGIN)
        {
          x = left;
          top += LEGEND_HEIGHT;
        }
      if (top >= bottom)
        return;

      label = get_key_label (chart, self->labels, i);
      draw_key (self, &chart->series[i], x, top + LEGEND_HEIGHT / 2.0);
      dwell_set_colour (self->cr, &chart->palette->text);
      dwell_label_draw (label, self->cr, x + KEY_WIDTH,
                        top + floor ((LEGEND_HEIGHT - label->height) / 2.0));
      x += key;
    }
}

static void
draw_titles (const ChartDrawing *self,
             int                 width,
             int                 height)
{
  const DwellChart *chart = self->chart;
  double top = MARGIN;

  dwell_set_colour (self->cr, &chart->palette->text);
  if (chart->title != NULL)
    {
      dwell_label_draw (dwell_labels_get (self->labels, DWELL_FONT_TITLE, chart->title,
                                          MAX (width - 2 * MARGIN, 10)),
                        self->cr, MARGIN, MARGIN - 4);
      top += TITLE_HEIGHT;
    }

  dwell_set_colour (self->cr, &chart->palette->dim_text);
  if (chart->y.title != NULL)
    {
      const DwellLabel *label = get_y_title (chart, self->labels, width);

      dwell_label_draw (label, self->cr, MARGIN,
                        top + floor ((LEGEND_HEIGHT - label->height) / 2.0));
    }
  if (has_x_title (chart, height))
    {
      const DwellLabel *label = dwell_labels_get (self->labels, DWELL_FONT_RULER, chart->x.title,
                                                  (int) MAX (self->plot.width, 10));

      dwell_label_draw (label, self->cr,
                        floor (self->plot.x + (self->plot.width - label->width) / 2),
                        height - label->height - 3);
    }
  draw_legend (self, top, width, height);
}

/**
 * dwell_chart_draw:
 * @self: a chart
 * @labels: the cache of its texts
 * @cr: a cairo context
 * @width: px
 * @height: px
 *
 * Draws the chart and its background at (0, 0).
 */
void
dwell_chart_draw (const DwellChart *self,
                  DwellLabels      *labels,
                  cairo_t          *cr,
                  int               width,
                  int               height)
{
  ChartDrawing drawing = {
    .chart = self, .labels = labels, .cr = cr,
    .x_low = chart_to_linear (&self->x, self->x.low),
    .x_high = chart_to_linear (&self->x, self->x.high),
    .y_low = chart_to_linear (&self->y, self->y.low),
    .y_high = chart_to_linear (&self->y, self->y.high),
  };

  dwell_set_colour (cr, &self->palette->background);
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
    _dwell_chart_draw_series (&drawing, &self->series[i]);
  for (guint i = 0; i < self->n_rules; i++)
    draw_rule (&drawing, &self->rules[i]);
  _dwell_chart_draw_arrows (&drawing);
  if (self->has_box)
    draw_box (&drawing);
  draw_hover (&drawing);
  cairo_restore (cr);

  draw_frame (&drawing);
  _dwell_chart_draw_labels (&drawing, height);
  draw_titles (&drawing, width, height);
}

static void
draw_picture (cairo_t  *cr,
              int       width,
              int       height,
              gpointer  user_data)
{
  PangoContext *context = dwell_picture_make_context (cr);
  DwellLabels *labels = dwell_labels_new (context);

  dwell_chart_draw (user_data, labels, cr, width, height);
  dwell_labels_free (labels);
  g_object_unref (context);
}

/**
 * dwell_chart_write_picture:
 * @self: a chart
 * @stream: where to
 * @type: of the picture
 * @width: px
 * @height: px
 * @cancellable: (nullable): stops the writing
 * @error: set if it could not be written
 *
 * Writes a picture of the chart. May be called on any thread.
 *
 * Returns: whether all of it was written
 */
gboolean
dwell_chart_write_picture (const DwellChart  *self,
                           GOutputStream     *stream,
                           DwellPictureType   type,
                           int                width,
                           int                height,
                           GCancellable      *cancellable,
                           GError           **error)
{
  return dwell_picture_write (stream, type, width, height, draw_picture, (gpointer) self,
                              cancellable, error);
}

/* Returns how far a point of @series is from (@x, @y), px: 0 anywhere above or below the top of a
 * bar, infinite beside it. */
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
 * @plot: the rectangle of its series
 * @x: px
 * @y: px
 * @series: (out): the number of the series
 * @point: (out): the number of the point in it
 *
 * Finds the point of lines, points and bars that is nearest to (@x, @y), less than 16 px away.
 *
 * Returns: %TRUE if there is one
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
  double low = dwell_chart_axis_from_px (&self->x, x - plot->x - PICK_DISTANCE, plot->width);
  double high = dwell_chart_axis_from_px (&self->x, x - plot->x + PICK_DISTANCE, plot->width);
  gboolean is_found = FALSE;

  if (x < plot->x || x > plot->x + plot->width || y < plot->y || y > plot->y + plot->height)
    return FALSE;

  for (guint i = 0; i < self->n_series; i++)
    {
      guint n;
      guint end;

      if (self->series[i].kind == DWELL_SERIES_BAND)
        continue;

      _dwell_chart_find_points (&self->series[i], low, high, &n, &end);
      for (; n < end; n++)
        {
          double distance = get_distance (self, plot, &self->series[i], n, x, y);

          if (!(distance < nearest))
            continue;
          nearest = distance;
          *series = i;
          *point = n;
          is_found = TRUE;
        }
    }
  return is_found;
}
