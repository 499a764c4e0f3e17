/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timeline of another recording, with a view of its own, linked with the tab's view and aligned
 * as its “comparison-align” says; above it the drift between the two. */
#pragma once

#include "model/comparison/dwell-time-link.h"
#include "ui/timeline/dwell-timeline.h"
#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_LINKED_TIMELINE (dwell_linked_timeline_get_type ())
G_DECLARE_FINAL_TYPE (DwellLinkedTimeline, dwell_linked_timeline, DWELL, LINKED_TIMELINE,
                      DwellViewBin)

void           dwell_linked_timeline_set_session (DwellLinkedTimeline *self,
                                                  DwellSession        *session);
DwellView     *dwell_linked_timeline_get_other   (DwellLinkedTimeline *self);
DwellTimeLink *dwell_linked_timeline_get_link    (DwellLinkedTimeline *self);
void           dwell_linked_timeline_set_label   (DwellLinkedTimeline *self,
                                                  const char          *label);
void           dwell_linked_timeline_set_compact (DwellLinkedTimeline *self);

G_END_DECLS
