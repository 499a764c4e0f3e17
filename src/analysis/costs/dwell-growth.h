/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The growth of the cost of a routine with the size of its input: which of nine classes of
 * functions fits the measured points, how sure that is, and what it predicts for a size that was
 * not measured. Deterministic: the same points give the same answer to the last bit.
 *
 * The rules (src/formats/aprof/README.md, "Growth"), for points (n, y) with n ≥ 1 and y > 0:
 *   1. fewer than 5 distinct sizes: no class. max y / min y < 1.05: constant
 *   2. more than 24 points: geometric bins, 8 an octave, each the mean of its points; where that
 *      leaves fewer than 5, 24 bins of equally many points
 *   3. of these, points with n ≥ n_max / 32; if fewer than 5, the 5 largest
 *   4. each class is fitted as a + b·g(n) with a, b ≥ 0 by least squares of relative residuals
 *      (weights 1/y), r^n with the r that leaves the least, only if n_max ≤ 256. Not as a constant:
 *      costs that rise with the sizes more than chance would have it once in a hundred times (Mann
 *      and Kendall's test) and to more than 81/49 of the least, of which no constant is within 25
 *      per cent at both ends
 *   5. each is scored by the SMAPE of its predictions for points left out one by one; the class is
 *      the simplest whose score is within 1.15 · best + 0.3 per cent points
 *   6. the margin M = (second + 0.3) / (score + 0.3), the range R = n_max / n_min of the points
 *      used, the score S. High: M ≥ 3, or M ≥ 1.5 with R ≥ 16 and S < 15; medium: M ≥ 1.15 and
 *      R ≥ 16; else low, and with R < 4, or M < 1.15 and S ≥ 5, no more than “between X and Y”.
 *      S > 25: the routine behaves in several ways at one size. Costs that fall do not grow, which
 *      is no “between”
 *   7. no more than low: if S > 25; if a function beside the class that is none (n^1.25 by n log n)
 *      is scored 1.5 times better; or if S ≥ 3, the residuals change their sign as seldom as chance
 *      would have it once in twenty times, and such a function is not scored 1.5 times worse; or
 *      of log n, below which there is no such function, if S ≥ 1 and the residuals are as smooth
 *      (von Neumann's ratio): costs that grow up to a size, and then no more.
 *      No more than medium at 1.15 times, or with fewer than 8 points; r^n if S ≥ 3 and the
 *      residuals are as smooth, if at fewer than 8 points it comes to 1.05 times its offset (what
 *      rule 1 calls constant), or if from n_min to n_max it rises less than 16 times */
#pragma once

#include "analysis/costs/dwell-costs.h"

G_BEGIN_DECLS

/* From simple to complex: a lower one is preferred where both fit. */
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

/* Fewer sizes, or sizes less than so many times apart, tell a curve from its neighbours by chance:
 * such a growth is not sure, whatever its confidence. */
#define DWELL_GROWTH_SURE_SIZES 8
#define DWELL_GROWTH_SURE_RANGE 4

/* At most 24 points as they are, or 8 bins an octave over 5 octaves with both ends. */
#define DWELL_GROWTH_POINTS_MAX 48

/* The points that the fit is made of: after leaving out, binning and cutting. */
typedef struct {
  guint  n;
  guint  n_measured;  /* points before that; those that cannot be fitted are left out already */
  double sizes[DWELL_GROWTH_POINTS_MAX];
  double costs[DWELL_GROWTH_POINTS_MAX];
  double least;       /* of the costs before binning */
  double most;
} DwellGrowthPoints;

typedef struct {
  DwellGrowthClass class;
  DwellGrowthClass second;        /* fits best of the others; NONE if there is none */
  DwellConfidence  confidence;
  DwellCostCurveKind kind;        /* what was fitted: AVERAGE where WORST is not known */
  guint8           is_self;
  guint8           is_between;    /* no more can be said than “between class and second” */
  guint8           has_several_behaviours; /* at one size */
  guint            n_measured;    /* sizes that could be fitted */
  guint            n_used;        /* points fitted, after binning and cutting */
  double           min_size;      /* of the points used */
  double           max_size;
  double           score;         /* SMAPE of class, per cent; NAN if NONE or by rule 1 */
  double           second_score;
  double           offset;        /* a of a + b·g(n) */
  double           factor;        /* b */
  double           base;          /* r; 0 for the others */
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
