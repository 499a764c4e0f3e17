/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a distribution below its charts. */
#pragma once

#include <gtk/gtk.h>

#include "model/dwell-distribution-answer.h"

G_BEGIN_DECLS

void dwell_distribution_figures_show (GtkGrid                       *self,
                                      const DwellDistributionAnswer *answer,
                                      gint64                         deadline_ns);

G_END_DECLS
