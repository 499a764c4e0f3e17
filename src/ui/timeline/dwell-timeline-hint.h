/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line over the timeline that says how to zoom, to select, and where help is. It is shown only
 * once, and disappears at the first zoom or selection, or after some time. */
#pragma once

#include <adwaita.h>

#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TIMELINE_HINT (dwell_timeline_hint_get_type ())
G_DECLARE_FINAL_TYPE (DwellTimelineHint, dwell_timeline_hint, DWELL, TIMELINE_HINT, AdwBin)

void dwell_timeline_hint_set_up (DwellTimelineHint *self,
                                 DwellViewport     *viewport);

G_END_DECLS
