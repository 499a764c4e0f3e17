/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lines of source cost in two recordings, as a list of rows. */
#pragma once

#include "analysis/compare/dwell-line-difference.h"
#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-comparison-rows.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_COMPARISON_LINE_NAME,
  DWELL_COMPARISON_LINE_ROUTINE,
  DWELL_COMPARISON_LINE_MODULE,
  DWELL_COMPARISON_LINE_CHANGE, /* of the time; of the hits if one recording has no times */
  DWELL_COMPARISON_LINE_VERDICT,
  DWELL_COMPARISON_LINE_RATIO,
  DWELL_COMPARISON_LINE_BASE,
  DWELL_COMPARISON_LINE_NEW,
  DWELL_COMPARISON_LINE_HITS_CHANGE,
  DWELL_COMPARISON_LINE_HITS_BASE,
  DWELL_COMPARISON_LINE_HITS_NEW,
  DWELL_COMPARISON_LINE_BASE_LINE,
  DWELL_COMPARISON_LINE_NEW_LINE,
  DWELL_N_COMPARISON_LINE_COLUMNS,
} DwellComparisonLineColumn;

extern const DwellColumnInfo dwell_comparison_line_columns[DWELL_N_COMPARISON_LINE_COLUMNS];

DwellComparisonRows *dwell_comparison_lines_new      (void) G_GNUC_WARN_UNUSED_RESULT;
const DwellLineDifference *
                     dwell_comparison_lines_get      (DwellComparisonRows *self);
char                *dwell_comparison_lines_describe (DwellComparisonRows *self)
                                                     G_GNUC_WARN_UNUSED_RESULT;
guint                dwell_comparison_lines_get_n_shifts   (DwellComparisonRows    *self);
char                *dwell_comparison_lines_describe_shift (DwellComparisonRows    *self,
                                                            guint                   n,
                                                            gboolean               *is_taken)
                                                           G_GNUC_WARN_UNUSED_RESULT;
gboolean             dwell_comparison_lines_shift          (DwellComparisonRows    *self,
                                                            guint                   n,
                                                            DwellComparisonOptions *options);

G_END_DECLS
