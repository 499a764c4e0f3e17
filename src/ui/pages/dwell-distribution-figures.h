/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a distribution below its charts. */
#pragma once

#include <gtk/gtk.h>

#include "model/lists/distribution/dwell-distribution-answer.h"

G_BEGIN_DECLS

char *dwell_distribution_figures_name (double                         fraction)
  G_GNUC_WARN_UNUSED_RESULT;
void  dwell_distribution_figures_fill (GtkGrid                       *self,
                                       GPtrArray                     *texts,
                                       guint                          n_columns);
void  dwell_distribution_figures_show (GtkGrid                       *self,
                                       const DwellDistributionAnswer *answer,
                                       const DwellSampleLimits       *limits);

G_END_DECLS
