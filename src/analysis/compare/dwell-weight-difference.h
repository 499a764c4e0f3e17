/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The difference of two recordings without start and end times: profiles of samples, counted costs,
 * or sums of times. It has a row for each area of either call tree.
 *
 *   self, total   the weight of an area without and with what it called; total counts outermost
 *                 nodes only, so that recursion counts once
 *   share         the part of the whole of its side, which is the sum of all selves
 *
 * Each sample is one observation, so the shares in two recordings are two proportions: they are
 * tested by a z test with pooled variance, or by Fisher’s exact test where an expected number is
 * below 5; the interval of the change is Newcombe’s (1998), that of the ratio is MOVER on the
 * logarithms of Wilson’s limits. The number of samples depends on the length of a recording, so
 * samples are compared by their shares, as are weights in different units. The p of all rows are
 * adjusted to q.
 *
 * Costs that were counted (instructions, bytes) are facts; for times only sums are known. Verdicts
 * are those of a difference; a row that may be new or gone by chance (a single sample in a new
 * function) has the evidence “chance”, and does not make two recordings differ. Selves and their
 * changes add up to those of the whole. */
#pragma once

#include "analysis/compare/dwell-difference.h"
#include "analysis/tree/dwell-tree.h"

G_BEGIN_DECLS

/* The weight of an area on one side. */
typedef struct {
  gboolean is_there;
  gint64   self;
  gint64   total;
} DwellAreaWeight;

typedef struct {
  gboolean by_total;  /* rows are judged and ranked by total rather than self */
  gboolean as_shares; /* compare by shares, whatever the units */
  double   noise;
  double   alpha;
} DwellWeightOptions;

typedef struct {
  guint32       base_area; /* DWELL_NONE: new */
  guint32       new_area;  /* DWELL_NONE: gone */
  guint8        matched_by; /* DwellMatchedBy */
  guint8        verdict;    /* DwellVerdict */
  guint8        evidence;   /* DwellEvidence */
  guint8        test;       /* DwellTestKind */
  DwellFigure   self;
  DwellFigure   total;
  DwellFigure   share;      /* of the figure that rows are ranked by */
  DwellInterval share_change; /* of 95 %; NAN: not tested */
  DwellInterval ratio;      /* of the shares */
  double        p;          /* NAN: not tested */
  double        q;
} DwellWeightRow;

typedef struct {
  /*< public, read-only >*/
  DwellWeightOptions options;
  const DwellTree   *base;
  const DwellTree   *new;
  gboolean           are_samples; /* of both */
  gboolean           are_shares;  /* the figure that rows are judged by */
  guint              n_rows;
  DwellWeightRow    *rows;        /* by falling |change| of the measure */
  DwellFigure        whole;
  guint              n_verdicts[DWELL_N_VERDICTS];
  guint              n_by_chance; /* rows that are new or gone */
  double             base_matched; /* the part of the whole that has a partner; negative: the whole
                                    * is 0 */
  double             new_matched;
  gboolean           is_of_one; /* both are the same range of the same recording, so nothing
                                 * differs */
} DwellWeightDifference;

DwellAreaWeight       *dwell_area_weights_new       (const DwellTree            *tree,
                                                     GCancellable               *cancellable)
                                                    G_GNUC_WARN_UNUSED_RESULT;

DwellWeightDifference *dwell_weight_difference_new  (const DwellTree            *base,
                                                     const DwellTree            *new,
                                                     const DwellMatch           *match,
                                                     const DwellWeightOptions   *options,
                                                     GCancellable               *cancellable)
                                                    G_GNUC_WARN_UNUSED_RESULT;
void                   dwell_weight_difference_free (DwellWeightDifference      *self);

DwellFigure            dwell_weight_difference_get_value   (const DwellWeightDifference *self,
                                                            const DwellWeightRow        *row);
DwellVerdict           dwell_weight_difference_get_verdict (const DwellWeightDifference *self);
gboolean               dwell_weights_are_samples           (const DwellTree             *tree);
gboolean               dwell_weight_difference_is_told     (const DwellWeightDifference *self,
                                                            const DwellWeightRow        *row,
                                                            double                       least);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellWeightDifference, dwell_weight_difference_free)

G_END_DECLS
