/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistics of a view's scope as a list: asked for on workers, totals first; an answer to an
 * outdated question is dropped. Sorting and filtering reorder an array of integers; a row object
 * exists only while something shows it. */
#pragma once

#include "analysis/statistics/dwell-recorded.h"
#include "analysis/statistics/dwell-statistic.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_STATISTICS_ITEM (dwell_statistics_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellStatisticsItem, dwell_statistics_item, DWELL, STATISTICS_ITEM, GObject)

const DwellStatisticsRow *dwell_statistics_item_get_row  (DwellStatisticsItem *self);
const char               *dwell_statistics_item_get_area_name (DwellStatisticsItem *self);
/* What a cell shows: (transfer full), "" where nothing exists. */
char                     *dwell_statistics_item_get_text (DwellStatisticsItem *self,
                                                          DwellStatistic       statistic);
/* As other programs read it: plain numbers, times in ns. */
char                     *dwell_statistics_item_get_plain (DwellStatisticsItem *self,
                                                           DwellStatistic       statistic);

/* How the row differs from what the file says of it; false if there is nothing to compare. */
gboolean dwell_statistics_item_get_difference (DwellStatisticsItem     *self,
                                               DwellRecordedDifference *difference);
/* All figures that differ, a line each: (transfer full), NULL if none does. */
char    *dwell_statistics_item_describe_difference (DwellStatisticsItem *self);

#define DWELL_TYPE_STATISTICS_LIST (dwell_statistics_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellStatisticsList, dwell_statistics_list, DWELL, STATISTICS_LIST, DwellList)

/* A list of DwellStatisticsItem, of a view's scope. */
DwellStatisticsList *dwell_statistics_list_new          (void) G_GNUC_WARN_UNUSED_RESULT;
void                 dwell_statistics_list_set_group_by (DwellStatisticsList *self,
                                                         DwellGroupBy         group_by);
/* DWELL_NONE: the sum over all contexts; otherwise one context. G_MAXUINT32 - 1: each by itself. */
#define DWELL_EACH_CONTEXT (DWELL_NONE - 1)
void                 dwell_statistics_list_set_context  (DwellStatisticsList *self,
                                                         guint32              context);
/* Broken regular expressions leave the list as it is and come back as @error. */
gboolean             dwell_statistics_list_set_filter   (DwellStatisticsList *self,
                                                         const char          *text,
                                                         GError             **error);
void                 dwell_statistics_list_sort         (DwellStatisticsList *self,
                                                         DwellStatistic       by,
                                                         gboolean             descending);
/* The position of @area's row, or GTK's "none" G_MAXUINT. */
guint                dwell_statistics_list_find_area    (DwellStatisticsList *self,
                                                         guint32              area);

G_END_DECLS
