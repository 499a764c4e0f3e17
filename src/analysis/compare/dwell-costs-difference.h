/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The costs of two recordings side by side: a row for each routine of either, with its cost, the
 * growth of its cost, and how both changed. Routines are paired by the match of areas.
 *
 * Costs in different units have no change and no verdict; sizes in cells of different sizes are
 * converted to bytes. Costs of the same input, and growth, are compared only if both costs and
 * sizes count the same things.
 *
 * Rows that grow steeper come first, then those that perhaps grow steeper; then by falling |change|
 * of the cost, ties by name. */
#pragma once

#include "analysis/compare/dwell-cost-difference.h"
#include "analysis/compare/dwell-difference.h"
#include "core/dwell-measured.h"

G_BEGIN_DECLS

typedef struct {
  guint               base_row; /* row of the base’s costs, or G_MAXUINT: new */
  guint               new_row;  /* G_MAXUINT: gone */
  DwellVerdict        verdict;  /* verdict on the cost: more, less, same, new or gone; see
                                 * dwell_costs_difference_has_verdict() */
  DwellMatchedBy      matched_by;
  DwellFigure         calls;
  DwellFigure         cost;     /* cost of outermost activations, where that is known */
  DwellCostDifference growth;   /* see dwell_costs_difference_has_growth(); else all 0 */
} DwellCostsDifferenceRow;

typedef struct {
  /*< public, read-only >*/
  DwellCosts              *base;
  DwellCosts              *new;
  DwellGrowth             *base_growths; /* by row of the costs */
  DwellGrowth             *new_growths;
  DwellCostsDifferenceRow *rows;
  guint                    n_rows;
  DwellMeasured            differing;    /* in what the recordings were measured differently */
} DwellCostsDifference;

DwellCostsDifference *dwell_costs_difference_new  (DwellTrace           *base,
                                                   guint32               base_context,
                                                   DwellTrace           *new,
                                                   guint32               new_context,
                                                   const DwellMatch     *match,
                                                   GCancellable         *cancellable)
                                                  G_GNUC_WARN_UNUSED_RESULT;
void                  dwell_costs_difference_free (DwellCostsDifference *self);

gboolean dwell_costs_difference_has_change  (const DwellCostsDifference    *self);
gboolean dwell_costs_difference_has_verdict (const DwellCostsDifference    *self,
                                             const DwellCostsDifferenceRow *row);
gboolean dwell_costs_difference_has_growth  (const DwellCostsDifference    *self,
                                             const DwellCostsDifferenceRow *row);

const DwellCostRow *dwell_costs_difference_get_base (const DwellCostsDifference    *self,
                                                     const DwellCostsDifferenceRow *row,
                                                     const DwellGrowth            **growth);
const DwellCostRow *dwell_costs_difference_get_new  (const DwellCostsDifference    *self,
                                                     const DwellCostsDifferenceRow *row,
                                                     const DwellGrowth            **growth);
const DwellTrace   *dwell_costs_difference_get_area (const DwellCostsDifference    *self,
                                                     const DwellCostsDifferenceRow *row,
                                                     guint32                       *area);
const char         *dwell_costs_difference_get_name (const DwellCostsDifference    *self,
                                                     const DwellCostsDifferenceRow *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCostsDifference, dwell_costs_difference_free)

G_END_DECLS
