/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a view compares, in the form that a file keeps (formats/dwell-comparison-file.h). */
#pragma once

#include "formats/dwell-comparison-file.h"
#include "model/comparison/dwell-comparison-options.h"

G_BEGIN_DECLS

DwellComparisonFile *dwell_comparison_keeping_gather (DwellView *view) G_GNUC_WARN_UNUSED_RESULT;
void                 dwell_comparison_keeping_apply  (DwellView                    *view,
                                                      const DwellComparisonFile    *file,
                                                      const DwellComparisonOptions *options);

G_END_DECLS
