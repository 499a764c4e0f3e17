/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The content of a tooltip in the timeline: a span or a mark, and how many of them are folded. */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"
#include "paint/dwell-timeline-painter.h"

G_BEGIN_DECLS

#define DWELL_TYPE_SPAN_TIP (dwell_span_tip_get_type ())
G_DECLARE_FINAL_TYPE (DwellSpanTip, dwell_span_tip, DWELL, SPAN_TIP, GtkWidget)

GtkWidget *dwell_span_tip_new  (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean   dwell_span_tip_show (DwellSpanTip           *self,
                                DwellView              *view,
                                DwellTrace             *trace,
                                const DwellTimelineHit *hit,
                                const char             *overrun);

G_END_DECLS
