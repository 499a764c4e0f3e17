/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A track's header in the gutter, with its name and its buttons. */
#pragma once

#include <gtk/gtk.h>

#include "ui/timeline/dwell-track-menu.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TRACK_HEADER (dwell_track_header_get_type ())
G_DECLARE_FINAL_TYPE (DwellTrackHeader, dwell_track_header, DWELL, TRACK_HEADER, GtkWidget)

GtkWidget *dwell_track_header_new      (DwellViewport    *viewport,
                                        DwellTrackMenu   *menu) G_GNUC_WARN_UNUSED_RESULT;
void       dwell_track_header_set_lane (DwellTrackHeader *self,
                                        const DwellLane  *lane,
                                        gsize             n_shared,
                                        int               width_px);

G_END_DECLS
