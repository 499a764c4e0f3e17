/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a chart's view shows as a picture, to be written on any thread, whatever the view shows
 * meanwhile: both keep what the chart points to. */
#include "config.h"

#include "ui/chart/dwell-chart-view-private.h"

#include "ui/dwell-save.h"

struct _DwellChartViewData
{
  gpointer       data;
  GDestroyNotify free; /* (nullable) */
};

struct _DwellChartPicture
{
  DwellChart          chart;
  DwellChartViewData *data;
  char               *title; /* (nullable) */
  int                 width; /* px */
  int                 height;
};

/*< private >
 * _dwell_chart_view_data_new: takes over @data */
DwellChartViewData *
_dwell_chart_view_data_new (gpointer       data,
                            GDestroyNotify free)
{
  DwellChartViewData *self = g_atomic_rc_box_new (DwellChartViewData);

  *self = (DwellChartViewData) { data, free };
  return self;
}

static void
data_clear (gpointer data)
{
  DwellChartViewData *self = data;

  if (self->free != NULL)
    self->free (self->data);
}

void
_dwell_chart_view_data_unref (DwellChartViewData *self)
{
  g_atomic_rc_box_release_full (self, data_clear);
}

/*< private >
 * _dwell_chart_picture_new: of @chart as it is, in the light style, without the pointer's marks */
DwellChartPicture *
_dwell_chart_picture_new (const DwellChart   *chart,
                          DwellChartViewData *data,
                          int                 width,
                          int                 height,
                          const char         *title)
{
  DwellChartPicture *self = g_new0 (DwellChartPicture, 1);

  self->chart = *chart;
  self->data = g_atomic_rc_box_acquire (data);
  self->width = width;
  self->height = height;
  self->title = g_strdup (title);
  self->chart.palette = dwell_palette_get (FALSE, FALSE);
  self->chart.has_hover = FALSE;
  self->chart.title = self->title;
  return self;
}

/**
 * dwell_chart_picture_write:
 * @self: (type DwellChartPicture): a picture
 * @file: where to; its suffix chooses PNG, SVG or PDF
 * @cancellable: (nullable): to stop
 * @error: why it could not be written
 *
 * A #DwellSaveFunc.
 *
 * Returns: whether it was written
 */
gboolean
dwell_chart_picture_write (gpointer       self,
                           GFile         *file,
                           GCancellable  *cancellable,
                           GError       **error)
{
  DwellChartPicture *picture = self;
  const char *path = dwell_save_get_path (file, error);

  return path != NULL &&
         dwell_chart_write_picture (&picture->chart, path, picture->width, picture->height,
                                    cancellable, error);
}

void
dwell_chart_picture_free (gpointer self)
{
  DwellChartPicture *picture = self;

  _dwell_chart_view_data_unref (picture->data);
  g_free (picture->title);
  g_free (picture);
}
