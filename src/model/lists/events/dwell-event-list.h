/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the spans and marks of a view's scope by time; items are made on demand. A worker filters
 * them (text or /regex/ over name, context, message and arguments, or a condition on one) into an
 * array of positions. Of more than 50 million items only a window of time is shown; the property
 * is-windowed is set then. */
#pragma once

#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_EVENT_LIST_MAX 50000000

/* The greatest number of arguments, those with the commonest keys, that can be columns. */
#define DWELL_EVENT_LIST_MAX_ARGS 12

#define DWELL_TYPE_EVENT_ITEM (dwell_event_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellEventItem, dwell_event_item, DWELL, EVENT_ITEM, GObject)

/* Read-only properties for binding: time, duration, depth (uint), context, name, message, kind;
 * all others are strings. */

DwellEvent dwell_event_item_get_event (DwellEventItem *self);
guint32    dwell_event_item_get_area  (DwellEventItem    *self,
                                       const DwellTrace **trace);
char      *dwell_event_item_dup_arg   (DwellEventItem *self,
                                       guint           n) G_GNUC_WARN_UNUSED_RESULT;
gboolean   dwell_event_item_is_number (DwellEventItem *self,
                                       guint           n);
gint64     dwell_event_item_get_time  (DwellEventItem *self);
gint64     dwell_event_item_get_duration (DwellEventItem *self);

#define DWELL_TYPE_EVENT_LIST (dwell_event_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellEventList, dwell_event_list, DWELL, EVENT_LIST, DwellList)

/* Property: is-windowed. */

DwellEventList *dwell_event_list_new        (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean        dwell_event_list_set_filter (DwellEventList *self,
                                             const char     *text,
                                             GError        **error);
const char     *dwell_event_list_get_arg    (DwellEventList *self,
                                             guint           n);
void            dwell_event_list_sort       (DwellEventList *self,
                                             int             by,
                                             gboolean        descending);
guint           dwell_event_list_find_focus (DwellEventList *self);
/* The view's hits among the rows can change with find-changed of the view and with
 * items-changed. */

void            dwell_event_list_set_only_found (DwellEventList *self,
                                                 gboolean        only_found);
gboolean        dwell_event_list_is_found    (DwellEventList *self,
                                              DwellEvent      event);
guint           dwell_event_list_count_found (DwellEventList *self);
guint           dwell_event_list_step_found  (DwellEventList *self,
                                              guint           from,
                                              int             direction);

G_END_DECLS
