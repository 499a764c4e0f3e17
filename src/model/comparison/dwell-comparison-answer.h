/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A difference and what it is of: shared by all that show it, on any thread; never changed. */
#pragma once

#include "analysis/compare/dwell-difference-cells.h"
#include "model/session/dwell-reading.h"

G_BEGIN_DECLS

typedef struct {
  /*< private >*/
  gatomicrefcount ref_count;

  /*< public >*/
  DwellReading    *base;
  DwellReading    *new;
  DwellMatch      *match;
  DwellDifference *difference;
} DwellComparisonAnswer;

DwellComparisonAnswer *_dwell_comparison_answer_new   (DwellReading          *base,
                                                       gint64                 base_begin,
                                                       gint64                 base_end,
                                                       DwellReading          *new,
                                                       gint64                 new_begin,
                                                       gint64                 new_end,
                                                       GCancellable          *cancellable);
DwellComparisonAnswer *_dwell_comparison_answer_ref   (DwellComparisonAnswer *self);
void                   _dwell_comparison_answer_unref (DwellComparisonAnswer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellComparisonAnswer, _dwell_comparison_answer_unref)

G_END_DECLS
