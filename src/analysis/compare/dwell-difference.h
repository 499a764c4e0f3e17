/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The difference of two recordings: a row for each area (in each context) of either, with its
 * figures on both sides, how they changed, and whether the change is more than chance.
 *
 *   change   new minus base. A missing count or total counts as 0; if another figure is missing on
 *            one side, there is no change
 *   ratio    new divided by base; no ratio where the base is 0 or missing
 *   by count, by time   the parts of the change of a total that are due to how often it ran and to
 *            how long each run took: (n_b − n_a)(t_a/n_a + t_b/n_b)/2, to the nearest ns, and the
 *            rest. So they add up to the change, and swapping the sides negates both (Kitagawa
 *            1955). If the measure is divided, counts and totals are divided first
 *   superiority   the probability that a span of the new recording is longer than one of the base;
 *                 ties count half
 *   cliff    2 · superiority − 1
 *
 * What is tested is whether durations differ; counts, presence and extremes are facts of these two
 * recordings. For each measure, the p of all rows are adjusted to q (Benjamini and Hochberg).
 *
 * The verdict on a row is the first of these that holds:
 *   new, gone   the other recording has no such area
 *   identical   every figure is equal
 *   same        the measure changed by less than the noise threshold
 *   more, less  the count changed by more than that (a fact; divided as the measure is; if that is
 *               by all own time, only if the undivided count changed, too), or the test of the
 *               measure has a q ≤ alpha, or the measure is a fact itself
 *   unclear     otherwise
 * Own times add up, so the changes of rows add up to the change of the whole, in whole ns. */
#pragma once

#include "analysis/compare/dwell-distribution-difference.h"
#include "analysis/compare/dwell-match.h"
#include "analysis/statistics/dwell-share.h"
#include "analysis/statistics/dwell-statistic.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_VERDICT_MORE,
  DWELL_VERDICT_LESS,
  DWELL_VERDICT_SAME,
  DWELL_VERDICT_UNCLEAR,
  DWELL_VERDICT_NEW,
  DWELL_VERDICT_GONE,
  DWELL_VERDICT_IDENTICAL,
  DWELL_N_VERDICTS,
} DwellVerdict;

typedef enum {
  DWELL_EVIDENCE_NONE,   /* no evidence needed: same or identical */
  DWELL_EVIDENCE_FACT,
  DWELL_EVIDENCE_COUNT,
  DWELL_EVIDENCE_TIME,
  DWELL_EVIDENCE_BOTH,
  DWELL_EVIDENCE_SAMPLES, /* their shares differ by more than chance */
  DWELL_EVIDENCE_CHANCE, /* tested, and within it */
  DWELL_EVIDENCE_FEW,    /* too few spans for any test */
  DWELL_EVIDENCE_SUMS,   /* only sums are recorded */
} DwellEvidence;

/* What is tested in a row. */
typedef enum {
  DWELL_TESTED_DURATIONS,
  DWELL_TESTED_NET_AVG,
  DWELL_TESTED_CALL_AVG,
  DWELL_TESTED_P50,
  DWELL_TESTED_P90,
  DWELL_TESTED_P99,
  DWELL_TESTED_MEASURE, /* a percentile that was asked for */
  DWELL_N_TESTED,
  DWELL_TESTED_NOTHING = DWELL_N_TESTED,
} DwellTested;

typedef struct {
  double        p; /* NAN: not tested */
  double        q;
  double        estimate; /* the measured ratio */
  DwellInterval ratio;    /* of 95 % */
} DwellTestedFigure;

/* What rows are judged and ranked by. */
typedef struct {
  DwellStatistic statistic;  /* if percentile is 0 */
  double         percentile; /* above 0, up to 1: of the durations, or of the periods */
  gboolean       is_of_periods;
} DwellComparedMeasure;

/* What figures are divided by. */
typedef enum {
  DWELL_PER_NOTHING,
  DWELL_PER_SECOND,
  DWELL_PER_TOTAL,
  DWELL_PER_AREA, /* for each span of an area */
} DwellPer;

typedef struct {
  DwellStatisticsIndex *index;
  gint64                begin;
  gint64                end;
  const guint8         *areas;    /* (nullable): the areas wanted */
  const guint8         *contexts; /* (nullable): the contexts wanted; rows of all contexts are left
                                   * out */
} DwellComparedSide;

typedef struct {
  DwellComparedSide    base;
  DwellComparedSide    new;
  DwellComparedMeasure measure;
  gboolean             by_context;
  double               noise; /* 0.01: a hundredth */
  double               alpha;
  DwellPer             per;
  guint32              per_area; /* of base */
} DwellDifferenceOptions;

typedef struct {
  gboolean        has_base;
  gboolean        has_new;
  gboolean        is_real;  /* a share or a quotient: only the real fields are valid */
  gboolean        is_sum;   /* a missing figure counts as 0 */
  DwellSignedWide base;     /* rounded */
  DwellSignedWide new;
  double          base_real;
  double          new_real;
} DwellFigure;

typedef struct {
  guint32  base_context; /* DWELL_NONE in both: all contexts */
  guint32  new_context;
  guint32  base_area;    /* DWELL_NONE: new */
  guint32  new_area;     /* DWELL_NONE: gone */
  guint8   matched_by;   /* DwellMatchedBy */
  guint8   verdict;      /* DwellVerdict */
  guint8   evidence;     /* DwellEvidence */
  guint8   test;         /* DwellTestKind */
  guint8   base_drifts;  /* its first half differs from its second, with a q ≤ 0.01 */
  guint8   new_drifts;
  gboolean is_split;     /* by_count and by_time exist */
  gboolean is_in_total;  /* its own time counts in the total */
  const DwellStatisticsRow *base; /* (nullable) */
  const DwellStatisticsRow *new;  /* (nullable) */
  DwellFigure     value; /* of the measure */
  DwellSignedWide by_count;      /* not divided */
  DwellSignedWide by_time;
  double          by_count_real; /* divided */
  double          by_time_real;
  double          superiority; /* NAN: none */
  DwellTestedFigure tested[DWELL_N_TESTED];
  double          base_drift_p;
  double          new_drift_p;
} DwellDifferenceRow;

typedef struct {
  /*< public, read-only >*/
  DwellDifferenceOptions options;
  const DwellTrace   *base;
  const DwellTrace   *new;
  DwellStatistics    *of_base;
  DwellStatistics    *of_new;
  guint               n_rows;
  DwellDifferenceRow *rows; /* rows of all contexts first; by falling |change of the measure| */
  DwellFigure         total; /* own time of the rows of all contexts (or of the contexts wanted) */
  double              base_divisor; /* divisors of the figures that rows are judged by; 0: they
                                     * cannot be divided */
  double              new_divisor;
  guint               n_verdicts[DWELL_N_VERDICTS]; /* by verdict: the rows that add up to total */
  double              geomean; /* of the ratios of matched rows; NAN: no ratios */
  double              base_matched; /* the part of the own time that has a partner; negative: there
                                     * is no time */
  double              new_matched;
  gboolean            is_of_one; /* both are the same range of the same recording, so nothing
                                  * differs */
  guint               n_base_contexts_alone; /* contexts in which something ran, and that have no
                                              * partner */
  guint               n_new_contexts_alone;
} DwellDifference;

DwellDifference *dwell_difference_new  (const DwellDifferenceOptions *options,
                                        const DwellMatch             *match,
                                        GCancellable                 *cancellable)
                                       G_GNUC_WARN_UNUSED_RESULT;
void             dwell_difference_free (DwellDifference              *self);

DwellFigure      dwell_difference_get_figure  (const DwellDifference    *self,
                                               const DwellDifferenceRow *row,
                                               DwellStatistic            statistic);
gboolean         dwell_difference_count_differs (const DwellDifference    *self,
                                                 const DwellDifferenceRow *row);
gboolean         dwell_difference_is_told     (const DwellDifference    *self,
                                               const DwellDifferenceRow *row,
                                               double                    least_share);
DwellVerdict     dwell_difference_get_verdict (const DwellDifference    *self);
gboolean         dwell_measure_is_time        (const DwellComparedMeasure *measure);
DwellTested      dwell_measure_get_tested     (const DwellComparedMeasure *measure);
DwellInterval    dwell_difference_row_get_interval (const DwellDifferenceRow   *self,
                                                    const DwellComparedMeasure *measure,
                                                    const DwellFigure          *figure);

void             dwell_difference_explain (guint64          base_count,
                                           DwellSignedWide  base_total,
                                           guint64          new_count,
                                           DwellSignedWide  new_total,
                                           DwellSignedWide *by_count,
                                           DwellSignedWide *by_time);

double           dwell_figure_get_ratio   (const DwellFigure *self);
gboolean         dwell_figure_has_change  (const DwellFigure *self);

static inline DwellSignedWide
dwell_figure_get_change (const DwellFigure *self)
{
  return (self->has_new ? self->new : 0) - (self->has_base ? self->base : 0);
}

static inline double
dwell_figure_get_real_change (const DwellFigure *self)
{
  return (self->has_new ? self->new_real : 0) - (self->has_base ? self->base_real : 0);
}

/* Whether figures are divided: then by_count_real and by_time_real are the parts of the change. */
static inline gboolean
dwell_difference_is_divided (const DwellDifference *self)
{
  return self->options.per != DWELL_PER_NOTHING;
}

/* Whether the row is of all contexts rather than of one. */
static inline gboolean
dwell_difference_row_is_of_all (const DwellDifferenceRow *row)
{
  return row->base_context == DWELL_NONE && row->new_context == DWELL_NONE;
}

DwellVerdict dwell_verdict_of_rows (const guint   n_verdicts[DWELL_N_VERDICTS]);
const char *dwell_verdict_get_id   (DwellVerdict  self);
const char *dwell_evidence_get_id  (DwellEvidence self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellDifference, dwell_difference_free)

G_END_DECLS
