/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timeline of a view: overview, ruler, gutter, lanes. Property: view (DwellView, or NULL). */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TIMELINE (dwell_timeline_get_type ())
G_DECLARE_FINAL_TYPE (DwellTimeline, dwell_timeline, DWELL, TIMELINE, GtkWidget)

void dwell_timeline_set_view          (DwellTimeline *self,
                                       DwellView     *view);
void dwell_timeline_set_apart         (DwellTimeline *self);
void dwell_timeline_set_compact       (DwellTimeline *self);
gint64 dwell_timeline_width_to_time   (DwellTimeline *self,
                                       double         width);
GtkWidget *dwell_timeline_get_canvas  (DwellTimeline *self);
int  dwell_timeline_get_wanted_height (DwellTimeline *self);

G_END_DECLS
