/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart: two axes, linear or logarithmic, and series of lines, points, bars and bands over them.
 * One painter for the widget, PNG, SVG and PDF, as for the timeline; a chart is plain data that
 * somebody else owns. Series differ in shape or dash as well as in colour, and a legend names them
 * where there are several. */
#pragma once

#include <gio/gio.h>

#include "paint/dwell-labels.h"
#include "paint/dwell-palette.h"

G_BEGIN_DECLS

/* What numbers on an axis are. */
typedef enum {
  DWELL_CHART_NUMBER,
  DWELL_CHART_COUNT,   /* of whole things */
  DWELL_CHART_TIME,    /* ns */
  DWELL_CHART_BYTES,
  DWELL_CHART_PERCENT, /* fractions */
} DwellChartUnit;

typedef struct {
  double         low;    /* < high; of a logarithmic axis > 0 */
  double         high;
  gboolean       is_log;
  DwellChartUnit unit;
  const char    *title;  /* (nullable) */
} DwellChartAxis;

typedef enum {
  DWELL_SERIES_LINE,   /* y over x; NaN breaks it */
  DWELL_SERIES_POINTS, /* a glyph at each (x, y) */
  DWELL_SERIES_BARS,   /* from 0, or the axis' low, to y between x and x_high */
  DWELL_SERIES_BAND,   /* between y_low and y over x */
} DwellSeriesKind;

/* The colour of text, for what belongs to no series alone. */
#define DWELL_CHART_TEXT G_MAXUINT

/* Glyphs of points, to tell series apart without colour. */
#define DWELL_CHART_N_SHAPES 5

/* Dashes of lines, for the same. */
#define DWELL_CHART_N_DASHES 5

typedef struct {
  DwellSeriesKind  kind;
  const char      *label;     /* (nullable): not in the legend */
  guint            colour;    /* of the palette's bars, or DWELL_CHART_TEXT */
  guint            shape;     /* of points, modulo DWELL_CHART_N_SHAPES */
  guint            dash;      /* of a line, modulo DWELL_CHART_N_DASHES; 0: none */
  gboolean         is_rising; /* x never falls: only what is in view is looked at */
  guint            n;
  const double    *x;
  const double    *y;
  const double    *x_high;    /* of bars */
  const double    *y_low;     /* of bands */
  const double    *weights;   /* (nullable): 0…1, how strongly each point is drawn */
  double           size;      /* px of a point; 0: as usual */
} DwellChartSeries;

/* A line across the chart: a deadline, a percentile. */
typedef struct {
  gboolean    is_vertical; /* at an x */
  double      at;
  const char *name;        /* (nullable): told above the plot with what it is at, where there is
                            * room */
  gboolean    is_warning;
} DwellChartRule;

/* Says above the plot what a point is; an arrow at the plot's edge points to it where it is not in
 * view. */
typedef struct {
  double      x;
  double      y;      /* INFINITY: beyond every axis */
  const char *label;
  guint       colour; /* as of a series */
  guint       line;   /* the series that leads to it: the arrow stands where that leaves the plot;
                       * G_MAXUINT: none */
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
  gboolean                has_box; /* a box that was brushed, in the axes' numbers */
  double                  box_x0;
  double                  box_x1;
  double                  box_y0;
  double                  box_y1;
  gboolean                has_hover; /* the point that is pointed at or focused */
  guint                   hover_series;
  guint                   hover_point;
  const DwellPalette     *palette;
} DwellChart;

/* Where between the axes' titles and labels things are drawn, px. */
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
                                    const char        *path,
                                    int                width,
                                    int                height,
                                    GCancellable      *cancellable,
                                    GError           **error);
void     dwell_chart_get_plot (const DwellChart     *self,
                               DwellLabels          *labels,
                               int                   width,
                               int                   height,
                               DwellChartPlot       *plot);
/* The point of lines, points and bars that is nearest to (@x, @y), within 16 px. */
gboolean dwell_chart_pick     (const DwellChart     *self,
                               const DwellChartPlot *plot,
                               double                x,
                               double                y,
                               guint                *series,
                               guint                *point);
/* What the named rule at (@x, @y) is, for which there may be no room above; (nullable): none is. */
char    *dwell_chart_describe_rule (const DwellChart     *self,
                                    const DwellChartPlot *plot,
                                    double                x,
                                    double                y) G_GNUC_WARN_UNUSED_RESULT;
/* Where the point that is hovered stands, px: of a bar the middle of its top; false without one. */
gboolean dwell_chart_get_hover (const DwellChart     *self,
                                const DwellChartPlot *plot,
                                double               *x,
                                double               *y);

/* Numbers to pixels along @length and back; not clamped. */
double   dwell_chart_axis_to_px   (const DwellChartAxis *self,
                                   double                value,
                                   double                length);
double   dwell_chart_axis_from_px (const DwellChartAxis *self,
                                   double                px,
                                   double                length);
/* Moves the axis so that a fraction (0…1) of it becomes its low and another its high: zoom, pan. */
void     dwell_chart_axis_zoom    (DwellChartAxis       *self,
                                   double                from,
                                   double                to);
/* Stretches an axis that shows data (and, if it is linear, from 0) so that it reaches from @low to
 * @high too, but only so far that the data keep a part of it that is worth looking at. */
void     dwell_chart_axis_reach   (DwellChartAxis       *self,
                                   double                low,
                                   double                high);
/* A number with its unit, for a read-out. */
char    *dwell_chart_axis_format  (const DwellChartAxis *self,
                                   double                value) G_GNUC_WARN_UNUSED_RESULT;

/* A tick of an axis: where, and what stands there (NULL: only a line). */
typedef struct {
  double  at;
  char   *label;
} DwellChartTick;

/* Ticks for an axis @length px long whose labels are some @gap px apart; DwellChartTick, freed with
 * the array. */
GArray  *dwell_chart_axis_get_ticks (const DwellChartAxis *self,
                                     double                length,
                                     double                gap) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
