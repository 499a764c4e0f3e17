/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distances of scrolling: wheels report steps, touchpads px. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The distance of one step of a wheel: three rows of the timeline. */
#define DWELL_SCROLL_STEP_PX 63.0

gboolean dwell_scroll_is_wheel  (GtkEventControllerScroll *controller);
double   dwell_scroll_get_steps (GtkEventControllerScroll *controller,
                                 double                    distance);

G_END_DECLS
