/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collecting what there is to say of a span, a mark or an area; on workers. */
#pragma once

#include "model/lists/events/dwell-span-info.h"

G_BEGIN_DECLS

typedef struct {
  char      *title;
  char      *subtitle;
  GPtrArray *facts; /* DwellFact */
} DwellSpanAnswer;

typedef struct {
  DwellTrace           *trace;
  DwellStatisticsIndex *index;      /* NULL: none yet; rank and neighbours are left out then */
  gint64                resolution; /* ns */
  DwellEvent            event;      /* what to tell of; both DWELL_NONE: */
  guint32               area;       /* … of this area alone */
  DwellSpanAnswer      *answer;     /* for the query */
} DwellSpanQuestion;

/* NULL if it was cancelled. */
DwellSpanAnswer *_dwell_span_answer_new  (const DwellSpanQuestion *question,
                                          GCancellable            *cancellable)
  G_GNUC_WARN_UNUSED_RESULT;
void             _dwell_span_answer_free (DwellSpanAnswer         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellSpanAnswer, _dwell_span_answer_free)

G_END_DECLS
