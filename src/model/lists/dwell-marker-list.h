/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The markers and notes of a view as a list, by time. */
#pragma once

#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_MARKER_ITEM (dwell_marker_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellMarkerItem, dwell_marker_item, DWELL, MARKER_ITEM, GObject)

/* Read-only properties for binding, all strings: time, text, since (the distance to the one before;
 * "" of the first), span (the name of what a note is on; "" of a moment). */
gint64 dwell_marker_item_get_time  (DwellMarkerItem *self);
/* ns; DWELL_TIME_NONE of the first. */
gint64 dwell_marker_item_get_since (DwellMarkerItem *self);

#define DWELL_TYPE_MARKER_LIST (dwell_marker_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellMarkerList, dwell_marker_list, DWELL, MARKER_LIST, DwellList)

/* A list of DwellMarkerItem; positions are the view's numbers of markers. */
DwellMarkerList *dwell_marker_list_new      (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
