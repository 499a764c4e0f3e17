/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The overview: a strip that shows the whole trace, with a window that marks the visible range. */
#pragma once

#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

#define DWELL_TYPE_OVERVIEW (dwell_overview_get_type ())
G_DECLARE_FINAL_TYPE (DwellOverview, dwell_overview, DWELL, OVERVIEW, GtkWidget)

void dwell_overview_set_up (DwellOverview *self,
                            DwellViewport *viewport);

G_END_DECLS
