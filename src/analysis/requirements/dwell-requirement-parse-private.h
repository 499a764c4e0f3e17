/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the parser: sentences and their parts. */
#pragma once

#include "analysis/requirements/dwell-requirement-scan.h"
#include "analysis/requirements/dwell-requirements-private.h"

G_BEGIN_DECLS

typedef struct {
  const GArray *words; /* DwellWord */
  guint         next;
  char         *message; /* the first error */
  guint         failed;  /* the next word at that time */
} DwellParse;

gboolean _dwell_parse_fail      (DwellParse *self,
                                 char       *message);
gboolean _dwell_parse_is_at_end (const DwellParse *self);
gboolean _dwell_parse_is_next   (const DwellParse *self,
                                 const char       *word);
gboolean _dwell_parse_take      (DwellParse *self,
                                 const char *word);
gboolean _dwell_parse_need      (DwellParse *self,
                                 const char *word);
gboolean _dwell_parse_choose    (DwellParse         *self,
                                 const char * const *choices,
                                 guint              *choice);
const char *_dwell_parse_word   (DwellParse *self);
gboolean _dwell_parse_quantity  (DwellParse    *self,
                                 DwellQuantity *quantity);
gboolean _dwell_parse_time      (DwellParse *self,
                                 gint64     *time);
gboolean _dwell_parse_count     (DwellParse *self,
                                 guint64    *count);
gboolean _dwell_parse_clauses   (DwellParse       *self,
                                 DwellRequirement *requirement);
DwellRequirementName *
         _dwell_parse_name      (DwellParse *self);
gboolean _dwell_parse_names     (DwellParse *self,
                                 GPtrArray **names);
DwellRequirementEvent *
         _dwell_parse_event     (DwellParse *self,
                                 gboolean    is_stage);
DwellRequirementCondition *
         _dwell_parse_condition (DwellParse *self);

void     _dwell_requirement_event_free     (gpointer event);
void     _dwell_requirement_condition_free (DwellRequirementCondition *self);

G_END_DECLS
