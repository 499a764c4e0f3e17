/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the files of the timeline's canvas. */
#pragma once

#include <adwaita.h>

#include "ui/timeline/dwell-timeline-canvas.h"
#include "ui/timeline/dwell-timeline-nodes.h"

G_BEGIN_DECLS

struct _DwellTimelineCanvas
{
  GtkWidget             parent_instance;

  DwellViewport        *viewport;
  GtkAdjustment        *vadjustment;
  DwellTrackMenu       *menu;
  DwellSelectionDrag   *drag;
  DwellNavigation      *navigation;
  GtkGesture           *click;  /* the widget owns it */
  DwellTimelinePainter *painter;
  DwellTimelineNodes    nodes;
  GtkWidget            *cursor; /* DwellFocusCursor */
  GtkWidget            *tip;    /* DwellSpanTip */
  AdwToast             *told;   /* the result of a key; a weak pointer */

  DwellTimelineHit      hover;
  double                pointer_x;
  double                pointer_y;
  guint                 configuring; /* source that configures the scrolling, or 0 */
};

gboolean              _dwell_timeline_canvas_get_scene      (DwellTimelineCanvas *self,
                                                             DwellTimelineScene  *scene);
DwellTimelinePainter *_dwell_timeline_canvas_get_painter    (DwellTimelineCanvas *self);
gboolean              _dwell_timeline_canvas_get_focus_rect (DwellTimelineCanvas *self,
                                                             GdkRectangle        *rect);

/* dwell-timeline-pointer.c */
void     _dwell_timeline_canvas_add_pointer   (DwellTimelineCanvas *self);
void     _dwell_timeline_canvas_update_hover  (DwellTimelineCanvas *self);
gboolean _dwell_timeline_canvas_query_tooltip (GtkWidget           *widget,
                                               int                  x,
                                               int                  y,
                                               gboolean             keyboard_mode,
                                               GtkTooltip          *tooltip);

/* dwell-timeline-keys.c */
void     _dwell_timeline_canvas_class_add_keys (GtkWidgetClass      *widget_class);
void     _dwell_timeline_canvas_add_keys       (DwellTimelineCanvas *self);
gboolean _dwell_timeline_canvas_choose         (DwellTimelineCanvas *self,
                                                guint32              span);

G_END_DECLS
