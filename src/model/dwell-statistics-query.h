/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A question to the statistics and its answer: one job on a worker. */
#pragma once

#include "model/dwell-statistics-answer.h"

G_BEGIN_DECLS

typedef struct _DwellStatisticsQuery DwellStatisticsQuery;

/* On the main thread, when a query has ended, cancelled or not. It is freed afterwards. */
typedef void (*DwellStatisticsQueryFunc) (DwellStatisticsQuery *query,
                                          gpointer              user_data);

/* Fill in, then start. */
struct _DwellStatisticsQuery
{
  /* the question; owned */
  DwellTrace            *trace;
  DwellGroupBy           group_by;
  gint64                 begin; /* ns */
  gint64                 end;
  DwellStatisticsDetail  detail;
  DwellStatisticsOrder   order;
  guint                  range_serial; /* for the asker: which of its questions this is */
  guint                  order_serial;

  DwellStatisticsIndex  *index;  /* NULL: make it first, and leave it here */
  DwellStatisticsAnswer *answer; /* NULL: ask; else only arrange it anew */
  GArray                *rows;   /* out: guint32, arranged; NULL: cancelled */

  GCancellable             *cancellable;
  DwellStatisticsQueryFunc  done; /* NULL: the asker is gone; main thread only */
  gpointer                  user_data;
};

DwellStatisticsQuery *_dwell_statistics_query_new   (DwellTrace                 *trace,
                                                     const DwellStatisticsOrder *order,
                                                     DwellStatisticsQueryFunc    done,
                                                     gpointer                    user_data)
  G_GNUC_WARN_UNUSED_RESULT;
/* Takes over @self. */
void                  _dwell_statistics_query_start (DwellStatisticsQuery       *self);

G_END_DECLS
