/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_TYPE_SELECTION (dwell_selection_get_type ())
G_DECLARE_FINAL_TYPE (DwellSelection, dwell_selection, DWELL, SELECTION, GObject)

/* A GtkSelectionModel. Signal: chosen (uint position): the user selected a row. */
DwellSelection *dwell_selection_new          (GListModel     *model) G_GNUC_WARN_UNUSED_RESULT;
guint           dwell_selection_get_position (DwellSelection *self);
void            dwell_selection_set_position (DwellSelection *self,
                                              guint           position);

G_END_DECLS
