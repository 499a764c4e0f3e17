/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the chart's painter share. */
#pragma once

#include <math.h>

#include "paint/dwell-chart.h"

G_BEGIN_DECLS

/* A chart of less px has no room to spare. */
#define CHART_LOW_HEIGHT 200

typedef struct {
  const DwellChart *chart;
  DwellLabels      *labels;
  cairo_t          *cr;
  DwellChartPlot    plot;
  double            x_low;  /* of the axes, as chart_place() */
  double            x_high;
  double            y_low;
  double            y_high;
} ChartDrawing;

/* What is said above the plot of something in view. */
typedef struct {
  char     *text;
  gboolean  is_warning;
  double    at;    /* px along x: what it speaks of */
  double    x;     /* px: where it begins */
  double    width; /* px */
  int       row;   /* from the plot upwards; -1: there is no room */
} ChartLabel;

/* What is as far apart on the axis as it is here. */
static inline double
chart_place (const DwellChartAxis *axis,
             double                value)
{
  return axis->is_log ? log10 (MAX (value, 1e-300)) : value;
}

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
  return self->plot.x + (chart_place (&self->chart->x, value) - self->x_low) /
                          (self->x_high - self->x_low) * self->plot.width;
}

static inline double
chart_y (const ChartDrawing *self,
         double              value)
{
  return self->plot.y + self->plot.height -
         (chart_place (&self->chart->y, value) - self->y_low) / (self->y_high - self->y_low) *
           self->plot.height;
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
/* Of all @height px of the chart, what the labels of rules and pointers take. */
int  _dwell_chart_measure_labels (const DwellChart    *chart,
                                  DwellLabels         *labels,
                                  int                  height);
GArray *
     _dwell_chart_place_labels (const ChartDrawing    *self,
                                int                    height) G_GNUC_WARN_UNUSED_RESULT;
void _dwell_chart_draw_labels (const ChartDrawing     *self,
                               int                     height);
void _dwell_chart_draw_arrows (const ChartDrawing     *self);

G_END_DECLS
