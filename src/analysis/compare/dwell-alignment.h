/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which moments of two recordings correspond. The command line counts drift from them, linked
 * timelines show them below one another: both use this file.
 *
 *   begin       the starts of both ranges
 *   end         the ends of both ranges
 *   wall clock  the wall clock, if both recordings have it and overlap in time
 *   area        the start of the same area in both ranges, or a mark with the same text: the first,
 *               or the n-th (dwell-occurrence.h)
 *   anchors     all anchors; the time between them is stretched
 *
 * Where that is impossible the starts are aligned, and the reason is stored. */
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

/* Why the starts are aligned instead of what was wanted. */
typedef enum {
  DWELL_ALIGNMENT_HOLDS,
  DWELL_ALIGNMENT_HAS_NO_CLOCK, /* one recording, or both, has no wall clock */
  DWELL_ALIGNMENT_IS_APART,     /* by the clock one ended before the other started */
  DWELL_ALIGNMENT_HAS_NO_AREA,  /* that begins in both */
  DWELL_ALIGNMENT_HAS_NO_ANCHORS,
} DwellAlignmentProblem;

/* What to align at. */
typedef struct {
  gint64 base_time;
  gint64 new_time;
} DwellAlignedMoment;

typedef struct {
  /*< public, read-only >*/
  DwellAlignment        alignment; /* the alignment in use */
  DwellAlignmentProblem problem;
  gint64                base_time; /* these times correspond; with anchors, the first anchor */
  gint64                new_time;
  const DwellAnchors   *anchors;   /* (nullable) */
  gint64                shift;     /* the new recording is shifted to later by this much in
                                    * addition, ns */
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
