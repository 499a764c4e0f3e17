/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the caller of a reader show a file while it is being read.
 *
 * Between blocks, a reader asks whether a partial trace is due, which is cheap. If so, it makes
 * what the builder holds a correct trace (spans in the order of their starts, n_events set; spans
 * may be open), and calls dwell_checkpoint_show(). */
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
  gboolean          is_eager; /* partial traces may cost anything */
  gint64            begin_us; /* monotonic time */
  double            last_n;   /* the size of the last partial trace: spans, marks and so on */
  gint64            last_us;  /* how long making it took */
  gint64            spent_us; /* the same for all after the first */
} DwellCheckpoint;

void     dwell_checkpoint_init   (DwellCheckpoint    *self,
                                  DwellPartialFunc    partial,
                                  gpointer            user_data,
                                  DwellProgress      *progress,
                                  gboolean            is_eager);
gboolean dwell_checkpoint_is_due (DwellCheckpoint    *self,
                                  const DwellBuilder *builder);
void     dwell_checkpoint_show   (DwellCheckpoint    *self,
                                  DwellBuilder       *builder,
                                  gint64              now);

G_END_DECLS
