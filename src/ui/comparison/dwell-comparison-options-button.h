/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A button that opens the options of a comparison: the measure, what it is divided by, the
 * noise. */
#pragma once

#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_OPTIONS_BUTTON (dwell_comparison_options_button_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonOptionsButton, dwell_comparison_options_button, DWELL,
                      COMPARISON_OPTIONS_BUTTON, DwellViewBin)

G_END_DECLS
