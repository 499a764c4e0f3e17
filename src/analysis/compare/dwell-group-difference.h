/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure in several recordings of a base and in several new ones: each recording is one
 * observation, so the variation between runs of the same program is measured rather than assumed.
 *
 *   figure  the mean of each side; a recording in which nothing ran counts as 0
 *
 * Where the means differ by more than noise, the verdict depends on the number of recordings on
 * each side:
 *   4 and more   the test of Mann and Whitney; the caller adjusts the p of all rows to q
 *   2 and 1      beyond noise, if the change is at least twice the difference between the two
 *                recordings of the base
 *   else         more or less, if the ranges do not touch */
#pragma once

#include "analysis/compare/dwell-difference.h"

G_BEGIN_DECLS

/* With at least this many recordings on each side, a test is made. */
#define DWELL_GROUP_TESTED_MIN 4

typedef enum {
  DWELL_GROUP_EVIDENCE_NONE,
  DWELL_GROUP_EVIDENCE_FACT,
  DWELL_GROUP_EVIDENCE_RECORDINGS,   /* tested, and beyond chance */
  DWELL_GROUP_EVIDENCE_BEYOND_NOISE,
  DWELL_GROUP_EVIDENCE_RANGES_APART,
  DWELL_GROUP_EVIDENCE_CHANCE,       /* from here on the verdict is unclear */
  DWELL_GROUP_EVIDENCE_WITHIN_NOISE,
  DWELL_GROUP_EVIDENCE_RANGES_TOUCH,
} DwellGroupEvidence;

/* The recordings of both sides, those of the base first. */
typedef struct {
  const gint64 *values;
  const guint8 *is_there; /* whether it ran in each */
  guint         n_base;
  guint         n_new;
} DwellGroups;

typedef struct {
  DwellFigure   figure;
  DwellInterval ratio; /* of 95 %, Fieller’s; NAN: not tested */
  double        p;     /* NAN: not tested */
  double        q;     /* set by the caller; NAN before */
  guint8        verdict;  /* DwellVerdict */
  guint8        evidence; /* DwellGroupEvidence */
} DwellGroupDifference;

void        dwell_group_difference_init  (DwellGroupDifference *self,
                                          const DwellGroups    *groups);
void        dwell_group_difference_judge (DwellGroupDifference *self,
                                          const DwellGroups    *groups,
                                          double                noise,
                                          double                alpha);
const char *dwell_group_evidence_get_id  (DwellGroupEvidence    self);

G_END_DECLS
