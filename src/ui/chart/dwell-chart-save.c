/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes a picture of a chart, then asks where to save it. */
#include "config.h"

#include "ui/chart/dwell-chart-save.h"

#include "ui/widgets/dwell-save.h"

#define WIDTH  1200
#define HEIGHT 700

/**
 * dwell_chart_save:
 * @chart: a chart
 * @title: (nullable): a headline
 * @name: the suggested name of the file, such as “costs.svg”
 *
 * Asks where to save what @chart shows; the suffix of the file’s name chooses the format. Does
 * nothing if @chart is empty.
 */
void
dwell_chart_save (DwellChartView *chart,
                  const char     *title,
                  const char     *name)
{
  DwellChartPicture *picture = dwell_chart_view_take_picture (chart, WIDTH, HEIGHT, title);

  if (picture != NULL)
    dwell_save_ask (GTK_WIDGET (chart), NULL, name, dwell_chart_picture_write, picture,
                    dwell_chart_picture_free);
}
