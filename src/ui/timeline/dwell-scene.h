/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the painter is told of a viewport. */
#pragma once

#include "paint/dwell-timeline-painter.h"
#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

const DwellPalette *dwell_scene_get_palette (void);
gboolean            dwell_scene_init        (DwellTimelineScene *scene,
                                             DwellViewport      *viewport,
                                             GtkWidget          *widget);

G_END_DECLS
