/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fills a painter's scene with what a timeline, a print or a picture shows. */
#pragma once

#include "paint/dwell-timeline-painter.h"
#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

gboolean dwell_scene_init             (DwellTimelineScene       *scene,
                                       DwellViewport            *viewport,
                                       GtkWidget                *widget);
DwellTimelinePainter *dwell_scene_make_painter (GtkWidget *widget) G_GNUC_WARN_UNUSED_RESULT;
void     dwell_scene_init_for_paper   (DwellTimelineScene       *scene,
                                       DwellView                *view,
                                       gint64                    begin,
                                       gint64                    end);
int      dwell_scene_get_lanes_height (const DwellTimelineScene *scene);

G_END_DECLS
