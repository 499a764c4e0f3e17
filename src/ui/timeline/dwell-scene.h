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
/* For paper and pictures: the light style, without what points at things. */
void                dwell_scene_init_for_paper (DwellTimelineScene *scene,
                                                DwellView          *view,
                                                gint64              begin,
                                                gint64              end);
/* px of all lanes. */
int                 dwell_scene_get_lanes_height (const DwellTimelineScene *scene);

G_END_DECLS
