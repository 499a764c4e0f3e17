/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scrolls, pans and zooms a widget that shows the time axis: wheel, touchpad, middle button. */
#pragma once

#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

#define DWELL_TYPE_NAVIGATION (dwell_navigation_get_type ())
G_DECLARE_FINAL_TYPE (DwellNavigation, dwell_navigation, DWELL, NAVIGATION, GObject)

DwellNavigation *dwell_navigation_new (GtkWidget     *widget,
                                       DwellViewport *viewport,
                                       GtkAdjustment *vadjustment) G_GNUC_WARN_UNUSED_RESULT;
double           dwell_navigation_get_anchor (DwellNavigation *self);

G_END_DECLS
