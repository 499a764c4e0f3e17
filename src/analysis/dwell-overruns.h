/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spans of a whole trace that exceed a deadline, by row, so that what of a row is late is found
 * as fast as it is drawn. */
#pragma once

#include "analysis/dwell-samples.h"

G_BEGIN_DECLS

/* The largest figure that spans of an area may have. */
typedef struct {
  guint32      area;
  DwellMeasure measure;
  gint64       limit_ns; /* not negative */
} DwellDeadline;

#define DWELL_OVERRUNS_N_COLUMNS 4096

/* Immutable and counted. */
typedef struct {
  DwellTrace    *trace;
  guint64        n;
  const guint32 *spans; /* by row, then by begin; each once */
  /* How many end in each of as many equal parts of the trace's time: its overview. */
  guint32        columns[DWELL_OVERRUNS_N_COLUMNS];
} DwellOverruns;

DwellOverruns *dwell_overruns_new      (DwellStatisticsIndex *index,
                                        const DwellDeadline  *deadlines,
                                        guint                 n_deadlines,
                                        GCancellable         *cancellable)
                                       G_GNUC_WARN_UNUSED_RESULT;
void           dwell_overruns_free     (DwellOverruns        *self);
guint64        dwell_overruns_search   (const DwellOverruns  *self,
                                        guint32               row,
                                        gint64                time);
gboolean       dwell_overruns_has_span (const DwellOverruns  *self,
                                        guint32               span);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellOverruns, dwell_overruns_free)

G_END_DECLS
