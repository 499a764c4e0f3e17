/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A checkpoint, by which a reader lets its caller show the file while it is still read.
 *
 * Between blocks, a reader asks whether a partial trace is due, which is cheap. If so, it brings
 * the builder into the state of a whole trace (spans in order of begin, n_events set; spans may be
 * open) and has it shown. */
#pragma once

#include "core/dwell-builder.h"
#include "core/dwell-progress.h"

G_BEGIN_DECLS

typedef void (*DwellPartialFunc) (DwellTrace *trace,
                                  gpointer    user_data);

typedef struct {
  /*< private >*/
  DwellPartialFunc  partial;
  gpointer          user_data;
  DwellProgress    *progress; /* (nullable) */
  gboolean          is_eager; /* for tests: whatever it costs */
  gint64            begin_us; /* monotonic time */
  gint64            due_us;
  double            due_n;    /* spans, marks and so on */
} DwellCheckpoint;

void     dwell_checkpoint_init            (DwellCheckpoint    *self,
                                           DwellPartialFunc    partial,
                                           gpointer            user_data,
                                           DwellProgress      *progress);
gboolean dwell_checkpoint_is_due          (DwellCheckpoint    *self,
                                           const DwellBuilder *builder);
void     dwell_checkpoint_show            (DwellCheckpoint    *self,
                                           DwellBuilder       *builder,
                                           gint64              now);
void     dwell_checkpoint_set_first_after (gint64              after_us);

G_END_DECLS
