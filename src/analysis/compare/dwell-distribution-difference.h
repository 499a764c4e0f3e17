/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the durations (or periods, own times) of one area are distributed in two recordings.
 *
 *   bins      a histogram of each on the same bins
 *   distance  the largest vertical distance between the two cumulative distributions (Kolmogorov
 *             and Smirnov’s D)
 *   shifts    the shift function (Doksum 1974): the change of each quantile from base to new, with
 *             its 95 % interval: of each side by order statistics, of the change by MOVER, of the
 *             ratio by MOVER on logarithms. The p of all shifts are adjusted to q (Benjamini and
 *             Hochberg)
 *   test      whether the values of one are larger on the whole. Which test depends on the number
 *             of values: no test if no outcome could be significant; below 10 on a side Mann and
 *             Whitney’s, exact; else Brunner and Munzel’s, with blocks from 300 on each side
 *
 * The rows of a difference are tested by the same functions. */
#pragma once

#include "analysis/compare/dwell-rank-tests.h"
#include "analysis/dwell-samples.h"

G_BEGIN_DECLS

/* The test that a p comes from. */
typedef enum {
  DWELL_TEST_NONE,
  DWELL_TEST_MANN_WHITNEY_EXACT,
  DWELL_TEST_MANN_WHITNEY,
  DWELL_TEST_BRUNNER_MUNZEL,
  DWELL_TEST_BRUNNER_MUNZEL_BLOCKS,
  DWELL_TEST_PROPORTIONS, /* of shares of samples */
  DWELL_TEST_FISHER,
} DwellTestKind;

/* The comparison of two samples as a whole. */
typedef struct {
  DwellTestKind kind;
  double        p;           /* NAN: not tested */
  double        superiority; /* the probability that a new value is larger, ties half; NAN: a side
                              * has no values */
  guint         n_blocks;    /* blocks that means are computed from; 0: from the values */
  DwellBlocks   base_blocks;
  DwellBlocks   new_blocks;
} DwellSamplesTest;

/* A quantile of both, by nearest rank. */
typedef struct {
  double        fraction; /* in (0, 1] */
  gboolean      has_base;
  gboolean      has_new;
  gint64        base;
  gint64        new;
  DwellInterval change; /* NAN: too few values, or only one side has any */
  DwellInterval ratio;
  double        p;      /* p of any change; NAN: no interval */
  double        q;      /* among the shifts computed with it; NAN: no p */
} DwellShift;

/* A bin of both histograms. */
typedef struct {
  gint64  low;  /* ns, inclusive */
  gint64  high; /* ns, exclusive, except in the last bin, which includes the largest value */
  guint64 base;
  guint64 new;
} DwellCommonBin;

typedef struct {
  /*< public, read-only >*/
  DwellSamples    *base; /* (nullable): the base has no such area */
  DwellSamples    *new;  /* (nullable) */
  gboolean         is_log;
  guint            n_bins;
  DwellCommonBin  *bins;
  guint            n_shifts;
  DwellShift      *shifts; /* by rising fraction */
  DwellSamplesTest test;
  double           distance;    /* 0…1; NAN: a side has no values */
  gint64           distance_at; /* the least value at which the distance occurs */
} DwellDistributionDifference;

void dwell_samples_test_init (DwellSamplesTest   *self,
                              const DwellSamples *base,
                              const DwellSamples *new,
                              double              alpha);
void dwell_shift_init        (DwellShift             *self,
                              double                  fraction,
                              const DwellSamples     *base,
                              const DwellSamples     *new,
                              const DwellSamplesTest *test);

DwellDistributionDifference *
     dwell_distribution_difference_new  (DwellSamples *base,
                                         DwellSamples *new,
                                         const double *fractions,
                                         guint         n_fractions,
                                         gboolean      is_log,
                                         double        alpha) G_GNUC_WARN_UNUSED_RESULT;
DwellDistributionDifference *
     dwell_distribution_difference_make (DwellSamples *base,
                                         DwellSamples *new,
                                         double        alpha) G_GNUC_WARN_UNUSED_RESULT;
void dwell_distribution_difference_free (DwellDistributionDifference *self);

void dwell_distribution_difference_count_up_to (const DwellDistributionDifference *self,
                                                gint64                             value,
                                                double                            *base,
                                                double                            *new);

const char *dwell_test_kind_get_id (DwellTestKind self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellDistributionDifference, dwell_distribution_difference_free)

G_END_DECLS
