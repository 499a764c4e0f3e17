/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which moments of two recordings are taken for the same. The command line counts drift from them,
 * linked timelines show them below one another: both ask here.
 *
 *   begin       the begins of both ranges
 *   end         the ends of both ranges
 *   wall clock  what the clock on the wall showed, if both know it and were recorded at one time
 *   area        the begin of one area in both ranges, or a mark with one text: the first, or the
 *               n-th (dwell-occurrence.h)
 *   anchors     all anchors: time between them is stretched
 *
 * Where that cannot be had the begins are aligned, and it is said why. */
#pragma once

#include "analysis/compare/dwell-anchors.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_ALIGNED_AT_BEGIN,
  DWELL_ALIGNED_AT_END,
  DWELL_ALIGNED_BY_CLOCK,
  DWELL_ALIGNED_AT_AREA,
  DWELL_ALIGNED_AT_ANCHORS,
  DWELL_NOT_ALIGNED,
  DWELL_N_ALIGNMENTS,
} DwellAlignment;

/* Why begins are aligned rather than what was wanted. */
typedef enum {
  DWELL_ALIGNMENT_HOLDS,
  DWELL_ALIGNMENT_HAS_NO_CLOCK, /* of one of them, or of both */
  DWELL_ALIGNMENT_IS_APART,     /* by the clock one ended before the other began */
  DWELL_ALIGNMENT_HAS_NO_AREA,  /* that begins in both */
  DWELL_ALIGNMENT_HAS_NO_ANCHORS,
} DwellAlignmentProblem;

/* What is one moment. */
typedef struct {
  gint64 base_time;
  gint64 new_time;
} DwellAlignedMoment;

typedef struct {
  /*< public, read-only >*/
  DwellAlignment        alignment; /* the one that is held to */
  DwellAlignmentProblem problem;
  gint64                base_time; /* these are one moment; with anchors, the first of them */
  gint64                new_time;
  const DwellAnchors   *anchors;   /* (nullable) */
  gint64                shift;     /* the new recording stands so much later than that says, ns */
} DwellAlignedTimes;

void        dwell_aligned_times_init  (DwellAlignedTimes        *self,
                                       DwellAlignment            wanted,
                                       const DwellAnchoredSide  *base,
                                       const DwellAnchoredSide  *new,
                                       const DwellAnchors       *anchors,
                                       const DwellAlignedMoment *moment);
gint64      dwell_aligned_times_map   (const DwellAlignedTimes *self,
                                       gint64                   time,
                                       gboolean                 is_back);

const char *dwell_alignment_get_id    (DwellAlignment           self);
const char *dwell_alignment_problem_get_text (DwellAlignmentProblem self);

G_END_DECLS
