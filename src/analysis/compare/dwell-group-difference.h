/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure in several recordings of a base and in several new ones: each recording is one
 * observation, so how much two runs of the same program differ is known rather than supposed.
 *
 *   figure  the mean of either side; a recording in which nothing ran counts as 0
 *
 * The verdict, by how many recordings there are of a side, where the means differ by more than
 * noise:
 *   4 and more   the test of Mann and Whitney, whose p of many rows become q, by the caller
 *   2 and 1      beyond noise, if the change is at least twice what the two of the base differ by
 *   else         more or less, if the ranges do not touch */
#pragma once

#include "analysis/compare/dwell-difference.h"

G_BEGIN_DECLS

/* So many recordings a side make a test. */
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

/* The recordings of both, those of the base first. */
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
  double        q;     /* the caller’s; NAN before */
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
