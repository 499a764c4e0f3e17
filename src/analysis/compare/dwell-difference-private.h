/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of differences. */
#pragma once

#include "analysis/compare/dwell-difference.h"

G_BEGIN_DECLS

void _dwell_difference_test (DwellDifference *self,
                             GCancellable    *cancellable);

G_END_DECLS
