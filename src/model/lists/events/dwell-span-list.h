/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists spans that the user has selected; items are made on demand. */
#pragma once

#include "model/lists/events/dwell-event-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_SPAN_LIST (dwell_span_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellSpanList, dwell_span_list, DWELL, SPAN_LIST, DwellList)

DwellSpanList *dwell_span_list_new       (void) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_span_list_set_spans (DwellSpanList *self,
                                          DwellTrace    *trace,
                                          GArray        *spans,
                                          gint64         resolution_ns);

G_END_DECLS
