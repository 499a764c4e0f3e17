/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the markers and notes of a view by time. */
#pragma once

#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_MARKER_ITEM (dwell_marker_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellMarkerItem, dwell_marker_item, DWELL, MARKER_ITEM, GObject)

/* Read-only properties for binding, all of them strings: time, text, since (the distance to the
 * previous marker; "" for the first), span (the name of the span that a note is on; "" for a
 * marker without a span). */

gint64 dwell_marker_item_get_time  (DwellMarkerItem *self);
gint64 dwell_marker_item_get_since (DwellMarkerItem *self);

#define DWELL_TYPE_MARKER_LIST (dwell_marker_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellMarkerList, dwell_marker_list, DWELL, MARKER_LIST, DwellList)

DwellMarkerList *dwell_marker_list_new      (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
