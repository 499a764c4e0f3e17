/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/lists/distribution/dwell-distribution.h"

G_BEGIN_DECLS

void dwell_distribution_areas_update (GtkWidget         *bar,
                                      DwellDistribution *distribution);
void dwell_distribution_areas_follow (GtkWidget         *bar,
                                      DwellDistribution *distribution);

G_END_DECLS
