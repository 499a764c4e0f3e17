/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A widget that shows a chart. The user can zoom, pan, point and select in it with the mouse and
 * with the keyboard.
 *
 * Dragging zooms into a box, or selects it (dwell_chart_view_set_brushes()); with Shift it does the
 * opposite. Dragging with the middle button pans, Ctrl with the wheel and a pinch zoom at the
 * pointer, a double click and 0 show the whole chart again. The arrow keys move from point to
 * point, and select with Shift; Enter activates a point, + and − zoom. */
#pragma once

#include <gtk/gtk.h>

#include "paint/dwell-chart.h"

G_BEGIN_DECLS

#define DWELL_TYPE_CHART_VIEW (dwell_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (DwellChartView, dwell_chart_view, DWELL, CHART_VIEW, GtkWidget)

/* Returns the text of a point, for tooltips and screen readers: (transfer full) (nullable). */
typedef char *(*DwellChartDescribe) (guint    series,
                                     guint    point,
                                     gpointer user_data);

typedef struct _DwellChartPicture DwellChartPicture;

/* Signals: box-changed (a box was selected, or the box was removed), point-activated (guint series,
 * guint point). */

void       dwell_chart_view_set_chart    (DwellChartView     *self,
                                          const DwellChart   *chart,
                                          gpointer            data,
                                          GDestroyNotify      free,
                                          gboolean            keeps_zoom);
void       dwell_chart_view_set_describe (DwellChartView     *self,
                                          DwellChartDescribe  describe,
                                          gpointer            user_data);
void       dwell_chart_view_set_brushes  (DwellChartView     *self,
                                          gboolean            brushes);
gboolean   dwell_chart_view_get_box      (DwellChartView     *self,
                                          double             *x0,
                                          double             *x1,
                                          double             *y0,
                                          double             *y1);
void       dwell_chart_view_drop_box     (DwellChartView     *self);
void       dwell_chart_view_show_all     (DwellChartView     *self);
const DwellChart *
           dwell_chart_view_get_chart    (DwellChartView     *self);

DwellChartPicture *
           dwell_chart_view_take_picture (DwellChartView     *self,
                                          int                 width,
                                          int                 height,
                                          const char         *title) G_GNUC_WARN_UNUSED_RESULT;
gboolean   dwell_chart_picture_write     (gpointer            self,
                                          GFile              *file,
                                          GCancellable       *cancellable,
                                          GError            **error);
void       dwell_chart_picture_free      (gpointer            self);

G_END_DECLS
