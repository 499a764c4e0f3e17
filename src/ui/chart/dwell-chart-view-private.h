/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the chart's view and its input share. */
#pragma once

#include "ui/chart/dwell-chart-view.h"

G_BEGIN_DECLS

/* What a chart points to, counted: of the view, and of pictures that are being written. */
typedef struct _DwellChartViewData DwellChartViewData;

DwellChartViewData *
         _dwell_chart_view_data_new    (gpointer            data,
                                        GDestroyNotify      free) G_GNUC_WARN_UNUSED_RESULT;
void     _dwell_chart_view_data_unref  (DwellChartViewData *self);
DwellChartPicture *
         _dwell_chart_picture_new      (const DwellChart   *chart,
                                        DwellChartViewData *data,
                                        int                 width,
                                        int                 height,
                                        const char         *title) G_GNUC_WARN_UNUSED_RESULT;

void     _dwell_chart_view_add_input   (DwellChartView *self);
gboolean _dwell_chart_view_has_chart   (DwellChartView *self);
gboolean _dwell_chart_view_get_brushes (DwellChartView *self);
void     _dwell_chart_view_get_plot    (DwellChartView *self,
                                        DwellChartPlot *plot);
/* Fractions of what is in view that become the view's edges. */
void     _dwell_chart_view_zoom        (DwellChartView *self,
                                        double          x_from,
                                        double          x_to,
                                        double          y_from,
                                        double          y_to);
/* In px; @is_done: the user let go. */
void     _dwell_chart_view_set_rubber  (DwellChartView *self,
                                        double          x0,
                                        double          y0,
                                        double          x1,
                                        double          y1);
void     _dwell_chart_view_end_rubber  (DwellChartView *self,
                                        gboolean        is_brush);
/* From @x0 to @x1, in the axis' numbers; of the height in view, the fractions. */
void     _dwell_chart_view_brush       (DwellChartView *self,
                                        double          x0,
                                        double          x1,
                                        double          y_from,
                                        double          y_to);
void     _dwell_chart_view_point_at    (DwellChartView *self,
                                        double          x,
                                        double          y);
/* Where the pointer was last; in the middle, if it never was here. */
void     _dwell_chart_view_get_pointer (DwellChartView *self,
                                        double         *x,
                                        double         *y);
gboolean _dwell_chart_view_move_point  (DwellChartView *self,
                                        int             step,
                                        int             series_step);
gboolean _dwell_chart_view_activate    (DwellChartView *self);

G_END_DECLS
