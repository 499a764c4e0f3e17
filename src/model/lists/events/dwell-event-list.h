/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spans and marks of a view's scope in order of time, as a list whose items are made on demand.
 * Filtered (text or /regex/ over name and message) on a worker into an array of positions. Above 50
 * million items a window of time is shown, and "is-windowed" says so. */
#pragma once

#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_EVENT_LIST_MAX 50000000

#define DWELL_TYPE_EVENT_ITEM (dwell_event_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellEventItem, dwell_event_item, DWELL, EVENT_ITEM, GObject)

/* Read-only properties for binding (all strings but depth): time, duration, depth (uint), context,
 * name, message, kind. */
DwellEvent dwell_event_item_get_event (DwellEventItem *self);
/* ns; a message has no duration: DWELL_TIME_NONE. */
gint64     dwell_event_item_get_time  (DwellEventItem *self);
gint64     dwell_event_item_get_duration (DwellEventItem *self);

#define DWELL_TYPE_EVENT_LIST (dwell_event_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellEventList, dwell_event_list, DWELL, EVENT_LIST, DwellList)

/* A list of DwellEventItem, of a view's scope. Property: is-windowed. */
DwellEventList *dwell_event_list_new        (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean        dwell_event_list_set_filter (DwellEventList *self,
                                             const char     *text,
                                             GError        **error);
/* Position of the view's focused span or mark, G_MAXUINT if it is not in the list. */
guint           dwell_event_list_find_focus (DwellEventList *self);
/* Rows that the view has found, by a text or otherwise, are asked for where "find-changed" of the
 * view or "items-changed" tells that they may be others. */
void            dwell_event_list_set_only_found (DwellEventList *self,
                                                 gboolean        only_found);
gboolean        dwell_event_list_is_found    (DwellEventList *self,
                                              DwellEvent      event);
guint           dwell_event_list_count_found (DwellEventList *self);
guint           dwell_event_list_step_found  (DwellEventList *self,
                                              guint           from,
                                              int             direction);

G_END_DECLS
