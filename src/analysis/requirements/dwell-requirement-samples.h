/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samples of a requirement, kept and sorted once, so that what becomes of another limit is
 * known at once: how many samples are beyond it is a binary search. */
#pragma once

#include "analysis/requirements/dwell-requirements.h"

G_BEGIN_DECLS

/* The samples are drawn as so many columns. */
#define DWELL_REQUIREMENT_N_COLUMNS 512

/* Samples that begin in one of as many equal parts of the recording. */
typedef struct {
  double least;    /* NAN: there are none */
  double greatest;
} DwellRequirementColumnRange;

/* A sample, and which of all it was. */
typedef struct {
  DwellRequirementSampleRow row;
  guint                     place;
} DwellRequirementKept;

/* Immutable and counted. */
typedef struct {
  guint64                      n;
  gint64                       begin;   /* of the recording */
  gint64                       end;
  double                       least;   /* of what is drawn */
  double                       greatest;
  DwellRequirementColumnRange  columns[DWELL_REQUIREMENT_N_COLUMNS];

  /*< private >*/
  gatomicrefcount              ref_count;
  guint64                      n_exact;
  double                      *exact;   /* values that are known, rising */
  GArray                      *inexact; /* DwellRequirementKept: the others */
  DwellRequirementKept         min;     /* the first of the least, if n_exact */
  DwellRequirementKept         max;     /* the first of the greatest */
} DwellRequirementSamples;

gboolean dwell_requirement_keeps_samples (const DwellRequirement *requirement);
DwellRequirementSamples *
         dwell_requirement_samples_new   (const DwellTrace        *trace,
                                          const GArray            *rows,
                                          GCancellable            *cancellable)
                                         G_GNUC_WARN_UNUSED_RESULT;
DwellRequirementSamples *
         dwell_requirement_samples_ref   (DwellRequirementSamples *self);
void     dwell_requirement_samples_unref (DwellRequirementSamples *self);
DwellRequirementResult *
         dwell_requirement_samples_judge (const DwellRequirementSamples *self,
                                          const DwellRequirementResult  *former,
                                          const char                    *limit)
                                         G_GNUC_WARN_UNUSED_RESULT;
void     dwell_requirement_result_free   (DwellRequirementResult  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellRequirementSamples, dwell_requirement_samples_unref)

G_END_DECLS
