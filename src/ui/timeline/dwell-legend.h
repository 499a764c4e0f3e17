/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend of the timeline: what solid, light, hatched and striped bars mean, and the states in
 * view. */
#pragma once

#include <gtk/gtk.h>

#include "paint/dwell-timeline-painter.h"

G_BEGIN_DECLS

void dwell_legend_fill        (GtkGrid                  *grid);
void dwell_legend_show_states (GtkGrid                  *grid,
                               const DwellTimelineScene *scene);

G_END_DECLS
