/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of statistics: their names and meanings, and a row's cell in each of them. */
#pragma once

#include "analysis/dwell-columns.h"
#include "analysis/statistics/dwell-statistics.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_STATISTIC_NAME, DWELL_STATISTIC_CONTEXT, DWELL_STATISTIC_KIND, DWELL_STATISTIC_MODULE,
  DWELL_STATISTIC_AUTHOR, DWELL_STATISTIC_COUNT, DWELL_STATISTIC_SHARE,
  DWELL_STATISTIC_NET, DWELL_STATISTIC_NET_MIN, DWELL_STATISTIC_NET_MAX, DWELL_STATISTIC_NET_AVG,
  DWELL_STATISTIC_GROSS, DWELL_STATISTIC_GROSS_MIN, DWELL_STATISTIC_GROSS_MAX,
  DWELL_STATISTIC_GROSS_AVG,
  DWELL_STATISTIC_CALL, DWELL_STATISTIC_CALL_SUM, DWELL_STATISTIC_CALL_MIN,
  DWELL_STATISTIC_CALL_MAX, DWELL_STATISTIC_CALL_AVG,
  DWELL_STATISTIC_STD, DWELL_STATISTIC_P50, DWELL_STATISTIC_P90, DWELL_STATISTIC_P99,
  DWELL_STATISTIC_PERIOD_MIN, DWELL_STATISTIC_PERIOD_MAX, DWELL_STATISTIC_PERIOD_AVG,
  DWELL_STATISTIC_OUTSIDE, DWELL_STATISTIC_OUTSIDE_MIN, DWELL_STATISTIC_OUTSIDE_MAX,
  DWELL_STATISTIC_OUTSIDE_AVG, DWELL_STATISTIC_INCOMPLETE,
  /* from here on: the file's own statistics, in a trace that has them */
  DWELL_STATISTIC_DIFFERENCE,
  DWELL_STATISTIC_RECORDED, /* the first of all DwellRecorded, in their order */
  DWELL_N_STATISTICS = DWELL_STATISTIC_RECORDED + DWELL_N_RECORDED,
} DwellStatistic;

extern const DwellColumnInfo dwell_statistic_columns[DWELL_N_STATISTICS];

gboolean       dwell_statistic_is_detail    (DwellStatistic            self);
gboolean       dwell_statistic_is_available (DwellStatistic            self,
                                             const DwellTrace         *trace);
DwellCellValue dwell_statistics_get_cell    (const DwellStatistics    *self,
                                             const DwellTrace         *trace,
                                             const DwellStatisticsRow *row,
                                             DwellStatistic            statistic);

G_END_DECLS
