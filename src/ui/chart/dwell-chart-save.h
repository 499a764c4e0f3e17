/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves what a chart shows as a picture. */
#pragma once

#include "ui/chart/dwell-chart-view.h"

G_BEGIN_DECLS

void dwell_chart_save (DwellChartView *chart,
                       const char     *title,
                       const char     *name);

G_END_DECLS
