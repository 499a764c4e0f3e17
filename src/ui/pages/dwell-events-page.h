/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/lists/dwell-event-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EVENTS_PAGE (dwell_events_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellEventsPage, dwell_events_page, DWELL, EVENTS_PAGE, AdwBin)

/* Property: view. */
void            dwell_events_page_set_view (DwellEventsPage *self,
                                            DwellView       *view);
DwellEventList *dwell_events_page_get_list (DwellEventsPage *self);
/* Puts the keys into the table. */
void            dwell_events_page_focus    (DwellEventsPage *self);

G_END_DECLS
