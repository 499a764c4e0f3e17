/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which spans of a distribution are chosen: a question and its answer, for a job. */
#pragma once

#include "model/lists/distribution/dwell-distribution-answer.h"

G_BEGIN_DECLS

typedef struct {
  DwellDistributionAnswer *answer;
  int                      part;   /* −1: of all */
  DwellSampleBox           box;
  gint64                  *limits; /* by part, what exceeds them rather than what lies in box */
  char                    *label;
  GArray                  *spans;  /* out: guint32, by begin */
} DwellSelecting;

void _dwell_selecting_free (gpointer      data);
/* On the worker. */
void _dwell_selecting_work (gpointer      data,
                            GCancellable *cancellable);

G_END_DECLS
