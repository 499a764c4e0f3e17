/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/lists/events/dwell-event-list.h"
#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_EVENTS_PAGE (dwell_events_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellEventsPage, dwell_events_page, DWELL, EVENTS_PAGE, DwellTablePage)

void dwell_events_page_focus (DwellEventsPage *self);

G_END_DECLS
