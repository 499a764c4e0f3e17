/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_TYPE_DROP_AREA (dwell_drop_area_get_type ())
/* Property: child. Signals: files-dropped (GPtrArray of GFile), file-compared
 * (GFile). */
G_DECLARE_FINAL_TYPE (DwellDropArea, dwell_drop_area, DWELL, DROP_AREA, GtkWidget)

void dwell_drop_area_set_child    (DwellDropArea *self,
                                   GtkWidget     *child);
void dwell_drop_area_set_compared (DwellDropArea *self,
                                   const char    *name);

G_END_DECLS
