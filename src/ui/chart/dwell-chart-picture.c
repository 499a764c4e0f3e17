/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A snapshot of what a chart view shows, which any thread can write to a file while the view
 * already shows something else. The snapshot and the view share the data that the chart points
 * to. */
#include "config.h"

#include "ui/chart/dwell-chart-view-private.h"

#include "formats/common/dwell-sink.h"
#include "ui/widgets/dwell-save.h"

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

/* Takes ownership of @data, and shares it by reference counting. */
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

/* May be called on any thread. */
void
_dwell_chart_view_data_unref (DwellChartViewData *self)
{
  g_atomic_rc_box_release_full (self, data_clear);
}

/* Copies @chart in the light style, without the hovered point. */
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
 * @file: the file to write; its suffix chooses PNG, SVG or PDF
 * @cancellable: (nullable): stops the writing
 * @error: set if the file could not be written
 *
 * Writes the picture. This is a #DwellSaveFunc, which may be called on any thread.
 *
 * Returns: %TRUE if the file was written
 */
gboolean
dwell_chart_picture_write (gpointer       self,
                           GFile         *file,
                           GCancellable  *cancellable,
                           GError       **error)
{
  DwellChartPicture *picture = self;
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
  GOutputStream *stream = dwell_sink_open_part (sink, "", cancellable, error);

  return stream != NULL &&
         dwell_chart_write_picture (&picture->chart, stream, dwell_picture_get_type (name),
                                    picture->width, picture->height, cancellable, error) &&
         dwell_sink_commit (sink, cancellable, error);
}

/**
 * dwell_chart_picture_free:
 * @self: (type DwellChartPicture) (transfer full): a picture
 *
 * Frees the picture and, if nothing else uses it, the data that its chart points to. This is a
 * #GDestroyNotify, which may be called on any thread.
 */
void
dwell_chart_picture_free (gpointer self)
{
  DwellChartPicture *picture = self;

  _dwell_chart_view_data_unref (picture->data);
  g_free (picture->title);
  g_free (picture);
}
