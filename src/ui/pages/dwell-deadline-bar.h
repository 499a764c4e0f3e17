/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bar for the deadline of a distribution's areas: the user sets it, and sees how many spans
 * exceed it. Its button activates the action “distribution.select-over”. */
#pragma once

#include <adwaita.h>

#include "model/lists/distribution/dwell-distribution.h"

G_BEGIN_DECLS

#define DWELL_TYPE_DEADLINE_BAR (dwell_deadline_bar_get_type ())
G_DECLARE_FINAL_TYPE (DwellDeadlineBar, dwell_deadline_bar, DWELL, DEADLINE_BAR, AdwBin)

void dwell_deadline_bar_set_distribution (DwellDeadlineBar  *self,
                                          DwellDistribution *distribution);

G_END_DECLS
