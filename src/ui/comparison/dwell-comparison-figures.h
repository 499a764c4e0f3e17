/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures below the charts of a comparison: how each percentile changed. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/compare/dwell-distribution-difference.h"

G_BEGIN_DECLS

char *dwell_comparison_figures_dup_change (double                             change);
void  dwell_comparison_figures_fill       (GtkGrid                           *grid,
                                           const DwellDistributionDifference *difference);

G_END_DECLS
