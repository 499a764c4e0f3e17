/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reading: a trace together with the indexes that have been made of it so far.
 *
 * A reading that others can see never changes. When there is another index or another trace, the
 * session gets another reading; so the trace and the indexes of a reading always belong together.
 * It may be used and released on any thread. */
#pragma once

#include "analysis/dwell-event-order.h"
#include "analysis/layout/dwell-layout.h"
#include "analysis/statistics/dwell-statistics.h"
#include "analysis/values/dwell-values.h"
#include "core/dwell-trace.h"

G_BEGIN_DECLS

/**
 * DwellReading:
 * @trace: the trace
 * @track_order: (element-type guint32): all tracks, in their default order
 * @resolution: ns: the coarsest of 1 ms, 1 µs and 1 ns that all times of the trace are multiples of
 * @problems: what reading found wrong; with the index of statistics also where the statistics in
 *   the file differ from those computed from its events
 * @layout: (nullable): %NULL, as all indexes, until it has been made
 * @event_order: (nullable): the order of events
 * @statistics: (nullable): the statistics by area
 * @values: (nullable): the values of variables
 *
 * A trace and its indexes; only for reading.
 */
typedef struct {
  /*< private >*/
  gatomicrefcount ref_count;

  /*< public >*/
  DwellTrace           *trace;
  GArray               *track_order;
  gint64                resolution;
  DwellProblems        *problems;
  DwellLayoutIndex     *layout;
  DwellEventOrder      *event_order;
  DwellStatisticsIndex *statistics;
  DwellValueIndex      *values;
} DwellReading;

DwellReading *dwell_reading_new   (DwellTrace         *trace) G_GNUC_WARN_UNUSED_RESULT;
DwellReading *dwell_reading_copy  (const DwellReading *self) G_GNUC_WARN_UNUSED_RESULT;
DwellReading *dwell_reading_derive (const DwellReading *self,
                                    DwellTrace         *trace,
                                    const guint32      *subjects,
                                    GCancellable       *cancellable) G_GNUC_WARN_UNUSED_RESULT;
DwellReading *dwell_reading_follow (const DwellReading *derived,
                                    const DwellReading *base) G_GNUC_WARN_UNUSED_RESULT;
DwellReading *dwell_reading_ref   (DwellReading       *self);
void          dwell_reading_unref (DwellReading       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellReading, dwell_reading_unref)

G_END_DECLS
