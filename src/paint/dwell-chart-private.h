/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the chart's painter share. */
#pragma once

#include "paint/dwell-chart.h"

G_BEGIN_DECLS

typedef struct {
  const DwellChart *chart;
  DwellLabels      *labels;
  cairo_t          *cr;
  DwellChartPlot    plot;
} ChartDrawing;

static inline void
chart_set_colour (cairo_t           *cr,
                  const DwellColour *colour,
                  double             alpha)
{
  cairo_set_source_rgba (cr, colour->red, colour->green, colour->blue, colour->alpha * alpha);
}

static inline const DwellColour *
chart_get_colour (const DwellPalette *palette,
                  guint               colour)
{
  return colour == DWELL_CHART_TEXT ? &palette->text : &palette->bars[colour % DWELL_N_COLOURS];
}

static inline double
chart_x (const ChartDrawing *self,
         double              value)
{
  return self->plot.x + dwell_chart_axis_to_px (&self->chart->x, value, self->plot.width);
}

static inline double
chart_y (const ChartDrawing *self,
         double              value)
{
  return self->plot.y + self->plot.height -
         dwell_chart_axis_to_px (&self->chart->y, value, self->plot.height);
}

void _dwell_chart_add_shape   (cairo_t                *cr,
                               guint                   shape,
                               double                  x,
                               double                  y,
                               double                  r);
void _dwell_chart_set_dash    (cairo_t                *cr,
                               guint                   dash);
void _dwell_chart_find_points (const DwellChartSeries *series,
                               double                  low,
                               double                  high,
                               guint                  *first,
                               guint                  *end);
void _dwell_chart_draw_series (const ChartDrawing     *self,
                               const DwellChartSeries *series);

G_END_DECLS
