/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timeline of the recording that a tab is compared with, linked with the tab's own. */
#pragma once

#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_TIMELINE (dwell_comparison_timeline_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonTimeline, dwell_comparison_timeline, DWELL,
                      COMPARISON_TIMELINE, DwellViewBin)

G_END_DECLS
