/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is drawn of the costs of some routines over the size of their input: curves, the fitted one
 * with its band, and what it foretells for a size. Asked for on a worker. */
#pragma once

#include "analysis/costs/dwell-growth.h"
#include "model/lists/dwell-query.h"

G_BEGIN_DECLS

#define DWELL_COST_PLOT_MAX_ROUTINES 8

typedef struct {
  DwellCostCurveOptions curve;
  gboolean              shows_spread; /* worst, average and best instead of curve.kind */
  gboolean              has_fit;      /* of worst, average and best costs alone */
  double                size;         /* to foretell the cost of, cells; 0: none; of an answer 0
                                       * also where what is shown cannot be fitted */
} DwellCostPlotOptions;

typedef struct {
  guint32               area;
  guint                 n_sizes;
  guint                 n_curves;
  DwellCostCurveKind    kinds[3];
  DwellCostCurve       *curves[3];
  gboolean              has_growth;  /* a class was found, of fitted costs */
  DwellGrowth           growth;
  guint                 n_fit;       /* 0: nothing fitted */
  double               *fit_sizes;
  double               *fit_values;  /* divided by the bound, as the curves */
  double               *fit_low;
  double               *fit_high;
  gboolean              has_prediction; /* asked for, and there is a growth to foretell from */
  DwellGrowthPrediction prediction;  /* not divided; may be more than a number can hold */
} DwellCostPlotPart;

/* Reference-counted, immutable. */
typedef struct {
  gatomicrefcount      ref_count;
  DwellCosts          *costs;
  DwellCostPlotOptions options;
  guint                n_parts;
  DwellCostPlotPart    parts[DWELL_COST_PLOT_MAX_ROUTINES];
} DwellCostPlotAnswer;

/* On any thread, as DwellCostPlot does it on a worker; of at most DWELL_COST_PLOT_MAX_ROUTINES.
 * Where it is cancelled, some are lacking. */
DwellCostPlotAnswer *dwell_cost_plot_answer_new   (DwellCosts                 *costs,
                                                   const guint32              *areas,
                                                   guint                       n_areas,
                                                   const DwellCostPlotOptions *options,
                                                   GCancellable               *cancellable)
                                                  G_GNUC_WARN_UNUSED_RESULT;
DwellCostPlotAnswer *dwell_cost_plot_answer_ref   (DwellCostPlotAnswer *self);
void                 dwell_cost_plot_answer_unref (DwellCostPlotAnswer *self);

/* Whether what is shown can be fitted. */
gboolean             dwell_cost_plot_options_have_fit (const DwellCostPlotOptions *self);
/* The points of the routines, every column that their reports tell of: CSV as RFC 4180 has it. */
char                *dwell_cost_plot_to_csv       (DwellCosts                *costs,
                                                   const guint32             *areas,
                                                   guint                      n_areas)
                                                  G_GNUC_WARN_UNUSED_RESULT;

#define DWELL_TYPE_COST_PLOT (dwell_cost_plot_get_type ())
G_DECLARE_FINAL_TYPE (DwellCostPlot, dwell_cost_plot, DWELL, COST_PLOT, DwellQuery)

/* Signal: answer-changed (one came or went). */
DwellCostPlot       *dwell_cost_plot_new         (void) G_GNUC_WARN_UNUSED_RESULT;
/* @costs (nullable): nothing. At most DWELL_COST_PLOT_MAX_ROUTINES @areas are drawn. */
void                 dwell_cost_plot_set         (DwellCostPlot              *self,
                                                  DwellCosts                 *costs,
                                                  const guint32              *areas,
                                                  guint                       n_areas,
                                                  const DwellCostPlotOptions *options);
/* (nullable) (transfer none): the last answer. */
DwellCostPlotAnswer *dwell_cost_plot_get_answer  (DwellCostPlot              *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCostPlotAnswer, dwell_cost_plot_answer_unref)

G_END_DECLS
