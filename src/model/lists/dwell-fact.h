/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fact: a label and a value, in a group, which can lead to a span or a mark. The item of lists
 * that tell what is known of something; the facts of one group are adjacent. */
#pragma once

#include "analysis/dwell-event-order.h"

G_BEGIN_DECLS

#define DWELL_TYPE_FACT (dwell_fact_get_type ())
G_DECLARE_FINAL_TYPE (DwellFact, dwell_fact, DWELL, FACT, GObject)

/* Takes over @value. @target: both DWELL_NONE where it leads nowhere. */
DwellFact  *_dwell_fact_new       (const char *group,
                                   const char *label,
                                   char       *value,
                                   DwellEvent  target) G_GNUC_WARN_UNUSED_RESULT;

/* Read-only properties for binding, all strings and translated: group ("Times"), label ("Own time";
 * "" of a note), value ("2.222 s"). */
const char *dwell_fact_get_group  (DwellFact  *self);
const char *dwell_fact_get_label  (DwellFact  *self);
const char *dwell_fact_get_value  (DwellFact  *self);
/* The span or mark that the value leads to, for dwell_view_reveal_span() or …_mark(). */
DwellEvent  dwell_fact_get_target (DwellFact  *self);

G_END_DECLS
