/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The growth of the cost of a routine with the size of its input: which of nine classes of
 * functions fits the measured points, with what confidence, and which costs it predicts for sizes
 * that were not measured. Deterministic: the same points give the same answer to the last bit.
 *
 * The rules (src/formats/aprof/README.md, "Growth"), for points (n, y) with n ≥ 1 and y > 0:
 *   1. fewer than 5 distinct sizes: no class. max y / min y < 1.05: constant
 *   2. more than 24 points: geometric bins, 8 an octave, each replaced by the mean of its points;
 *      if that leaves fewer than 5, 24 bins with equal numbers of points
 *   3. of these, points with n ≥ n_max / 32; if fewer than 5, the 5 largest
 *   4. each class is fitted as a + b·g(n) with a, b ≥ 0 by least squares of relative residuals
 *      (weights 1/y), r^n with the best r, only if n_max ≤ 256. Costs are not fitted as a constant
 *      if they rise with the sizes significantly at 1 per cent (Mann and Kendall's test) and by
 *      more than a factor of 81/49, so that no constant is within 25 per cent at both ends
 *   5. each is scored by the SMAPE of its predictions for points left out one by one; the class is
 *      the simplest whose score is within 1.15 · best + 0.3 percentage points
 *   6. the margin M = (second + 0.3) / (score + 0.3), the range R = n_max / n_min of the points
 *      used, the score S. High: M ≥ 3, or M ≥ 1.5 with R ≥ 16 and S < 15; medium: M ≥ 1.15 and
 *      R ≥ 16; else low, and with R < 4, or M < 1.15 and S ≥ 5, only “between X and Y”.
 *      S > 25: the routine behaves in several ways at one size. Costs that fall do not grow; this
 *      is never a “between”
 *   7. at most low: if S > 25; if a function close to the class that is not a class (n^1.25 for
 *      n log n) is scored 1.5 times better; or if S ≥ 3, the residuals change their sign
 *      significantly rarely (at 5 per cent), and such a function is not scored 1.5 times worse; or
 *      for log n, below which there is no such function, if S ≥ 1 and the residuals are
 *      significantly smooth (von Neumann's ratio): costs that grow only up to some size.
 *      At most medium if such a function is scored 1.15 times better, or with fewer than 8 points;
 *      for r^n if S ≥ 3 and the residuals are smooth, if it reaches 1.05 times its offset (below
 *      that rule 1 would call it constant) at fewer than 8 points, or if it rises less than 16
 *      times from n_min to n_max */
#pragma once

#include "analysis/costs/dwell-costs.h"

G_BEGIN_DECLS

/* From simple to complex: the simpler one is preferred where both fit. */
typedef enum {
  DWELL_GROWTH_CONSTANT,
  DWELL_GROWTH_LOG,          /* log n */
  DWELL_GROWTH_LINEAR,       /* n */
  DWELL_GROWTH_LINEAR_LOG,   /* n log n */
  DWELL_GROWTH_POWER_1_5,    /* n^1.5 */
  DWELL_GROWTH_SQUARE,       /* n² */
  DWELL_GROWTH_SQUARE_LOG,   /* n² log n */
  DWELL_GROWTH_CUBE,         /* n³ */
  DWELL_GROWTH_EXPONENTIAL,  /* r^n */
  DWELL_N_GROWTH_CLASSES,
  DWELL_GROWTH_NONE = DWELL_N_GROWTH_CLASSES, /* not enough sizes */
} DwellGrowthClass;

typedef enum {
  DWELL_CONFIDENCE_NONE,
  DWELL_CONFIDENCE_LOW,
  DWELL_CONFIDENCE_MEDIUM,
  DWELL_CONFIDENCE_HIGH,
} DwellConfidence;

typedef struct {
  DwellCostCurveKind kind;    /* WORST (the default), AVERAGE or BEST */
  gboolean           is_self;
} DwellGrowthOptions;

/* With fewer sizes, or sizes that differ by less than this factor, a curve is distinguished from
 * similar ones only by chance: the growth is not sure, whatever its confidence. */
#define DWELL_GROWTH_SURE_SIZES 8
#define DWELL_GROWTH_SURE_RANGE 4

/* At most 24 unbinned points, or 8 bins an octave over 5 octaves, including both ends. */
#define DWELL_GROWTH_POINTS_MAX 48

/* The points that are fitted: after leaving out, binning and cutting. */
typedef struct {
  guint  n;
  guint  n_measured;  /* points before binning and cutting; those that cannot be fitted are already
                       * left out */
  double sizes[DWELL_GROWTH_POINTS_MAX];
  double costs[DWELL_GROWTH_POINTS_MAX];
  double least;       /* extremes of the costs before binning */
  double most;
} DwellGrowthPoints;

typedef struct {
  DwellGrowthClass class;
  DwellGrowthClass second;        /* the second-best class; NONE if there is none */
  DwellConfidence  confidence;
  DwellCostCurveKind kind;        /* the cost that was fitted: AVERAGE if WORST is not known */
  guint8           is_self;
  guint8           is_between;    /* only “between class and second” is known */
  guint8           has_several_behaviours; /* several costs at one size */
  guint            n_measured;    /* sizes that could be fitted */
  guint            n_used;        /* points fitted, after binning and cutting */
  double           min_size;      /* of the points used */
  double           max_size;
  double           score;         /* SMAPE of class, per cent; NAN if NONE or by rule 1 */
  double           second_score;
  double           offset;        /* a of a + b·g(n) */
  double           factor;        /* b */
  double           base;          /* r; 0 for other classes */
  double           exponent;      /* slope of log y against log n; NAN if there is none */
  double           r2;            /* its coefficient of determination; NAN if there is none */
} DwellGrowth;

/* A predicted cost; low and high are the 5th and 95th percentile of 200 fits of the same class to
 * points drawn anew (bootstrap). NAN if there is no class. */
typedef struct {
  double value;
  double low;
  double high;
} DwellGrowthPrediction;

gboolean     dwell_growth_prepare      (const DwellCostPoints     *points,
                                        DwellCostCurveKind        *kind,
                                        gboolean                   is_self,
                                        DwellGrowthPoints         *out);
void         dwell_growth_prepare_values (const double            *sizes,
                                          const double            *costs,
                                          gsize                    n,
                                          DwellGrowthPoints       *out);
void         dwell_growth_classify     (const DwellGrowthPoints   *points,
                                        DwellGrowth               *growth);
DwellGrowth *dwell_growth_classify_all (const DwellCosts          *costs,
                                        const DwellGrowthOptions  *options,
                                        GCancellable              *cancellable)
                                       G_GNUC_WARN_UNUSED_RESULT;

double       dwell_growth_value        (const DwellGrowth         *growth,
                                        double                     size);
void         dwell_growth_predict      (const DwellGrowth         *growth,
                                        const DwellGrowthPoints   *points,
                                        const double              *sizes,
                                        gsize                      n,
                                        DwellGrowthPrediction     *predictions);

double       dwell_growth_get_rank     (const DwellGrowth         *growth);
gboolean     dwell_growth_is_sure      (const DwellGrowth         *growth);
double       dwell_growth_get_at_10x   (const DwellGrowth         *growth,
                                        const DwellCostRow        *row);
double       dwell_growth_get_urgency  (const DwellGrowth         *growth,
                                        const DwellCostRow        *row);
guint32     *dwell_growth_rank_rows    (const DwellCosts          *costs,
                                        const DwellGrowth         *growths)
                                       G_GNUC_WARN_UNUSED_RESULT;

const char  *dwell_growth_class_get_id    (DwellGrowthClass        class);
const char  *dwell_growth_class_get_title (DwellGrowthClass        class);
const char  *dwell_confidence_get_id      (DwellConfidence         confidence);
const char  *dwell_growth_get_doubt       (const DwellGrowth      *growth);
char        *dwell_growth_describe        (const DwellGrowth      *growth)
                                          G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
