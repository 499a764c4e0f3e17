/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which span of one linked view corresponds to which span of the other, in the ranges that are
 * compared: for the area in focus in either view, and for the one that was pointed at last. A query
 * of the link's view, which asks a worker.
 *
 * While the views are linked, a span that gets into focus brings its partner into focus, too.
 *
 * Signals: changed (the partners have changed); selected (const char *sentence: why no spans were
 * selected; NULL: they were). */
#pragma once

#include "model/comparison/dwell-time-link.h"

G_BEGIN_DECLS

#define DWELL_TYPE_SPAN_PARTNERS (dwell_span_partners_get_type ())
G_DECLARE_FINAL_TYPE (DwellSpanPartners, dwell_span_partners, DWELL, SPAN_PARTNERS, DwellQuery)

DwellSpanPartners *dwell_span_partners_new      (DwellTimeLink     *link)
                                                G_GNUC_WARN_UNUSED_RESULT;
DwellSpanPartners *dwell_span_partners_get      (DwellView         *view);
void               dwell_span_partners_point_at (DwellSpanPartners *self,
                                                 DwellView         *view,
                                                 guint32            span);
guint32            dwell_span_partners_find     (DwellSpanPartners *self,
                                                 DwellView         *view,
                                                 guint32            span);
char              *dwell_span_partners_describe (DwellSpanPartners *self,
                                                 DwellView         *view,
                                                 guint32            span,
                                                 const char       **title);
gboolean           dwell_span_partners_has_area (DwellSpanPartners *self);
void               dwell_span_partners_select   (DwellSpanPartners *self);

G_END_DECLS
