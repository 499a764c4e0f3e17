/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that compare two samples of numbers: is one larger than the other by more than chance? They
 * take plain arrays and no trace.
 *
 * The spans of one recording come in phases, so neighbours are alike, and n spans carry less
 * information than n independent numbers. With n_blocks a sample is cut, in order of time, into
 * that many stretches of equal length, and the variance of a mean is taken from the means of the
 * stretches where that is larger (batch means: Schmeiser 1982).
 *
 * Sources: Mann and Whitney 1947; Brunner and Munzel 2000; Welch 1947; Fieller 1954; Zou and Donner
 * 2008 (MOVER); Wilson 1927; Benjamini and Hochberg 1995; Vargha and Delaney 2000 (superiority);
 * Cliff 1993.
 */
#pragma once

#include "core/dwell-wide.h"

G_BEGIN_DECLS

/* Two samples are cut into this many blocks if both have at least this many values. */
#define DWELL_TEST_BLOCKS     30
#define DWELL_TEST_BLOCKS_MIN 300

/* Up to this many values on each side the p of Mann and Whitney is exact rather than
 * approximated. */
#define DWELL_TEST_EXACT_MAX 50

/* 97.5 % of the normal distribution is below this value: intervals are 95 % intervals. */
#define DWELL_TEST_Z 1.959963984540054

typedef struct {
  const gint64 *values; /* in order of time */
  const gint64 *sorted; /* the same, rising */
  guint64       n;
} DwellTestSample;

/* How the ranks of two samples relate. */
typedef struct {
  DwellWide   twice_u;     /* twice the number of pairs in which the second is larger, ties half */
  long double ties;        /* Σ t³ − t over the groups of equal values of both together */
  double      superiority; /* the same as part of all pairs: 0…1 */
  double      base_variance; /* of the placements of the first sample in the second, and the
                              * reverse */
  double      new_variance;
} DwellRanks;

/* Results from the blocks of a sample. */
typedef struct {
  double inflation; /* their variance divided by the plain one; at least 1 */
  double drift_p;   /* of their first half against the second; NAN: no blocks */
} DwellBlocks;

typedef struct {
  double statistic;
  double df;
  double p;
} DwellTest;

/* A mean and its variance. */
typedef struct {
  double mean;
  double variance; /* of the mean */
  double df;
} DwellMoments;

/* NAN if there is no interval. */
typedef struct {
  double low;
  double high;
} DwellInterval;

double        dwell_normal_p             (double                 z);
double        dwell_student_p            (double                 t,
                                          double                 df);
double        dwell_student_quantile     (double                 p,
                                          double                 df);

double        dwell_least_p              (guint64                m,
                                          guint64                n);
DwellRanks    dwell_ranks                (const DwellTestSample *base,
                                          const DwellTestSample *new);
double        dwell_mann_whitney_exact   (const DwellTestSample *base,
                                          const DwellTestSample *new);
DwellTest     dwell_mann_whitney         (const DwellTestSample *base,
                                          const DwellTestSample *new,
                                          const DwellRanks      *ranks);
DwellTest     dwell_brunner_munzel       (const DwellTestSample *base,
                                          const DwellTestSample *new,
                                          const DwellRanks      *ranks,
                                          guint                  n_blocks,
                                          DwellBlocks           *base_blocks,
                                          DwellBlocks           *new_blocks);

DwellMoments  dwell_moments              (const gint64          *values,
                                          guint64                n,
                                          guint                  n_blocks);
DwellTest     dwell_welch                (const DwellMoments    *base,
                                          const DwellMoments    *new);
DwellInterval dwell_fieller              (const DwellMoments    *base,
                                          const DwellMoments    *new);

void          dwell_quantile_ranks       (guint64                n,
                                          double                 fraction,
                                          double                 inflation,
                                          guint64               *low,
                                          guint64               *high);
DwellInterval dwell_mover                (double                 base,
                                          DwellInterval          of_base,
                                          double                 new,
                                          DwellInterval          of_new);
double        dwell_interval_p           (double                 difference,
                                          DwellInterval          interval);

DwellTest     dwell_proportions          (guint64                base_hits,
                                          guint64                base_total,
                                          guint64                new_hits,
                                          guint64                new_total);
DwellInterval dwell_wilson               (guint64                hits,
                                          guint64                total);
double        dwell_fisher_exact         (guint64                base_hits,
                                          guint64                base_total,
                                          guint64                new_hits,
                                          guint64                new_total);

void          dwell_benjamini_hochberg   (const double          *p,
                                          double                *q,
                                          guint                  n);

G_END_DECLS
