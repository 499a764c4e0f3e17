/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of checking a trace against the requirements in a file. */
#pragma once

#include "analysis/dwell-overruns.h"
#include "analysis/requirements/dwell-requirements.h"
#include "formats/common/dwell-file-stamp.h"
#include "model/session/dwell-session.h"

G_BEGIN_DECLS

/* The number of equal parts of a recording for which it is kept whether they have violations. */
#define DWELL_REQUIREMENT_N_PLACES 256

/* Reference-counted and immutable; for any thread. */
typedef struct {
  gatomicrefcount    ref_count;
  DwellReading      *reading;      /* the trace that was checked, with the derived tracks */
  DwellReading      *base;         /* without derived tracks; equals reading if there are none */
  GFile             *file;         /* NULL: the text is not in a file yet */
  DwellFileStamp     stamp;        /* of the file, before it was read */
  GBytes            *text;         /* NULL: the file could not be read */
  char             **shown;        /* (nullable): ids of requirements that have a track, too */
  GArray            *limits;       /* DwellDerivedLimit, by track: of derived tracks */
  DwellRequirements *requirements; /* NULL if text is */
  GPtrArray         *results;      /* DwellRequirementResult; NULL: there is an error */
  GArray            *marks;        /* DwellOverrunMark: where requirements are violated */
  guint32           *places;       /* private; NULL: there are none */
  GError            *error;        /* (nullable): why there are no results */
} DwellRequirementsAnswer;

DwellRequirementsAnswer *
      dwell_requirements_answer_new   (DwellReading            *reading,
                                       GFile                   *file,
                                       const char * const      *shown,
                                       DwellReading            *former,
                                       GCancellable            *cancellable)
                                      G_GNUC_WARN_UNUSED_RESULT;
DwellRequirementsAnswer *
      dwell_requirements_answer_new_for_text (DwellReading     *reading,
                                       GBytes                  *text)
                                      G_GNUC_WARN_UNUSED_RESULT;
void  dwell_requirements_answer_check (DwellRequirementsAnswer *self,
                                       const char * const      *only,
                                       GCancellable            *cancellable);
DwellRequirementsAnswer *
      dwell_requirements_answer_ref   (DwellRequirementsAnswer *self);
void  dwell_requirements_answer_unref (DwellRequirementsAnswer *self);
char *dwell_requirement_describe_mark (const char              *line,
                                       const char              *unit,
                                       const DwellOverrunMark  *mark) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_requirements_answer_describe (const DwellRequirementsAnswer *self,
                                       const DwellOverrunMark  *mark) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_requirements_answer_describe_marks (const DwellRequirementsAnswer *self)
                                      G_GNUC_WARN_UNUSED_RESULT;

gboolean
      dwell_requirements_answer_get_places (const DwellRequirementsAnswer *self,
                                       guint                    number,
                                       guint8                   places[]);
void  _dwell_requirements_answer_note_places (DwellRequirementsAnswer *self);

GBytes *
      dwell_requirements_load         (GFile                   *file,
                                       GCancellable            *cancellable,
                                       GError                 **error)
                                      G_GNUC_WARN_UNUSED_RESULT;
char *dwell_requirement_make_figure   (const char              *unit,
                                       double                   figure) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellRequirementsAnswer, dwell_requirements_answer_unref)

G_END_DECLS
