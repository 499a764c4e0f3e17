/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The difference of two readings, with what was compared. It never changes, so it is shared by all
 * that show it, on any thread. */
#pragma once

#include "analysis/compare/dwell-difference-cells.h"
#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-comparison-sides.h"

G_BEGIN_DECLS

typedef struct {
  /*< private >*/
  gatomicrefcount ref_count;

  /*< public >*/
  DwellComparisonSides    sides;
  DwellComparisonOptions *options;
  DwellMatch             *match;
  DwellDifference        *difference;
} DwellComparisonAnswer;

DwellComparisonAnswer *_dwell_comparison_answer_new   (const DwellComparisonSides   *sides,
                                                       const DwellComparisonOptions *options,
                                                       GCancellable                 *cancellable);
DwellComparisonAnswer *_dwell_comparison_answer_ref   (DwellComparisonAnswer *self);
void                   _dwell_comparison_answer_unref (DwellComparisonAnswer *self);

DwellComparisonAnswer *_dwell_comparison_item_get_answer (gpointer item);
DwellComparisonAnswer *_dwell_comparison_list_get_answer (gpointer list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellComparisonAnswer, _dwell_comparison_answer_unref)

G_END_DECLS
