/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selects spans of a distribution: a question and its answer, for a job. */
#pragma once

#include "model/lists/distribution/dwell-distribution-answer.h"

G_BEGIN_DECLS

typedef struct {
  DwellDistributionAnswer *answer;
  int                      part;   /* −1: all parts */
  DwellSampleBox           box;
  DwellSampleLimits       *limits; /* by part; if not NULL, samples beyond them, not in box */
  char                    *label;
  GArray                  *spans;  /* out: guint32, in the order of their starts */
} DwellSelecting;

void _dwell_selecting_free (gpointer      data);
void _dwell_selecting_work (gpointer      data,
                            GCancellable *cancellable);

G_END_DECLS
