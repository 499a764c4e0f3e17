/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wheel, touchpad and middle button on a widget that shows the time axis: scroll, pan and zoom. */
#pragma once

#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

#define DWELL_TYPE_NAVIGATION (dwell_navigation_get_type ())
G_DECLARE_FINAL_TYPE (DwellNavigation, dwell_navigation, DWELL, NAVIGATION, GObject)

DwellNavigation *dwell_navigation_new (GtkWidget     *widget,
                                       DwellViewport *viewport,
                                       GtkAdjustment *vadjustment) G_GNUC_WARN_UNUSED_RESULT;
/* Where the pointer is, 0…1 of the width; the middle when it is elsewhere. */
double           dwell_navigation_get_anchor (DwellNavigation *self);

G_END_DECLS
