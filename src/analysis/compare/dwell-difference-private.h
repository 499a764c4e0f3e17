/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of differences. */
#pragma once

#include "analysis/compare/dwell-difference.h"

G_BEGIN_DECLS

gboolean _dwell_difference_is_of_total (const DwellDifference    *self,
                                        const DwellDifferenceRow *row);
void     _dwell_difference_test        (DwellDifference          *self,
                                        GCancellable             *cancellable);
void     _dwell_difference_judge       (DwellDifference          *self,
                                        const DwellMatch         *match);

G_END_DECLS
