/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links a view with a view of its base, or of another recording of its series: visible range,
 * selection, cursor and focus of one are those of the other, at the same moments of both runs. A
 * query of the first view, which asks a worker for anchors and for what corresponds in the other
 * recording. */
#pragma once

#include "analysis/compare/dwell-alignment.h"
#include "model/lists/dwell-query.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TIME_LINK (dwell_time_link_get_type ())
G_DECLARE_FINAL_TYPE (DwellTimeLink, dwell_time_link, DWELL, TIME_LINK, DwellQuery)

/* Signal: changed (other moments correspond to each other). */

DwellTimeLink      *dwell_time_link_new           (void) G_GNUC_WARN_UNUSED_RESULT;
void                dwell_time_link_set_other     (DwellTimeLink  *self,
                                                   DwellView      *other);
DwellView          *dwell_time_link_get_other     (DwellTimeLink  *self);
gboolean            dwell_time_link_is_swapped    (DwellTimeLink  *self);
void                dwell_time_link_set_alignment (DwellTimeLink  *self,
                                                   DwellAlignment  alignment);
const DwellAnchors *dwell_time_link_get_anchors   (DwellTimeLink  *self);
gboolean            dwell_time_link_get_times     (DwellTimeLink  *self,
                                                   DwellAlignedTimes *times);
gint64              dwell_time_link_map           (DwellTimeLink  *self,
                                                   gint64          time,
                                                   gboolean        is_back);
guint               dwell_time_link_get_number    (DwellTimeLink  *self);
void                dwell_time_link_shift         (DwellTimeLink  *self,
                                                   gint64          delta);
gint64              dwell_time_link_get_shift     (DwellTimeLink  *self);
void                dwell_time_link_undo_shift    (DwellTimeLink  *self);
gboolean            dwell_time_link_has_linked    (DwellView      *view);
char               *dwell_time_link_describe      (DwellTimeLink  *self);

G_END_DECLS
