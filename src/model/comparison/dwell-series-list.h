/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists how a figure of each area develops along a series of recordings, or how it differs between
 * groups of them, as “dwell-cli compare --series” and “--base” do. The recordings come from
 * dwell-series-files.h. */
#pragma once

#include "analysis/compare/dwell-recordings-cells.h"
#include "model/comparison/dwell-series-files.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_SERIES_ITEM (dwell_series_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellSeriesItem, dwell_series_item, DWELL, SERIES_ITEM, GObject)

const DwellRecordingsRow *
                  dwell_series_item_get_row   (DwellSeriesItem *self);
const DwellTrace *dwell_series_item_get_trace (DwellSeriesItem *self);
char             *dwell_series_item_get_text  (DwellSeriesItem *self,
                                               guint            column);
char             *dwell_series_item_get_plain (DwellSeriesItem *self,
                                               guint            column);
guint             dwell_series_item_get_curve (DwellSeriesItem *self,
                                               guint8          *x,
                                               guint8          *y);
char             *dwell_series_item_describe  (DwellSeriesItem *self);

#define DWELL_TYPE_SERIES_LIST (dwell_series_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellSeriesList, dwell_series_list, DWELL, SERIES_LIST, DwellList)

DwellSeriesList *dwell_series_list_new         (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean         dwell_series_list_set_filter  (DwellSeriesList  *self,
                                                const char       *text,
                                                GError          **error);
void             dwell_series_list_sort        (DwellSeriesList  *self,
                                                guint             column,
                                                gboolean          descending);
const DwellRecordings *
                 dwell_series_list_get_recordings (DwellSeriesList *self);
const char      *dwell_series_list_get_problem (DwellSeriesList  *self);
char            *dwell_series_list_name        (DwellSeriesList  *self,
                                                guint             place) G_GNUC_WARN_UNUSED_RESULT;
GFile           *dwell_series_list_get_file    (DwellSeriesList  *self,
                                                guint             place);
guint32          dwell_series_list_get_area    (DwellSeriesList  *self,
                                                guint             position);
guint            dwell_series_list_find_area   (DwellSeriesList  *self,
                                                guint32           area);

G_END_DECLS
