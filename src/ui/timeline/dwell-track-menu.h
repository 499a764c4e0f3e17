/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The context menu of tracks: fold, pin, hide and move one; fold, unfold and show all. */
#pragma once

#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TRACK_MENU (dwell_track_menu_get_type ())
G_DECLARE_FINAL_TYPE (DwellTrackMenu, dwell_track_menu, DWELL, TRACK_MENU, GObject)

DwellTrackMenu *dwell_track_menu_new       (GtkWidget      *parent,
                                            DwellViewport  *viewport) G_GNUC_WARN_UNUSED_RESULT;
void            dwell_track_menu_set_apart (DwellTrackMenu *self);
void            dwell_track_menu_popup     (DwellTrackMenu *self,
                                            GtkWidget      *widget,
                                            guint32         track,
                                            gboolean        is_for_focus,
                                            double          x,
                                            double          y);
void            dwell_track_menu_popup_lane (DwellTrackMenu  *self,
                                             GtkWidget       *widget,
                                             const DwellLane *lane,
                                             double           x,
                                             double           y);
void            dwell_track_menu_present   (DwellTrackMenu *self);

G_END_DECLS
