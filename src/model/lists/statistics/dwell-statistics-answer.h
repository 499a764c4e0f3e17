/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of the statistics: rows that never change, with the trace whose names they need. For the
 * statistics list's own files and its workers. */
#pragma once

#include "analysis/dwell-find.h"
#include "model/lists/statistics/dwell-statistics-list.h"

G_BEGIN_DECLS

/* Reference-counted and immutable: shared by a list, its items and its workers. */
typedef struct {
  gatomicrefcount  ref_count;
  DwellTrace      *trace;
  DwellStatistics *statistics;
} DwellStatisticsAnswer;

DwellStatisticsAnswer *_dwell_statistics_answer_new   (DwellTrace            *trace,
                                                       DwellStatistics       *statistics)
  G_GNUC_WARN_UNUSED_RESULT;
DwellStatisticsAnswer *_dwell_statistics_answer_ref   (DwellStatisticsAnswer *self);
void                   _dwell_statistics_answer_unref (DwellStatisticsAnswer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellStatisticsAnswer, _dwell_statistics_answer_unref)

/* Which rows to show, in which order. */
typedef struct {
  guint32        context; /* as dwell_statistics_list_set_context() */
  DwellPattern  *pattern; /* NULL: all */
  DwellStatistic sort_by;
  gboolean       descending;
} DwellStatisticsOrder;

/* Returns: (transfer full): guint32 rows. What does not exist comes last in both directions. */
GArray *_dwell_statistics_answer_arrange (const DwellStatisticsAnswer *self,
                                          const DwellStatisticsOrder  *order)
  G_GNUC_WARN_UNUSED_RESULT;

/* An item of the list. */
DwellStatisticsItem *_dwell_statistics_item_new (DwellStatisticsAnswer *answer,
                                                 guint32                row)
  G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
