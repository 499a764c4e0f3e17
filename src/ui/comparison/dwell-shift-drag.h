/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/comparison/dwell-time-link.h"
#include "ui/timeline/dwell-timeline.h"

G_BEGIN_DECLS

void dwell_shift_drag_add (DwellTimeline *timeline,
                           DwellTimeLink *link);

G_END_DECLS
