/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drags with the primary button on a widget that shows the time axis: they select a range, or move
 * an edge of the selection; while Space is held, they pan. */
#pragma once

#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

/* Returns the time that an edge at @time snaps to, at most @reach ns away; @time if there is none.
 * @y is the place of the pointer in @widget, px. */
typedef gint64 (*DwellSnapFunc) (GtkWidget *widget,
                                 double     y,
                                 gint64     time,
                                 gint64     reach);

#define DWELL_TYPE_SELECTION_DRAG (dwell_selection_drag_get_type ())
G_DECLARE_FINAL_TYPE (DwellSelectionDrag, dwell_selection_drag, DWELL, SELECTION_DRAG, GObject)

G_GNUC_WARN_UNUSED_RESULT
DwellSelectionDrag *dwell_selection_drag_new       (GtkWidget          *widget,
                                                    DwellViewport      *viewport,
                                                    DwellSnapFunc       snap);
void                dwell_selection_drag_set_pans  (DwellSelectionDrag *self,
                                                    gboolean            pans);
gboolean            dwell_selection_drag_is_active (DwellSelectionDrag *self);

G_END_DECLS
