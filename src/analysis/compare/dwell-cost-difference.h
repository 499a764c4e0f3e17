/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The difference of the costs of a routine in two recordings: how its cost grows with the size of
 * its input, by what factor it costs more on the same sizes, and how much of a change of its total
 * is due to other inputs rather than to a different cost of the same input.
 *
 *   by_inputs   Σ (c_b − c_a)(t_a + t_b)/2 over the sizes of both, where c is the calls and t the
 *               mean cost at a size; plus the sums at sizes that only one has
 *   by_cost     the rest, so that both add up to the change
 *   factor      geometric mean of new divided by base at 24 sizes, evenly spaced in log n over the
 *               range of both; costs between sizes are interpolated linearly in log cost over log n
 *
 * A routine grows steeper (or flatter) if both classes have medium confidence or more and are not a
 * “between”, the sizes overlap by a factor of 4, the exponents differ by 0.15, and at the largest
 * common size the costs differ by more than a tenth in the same direction; “perhaps” if only the
 * confidence is missing. Where classes differ but the costs are within a tenth, the growth is the
 * same over the measured range: n and n log n cannot be told apart over a short range. */
#pragma once

#include "analysis/compare/dwell-match.h"
#include "analysis/costs/dwell-growth.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_GROWTH_IS_UNKNOWN,
  DWELL_GROWTH_IS_SAME,
  DWELL_GROWTH_IS_STEEPER,
  DWELL_GROWTH_IS_FLATTER,
  DWELL_GROWTH_IS_PERHAPS_STEEPER,
  DWELL_GROWTH_IS_PERHAPS_FLATTER,
} DwellGrowthChange;

typedef struct {
  DwellSignedWide   base_total; /* of all activations whose sizes are known */
  DwellSignedWide   new_total;
  DwellSignedWide   by_inputs;
  DwellSignedWide   by_cost;
  double            factor;     /* NAN: no sizes in common */
  double            factor_at_largest;
  double            overlap;    /* the largest common size divided by the smallest; 0: none */
  DwellGrowthChange change;
} DwellCostDifference;

void        dwell_cost_difference_init  (DwellCostDifference   *self,
                                         const DwellCostPoints *base,
                                         const DwellGrowth     *base_growth,
                                         const DwellCostPoints *new,
                                         const DwellGrowth     *new_growth);
const char *dwell_growth_change_get_id  (DwellGrowthChange      self);

G_END_DECLS
