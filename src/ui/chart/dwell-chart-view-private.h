/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the files of the chart view: the widget, its input and its pictures. */
#pragma once

#include "ui/chart/dwell-chart-view.h"

G_BEGIN_DECLS

/* The data that a chart points to. The view and the pictures that are being written hold
 * references. */
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
void     _dwell_chart_view_zoom        (DwellChartView *self,
                                        double          x_from,
                                        double          x_to,
                                        double          y_from,
                                        double          y_to);
void     _dwell_chart_view_set_rubber  (DwellChartView *self,
                                        double          x0,
                                        double          y0,
                                        double          x1,
                                        double          y1);
void     _dwell_chart_view_end_rubber  (DwellChartView *self,
                                        gboolean        is_brush);
void     _dwell_chart_view_brush       (DwellChartView *self,
                                        double          x0,
                                        double          x1,
                                        double          y_from,
                                        double          y_to);
void     _dwell_chart_view_point_at    (DwellChartView *self,
                                        double          x,
                                        double          y);
void     _dwell_chart_view_get_pointer (DwellChartView *self,
                                        double         *x,
                                        double         *y);
void     _dwell_chart_view_move_point  (DwellChartView *self,
                                        int             step,
                                        int             series_step);
gboolean _dwell_chart_view_activate    (DwellChartView *self);

G_END_DECLS
