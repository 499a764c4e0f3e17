/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small chart of samples over time. The limit is a line that can be dragged, or moved with the
 * arrow keys. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/requirements/dwell-requirement-samples.h"

G_BEGIN_DECLS

#define DWELL_TYPE_LIMIT_CHART (dwell_limit_chart_get_type ())
G_DECLARE_FINAL_TYPE (DwellLimitChart, dwell_limit_chart, DWELL, LIMIT_CHART, GtkWidget)

/* Signal: moved (gboolean is_low, gint64 limit_ns): the user has moved the lower or the upper
 * limit. */

void dwell_limit_chart_show (DwellLimitChart               *self,
                             const DwellRequirementSamples *samples,
                             double                         low,
                             double                         high);

G_END_DECLS
