/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requirements that a distribution suggests: that its deadlines are met, and that its percentiles
 * do not get worse. */
#pragma once

#include "model/lists/distribution/dwell-distribution.h"

G_BEGIN_DECLS

/* Stands for the deadline in place of a percentile. */
#define DWELL_REQUIRE_DEADLINE 0.0

GMenuModel *dwell_distribution_requiring_make_menu      (DwellDistribution *distribution)
                                                        G_GNUC_WARN_UNUSED_RESULT;
char       *dwell_distribution_requiring_put_into_words (DwellDistribution *distribution,
                                                         guint              part,
                                                         double             percentile)
                                                        G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
