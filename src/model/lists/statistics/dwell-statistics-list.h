/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the statistics for the scope of a view. Workers answer, totals first; an answer to an
 * outdated question is dropped. Sorting and filtering change an array of integers; a row object
 * exists only while something shows it. */
#pragma once

#include "analysis/statistics/dwell-recorded.h"
#include "analysis/statistics/dwell-statistic.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

/* A row of the list. It keeps its answer alive. */
#define DWELL_TYPE_STATISTICS_ITEM (dwell_statistics_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellStatisticsItem, dwell_statistics_item, DWELL, STATISTICS_ITEM, GObject)

const DwellStatisticsRow *dwell_statistics_item_get_row  (DwellStatisticsItem *self);
const DwellTrace         *dwell_statistics_item_get_trace (DwellStatisticsItem *self);
char                     *dwell_statistics_item_get_text (DwellStatisticsItem *self,
                                                          DwellStatistic       statistic);
char                     *dwell_statistics_item_get_plain (DwellStatisticsItem *self,
                                                           DwellStatistic       statistic);

gboolean dwell_statistics_item_get_difference (DwellStatisticsItem     *self,
                                               DwellRecordedDifference *difference);
char    *dwell_statistics_item_describe_difference (DwellStatisticsItem *self);

/* The sums of the rows of a list. */
typedef struct {
  guint     n_rows;   /* of the list without its filter */
  guint     n_selves; /* rows that have a self time */
  DwellWide count;
  DwellWide self;     /* ns */
  double    share;    /* of the rows that have one */
} DwellStatisticsSums;

/* For dwell_statistics_list_set_context(): a row for each context. */
#define DWELL_EACH_CONTEXT (DWELL_NONE - 1)

/* A list of DwellStatisticsItem for the scope of a view. */
#define DWELL_TYPE_STATISTICS_LIST (dwell_statistics_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellStatisticsList, dwell_statistics_list, DWELL, STATISTICS_LIST, DwellList)

DwellStatisticsList *dwell_statistics_list_new          (void) G_GNUC_WARN_UNUSED_RESULT;
void                 dwell_statistics_list_set_group_by (DwellStatisticsList *self,
                                                         DwellGroupBy         group_by);
void                 dwell_statistics_list_set_kinds    (DwellStatisticsList *self,
                                                         guint                kinds);
void                 dwell_statistics_list_set_context  (DwellStatisticsList *self,
                                                         guint32              context);
gboolean             dwell_statistics_list_set_filter   (DwellStatisticsList *self,
                                                         const char          *text,
                                                         GError             **error);
void                 dwell_statistics_list_sort         (DwellStatisticsList *self,
                                                         DwellStatistic       by,
                                                         gboolean             descending);
const DwellStatisticsSums *
                     dwell_statistics_list_get_sums     (DwellStatisticsList *self);
guint                dwell_statistics_list_find_area    (DwellStatisticsList *self,
                                                         guint32              area);

G_END_DECLS
