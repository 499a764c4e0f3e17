/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend of the timeline: what solid, light, hatched and striped bars mean. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_legend_fill (GtkGrid *grid);

G_END_DECLS
