/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the partners of spans: asks a worker which spans of an area correspond to each other.
 * Shared once it is answered. */
#pragma once

#include "analysis/compare/dwell-span-pairs.h"
#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-comparison-sides.h"

G_BEGIN_DECLS

typedef struct {
  DwellComparisonSides    sides;
  DwellComparisonOptions *options;
  guint32                 own_area;   /* in: one of them; out: both, if both exist */
  guint32                 other_area;
  guint                   slot;
  guint                   serial;
  gboolean                is_done;    /* out; FALSE: cancelled */
  DwellSpanPairs         *pairs;      /* out; NULL: no partner, or too little memory */
} DwellSpanPartnersQuestion;

/* Finds the spans that differ: a job of its own. */
typedef struct {
  DwellSpanPartnersQuestion *answer; /* has pairs */
  DwellSpanNoise             noise;
  GArray                    *of_own; /* guint32, out; NULL: cancelled, or too little memory */
  GArray                    *of_other;
} DwellSpanPartnersChoice;

DwellSpanPartnersQuestion *
         _dwell_span_partners_question_new   (DwellView                       *view,
                                              guint32                          own_area,
                                              guint32                          other_area);
DwellSpanPartnersQuestion *
         _dwell_span_partners_question_ref   (DwellSpanPartnersQuestion       *self);
void     _dwell_span_partners_question_unref (gpointer                         data);
void     _dwell_span_partners_question_work  (gpointer                         data,
                                              GCancellable                    *cancellable);
gboolean _dwell_span_partners_question_is_of (const DwellSpanPartnersQuestion *self,
                                              DwellView                       *own,
                                              DwellView                       *other);
guint32  _dwell_span_partners_question_find  (const DwellSpanPartnersQuestion *self,
                                              guint32                          span,
                                              gboolean                         is_own);
char    *_dwell_span_partners_question_dup_name (const DwellSpanPartnersQuestion *self);

DwellSpanPartnersChoice *
         _dwell_span_partners_choice_new     (DwellSpanPartnersQuestion       *answer);
void     _dwell_span_partners_choice_free    (gpointer                         data);
void     _dwell_span_partners_choice_work    (gpointer                         data,
                                              GCancellable                    *cancellable);

G_END_DECLS
