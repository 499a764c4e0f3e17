/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the list of requirements: what became of those of a file in a trace, and the question
 * that a worker answers by it. */
#pragma once

#include "formats/common/dwell-file-stamp.h"
#include "model/requirements/dwell-requirement-list.h"

G_BEGIN_DECLS

/* Never changed; for any thread. */
typedef struct {
  gatomicrefcount    ref_count;
  DwellReading      *reading;
  GFile             *file;
  DwellFileStamp     stamp;        /* of the file, before it was read */
  DwellRequirements *requirements; /* NULL: the file could not be read */
  GPtrArray         *results;      /* DwellRequirementResult; NULL: there is an error */
  GError            *error;        /* (nullable): why there is nothing */
} DwellRequirementsAnswer;

/* Which rows are shown, and in what order. */
typedef struct {
  DwellPattern           *pattern;  /* (nullable): all */
  guint                   outcomes; /* bits 1 << DwellOutcome */
  DwellRequirementColumn  sort_by;
  gboolean                descending;
} DwellRequirementsOrder;

typedef struct {
  DwellReading            *reading;
  GFile                   *file;
  DwellRequirementsAnswer *answer; /* (nullable): the worker makes it if NULL */
  DwellRequirementsOrder   order;
  GArray                  *rows;   /* guint32; NULL: cancelled */
  guint                    serial;
} DwellRequirementsQuestion;

void _dwell_requirements_question_free (gpointer      data);
void _dwell_requirements_question_run  (gpointer      data,
                                        GCancellable *cancellable);

DwellRequirementsAnswer *_dwell_requirements_answer_ref   (DwellRequirementsAnswer *self);
void                     _dwell_requirements_answer_unref (DwellRequirementsAnswer *self);

DwellRequirementItem *_dwell_requirement_item_new (DwellRequirementsAnswer *answer,
                                                   guint32                  row);

G_END_DECLS
