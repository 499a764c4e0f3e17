/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The costs of routines by the size of their input (aprof's reports): a row for each routine, its
 * points, and the curves drawn from them.
 *
 * A routine is an area; its points may be in several contexts (threads, files) and stack nodes, and
 * are merged by size: the smallest of minima, the largest of maxima, everything else added up. A
 * column is known in the result only if it is known in all merged points: see the bits 1 <<
 * DwellCostColumn of known. Unknown values (0, or NAN for real numbers) have no meaning and must
 * not be shown.
 *
 * The total that shares refer to is the larger of the total in the file and the largest cost of a
 * routine's outermost activations, since incremental reports do not update the former. Reports that
 * measure different things (metric, measure of size) are kept apart by a join: their routines are
 * different areas, whose module says what is measured, and have separate totals. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"
#include "core/dwell-wide.h"

G_BEGIN_DECLS

/* A routine. */
typedef struct {
  guint32   area;
  guint32   known;           /* bits 1 << DwellCostColumn known in all its points; 0 without
                              * points */
  guint32   n_nodes;         /* stack nodes that its points belong to */
  guint32   n_points;        /* as stored */
  guint32   n_sizes;         /* distinct sizes */
  guint8    has_id;          /* FALSE if its reports give it different ids */
  guint8    is_favourite;    /* bookmarked in the file */
  guint64   id;              /* from the file; valid if has_id */
  guint64   min_size;        /* valid if n_points > 0, like max_size */
  guint64   max_size;
  DwellWide calls;
  DwellWide cumulative;      /* with callees; each activation of a recursive routine counts */
  DwellWide real;            /* of outermost activations */
  DwellWide self;            /* without direct callees */
  double    share;           /* part of the total: of real cost, or cumulative if that is not known;
                              * 0…1, negative if there is none */
  double    self_share;      /* like share */
  double    syscall;         /* part of the input that system calls wrote, 0…1; NAN if not known */
  double    thread;          /* part of the input that other threads wrote, like syscall */
} DwellCostRow;

/* The cost that routines are ranked by: of outermost activations, if that is known. */
static inline DwellWide
dwell_cost_row_get_cost (const DwellCostRow *self,
                         gboolean            is_self)
{
  if (is_self)
    return self->known & 1u << DWELL_COST_SELF ? self->self : 0;

  return self->known & 1u << DWELL_COST_REAL ? self->real : self->cumulative;
}

/* All activations of a routine on inputs of one size. */
typedef struct {
  guint64   size;            /* cells; times dwell_costs_get_size_bytes(): bytes */
  guint32   known;           /* bits 1 << DwellCostColumn */
  guint64   min;             /* of one activation */
  guint64   max;
  guint64   self_min;
  guint64   self_max;
  DwellWide calls;
  DwellWide sum;
  DwellWide real;
  DwellWide self;
  double    variance;        /* of the population; NAN if there is none (dwell-squares.h) */
  double    self_variance;
  double    syscall;         /* like in the row */
  double    thread;
} DwellCostPoint;

typedef struct {
  guint           n_points;
  DwellCostPoint *points;    /* by rising size, without duplicates */
} DwellCostPoints;

typedef struct _DwellCosts DwellCosts;

DwellCosts         *dwell_costs_new        (DwellTrace         *trace,
                                            guint32             context,
                                            GCancellable       *cancellable)
                                           G_GNUC_WARN_UNUSED_RESULT;
DwellCosts         *dwell_costs_ref        (DwellCosts         *self);
void                dwell_costs_unref      (DwellCosts         *self);
void                dwell_costs_count_bytes    (DwellCosts       *self);
guint32             dwell_costs_get_size_bytes (const DwellCosts *self);
DwellTrace         *dwell_costs_get_trace  (DwellCosts         *self);

guint               dwell_costs_get_n_rows (const DwellCosts   *self);
const DwellCostRow *dwell_costs_get_row    (const DwellCosts   *self,
                                            guint               row);
guint               dwell_costs_find_row   (const DwellCosts   *self,
                                            guint32             area);
DwellWide           dwell_costs_get_total  (const DwellCosts   *self,
                                            guint               row);

guint32            *dwell_costs_rank       (const DwellCosts   *self,
                                            gboolean            is_self) G_GNUC_WARN_UNUSED_RESULT;

DwellCostPoints    *dwell_costs_get_points      (const DwellCosts *self,
                                                 guint             row) G_GNUC_WARN_UNUSED_RESULT;
void                dwell_cost_points_free      (DwellCostPoints  *self);

/* The curves that are drawn from points. */
typedef enum {
  DWELL_COST_CURVE_WORST,
  DWELL_COST_CURVE_AVERAGE,
  DWELL_COST_CURVE_BEST,
  DWELL_COST_CURVE_FREQUENCY, /* calls by size */
  DWELL_COST_CURVE_TOTAL,     /* total cost of all calls of a size */
  DWELL_COST_CURVE_VARIANCE,
  DWELL_COST_CURVE_AMORTIZED, /* cost of all calls up to a size, per cell that they read */
  DWELL_COST_CURVE_MEAN,      /* mean cumulative: cost of all calls up to a size, per call */
  DWELL_N_COST_CURVES,
} DwellCostCurveKind;

/* H(n) = n^power · (log n)^logs · (log log n)^log_logs, natural logarithms. */
typedef struct {
  double power;
  double logs;
  double log_logs;
} DwellCostBound;

#define DWELL_N_COST_BOUNDS 8

/* The bounds of a slider, by growth: 1, n, n log log n, n log n, n^1.5, n², n^2.5, n³. Intermediate
 * steps are made by increasing power (n^ε) or logs (log n). */
extern const DwellCostBound dwell_cost_bounds[DWELL_N_COST_BOUNDS];

typedef struct {
  DwellCostCurveKind kind;
  gboolean           is_self;     /* self cost instead of cumulative */
  DwellCostBound     bound;       /* values are divided by this: T(n)/H(n); all 0: not divided */
  guint64            group_width; /* this many sizes are grouped; 0 or 1: not grouped */
  guint              smoothing;   /* moving mean over this many neighbours on each side; 0: no
                                   * mean */
} DwellCostCurveOptions;

/* Points to draw: only where the value is known (and finite: a bound may be 0 or undefined). */
typedef struct {
  guint      n;
  double    *sizes;   /* rising; for a group the mean over its calls */
  double    *values;
  DwellWide *calls;   /* determines the colour */
} DwellCostCurve;

double          dwell_cost_bound_value (const DwellCostBound        *bound,
                                        double                       size);
char           *dwell_cost_bound_text  (const DwellCostBound        *bound)
                                       G_GNUC_WARN_UNUSED_RESULT;
gboolean        dwell_cost_curve_is_known (DwellCostCurveKind        kind,
                                           gboolean                  is_self,
                                           guint32                   known);
DwellCostCurve *dwell_cost_curve_new   (const DwellCostPoints       *points,
                                        const DwellCostCurveOptions *options)
                                       G_GNUC_WARN_UNUSED_RESULT;
void            dwell_cost_curve_free  (DwellCostCurve              *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCosts, dwell_costs_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCostPoints, dwell_cost_points_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCostCurve, dwell_cost_curve_free)

G_END_DECLS
