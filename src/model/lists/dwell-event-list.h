/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spans and marks of a view's scope in order of time, as a list whose items are made on demand.
 * Filtered (text or /regex/ over name and message) on a worker into an array of positions. Above 50
 * million items a window of time is shown, and "is-windowed" says so. */
#pragma once

#include "model/view/dwell-view.h"

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
G_DECLARE_FINAL_TYPE (DwellEventList, dwell_event_list, DWELL, EVENT_LIST, GObject)

/* A GListModel of DwellEventItem. Properties: n-items, busy, is-windowed, view. */
DwellEventList *dwell_event_list_new        (void) G_GNUC_WARN_UNUSED_RESULT;
void            dwell_event_list_set_view   (DwellEventList *self,
                                             DwellView      *view);
gboolean        dwell_event_list_set_filter (DwellEventList *self,
                                             const char     *text,
                                             GError        **error);
/* A list that nobody sees is not active: it asks nothing, and keeps what it shows. */
void            dwell_event_list_set_active (DwellEventList *self,
                                             gboolean        is_active);
gboolean        dwell_event_list_get_busy   (DwellEventList *self);
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
/* (transfer full): the rows as they are now, for whoever asks for them, on any thread. */
GListModel     *dwell_event_list_freeze     (DwellEventList *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
