/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_TYPE_DROP_AREA (dwell_drop_area_get_type ())
/* Property: child. Signal: files-dropped (GPtrArray of GFile). */
G_DECLARE_FINAL_TYPE (DwellDropArea, dwell_drop_area, DWELL, DROP_AREA, GtkWidget)

void dwell_drop_area_set_child (DwellDropArea *self,
                                GtkWidget     *child);

G_END_DECLS
