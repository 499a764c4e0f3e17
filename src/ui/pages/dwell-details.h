/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The details pane: all that is known of a view's focused span, mark or area. Property: view
 * (DwellView, nullable). */
#pragma once

#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_DETAILS (dwell_details_get_type ())
G_DECLARE_FINAL_TYPE (DwellDetails, dwell_details, DWELL, DETAILS, DwellViewBin)

G_END_DECLS
