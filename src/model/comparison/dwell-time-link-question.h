/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to a link of timelines: a question to a worker and its answer, in one job. */
#pragma once

#include "analysis/compare/dwell-anchors.h"
#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-comparison-sides.h"

G_BEGIN_DECLS

typedef struct {
  DwellComparisonSides    sides; /* their ranges are the whole traces */
  DwellComparisonOptions *options;
  guint                   serial;
  DwellMatch             *match;   /* out */
  DwellAnchors           *anchors; /* out; NULL: cancelled */
} DwellTimeLinkQuestion;

DwellTimeLinkQuestion *_dwell_time_link_question_new   (const DwellComparisonSides  *sides,
                                                        DwellView                   *view,
                                                        guint                        serial);
void                   _dwell_time_link_question_free  (gpointer                     data);
DwellTimeLinkQuestion *_dwell_time_link_question_steal (DwellTimeLinkQuestion       *self);
void                   _dwell_time_link_question_work  (gpointer                     data,
                                                        GCancellable                *cancellable);
guint32                _dwell_time_link_question_find  (const DwellTimeLinkQuestion *self,
                                                        guint32                      area,
                                                        gboolean                     is_back);

G_END_DECLS
