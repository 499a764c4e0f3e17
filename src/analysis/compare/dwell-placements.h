/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to tests of ranks. The placement of a value in a sample is the part of the sample that is
 * smaller, with equal values counted half: 0…1. */
#pragma once

#include "analysis/compare/dwell-rank-tests.h"

G_BEGIN_DECLS

/* A few values of a sample, rising, with their placements. */
typedef struct {
  guint   n;
  gint64 *values;
  double *placements; /* of the value itself */
  double *between;    /* of values between the previous value and this one; the last: above all */
} DwellPlacements;

void   _dwell_placements_init  (DwellPlacements       *self,
                                const DwellTestSample *sample);
void   _dwell_placements_clear (DwellPlacements       *self);
double _dwell_placements_sum   (const DwellPlacements *self,
                                const gint64          *sought,
                                guint64                n);

G_END_DECLS
