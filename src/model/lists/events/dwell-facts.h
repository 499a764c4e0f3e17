/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts collected so far, for the files that add facts of some kind. */
#pragma once

#include "model/lists/events/dwell-span-facts.h"

G_BEGIN_DECLS

typedef struct {
  const DwellSpanQuestion *question;
  const DwellTrace        *trace;
  GPtrArray               *facts;
  const char              *group; /* of the next facts */
} DwellFacts;

/* These take over @value. If it is NULL or empty, no fact is added. */
void  _dwell_facts_add          (DwellFacts *self,
                                          const char         *label,
                                          char               *value);
void  _dwell_facts_add_link     (DwellFacts *self,
                                          const char         *label,
                                          char               *value,
                                          DwellEvent          target);
void  _dwell_facts_add_headline (DwellFacts *self,
                                          const char         *label,
                                          char               *value,
                                          char               *note);

/* dwell-arg-facts.c */
void  _dwell_arg_facts_collect           (DwellFacts *self,
                                          DwellEvent          event);
void  _dwell_flow_facts_collect          (DwellFacts *self,
                                          guint32             span);

/* dwell-area-facts.c */
void  _dwell_area_facts_collect          (DwellFacts *self,
                                          DwellAreaSources   *sources,
                                          guint32             area,
                                          GCancellable       *cancellable);

G_END_DECLS
