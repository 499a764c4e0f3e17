/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the details of statistics: the results of the walk over a range, block by block, and
 * their evaluation. */
#pragma once

#include "analysis/statistics/dwell-own-times.h"
#include "analysis/statistics/dwell-statistics-private.h"

G_BEGIN_DECLS

/* The results of a block for a pair: two cache lines, as everything is accessed for each span. */
typedef struct {
  gint64  reach;
  gint64  first_begin; /* begins recorded in the range */
  gint64  last_begin;
  guint64 min_period;
  guint64 max_period;
  guint64 slot;        /* slot for the duration of the next span */
  guint32 n_begins;
  guint32 n_gaps            : 31;
  guint32 reach_is_recorded : 1;
  guint64 gap_sum;     /* gaps are disjoint */

  guint64       min_gap;
  guint64       max_gap;
  DwellExtremes net;
} DwellPairFinds;

G_STATIC_ASSERT (sizeof (DwellPairFinds) == 128);

typedef struct {
  const DwellStatisticsIndex *self;
  gint64                      begin;
  gint64                      end;
  const DwellPairState       *states_at_begin;
  const DwellPairState       *states_at_end;
  DwellDetails               *pair_details;
  DwellDetails               *group_details;
  GCancellable               *cancellable;

  guint32        *blocks; /* blocks with begins in the range */
  guint           n_blocks;
  DwellPairFinds *finds;     /* by block in the range, and pair */
  DwellOwnTimes   own_times; /* of the same blocks */

  guint64 *slots;     /* by pair, and one more: the first of its durations */
  guint32 *durations; /* as in DwellDurations, or DWELL_NO_DURATION */
  guint64 *longs;     /* block after block */
} DwellGathering;

/* Stands for a span that is not complete. */
#define DWELL_NO_DURATION G_MAXUINT32

/* dwell-statistics-gather.c */
void _dwell_statistics_gather (DwellGathering *gathering);

/* dwell-statistics-periods.c */
gboolean _dwell_statistics_find_periods (const DwellGathering *gathering);

G_END_DECLS
