/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

#define DWELL_TYPE_MARKER_ACTIONS (dwell_marker_actions_get_type ())
G_DECLARE_FINAL_TYPE (DwellMarkerActions, dwell_marker_actions, DWELL, MARKER_ACTIONS, GObject)

DwellMarkerActions *dwell_marker_actions_new     (GtkWidget          *parent,
                                                  DwellViewport      *viewport,
                                                  GtkWidget          *ruler)
                                                  G_GNUC_WARN_UNUSED_RESULT;
void                dwell_marker_actions_present (DwellMarkerActions *self);

G_END_DECLS
