/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timelines of the recordings of a series, one below the other, each linked with the timeline of
 * the tab. Their sessions live as long as the widget. */
#pragma once

#include "model/comparison/dwell-series-list.h"
#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_SERIES_TIMELINES (dwell_series_timelines_get_type ())
G_DECLARE_FINAL_TYPE (DwellSeriesTimelines, dwell_series_timelines, DWELL, SERIES_TIMELINES,
                      DwellViewBin)

void dwell_series_timelines_update (DwellSeriesTimelines *self,
                                    DwellSeriesList      *list);

G_END_DECLS
