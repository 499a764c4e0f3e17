/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/comparison/dwell-time-link.h"
#include "ui/timeline/dwell-timeline.h"

G_BEGIN_DECLS

#define DWELL_TYPE_DRIFT_CURVE (dwell_drift_curve_get_type ())
G_DECLARE_FINAL_TYPE (DwellDriftCurve, dwell_drift_curve, DWELL, DRIFT_CURVE, GtkWidget)

void dwell_drift_curve_set_up (DwellDriftCurve *self,
                               DwellTimeLink   *link,
                               DwellTimeline   *timeline);
void dwell_drift_curve_update (DwellDriftCurve *self);

G_END_DECLS
