/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question that the list of differences asks a worker. */
#pragma once

#include "analysis/dwell-row-filter.h"
#include "model/comparison/dwell-comparison-answer.h"
#include "model/comparison/dwell-comparison-list.h"
#include "model/lists/dwell-cell-text.h"

G_BEGIN_DECLS

/* Which rows are shown, and in what order. */
typedef struct {
  DwellRowFilter        *filter;   /* (nullable): show all */
  guint                  verdicts; /* bits 1 << DwellVerdict */
  DwellDifferenceColumn  sort_by;
  gboolean               descending;
  gboolean               shows_all; /* also those that hardly changed */
} DwellComparisonOrder;

typedef struct {
  DwellComparisonSides   sides;
  DwellComparisonOptions *options;
  DwellComparisonAnswer *answer; /* (nullable): the worker makes it if it is NULL */
  DwellComparisonOrder   order;
  GArray                *rows;   /* guint32; NULL: cancelled */
  guint                  n_hidden;
  guint                  serial;
} DwellComparisonQuestion;

void                  _dwell_comparison_question_free (gpointer      data);
void                  _dwell_comparison_question_run  (gpointer      data,
                                                       GCancellable *cancellable);

DwellComparisonItem  *_dwell_comparison_item_new (DwellComparisonAnswer *answer,
                                                  DwellTimeUnits        *units,
                                                  guint32                row);

G_END_DECLS
