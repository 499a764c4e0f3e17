/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What there is to say of a view's focused span, mark or area: the details pane's content.
 *
 * A list of facts (label and value, in groups; a group's facts are adjacent) that follows the
 * view's focus. Facts are collected on a worker, for a span can have millions of children; until
 * they are there the list still speaks of the former focus, title and all. What does not exist has
 * no fact. */
#pragma once

#include "model/lists/dwell-fact.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_SPAN_INFO (dwell_span_info_get_type ())
G_DECLARE_FINAL_TYPE (DwellSpanInfo, dwell_span_info, DWELL, SPAN_INFO, DwellList)

/* A list of DwellFact. Properties: title (string: the area's name, or a mark's message),
 * subtitle (string: “Function · thread 11”); both "" and no items without a focus. They are
 * notified just after items-changed. */
DwellSpanInfo *dwell_span_info_new          (void) G_GNUC_WARN_UNUSED_RESULT;
const char    *dwell_span_info_get_title    (DwellSpanInfo *self);
const char    *dwell_span_info_get_subtitle (DwellSpanInfo *self);
/* The span or mark that the facts are of; both DWELL_NONE if they are of an area alone, or there
 * are none. */
/* All of it as lines "label: value", for the clipboard. */
char          *dwell_span_info_to_text      (DwellSpanInfo *self);

G_END_DECLS
