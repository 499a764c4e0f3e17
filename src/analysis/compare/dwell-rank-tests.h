/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of two samples of numbers against one another: is one larger than the other by more than
 * chance would have it? Plain arrays in, no trace.
 *
 * The spans of one recording come in phases, so neighbours are alike, and n spans tell less than n
 * independent numbers would. With n_blocks a sample is cut, in order of time, into so many
 * stretches of equally many values, and the variance of a mean is that of the means of the
 * stretches, where that is the larger one (batch means: Schmeiser 1982).
 *
 * Sources: Mann and Whitney 1947; Brunner and Munzel 2000; Welch 1947; Fieller 1954; Zou and Donner
 * 2008 (MOVER); Wilson 1927; Benjamini and Hochberg 1995; Vargha and Delaney 2000 (superiority);
 * Cliff 1993.
 */
#pragma once

#include "core/dwell-wide.h"

G_BEGIN_DECLS

/* Two samples are cut into so many blocks where both have at least so many values. */
#define DWELL_TEST_BLOCKS     30
#define DWELL_TEST_BLOCKS_MIN 300

/* Up to so many values a side the p of Mann and Whitney is counted rather than approximated. */
#define DWELL_TEST_EXACT_MAX 50

/* 97.5 % of a normal distribution lie below: the intervals are of 95 %. */
#define DWELL_TEST_Z 1.959963984540054

typedef struct {
  const gint64 *values; /* in order of time */
  const gint64 *sorted; /* the same, rising */
  guint64       n;
} DwellTestSample;

/* How two samples lie to one another. */
typedef struct {
  DwellWide   twice_u;     /* pairs in which the second is larger, ties half: twice that */
  long double ties;        /* Σ t³ − t over the groups of equal values of both together */
  double      superiority; /* the part of all pairs: 0…1 */
  double      base_variance; /* of the placements of the first among the second, and the reverse */
  double      new_variance;
} DwellRanks;

/* What the blocks of a sample say of it. */
typedef struct {
  double inflation; /* by how much their variance is larger than the plain one; at least 1 */
  double drift_p;   /* of the first half of them against the second; NAN: there are no blocks */
} DwellBlocks;

typedef struct {
  double statistic;
  double df;
  double p;
} DwellTest;

/* A mean, and how sure it is. */
typedef struct {
  double mean;
  double variance; /* of the mean */
  double df;
} DwellMoments;

/* NAN where there is none. */
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
