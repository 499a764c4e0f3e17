/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the facts about a view's focused span, mark or area: the content of the details pane.
 *
 * A list of facts (label and value, in groups; a group's facts are adjacent) that follows the
 * view's focus. Facts are collected on a worker, because a span can have millions of children;
 * until they are there, list, title and subtitle still describe the former focus. A missing value
 * has no fact. */
#pragma once

#include "model/lists/dwell-fact.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_SPAN_INFO (dwell_span_info_get_type ())
G_DECLARE_FINAL_TYPE (DwellSpanInfo, dwell_span_info, DWELL, SPAN_INFO, DwellList)

/* Properties: title, subtitle (strings). They are notified just after items-changed. */

DwellSpanInfo *dwell_span_info_new          (void) G_GNUC_WARN_UNUSED_RESULT;
const char    *dwell_span_info_get_title    (DwellSpanInfo *self);
const char    *dwell_span_info_get_subtitle (DwellSpanInfo *self);
char          *dwell_span_info_to_text      (DwellSpanInfo *self);

G_END_DECLS
