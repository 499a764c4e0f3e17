/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gutter: the names of tracks and rows, at the side of the lanes. */
#pragma once

#include "ui/timeline/dwell-track-menu.h"

G_BEGIN_DECLS

#define DWELL_TYPE_GUTTER (dwell_gutter_get_type ())
G_DECLARE_FINAL_TYPE (DwellGutter, dwell_gutter, DWELL, GUTTER, GtkWidget)

void dwell_gutter_set_up (DwellGutter    *self,
                          DwellViewport  *viewport,
                          GtkAdjustment  *vadjustment,
                          DwellTrackMenu *menu);

G_END_DECLS
