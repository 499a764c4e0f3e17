/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The primary button on a widget that shows the time axis: a drag selects a range or moves an edge
 * of the one there is; Space turns it into a pan. */
#pragma once

#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

/* Where an edge at @time, wanted at (@x, @y) of @widget, snaps to; @time itself for nowhere. */
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
/* A drag that begins while this is set pans (the Space key is held). */
void                dwell_selection_drag_set_pans  (DwellSelectionDrag *self,
                                                    gboolean            pans);
gboolean            dwell_selection_drag_is_active (DwellSelectionDrag *self);

G_END_DECLS
