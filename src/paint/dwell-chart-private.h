/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the files that draw charts. */
#pragma once

#include <math.h>

#include "paint/dwell-colour.h"
#include "paint/dwell-chart.h"

G_BEGIN_DECLS

/* In charts lower than this, px, labels and legend have one row each, and the x axis has no title,
 * so that the plot keeps its room. */
#define CHART_LOW_HEIGHT 200

typedef struct {
  const DwellChart *chart;
  DwellLabels      *labels;
  cairo_t          *cr;
  DwellChartPlot    plot;
  double            x_low;  /* ends of the axes, mapped by chart_to_linear() */
  double            x_high;
  double            y_low;
  double            y_high;
} ChartDrawing;

/* The label of a rule or of a pointer, above the plot. */
typedef struct {
  char     *text;
  gboolean  is_warning;
  double    at;    /* x of what it names, px */
  double    x;     /* its left edge, px */
  double    width; /* px */
  int       row;   /* counted from the plot upwards; -1: it has no room */
} ChartLabel;

/* Maps a value so that equal distances on the axis are equal differences: to its decimal logarithm
 * on a logarithmic axis, else to itself. */
static inline double
chart_to_linear (const DwellChartAxis *axis,
                 double                value)
{
  return axis->is_log ? log10 (MAX (value, 1e-300)) : value;
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
  return self->plot.x + (chart_to_linear (&self->chart->x, value) - self->x_low) /
                          (self->x_high - self->x_low) * self->plot.width;
}

static inline double
chart_y (const ChartDrawing *self,
         double              value)
{
  return self->plot.y + self->plot.height -
         (chart_to_linear (&self->chart->y, value) - self->y_low) / (self->y_high - self->y_low) *
           self->plot.height;
}

void _dwell_chart_add_shape   (cairo_t                *cr,
                               guint                   shape,
                               double                  x,
                               double                  y,
                               double                  r);
void _dwell_chart_paint_shapes (cairo_t               *cr,
                                const DwellChartSeries *series);
void _dwell_chart_set_dash    (cairo_t                *cr,
                               guint                   dash);
void _dwell_chart_find_points (const DwellChartSeries *series,
                               double                  low,
                               double                  high,
                               guint                  *first,
                               guint                  *end);
void _dwell_chart_draw_series (const ChartDrawing     *self,
                               const DwellChartSeries *series);
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
