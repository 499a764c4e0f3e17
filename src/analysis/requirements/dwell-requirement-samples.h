/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samples of a requirement, sorted once, so that the result for another limit is known
 * immediately: a binary search finds how many samples are beyond it. */
#pragma once

#include "analysis/requirements/dwell-requirements.h"

G_BEGIN_DECLS

/* The number of columns in which samples are drawn. */
#define DWELL_REQUIREMENT_N_COLUMNS 512

/* The samples that begin in one of these equal parts of the recording. */
typedef struct {
  double least;    /* NAN: no samples */
  double greatest;
} DwellRequirementColumnRange;

/* A sample and its number among all samples. */
typedef struct {
  DwellRequirementSampleRow row;
  guint                     place;
} DwellRequirementKept;

/* Immutable and counted. */
typedef struct {
  guint64                      n;
  gint64                       begin;   /* of the recording */
  gint64                       end;
  double                       least;   /* of the drawn values */
  double                       greatest;
  DwellRequirementColumnRange  columns[DWELL_REQUIREMENT_N_COLUMNS];

  /*< private >*/
  gatomicrefcount              ref_count;
  guint64                      n_exact;
  double                      *exact;   /* values known exactly, rising */
  GArray                      *inexact; /* DwellRequirementKept: the others */
  DwellRequirementKept         min;     /* the first sample with the least value, if n_exact > 0 */
  DwellRequirementKept         max;     /* the first sample with the greatest value */
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
