/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The context menu of a track: fold, pin, hide, move; fold, unfold and show all. */
#pragma once

#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TRACK_MENU (dwell_track_menu_get_type ())
G_DECLARE_FINAL_TYPE (DwellTrackMenu, dwell_track_menu, DWELL, TRACK_MENU, GObject)

/* @parent gets the action group "track"; it must live as long as the menu. */
DwellTrackMenu *dwell_track_menu_new       (GtkWidget      *parent,
                                            DwellViewport  *viewport) G_GNUC_WARN_UNUSED_RESULT;
/* At (@x, @y) of @widget, which is somewhere in the parent. */
void            dwell_track_menu_popup     (DwellTrackMenu *self,
                                            GtkWidget      *widget,
                                            guint32         track,
                                            double          x,
                                            double          y);
/* The popover must be placed anew whenever the parent was. */
void            dwell_track_menu_present   (DwellTrackMenu *self);

G_END_DECLS
