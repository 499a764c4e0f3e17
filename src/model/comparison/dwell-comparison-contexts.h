/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/comparison/dwell-comparison-options.h"

G_BEGIN_DECLS

gboolean                dwell_comparison_can_pair_contexts (DwellView *one,
                                                            guint32    context,
                                                            DwellView *other,
                                                            guint32    other_context);
DwellComparisonOptions *dwell_comparison_pair_contexts     (DwellView *one,
                                                            guint32    context,
                                                            DwellView *other,
                                                            guint32    other_context,
                                                            DwellView **view)
                                                           G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
