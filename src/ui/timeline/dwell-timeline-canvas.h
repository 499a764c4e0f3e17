/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The canvas: a widget that draws the lanes of a timeline, and handles the pointer and the keys on
 * them. */
#pragma once

#include "ui/timeline/dwell-navigation.h"
#include "ui/timeline/dwell-scene.h"
#include "ui/timeline/dwell-selection-drag.h"
#include "ui/timeline/dwell-track-menu.h"
#include "ui/widgets/dwell-focus-cursor.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TIMELINE_CANVAS (dwell_timeline_canvas_get_type ())
G_DECLARE_FINAL_TYPE (DwellTimelineCanvas, dwell_timeline_canvas, DWELL, TIMELINE_CANVAS, GtkWidget)

void           dwell_timeline_canvas_set_up       (DwellTimelineCanvas *self,
                                                   DwellViewport       *viewport,
                                                   GtkAdjustment       *vadjustment,
                                                   DwellTrackMenu      *menu);
DwellViewport *dwell_timeline_canvas_get_viewport (DwellTimelineCanvas *self);
int            dwell_timeline_canvas_get_content_height (DwellTimelineCanvas *self);
gboolean       dwell_timeline_canvas_get_rect     (DwellTimelineCanvas *self,
                                                   guint32              span,
                                                   GdkRectangle        *rect);

const char * const *dwell_timeline_canvas_get_actions (guint               *n_actions);
void                dwell_timeline_canvas_run         (DwellTimelineCanvas *self,
                                                       const char          *name);

G_END_DECLS
