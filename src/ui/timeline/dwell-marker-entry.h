/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_MARKER_ENTRY (dwell_marker_entry_get_type ())
G_DECLARE_FINAL_TYPE (DwellMarkerEntry, dwell_marker_entry, DWELL, MARKER_ENTRY, GtkPopover)

GtkWidget *dwell_marker_entry_new (GtkWidget          *parent) G_GNUC_WARN_UNUSED_RESULT;
void       dwell_marker_entry_ask (DwellMarkerEntry   *self,
                                   DwellView          *view,
                                   gint64              time,
                                   guint32             span,
                                   const GdkRectangle *rect);

G_END_DECLS
