/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prepares the plot of what some routines cost over the size of their input: curves, a fitted curve
 * with its band, and a prediction for one size. The work is done on a worker. */
#pragma once

#include "analysis/costs/dwell-growth.h"
#include "model/lists/dwell-query.h"

G_BEGIN_DECLS

#define DWELL_COST_PLOT_MAX_ROUTINES 8

/* Which recording of a comparison a routine belongs to. */
typedef enum {
  DWELL_COST_PLOT_ALONE,
  DWELL_COST_PLOT_BASE,
  DWELL_COST_PLOT_NEW,
} DwellCostPlotSide;

/* What is drawn. */
typedef struct {
  DwellCosts       *costs;
  guint32           area;
  DwellCostPlotSide side;
} DwellCostPlotRoutine;

typedef struct {
  DwellCostCurveOptions curve;
  gboolean              shows_spread; /* draw worst, average and best instead of curve.kind */
  gboolean              has_fit;      /* only used for worst, average and best costs */
  double                size;         /* cells: the size to predict the cost for; 0: none. In an
                                       * answer also 0 if what is shown cannot be fitted */
} DwellCostPlotOptions;

typedef struct {
  DwellCostPlotRoutine  routine;     /* a reference on its costs */
  guint                 n_sizes;
  guint                 n_curves;
  DwellCostCurveKind    kinds[3];
  DwellCostCurve       *curves[3];
  gboolean              has_growth;  /* a class was found for the fitted costs */
  DwellGrowth           growth;
  guint                 n_fit;       /* 0: nothing fitted */
  double               *fit_sizes;
  double               *fit_values;  /* divided by the bound, as the curves are */
  double               *fit_low;
  double               *fit_high;
  gboolean              has_prediction; /* size was set and has_growth */
  DwellGrowthPrediction prediction;  /* not divided by the bound; can be infinite */
} DwellCostPlotPart;

/* Reference-counted, immutable. */
typedef struct {
  gatomicrefcount      ref_count;
  DwellCosts          *costs; /* of the first routine, for the units */
  DwellCostPlotOptions options;
  guint                n_parts;
  DwellCostPlotPart    parts[DWELL_COST_PLOT_MAX_ROUTINES];
} DwellCostPlotAnswer;

DwellCostPlotAnswer *dwell_cost_plot_answer_new   (const DwellCostPlotRoutine *routines,
                                                   guint                       n_routines,
                                                   const DwellCostPlotOptions *options,
                                                   GCancellable               *cancellable)
                                                  G_GNUC_WARN_UNUSED_RESULT;
DwellCostPlotAnswer *dwell_cost_plot_answer_ref   (DwellCostPlotAnswer *self);
void                 dwell_cost_plot_answer_unref (DwellCostPlotAnswer *self);

gboolean             dwell_cost_plot_options_have_fit (const DwellCostPlotOptions *self);
char                *dwell_cost_plot_to_csv       (const DwellCostPlotRoutine *routines,
                                                   guint                       n_routines)
                                                  G_GNUC_WARN_UNUSED_RESULT;

/* A query for what a plot draws.
 * Signal: answer-changed (an answer arrived or was dropped). */
#define DWELL_TYPE_COST_PLOT (dwell_cost_plot_get_type ())
G_DECLARE_FINAL_TYPE (DwellCostPlot, dwell_cost_plot, DWELL, COST_PLOT, DwellQuery)

DwellCostPlot       *dwell_cost_plot_new         (void) G_GNUC_WARN_UNUSED_RESULT;
void                 dwell_cost_plot_set         (DwellCostPlot              *self,
                                                  const DwellCostPlotRoutine *routines,
                                                  guint                       n_routines,
                                                  const DwellCostPlotOptions *options);
DwellCostPlotAnswer *dwell_cost_plot_get_answer  (DwellCostPlot              *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCostPlotAnswer, dwell_cost_plot_answer_unref)

G_END_DECLS
