/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A question about statistics and its answer: one job on a worker. */
#pragma once

#include "model/lists/statistics/dwell-statistics-answer.h"

G_BEGIN_DECLS

/* The caller fills in the rest after _dwell_statistics_question_new(). */
typedef struct {
  /* The question; owned. */
  DwellTrace            *trace;
  DwellGroupBy           group_by;
  gint64                 begin; /* ns */
  gint64                 end;
  DwellStatisticsDetail  detail;
  DwellStatisticsOrder   order;
  guint                  range_serial; /* used only by the query, like the next */
  guint                  order_serial;

  DwellStatisticsIndex  *index;  /* in (nullable); out: made if it was NULL */
  DwellStatisticsAnswer *answer; /* in (nullable): only to be sorted again; out: the answer */
  GArray                *rows;   /* out: guint32, sorted; NULL: cancelled */
  DwellStatisticsSums    sums;   /* out: of the rows */
} DwellStatisticsQuestion;

DwellStatisticsQuestion *_dwell_statistics_question_new  (DwellTrace                 *trace,
                                                          const DwellStatisticsOrder *order)
  G_GNUC_WARN_UNUSED_RESULT;
void                  _dwell_statistics_question_free (gpointer                    data);
void                  _dwell_statistics_question_run  (gpointer                    data,
                                                       GCancellable               *cancellable);

G_END_DECLS
