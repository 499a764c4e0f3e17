/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

#define DWELL_TYPE_MARKER_ACTIONS (dwell_marker_actions_get_type ())
G_DECLARE_FINAL_TYPE (DwellMarkerActions, dwell_marker_actions, DWELL, MARKER_ACTIONS, GObject)

/* Gives @parent the actions marker.set, marker.note, marker.next, marker.previous. */
DwellMarkerActions *dwell_marker_actions_new     (GtkWidget          *parent,
                                                  DwellViewport      *viewport,
                                                  GtkWidget          *ruler)
                                                  G_GNUC_WARN_UNUSED_RESULT;
/* For the parent's size_allocate. */
void                dwell_marker_actions_present (DwellMarkerActions *self);

G_END_DECLS
