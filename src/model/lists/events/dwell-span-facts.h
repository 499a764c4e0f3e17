/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the facts about a span, a mark or an area, on workers. */
#pragma once

#include "analysis/costs/dwell-costs.h"
#include "analysis/dwell-line-table.h"
#include "analysis/tree/dwell-tree-groups.h"
#include "model/lists/events/dwell-span-info.h"

G_BEGIN_DECLS

typedef struct {
  char      *title;
  char      *subtitle;
  GPtrArray *facts; /* DwellFact */
} DwellSpanAnswer;

/* What the figures of areas are taken from. It belongs to one trace and is kept between questions,
 * because making it takes time linear in the size of the trace. */
typedef struct {
  DwellStatistics *statistics; /* NULL, like the others: not made yet */
  DwellCosts      *costs;
  DwellLineTable  *lines;
  DwellTree       *tree;
} DwellAreaSources;

typedef struct {
  DwellTrace           *trace;
  DwellStatisticsIndex *index;      /* NULL: none yet; then rank and neighbours are left out */
  gint64                resolution; /* ns */
  DwellEvent            event;      /* the subject; if both ids are DWELL_NONE: */
  guint32               area;       /* … this area is the subject */
  DwellScope            scope;      /* of the figures of an area */
  gint64                begin;      /* ns: its range */
  gint64                end;

  DwellAreaSources      sources;    /* in and out */
  DwellSpanAnswer      *answer;     /* used only by the query */
} DwellSpanQuestion;

/* Returns NULL if it was cancelled. */
DwellSpanAnswer *_dwell_span_answer_new    (DwellSpanQuestion *question,
                                            GCancellable      *cancellable)
  G_GNUC_WARN_UNUSED_RESULT;
void             _dwell_span_answer_free   (DwellSpanAnswer   *self);
void             _dwell_area_sources_clear (DwellAreaSources  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellSpanAnswer, _dwell_span_answer_free)

G_END_DECLS
