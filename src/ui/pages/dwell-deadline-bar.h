/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the user says how large what a distribution measures may be, and reads how much of it
 * exceeds that. */
#pragma once

#include <adwaita.h>

#include "model/lists/dwell-distribution.h"

G_BEGIN_DECLS

#define DWELL_TYPE_DEADLINE_BAR (dwell_deadline_bar_get_type ())
G_DECLARE_FINAL_TYPE (DwellDeadlineBar, dwell_deadline_bar, DWELL, DEADLINE_BAR, AdwBin)

/* To be called once. Its button does the action “distribution.select-over”. */
void dwell_deadline_bar_set_distribution (DwellDeadlineBar  *self,
                                          DwellDistribution *distribution);

G_END_DECLS
