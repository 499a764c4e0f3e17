/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer of the statistics, for the files of this folder and their workers: rows that never
 * change, and the trace that contains their names. */
#pragma once

#include "analysis/dwell-row-filter.h"
#include "model/lists/dwell-cell-text.h"
#include "model/lists/statistics/dwell-statistics-list.h"

G_BEGIN_DECLS

/* Reference-counted and immutable: a list, its items and its workers share it. */
typedef struct {
  gatomicrefcount  ref_count;
  DwellTrace      *trace;
  DwellStatistics *statistics;
  DwellTimeUnits  *units;
} DwellStatisticsAnswer;

DwellStatisticsAnswer *_dwell_statistics_answer_new   (DwellTrace            *trace,
                                                       DwellStatistics       *statistics)
  G_GNUC_WARN_UNUSED_RESULT;
DwellStatisticsAnswer *_dwell_statistics_answer_ref   (DwellStatisticsAnswer *self);
void                   _dwell_statistics_answer_unref (DwellStatisticsAnswer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellStatisticsAnswer, _dwell_statistics_answer_unref)

/* Selects the rows to show and orders them. */
typedef struct {
  guint32        context; /* as dwell_statistics_list_set_context() */
  guint          kinds;   /* bits 1 << DwellAreaKind */
  DwellRowFilter *filter; /* (nullable): all */
  DwellStatistic sort_by;
  gboolean       descending;
} DwellStatisticsOrder;

GArray *_dwell_statistics_answer_arrange (const DwellStatisticsAnswer *self,
                                          const DwellStatisticsOrder  *order,
                                          DwellStatisticsSums         *sums)
  G_GNUC_WARN_UNUSED_RESULT;

DwellStatisticsItem *_dwell_statistics_item_new (DwellStatisticsAnswer *answer,
                                                 guint32                row)
  G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
