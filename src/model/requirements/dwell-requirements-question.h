/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the list of requirements: a worker selects and sorts the rows that are shown. */
#pragma once

#include "analysis/dwell-row-filter.h"
#include "model/requirements/dwell-requirement-list.h"
#include "model/view/dwell-requirements-answer.h"

G_BEGIN_DECLS

/* Which rows are shown, and in what order. */
typedef struct {
  DwellRowFilter         *filter;   /* (nullable): all */
  guint                   outcomes; /* bits 1 << DwellOutcome */
  DwellRequirementColumn  sort_by;
  gboolean                descending;
} DwellRequirementsOrder;

typedef struct {
  DwellRequirementsAnswer *answer;
  DwellRequirementsOrder   order;
  GArray                  *rows;   /* guint32; out */
  guint                    serial;
} DwellRequirementsQuestion;

void _dwell_requirements_question_free (gpointer      data);
void _dwell_requirements_question_run  (gpointer      data,
                                        GCancellable *cancellable);

DwellRequirementItem *_dwell_requirement_item_new (DwellRequirementsAnswer *answer,
                                                   guint32                  row);

G_END_DECLS
