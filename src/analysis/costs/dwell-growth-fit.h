/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fitting one class of growth to points. */
#pragma once

#include "analysis/costs/dwell-growth.h"

G_BEGIN_DECLS

typedef struct {
  double offset; /* a of a + b·g(n) */
  double factor; /* b */
  double base;   /* r, or 0 */
} DwellGrowthFit;

gboolean _dwell_growth_fit_points (DwellGrowthClass      class,
                                   const double         *sizes,
                                   const double         *costs,
                                   guint                 n,
                                   DwellGrowthFit       *fit);
double   _dwell_growth_fit_value  (DwellGrowthClass      class,
                                   const DwellGrowthFit *fit,
                                   double                size);
double   _dwell_growth_fit_score  (DwellGrowthClass      class,
                                   const double         *sizes,
                                   const double         *costs,
                                   guint                 n);
double   _dwell_growth_rival_score
                                  (DwellGrowthClass      class,
                                   const double         *sizes,
                                   const double         *costs,
                                   guint                 n);

G_END_DECLS
