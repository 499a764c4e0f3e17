/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user has just done to a view, and a button that undoes it. */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

/* Removes the markers at the places @which, and offers to bring them back. */
void dwell_undo_remove_markers  (GtkWidget       *from,
                                 DwellView       *view,
                                 const GtkBitset *which);
/* Hides a track, and offers to show it again. */
void dwell_undo_hide_track      (GtkWidget       *from,
                                 DwellView       *view,
                                 guint32          track);

G_END_DECLS
