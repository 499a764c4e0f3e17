/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart: two axes, linear or logarithmic, with series of lines, points, bars and bands. The same
 * painter draws it for the widget and for PNG, SVG and PDF files. A chart is plain data; the caller
 * owns all that it points to. Series differ in shape or dash as well as in colour, and a legend
 * names them if there are several. */
#pragma once

#include <gio/gio.h>

#include "paint/dwell-labels.h"
#include "paint/dwell-palette.h"
#include "paint/dwell-picture.h"

G_BEGIN_DECLS

/* The unit of the numbers on an axis. */
typedef enum {
  DWELL_CHART_NUMBER,
  DWELL_CHART_COUNT,   /* integers */
  DWELL_CHART_TIME,    /* ns */
  DWELL_CHART_BYTES,
  DWELL_CHART_PERCENT, /* fractions of 1, shown as percentages */
} DwellChartUnit;

typedef struct {
  double         low;    /* less than high; positive on a logarithmic axis */
  double         high;
  gboolean       is_log;
  DwellChartUnit unit;
  const char    *title;  /* (nullable) */
} DwellChartAxis;

typedef enum {
  DWELL_SERIES_LINE,   /* y over x; NaN breaks it */
  DWELL_SERIES_POINTS, /* a shape at each (x, y) */
  DWELL_SERIES_BARS,   /* from 0, or the low end of a logarithmic axis, to y, between x and
                        * x_high */
  DWELL_SERIES_BAND,   /* between y_low and y over x */
} DwellSeriesKind;

/* Instead of the number of a bar colour: the colour of text, for what does not belong to one
 * series. */
#define DWELL_CHART_TEXT G_MAXUINT

/* Shapes of points, which distinguish series without colour. */
#define DWELL_CHART_N_SHAPES 5

/* Dash patterns of lines, for the same purpose. */
#define DWELL_CHART_N_DASHES 5

typedef struct {
  DwellSeriesKind  kind;
  const char      *label;     /* (nullable): NULL: not in the legend */
  guint            colour;    /* number of a bar colour of the palette, or DWELL_CHART_TEXT */
  guint            shape;     /* of points, modulo DWELL_CHART_N_SHAPES */
  gboolean         is_hollow; /* points are outlines */
  guint            dash;      /* of a line, modulo DWELL_CHART_N_DASHES; 0: none */
  gboolean         is_rising; /* x never decreases, so that points out of view are skipped */
  guint            n;
  const double    *x;
  const double    *y;
  const double    *x_high;    /* right edges of bars */
  const double    *y_low;     /* lower edge of a band */
  const double    *weights;   /* (nullable): opacity of each point, from 0 (weakest) to 1 */
  double           size;      /* diameter of points, px; 0: the default */
} DwellChartSeries;

/* A line across the chart: a deadline, a percentile. */
typedef struct {
  gboolean    is_vertical; /* at an x, else at a y */
  double      at;
  const char *name;        /* (nullable): shown with the value above the plot, where there is
                            * room */
  gboolean    is_warning;
} DwellChartRule;

/* A label above the plot for a point. If the point is out of view, an arrow at the edge of the plot
 * points to it. */
typedef struct {
  double      x;
  double      y;      /* INFINITY: beyond every axis */
  const char *label;
  guint       colour; /* as in DwellChartSeries */
  guint       line;   /* number of the series that leads to the point: the arrow is where that
                       * leaves the plot; G_MAXUINT: none */
} DwellChartPointer;

typedef struct {
  const char             *title; /* (nullable) */
  DwellChartAxis          x;
  DwellChartAxis          y;
  const DwellChartSeries *series;
  guint                   n_series;
  const DwellChartRule   *rules;
  guint                   n_rules;
  const DwellChartPointer *pointers;
  guint                   n_pointers;
  gboolean                has_box; /* whether a box is selected; its edges in the units of the
                                    * axes */
  double                  box_x0;
  double                  box_x1;
  double                  box_y0;
  double                  box_y1;
  gboolean                has_hover; /* whether a point is pointed at or has the focus */
  guint                   hover_series;
  guint                   hover_point;
  const DwellPalette     *palette;
} DwellChart;

/* The rectangle of the series, px; titles, labels and legend are around it. */
typedef struct {
  double x;
  double y;
  double width;
  double height;
} DwellChartPlot;

void     dwell_chart_draw     (const DwellChart     *self,
                               DwellLabels          *labels,
                               cairo_t              *cr,
                               int                   width,
                               int                   height);
gboolean dwell_chart_write_picture (const DwellChart  *self,
                                    GOutputStream     *stream,
                                    DwellPictureType   type,
                                    int                width,
                                    int                height,
                                    GCancellable      *cancellable,
                                    GError           **error);
void     dwell_chart_get_plot (const DwellChart     *self,
                               DwellLabels          *labels,
                               int                   width,
                               int                   height,
                               DwellChartPlot       *plot);
gboolean dwell_chart_pick     (const DwellChart     *self,
                               const DwellChartPlot *plot,
                               double                x,
                               double                y,
                               guint                *series,
                               guint                *point);
char    *dwell_chart_describe_rule (const DwellChart     *self,
                                    const DwellChartPlot *plot,
                                    double                x,
                                    double                y) G_GNUC_WARN_UNUSED_RESULT;
gboolean dwell_chart_get_hover (const DwellChart     *self,
                                const DwellChartPlot *plot,
                                double               *x,
                                double               *y);

double   dwell_chart_axis_to_px   (const DwellChartAxis *self,
                                   double                value,
                                   double                length);
double   dwell_chart_axis_from_px (const DwellChartAxis *self,
                                   double                px,
                                   double                length);
void     dwell_chart_axis_zoom    (DwellChartAxis       *self,
                                   double                from,
                                   double                to);
void     dwell_chart_axis_reach   (DwellChartAxis       *self,
                                   double                low,
                                   double                high);
char    *dwell_chart_axis_format  (const DwellChartAxis *self,
                                   double                value) G_GNUC_WARN_UNUSED_RESULT;

/* A tick of an axis: its value, and its label (NULL: only a line). */
typedef struct {
  double  at;
  char   *label;
} DwellChartTick;

GArray  *dwell_chart_axis_get_ticks (const DwellChartAxis *self,
                                     double                length,
                                     double                gap) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
