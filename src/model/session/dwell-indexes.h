/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The indexes of one trace, made on workers: the layout first, without which the timeline of a
 * large trace is slow, then the values, the order of events and the statistics at the same time;
 * with the statistics those that the file brings are compared. */
#pragma once

#include "analysis/dwell-event-order.h"
#include "analysis/dwell-layout.h"
#include "analysis/dwell-statistics.h"
#include "analysis/dwell-values.h"
#include "model/dwell-job.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_INDEX_LAYOUT,
  DWELL_INDEX_EVENT_ORDER,
  DWELL_INDEX_STATISTICS,
  DWELL_INDEX_VALUES,
  DWELL_INDEX_PROBLEMS, /* no index, but made of one */
  DWELL_N_INDEXES,
} DwellIndexKind;

typedef struct _DwellIndexes DwellIndexes;

/* On the main thread, whenever an index has become available. */
typedef void (*DwellIndexesFunc) (gpointer user_data);

/* Indexes are NULL until they are made. */
struct _DwellIndexes
{
  DwellLayoutIndex     *layout;
  DwellEventOrder      *event_order;
  DwellStatisticsIndex *statistics;
  DwellValueIndex      *values;
  DwellProblems        *problems; /* … with those of comparing; NULL too if there are none */
  guint                 n_missing;
  gboolean              has_lacked; /* there was no memory for one, which will not come */

  /*< private >*/
  DwellTrace       *trace;
  DwellJob         *jobs[DWELL_N_INDEXES]; /* NULL: not begun, or ended */
  DwellIndexesFunc  changed;
  gpointer          user_data;
};

/* @layout: (nullable) (transfer full): made already */
DwellIndexes *_dwell_indexes_new  (DwellTrace       *trace,
                                   DwellLayoutIndex *layout,
                                   DwellIndexesFunc  changed,
                                   gpointer          user_data) G_GNUC_WARN_UNUSED_RESULT;
/* Cancels what is under way; @changed is not called any more. */
void          _dwell_indexes_free (DwellIndexes     *self);

G_END_DECLS
