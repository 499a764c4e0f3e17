/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fact is a label and a value in a group, and can lead to a span or a mark. It is the item of
 * lists that describe something. The facts of one group are adjacent; those without a group are the
 * main figures, come first, and can have a note. */
#pragma once

#include "analysis/dwell-event-order.h"

G_BEGIN_DECLS

#define DWELL_TYPE_FACT (dwell_fact_get_type ())
G_DECLARE_FINAL_TYPE (DwellFact, dwell_fact, DWELL, FACT, GObject)

/* Takes over @value. Both ids of @target are DWELL_NONE if the fact leads nowhere. */
DwellFact  *_dwell_fact_new       (const char *group,
                                   const char *label,
                                   char       *value,
                                   DwellEvent  target) G_GNUC_WARN_UNUSED_RESULT;

/* Takes over @value. */
DwellFact  *_dwell_fact_new_to_area  (const char *group,
                                      const char *label,
                                      char       *value,
                                      guint32     area) G_GNUC_WARN_UNUSED_RESULT;

/* Takes over @value and @note (nullable). */
DwellFact  *_dwell_fact_new_headline (const char *label,
                                      char       *value,
                                      char       *note) G_GNUC_WARN_UNUSED_RESULT;

/* Read-only properties for binding, all of them translated strings: group, label, value. */

const char *dwell_fact_get_group  (DwellFact  *self);
const char *dwell_fact_get_label  (DwellFact  *self);
const char *dwell_fact_get_value  (DwellFact  *self);
const char *dwell_fact_get_note   (DwellFact  *self);
DwellEvent  dwell_fact_get_target (DwellFact  *self);
guint32     dwell_fact_get_area   (DwellFact  *self);

G_END_DECLS
