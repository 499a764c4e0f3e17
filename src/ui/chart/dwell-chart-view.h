/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart in a window: drawn by the painter of charts; one zooms, pans, points and brushes in it,
 * with the mouse or the keyboard.
 *
 * Primary drag zooms into a box, or brushes one (dwell_chart_view_set_brushes()); with Shift it
 * does the other. Middle drag pans, Ctrl+wheel and pinch zoom at the pointer, double click and 0
 * show all again. The arrow keys go from point to point and with Shift brush, Enter activates a
 * point, + and − zoom. */
#pragma once

#include <gtk/gtk.h>

#include "paint/dwell-chart.h"

G_BEGIN_DECLS

#define DWELL_TYPE_CHART_VIEW (dwell_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (DwellChartView, dwell_chart_view, DWELL, CHART_VIEW, GtkWidget)

/* What is told and spoken of a point; (nullable): nothing. */
typedef char *(*DwellChartDescribe) (guint    series,
                                     guint    point,
                                     gpointer user_data);

typedef struct _DwellChartPicture DwellChartPicture;

/* Signals: box-changed (a box was brushed or dropped), point-activated (guint series, guint point).
 */
/* @chart is copied, what it points to belongs to @data, which is freed when another chart comes
 * and no picture needs it any more, on any thread.
 * Its axes are what is shown at first and after all again; @keeps_zoom: what is in view stays.
 * NULL: nothing to show. The palette is the desktop's. */
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
/* The axes as they are in view. */
const DwellChart *
           dwell_chart_view_get_chart    (DwellChartView     *self);

/* What is in view as a picture, in the light style, whatever the view shows next; NULL if it shows
 * nothing. To be written by a DwellSaveFunc; the suffix chooses the type. */
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
